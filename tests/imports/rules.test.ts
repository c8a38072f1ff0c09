// Rules of the loader that need no database: names of ПО in a column, what of a kept text is shown, what is said of a cell.
import { describe, expect, it } from 'vitest';
import type { DifferenceField } from '../../contract/importChoices.ts';
import type { ImportField, TableLayout } from '../../contract/importFields.ts';
import { keptValue, maskText } from '../../server/imports/rules/masks.ts';
import { issueMessage, toldMessage } from '../../server/imports/rules/messages.ts';
import { sameName } from '../../server/imports/rules/places.ts';
import { countNames, poNamesOf } from '../../server/imports/rules/poNames.ts';
import { emptyCell, type Cell, type Sheet } from '../../server/imports/workbook.ts';

const cell = (text: string): Cell => (text ? { kind: 'text', value: text, text } : emptyCell);
function sheetOf(rows: readonly (readonly string[])[]): Sheet {
  const cells = rows.map((row) => row.map(cell));
  return {
    name: 'Лист1',
    rowCount: cells.length,
    row: (at: number) => cells[at]!,
    lineOf: (at: number) => at + 1,
  } as unknown as Sheet;
}
const table = (fields: readonly (ImportField | null)[], more: Partial<TableLayout> = {}): TableLayout =>
  ({
    headerRow: 1,
    firstRow: 2,
    lastRow: null,
    fate: 'garages',
    columns: fields.map((field, index) => ({ index, field })),
    ...more,
  }) as unknown as TableLayout;

describe('names of ПО in a column', () => {
  const head = ['ПО', 'Гараж'];
  it('stand for their own rows where most rows have one', () => {
    const sheet = sheetOf([head, ['ГСК 1', '1'], ['ГСК 1', '2'], ['', '3'], ['ГСК 2', '4']]);
    expect(poNamesOf(sheet, table(['po', 'number']))).toEqual(['', 'ГСК 1', 'ГСК 1', '', 'ГСК 2']);
  });

  it('go on below where each stands once at the top of its block; rows without a garage do not count', () => {
    const block = [
      ['ГСК 1', '1'],
      ['', '2'],
      ['', '3'],
      ['ГСК 2', '4'],
      ['', '5'],
    ] as const;
    // Names beside no garage are no sign that every row has its own.
    const sheet = sheetOf([head, ...block, ['Итого', ''], ['Итого', 'всего']]);
    expect(poNamesOf(sheet, table(['po', 'number']))).toEqual([
      '',
      'ГСК 1',
      'ГСК 1',
      'ГСК 1',
      'ГСК 2',
      'ГСК 2',
      'Итого',
      'Итого',
    ]);
    expect([...countNames(sheet, table(['po', 'number']))]).toEqual([
      ['ГСК 1', 3],
      ['ГСК 2', 2],
    ]);
  });

  it('are three of five: exactly at the edge every row has its own', () => {
    const sheet = sheetOf([head, ['ГСК 1', '1'], ['', '2'], ['ГСК 1', '3'], ['', '4'], ['ГСК 2', '5']]);
    expect(poNamesOf(sheet, table(['po', 'number']))).toEqual(['', 'ГСК 1', '', 'ГСК 1', '', 'ГСК 2']);
  });

  it('are read inside the table alone, and not without their column', () => {
    const sheet = sheetOf([['ГСК 9', '9'], head, ['ГСК 1', '1'], ['ГСК 2', '2']]);
    expect(poNamesOf(sheet, table(['po', 'number'], { headerRow: 2, firstRow: 3, lastRow: 3 }))).toEqual([
      '',
      '',
      'ГСК 1',
      '',
    ]);
    expect(poNamesOf(sheet, table([null, 'number']))).toBeNull();
  });

  it('are not read in the header, wherever a person says that the table begins; nor counted there', () => {
    const sheet = sheetOf([head, ['ГСК 1', '1'], ['ГСК 2', '2'], ['ГСК 3', '3']]);
    const below = table(['po', 'number'], { headerRow: 2, firstRow: 2, lastRow: 3 });
    expect(poNamesOf(sheet, below)).toEqual(['', '', 'ГСК 2', '']);
    expect([...countNames(sheet, below)]).toEqual([['ГСК 2', 1]]);
  });

  it('of a table of people count its people', () => {
    const sheet = sheetOf([
      ['ПО', 'Владелец'],
      ['ГСК 1', 'Петров'],
      ['ГСК 1', ''],
      ['ГСК 2', 'Сидоров'],
    ]);
    expect([...countNames(sheet, table(['po', 'lastName'], { fate: 'people' }))]).toHaveLength(2);
    expect([...countNames(sheet, table(['po', 'owner'], { fate: 'people' }))]).toEqual([
      ['ГСК 1', 1],
      ['ГСК 2', 1],
    ]);
  });
});

