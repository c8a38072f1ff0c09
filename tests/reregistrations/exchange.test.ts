// Exchanges whose two halves differ: somebody stays, the days part, the garages lie in two ПО.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { repeatReregistration } from '../../contract/reregistrations/steps.ts';
import { doDue } from '../../server/jobs/due.ts';
import { completeDue } from '../../server/reregistrations/planned.ts';
import { exchangedOwners } from '../../server/reregistrations/rules/exchange.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, save, tariff } from './kit.ts';

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

const read = async (id: number, caller = mo): Promise<ReregistrationCard> =>
  (await caller.call(reregistrations.one, { params: { id } })).body;
const edit = async (id: number, body: object, caller = mo) =>
  caller.call(reregistrations.update, {
    params: { id },
    body: { ...body, version: (await read(id, caller)).version } as never,
  });
const owners = async (id: number) =>
  (await garageNow(mo, id)).owners.map(({ profile_id, share }) => [profile_id, share]);

it('who stays in one garage gets nothing of the other; who leaves takes what is left to him there', async () => {
  const [one, other] = [await ownedGarage(mo, w.po, 2), await ownedGarage(mo, w.po)];
  const [first, second] = one.owners;
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id, leaving: [first!.id] }));
  const pair = await read(card.pair_id!);
  expect(pair.form.newOwner.map(({ profileId }) => profileId)).toEqual([first!.profile_id]);
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  expect(await owners(one.id)).toEqual([
    [other.owners[0]!.profile_id, '1/2'],
    [second!.profile_id, '1/2'],
  ]);
  expect(await owners(other.id)).toEqual([[first!.profile_id, null]]);
});

it('who leaves the other garage is said in its own case, and the first follows', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po, 2)];
  const [first, second] = other.owners;
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  const changed = await edit(card.pair_id!, form(other.id, 4, { exchangeGarage: one.id, leaving: [second!.id] }));
  expect(changed.status, changed.text).toBe(200);
  const now = await read(card.id);
  expect(now.form.newOwner.map(({ profileId, share }) => [profileId, share])).toEqual([[second!.profile_id, null]]);
  const done = await move(mo, now, 'complete');
  expect(done.status, done.text).toBe(200);
  expect(await owners(one.id)).toEqual([[second!.profile_id, null]]);
  expect(new Map((await owners(other.id)) as [number, string][])).toEqual(
    new Map([
      [first!.profile_id, '1/2'],
      [one.owners[0]!.profile_id, '1/2'],
    ]),
  );
});

it('several who come share what is left in proportion to what they had', () => {
  const owner = (profile_id: number, share: string | null) => ({ profile_id, share, is_primary: false }) as never;
  const shares = (here: object, there: object) =>
    exchangedOwners(here as never, there as never).map(({ share }) => share);
  const comers = { leaving: [owner(1, '1/4'), owner(2, '1/2')], staying: [owner(3, '1/4')] };
  expect(shares({ leaving: [owner(5, '1/2')], staying: [owner(6, '1/2')] }, comers)).toEqual(['1/6', '1/3']);
  expect(shares({ leaving: [owner(5, null)], staying: [] }, comers)).toEqual(['1/3', '2/3']);
  expect(shares({ leaving: [owner(5, null)], staying: [owner(6, null)] }, comers)).toEqual([null, null]);
  // The finest share that is kept, and one that would be finer.
  const halves = { leaving: [owner(1, '1/2'), owner(2, '1/2')], staying: [owner(3, null)] };
  const finest = (share: string) => shares({ leaving: [owner(5, share)], staying: [owner(6, null)] }, halves);
  expect([finest('1/500'), finest('1/501')]).toEqual([
    ['1/1000', '1/1000'],
    [null, null],
  ]);
});

