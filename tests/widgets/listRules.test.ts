// Which columns give way in a narrow table, and which condition cost the results.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitColumns, REST_WIDTH, tableWidth, type Column } from '../../widgets/list/columns.ts';
import { worstOf } from '../../widgets/list/culprit.ts';

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  label: key,
  width: '100px',
  render: () => null,
  ...more,
});
const keys = (shown: readonly Column<object>[]) => shown.map((one) => one.key).join(' ');

describe('columns by width', () => {
  const set = [
    column('plate', { fixed: true }),
    column('phone', { wide: 3 }),
    column('type', { wide: 2 }),
    column('pib', { wide: 1 }),
    column('extra', { wide: true }),
    column('built', { optional: true }),
    column('name', { fixed: true, width: '' }),
  ];
  const widest = 5 * 100 + REST_WIDTH;
  it.each([
    [widest, 'plate phone type pib extra name'],
    [widest - 1, 'plate phone type extra name'],
    [widest - 101, 'plate phone extra name'],
    [widest - 201, 'plate extra name'],
    [widest - 301, 'plate name'],
    // Fixed columns never go: the table scrolls inside its box.
    [10, 'plate name'],
    [0, 'plate phone type pib extra name'],
  ])('%i px', (width, expected) => {
    expect(keys(fitColumns(set, {}, width, false))).toBe(expected);
  });
  it('ticks take their room', () => {
    expect(keys(fitColumns(set, {}, widest, true))).toBe('plate phone type extra name');
  });
  it('a chosen column stays whatever the width, a refused one goes, a fixed one can’t be refused', () => {
    expect(keys(fitColumns(set, { pib: true, phone: false, plate: false }, 10, false))).toBe('plate pib name');
  });
  it('an optional column comes when it is chosen', () => {
    expect(keys(fitColumns(set, { built: true }, 0, false))).toContain('built');
  });
  it('are a part of the declared ones in their order, and fit whenever the unyielding ones do', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            width: fc.integer({ min: 40, max: 300 }),
            wide: fc.integer({ min: 0, max: 3 }),
            fixed: fc.boolean(),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 1, max: 2000 }),
        fc.boolean(),
        (raw, width, hasTicks) => {
          const declared = raw.map(({ width: px, wide, fixed }, index) =>
            column(String(index), { width: `${px}px`, fixed, ...(wide && !fixed ? { wide } : {}) }),
          );
          const shown = fitColumns(declared, {}, width, hasTicks);
          expect(declared.filter((one) => shown.includes(one))).toEqual(shown);
          const firm = declared.filter((one) => one.fixed || !one.wide);
          expect(firm.every((one) => shown.includes(one))).toBe(true);
          const room = width - (hasTicks ? 52 : 0);
          if (tableWidth(firm) <= room) expect(tableWidth(shown)).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});

describe('the condition that cost the results', () => {
  const conditions = ['po', 'debt', 'section'].map((key) => ({ key, label: key }));
  it.each([
    [[0, 5, 2], 'debt'],
    // Of equals the one added last: the person remembers it.
    [[5, 5, 0], 'debt'],
    [[0, 0, 0], undefined],
    [[], undefined],
  ])('%j: %s', (found, key) => {
    expect(worstOf(conditions, found)?.key).toBe(key);
  });
});
