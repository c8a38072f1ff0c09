// How values of a line are said: whatever shape the line of an old version has, and to whom a privilege is named.
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../contract/fields/index.ts';
import type { ReferenceNames } from '../../contract/kernel/fields.ts';
import { changesOf } from '../../server/actionLog/rules.ts';

const names: ReferenceNames = { privilege: new Map([[2, 'Инвалид']]) };
const told = (after: unknown, before: unknown = null) =>
  changesOf(before, after, names, true).map((one) => [one.field, one.before, one.after]);

describe('a value of a line is said as', () => {
  it.each<[unknown, string]>([
    ['', '—'],
    [null, '—'],
    [0, '0'],
    [false, 'нет'],
    [true, 'да'],
    ['2026-11-02', '02.11.2026'],
    [[], '—'],
    [{}, '—'],
    [['А', 'Б'], 'А, Б'],
    [[null, '', true, false], '—, —, да, нет'],
    [{ reason: 'Продажа', file: null, on: '2026-11-02' }, 'Причина: Продажа; Файл: —; on: 02.11.2026'],
    [{ owners: [{ share: '1/2' }, { share: '' }] }, 'Владельцы: Доля: 1/2, Доля: —'],
  ])('%j: %s', (value, words) => {
    const change = changesOf({ columns: 'прежде' }, { columns: value }, names, true);
    expect(change).toEqual([{ field: 'Столбцы', before: 'прежде', after: words }]);
  });

  it('what was empty and stays empty has not changed', () =>
    expect(told({ columns: '', of: null, format: [] }, { columns: null, of: undefined })).toEqual([]));

  it('a side that is no record is said whole', () => {
    expect(told(['А', 'Б'])).toEqual([['Запись', '—', 'А, Б']]);
    expect(told('Удалён', 'Был')).toEqual([['Запись', 'Был', 'Удалён']]);
    expect(told(undefined)).toEqual([]);
  });
});

describe('of a privilege', () => {
  const own = fieldsOf('profiles');
  const line = [
    { privilege_id: 2, privilege_end_date: '2026-01-01' },
    { privilege_id: 0, privilege_end_date: '2027-12-31' },
  ] as const;
  it('those who keep the register read its name, the others that there is one; the day it ends is said to all', () => {
    const ends = { field: 'Действует до', before: '01.01.2026', after: '31.12.2027' };
    const said = (seesHealth: boolean) => changesOf(line[0], line[1], names, seesHealth, own);
    expect(said(false)).toEqual([{ field: 'Льгота', before: 'льгота', after: 'нет' }, ends]);
    expect(said(true)).toContainEqual(ends);
    expect(said(true)[0]!.before).toBe('Инвалид');
  });
});

it('a field that is a structure of its own is said by its parts', () =>
  expect(changesOf(null, { discounts: ['10 %', ''] }, names, true, fieldsOf('privileges'))).toEqual([
    { field: 'Скидки по видам начислений', before: '—', after: '10 %, —' },
  ]));
