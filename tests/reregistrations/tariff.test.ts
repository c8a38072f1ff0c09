// Which tariff wins, what overlaps, how years are counted.
import { describe, expect, it } from 'vitest';
import {
  explainFee,
  feeOf,
  fittingTariffs,
  overlapsOf,
  yearsBetween,
  type TariffRow,
} from '../../server/reregistrations/rules/tariff.ts';

let made = 0;
const row = (more: Partial<TariffRow> = {}): TariffRow => ({
  id: (made += 1),
  tariff_group: 'full',
  reason_id: null,
  region_id: null,
  mo_id: null,
  po_id: null,
  is_member: null,
  min_years: null,
  valid_from: '2026-01-01',
  valid_to: null,
  amount_kopecks: 300_000,
  ...more,
});
const asked = {
  group: 'full' as const,
  reason: 1,
  region_id: 1,
  mo_id: 2,
  po_id: 3,
  isMember: true,
  years: 6,
  date: '2026-03-06',
};

describe('tariffs', () => {
  it('the most specific row wins: place, then reason, then membership, then years', () => {
    const rows = [
      row(),
      row({ is_member: true }),
      row({ is_member: true, min_years: 5 }),
      row({ reason_id: 1 }),
      row({ mo_id: 2 }),
      row({ po_id: 3 }),
    ];
    expect(fittingTariffs(rows, asked).map(({ id }) => rows.findIndex((one) => one.id === id))).toEqual([
      5, 4, 3, 2, 1, 0,
    ]);
  });
  it('rows of other places, days and people are left out', () => {
    const rows = [
      row({ mo_id: 9 }),
      row({ valid_to: '2026-02-01' }),
      row({ valid_from: '2027-01-01' }),
      row({ is_member: false }),
      row({ min_years: 7 }),
    ];
    expect(fittingTariffs(rows, asked)).toEqual([]);
    expect(feeOf(rows, asked)).toMatchObject({ kopecks: 0, winner: null });
  });
  it.each<[string, Partial<TariffRow>]>([
    ['another kind of price', { tariff_group: 'half' }],
    ['another reason', { reason_id: 2 }],
    ['another region', { region_id: 9 }],
    ['another МО', { mo_id: 9 }],
    ['another ПО', { po_id: 9 }],
    ['of who is no member', { is_member: false }],
    ['a day before', { valid_to: '2026-03-05' }],
    ['a day after', { valid_from: '2026-03-07' }],
    ['a longer membership', { min_years: 7 }],
  ])('a row of %s asks nothing of this change', (_name, more) =>
    expect(fittingTariffs([row(more)], asked)).toEqual([]),
  );
  it.each<[string, Partial<TariffRow>]>([
    ['its first day', { valid_from: '2026-03-06' }],
    ['its last day', { valid_to: '2026-03-06' }],
    ['a day between', { valid_to: '2026-12-31' }],
    ['just as many years', { min_years: 6 }],
  ])('a row holds on %s', (_name, more) => expect(fittingTariffs([row(more)], asked)).toHaveLength(1));
  it('a region stands before a reason; of equal rows the newest wins, of one day the last entered', () => {
    const winner = (...rows: TariffRow[]) => rows.findIndex(({ id }) => id === feeOf(rows, asked).winner);
    expect(winner(row({ region_id: 1 }), row({ reason_id: 1, is_member: true }))).toBe(0);
    expect(winner(row({ valid_from: '2026-02-01' }), row())).toBe(0);
    expect(winner(row(), row({ valid_from: '2026-02-01' }))).toBe(1);
    expect(winner(row(), row())).toBe(1);
    const [first, last] = [row(), row()];
    expect(winner(last, first)).toBe(0);
    const [newest, entered] = [row({ valid_from: '2026-02-01' }), row()];
    expect(winner(entered, newest)).toBe(1);
  });
  it('an exchange without a price of its own costs as any change, what is free costs nothing', () => {
    const rows = [row()];
    expect(feeOf(rows, { ...asked, group: 'exchange' }).kopecks).toBe(300_000);
    expect(
      feeOf([...rows, row({ tariff_group: 'exchange', amount_kopecks: 100 })], { ...asked, group: 'exchange' }).kopecks,
    ).toBe(100);
    expect(feeOf(rows, { ...asked, group: 'free' })).toMatchObject({ kopecks: 0, text: 'Бесплатно' });
  });
  it.each<[string, Partial<TariffRow>, Partial<TariffRow>, string]>([
    ['place', { po_id: 3 }, { mo_id: 2 }, 'есть тариф ближе: этого ПО'],
    ['place', { mo_id: 2 }, { region_id: 1 }, 'есть тариф ближе: МО'],
    ['place', { region_id: 1 }, { reason_id: 1 }, 'есть тариф ближе: региона'],
    ['reason', { reason_id: 1 }, { is_member: true }, 'есть тариф этого основания'],
    ['members', { is_member: true }, {}, 'есть тариф для членов ВОА'],
    ['members of one reason', { reason_id: 1, is_member: true }, { reason_id: 1 }, 'есть тариф для членов ВОА'],
    ['years', { min_years: 5 }, { min_years: 3 }, 'есть тариф для стажа от 5 лет'],
    ['years against none', { min_years: 5 }, { valid_from: '2026-03-01' }, 'есть тариф для стажа от 5 лет'],
    ['day', { valid_from: '2026-03-01' }, {}, 'есть более новый'],
    [
      'day of equal years',
      { is_member: true, min_years: 5, valid_from: '2026-03-01' },
      { is_member: true, min_years: 5 },
      'есть более новый',
    ],
  ])('says what a row lost by: %s', (_name, winner, loser, lost) => {
    for (const rows of [
      [row(winner), row(loser)],
      [row(loser), row(winner)],
    ])
      expect(explainFee(rows, asked).map((one) => one.lost)).toEqual([null, lost]);
  });
  it('of two rows that differ in nothing the last entered is taken; of who is no member it is said so', () => {
    const rows = [row({ amount_kopecks: 1 }), row({ amount_kopecks: 2 })];
    expect(explainFee(rows, asked).map(({ kopecks, lost }) => [kopecks, lost])).toEqual([
      [2, null],
      [1, 'внесён раньше'],
    ]);
    const others = [row({ is_member: false }), row()];
    expect(explainFee(others, { ...asked, isMember: false })[1]!.lost).toBe('есть тариф для не членов ВОА');
    expect(explainFee(rows, { ...asked, group: 'free' })).toEqual([]);
    expect(explainFee([], asked)).toEqual([]);
  });
  it.each<[Partial<TariffRow>, string]>([
    [{}, 'общий, с 01.01.2026'],
    [{ region_id: 1 }, 'региона, с 01.01.2026'],
    [{ region_id: 1, mo_id: 2, is_member: true }, 'МО, член ВОА, с 01.01.2026'],
    [{ mo_id: 2, po_id: 3, is_member: true, min_years: 5 }, 'этого ПО, член ВОА, от 5 лет, с 01.01.2026'],
  ])('a row %j is told as «%s»', (more, words) => {
    expect(explainFee([row(more)], asked)[0]!.text.replace(/^.*?», /, '')).toBe(words);
  });
  it('names rows that answer the same question on the same days', () => {
    const active = (more: Partial<TariffRow>) => ({ ...row(more), is_active: true });
    const [one, same, later, other] = [
      active({ valid_to: '2026-06-30' }),
      active({ valid_from: '2026-06-30' }),
      active({ valid_from: '2026-07-01', valid_to: '2026-07-02' }),
      active({ mo_id: 2 }),
    ];
    expect(overlapsOf(one!, [one!, same!, later!, other!])).toEqual([same!.id]);
    expect(overlapsOf(same!, [one!, same!, other!])).toEqual([one!.id]);
    const ended = active({ valid_from: '2025-01-01', valid_to: '2025-12-31' });
    expect(overlapsOf(one!, [one!, ended])).toEqual([]);
    expect(overlapsOf(ended, [one!, ended])).toEqual([]);
    // A row out of use hinders nothing, whichever of the two it is.
    const [idle, used] = [{ ...active({}), is_active: false }, active({})];
    expect([overlapsOf(idle, [idle, used]), overlapsOf(used, [idle, used])]).toEqual([[], []]);
  });
  it('counts whole years', () => {
    expect(yearsBetween('2011-04-03', '2026-04-02')).toBe(14);
    expect(yearsBetween('2011-04-03', '2026-04-03')).toBe(15);
    expect(yearsBetween(null, '2026-04-03')).toBe(0);
    // Who enters later is no member for less than nothing: a row for everybody still asks of him.
    expect(yearsBetween('2027-01-01', '2026-04-03')).toBe(0);
  });
});