describe('a sheet or a cell names a ПО', () => {
  const long = 'Гаражный кооператив «Восход-21»';
  it.each([
    ['КАС № 12/3', 'КАС № 12/3', true],
    ['КАС № 12/3', ' кас №12 3.', true],
    ['Берёзка', 'БЕРЕЗКА', true],
    ['КАС № 12', 'КАС № 1', false],
    ['КАС № 1', 'КАС № 12', false],
    ['№', '—', false],
    [long, long, true],
    // As its sheet is called in the whole register.
    [long, long.slice(0, 27), true],
    [long, long.slice(0, 25), false],
    // A name that a sheet takes whole is not cut.
    [long.slice(0, 27), long.slice(0, 25), false],
  ])('«%s» by «%s»: %s', (po, written, isSame) => expect(sameName(po, written)).toBe(isSame));
});

describe('a kept text', () => {
  it.each<[ImportField, string, string]>([
    ['number', '45а', '45а'],
    ['balance', '4 500,00', '4 500,00'],
    ['owner', 'Петров Иван', 'П**** И***'],
    ['owner', 'Долгорукова', 'Д****'],
    ['owner', 'И. П', 'И. П'],
    ['phone', '+7 921 123-45-67', '+* *** ***-**-67'],
    ['passport', '4010 123456', '**** ****56'],
  ])('%s «%s» is shown as «%s»', (field, text, shown) => expect(maskText(field, text)).toBe(shown));
});

describe('a value in the result of a load', () => {
  it.each<[DifferenceField, string, string]>([
    ['birthday', '1980-03-12', '**.**.1980'],
    ['birthday', '', ''],
    ['note', 'должен соседу', '***'],
    ['note', '', ''],
    ['passport', '4510 123457', '45** ***457'],
    ['privilegeCertificate', '99-417319', '**-****19'],
    ['ticketNumber', '1234', '**34'],
    ['passportIssued', 'ОВД Луги', '***'],
    ['registrationAddress', '', ''],
    ['debt', '500,00 ₽ долга', '500,00 ₽ долга'],
  ])('%s «%s» lies as «%s»', (field, value, kept) => expect(keptValue(field, value)).toBe(kept));
});

describe('what is said of a cell', () => {
  it.each([
    ['1998', '01.01.1998', 'Дата постройки: указан только год («1998»). Записано 01.01.1998'],
    ['98', '', 'Дата постройки: указан только год («98»). Дата не записана'],
  ])('a year alone «%s»', (raw, shown, text) =>
    expect(issueMessage('date_year_only', { raw, shown, title: 'Дата постройки' })).toBe(text),
  );
});

describe('a remark as it is kept', () => {
  const told = (code: Parameters<typeof toldMessage>[0], field: ImportField, raw: string, shown: string) =>
    toldMessage(code, field, { raw, shown, title: 'Столбец' });

  it('hides what a personal cell holds, not the place or the number beside it', () => {
    expect(told('person_told_twice', 'passport', '4510 123456', 'в строке 1234')).toMatch(
      /^«[^4]*»: в строке 1234 о нём сказано иначе/,
    );
    expect(told('value_too_long', 'registrationAddress', 'Москва', '1000')).toBe(
      'Столбец: длиннее 1000 знаков. Не записано, текст сохранён в строке',
    );
  });

  it('what was read from the cell is hidden as the cell is', () => {
    const [raw, shown] = ['12.03.1980', '1980-03-12'];
    expect(told('date_year_only', 'birthday', raw, shown)).not.toContain('1980');
  });
});
