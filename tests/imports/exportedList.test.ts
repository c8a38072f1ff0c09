// A list taken from the console to Excel is told from a registry by its own titles, or by its hidden phones.
import { describe, expect, it } from 'vitest';
import { refuseExportedList } from '../../server/imports/rules/exportedList.ts';
import { emptyCell, type Cell, type Sheet } from '../../server/imports/workbook.ts';
import { WorkbookProblem } from '../../server/imports/workbookProblem.ts';

const cell = (text: string): Cell => (text ? { kind: 'text', value: text, text } : emptyCell);
const sheetOf = (rows: string[][]): Sheet => ({
  name: 'Лист',
  hidden: false,
  hiddenColumns: [],
  merges: [],
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
  row: (index) => rows[index]!.map(cell),
  lineOf: (index) => index + 1,
});
/** What becomes of a book of these sheets. */
function said(...sheets: string[][][]): string {
  try {
    refuseExportedList({ kind: 'xlsx', sheets: sheets.map(sheetOf) });
    return 'taken';
  } catch (problem) {
    expect(problem).toBeInstanceOf(WorkbookProblem);
    return (problem as WorkbookProblem).code;
  }
}
const PHONE = '8 *** ***-45-67';

describe('a list of the console is refused', () => {
  it.each([
    [['Гараж', 'Долг, ₽']],
    [['Гараж', 'Последняя оплата']],
    [['Неоплаченные годы', 'Гараж']],
    [['Гараж', 'МО', 'ПО', 'Тип', 'Владелец', 'Телефон', 'Лицевой счёт', 'Построен', 'ПИБ', 'Долг, ₽']],
    [['Гараж', 'Долг, ₽', 'Аванс при долге, ₽', 'Долг прежних владельцев, ₽']],
    [['ФИО', 'Дата рождения', 'Телефон', 'ПО', 'Гаражи', 'Льгота', 'Член ВОА с', 'Согласие', 'Долг, ₽']],
    [['', ' Гараж ', '', 'Долг,\u00a0₽']],
  ])('by its own titles: %j', (header) => {
    expect(said([header])).toBe('exported_list');
    expect(said([header, header.map(() => '1')])).toBe('exported_list');
  });

  it.each([
    [['Гараж', 'Владелец', 'Телефон']],
    [['Гараж', 'МО', 'ПО', 'Построен', 'Телефон']],
    [['ФИО', 'Телефон', 'ПО', 'Гаражи', 'Согласие']],
  ])('by a hidden phone under titles that anybody might have: %j', (header) => {
    const row = header.map((title) => (title === 'Телефон' ? PHONE : 'а'));
    expect(said([header, row])).toBe('exported_list');
    expect(said([header, row.map((text) => text.replace(PHONE, '8900111**14'))])).toBe('exported_list');
    // The other garages have none.
    expect(said([header, header.map(() => 'а'), row])).toBe('exported_list');
  });

  it('wherever in the book it stands', () => {
    expect(said([], [['№ гаража', 'ФИО']], [['Гараж', 'Долг, ₽']])).toBe('exported_list');
  });
  it('with lines above its titles, three of them at most', () => {
    const header = ['Гараж', 'Долг, ₽'];
    expect(said([['Гаражи на 01.02.2026'], [], ['по фильтру: все'], header])).toBe('exported_list');
    expect(said([['Гаражи на 01.02.2026'], [], ['по фильтру: все'], [], header])).toBe('taken');
  });
  it('when its phones stand on the first dozen lines', () => {
    const rows = Array.from({ length: 10 }, () => ['1 1', 'Иванов Иван']);
    expect(said([['Гараж', 'Телефон'], ...rows, ['1 2', PHONE]])).toBe('exported_list');
    expect(said([['Гараж', 'Телефон'], ...rows, ['1 2', ''], ['1 3', PHONE]])).toBe('taken');
  });
});

describe('a registry is taken', () => {
  it.each([
    ['titles of both lists', [['Гараж', 'ФИО', 'Долг, ₽']]],
    ['a column of its own', [['Гараж', 'Владелец', 'Долг, ₽', 'Замечания сторожа']]],
    [
      'whole phones',
      [
        ['Гараж', 'Владелец', 'Телефон'],
        ['1 1', 'Иванов Иван', '8 900 111-00-01'],
      ],
    ],
    [
      'a footnote',
      [
        ['Гараж', 'Владелец'],
        ['1 1*', 'Иванов Иван'],
      ],
    ],
    ['one title', [['Долг, ₽'], [PHONE]]],
    ['a hidden phone above its titles', [['тел. 8 *** 45'], ['Гараж', 'Владелец'], ['1 1', 'Иванов Иван']]],
    [
      'a hidden phone and other titles',
      [
        ['№ гаража', 'ФИО', 'Телефон'],
        ['1', 'Иванов Иван', PHONE],
      ],
    ],
    [
      'the titles of «Полный реестр»',
      [
        ['Секция', '№ гаража', 'Ф.И.О. владельца', 'Дата постройки'],
        ['1', '1', 'а', PHONE],
      ],
    ],
    ['nothing', []],
  ])('with %s', (_, rows) => expect(said(rows)).toBe('taken'));
  it('of no sheets', () => expect(said()).toBe('taken'));
});
