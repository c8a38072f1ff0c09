// What a person said of the titles of a table is remembered for the next file with the same titles: fields, and what is not loaded.
import { expect, it } from 'vitest';
import type { ImportField, ImportLayout } from '../../contract/importFields.ts';
import { applyMemory, fieldsOf, signatureOf } from '../../server/imports/rules/memory.ts';

const layoutOf = (columns: [title: string, field: ImportField | null][]): ImportLayout =>
  ({
    tables: [{ columns: columns.map(([title, field], index) => ({ index, title, field, confidence: 1 })) }],
    answers: {},
  }) as unknown as ImportLayout;
const fieldsIn = ({ tables }: ImportLayout) => tables[0]!.columns.map(({ field }) => field);
const fresh = layoutOf([
  ['№ гаража', 'number'],
  ['ФИО', 'owner'],
  ['Сумма', 'debt'],
  ['Примечание', 'note'],
]);
const remembering = (fields: Record<string, string | null>) => new Map([[signatureOf(fresh.tables[0]!), { fields }]]);

it('another field, and a column that is not loaded, go before what is guessed; what is unknown stays as guessed', () => {
  const { layout, used } = applyMemory(fresh, remembering({ сумма: 'credit', примечание: null, фио: 'нет такого' }));
  expect([used, fieldsIn(layout)]).toEqual([true, ['number', 'owner', 'credit', null]]);
});

it('titles alone are compared, whatever letters they are in; other titles remember nothing', () => {
  const same = layoutOf([
    ['№ ГАРАЖА', 'number'],
    ['фио', null],
    ['Сумма', null],
    ['Примечание', 'note'],
  ]);
  expect(fieldsIn(applyMemory(same, remembering({ фио: 'owner' })).layout)).toEqual(['number', 'owner', null, 'note']);
  const other = layoutOf([['ФИО', 'owner']]);
  expect(applyMemory(other, remembering({ фио: null }))).toEqual({ layout: other, used: false });
});

it('a title that stands twice is not remembered, nor is one without letters', () => {
  const twice = layoutOf([
    ['Долг', 'debt'],
    ['долг', null],
    ['', 'note'],
    ['ФИО', 'owner'],
    ['Лишнее', null],
  ]);
  expect(fieldsOf(twice.tables[0]!)).toEqual({ фио: 'owner', лишнее: null });
});
