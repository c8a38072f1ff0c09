// A case looked at again: its own preview, a debt that an error of the books leaves alone, what stands in the way of its annulment.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takePayment } from '../../contract/payments.ts';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { closeDay } from '../payments/desk.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, save, tariff, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await tariff(t, 'full', 300_000);
});
afterAll(() => t.close());

const newOwner = async () => [{ profileId: (await newPerson(mo, w.po)).id }];
const cardOf = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;
const obstacles = async (id: number) => (await cardOf(id)).annul_obstacles.map(({ text }) => text);

it('a preview of a case knows its own garage as its own; of a case that is not one’s own nothing is told', async () => {
  const garage = await ownedGarage(mo, w.po);
  const body = form(garage.id, 1, { newOwner: await newOwner() });
  const applied = await save(mo, { ...body, apply: true } as never);
  const ask = (more: object, who = mo) =>
    who.call(steps.reregistrationPreview, { params: { id: garage.id }, body: { ...body, ...more } as never });
  const states = async (more: object) =>
    (await ask(more)).body.checks
      .filter(({ key }: { key: string }) => key === 'garage')
      .map(({ state, text }: { state: string; text: string }) => [state, text]);
  expect(await states({ case: applied.id })).toEqual([['ok', 'Гараж свободен для переоформления']]);
  expect(await states({})).toEqual([['blocks', `По гаражу уже идёт переоформление № ${applied.id}`]]);
  const sibling = await as(t, { po: w.siblingPo });
  const own = form((await ownedGarage(mo, w.siblingPo)).id, 1);
  const foreign = await sibling.call(steps.reregistrationPreview, {
    params: { id: own.garage },
    body: { ...own, case: applied.id } as never,
  });
  expect(foreign.status).toBe(404);
});

it('an error of the books moves no debt, whatever was answered before', async () => {
  const garage = await ownedGarage(mo, w.po);
  await charge(mo, garage.id, 50_000);
  const card = await inWork(mo, form(garage.id, 13, { newOwner: await newOwner(), debtAnswer: 'stays_old' }));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  expect(await garageNow(mo, garage.id)).toMatchObject({ balance_kopecks: -50_000, former_kopecks: 0 });
});

it('a case that does not know what was before it is not annulled', async () => {
  const garage = await ownedGarage(mo, w.po);
  const done = (await move(mo, await inWork(mo, form(garage.id, 1, { newOwner: await newOwner() })), 'complete')).body;
  await t.deps.db.updateTable('reregistration').set({ outcome: null }).where('id', '=', done.id).execute();
  expect(await obstacles(done.id)).toEqual(['У этого дела нет записи о том, что было до него']);
  const refused = await move(mo, await cardOf(done.id), 'annul', { comment: 'Ошиблись' });
  expect(refused.status).toBe(422);
  expect((await garageNow(mo, garage.id)).owners[0]!.profile_id).not.toBe(garage.owners[0]!.profile_id);
});

it('books closed up to the day itself stand in the way, once for both halves of an exchange', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  const closed = (day: string | null) =>
    t.deps.db.updateTable('mo').set({ period_closed_until: day }).where('id', '=', w.mo).execute();
  await closed(TODAY);
  expect(await obstacles(card.id)).toEqual(['Период закрыт до 20.11.2026']);
  await closed('2026-11-19');
  expect(await obstacles(card.id)).toEqual([]);
  await closed(null);
});

it('a payment since has one answer, which a desk that is closed for the day can not carry out', async () => {
  const place = await world(t.deps.db);
  const [head, chief] = [await as(t, { mo: place.mo }), await as(t, { mo: place.mo, isSuperuser: 2 })];
  const garage = await ownedGarage(head, place.po);
  const buyer = await newPerson(head, place.po);
  const his = { alreadyExistProfile: [{ profileId: buyer.id, isPrimary: true }], ownedSince: '2020-01-01' };
  const [first, second] = [await newGarage(head, place.po, his), await newGarage(head, place.po, his)];
  const sale = await inWork(head, form(garage.id, 1, { newOwner: [{ profileId: buyer.id }] }));
  const done = (await move(head, sale, 'complete')).body as ReregistrationCard;
  const taken = await head.call(takePayment, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      date: TODAY,
      paymentType: 1,
      lines: [{ garage: garage.id, amount: 1_000 }],
    },
  });
  expect(taken.status, taken.text).toBe(200);
  const id = taken.body.lines[0].id as number;
  const now = async (): Promise<ReregistrationCard> =>
    (await head.call(reregistrations.one, { params: { id: done.id } })).body;
  expect((await move(head, await now(), 'ask_annul', { comment: 'Ошиблись' })).status).toBe(200);
  const answer = async (payments: object[]) => move(chief, await now(), 'annul', { comment: 'Подтверждаю', payments });
  const twice = await answer([
    { id, answer: 'keep' },
    { id, answer: 'return' },
  ]);
  expect(twice.body.errors).toEqual({ [`payments.${id}`]: 'Решите, что с этой оплатой' });
  expect((await closeDay(head, 1, 1_000, { po: place.po })).status).toBe(200);
  for (const given of [
    { id, answer: 'return' },
    { id, answer: 'move', garage: first.id },
  ])
    expect((await answer([given])).body.errors[`payments.${id}`]).toMatch(/^Касса .* за 20\.11\.2026 закрыта/);
  await t.deps.db.deleteFrom('cash_day').where('po_id', '=', place.po).execute();
  const moved = await answer([{ id, answer: 'move', garage: second.id }]);
  expect(moved.status, moved.text).toBe(200);
  expect((await garageNow(head, second.id)).balance_kopecks).toBe(1_000);
  const source = await t.deps.db
    .selectFrom('contribution')
    .innerJoin('balance_operation as o', 'o.contribution_id', 'contribution.id')
    .where('o.garage_id', '=', second.id)
    .select('contribution.source')
    .executeTakeFirstOrThrow();
  expect(source).toEqual({ source: 'desk' });
});
