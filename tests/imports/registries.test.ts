// The three registries are read exactly as their expected files say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';
import { readFile, sortIssues, toExpected, type Expected } from './toExpected.ts';

const folder = join(import.meta.dirname, '../fixtures/registries');
const bytesOf = (name: string) => readFileSync(join(folder, name));
const expectedOf = (name: string) => sortIssues(JSON.parse(bytesOf(name).toString('utf8')) as Expected);

describe('registries', () => {
  it.each([
    ['clean.xlsx', 'clean.expected.json'],
    ['dirty.xlsx', 'dirty.expected.json'],
    ['registry.csv', 'registry.expected.json'],
  ])('%s is read as expected', async (file, expectedFile) => {
    const expected = expectedOf(expectedFile);
    const read = toExpected(await readFile(bytesOf(file), file));
    for (const [index, row] of expected.rows.entries()) expect(read.rows[index]).toEqual(row);
    expect(read).toEqual(expected);
  });

  it('the layout of a registry with merged headers is recognised', async () => {
    const workbook = await readWorkbook(bytesOf('dirty.xlsx'), 'dirty.xlsx');
    const { layout } = await proposeLayout(workbook);
    expect(layout.tables[0]!.headerRow).toBe(5);
    expect(layout.tables[0]!.sectionFrom).toBe('subtitles');
    expect(layout.tables[0]!.columns.map((column) => column.field)).toEqual([
      'rowNumber',
      'number',
      'type',
      'size',
      'owner',
      'birthday',
      'phone',
      'email',
      'registrationAddress',
      'passport',
      'privilege',
      'voaEntryDate',
      'ticketNumber',
      'dateOfConstruction',
      null,
      'debt',
      'note',
    ]);
    expect(layout.tables[0]!.columns[6]!.title).toBe('Контакты / Телефоны');
    expect(workbook.sheets.map((sheet) => [sheet.name, sheet.hidden])).toEqual([
      ['Реестр 2026', false],
      ['Архив 2019', true],
    ]);
  });
});
