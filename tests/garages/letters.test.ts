// «45A» typed in the Latin layout is «45А»: one garage for the card, the register, the search and the import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GarageNumber, garages } from '../../contract/garages.ts';
import { globalSearch } from '../../contract/search.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody, newGarage } from '../kit/rows.ts';
import { load } from '../imports/kit.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const migration = readFileSync(join(import.meta.dirname, '../../server/db/migrations/0335_number_letters.sql'), 'utf8');
const rename = (id: number, number: string) =>
  t.deps.db.updateTable('garage').set({ number }).where('id', '=', id).execute();
const numberOf = async (id: number) =>
  (await t.deps.db.selectFrom('garage').where('id', '=', id).select('number').executeTakeFirstOrThrow()).number;

it('a form turns look-alikes Cyrillic, and refuses the second', async () => {
  expect(['45A', '№ 45 b', '7k', '12/3', '5d'].map((text) => GarageNumber.parse(text))).toEqual([
    '45а',
    '45в',
    '7к',
    '12/3',
    '5d',
  ]);
  const made = await newGarage(mo, w.po, { section: 'Л', number: '45A' });
  expect(made.number).toBe('45а');
  const again = await mo.call(garages.create, { body: garageBody(w.po, { section: 'Л', number: '45А' }) });
  expect(again.body.errors.number).toContain('45а');
});

it('old numbers are turned too; two that would be one stay, each is saved and found', async () => {
  const [alone, first, second] = await Promise.all([
    newGarage(mo, w.po, { section: 'М', number: '50а' }),
    newGarage(mo, w.po, { section: 'М', number: '51а' }),
    newGarage(mo, w.po, { section: 'М', number: '52а' }),
  ]);
  await rename(alone.id, '50a');
  await rename(second.id, '51a');
  await sql.raw(migration).execute(t.deps.db);
  expect(await Promise.all([alone, first, second].map(({ id }) => numberOf(id)))).toEqual(['50а', '51а', '51a']);
  for (const { id } of [first, second]) {
    const card = (await mo.call(garages.one, { params: { id } })).body;
    const { section, number, version } = card;
    const saved = await mo.call(garages.update, {
      params: { id },
      body: { section, number, type: { value: 1 }, note: 'сохранён', version },
    });
    expect([saved.status, saved.body.number]).toEqual([200, number]);
  }
  for (const typed of ['51a', '51а', 'М 51a']) {
    const { body } = await mo.call(globalSearch, { query: { q: typed } });
    expect(body.garages.items.map(({ id }: { id: number }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    expect(body.garages.total).toBe(2);
  }
});

it('a load meets the garage whichever letters it is written in', async () => {
  const own = await world(t.deps.db);
  const keeper = await as(t, { mo: own.mo });
  const kept = await newGarage(keeper, own.po, { section: '', number: '60а' });
  await rename(kept.id, '60a');
  const { results } = await load(t, root, own.po, {
    Лист: [
      ['№ гаража', 'ФИО'],
      ['60A', 'Иванов Иван Петрович'],
      ['61', 'Петров Пётр Ильич'],
      ['62', 'Сидорова Анна Ильинична'],
    ],
  });
  expect(results).toMatchObject({ created: 2, updated: 1 });
});
