// The check before sending: sides of the list, the facts it tells, SMS at night, urgent ones, what the evening leaves for the morning.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { exportReceivers, mailingReceivers } from '../../contract/notifications/checking.ts';
import * as contract from '../../contract/notifications.ts';
import { waitForMorning } from '../../server/notifications/delivering.ts';
import { quietStart, quietUntil } from '../../server/notifications/rules.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { addConsent } from '../../contract/profiles.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const side = async (who: Caller, body: object, more: object = {}) => {
  const answer = await who.call(mailingReceivers, { body: { ...body, ...more } as never });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe('who exactly', () => {
  it('three sides that sum to the people, by name, found by a word; addresses are masked', async () => {
    const reached = await owner(mo, w.po, { sms: true, phone: '+79001112233' });
    const left = await owner(mo, w.po, { phone: null });
    const again = await owner(mo, w.po, { sms: true });
    expect((await sendAs(po, mailing([again], { title: 'Вчерашняя' }))).status).toBe(200);
    const body = mailing([reached, left, again]);
    const seen = await side(po, body);
    expect(seen.counts).toEqual({ reached: 1, left: 1, skipped: 1 });
    expect(seen.rows).toMatchObject([{ id: reached, at: 0, channels: ['sms'], reason: null }]);
    expect(seen.rows[0].address).toMatch(/^\+7 \*\*\* \*\*\*-\d\d-\d\d$/);
    expect((await side(po, body, { side: 'left' })).rows).toMatchObject([{ id: left, reason: 'no_contact', at: null }]);
    expect((await side(po, body, { side: 'skipped' })).rows).toMatchObject([{ id: again, reason: 'repeated' }]);
    const { name } = seen.rows[0];
    expect((await side(po, body, { q: name.slice(0, 5).toUpperCase() })).total).toBe(1);
    expect((await side(po, body, { q: 'такогонет' })).total).toBe(0);
    const { repeated } = (await preview(po, body)).check;
    expect(repeated).toMatchObject({ people: 1, title: 'Вчерашняя' });
    expect((await side(po, mailing([]))).counts).toEqual({ reached: 0, left: 0, skipped: 0 });
  });

  it('a person of another place is on no side', async () => {
    const foreign = await as(t, { mo: w.foreignMo });
    const id = await owner(foreign, w.foreignPo, { sms: true });
    expect((await side(po, mailing([id]))).counts).toEqual({ reached: 0, left: 0, skipped: 0 });
  });

  it('what another place wrote to a person of both is not told, nor skipped for; its debt SMS count for the law alone', async () => {
    const foreign = await as(t, { mo: w.foreignMo });
    const id = await owner(mo, w.po, { sms: true });
    const { id: garage } = await newGarage(foreign, w.foreignPo);
    await t.deps.db
      .insertInto('ownership')
      .values({ garage_id: garage, profile_id: id, started_on: '2020-01-01', start_reason: 'sale' })
      .execute();
    await t.deps.db
      .insertInto('profile_place')
      .values({ profile_id: id, region_id: w.foreignRegion, mo_id: w.foreignMo, po_id: w.foreignPo })
      .execute();
    const elsewhere = mailing([id], { title: 'Чужая', kind: 'news', sms_text: 'Собрание в субботу' });
    const before = await preview(po, mailing([id], { skipRepeated: true }));
    expect((await sendAs(foreign, elsewhere)).status).toBe(200);
    const after = await preview(po, mailing([id], { skipRepeated: true }));
    const { counted_at: _then, ...was } = before.check;
    const { counted_at: _now, ...is } = after.check;
    expect({ ...after, check: is }).toEqual({ ...before, check: was });
    for (const nth of [1, 2])
      expect(
        (await sendAs(foreign, mailing([id], { title: `Долг ${nth}`, channel: 'sms', skipRepeated: false }))).status,
      ).toBe(200);
    expect((await side(po, mailing([id], { channel: 'sms' }))).counts).toEqual({ reached: 0, left: 0, skipped: 1 });
    expect((await preview(po, mailing([id], { channel: 'sms' }))).check.repeated).toBeNull();
  });

  it('the list is taken away as a table, and the journal says so', async () => {
    const id = await owner(mo, w.po, { sms: true });
    const file = await po.call(exportReceivers, { body: mailing([id], { title: 'Выгрузка' }) as never });
    expect(file.status).toBe(200);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.export')
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow();
    expect(line.text).toBe('Выгрузка получателей рассылки «Выгрузка»: строк 1');
  });

  it('the walk begins with the costliest, then an empty value, then the alphabet; the longest is whole', async () => {
    const person = async (lastName: string, garages: number) => {
      const { id } = await newPerson(mo, w.po, {
        lastName,
        isVOAMember: true,
        statusVoa: { id: 3 },
        voaEntryDate: '2010-01-01',
      });
      await mo.call(addConsent, { params: { id }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
      for (let nth = 0; nth < garages; nth += 1)
        await newGarage(mo, w.po, {
          section: lastName.slice(0, 1),
          number: String(nth + 1),
          alreadyExistProfile: [{ profileId: id }],
          ownedSince: '2020-01-01',
        });
      return id;
    };
    const people = [await person('Абрамов', 1), await person('Белов', 0), await person('Яковлев', 3)];
    const body = mailing(people, {
      sms_text: 'Собрание членов кооператива состоится в субботу в 12:00, {Гараж}',
      kind: 'news',
    });
    const order: string[] = [];
    for (let at = 0; at < 3; at += 1) order.push((await preview(po, { ...body, at })).sample!.name.split(' ')[0]!);
    expect(order).toEqual(['Яковлев', 'Белов', 'Абрамов']);
    const { check } = await preview(po, body);
    expect(check).toMatchObject({
      empty_people: 1,
      variables: ['Гараж'],
      empty: { variables: ['Гараж'], names: [expect.stringMatching(/^Белов /)] },
    });
    expect(check.longest!.name).toMatch(/^Яковлев/);
    expect(check.longest!.sms.length).toBe(check.longest!.units);
    expect(check.costliest).toEqual(check.longest);
  });
});

describe('quiet hours', () => {
  const night = '2026-11-20T20:00:00.000Z';
  const day = '2026-11-20T09:00:00.000Z';
  /** In Kamchatka it is 21:00 now, in Moscow noon. */
  const setZone = (zone: string) =>
    t.deps.db.updateTable('mo').set({ time_zone: zone }).where('id', '=', w.mo).execute();
  const nightly = () => setZone('Asia/Kamchatka');
  const daily = () => setZone('Europe/Moscow');
  const morning = '2026-11-20T21:00:00.000Z';

  it('begin at the evening of the place, also when asked at night and across half an hour of a zone', () => {
    const at = (moment: string, zone: string) => quietStart(new Date(moment), zone).toISOString();
    expect(at(day, 'Europe/Moscow')).toBe('2026-11-20T18:00:00.000Z');
    expect(at(night, 'Europe/Moscow')).toBe('2026-11-21T18:00:00.000Z');
    expect(at(day, 'Asia/Kamchatka')).toBe('2026-11-21T09:00:00.000Z');
    for (const zone of ['Europe/Kaliningrad', 'Asia/Yekaterinburg', 'Asia/Vladivostok'])
      for (let hour = 0; hour < 24; hour += 1) {
        const now = new Date(Date.parse(day) + hour * 3_600_000 + 1_234_000);
        const start = quietStart(now, zone);
        expect(quietUntil(start, zone), zone).not.toBeNull();
        expect(quietUntil(new Date(start.getTime() - 1), zone), zone).toBeNull();
      }
  });

  it('the end of a queue and a late attempt wait for the morning as well; an urgent mailing does not', async () => {
    const urgentBody = mailing([await owner(mo, w.po, { sms: true })], { kind: 'news', title: 'Прорыв трубы' });
    const usual = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
    await nightly();
    const urgent = await sendAs(mo, urgentBody, { urgentReason: 'Прорвало трубу, заливает гаражи' });
    expect(urgent.status, JSON.stringify(urgent.body)).toBe(200);
    const whens = async (id: number) =>
      (
        await t.deps.db
          .selectFrom('outbox')
          .where('what', '=', `notification:${id}`)
          .select('next_attempt_at')
          .execute()
      ).map((row) => new Date(row.next_attempt_at).toISOString());
    // Both queues are due: the evening was not long enough.
    await sql`update outbox set next_attempt_at = ${day} where what in (${`notification:${usual.id}`}, ${`notification:${urgent.id}`})`.execute(
      t.deps.db,
    );
    await waitForMorning(t.deps.db, t.deps.clock.now());
    expect([await whens(usual.id), await whens(urgent.id)]).toEqual([[morning], [day]]);
    const kept = (await po.call(contract.notifications.one, { params: { id: usual.id } })).body;
    expect(kept.pause_reason).toBe('СМС уйдут после 9:00: ночью не беспокоим');
    await daily();
    await sql`update outbox set next_attempt_at = ${day} where what = ${`notification:${usual.id}`}`.execute(t.deps.db);
    await waitForMorning(t.deps.db, t.deps.clock.now());
    expect((await po.call(contract.notifications.one, { params: { id: usual.id } })).body.pause_reason).toBeNull();
  });

  it('urgent at night: an МО with a typed reason, no debts and no advertisements; the journal keeps why', async () => {
    await nightly();
    const people = [await owner(mo, w.po, { sms: true })];
    const news = mailing(people, { kind: 'news', title: 'Авария' });
    expect((await preview(mo, news)).check.may_be_urgent).toBe(true);
    expect((await preview(po, news)).check.may_be_urgent).toBe(false);
    expect((await preview(mo, mailing(people))).check.may_be_urgent).toBe(false);
    const reason = { urgentReason: 'Прорвало трубу' };
    expect((await sendAs(po, news, reason)).body.errors).toEqual({ urgentReason: 'Срочные СМС ночью отправляет МО' });
    expect((await sendAs(mo, mailing(people), reason)).body.errors.urgentReason).toMatch('О долге');
    expect((await sendAs(mo, news, { urgentReason: 'ой' })).body.errors.urgentReason).toMatch('почему');
    const sent = await sendAs(mo, news, reason);
    await daily();
    expect(sent.body).toMatchObject({ status: 2, urgent_reason: 'Прорвало трубу', pause_reason: null });
    const row = await t.deps.db
      .selectFrom('outbox')
      .where('what', '=', `notification:${sent.id}`)
      .select('next_attempt_at')
      .executeTakeFirstOrThrow();
    expect(new Date(row.next_attempt_at).toISOString()).toBe('2026-11-20T09:01:00.000Z');
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'notification.send')
      .where('object_id', '=', sent.id)
      .select('text')
      .executeTakeFirstOrThrow();
    expect(line.text).toContain('Срочно, ночью: Прорвало трубу');
  });

  it('says before the evening how many SMS will not leave', async () => {
    const body = mailing([await owner(mo, w.po, { sms: true })], { kind: 'news' });
    expect((await preview(po, body)).check.quiet).toMatchObject({ late: 0, starts_at: '2026-11-20T18:00:00.000Z' });
    // A minute before the evening of Kamchatka, which is the minute of recalling.
    await nightly();
    t.setNow('2026-11-20T08:59:00.000Z');
    const seen = await preview(po, body);
    t.setNow(day);
    await daily();
    expect(seen.quiet_until).toBeNull();
    expect(seen.check.quiet.late).toBe(1);
  });
});
