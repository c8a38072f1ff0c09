// Letters that come back: a real SMTP server sees the sender that names the letter, a real IMAP peer gives the reports.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { putRefusedAddresses, readBounces } from '../../server/notifications/writing/bounces.ts';
import { closedChannels } from '../../server/ports/gate.ts';
import { openTransport, sendLettersDue } from '../../server/ports/mailer.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { openSmtp, smtpError, type SmtpPeer } from '../kit/mailPeers.ts';
import { world, type World } from '../kit/world.ts';
import { openImap, type ImapPeer } from './imapPeer.ts';
import { mailing, owner, preview, sendAs } from './kit.ts';

let imap: ImapPeer;
let smtp: SmtpPeer;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let reports = 0;

beforeAll(async () => {
  imap = await openImap();
  smtp = await openSmtp();
  t = await testApp({
    PUBLIC_URL: 'https://registry.example.ru',
    SMTP_URL: smtp.url,
    BOUNCE_ADDRESS: 'bounces@example.ru',
    BOUNCE_IMAP_URL: imap.url,
    MAIL_FROM: 'Реестр <no-reply@example.ru>',
  });
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
beforeEach(() => t.setNow('2026-11-20T09:00:00.000Z'));
afterAll(async () => {
  await imap.close();
  await smtp.close();
  await t.close();
});

const words = { code: '5.1.1', action: 'failed', text: '550 5.1.1 No such user' };
/** A report as Postfix writes it. */
const report = (to: string, recipient: string, { code, action, text } = words) => `From: MAILER-DAEMON@mx.example.ru
To: ${to}
Auto-Submitted: auto-replied
Message-ID: <report-${(reports += 1)}@mx.example.ru>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.ru

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${code}
Diagnostic-Code: smtp; ${text}

--b--
`;

/** A letter sent to a new person; answers him and the sender its envelope had. */
async function sent(email: string) {
  const id = await owner(mo, w.po, { email });
  return { id, ...(await writeTo(id, email)) };
}
async function writeTo(id: number, email: string) {
  const mailed = await sendAs(po, mailing([id], { skipRepeated: false }));
  await t.deps.db
    .updateTable('outbox')
    .set({ next_attempt_at: '2020-01-01T00:00:00Z' })
    .where('state', '=', 'queued')
    .execute();
  const transport = openTransport(t.deps.settings)!;
  await sendLettersDue(t.deps, transport);
  transport.close();
  await settleMessages(t.deps);
  return { mailing: mailed.id, sender: smtp.letters.findLast(({ to }) => to.includes(email))!.from };
}
const fate = async (notification: number): Promise<MessageRow> =>
  (await po.call(informingHistory.list, { query: { filter: { notification } } })).body[0];
const reasons = async (id: number) =>
  (await preview(po, mailing([id], { skipRepeated: false }))).receiverCounter.reasons;

it('a letter names itself in its envelope; a hard return is put on the message and the person, once', async () => {
  const { id, mailing: number, sender } = await sent('gone@example.ru');
  expect(sender).toMatch(/^bounces\+\d+\.[a-z0-9_-]{12}@example\.ru$/);
  expect(await fate(number)).toMatchObject({ status: 1 });
  const same = report(sender.toUpperCase(), 'gone@example.ru');
  imap.deliver(same);
  imap.deliver(same);
  expect(await readBounces(t.deps)).toBe(1);
  expect(await readBounces(t.deps)).toBe(0);
  expect(await fate(number)).toMatchObject({ status: 4, reason: 'письмо вернулось: 5.1.1 550 5.1.1 No such user' });
  expect(await reasons(id)).toEqual({ bounced: 1 });
  const line = await t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', 'notification.bounce')
    .where('object_id', '=', id)
    .select('text')
    .executeTakeFirstOrThrow();
  expect(line.text).toMatch('больше не пишем');

  // Another address of the person is not meant by it.
  await t.deps.db.updateTable('profile').set({ email: 'here@example.ru' }).where('id', '=', id).execute();
  expect(await reasons(id)).toEqual({});
});

it('automatic answers, delays, forgeries and letters of people change nothing', async () => {
  const { id, mailing: number, sender } = await sent('here-too@example.ru');
  const mark = /\.([\w-]{12})@/.exec(sender)![1]!;
  imap.deliver(`From: a@example.ru\nTo: ${sender}\nAuto-Submitted: auto-replied\nSubject: Отпуск\n\nЯ в отпуске.\n`);
  imap.deliver(`From: a@example.ru\nTo: ${sender}\nSubject: Re\n\nСпасибо, получил.\n`);
  imap.deliver(report(sender, 'here-too@example.ru', { ...words, action: 'delayed', code: '4.4.1' }));
  imap.deliver(report(sender.replace(mark, 'aaaaaaaaaaaa'), 'here-too@example.ru'));
  imap.deliver('\0\0 not a letter');
  expect(await readBounces(t.deps)).toBe(0);
  expect(await fate(number)).toMatchObject({ status: 1 });
  expect(await reasons(id)).toEqual({});
});

it('a report of a letter that is not kept any more is put down nowhere', async () => {
  const { id, sender } = await sent('long-ago@example.ru');
  await t.deps.db
    .updateTable('outbox')
    .set({ channel: 'sms' })
    .where('recipient', '=', 'long-ago@example.ru')
    .execute();
  imap.deliver(report(sender, 'long-ago@example.ru'));
  expect(await readBounces(t.deps)).toBe(0);
  expect(await reasons(id)).toEqual({});
});

it('soft ones: the third in fourteen days; an old one does not count', async () => {
  const soft = { ...words, code: '4.2.2', text: '452 4.2.2 Mailbox full' };
  const email = 'full@example.ru';
  const { id, sender } = await sent(email);
  const back = async (from: string, day: string) => {
    imap.deliver(report(from, email, soft));
    t.setNow(`${day}T09:00:00.000Z`);
    expect(await readBounces(t.deps)).toBe(1);
    t.setNow('2026-11-20T09:00:00.000Z');
  };
  await back(sender, '2026-11-01');
  await back((await writeTo(id, email)).sender, '2026-11-10');
  await back((await writeTo(id, email)).sender, '2026-11-18');
  expect(await reasons(id)).toEqual({});
  await back((await writeTo(id, email)).sender, '2026-11-20');
  expect(await reasons(id)).toEqual({ bounced: 1 });
});

it.each([
  ['5.7.1', '550 5.7.1 Message rejected as spam'],
  ['5.2.2', '552 5.2.2 Mailbox full'],
  ['5.0.0', '550 Something else'],
])('%s says nothing of the address: it is written to again', async (code, text) => {
  const email = `policy${code.replaceAll('.', '')}@example.ru`;
  const { id, mailing: number, sender } = await sent(email);
  imap.deliver(report(sender, email, { ...words, code, text }));
  expect(await readBounces(t.deps)).toBe(1);
  expect(await fate(number)).toMatchObject({ status: 4, reason: `письмо вернулось: ${code} ${text}` });
  expect(await reasons(id)).toEqual({});
});

it('an address of the house is never touched; the mailbox is only read', async () => {
  const { id, sender } = await sent('no-reply@example.ru');
  imap.deliver(report(sender, 'no-reply@example.ru'));
  expect(await readBounces(t.deps)).toBe(0);
  expect(await reasons(id)).toEqual({});
  expect(imap.said.some((command) => /^(STORE|UID STORE|EXPUNGE|APPEND)/i.test(command))).toBe(false);
});

it('an address that the mail server itself refuses is put on its person; such refusals in a row do not close the way', async () => {
  const people = await Promise.all(
    Array.from({ length: 25 }, (_, nth) => owner(mo, w.po, { email: `gone${nth}@example.ru` })),
  );
  const alive = await owner(mo, w.po, { email: 'alive@example.ru' });
  const sent = await sendAs(po, mailing([...people, alive]));
  expect(sent.status).toBe(200);
  t.setNow('2026-11-20T09:05:00.000Z');
  const strict = await openSmtp({
    receiver: (address) => (address.startsWith('gone') ? smtpError(550, '5.1.1 No such user') : null),
  });
  const transport = openTransport({ ...t.deps.settings, SMTP_URL: strict.url })!;
  try {
    await sendLettersDue(t.deps, transport);
  } finally {
    transport.close();
    await strict.close();
  }
  expect(await closedChannels(t.deps.db)).toEqual([]);
  await settleMessages(t.deps);
  expect(await putRefusedAddresses(t.deps)).toBe(25);
  expect(await putRefusedAddresses(t.deps)).toBe(0);
  const dead = await t.deps.db
    .selectFrom('profile')
    .where('id', 'in', [...people, alive])
    .where('bounced_key', 'is not', null)
    .select('id')
    .orderBy('id')
    .execute();
  expect(dead.map(({ id }) => id)).toEqual(people.toSorted((one, other) => one - other));
});

const bounced = (more: { object_id?: number } = {}) => {
  const lines = t.deps.db.selectFrom('action_log').where('verb', '=', 'notification.bounce');
  return (more.object_id ? lines.where('object_id', '=', more.object_id) : lines.where('object_id', 'is', null))
    .select('text')
    .execute();
};

it('a mailbox that was changed before its letter came back is told of by the message alone', async () => {
  const { id, mailing: number, sender } = await sent('old-box@example.ru');
  await t.deps.db.updateTable('profile').set({ email: 'new-box@example.ru' }).where('id', '=', id).execute();
  imap.deliver(report(sender, 'old-box@example.ru'));
  expect(await readBounces(t.deps)).toBe(1);
  expect(await fate(number)).toMatchObject({ status: 4 });
  expect(await reasons(id)).toEqual({});
  expect(await bounced({ object_id: id })).toEqual([
    { text: 'Не дошло: письмо вернулось: 5.1.1 550 5.1.1 No such user' },
  ]);
  const { bounced_key } = await t.deps.db
    .selectFrom('profile')
    .where('id', '=', id)
    .select('bounced_key')
    .executeTakeFirstOrThrow();
  expect(bounced_key).toBeNull();
});

it('a letter of no mailing comes back too: the log says so, of nobody', async () => {
  await t.deps.db
    .insertInto('outbox')
    .values({
      what: 'invitation',
      receiver: 'clerk',
      recipient: 'clerk@example.ru',
      subject: 'Приглашение',
      body_text: 'Войдите',
      next_attempt_at: '2026-11-20T09:00:00Z',
      state: 'failed',
      is_bad_address: true,
      failure: '550 User unknown',
    })
    .execute();
  expect(await putRefusedAddresses(t.deps)).toBe(1);
  expect(await bounced()).toEqual([{ text: 'Не дошло: письмо вернулось: такого адреса нет' }]);
});

it('a trial installation does not look into the mailbox', async () => {
  const { mailing: number, sender } = await sent('trial@example.ru');
  imap.deliver(report(sender, 'trial@example.ru'));
  const trial = { ...t.deps, settings: { ...t.deps.settings, OUTGOING: 'closed' as const } };
  expect([await readBounces(trial), (await fate(number)).status]).toEqual([0, 1]);
  expect([await readBounces(t.deps), (await fate(number)).status]).toEqual([1, 4]);
});
