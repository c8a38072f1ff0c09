// The ФИАС id of an address: kept with the very text it was chosen with, through the editor, an application, a merge, destruction.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeProfiles, undoMerge } from '../../contract/instruments/merging.ts';
import { destroyData } from '../../contract/instruments/personal.ts';
import { profiles } from '../../contract/profiles.ts';
import { checkPassword } from '../../contract/session.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save } from '../reregistrations/kit.ts';

const PASSWORD = 'Garage-2026';
const ADDRESS = '170000, г Тверь, ул Мира, д 5';
const code = (text = ADDRESS, more: object = {}) => ({
  text,
  fias_id: '0c5b2444-70a0-4932-980c-b4dc0d3f02b5',
  postal_code: '170000',
  ...more,
});
const chosen = { registrationAddress: ADDRESS, registrationFias: code() };
let t: TestApp;
let w: World;
let mo: Caller;
let admin: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [mo, admin] = await Promise.all([as(t, { mo: w.mo }), as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' })]);
  const password_hash = await hashPassword(PASSWORD);
  await t.deps.db.updateTable('app_user').set({ password_hash }).where('id', '=', admin.userId).execute();
});
afterAll(() => t.close());

const confirm = () => admin.call(checkPassword, { params: { id: admin.userId }, body: { password: PASSWORD } });
const row = (id: number) => t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const codesOf = async (id: number) => {
  const { registration_fias, actual_fias } = await row(id);
  return [registration_fias, actual_fias];
};
/** Saves the card with what is changed. */
async function change(id: number, more: object) {
  const { body: card } = await mo.call(profiles.one, { params: { id } });
  const { registrationAddress: _1, actualAddress: _2, email: _3, ...shown } = card;
  return mo.call(profiles.update, { params: { id }, body: { ...shown, statusVoa: null, ...more } });
}

it('an id is kept with its text, stays while the address is hidden or the same, and goes with the text', async () => {
  const actual = code('г Тверь, ул Новая, д 1', { fias_id: '0C5B2444-70A0-4932-980C-B4DC0D3F02B6', postal_code: null });
  const { id } = await newPerson(mo, w.po, { ...chosen, actualAddress: actual.text, actualFias: actual });
  const kept = [code(), { ...actual, fias_id: actual.fias_id.toLowerCase() }];
  expect(await codesOf(id)).toEqual(kept);
  // The card hides the addresses: a form without them touches neither.
  expect((await change(id, { birthday: '1961-01-01' })).status).toBe(200);
  expect((await change(id, { registrationAddress: ADDRESS })).status).toBe(200);
  expect(await codesOf(id)).toEqual(kept);
  // Typed over: the id that the form still carries is of another text.
  expect((await change(id, { registrationAddress: `${ADDRESS}, кв 7`, registrationFias: code() })).status).toBe(200);
  expect(await codesOf(id)).toEqual([null, kept[1]]);
  expect((await change(id, { actualAddress: null })).status).toBe(200);
  expect(await codesOf(id)).toEqual([null, null]);
  expect((await change(id, chosen)).status).toBe(200);
  expect(await codesOf(id)).toEqual([code(), null]);
  // Another id of the same text is told in words.
  const other = code(ADDRESS, { fias_id: '0c5b2444-70a0-4932-980c-b4dc0d3f02b7' });
  expect((await change(id, { registrationFias: other })).status).toBe(200);
  expect(await codesOf(id)).toEqual([other, null]);
  const { text } = await t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .where('verb', '=', 'profile.update')
    .orderBy('id', 'desc')
    .select('text')
    .executeTakeFirstOrThrow();
  expect(text).toBe('Изменены: код ФИАС адреса');
  // Whoever writes the text without knowing of ids.
  const { version } = await row(id);
  await t.deps.db.updateTable('profile').set({ registration_address: 'Тверь' }).where('id', '=', id).execute();
  expect([await codesOf(id), (await row(id)).version]).toEqual([[null, null], version]);
});

it.each([
  ['no UUID', code(ADDRESS, { fias_id: 'тверь' }), 'registrationFias.fias_id', 'Код ФИАС записан неверно'],
  ['no text', code('  '), 'registrationFias.text', 'Код ФИАС без адреса'],
  ['no text at all', { fias_id: code().fias_id }, 'registrationFias.text', 'Код ФИАС без адреса'],
  ['a wrong postal code', code(ADDRESS, { postal_code: '17' }), 'registrationFias.postal_code', 'Индекс — шесть цифр'],
])('%s is refused', async (_, registrationFias, field, text) => {
  const body = { ...personBody(), po: w.po, registrationAddress: ADDRESS, registrationFias };
  const answer = await mo.call(profiles.create, { body: body as never });
  expect([answer.status, answer.body.errors]).toEqual([422, { [field]: text }]);
});

it('an owner who is typed into an application brings the id of his address', async () => {
  const po = await as(t, { po: w.po });
  const garage = await ownedGarage(mo, w.po);
  const applied = await save(po, {
    ...form(garage.id, 1, { newOwner: [{ person: { ...personBody(), ...chosen } }] }),
    apply: true,
  } as never);
  expect((await codesOf(applied.form.newOwner[0]!.profileId!))[0]).toEqual(code());
});

it('a merge takes the id with the address it belongs to; taken back, it is where it was', async () => {
  const name = { lastName: 'Кодов', firstName: 'Илья', fatherName: 'Ильич', birthday: '1961-02-03' };
  const stays = await newPerson(mo, w.po, { ...name, registrationAddress: 'ул. Мира 5' });
  const goes = await newPerson(mo, w.po, { ...name, ...chosen, passSeria: null, passNum: null });
  await confirm();
  const versions = { stays: stays.version, goes: goes.version };
  const choices = { registrationAddress: 'goes' as const };
  const body = { stays: stays.id, goes: goes.id, versions, choices, isWideningKnown: true };
  const merged = await admin.call(mergeProfiles, { body });
  expect(merged.status, merged.text).toBe(200);
  expect((await codesOf(stays.id))[0]).toEqual(code());
  const { id } = await t.deps.db
    .selectFrom('merge_record')
    .where('merged_id', '=', goes.id)
    .select('id')
    .executeTakeFirstOrThrow();
  expect((await admin.call(undoMerge, { params: { id }, body: { goes: [] } })).status).toBe(200);
  expect([(await codesOf(stays.id))[0], (await codesOf(goes.id))[0]]).toEqual([null, code()]);
});

it('destruction leaves no id', async () => {
  const { id } = await newPerson(mo, w.po, chosen);
  await confirm();
  const { status, text } = await admin.call(destroyData, {
    params: { id },
    body: { ground: 'Заявление от 01.11.2026' },
  });
  expect(status, text).toBe(200);
  expect(await codesOf(id)).toEqual([null, null]);
});
