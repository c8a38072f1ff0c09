// Mailings through the API: sending what was seen, recall, stop, consent, unsubscribing, what became of it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addConsent, revokeConsent, profiles, type ConsentKind } from '../../contract/profiles.ts';
import { unsubscribe, unsubscribePage } from '../../contract/unsubscribing.ts';
import * as fates from '../../contract/notifications/messages.ts';
import * as contract from '../../contract/notifications.ts';
import { settleMessages, startDue } from '../../server/notifications/delivering.ts';
import { dropWithdrawn } from '../../server/notifications/writing/dropping.ts';
import { doDue } from '../../server/jobs/due.ts';
import { sendSmsDue } from '../../server/ports/sms/sender.ts';
import { endUnconnected } from '../../server/ports/unconnected.ts';
import { as, caller, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { expectedOf, mailing, mailingStage, owner, preview, sendAs, sendDraft } from './kit.ts';

const { notifications } = contract;
const WITHDRAWN = 'отказ после отправки рассылки';
const { informingHistory } = fates;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const messages = async (who: Caller, notification: number): Promise<fates.MessageRow[]> =>
  (await who.call(informingHistory.list, { query: { filter: { notification }, range: [0, 99] } })).body;
const card = async (who: Caller, id: number): Promise<contract.NotificationCard> =>
  (await who.call(notifications.one, { params: { id } })).body;
/** One turn of what runs beside the requests, as the demonstration world plays it. */
const turn = async () => {
  // The minute in which all can be recalled is over.
  const clock = { now: () => new Date(t.deps.clock.now().getTime() + 61_000) };
  await dropWithdrawn(t.deps.db, clock.now());
  const demo = { ...t.deps, clock, settings: { ...t.deps.settings, DEMO: true } };
  await endUnconnected(demo, 'mail');
  await sendSmsDue(demo, null);
  await settleMessages(t.deps);
};

describe('sending', () => {
  it('sends what was seen, to the letter, and counts it', async () => {
    const people = [
      await owner(mo, w.po, { sms: true }),
      await owner(mo, w.po, { email: 'one@example.ru' }),
      await owner(mo, w.po),
    ];
    const sent = await sendAs(po, mailing(people));
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ status: 2, total: 2, receiverCounter: { people: 3, none: 1 } });
    expect((await messages(po, sent.id)).map(({ status, channel }) => `${status} ${channel}`).sort()).toEqual([
      '0 mail',
      '0 sms',
      '8 null',
    ]);
    await turn();
    expect(await card(po, sent.id)).toMatchObject({ status: 4, delivered: 1, failed: 0 });
    const letter = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .where('channel', '=', 'mail')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(letter.body_text).toContain('https://registry.example.ru/unsubscribe/');
    expect((letter.extra as { headers: object }).headers).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('refuses when the receivers changed, when the number was not typed, twice', async () => {
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    await t.deps.db.updateTable('mo').set({ confirm_above: 1 }).where('id', '=', w.mo).execute();
    const unconfirmed = await sendAs(po, mailing(people));
    expect([unconfirmed.status, unconfirmed.body.errors]).toEqual([422, { confirmed: 'Впишите число получателей: 2' }]);
    const draft = await card(po, unconfirmed.id);
    const expected = expectedOf(await preview(po, mailing(people)));
    const send = (body: object) =>
      po.call(contract.sendNotification, {
        params: { id: draft.id },
        body: { version: draft.version, expected, confirmed: 2, ...body } as never,
      });
    expect((await send({ expected: { ...expected, people: 3 } })).status).toBe(409);
    expect((await send({})).status).toBe(200);
    expect((await send({})).body.errors.form).toBe('Рассылка уже не черновик');
    await t.deps.db.updateTable('mo').set({ confirm_above: 200 }).where('id', '=', w.mo).execute();
  });

  it('is recalled whole within the minute, not after', async () => {
    const first = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
    const recalled = await po.call(contract.recallNotification, { params: { id: first.id } });
    expect(recalled.body).toMatchObject({ status: 7 });
    await turn();
    expect((await messages(po, first.id))[0]).toMatchObject({ status: 4, reason: 'Рассылка отозвана' });
    const second = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
    t.setNow('2026-11-20T09:02:00.000Z');
    const late = await po.call(contract.recallNotification, { params: { id: second.id } });
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(late.body.errors.form).toMatch('можно только остановить');
    expect((await po.call(contract.stopNotification, { params: { id: second.id } })).body.status).toBe(7);
  });

  it('asks before leaving somebody out, skips whom a mailing reached today', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const refused = await sendAs(po, mailing([id, await owner(mo, w.po)], { ignoreUnnotifiable: false }));
    expect(refused.body.errors.ignoreUnnotifiable).toMatch('1 чел.');
    expect((await sendAs(po, mailing([id]))).status).toBe(200);
    expect((await preview(po, mailing([id]))).receiverCounter.reasons).toEqual({ repeated: 1 });
    expect((await preview(po, mailing([id], { skipRepeated: false }))).total).toBe(1);
  });

  it('SMS about debts: two a day to one person', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const body = mailing([id], { skipRepeated: false });
    expect((await sendAs(po, body)).status).toBe(200);
    expect((await sendAs(po, body)).status).toBe(200);
    expect((await preview(po, body)).receiverCounter.reasons).toEqual({ repeated: 1 });
  });

  it('at night SMS wait for the morning', async () => {
    // Where it is 21:00 now.
    await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.mo).execute();
    const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
    await t.deps.db.updateTable('mo').set({ time_zone: 'Europe/Moscow' }).where('id', '=', w.mo).execute();
    const row = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .select('next_attempt_at')
      .executeTakeFirstOrThrow();
    expect(new Date(row.next_attempt_at).toISOString()).toBe('2026-11-20T21:00:00.000Z');
  });

  it('planned: starts at its moment, a moment in the past is refused', async () => {
    const body = mailing([await owner(mo, w.po, { sms: true })]);
    expect((await sendAs(po, body, { scheduledAt: '2026-11-20T08:00:00Z' })).body.errors.scheduledAt).toBe(
      'Время отправки уже прошло',
    );
    const planned = await sendAs(po, body, { scheduledAt: '2026-11-20T10:00:00Z' });
    expect(planned.body.status).toBe(1);
    t.setNow('2026-11-20T10:00:30.000Z');
    await doDue(t.deps, [startDue]);
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(await card(po, planned.id)).toMatchObject({ status: 2, total: 1 });
  });

  it('a draft begun at a ПО and sent from its МО stays of the ПО: its people, its limit, its journal', async () => {
    const clerk = await as(t, { po: w.po });
    const above = await as(t, { mo: w.mo, same: clerk });
    const own = await owner(mo, w.po, { sms: true });
    const stranger = await owner(mo, w.siblingPo, { sms: true });
    const draft = async (body: object) => (await clerk.call(notifications.create, { body: body as never })).body;
    const both = mailing([own, stranger], { channel: 'sms' });
    const refused = await sendDraft(above, await draft(both), both);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Черновик начат в «КАС № 12-3», и получат его только там. Перейдите туда и проверьте рассылку снова',
    ]);
    const one = mailing([own], { channel: 'sms' });
    const begun = await draft(one);
    const limit = (roubles: number | null) =>
      t.deps.db.updateTable('po').set({ sms_limit_month: roubles }).where('id', '=', w.po).execute();
    await limit(0);
    expect((await sendDraft(above, begun, one)).body.errors.cost).toMatch('СМС вашей организации запрещены');
    await limit(null);
    const sent = await sendDraft(above, begun, one);
    expect([sent.status, sent.body.sent_from, sent.body.total]).toEqual([200, 'КАС № 12-3', 1]);
  });

  it.each(['po', 'mo'] as const)(
    'the monthly limit of the %s: empty none, 0 no SMS, a sum stops what costs more; letters go on',
    async (table) => {
      const id = await owner(mo, w.po, { sms: true });
      const problem = async (limit: number | null, more = {}) => {
        await t.deps.db.updateTable(table).set({ sms_limit_month: limit }).where('id', '=', w[table]).execute();
        return (await preview(po, mailing([id], more))).problems.cost;
      };
      expect(await problem(null)).toBeUndefined();
      expect(await problem(0)).toBe('СМС вашей организации запрещены: предел на месяц 0 ₽. Выберите «Только e-mail»');
      expect(await problem(0, { channel: 'email' })).toBeUndefined();
      expect(await problem(1)).toBe('Лимит СМС на этот месяц меньше стоимости рассылки');
      expect(await problem(10_000)).toBeUndefined();
      expect(await problem(null)).toBeUndefined();
    },
  );
});

