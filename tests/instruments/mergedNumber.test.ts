// Files and notes of cards are kept by number: a garage may bear the number of a person.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addComment } from '../../contract/comments.ts';
import { mergeProfiles } from '../../contract/instruments/merging.ts';
import { checkPassword } from '../../contract/session.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { attach } from '../kit/attach.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('a merge moves what is of the person, and leaves to the garage of the same number its own', async () => {
  const { db } = t.deps;
  const w = await world(db);
  const admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const password = 'Garage-2026';
  const password_hash = await hashPassword(password);
  await db.updateTable('app_user').set({ password_hash }).where('id', '=', admin.userId).execute();
  const stays = (await newPerson(admin, w.po)).id;
  let goes = (await newPerson(admin, w.po)).id;
  let garage = (await newGarage(admin, w.po)).id;
  while (garage !== goes)
    if (garage < goes) garage = (await newGarage(admin, w.po)).id;
    else goes = (await newPerson(admin, w.po)).id;
  for (const type of ['profile', 'garage'] as const) {
    const object = { type, objectId: goes };
    const kept = await attach(t, admin, object, `${type}.pdf`, Buffer.from('%PDF-1.4\n%%EOF'));
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    const said = await admin.call(addComment, { params: object, body: { text: 'Заметка' } });
    expect(said.status, said.text).toBe(200);
  }

  await admin.call(checkPassword, { params: { id: admin.userId }, body: { password } });
  const cards = await db.selectFrom('profile').where('id', 'in', [stays, goes]).select(['id', 'version']).execute();
  const versionOf = (id: number) => cards.find((card) => card.id === id)!.version;
  const versions = { stays: versionOf(stays), goes: versionOf(goes) };
  const merged = await admin.call(mergeProfiles, { body: { stays, goes, versions, isWideningKnown: true } });
  expect(merged.status, merged.text).toBe(200);

  for (const table of ['attachment', 'comment'] as const) {
    const rows = await db.selectFrom(table).select(['object_type', 'object_id']).orderBy('id').execute();
    expect(rows, table).toEqual([
      { object_type: 'profile', object_id: stays },
      { object_type: 'garage', object_id: garage },
    ]);
  }
});
