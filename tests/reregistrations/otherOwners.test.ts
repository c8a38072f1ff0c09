// Owners that are no people: an organisation, what a dead person left. Entered in a case like a person, told from one on the card.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profiles } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, tariff } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await tariff(t, 'full', 300_000);
  await tariff(t, 'court', 100_000);
  await tariff(t, 'entrance', 50_000);
});
afterAll(() => t.close());

const firm = (more: object = {}) => ({
  person: { kind: 'organisation', lastName: 'ООО «Гаражстрой»', inn: '7707083893', isVOAMember: false, ...more },
});
const refusal = async (garage: number, reason: number, owner: object): Promise<Record<string, string>> => {
  const body = { ...form(garage, reason, { newOwner: [owner] }), apply: true } as never;
  return (await mo.call(reregistrations.create, { body })).body.errors;
};

it('an organisation buys: no passport is asked for, no entrance fee is taken, its card has an ИНН', async () => {
  const garage = await ownedGarage(mo, w.po);
  const wrong = await refusal(garage.id, 1, firm({ inn: '7707083894', isVOAMember: true, birthday: '1990-01-01' }));
  expect(wrong).toEqual({
    'newOwner.0.person.inn': 'Проверьте ИНН: контрольная цифра не сходится',
    'newOwner.0.person.isVOAMember': 'Членом ВОА бывает только человек',
    'newOwner.0.person.birthday': 'Дата рождения бывает только у человека',
    'newOwner.0.person.voaEntryDate': 'Укажите дату вступления в ВОА',
  });
  expect(await refusal(garage.id, 1, firm({ inn: '' }))).toEqual({
    'newOwner.0.person.inn': 'Укажите ИНН организации',
  });

  const card = await inWork(mo, form(garage.id, 1, { newOwner: [firm()] }));
  expect(card.preview.checks.filter(({ state, key }) => state !== 'ok' && key.startsWith('newOwner'))).toEqual([]);
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  expect(done.status, done.text).toBe(200);
  expect([done.body.fee_kopecks, done.body.entrance_kopecks]).toEqual([300_000, 0]);
  const [owner] = (await garageNow(mo, garage.id)).owners;
  expect(owner!.full_name.trim()).toBe('ООО «Гаражстрой»');
  const shown = (await mo.call(profiles.one, { params: { id: owner!.profile_id } })).body;
  expect([shown.kind, shown.inn, shown.birthday, shown.isVOAMember]).toEqual([
    'organisation',
    '7707083893',
    null,
    false,
  ]);

  const again = await refusal((await ownedGarage(mo, w.po)).id, 1, firm());
  expect(again['newOwner.0.person.inn']).toContain('Уже есть в базе: ООО «Гаражстрой»');
});

it('an estate owns until the heirs come: it owes, and its card says whose it is', async () => {
  const garage = await ownedGarage(mo, w.po);
  const [dead] = garage.owners;
  const estate = (more: object = {}) => ({
    person: { kind: 'estate', lastName: `Наследство: ${dead!.full_name}`, isVOAMember: false, ...more },
  });
  expect(await refusal(garage.id, 5, estate())).toEqual({
    'newOwner.0.person.estateOf': 'Выберите, чьё наследство',
  });
  const foreign = await as(t, { mo: w.foreignMo });
  const stranger = (await ownedGarage(foreign, w.foreignPo)).owners[0]!;
  expect(await refusal(garage.id, 5, estate({ estateOf: stranger.profile_id }))).toEqual({
    'newOwner.0.person.estateOf': 'Человек не найден',
  });
  await charge(mo, garage.id, 200_000);
  const newOwner = [estate({ estateOf: dead!.profile_id, phoneNumberList: ['+79000000001'] })];
  const card = await inWork(mo, form(garage.id, 5, { newOwner, debtAnswer: 'moves_new' }));
  const done = await move(mo, card, 'complete', { expected: card.preview.expected });
  expect(done.status, done.text).toBe(200);
  const now = await garageNow(mo, garage.id);
  expect([now.owners[0]!.full_name.trim(), now.balance_kopecks]).toEqual([
    `Наследство: ${dead!.full_name}`,
    -(200_000 + 100_000),
  ]);
  const shown = (await mo.call(profiles.one, { params: { id: now.owners[0]!.profile_id } })).body;
  expect([shown.kind, shown.estate_of]).toEqual(['estate', { id: dead!.profile_id, name: dead!.full_name }]);
});
