// How values become cells: nothing that a spreadsheet would run, figures and dates as such.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellOf, fieldOf } from '../../server/kernel/cells.ts';
import { safeText } from '../../server/kernel/cells.ts';

const column = (kind?: 'money' | 'date' | 'number') => ({ title: '', value: null as never, ...(kind ? { kind } : {}) });

describe('a cell is never a formula', () => {
  it.each(['=1+1', '+7900', '-1', '@SUM(A1)', '\tx', '\rx'])('%j', (text) => {
    expect(safeText(text)).toBe(`'${text}`);
    expect(String(cellOf(text, column()))).toMatch(/^'/);
    expect(fieldOf(text, column()).replace(/^"/, '')).toMatch(/^'/);
  });
  it('whatever is stored', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fieldOf(text, column()).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe('a field of a CSV line', () => {
  it.each([
    ['Иванов', column(), 'Иванов'],
    ['а;б', column(), '"а;б"'],
    ['«а» "б"', column(), '"«а» ""б"""'],
    ['а\nб', column(), '"а\nб"'],
    ['а\rб', column(), '"а\rб"'],
    [null, column(), ''],
    [450_000, column('money'), '4500,00'],
    [-5, column('money'), '-0,05'],
    [0, column('money'), '0,00'],
    ['2026-02-01', column('date'), '01.02.2026'],
    [null, column('date'), ''],
    [undefined, column('money'), ''],
  ])('%j → %s', (value, kind, expected) => expect(fieldOf(value, kind)).toBe(expected));
});

describe('a cell of a workbook', () => {
  it.each([
    [450_012, column('money'), 4500.12],
    [7, column('number'), 7],
    ['2026-02-01', column('date'), new Date('2026-02-01T00:00:00Z')],
    [undefined, column(), null],
  ])('%j', (value, kind, expected) => expect(cellOf(value, kind)).toEqual(expected));
});
