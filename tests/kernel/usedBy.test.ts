// Who uses a row, in words: the named ones, and how many more there are.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { namesOf, usedBy, withUsers } from '../../server/kernel/usedBy.ts';
import { answering } from './answering.ts';

const users = (total: number, ...titles: string[]) => ({
  items: titles.map((title) => ({ title, link: '/garage/1' })),
  total,
});

it.each([
  [users(0), null],
  [users(1, 'А 45'), 'А 45'],
  [users(2, 'А 45', 'А 46'), 'А 45, А 46'],
  [users(3, 'А 45', 'А 46', 'Б 1'), 'А 45, А 46, Б 1'],
  [users(4, 'А 45', 'А 46', 'Б 1'), 'А 45, А 46, Б 1 и ещё 1'],
  [users(15, 'А 45', 'А 46', 'Б 1'), 'А 45, А 46, Б 1 и ещё 12'],
  [users(1251, 'А 45', 'А 46', 'Б 1'), 'А 45, А 46, Б 1 и ещё 1\u00a0248'],
  // Nobody is named: nothing is said.
  [users(5), null],
])('%j: %s', (used, words) => expect(namesOf(used)).toBe(words));

it.each([
  ['А 45, А 46', 'Вид уже есть: не меняется. Где: А 45, А 46'],
  ['', 'Вид уже есть: не меняется'],
  [null, 'Вид уже есть: не меняется'],
  [undefined, 'Вид уже есть: не меняется'],
])('a reason with those who use the thing (%s)', (names, text) =>
  expect(withUsers('Вид уже есть: не меняется', names)).toBe(text),
);

it('of each kind there is a page; there are as many as the database counts, three are named', async () => {
  const { db, asked } = answering([
    { kind: 'garage', id: 45, title: 'гараж А 45, КАС № 1', total: 7 },
    { kind: 'contribution', id: 3, title: 'начисление № 3', total: 7 },
    { kind: 'profile', id: 9, title: 'Иванов', total: 7 },
    { kind: 'document', id: 8, title: 'Справка', total: 7 },
    { kind: 'po', id: 2, title: 'КАС № 2', total: 7 },
  ]);
  expect(await usedBy(db, sql`select 'garage' as kind`)).toEqual({
    items: [
      { title: 'гараж А 45, КАС № 1', link: pages.garage(45) },
      { title: 'начисление № 3', link: pages.contribution(3) },
      { title: 'Иванов', link: pages.profile(9) },
      { title: 'Справка', link: pages.document(8) },
      { title: 'КАС № 2', link: pages.adminPo(2) },
    ],
    total: 7,
  });
  expect(asked[0]!.sql).toMatch(/count\(\*\) over \(\)\)::int as total from \(select 'garage' as kind\) as u limit 3$/);
  const alone = answering([{ kind: 'po', id: 2, title: 'КАС № 2', total: 1 }]).db;
  expect((await usedBy(alone, sql`select 1`)).total).toBe(1);
  expect(await usedBy(answering([]).db, sql`select 1`)).toEqual({ items: [], total: 0 });
});
