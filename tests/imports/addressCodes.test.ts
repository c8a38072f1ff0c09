// A registry brings texts of addresses: another text drops the ФИАС id of the former one, and taken back both are there again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { bring } from './kit.ts';

let t: TestApp;
let w: World;
let root: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [root, mo] = await Promise.all([as(t, { region: w.region, isSuperuser: 2, role: 'superuser' }), as(t, { mo: w.mo })]);
});
afterAll(() => t.close());

it('goes with the text of the file and comes back with the load that is taken back', async () => {
  const text = 'г Тверь, ул Мира, д 5';
  const registrationFias = { text, fias_id: '0c5b2444-70a0-4932-980c-b4dc0d3f02b5', postal_code: null };
  const name = { lastName: 'Кодов', firstName: 'Илья', fatherName: 'Ильич', birthday: '1961-02-03' };
  const { id } = await newPerson(mo, w.po, { ...name, registrationAddress: text, registrationFias });
  const owner = { profileId: id, isPrimary: true };
  await newGarage(mo, w.po, { number: '71', alreadyExistProfile: [owner], ownedSince: '2020-01-01' });
  const now = async () => {
    const row = await t.deps.db.selectFrom('profile').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    return [row.registration_address, row.registration_fias];
  };
  const batch = await bring(t, root, w.po, {
    А: [
      ['№ гаража', 'ФИО', 'Дата рождения', 'Адрес прописки'],
      [71, 'Кодов Илья Ильич', '03.02.1961', 'ул. Новая, д. 7'],
    ],
  });
  const choices = { all: 'file' as const, fields: {}, rows: {} };
  await root.call(c.changeImport, { params: { id: batch.id }, body: { choices } as never });
  await runImport(t.deps, root.userId, batch.id);
  expect(await now()).toEqual(['ул. Новая, д. 7', null]);
  const back = await root.call(c.rollbackImport, { params: { id: batch.id } } as never);
  expect(back.status, back.text).toBe(200);
  expect(await now()).toEqual([text, registrationFias]);
});
