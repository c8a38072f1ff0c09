// Readings of meters as they are sent: which are none, which contradict each other, how much may be used between two of them.
import { describe, expect, it } from 'vitest';
import { BELOW_PREVIOUS, MAX_READINGS, NO_PREVIOUS, ReadingRow, Readings } from '../../contract/readings.ts';

const faultsOf = (...readings: object[]) =>
  (Readings.safeParse(readings).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
const WRONG = 'Не меньше нуля, не более двух знаков после запятой';
const MUCH = 'Слишком большой расход';

describe('a reading', () => {
  it.each([
    [{ previous: 100, current: 150 }, []],
    [{ previous: 100, current: 100 }, []],
    [{ previous: 0, current: 0.01 }, []],
    [{ previous: 100.25, current: 150.75 }, []],
    // Where nobody reads a meter the used kWh are told.
    [{ quantity: 50 }, []],
    [{ quantity: 0 }, []],
    [{ previous: 100, quantity: 50 }, []],
    [{ previous: null, current: null, quantity: 50 }, []],
    [{}, ['0.current: Внесите показание']],
    [{ previous: 100 }, ['0.current: Внесите показание']],
    [{ previous: 100, current: null, quantity: null }, ['0.current: Внесите показание']],
    [{ previous: 100, current: 150, quantity: 50 }, ['0.quantity: Внесите показание или расход, не оба']],
    [{ previous: 100, current: 150, quantity: 0 }, ['0.quantity: Внесите показание или расход, не оба']],
    [{ current: 150 }, [`0.previous: ${NO_PREVIOUS}`]],
    [{ previous: null, current: 0 }, [`0.previous: ${NO_PREVIOUS}`]],
    [
      { current: 150, quantity: 50 },
      ['0.quantity: Внесите показание или расход, не оба', `0.previous: ${NO_PREVIOUS}`],
    ],
    [{ previous: 100, current: 99.99 }, [`0.current: ${BELOW_PREVIOUS}`]],
    [{ previous: 0, current: 1_000_000 }, []],
    [{ previous: 0, current: 1_000_000.01 }, [`0.current: ${MUCH}`]],
    [{ previous: 99_000_000, current: 100_000_000 }, []],
    [{ quantity: 1_000_000 }, []],
    [{ quantity: 1_000_001 }, [`0.quantity: ${MUCH}`]],
  ])('%j', (reading, faults) => expect(faultsOf({ garage: 45, ...reading })).toEqual(faults));

  it.each(['previous', 'current', 'quantity'])('of %s is a number of kWh with at most two decimals', (field) => {
    const faultOf = (value: unknown) => faultsOf({ garage: 45, previous: 0, [field]: value })[0];
    for (const value of [-0.01, 0.001, 1.005, '5', NaN]) expect(faultOf(value)).toBe(`0.${field}: ${WRONG}`);
    // 1.15 × 100 is 114.99… to the machine, 8.29 × 100 is 828.99….
    for (const value of [1.15, 8.29, 0.07, 999_999.99]) expect(faultOf(value) ?? '').not.toContain(WRONG);
  });
  it('shows no more than a meter can', () => {
    expect(faultsOf({ garage: 45, previous: 100_000_000, current: 100_000_000 })).toEqual([]);
    expect(faultsOf({ garage: 45, previous: 100_000_001, quantity: 1 })).toEqual([
      '0.previous: Слишком большое показание',
    ]);
  });
  it('is of a garage', () => {
    for (const garage of [0, -1, 1.5, undefined]) expect(faultsOf({ garage, quantity: 1 })).toHaveLength(1);
  });
});

describe('readings', () => {
  const of = (count: number) => Array.from({ length: count }, (_, nth) => ({ garage: nth + 1, quantity: 1 }));
  it('are of different garages', () => {
    expect(faultsOf(...of(3))).toEqual([]);
    expect(faultsOf(...of(3), { garage: 1, quantity: 2 })).toEqual([': Показание гаража указано дважды']);
  });
  it('are five thousand at most, and may be none', () => {
    expect(Readings.parse(undefined)).toEqual([]);
    expect(Readings.parse([])).toEqual([]);
    expect(MAX_READINGS).toBe(5000);
    expect(faultsOf(...of(5000))).toEqual([]);
    expect(faultsOf(...of(5001))).toEqual([': Не больше 5000 показаний']);
  });
  it('say what people read', () => {
    expect(NO_PREVIOUS).toBe('Нет прежнего показания: впишите его в «Было»');
    expect(BELOW_PREVIOUS).toBe('Показание меньше прежнего. Если счётчик заменён, исправьте «Было»');
  });
});

it.each([
  [{ owner: null, previous: null, previous_on: null, entered: null }, true],
  [{ owner: 'Иванов И. И.', previous: 100, previous_on: '2026-10-01', entered: { previous: 1, current: 2 } }, true],
  [{ owner: null, previous: null, previous_on: null, entered: { quantity: 5, current: null, previous: null } }, true],
  [{ owner: null, previous: null, previous_on: null, entered: {} }, true],
  [{ owner: null, previous: '100', previous_on: null, entered: null }, false],
  [{ owner: null, previous: null, previous_on: null }, false],
])('a garage to be read %j', (row, isGood) => {
  const { garage: Plate } = ReadingRow.shape;
  expect(ReadingRow.omit({ garage: true }).safeParse(row).success).toBe(isGood);
  expect(Plate.safeParse(null).success).toBe(false);
});
