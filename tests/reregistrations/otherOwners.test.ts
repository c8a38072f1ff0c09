// Owners that are no people: an organisation, what a dead person left. Entered in a case like a person, told from one on the card.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { profiles, type ProfileCard } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { reregistrationStart } from '../../contract/reregistrations/steps.ts';
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

const logOf = (id: number, verb: string) =>
  t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .where('verb', '=', verb)
    .orderBy('id', 'desc')
    .select(['text', 'before', 'after'])
    .executeTakeFirstOrThrow();
const created = async (body: object): Promise<ProfileCard> => {
  const reply = await mo.call(profiles.create, { body: { isVOAMember: false, po: w.po, ...body } as never });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const update = (id: number, version: number, more: object) =>
  mo.call(profiles.update, { params: { id }, body: { isVOAMember: false, version, ...more } as never });

it('an organisation is corrected by its name and its ИНН; what only a person has is refused at its field', async () => {
  const { id, version } = await created({ kind: 'organisation', lastName: 'ООО «Старт»', inn: '7801234564' });
  await created({ kind: 'organisation', lastName: 'ООО «Другая»', inn: '7728168971' });
  const lastName = 'ООО «Старт»';
  const wrong = async (more: object) => (await update(id, version, { lastName, ...more })).body.errors;
  expect(await wrong({ inn: '7801234565' })).toEqual({ inn: 'Проверьте ИНН: контрольная цифра не сходится' });
  expect(await wrong({ inn: '' })).toEqual({ inn: 'Укажите ИНН организации' });
  expect(await wrong({ inn: '7728168971' })).toEqual({
    inn: 'Уже есть в базе: ООО «Другая». Выберите её из списка',
  });
  expect(await wrong({ birthday: '1990-01-01', firstName: 'Иван', privilege: { value: 2 } })).toEqual({
    birthday: 'Дата рождения бывает только у человека',
    firstName: 'Имя и отчество бывают только у человека',
    privilege: 'Льгота бывает только у человека',
  });
  expect(await wrong({ estateOf: id })).toEqual({ estateOf: 'Чьё наследство, указывают у наследства' });
  const saved = await update(id, version, { lastName, inn: '5009051111' });
  expect([saved.status, saved.body.inn], saved.text).toEqual([200, '5009051111']);
  const line = await logOf(id, 'profile.update');
  expect(line.text).toBe('Изменены: ИНН');
  expect([line.before, line.after]).toMatchObject([{ inn: '7801234564' }, { inn: '5009051111' }]);
  // What the form leaves out stays.
  const again = await update(id, saved.body.version, { lastName: 'ООО «Финиш»' });
  expect([again.body.full_name.trim(), again.body.inn]).toEqual(['ООО «Финиш»', '5009051111']);
});

it('an estate is corrected by the one who left it; a person has neither', async () => {
  const [first, second] = (await ownedGarage(mo, w.po, 2)).owners;
  const { id, version } = await created({
    kind: 'estate',
    lastName: 'Наследство',
    estateOf: first!.profile_id,
  });
  const taken = await created({ kind: 'estate', lastName: 'Другое', estateOf: second!.profile_id });
  const wrong = async (more: object) => (await update(id, version, { lastName: 'Наследство', ...more })).body.errors;
  expect(await wrong({ estateOf: null })).toEqual({ estateOf: 'Выберите, чьё наследство' });
  expect(await wrong({ estateOf: taken.id })).toEqual({ estateOf: 'Человек не найден' });
  expect(await wrong({ estateOf: second!.profile_id })).toEqual({
    estateOf: 'Уже есть в базе: Другое. Выберите её из списка',
  });
  const third = (await ownedGarage(mo, w.po)).owners[0]!;
  const saved = await update(id, version, { lastName: 'Наследство', estateOf: third.profile_id });
  expect(saved.body.estate_of, saved.text).toEqual({ id: third.profile_id, name: third.full_name });
  expect((await logOf(id, 'profile.update')).text).toBe('Изменены: чьё наследство');
  const person = (await mo.call(profiles.one, { params: { id: third.profile_id } })).body as ProfileCard;
  const { lastName, firstName, version: now } = person;
  expect((await update(person.id, now, { lastName, firstName, inn: '7707083893' })).body.errors).toEqual({
    inn: 'ИНН указывают у организации',
  });
});

it('an organisation changes its name as one name', async () => {
  const { id: profileId } = await created({ kind: 'organisation', lastName: 'ООО «Бокс»', inn: '7736207543' });
  const garage = await ownedGarage(mo, w.po);
  const sold = await inWork(mo, form(garage.id, 1, { newOwner: [{ profileId }] }));
  expect((await move(mo, sold, 'complete', { expected: sold.preview.expected })).status).toBe(200);
  const begun = (await mo.call(reregistrationStart, { params: { id: garage.id } })).body;
  expect(begun.owners[0].kind).toBe('organisation');
  const asked = async (details: object) =>
    (await mo.call(reregistrations.create, { body: { ...form(garage.id, 12, { details }), apply: true } as never }))
      .body;
  expect((await asked({})).errors).toEqual({ 'details.newLastName': 'Новое название: заполните поле' });
  expect((await asked({ newLastName: 'ООО «Бокс-2»', newFirstName: 'Иван' })).errors).toEqual({
    'details.newFirstName': 'Имя: бывает только у человека, очистите поле',
  });
  expect((await asked({ newLastName: 'ООО «Бокс-2»' })).renamed).toEqual({
    before: 'ООО «Бокс»',
    after: 'ООО «Бокс-2»',
  });
});