describe('consent', () => {
  it('withdrawn between sending and leaving: nothing leaves, the message says so, the journal names who', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const sent = await sendAs(po, mailing([id]));
    const person = (await mo.call(profiles.one, { params: { id } })).body;
    const consent = person.consents.find((one: { kind: string }) => one.kind === 'sms_info');
    expect((await mo.call(revokeConsent, { params: { id, consentId: consent.id } })).status).toBe(200);
    await turn();
    expect((await messages(po, sent.id))[0]).toMatchObject({ status: 8, cost: 0 });
    // Nothing of it waits or went: it is over, and counts nobody.
    const kept = await t.deps.db
      .selectFrom('notification')
      .where('id', '=', sent.id)
      .select(['status', 'total', 'finished_at', 'recall_until'])
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ status: 7, total: 0, finished_at: expect.anything(), recall_until: null });
    const states = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .select('state')
      .execute();
    expect(states).toEqual([{ state: 'cancelled' }]);
    expect((await preview(po, mailing([id]))).receiverCounter.reasons).toEqual({ no_consent: 1 });
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.consent')
      .where('object_id', '=', id)
      .orderBy('id', 'desc')
      .select(['text', 'user_id'])
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ text: 'Отозвано согласие: СМС-оповещения', user_id: mo.userId });
  });

  it('who died since then is not written to, and is not said to have refused', async () => {
    const [gone, stays] = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const sent = await sendAs(po, mailing([gone, stays]));
    await sql`update profile set voa_status_id = 8 where id = ${gone}`.execute(t.deps.db);
    await turn();
    const told = await messages(po, sent.id);
    expect(told.find((one: { status: number }) => one.status === 7)).toMatchObject({ reason: 'deceased', cost: 0 });
    const kept = await t.deps.db
      .selectFrom('notification')
      .where('id', '=', sent.id)
      .select('total')
      .executeTakeFirstOrThrow();
    expect(kept.total).toBe(1);
  });

  it('a stranger since then: his ownership was a mistake, nothing leaves, his neighbour gets his', async () => {
    const [gone, stays] = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const sent = await sendAs(po, mailing([gone, stays]));
    await sql`update ownership set ended_on = '2026-11-20', end_reason = 'ошибочная запись' where profile_id = ${gone}`.execute(
      t.deps.db,
    );
    await sql`update profile set po_id = ${w.siblingPo} where id = ${gone}`.execute(t.deps.db);
    // Past the minute of recalling.
    t.setNow('2026-11-20T09:02:00.000Z');
    await turn();
    t.setNow('2026-11-20T09:00:00.000Z');
    const rows = await messages(po, sent.id);
    const of = (id: number) => rows.find((row) => row.profile?.id === id);
    expect(of(gone)).toMatchObject({ status: 9, cost: 0, reason: 'связь с ПО закончилась после отправки рассылки' });
    expect(of(stays)!.status).not.toBe(9);
    const { rows: left } = await sql<{ state: string }>`select o.state from outbox o
      join notification_message m on m.outbox_id = o.id where m.profile_id = ${gone} and m.notification_id = ${sent.id}`.execute(
      t.deps.db,
    );
    expect(left).toEqual([{ state: 'cancelled' }]);
  });

  const agrees = (id: number, kind: ConsentKind) =>
    mo.call(addConsent, { params: { id }, body: { kind, signedAt: '2026-01-10' } });
  const takesBack = (id: number, kind: string) =>
    sql`update consent set revoked_at = '2026-11-20' where profile_id = ${id} and kind = ${kind}`.execute(t.deps.db);
  const noMember = (id: number) =>
    sql`update profile set is_voa_member = false, voa_status_id = 5 where id = ${id}`.execute(t.deps.db);
  it.each<[string, object, ConsentKind[], (id: number) => Promise<unknown>, [number, string | null]]>([
    ['advertising, by SMS', { kind: 'ads', channel: 'sms' }, ['ads'], (id) => takesBack(id, 'ads'), [8, WITHDRAWN]],
    ['advertising, by mail', { kind: 'ads', channel: 'email' }, ['ads'], (id) => takesBack(id, 'ads'), [8, WITHDRAWN]],
    ['letters', { channel: 'email' }, ['email_info'], (id) => takesBack(id, 'email_info'), [8, WITHDRAWN]],
    ['his data', { channel: 'email' }, ['pd_processing'], (id) => takesBack(id, 'pd_processing'), [8, WITHDRAWN]],
    ['membership, the only ground', { channel: 'email' }, [], noMember, [8, WITHDRAWN]],
    ['membership, where he agreed besides', { channel: 'email' }, ['pd_processing'], noMember, [0, null]],
    [
      'a mailbox that takes letters',
      { channel: 'email' },
      [],
      (id) => sql`update profile set bounced_key = md5(lower(email)) where id = ${id}`.execute(t.deps.db),
      [7, 'bounced'],
    ],
  ])('what waits for one who has no more %s', async (_, more, given, loses, [status, reason]) => {
    const id = await owner(mo, w.po, { sms: true, email: 'waits@example.ru' });
    for (const kind of given) expect((await agrees(id, kind)).status).toBe(200);
    const sent = await sendAs(po, mailing([id], { kind: 'news', sms_text: 'Охрана сменила телефон', ...more }));
    expect([sent.status, sent.body.total]).toEqual([200, 1]);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    expect((await messages(po, sent.id))[0]).toMatchObject({ status: 0 });
    await loses(id);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    expect((await messages(po, sent.id))[0]).toMatchObject({ status, reason });
  });

  it('whose card another took in since is written to by what stands on that one', async () => {
    const [goes, stays] = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po)];
    const sent = await sendAs(po, mailing([goes], { channel: 'sms' }));
    expect(sent.status, sent.text).toBe(200);
    await sql`update outbox set state = 'failed', failure = 'нет связи' where what = ${`notification:${sent.id}`}`.execute(
      t.deps.db,
    );
    await settleMessages(t.deps);
    for (const table of ['consent', 'ownership'])
      await sql`update ${sql.table(table)} set profile_id = ${stays} where profile_id = ${goes}`.execute(t.deps.db);
    await sql`update profile stays set phones = goes.phones from profile goes where stays.id = ${stays} and goes.id = ${goes}`.execute(
      t.deps.db,
    );
    await sql`update profile set merged_into = ${stays} where id = ${goes}`.execute(t.deps.db);
    expect((await po.call(contract.repeatNotification, { params: { id: sent.id } })).status).toBe(200);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    expect((await messages(po, sent.id))[0]).toMatchObject({ status: 0, reason: null });
    const { rows } = await sql<{ id: number }>`update consent set revoked_at = '2026-11-20'
      where profile_id = ${stays} returning id`.execute(t.deps.db);
    expect(rows).toHaveLength(1);
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    expect((await messages(po, sent.id))[0]).toMatchObject({ status: 8 });
  });

  it('an official who has left since gets nothing that waits for him, whatever it is', async () => {
    const [leaves, stays] = [await as(t, { po: w.po }), await as(t, { po: w.po })];
    const selection = { of: 'officials', all: false, included: [leaves.userId, stays.userId], excluded: [] };
    const body = mailing([], { kind: 'news', channel: 'email', selection });
    const sent = await sendAs(mo, body);
    expect([sent.status, sent.body.total]).toEqual([200, 2]);
    await sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at, created_at)
      select 'mail', 'report:1', 'user:' || id, email, 'Должники', 'Отчёт', '2026-11-20', '2026-11-20' from app_user
      where id in (${leaves.userId}, ${stays.userId})`.execute(t.deps.db);
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', leaves.userId).execute();
    await dropWithdrawn(t.deps.db, t.deps.clock.now());
    const states = async (receiver: Caller) =>
      (
        await sql<{ state: string }>`select state from outbox where receiver = ${`user:${receiver.userId}`}
          and what in ('report:1', ${`notification:${sent.id}`})`.execute(t.deps.db)
      ).rows.map(({ state }) => state);
    expect([await states(leaves), await states(stays)]).toEqual([
      ['cancelled', 'cancelled'],
      ['queued', 'queued'],
    ]);
    const told = (await messages(mo, sent.id)).map(({ status, reason }) => `${status} ${reason}`);
    expect(told.sort()).toEqual(['0 null', '7 учётная запись отключена']);
    expect((await card(mo, sent.id)).total).toBe(1);
  });

  it('a letter link: looking changes nothing, one click acts at once, per kind, again without harm', async () => {
    const id = await owner(mo, w.po, { email: 'leaves@example.ru' });
    const sent = await sendAs(po, mailing([id]));
    const row = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .select('extra')
      .executeTakeFirstOrThrow();
    const link = (row.extra as { headers: Record<string, string> }).headers['List-Unsubscribe']!;
    const token = /unsubscribe\/([^>]+)>/.exec(link)![1]!;
    const stranger = caller(t.app);
    const page = await stranger(unsubscribePage, { params: { token } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<button>')]);
    expect(await t.deps.db.selectFrom('unsubscription').where('profile_id', '=', id).selectAll().execute()).toEqual([]);
    const click = () =>
      t.app.inject({
        method: 'POST',
        url: `/unsubscribe/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect([(await click()).statusCode, (await click()).statusCode]).toEqual([200, 200]);
    expect((await messages(po, sent.id))[0]!.status).toBe(9);
    expect((await preview(po, mailing([id]))).receiverCounter.reasons).toEqual({ unsubscribed: 1 });
    expect((await preview(po, mailing([id], { kind: 'meeting' }))).receiverCounter.email).toBe(1);
    expect((await stranger(unsubscribe, { params: { token: `${token.slice(0, -1)}_` } })).status).toBe(404);
  });
});

