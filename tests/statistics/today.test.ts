// The cockpit: each check counts what its worklist shows, the score is what its parts leave, nobody sees another place.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debtAgeing, type OwingGarage } from '../../contract/balance.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { garages } from '../../contract/garages.ts';
import { notifications } from '../../contract/notifications.ts';
import { profiles } from '../../contract/profiles.ts';
import { statCharts, type StatCharts } from '../../contract/statistics.ts';
import { saveHabit, userHabits } from '../../contract/habits.ts';
import * as c from '../../contract/today.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { postLines, type TestLine } from '../balance/posting.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  const one = await newPerson(mo, w.po);
  const silent = await newPerson(mo, w.po, { phoneNumberList: [], birthday: null });
  await newPerson(mo, w.siblingPo, { phoneNumberList: [] });
  await t.deps.db
    .updateTable('profile')
    .set({ privilege_id: 1, privilege_end_date: '2026-12-01' })
    .where('id', '=', one.id)
    .execute();
  await t.deps.db
    .updateTable('profile')
    .set({ privilege_id: 1, privilege_end_date: '2026-11-01' })
    .where('id', '=', silent.id)
    .execute();
  const first = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: one.id }], ownedSince: '2020-01-01' });
  await newGarage(mo, w.po);
  for (const [days, status] of [
    [8, 1],
    [3, 2],
  ])
    await t.deps.db
      .insertInto('reregistration')
      .values({
        garage_id: status === 1 ? first.id : (await newGarage(mo, w.po)).id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.po,
        status: status!,
        reason_id: 1,
        date_request: '2026-11-01',
        on_date: '2026-11-01',
        author_id: mo.userId,
        last_event_at: new Date(Date.UTC(2026, 10, 20 - days!)).toISOString(),
      })
      .execute();
  await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-08-31' }).where('id', '=', w.mo).execute();
});
afterAll(() => t.close());