it('both halves change hands on one day, whichever half it is said in', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id, date: '2026-11-24' }));
  const moved = await edit(card.pair_id!, form(other.id, 4, { exchangeGarage: one.id, date: '2026-11-25' }));
  expect(moved.status, moved.text).toBe(200);
  const now = await read(card.id);
  expect([now.on_date, now.events[0]!.text]).toEqual([
    '2026-11-25',
    'Парное дело изменено: день обмена теперь 25.11.2026',
  ]);
  // A pair of before, whose days had parted.
  await t.deps.db.updateTable('reregistration').set({ on_date: '2026-11-26' }).where('id', '=', card.pair_id).execute();
  const refused = await move(mo, now, 'complete');
  expect(refused.body.errors.date).toContain(`В парном деле № ${card.pair_id} другая дата перехода: 26.11.2026`);
  await edit(card.id, form(one.id, 4, { exchangeGarage: other.id, date: '2026-11-25' }));
  expect((await move(mo, await read(card.id), 'complete')).body.is_planned).toBe(true);
  await doDue({ ...t.deps, clock: { now: () => new Date('2026-11-25T05:00:00Z') } } as never, [completeDue]);
  expect([(await read(card.id)).status, (await read(card.pair_id!)).status]).toEqual([3, 3]);
});

it('an exchange between two ПО that was returned is mended and sent again from either side, always whole', async () => {
  const sides = [w.po, w.siblingPo];
  const officials = [await as(t, { po: w.po }), await as(t, { po: w.siblingPo }), await as(t, { mo: w.mo })];
  for (const [nth, official] of officials.entries()) {
    const [one, other] = [await ownedGarage(mo, sides[0]!), await ownedGarage(mo, sides[1]!)];
    const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
    const back = await move(mo, card, 'return', { comment: 'Поправьте' });
    expect(back.status, back.text).toBe(200);
    const half = nth === 1 ? card.pair_id! : card.id;
    const said =
      nth === 1 ? form(other.id, 4, { exchangeGarage: one.id }) : form(one.id, 4, { exchangeGarage: other.id });
    const sent = await edit(half, { ...said, apply: true }, official);
    expect(sent.status, sent.text).toBe(200);
    expect([(await read(card.id)).status, (await read(card.pair_id!)).status]).toEqual([1, 1]);
  }
});

it('what is exchanged stays as it was applied for: neither the other garage nor the reason is changed', async () => {
  const [one, other, third] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  const refused = { exchangeGarage: 'Состав обмена не меняется: отзовите заявку и начните новую' };
  for (const body of [
    form(one.id, 4, { exchangeGarage: third.id }),
    form(one.id, 4),
    form(one.id, 2, { exchangeGarage: other.id, newOwner: [{ profileId: (await newPerson(mo, w.po)).id }] }),
  ])
    expect((await edit(card.id, body)).body.errors).toEqual(refused);
  expect((await edit(card.id, form(one.id, 4, { exchangeGarage: other.id }))).status).toBe(200);
});

it('half of an exchange never ends alone', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  await t.deps.db.updateTable('reregistration').set({ status: 6 }).where('id', '=', card.pair_id).execute();
  const refused = await move(mo, card, 'complete');
  expect(refused.body.errors.form).toBe(
    `Парное дело № ${card.pair_id} не в работе: обе половины обмена завершаются вместе`,
  );
});

it('an exchange across two ПО is withdrawn by who keeps both garages, not by one side alone', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.siblingPo)];
  const card = await save(mo, { ...form(one.id, 4, { exchangeGarage: other.id }), apply: true } as never);
  const side = await as(t, { po: w.po });
  const said = 'Второй гараж обмена в другом месте: отозвать заявку может её автор или тот, кто ведёт оба гаража';
  const seen = await read(card.id, side);
  expect(seen.steps.find(({ verb }) => verb === 'withdraw')?.refusal).toBe(said);
  const refused = await move(side, seen, 'withdraw', { comment: 'Передумали' });
  expect([refused.status, refused.body.message]).toEqual([403, said]);
  expect([(await read(card.id)).status, (await read(card.pair_id!)).status]).toEqual([1, 1]);
  const gone = await move(mo, await read(card.id), 'withdraw', { comment: 'Передумали' });
  expect(gone.status, gone.text).toBe(200);
  expect([(await read(card.id)).status, (await read(card.pair_id!)).status]).toEqual([4, 4]);
  for (const { id } of [one, other]) expect((await garageNow(mo, id)).reregistration_id).toBeNull();
});

