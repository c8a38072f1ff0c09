// Letters on paper that come back: the slip of a plain letter and the signed notice of a meeting say «вручено» by their codes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileScans, type ScannedSheet } from '../../contract/documents/scans.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import * as contract from '../../contract/notifications.ts';
import { informingHistory, printLetters, type MessageRow } from '../../contract/notifications/messages.ts';
import type { Facts } from '../../server/documents/facts/types.ts';
import { meetingNotice } from '../../server/documents/layouts/meetingNotice.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { readSlip, slipText } from '../../server/documents/rules/slips.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readCodes } from '../../server/ports/pdf/codes.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const byNumber = (one: number, other: number) => one - other;
/** The file that a pile of scans is: here the printed sheets themselves, whose codes are pictures. */
async function scan(bytes: Uint8Array, who = po): Promise<ScannedSheet[]> {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'pile.pdf');
  const body = new Response(form);
  const reply = await t.app.inject({
    method: 'POST',
    url: fileScans.path,
    headers: {
      authorization: `Bearer ${who.token}`,
      'x-fingerprint': 'f'.repeat(64),
      'content-type': body.headers.get('content-type')!,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
  return (reply.json() as { sheets: ScannedSheet[] }).sheets;
}
async function print(id: number, expected: number): Promise<Uint8Array> {
  const reply = await t.app.inject({
    method: 'POST',
    url: printLetters.path.replace(':id', String(id)),
    headers: { authorization: `Bearer ${po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    payload: { expected },
  });
  if (reply.statusCode !== 200) throw new Error(reply.payload);
  return reply.rawPayload;
}
const messages = async (notification: number): Promise<MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification }, sort: ['id', 'ASC'] } })).body;
/** A mailing that has left: two people got nothing, one has it. */
async function left(more: object = {}) {
  const silent = [await owner(mo, w.po, { phone: null }), await owner(mo, w.po, { phone: null })];
  const { id } = await sendAs(po, mailing([...silent, await owner(mo, w.po, { sms: true })], more));
  await t.deps.db
    .updateTable('outbox')
    .set({ state: 'sent', receipt: 2 })
    .where('what', '=', `notification:${id}`)
    .execute();
  await settleMessages(t.deps);
  return { id, silent };
}

const agenda: RichText = {
  v: 1,
  doc: [
    {
      type: 'orderedList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Смета' }] }] }],
    },
  ],
};

it(
  'a slip that comes back signed is «вручено на бумаге» with its day; again and in a foreign place it changes nothing',
  { timeout: inTime(60_000) },
  async () => {
    const { id, silent } = await left();
    const printed = await print(id, 2);
    const { pages } = await readCodes(printed, 10);
    expect(pages.flatMap(({ codes }) => codes).toSorted()).toEqual(
      silent.map((profile) => slipText(t.deps.secrets, { notification: id, profile })).toSorted(),
    );
    const statuses = async () => Object.fromEntries((await messages(id)).map((row) => [row.profile?.id, row.status]));
    const foreign = await scan(printed, await as(t, { po: w.foreignPo }));
    expect(foreign.map(({ state }) => state)).toEqual(['foreign', 'foreign']);
    expect(await statuses()).toMatchObject({ [silent[0]!]: 7, [silent[1]!]: 7 });

    const filed = await scan(printed);
    expect(filed).toMatchObject([
      {
        pages: [1],
        state: 'filed',
        document: null,
        words: expect.stringMatching(/^Письмо «Напоминание о долге»: .+, вручено$/),
      },
      { pages: [2], state: 'filed' },
    ]);
    const handed = (await messages(id)).filter(({ status }) => status === 10);
    expect(handed.map(({ profile }) => profile!.id).toSorted(byNumber)).toEqual(silent.toSorted(byNumber));
    for (const row of handed)
      expect(row).toMatchObject({ handed_on: '2026-11-20', reason: 'подписанный корешок вернулся' });
    const marks = await t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', id)
      .where('status', '=', 10)
      .select('marked_by')
      .execute();
    expect(marks).toEqual([{ marked_by: po.userId }, { marked_by: po.userId }]);
    const card = (await po.call(contract.notifications.one, { params: { id } })).body;
    expect(card).toMatchObject({ letters: 0, delivered: 3, total: 3, status: 4 });
    expect((await scan(printed)).map(({ state }) => state)).toEqual(['again', 'again']);
  },
);

it('a slip of another installation, or one that was written anew, is nobody’s', () => {
  const slip = { notification: 5, profile: 7 };
  const text = slipText(t.deps.secrets, slip);
  expect(readSlip(t.deps.secrets, text)).toEqual(slip);
  expect(readSlip(t.deps.secrets, text.replace(':7:', ':8:'))).toBeNull();
  expect(readSlip(secretsFrom(new Uint8Array(32).fill(8)), text)).toBeNull();
});

const meeting = {
  kind: 'meeting',
  title: 'Собрание членов',
  sms_text: 'Собрание {ДатаСобрания}',
  email_text: agenda,
  meeting: { day: '2026-12-20', time: '12:00', place: 'Клуб' },
  typed: {},
};
const handedTo = async (id: number) =>
  (await messages(id))
    .filter(({ status }) => status === 10)
    .map(({ profile }) => profile!.id)
    .toSorted(byNumber);

it('the notice of a meeting that comes back signed is handed over', { timeout: inTime(60_000) }, async () => {
  const { id, silent } = await left(meeting);
  const filed = await scan(await print(id, 2));
  expect(filed.map(({ state }) => state)).toEqual(['filed', 'filed']);
  expect(filed.map(({ document }) => document?.name)).toEqual([
    expect.stringContaining('Уведомление'),
    expect.stringContaining('Уведомление'),
  ]);
  expect(await handedTo(id)).toEqual(silent.toSorted(byNumber));
});

it(
  'the ballot torn off a notice says whose it is, and is handed over by itself',
  { timeout: inTime(60_000) },
  async () => {
    const { id, silent } = await left(meeting);
    const printed = await print(id, 2);
    const { pages } = await readCodes(printed, 10);
    const slips = silent.map((profile) => slipText(t.deps.secrets, { notification: id, profile }));
    expect(pages.map(({ codes }) => codes.filter((text) => slips.includes(text)).length)).toEqual([1, 1]);
    expect(pages.map(({ codes }) => codes.filter((text) => text.includes('/d/')).length)).toEqual([1, 1]);
    // The half that was cut off, as the layout has drawn it.
    const facts = { meeting: { agenda: ['Смета'], slip: slips[0] } } as unknown as Facts;
    const source = `#set page(paper: "a5")\n${meetingNotice.slots!.Бюллетень!.value(facts)}`;
    const torn = await t.deps.pdf.render({ source, isKept: false, at: 0 });
    const states = async (bytes: Uint8Array, who = po) => (await scan(bytes, who)).map(({ state }) => state);
    expect(await states(torn, await as(t, { po: w.foreignPo }))).toEqual(['foreign']);
    expect(await states(torn)).toEqual(['filed']);
    expect(await handedTo(id)).toEqual([silent[0]]);
    expect(await states(torn)).toEqual(['again']);
    // The whole sheets come after it: papers of the journal, the second person's message with them.
    expect(await states(printed)).toEqual(['filed', 'filed']);
    expect(await handedTo(id)).toEqual(silent.toSorted(byNumber));
  },
);

it('a notice for nobody named has a ballot without a code', () => {
  const facts = { meeting: { agenda: ['Смета'], slip: null } } as unknown as Facts;
  expect(meetingNotice.slots!.Бюллетень!.value(facts)).not.toContain('#grid');
});
