// Exported columns are typed by the kind of their field: a sum, a day and a number are cells that a book can count with.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Fields } from '../../contract/kernel/fields.ts';
import { exportColumns } from '../../server/kernel/plainFields.ts';

const fields = {
  name: { label: 'Имя', kind: 'text', column: 'name', listed: { width: '9px' }, exported: true },
  born: { label: 'Родился', kind: 'date', column: 'born', listed: { width: '9px' }, exported: 'День рождения' },
  debt: { label: 'Долг', kind: 'money', listed: { key: 'owed', width: '9px' }, exported: true },
  years: { label: 'Лет', kind: 'number', listed: { width: '9px' }, exported: true },
  hidden: { label: 'Нет', kind: 'text', column: 'hidden', listed: { width: '9px' } },
} as const satisfies Fields;

it('of a list: in its order, under its keys, typed where a book counts', () => {
  const columns = exportColumns(fields, 'p', { owed: sql`1`, years: sql`2` });
  expect(Object.entries(columns).map(([key, { title, kind }]) => [key, title, kind])).toEqual([
    ['name', 'Имя', undefined],
    ['born', 'День рождения', 'date'],
    ['owed', 'Долг', 'money'],
    ['years', 'Лет', 'number'],
  ]);
});

it('a field that nothing gives a value to is an error of the programme', () => {
  expect(() => exportColumns(fields, 'p', { owed: sql`1` } as never)).toThrow('the exported field years has no SQL');
});

it('a sum has an SQL of its own, whatever its column: kopecks are no roubles', () => {
  const paid = { paid: { label: 'Оплачено', kind: 'money', column: 'paid', exported: true } } as const satisfies Fields;
  expect(() => exportColumns(paid, 'p', {} as never)).toThrow('the exported field paid has no SQL');
});
