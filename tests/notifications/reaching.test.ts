// Whoever got nothing gets his message later, by hand, once he may be written to: made of the register of that moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  informingHistory,
  previewResend,
  resendMessages,
  resendToPerson,
  type MessageRow,
} from '../../contract/notifications/messages.ts';
import { addRefusal, liftRefusal } from '../../contract/notifications/refusals.ts';
import { addConsent } from '../../contract/profiles.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { dropWithdrawn } from '../../server/notifications/writing/dropping.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const rowsOf = async (id: number): Promise<MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification: id }, range: [0, 99] } })).body;
const resend = (id: number) => po.call(resendToPerson, { params: { id }, body: { mayComeTwice: false } });

it('without a contact, a consent or after a refusal: refused with the reason until it is over, then a new row at its price', async () => {
  const [silent, unasked, refused] = [
    await owner(mo, w.po, { phone: null }),
    await owner(mo, w.po),
    await owner(mo, w.po, { sms: true }),
  ];
  const refusal = { kind: 'debt', channel: 'sms' } as const;
  await po.call(addRefusal, { params: { id: refused }, body: { ...refusal, source: 'word' } });
  const sent = await sendAs(po, mailing([silent, unasked, refused, await owner(mo, w.po, { sms: true })]));
  await t.deps.db.updateTable('outbox').set({ state: 'sent', receipt: 2 }).execute();
  await settleMessages(t.deps);
  const old = new Map((await rowsOf(sent.id)).map((row) => [row.profile!.id, row]));
  expect([silent, unasked, refused].map((id) => old.get(id)!.status)).toEqual([7, 8, 9]);
  for (const [id, why] of [
    [silent, 'нет контакта'],
    [unasked, 'нет согласия'],
    [refused, 'отписан'],
  ] as const)
    expect((await resend(old.get(id)!.id)).body.errors).toEqual({ form: `Послать нельзя: ${why}` });
  await t.deps.db.updateTable('profile').set({ email: 'found@example.ru' }).where('id', '=', silent).execute();
  await po.call(addConsent, { params: { id: unasked }, body: { kind: 'sms_info', signedAt: '2026-11-20' } });
  await po.call(liftRefusal, {
    params: { id: refused },
    body: { ...refusal, ground: 'application', saidOn: '2026-11-20', docNo: null },
  });
  for (const id of [silent, unasked, refused]) {
    const again = await resend(old.get(id)!.id);
    expect(again.body, JSON.stringify(again.body)).toMatchObject({ status: 0, is_latest: true, profile: { id } });
    // What it was stays in the history, and is not sent from there twice.
    expect((await resend(old.get(id)!.id)).status).toBe(422);
    await t.deps.db.updateTable('notification').set({ status: 4 }).where('id', '=', sent.id).execute();
  }
  const rows = await rowsOf(sent.id);
  expect(rows.map((row) => [row.profile!.id, row.channel, row.cost]).sort(([a], [b]) => Number(a) - Number(b))).toEqual(
    [
      [silent, 'mail', 0],
      [unasked, 'sms', 600],
      [refused, 'sms', 600],
      [expect.any(Number), 'sms', 600],
    ],
  );
  const waits = await t.deps.db
    .selectFrom('outbox')
    .where('what', '=', `notification:${sent.id}:2`)
    .select(['channel', 'recipient'])
    .execute();
  expect(waits).toHaveLength(3);
  const { cost_kopecks, unreachable, total, segments } = await t.deps.db
    .selectFrom('notification')
    .where('id', '=', sent.id)
    .select(['cost_kopecks', 'unreachable', 'total', 'segments'])
    .executeTakeFirstOrThrow();
  expect([Number(cost_kopecks), unreachable]).toEqual([1800, 0]);
  // Three SMS of a part each and a letter: parts are those of the messages that are counted.
  expect([total, segments]).toEqual([4, 3]);
});