const cockpit = async (who: Caller): Promise<c.TodayReply> => {
  const reply = await who.call(c.today);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const countOf = (reply: c.TodayReply, check: c.Check) => reply.waiting.find((one) => one.check === check)?.count;
const total = async (who: Caller, list: typeof profiles.list | typeof garages.list, filter: object) => {
  const { headers } = await who.call(list, { query: { filter, range: '[0,0]' } });
  return Number(String(headers['content-range']).split('/')[1]);
};

it('each check counts its worklist', async () => {
  for (const who of [
    po,
    await as(t, { mo: w.mo }),
    await as(t, { po: w.siblingPo }),
    await as(t, { region: w.foreignRegion }),
  ]) {
    const reply = await cockpit(who);
    expect(countOf(reply, 'privileges_soon')).toBe(await total(who, profiles.list, { privilegeState: 'expires30' }));
    expect(countOf(reply, 'privileges_expired')).toBe(await total(who, profiles.list, { privilegeState: 'expired' }));
    expect(countOf(reply, 'no_owner')).toBe(await total(who, garages.list, { profileCounter: 'none' }));
    expect([reply.quality.garages, reply.quality.people, reply.quality.members]).toEqual([
      await total(who, garages.list, {}),
      await total(who, profiles.list, {}),
      await total(who, profiles.list, { voa: 'member' }),
    ]);
    const part = (name: c.QualityPart) => reply.quality.parts.find((one) => one.part === name)!.missing;
    expect(part('phone')).toBe(await total(who, profiles.list, { contacts: 'no_phone' }));
    expect(part('consent')).toBe(await total(who, profiles.list, { consent: 'none' }));
    expect(part('confirmed')).toBe(await total(who, profiles.list, { confirmed: 'older_12m' }));
  }
});

it('what waits at a ПО', async () => {
  const reply = await cockpit(po);
  expect([reply.day, countOf(reply, 'cases'), countOf(reply, 'month')]).toEqual(['2026-11-20', 1, 2]);
  expect([countOf(reply, 'privileges_soon'), countOf(reply, 'privileges_expired'), countOf(reply, 'no_owner')]).toEqual(
    [1, 1, 2],
  );
  expect(reply.debt?.line.at(-1)).toEqual({ on: '2026-11-20', kopecks: reply.debt?.now_kopecks });
  expect(reply.debt?.line).toHaveLength(12);
});

it('the score is what its parts leave, and it mends by what was promised', async () => {
  const { quality } = await cockpit(po);
  const lost = quality.parts.reduce((sum, part) => sum + part.gain, 0);
  expect(quality.score).toBeCloseTo(100 - lost, 0);
  const gain = quality.parts.find((one) => one.part === 'phone')!.gain;
  await t.deps.db
    .updateTable('profile')
    .set({ phones: ['+79001112233'] })
    .where('po_id', '=', w.po)
    .where((e) => e(e.fn('cardinality', ['phones']), '=', 0))
    .execute();
  expect((await cockpit(po)).quality.score).toBeCloseTo(quality.score! + gain, 1);
});

it('each list of what is missing is its count, and filling it gives the gain that was shown', async () => {
  await newPerson(await as(t, { mo: w.mo }), w.po, { birthday: '1970-01-01', phoneNumberList: [] });
  await newPerson(await as(t, { mo: w.mo }), w.po, { birthday: '1970-01-01', phoneNumberList: [] });
  await t.deps.db
    .updateTable('profile')
    .set({ registration_address: null, last_name: 'Двойников', first_name: 'Пётр', father_name: 'Ильич' })
    .where('birthday', '=', '1970-01-01')
    .execute();
  const { quality } = await cockpit(po);
  const lists = { birthday: { lacks: 'birthday' }, address: { lacks: 'address' }, duplicates: { lacks: 'duplicates' } };
  for (const [part, filter] of Object.entries(lists)) {
    const { missing } = quality.parts.find((one) => one.part === part)!;
    expect([part, missing]).toEqual([part, await total(po, profiles.list, filter)]);
    expect(missing, part).toBeGreaterThan(0);
  }
  expect(quality.parts.find((one) => one.part === 'duplicates')!.missing).toBe(2);
  const mend: Record<string, object> = {
    birthday: { birthday: '1981-02-03' },
    address: { registration_address: 'г. Тула, ул. Мира, д. 1' },
    confirmed: { confirmed_at: '2026-11-20' },
  };
  for (const [part, values] of Object.entries(mend)) {
    const before = (await cockpit(po)).quality;
    const { gain } = before.parts.find((one) => one.part === part)!;
    expect(gain, part).toBeGreaterThan(0);
    const lacking =
      part === 'confirmed' ? sql<boolean>`true` : sql<boolean>`${sql.ref(Object.keys(values)[0]!)} is null`;
    await t.deps.db.updateTable('profile').set(values).where('po_id', '=', w.po).where(lacking).execute();
    // Both are told to a tenth.
    const grown = (await cockpit(po)).quality.score! - before.score!;
    expect(Math.abs(grown - gain), part).toBeLessThan(0.11);
  }
});

it('an organisation and an estate lack neither a birthday nor a consent', async () => {
  const place = await world(t.deps.db);
  const [chief, here] = [await as(t, { mo: place.mo }), await as(t, { po: place.po })];
  for (const kind of ['organisation', 'estate', 'person']) {
    const { id } = await newPerson(chief, place.po, { birthday: null });
    await t.deps.db.updateTable('profile').set({ kind }).where('id', '=', id).execute();
  }
  for (const who of [chief, here]) {
    const { parts } = (await cockpit(who)).quality;
    for (const [part, filter] of [
      ['birthday', { lacks: 'birthday' }],
      ['consent', { consent: 'none' }],
    ] as const) {
      expect([part, parts.find((one) => one.part === part)!.missing]).toEqual([part, 1]);
      expect([part, await total(who, profiles.list, filter)]).toEqual([part, 1]);
    }
    const { body } = await who.call(statCharts, { params: { tab: 'profile' }, query: { filter: '{}' } });
    const bars = (body as StatCharts).lacks;
    expect(bars.find(({ key }) => key === 'no_consent')!.count).toBe(1);
  }
});

it('consents, owners and duplicates that are put right give the gain that was shown', async () => {
  const mo = await as(t, { mo: w.mo });
  const twins = [
    await newPerson(mo, w.po, {
      lastName: 'Близнецов',
      firstName: 'Пётр',
      fatherName: 'Ильич',
      birthday: '1971-01-01',
    }),
    await newPerson(mo, w.po, {
      lastName: 'Близнецов',
      firstName: 'Пётр',
      fatherName: 'Ильич',
      birthday: '1971-01-01',
    }),
  ];
  await newGarage(mo, w.po);
  const lackOf = async (part: c.QualityPart) =>
    (await cockpit(po)).quality.parts.find((one) => one.part === part)!.missing;
  expect([await lackOf('consent'), await lackOf('owner'), await lackOf('duplicates')].every((count) => count > 0)).toBe(
    true,
  );
  const mend: Partial<Record<c.QualityPart, () => Promise<unknown>>> = {
    consent: () =>
      sql`insert into consent (profile_id, kind, signed_at) select id, 'pd_processing', '2026-01-10' from profile where po_id = ${w.po}
      and not exists (select 1 from consent c where c.profile_id = profile.id and c.kind = 'pd_processing' and c.revoked_at is null)`.execute(
        t.deps.db,
      ),
    owner: () =>
      sql`with owned as (insert into ownership (garage_id, profile_id, started_on, is_primary)
        select id, ${twins[0]!.id}, '2026-01-01', true from garage where po_id = ${w.po} and is_active and owners_key = '' returning garage_id)
        update garage set owners_key = 'близнецов петр ильич' where id in (select garage_id from owned)`.execute(
        t.deps.db,
      ),
    // Every namesake of the same birthday is given a day of his own.
    duplicates: () =>
      sql`update profile p set birthday = date '1950-01-01' + p.id where p.po_id = ${w.po} and p.birthday is not null`.execute(
        t.deps.db,
      ),
  };
  for (const [part, put] of Object.entries(mend) as [c.QualityPart, () => Promise<unknown>][]) {
    const before = (await cockpit(po)).quality;
    const { gain } = before.parts.find((one) => one.part === part)!;
    expect(gain, part).toBeGreaterThan(0);
    await put();
    const after = (await cockpit(po)).quality;
    expect(
      after.parts.find((one) => one.part === part),
      part,
    ).toMatchObject({ missing: 0, gain: 0 });
    // Both are told to a tenth.
    expect(Math.abs(after.score! - before.score! - gain), part).toBeLessThan(0.11);
  }
});

it('money and letters are told to those who may read them', async () => {
  const checks = async (who: Caller) => (await cockpit(who)).waiting.map((one) => one.check);
  const clerk = await as(t, { po: w.po, capabilities: [1] });
  expect((await cockpit(clerk)).debt).toBeNull();
  for (const money of ['bank_rows', 'statement', 'month', 'cash_days'])
    expect(await checks(clerk)).not.toContain(money);
  expect(await checks(clerk)).not.toContain('letters');
  expect(await checks(await as(t, { region: w.region, isSuperuser: 2 }))).toContain('letters');
});

it('mailings that lately reached not everybody are told to those who may send, as many as the journal shows', async () => {
  const place = { region_id: w.region, mo_id: w.mo };
  const sent = (po_id: number, title: string, failed: number, started_at: string) => ({
    ...place,
    po_id,
    title,
    failed,
    started_at,
    status: 5,
    created_by: po.userId,
    sent_from: 'КАС',
    selection: '{}',
  });
  await t.deps.db
    .insertInto('notification')
    .values([
      sent(w.po, 'не дошла до двоих', 2, '2026-11-18T09:00:00Z'),
      sent(w.po, 'дошла до всех', 0, '2026-11-18T10:00:00Z'),
      sent(w.po, 'давняя', 2, '2026-10-01T09:00:00Z'),
      // An evening of Greenwich is the next day in Moscow.
      sent(w.siblingPo, 'соседняя', 1, '2026-11-16T22:30:00Z'),
    ])
    .execute();
  const names = async (who: Caller) => {
    const { body } = await who.call(notifications.list, { query: { filter: { failedFilter: true } } });
    return body.map((row: { title: string }) => row.title).toSorted();
  };
  const told = async (who: Caller) => (await cockpit(who)).waiting.find((one) => one.check === 'mailings');
  expect(await names(po)).toEqual(['не дошла до двоих']);
  expect(await told(po)).toMatchObject({ count: 1, since: '2026-11-18' });
  const mo = await as(t, { mo: w.mo });
  expect(await names(mo)).toEqual(['не дошла до двоих', 'соседняя']);
  expect(await told(mo)).toMatchObject({ count: 2, since: '2026-11-17' });
  expect(await told(await as(t, { region: w.foreignRegion }))).toMatchObject({ count: 0 });
  expect(await told(await as(t, { po: w.po, capabilities: [1, 2] }))).toBeUndefined();
});

it('what opens after signing in follows the person', async () => {
  const kept = await po.call(saveHabit, { params: { key: 'home.first' }, body: { value: { today: true } } });
  expect(kept.status).toBe(200);
  expect((await po.call(userHabits)).body.data['home.first']).toEqual({ today: true });
});

it('the line of the year tells the debt as each month began, money set aside too', async () => {
  const garage = (await newGarage(await as(t, { mo: w.mo }), w.po)).id;
  const line = (sign: 1 | -1, amount_kopecks: number, on_date: string, year: number, pays: boolean): TestLine => ({
    garage_id: garage,
    sign,
    amount_kopecks,
    accrual_type_id: 3,
    payment_type_id: pays ? 1 : null,
    period_year: year,
    on_date,
  });
  await postLines(t, w, [
    line(-1, 70_000, '2025-12-10', 2025, false),
    // Waits for the charge of May and closes nothing meanwhile.
    line(1, 30_000, '2026-02-10', 2026, true),
    line(-1, 50_000, '2026-05-10', 2026, false),
    line(1, 20_000, '2026-08-10', 2025, true),
  ]);
  const { debt } = await cockpit(po);
  const began = new Map(debt!.line.slice(0, -1).map((one) => [one.on, one.kopecks]));
  expect(began.size).toBe(11);
  const moved = (month: string, before: string) => began.get(`2026-${month}-01`)! - began.get(`2026-${before}-01`)!;
  expect(began.get('2026-01-01')).toBe(70_000);
  expect([moved('03', '02'), moved('06', '05'), moved('09', '08')]).toEqual([0, 20_000, -20_000]);
});

it('of the debt it tells apart what the day to pay by has passed for', async () => {
  const mo = await as(t, { mo: w.mo });
  const { id } = await newGarage(mo, w.po);
  const before = (await cockpit(po)).debt!;
  const charge = async (type: number, kopecks: number, more: object) => {
    const body = {
      isAllGaragSelected: false,
      includedGarages: [id],
      accrualType: { value: type },
      contributionAmount: kopecks,
      contributionPeriod: 2026,
      idempotencyKey: randomUUID(),
      expected: { garages: 1, amount_kopecks: kopecks },
      contributionDate: '2026-11-02',
      ...more,
    };
    const done = await mo.call(postAccrual, { body });
    expect(done.status, done.text).toBe(200);
  };
  // Own day behind, own day ahead, 30 days that have not passed, 30 days that have.
  await charge(4, 10_000, { dueOn: '2026-11-10' });
  await charge(3, 20_000, { dueOn: '2026-12-31' });
  await charge(9, 40_000, {});
  await charge(7, 80_000, { contributionDate: '2026-09-01' });
  const after = (await cockpit(po)).debt!;
  expect(after.now_kopecks - before.now_kopecks).toBe(150_000);
  expect(after.overdue_kopecks - before.overdue_kopecks).toBe(90_000);
});

it('the largest debts are the twenty of the page of ages, of the place alone and for those who read money', async () => {
  const own = await world(t.deps.db);
  const [chief, cousin] = [await as(t, { mo: own.mo }), await as(t, { mo: own.siblingMo })];
  const owe = (garage_id: number, nth: number): TestLine => ({
    garage_id,
    sign: -1,
    amount_kopecks: 1_000 + nth,
    accrual_type_id: 1,
    payment_type_id: null,
    period_year: 2026,
    on_date: '2026-10-01',
  });
  const owner = await newPerson(chief, own.po);
  const rich = await newGarage(chief, own.po, {
    alreadyExistProfile: [{ profileId: owner.id }],
    ownedSince: '2020-01-01',
  });
  await postLines(t, own, [owe(rich.id, 9_000)]);
  for (let nth = 0; nth < 21; nth += 1) {
    const { id } = await newGarage(chief, own.siblingPo);
    await postLines(t, { ...own, po: own.siblingPo }, [owe(id, nth)]);
  }
  const far = await newGarage(cousin, own.cousinPo);
  await postLines(t, { ...own, mo: own.siblingMo, po: own.cousinPo }, [owe(far.id, 500_000)]);
  for (const [who, first, many] of [
    [chief, rich.id, 20],
    [cousin, far.id, 1],
    [await as(t, { po: own.po }), rich.id, 1],
    [await as(t, { region: own.region }), far.id, 20],
  ] as const) {
    const { debt } = await cockpit(who);
    expect([debt!.top.length, debt!.top[0]!.id]).toEqual([many, first]);
    const { body } = await who.call(debtAgeing, {});
    const told = ({ id, debt_kopecks, owners }: OwingGarage) => ({ id, debt_kopecks, owners });
    expect(debt!.top.map(told)).toEqual(body.top.map(told));
  }
  expect((await cockpit(chief)).debt!.top[0]!.owners).toEqual([{ id: owner.id, full_name: owner.full_name }]);
  expect((await cockpit(await as(t, { mo: own.mo, capabilities: [1] }))).debt).toBeNull();
});
