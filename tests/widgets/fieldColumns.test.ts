// Columns of a list as its fields declare them: which are there, in what order, what is drawn in them.
import { expect, it } from 'vitest';
import type { Fields } from '../../contract/kernel/fields.ts';
import { fieldColumns } from '../../widgets/list/fieldColumns.ts';

interface Row {
  built_on: string | null;
  note?: string;
  name: string;
}
const fields: Fields = {
  name: { label: 'Владелец', kind: 'person', listed: { key: 'owner', width: '240px', wide: 1, sort: 'name' } },
  hidden: { label: 'Не в списке', kind: 'text', plain: 'main' },
  built: { label: 'Дата постройки', short: 'Построен', kind: 'date', column: 'built_on', plain: 'main', listed: {} },
  note: { label: 'Примечание', kind: 'text', plain: 'main', listed: { optional: true } },
  debt: { label: 'Долг', kind: 'money', listed: { align: 'end' } },
};
const row: Row = { built_on: '2001-05-09', note: 'угол', name: 'Петров' };
const drawn = (draw: Parameters<typeof fieldColumns<Row>>[1]) => fieldColumns<Row>(fields, draw);

it('plain fields are drawn by their kind, others as the list draws them, by the key of the column', () => {
  const columns = drawn({ owner: ({ name }) => name.toUpperCase() });
  expect(columns.map(({ render: _render, ...column }) => column)).toEqual([
    { key: 'owner', label: 'Владелец', width: '240px', wide: 1, sort: 'name' },
    { key: 'built', label: 'Построен' },
    { key: 'note', label: 'Примечание', optional: true },
  ]);
  expect(columns.map(({ render }) => render(row))).toEqual(['ПЕТРОВ', '09.05.2001', 'угол']);
  expect(columns.map(({ render }) => render({ built_on: null, name: '' }))).toEqual(['', '—', '—']);
});

it('the list draws a plain field too where it wishes; what nobody draws is left out', () => {
  const columns = drawn({ built: () => 'давно', debt: () => '0', name: () => 'по чужому ключу', hidden: () => 'нет' });
  expect(columns.map(({ key, render }) => [key, render(row)])).toEqual([
    ['built', 'давно'],
    ['note', 'угол'],
    ['debt', '0'],
  ]);
  expect(fieldColumns<Row>({}, {})).toEqual([]);
});
