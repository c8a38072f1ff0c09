// Which rows below a header are garages: the first rule that fits decides.
import { describe, expect, it } from 'vitest';
import { classifyRow, type RowLook } from '../../server/imports/rules/rowKinds.ts';
import { emptyCell, type Cell } from '../../server/imports/workbook.ts';

const cell = (text: string): Cell => (text ? { kind: 'text', value: text, text } : emptyCell);
/** A row of these texts, without a number and without a person unless said. */
function kindOf(texts: string[], look: Partial<Omit<RowLook, 'all'>> & { all?: string[] } = {}) {
  const { all = texts, ...rest } = look;
  return classifyRow({ visible: texts.map(cell), all: all.map(cell), hasNumber: false, isPerson: false, ...rest });
}
const numbered = { hasNumber: true };

describe('a row is', () => {
  it.each([[[]], [['']], [['', ' ', '\u00a0']]])('blank when nothing is seen in it: %j', (texts) => {
    expect(kindOf(texts)).toEqual({ kind: 'blank' });
    // What stands in hidden columns is nobody's text.
    expect(kindOf(texts, { all: ['Иванов Иван', '12', '500'], ...numbered })).toEqual({ kind: 'blank' });
  });

  it.each([
    [['Итого']],
    [['', 'ВСЕГО:', '3', '1500']],
    [['12', 'Итого по ряду', '100']],
    [['12', 'всего', '100']],
    [['Итого', 'Всего']],
  ])('a total when a cell begins with the word, whatever the number column holds: %j', (texts) => {
    expect(kindOf(texts)).toEqual({ kind: 'total' });
    expect(kindOf(texts, numbered)).toEqual({ kind: 'total' });
  });
  it.each([[['12', 'Итоговый взнос внесён']], [['12', 'Всеголожская, 4']], [['12', 'Долг всего 500']]])(
    'no total when the word is another one or not the first: %j',
    (texts) => expect(kindOf(texts, numbered)).toEqual({ kind: 'garage' }),
  );

  it('numbers of columns when the cells count up from one, three of them at least', () => {
    expect(kindOf(['1', '2', '3'], numbered)).toEqual({ kind: 'column_numbers' });
    expect(kindOf(['1', '', '2', ' 3 ', '4'], numbered)).toEqual({ kind: 'column_numbers' });
    for (const texts of [['1', '2'], ['1'], ['0', '1', '2'], ['1', '2', '4'], ['1', '2', '3а'], ['2', '3', '4']])
      expect([texts, kindOf(texts, numbered)]).toEqual([texts, { kind: 'garage' }]);
  });
  it('numbers of columns when they count up with the hidden ones', () => {
    expect(kindOf(['1', '3', '4'], { all: ['1', '2', '3', '4'], ...numbered })).toEqual({ kind: 'column_numbers' });
    expect(kindOf(['1', '2', '3'], { all: ['1', '5', '2', '3'], ...numbered })).toEqual({ kind: 'column_numbers' });
    expect(kindOf(['1', '3', '4'], { all: ['1', '7', '3', '4'], ...numbered })).toEqual({ kind: 'garage' });
  });
});

describe('a section over its rows', () => {
  it.each([
    [['Ряд 2'], '2'],
    [['', 'Секция «А»', ''], 'А'],
    [['3-й ряд'], '3'],
  ])('%j names %s in one cell, even in that of the number', (texts, section) => {
    expect(kindOf(texts)).toEqual({ kind: 'subtitle', section });
    expect(kindOf(texts, numbered)).toEqual({ kind: 'subtitle', section });
  });
  it.each(['Ряд', 'линия', 'Секция', 'ЭТАЖ', 'блок', 'Корпус', 'Сектор', 'Ряд №', 'Ряд:', 'ряд.'])(
    '«%s» stands in one cell, its name in the next, that of the number among them',
    (word) => {
      expect(kindOf([word, '7'])).toEqual({ kind: 'subtitle', section: '7' });
      expect(kindOf([word, '7'], numbered)).toEqual({ kind: 'subtitle', section: '7' });
    },
  );
  it('is no garage beside whose number something else stands', () => {
    for (const texts of [
      ['Ряд 2', '15'],
      ['Рядом', '15'],
      ['15', 'Ряд'],
      ['Первый ряд', '15'],
      ['15', 'ряд 3'],
      ['Линия ряд', '5'],
    ])
      expect([texts, kindOf(texts, numbered)]).toEqual([texts, { kind: 'garage' }]);
    expect(kindOf(['3-й', 'ряд'])).toEqual({ kind: 'subtitle', section: '3' });
    expect(kindOf(['Ряд 2', '(гаражи 1-5)'])).toEqual({ kind: 'subtitle', section: '2' });
  });
  it('takes one cell or two, no more, and a name', () => {
    expect(kindOf(['Ряд', '7', 'пустует'], numbered)).toEqual({ kind: 'garage' });
    expect(kindOf(['Ряд', '7', 'пустует'])).toEqual({ kind: 'garage' });
    expect(kindOf(['Ряд', 'гаражи'], numbered)).toEqual({ kind: 'garage' });
    expect(kindOf(['Ряд', 'гаражи'])).toEqual({ kind: 'footer' });
  });
});

describe('what is left', () => {
  it.each([
    [['Председатель'], {}, 'footer'],
    [['Председатель', 'Иванов И.И.'], {}, 'footer'],
    // A name and a sum, or a whole name, in their columns: a garage that lost its number.
    [['Иванов Иван Ильич', '500'], { isPerson: true }, 'garage'],
    [['Председатель', 'Иванов', 'подпись'], {}, 'garage'],
    [['12'], numbered, 'garage'],
    [['12', 'Иванов Иван'], numbered, 'garage'],
    [['12', 'Иванов Иван', '500'], numbered, 'garage'],
    [['12', 'Иванов Иван', '500'], { hasNumber: true, isPerson: true }, 'garage'],
  ] as [string[], Parameters<typeof kindOf>[1], string][])('%j %j is a %s', (texts, look, kind) =>
    expect(kindOf(texts, look)).toEqual({ kind }),
  );
});
