// What a change of owners costs: the sum of a chain, membership, entrance, who pays; the tariffs as a superuser keeps them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Preview, ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import * as extra from '../../contract/reregistrations/tariffs.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, garageNow, inWork, move, ownedGarage, tariff, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  await tariff(t, 'heir', 50_000);
  await tariff(t, 'full', 150_000, { is_member: false });
  await tariff(t, 'full', 300_000, { is_member: true });
  await tariff(t, 'entrance', 100_000);
});
afterAll(() => t.close());

const person = async (more: object = {}) => ({ profileId: (await newPerson(mo, w.po, more)).id });
const member = { isVOAMember: true, voaEntryDate: '2011-04-03' };
const preview = async (garage: number, reason: number, more: object): Promise<Preview> => {
  const reply = await mo.call(steps.reregistrationPreview, {
    params: { id: garage },
    body: form(garage, reason, more) as never,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const term = (reason: number, change: object) =>
  root.call(extra.saveReregistrationTerm, {
    params: { id: reason },
    body: { days: 30, payer: 'new', coef: 1, ...change },
  });

describe('a chain', () => {
  const chainOf = async () => [
    { owner: await person(), date: '2026-09-02', reason: 3, paper: 'свид. 78 АВ № 3114377' },
    { owner: await person(), date: '2026-10-16', reason: 2, paper: 'договор от 16.10.2026' },
  ];

  it('costs what its changes cost, each by its own reason and person; the last one owes the sum', async () => {
    const garage = await ownedGarage(mo, w.po);
    const more = { newOwner: [await person(member)], alreadyExistTransitProfile: await chainOf(), keepHimself: false };
    const card = await inWork(mo, form(garage.id, 1, more));
    expect(card.preview.fee_parts.map(({ reason, kopecks }) => [reason, kopecks])).toEqual([
      [3, 50_000],
      [2, 150_000],
      [1, 300_000],
    ]);
    expect(card.preview.fee_kopecks).toBe(500_000);
    const line = card.preview.lines.find(({ key }) => key === 'fee')!;
    expect([line.kopecks, line.note]).toEqual([
      500_000,
      'начислим: новый владелец; наследование 500,00 ₽ + дарение 1 500,00 ₽ + купля-продажа 3 000,00 ₽'.replaceAll(
        /(?<=\d) (?=[\d₽])/g,
        '\u00a0',
      ),
    ]);
    const done = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect([done.status, done.body.fee_kopecks], done.text).toEqual([200, 500_000]);
    const now = await garageNow(mo, garage.id);
    expect(now.balance_kopecks).toBe(-500_000);
    const transit = await t.deps.db
      .selectFrom('ownership')
      .where('garage_id', '=', garage.id)
      .where('is_transit', '=', true)
      .orderBy('started_on')
      .select(['started_on', 'ended_on', 'start_reason'])
      .execute();
    expect(transit).toEqual([
      { started_on: '2026-09-02', ended_on: '2026-10-16', start_reason: 'Наследование' },
      { started_on: '2026-10-16', ended_on: TODAY, start_reason: 'Дарение' },
    ]);
    expect((await move(mo, done.body, 'annul', { comment: 'Ошиблись' })).status).toBe(200);
    expect((await garageNow(mo, garage.id)).balance_kopecks).toBe(0);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('costs a share of it where the superuser said so; five changes are the most', async () => {
    const garage = await ownedGarage(mo, w.po);
    const more = { newOwner: [await person(member)], alreadyExistTransitProfile: await chainOf(), keepHimself: false };
    expect((await term(1, { coef: 0.5 })).status).toBe(200);
    expect((await preview(garage.id, 1, more)).fee_kopecks).toBe(25_000 + 75_000 + 300_000);
    await term(1, {});
    const step = { owner: await person(), date: '2026-09-02', reason: 1, paper: null };
    const long = await mo.call(steps.reregistrationPreview, {
      params: { id: garage.id },
      body: form(garage.id, 1, { ...more, alreadyExistTransitProfile: Array(5).fill(step) }) as never,
    });
    expect(long.body.errors).toEqual({ alreadyExistTransitProfile: 'Не больше четырёх промежуточных владельцев' });
  });

  it('costs to the nearest kopeck where a share of it is no whole number of them', async () => {
    await tariff(t, 'relative', 33_333);
    const garage = await ownedGarage(mo, w.po);
    const chain = [{ owner: await person(), date: '2026-09-02', reason: 11, paper: null }];
    const more = { newOwner: [await person(member)], alreadyExistTransitProfile: chain, keepHimself: false };
    await term(1, { coef: 0.5 });
    expect((await preview(garage.id, 1, more)).fee_kopecks).toBe(16_667 + 300_000);
    await term(1, {});
  });

  it('with a change that no tariff knows says so', async () => {
    const garage = await ownedGarage(mo, w.po);
    const chain = [{ owner: await person(), date: '2026-09-02', reason: 5, paper: null }];
    const more = { newOwner: [await person(member)], alreadyExistTransitProfile: chain, keepHimself: false };
    const { checks } = await preview(garage.id, 1, more);
    expect(checks.find(({ key }) => key === 'fee')).toMatchObject({ state: 'warns' });
  });
});

describe('membership', () => {
  it('changes the fee before the eyes, of a person who is typed too', async () => {
    const garage = await ownedGarage(mo, w.po);
    const typed = (more: object) => ({
      newOwner: [{ person: { lastName: 'Новиков', firstName: 'Олег', phoneNumberList: [], ...more } }],
    });
    const stranger = await preview(garage.id, 1, typed({ isVOAMember: false }));
    const friend = await preview(garage.id, 1, typed(member));
    expect([stranger.fee_kopecks, stranger.entrance_kopecks]).toEqual([150_000, 100_000]);
    expect([friend.fee_kopecks, friend.entrance_kopecks]).toEqual([300_000, 0]);
    expect(stranger.after).toEqual({ name: 'Новиков Олег', kopecks: 250_000 });
  });

  it('of each of two heirs is asked alone: who is no member pays an entrance fee', async () => {
    const garage = await ownedGarage(mo, w.po);
    const newOwner = [
      { ...(await person(member)), share: '1/2', isPrimary: true },
      { ...(await person()), share: '1/2' },
    ];
    const card = await inWork(mo, form(garage.id, 3, { newOwner, date: '2026-03-01' }));
    const done = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect([done.body.fee_kopecks, done.body.entrance_kopecks], done.text).toEqual([50_000, 100_000]);
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('garage_id', '=', garage.id)
      .orderBy('accrual_type_id')
      .select(['owner_id', 'accrual_type_id', 'amount_kopecks'])
      .execute();
    expect(lines).toEqual([
      { owner_id: newOwner[1]!.profileId, accrual_type_id: 2, amount_kopecks: 100_000 },
      { owner_id: newOwner[0]!.profileId, accrual_type_id: 10, amount_kopecks: 50_000 },
    ]);
  });
});

it('an owner who is taken out: whom it costs is said and done, and his share stands in the card before and after', async () => {
  await tariff(t, 'half', 70_000);
  const garage = await ownedGarage(mo, w.po, 2);
  const [stays, leaves] = garage.owners;
  const shared = {
    ...form(garage.id, 13),
    newOwner: [],
    leaving: [],
    shares: { [stays!.id]: '1/4', [leaves!.id]: '3/4' },
  };
  const halves = await inWork(mo, shared);
  await move(mo, halves, 'complete', { expected: halves.preview.expected });
  const taken = { ...form(garage.id, 10), newOwner: [], leaving: [leaves!.id], shares: { [stays!.id]: '1/1' } };
  const card = await inWork(mo, taken);
  expect(card.parties.map(({ side, share }) => [side, share])).toEqual([['old', '3/4']]);
  expect(card.preview.payer_text).toBe(`${stays!.full_name}: нового владельца нет, платит остающийся`);
  expect(card.preview.lines.find(({ key }) => key === 'fee')!.note).toBe('начислим: остающийся владелец');
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  expect(done.status, done.text).toBe(200);
  expect((done.body as ReregistrationCard).parties.map(({ share }) => share)).toEqual(['3/4']);
  const fee = await t.deps.db
    .selectFrom('balance_operation')
    .where('garage_id', '=', garage.id)
    .where('accrual_type_id', '=', 10)
    .select(['owner_id', 'amount_kopecks'])
    .execute();
  expect(fee).toEqual([{ owner_id: stays!.profile_id, amount_kopecks: 70_000 }]);
});

it('the old owner pays where the superuser said so: his debt, not that of the new one', async () => {
  await term(1, { payer: 'old' });
  const garage = await ownedGarage(mo, w.po);
  const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person(member)] }));
  expect(card.preview.payer_text).toContain(garage.owners[0]!.full_name);
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  await term(1, {});
  expect(done.status, done.text).toBe(200);
  const now = await garageNow(mo, garage.id);
  expect([now.balance_kopecks, now.former_kopecks]).toEqual([0, 300_000]);
});

describe('tariffs', () => {
  const row = { group: 'court' as const, validFrom: '2026-01-01', amount: 120_000 };
  const create = (body: object) => root.call(extra.reregistrationTariffs.create, { body: { ...row, ...body } });
  const test = (more: object = {}) =>
    root.call(extra.testTariff, {
      body: { reason: 5, po: w.po, isMember: true, years: 6, date: TODAY, ...more },
    });

  it('are kept row by row, overlaps are named on both, the tester says which wins', async () => {
    const general = (await create({})).body;
    const near = (await create({ mo: w.mo, amount: 90_000 })).body;
    expect([general.overlaps, near.overlaps, near.mo_name]).toEqual([[], [], expect.stringContaining('Невское')]);
    expect((await test()).body).toMatchObject({
      kopecks: 90_000,
      winner: near.id,
      candidates: [near.id, general.id],
    });
    expect((await test({ po: w.cousinPo })).body).toMatchObject({ kopecks: 120_000, winner: general.id });
    const twin = (await create({ validFrom: '2026-06-01' })).body;
    expect(twin.overlaps).toEqual([general.id]);
    const list = await root.call(extra.reregistrationTariffs.list, { query: {} as never });
    const named = (list.body as { id: number; overlaps: number[] }[]).find(({ id }) => id === general.id)!;
    expect(named.overlaps).toEqual([twin.id]);
    const ended = await root.call(extra.reregistrationTariffs.update, {
      params: { id: general.id },
      body: { ...row, validTo: '2026-05-31', version: general.version },
    });
    expect([ended.status, ended.body.overlaps], ended.text).toEqual([200, []]);
    const late = await root.call(extra.reregistrationTariffs.update, {
      params: { id: general.id },
      body: { ...row, version: general.version },
    });
    expect([late.status, late.body.code]).toEqual([409, 'stale']);
  });

  it('with days the wrong way round, years of no member or a ПО of another МО are refused', async () => {
    const errors = async (body: object) => (await create(body)).body.errors;
    expect(await errors({ validTo: '2025-12-31' })).toEqual({ validTo: 'Конец раньше начала' });
    expect(await errors({ isMember: false, minYears: 5 })).toEqual({ minYears: 'Стаж бывает только у членов ВОА' });
    expect(await errors({ mo: w.mo, po: w.cousinPo })).toEqual({ po: 'Это ПО другого МО' });
    for (const [field, text] of [
      ['po', 'Выберите ПО'],
      ['mo', 'Выберите МО'],
    ] as const)
      expect(await errors({ [field]: 999_999 })).toEqual({ [field]: text });
    // One day is a term; a ПО says its МО by itself.
    const day = { po: w.po, validFrom: '2020-01-01', validTo: '2020-01-01' };
    for (const more of [{}, { mo: w.mo }]) expect((await create({ ...day, ...more })).status).toBe(200);
    expect(await errors({ amount: -1 })).toEqual({ amount: 'Сумма не может быть отрицательной' });
    expect((await test({ po: 999_999 })).body.errors).toEqual({ po: 'Выберите ПО' });
    expect((await term(1, { days: 0 })).body.errors).toEqual({ days: 'От 1 до 365 дней' });
  });

  it('are the superuser`s', async () => {
    expect(
      (await mo.call(extra.testTariff, { body: { reason: 5, po: w.po, isMember: true, years: 6, date: TODAY } }))
        .status,
    ).toBe(403);
  });
});