describe('after it went', () => {
  it('unknown is never repeated; a person says what he knows', async () => {
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
    const sent = await sendAs(po, mailing(people));
    const rows = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .select('id')
      .orderBy('id')
      .execute();
    await t.deps.db
      .updateTable('outbox')
      .set({ state: 'unknown', failure: 'связь оборвалась' })
      .where('id', '=', rows[0]!.id)
      .execute();
    await t.deps.db
      .updateTable('outbox')
      .set({ state: 'failed', failure: 'неверный номер' })
      .where('id', '=', rows[1]!.id)
      .execute();
    await settleMessages(t.deps);
    expect(await card(po, sent.id)).toMatchObject({ status: 5, failed: 1, unknown: 1 });
    const repeated = await po.call(contract.repeatNotification, { params: { id: sent.id } });
    expect(repeated.body).toMatchObject({ status: 3, total: 2 });
    const now = await messages(po, sent.id);
    expect(now.map(({ status }) => status)).toEqual(expect.arrayContaining([0, 11]));
    const unknown = now.find(({ status }) => status === 11)!;
    const marked = await po.call(fates.markMessage, { params: { id: unknown.id }, body: { status: 2 } });
    expect(marked.body.status).toBe(2);
    expect((await po.call(fates.markMessage, { params: { id: unknown.id }, body: { status: 10 } })).status).toBe(422);
  });

  it('repeated at night of its place SMS wait and it says so, whoever repeats it', async () => {
    const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })], { channel: 'sms' }));
    const what = `notification:${sent.id}`;
    await sql`update outbox set state = 'failed', failure = 'нет связи' where what = ${what}`.execute(t.deps.db);
    await settleMessages(t.deps);
    const zone = (name: string) =>
      t.deps.db.updateTable('mo').set({ time_zone: name }).where('id', '=', w.mo).execute();
    // Where it is 21:00 now; the region has noon.
    await zone('Asia/Kamchatka');
    const above = await as(t, { region: w.region });
    const repeated = await above.call(contract.repeatNotification, { params: { id: sent.id } });
    await zone('Europe/Moscow');
    expect([repeated.status, repeated.body.pause_reason]).toEqual([200, 'СМС уйдут после 9:00: ночью не беспокоим']);
    const { rows } = await sql<{
      at: string;
    }>`select next_attempt_at as at from outbox where what = ${`${what}:2`}`.execute(t.deps.db);
    expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual(['2026-11-20T21:00:00.000Z']);
  });

  it('the limit of the month counts what left and what waits, not what was held back; a repeat is within it too', async () => {
    const chief = await as(t, { po: w.siblingPo });
    const people = [await owner(mo, w.siblingPo, { sms: true }), await owner(mo, w.siblingPo, { sms: true })];
    const limit = (roubles: number) =>
      t.deps.db.updateTable('po').set({ sms_limit_month: roubles }).where('id', '=', w.siblingPo).execute();
    const left = async () => (await preview(chief, mailing(people))).limit_left;
    await limit(100);
    expect(await left()).toBe(10_000);
    const { cost } = await preview(chief, mailing(people));
    const sent = await sendAs(chief, mailing(people));
    expect(await left()).toBe(10_000 - cost);
    await t.deps.db
      .updateTable('outbox')
      .set({ state: 'failed', failure: 'неверный номер' })
      .where('id', '=', (e) =>
        e
          .selectFrom('outbox')
          .where('what', '=', `notification:${sent.id}`)
          .select((of) => of.fn.max('id').as('id')),
      )
      .execute();
    t.setNow('2026-11-20T09:02:00.000Z');
    await turn();
    expect(await card(chief, sent.id)).toMatchObject({ status: 5, failed: 1, total: 2 });
    expect(await left()).toBe(10_000 - cost / 2);
    const repeat = () => chief.call(contract.repeatNotification, { params: { id: sent.id } });
    await limit(0);
    expect((await repeat()).body.errors).toEqual({ form: expect.stringContaining('СМС вашей организации запрещены') });
    await limit(Math.ceil(cost / 100) - 1);
    expect((await repeat()).body.errors).toEqual({ form: 'Лимит СМС на этот месяц меньше стоимости рассылки' });
    expect((await messages(chief, sent.id)).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      1, 6,
    ]);
    await limit(Math.ceil(cost / 100));
    expect((await repeat()).status).toBe(200);
    expect(await left()).toBe(Math.ceil(cost / 100) * 100 - cost);
    t.setNow('2026-11-20T09:00:00.000Z');
  });
});