describe('many at once', () => {
  const arrived = async () => {
    await t.deps.db.updateTable('outbox').set({ state: 'sent', receipt: 2 }).where('state', '=', 'queued').execute();
    await settleMessages(t.deps);
  };
  const body = (more: object = {}) => ({
    filter: { statusFilter: [7, 8, 9] },
    all: true,
    included: [],
    excluded: [],
    expected: 3,
    ...more,
  });
  /** A mailing that has reached one; three got nothing, of whom one may be written to by now. */
  async function left(who = po) {
    const people = {
      silent: await owner(mo, w.po, { phone: null }),
      unasked: await owner(mo, w.po),
      later: await owner(mo, w.po),
    };
    const { id } = await sendAs(who, mailing([...Object.values(people), await owner(mo, w.po, { sms: true })]));
    await arrived();
    await po.call(addConsent, {
      params: { id: people.later },
      body: { kind: 'sms_info', signedAt: '2026-11-20' },
    });
    const rows = new Map((await rowsOf(id)).map((row) => [row.profile!.id, row]));
    return { id, people, rowOf: (person: number) => rows.get(person)! };
  }
  const look = (id: number, more: object = {}, who = po) =>
    who.call(previewResend, { params: { id }, body: body(more) });
  const send = (id: number, more: object = {}, who = po) =>
    who.call(resendMessages, {
      params: { id },
      body: { ...body(more), seen: { messages: 1, cost: 600, refused: 2 }, ...more },
    });

  it('goes to those who may be written to by now; each of the others is named with his reason', async () => {
    const { id, people, rowOf } = await left();
    const seen = await look(id);
    const refused = [
      { id: rowOf(people.silent).id, name: rowOf(people.silent).name, reason: 'нет контакта' },
      { id: rowOf(people.unasked).id, name: rowOf(people.unasked).name, reason: 'нет согласия' },
    ];
    expect(seen.body).toMatchObject({ people: 1, messages: 1, email: 0, sms: 1, cost: 600, problems: {} });
    expect(seen.body.refused).toEqual(expect.arrayContaining(refused));
    expect(seen.body.refused).toHaveLength(2);
    // Looking writes nothing.
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual([7, 8, 8, 2]);
    expect((await send(id, { expected: 2 })).body).toMatchObject({ code: 'selection_changed' });
    expect((await send(id, { seen: { messages: 1, cost: 0, refused: 2 } })).status).toBe(409);
    const key = { 'idempotency-key': '5d0f7f0a-2b1f-4f7e-9a57-6d2b7f5c1e11' };
    const sent = await po.call(resendMessages, {
      params: { id },
      body: { ...body(), seen: { messages: 1, cost: 600, refused: 2 } },
      headers: key,
    });
    expect(sent.body, JSON.stringify(sent.body)).toMatchObject({ messages: 1, cost: 600 });
    expect(sent.body.refused).toEqual(expect.arrayContaining(refused));
    const rows = await rowsOf(id);
    expect(rows.find((row) => row.profile!.id === people.later)).toMatchObject({
      status: 0,
      channel: 'sms',
      cost: 600,
    });
    expect(rows.filter(({ status }) => status === 7 || status === 8)).toHaveLength(2);
    const waits = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${id}:2`)
      .select('next_attempt_at')
      .execute();
    // A minute in which it may be stopped.
    expect(waits.map((one) => new Date(one.next_attempt_at!).getTime() - t.deps.clock.now().getTime())).toEqual([
      60_000,
    ]);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'notification.repeat')
      .where('object_id', '=', id)
      .select('text')
      .execute();
    expect(lines).toHaveLength(1);
    expect(lines[0]!.text).toMatch(
      /^Посланы ещё раз те, кому ничего не отправляли: сообщений 1, стоимость 6,00 ₽\. Не посланы 2: /,
    );
    for (const { name, reason } of refused) expect(lines[0]!.text).toContain(`${reason}: ${name}`);
    // While it moves nothing is sent anew, and the same press comes twice for nothing.
    expect((await send(id)).body.errors).toEqual({ form: 'Рассылка ещё идёт или отменена' });
    await arrived();
    expect((await look(id, { expected: 2 })).body).toMatchObject({ messages: 0, problems: {} });
    expect((await send(id, { expected: 2 })).body.errors.form).toMatch(/^Послать некому: нет /);
  });

  it('ticked rows alone, and of those that were sent it says so', async () => {
    const { id, people, rowOf } = await left();
    const came = (await rowsOf(id)).find(({ status }) => status === 2)!;
    const ticked = { all: false, included: [rowOf(people.later).id, came.id], expected: 2 };
    const seen = await look(id, ticked);
    expect(seen.body).toMatchObject({
      messages: 1,
      refused: [{ id: came.id, name: came.name, reason: 'уже посылали: «Доставлено»' }],
    });
    expect((await send(id, { ...ticked, seen: { messages: 1, cost: 600, refused: 1 } })).status).toBe(200);
    // A row of another mailing is not among what was seen.
    const other = await left();
    const strange = { all: false, included: [rowOf(people.silent).id], expected: 1 };
    expect((await look(other.id, strange)).status).toBe(409);
  });

  it('is refused out of the place, over the limit, without the typed number and to the author above the number of two', async () => {
    const { id } = await left();
    const foreign = await as(t, { po: w.foreignPo });
    expect([(await look(id, {}, foreign)).status, (await send(id, {}, foreign)).status]).toEqual([404, 404]);
    await t.deps.db.updateTable('po').set({ sms_limit_month: 0 }).where('id', '=', w.po).execute();
    expect(Object.keys((await look(id)).body.problems)).toEqual(['cost']);
    expect(Object.keys((await send(id)).body.errors)).toEqual(['cost']);
    await t.deps.db.updateTable('po').set({ sms_limit_month: null }).where('id', '=', w.po).execute();
    const set = (more: object) => t.deps.db.updateTable('mo').set(more).where('id', '=', w.mo).execute();
    await set({ confirm_above: 0, approve_above: 0 });
    expect((await look(id)).body.problems.form).toContain('не автор');
    expect((await send(id, { confirmed: 1 })).body.errors.form).toContain('не автор');
    const other = await as(t, { po: w.po });
    expect((await send(id, {}, other)).body.errors).toEqual({ confirmed: 'Впишите число получателей: 1' });
    expect((await send(id, { confirmed: 1 }, other)).status).toBe(200);
    await set({ confirm_above: 200, approve_above: null });
  });

  it('at night SMS wait for the morning and the mailing says so, unless it is urgent; the numbers of an МО are passed one above them', async () => {
    const set = (more: object) => t.deps.db.updateTable('mo').set(more).where('id', '=', w.mo).execute();
    const paused = async (id: number) =>
      (await t.deps.db.selectFrom('notification').where('id', '=', id).select('pause_reason').executeTakeFirstOrThrow())
        .pause_reason;
    const waitsFor = async (id: number) => {
      const row = await t.deps.db
        .selectFrom('outbox')
        .where('what', '=', `notification:${id}:2`)
        .select('next_attempt_at')
        .executeTakeFirstOrThrow();
      return new Date(row.next_attempt_at!).toISOString();
    };
    const [calm, urgent] = [await left(), await left()];
    await t.deps.db.updateTable('notification').set({ urgent_reason: 'Авария' }).where('id', '=', urgent.id).execute();
    // One message is not above one, for typing the number and for the second person alike.
    await set({ confirm_above: 1, approve_above: 1 });
    t.setNow('2026-11-20T18:30:00.000Z');
    const night = await as(t, { po: w.po });
    expect((await look(calm.id, {}, night)).body).toMatchObject({
      quiet_until: '2026-11-21T06:00:00.000Z',
      problems: {},
    });
    expect((await look(urgent.id, {}, night)).body.quiet_until).toBeNull();
    const seen = (more: object) => ({ seen: { messages: 1, cost: 600, refused: 2, ...more } });
    for (const more of [{ messages: 2 }, { cost: 601 }, { refused: 1 }])
      expect((await send(calm.id, seen(more), night)).body.code).toBe('selection_changed');
    for (const one of [calm, urgent]) expect((await send(one.id, {}, night)).status).toBe(200);
    expect([await paused(calm.id), await paused(urgent.id)]).toEqual([
      'СМС уйдут после 9:00: ночью не беспокоим',
      null,
    ]);
    expect([await waitsFor(calm.id), await waitsFor(urgent.id)]).toEqual([
      '2026-11-21T06:00:00.000Z',
      '2026-11-20T18:31:00.000Z',
    ]);
    t.setNow('2026-11-20T09:00:00.000Z');
    await set({ confirm_above: 200, approve_above: null });
    await arrived();
  });

  it('one message is sent anew by those of the place alone; at night it waits too', async () => {
    const { people, rowOf, id } = await left();
    const foreign = await as(t, { po: w.foreignPo });
    const one = { params: { id: rowOf(people.later).id }, body: { mayComeTwice: false } };
    expect((await foreign.call(resendToPerson, one)).status).toBe(404);
    t.setNow('2026-11-20T18:30:00.000Z');
    expect((await (await as(t, { po: w.po })).call(resendToPerson, one)).status).toBe(200);
    t.setNow('2026-11-20T09:00:00.000Z');
    const { pause_reason } = await t.deps.db
      .selectFrom('notification')
      .where('id', '=', id)
      .select('pause_reason')
      .executeTakeFirstOrThrow();
    expect(pause_reason).toBe('СМС уйдут после 9:00: ночью не беспокоим');
    await arrived();
  });

  it('a person of several garages gets each of his messages once', async () => {
    const person = await owner(mo, w.po);
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person }], ownedSince: '2020-01-01' });
    const { id } = await sendAs(
      po,
      mailing([person, await owner(mo, w.po, { sms: true })], {
        kind: 'news',
        sms_text: '{Гараж}',
        onePerPerson: false,
      }),
    );
    await arrived();
    await po.call(addConsent, { params: { id: person }, body: { kind: 'sms_info', signedAt: '2026-11-20' } });
    expect((await look(id, { expected: 1 })).body).toMatchObject({ people: 1, messages: 2, cost: 1200 });
    const sent = await send(id, { expected: 1, seen: { messages: 2, cost: 1200, refused: 0 } });
    expect(sent.body).toMatchObject({ messages: 2, refused: [] });
    expect((await rowsOf(id)).map(({ plates, status }) => [plates.length, status])).toEqual([
      [1, 0],
      [1, 0],
      [1, 2],
    ]);
  });
});

it('a number or mailbox that is changed while its message waits gets nothing; sent anew it goes to the present one', async () => {
  const [called, written, same] = [
    await owner(mo, w.po, { sms: true }),
    await owner(mo, w.po, { email: 'before@example.ru' }),
    await owner(mo, w.po, { sms: true }),
  ];
  const sent = await sendAs(po, mailing([called, written, same]));
  const set = (id: number, more: object) => t.deps.db.updateTable('profile').set(more).where('id', '=', id).execute();
  await set(called, { phones: ['+79219995544'] });
  await set(written, { email: 'after@example.ru' });
  await dropWithdrawn(t.deps.db, t.deps.clock.now());
  const rows = await rowsOf(sent.id);
  const fates = new Map(rows.map((row) => [row.profile!.id, [row.status, row.reason, row.cost]]));
  const changed = [7, 'контакт изменён после отправки рассылки', 0];
  expect([fates.get(called), fates.get(written), fates.get(same)]).toEqual([changed, changed, [0, null, 600]]);
  await t.deps.db.updateTable('outbox').set({ state: 'sent', receipt: 2 }).where('state', '=', 'queued').execute();
  await settleMessages(t.deps);
  const again = await po.call(resendMessages, {
    params: { id: sent.id },
    body: {
      filter: { statusFilter: [7, 8, 9] },
      all: true,
      expected: 2,
      seen: { messages: 2, cost: 600, refused: 0 },
    },
  });
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  const waits = await t.deps.db
    .selectFrom('outbox')
    .where('what', '=', `notification:${sent.id}:2`)
    .select('recipient')
    .orderBy('recipient')
    .execute();
  expect(waits.map(({ recipient }) => recipient)).toEqual(['+79219995544', 'after@example.ru']);
});