it('how much the second garage owes is told to who keeps both, not to the official of another ПО', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.siblingPo)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  await charge(mo, other.id, 100_000);
  const told = async (who: Caller) =>
    (await read(card.id, who)).preview.checks.find(({ key }) => key === 'exchange_debt')?.text;
  expect(await told(mo)).toBe('По второму гаражу есть долг 1\u00a0000,00\u00a0₽: решите его в парном деле');
  expect(await told(await as(t, { po: w.po }))).toBe('По второму гаражу есть долг: решите его в парном деле');
});

it.each([
  ['-500', 'Доплата: сумма не может быть меньше нуля'],
  ['100,505', 'Доплата: копеек не больше двух цифр'],
  ['99999999999', 'Доплата: слишком большая сумма'],
  ['много', 'Доплата: это не сумма, напишите рубли и копейки, например 50 000,00'],
  ['0', 'Доплата: сумма должна быть больше нуля; нет доплаты — оставьте поле пустым'],
  ['50 000,50 ₽', undefined],
])('a surcharge «%s» is looked at as money', async (surcharge, text) => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  const body = { ...form(one.id, 4, { exchangeGarage: other.id, details: { surcharge } }), apply: true };
  const reply = await mo.call(reregistrations.create, { body: body as never });
  expect(reply.body.errors?.['details.surcharge']).toBe(text);
});

it('a garage that is named beside another reason is nobody’s other half: a case of it is not begun, its owners are not told', async () => {
  const there = await as(t, { mo: w.siblingMo });
  const [own, foreign] = [await ownedGarage(mo, w.po), await ownedGarage(there, w.cousinPo)];
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const side = await as(t, { po: w.po });
  const card = await save(side, { ...form(own.id, 1, { newOwner, exchangeGarage: foreign.id }), apply: true } as never);
  expect([card.status, card.pair_id, card.form.exchangeGarage]).toEqual([1, null, null]);
  expect(card.parties.filter((one) => one.side === 'new').map((one) => one.profile_id)).toEqual([
    newOwner[0]!.profileId,
  ]);
  expect((await garageNow(there, foreign.id)).reregistration_id).toBeNull();
  const cases = await there.call(reregistrations.list, {
    query: { filter: JSON.stringify({ garage: foreign.id }) } as never,
  });
  expect(cases.body).toEqual([]);
});

it('half of an annulled exchange across two ПО is not begun again by one side: it keeps one of the garages alone', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.siblingPo)];
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
  const done = await move(mo, card, 'complete');
  expect((await move(mo, done.body, 'annul', { comment: 'Ошиблись' })).status).toBe(200);
  const side = await as(t, { po: w.po });
  const repeat = await side.call(repeatReregistration, { params: { id: card.id } });
  const applied = await move(side, repeat.body, 'apply');
  expect([applied.status, applied.body.errors]).toEqual([422, { exchangeGarage: 'Гараж для обмена не найден' }]);
  expect((await garageNow(mo, other.id)).reregistration_id).toBeNull();
  const whole = await mo.call(repeatReregistration, { params: { id: card.id } });
  const sent = await move(mo, whole.body, 'apply');
  expect([sent.status, sent.body.status], sent.text).toEqual([200, 1]);
});

it('of two cases of the same garages at one moment one goes, and the other is told of it', async () => {
  const apply = (body: object) => mo.call(reregistrations.create, { body: { ...body, apply: true } as never });
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  for (let round = 0; round < 5; round += 1) {
    const [one, other, sold] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const crosswise = [
      form(one.id, 4, { exchangeGarage: other.id }),
      form(other.id, 4, { exchangeGarage: one.id }),
    ].map(apply);
    const twice = [1, 2].map(() => apply(form(sold.id, 1, { newOwner })));
    for (const both of [await Promise.all(crosswise), await Promise.all(twice)]) {
      const [went, told] = both.toSorted((a, b) => a.status - b.status);
      expect([went!.status, told!.status], told!.text).toEqual([200, 422]);
      expect(told!.text).toContain('уже идёт переоформление');
    }
  }
});
