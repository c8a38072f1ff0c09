// After a large registry the database knows how many rows there are: questions over a whole place are not planned as if it were empty.
import type { CellValue } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { MANY_ROWS } from '../../server/db/statistics.ts';
import { as, testApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { load } from './kit.ts';

it('counts the tables that it filled', async () => {
  const t = await testApp();
  const w = await world(t.deps.db);
  const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)]!);
  const rows = Array.from({ length: MANY_ROWS }, (_, n): CellValue[] => [
    `${n + 1}`,
    `Фамилия${letters(n)} Иван Ильич`,
  ]);
  await load(t, root, w.po, { Лист: [['№ гаража', 'Ф.И.О.'], ...rows] });
  const known = await t.deps.engine.query(
    "select relname from pg_class where relname in ('garage', 'ownership', 'profile', 'profile_place') and reltuples >= $1 order by relname",
    [MANY_ROWS],
  );
  expect(known.rows.map(({ relname }) => relname)).toEqual(['garage', 'ownership', 'profile', 'profile_place']);
  await t.close();
});
