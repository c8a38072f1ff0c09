// A mailing of forty on real servers: letters over SMTP, SMS over SMPP, receipts before and after the answer, statuses told live.
import type { Session } from 'smpp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifications } from '../../contract/notifications.ts';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { dropWithdrawn } from '../../server/notifications/writing/dropping.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { keepReceipt, matchReceipts, openGateway, sendSmsDue } from '../../server/ports/sms/sender.ts';
import type { SmsGateway } from '../../server/ports/sms/port.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { openSmpp, openSmtp, type SmppPeer, type SmtpPeer } from '../kit/mailPeers.ts';
import { world, type World } from '../kit/world.ts';
import { mailing, owner, preview, sendAs } from './kit.ts';
import { bringDue } from '../kit/outbox.ts';

let smtp: SmtpPeer;
let operator: SmppPeer;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let gateway: SmsGateway;
const receipts: Promise<void>[] = [];

/** A receipt as gateways write it, with the number in decimal though the answer had hex. */
const receipt = (session: Session, id: number, stat: string) =>
  session.deliver_sm({ esm_class: 4, short_message: `id:${id} sub:001 dlvrd:001 stat:${stat} err:000 text:` });

beforeAll(async () => {
  smtp = await openSmtp();
  operator = await openSmpp((pdu, session, nth) => {
    const id = 0xa0 + nth;
    // The receipt of every other message overtakes its answer.
    if (id % 2) receipt(session, id, 'DELIVRD');
    session.send(pdu.response({ message_id: id.toString(16).toUpperCase() }));
    if (id % 2 === 0) receipt(session, id, nth === 2 ? 'UNDELIV' : 'DELIVRD');
  });
  t = await testApp({
    PUBLIC_URL: 'https://registry.example.ru',
    SMTP_URL: smtp.url,
    SMS_URL: operator.url,
    SMS_SENDER: 'VOA-SPB',
  });
  gateway = openGateway(t.deps.settings, (one) => void receipts.push(keepReceipt(t.deps, one)))!;
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
afterAll(async () => {
  await gateway?.close();
  await operator.close();
  await smtp.close();
  await t.close();
});

it('forty debtors: 3 without a contact, 2 without consent; the rest get what was shown, each once', async () => {
  const people: number[] = [];
  for (let nth = 0; nth < 40; nth += 1)
    people.push(
      await owner(
        mo,
        w.po,
        nth < 3 ? { phone: null } : nth < 5 ? {} : nth < 27 ? { email: `p${nth}@example.ru` } : { sms: true },
      ),
    );
  const seen = await preview(po, mailing(people));
  expect(seen.receiverCounter).toMatchObject({
    people: 40,
    none: 5,
    email: 22,
    sms: 13,
    reasons: { no_contact: 3, no_consent: 2 },
  });
  const sent = await sendAs(po, mailing(people));
  expect(sent.body).toMatchObject({ status: 2, total: 35, cost: seen.cost });

  await bringDue(t.deps);
  const transport = openTransport(t.deps.settings)!;
  await dropWithdrawn(t.deps.db, t.deps.clock.now());
  expect(await sendLettersDue(t.deps, transport)).toBe(22);
  expect(await sendSmsDue(t.deps, gateway)).toBe(13);
  // A second turn has nothing to send.
  expect([await sendLettersDue(t.deps, transport), await sendSmsDue(t.deps, gateway)]).toEqual([0, 0]);
  transport.close();
  await expect.poll(() => receipts.length).toBe(13);
  await Promise.all(receipts);
  await matchReceipts(t.deps);
  await settleMessages(t.deps);

  expect([smtp.letters.length, operator.submits.length]).toEqual([22, 13]);
  expect(smtp.letters[0]!.source).toMatch(/^List-Unsubscribe:\s+<https:\/\/registry\.example\.ru\/unsubscribe\//m);
  expect(smtp.letters[0]!.source).toMatch(/^Message-ID:\s+<mailing-\d+-\d+@registry\.example\.ru>/m);
  expect(operator.submits[0]!.source_addr).toBe('VOA-SPB');
  const fates = async () => (await po.call(notifications.one, { params: { id: sent.id } })).body;
  const come = { status: 5, delivered: 34, failed: 1, statuses: { 1: 22, 2: 12, 4: 1, 7: 3, 8: 2 } };
  expect(await fates()).toMatchObject(come);

  // Told again, and told the contrary after it, an operator changes nothing.
  const told = await t.deps.db.selectFrom('sms_receipt').select(['gateway_id', 'status']).execute();
  for (const { gateway_id: gatewayId, status } of told)
    for (const again of [status as 2 | 4, status === 2 ? 4 : 2] as const) {
      await keepReceipt(t.deps, { gatewayId, status: again });
      await matchReceipts(t.deps);
    }
  await settleMessages(t.deps);
  expect(await fates()).toMatchObject(come);
  const rows: MessageRow[] = (
    await po.call(informingHistory.list, {
      query: { filter: { notification: sent.id, statusFilter: [7, 8] }, range: [0, 9] },
    })
  ).body;
  expect(rows.map(({ status }) => status)).toEqual([7, 7, 7, 8, 8]);
});
