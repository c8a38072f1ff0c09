// Which tariff wins, what overlaps, how years are counted.
import { describe, expect, it } from 'vitest';
import {
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
  it('an exchange without a price of its own costs as any change, what is free costs nothing', () => {
    const rows = [row()];
    expect(feeOf(rows, { ...asked, group: 'exchange' }).kopecks).toBe(300_000);
    expect(
      feeOf([...rows, row({ tariff_group: 'exchange', amount_kopecks: 100 })], { ...asked, group: 'exchange' }).kopecks,
    ).toBe(100);
    expect(feeOf(rows, { ...asked, group: 'free' })).toMatchObject({ kopecks: 0, text: 'Бесплатно' });
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
  });
  it('counts whole years', () => {
    expect(yearsBetween('2011-04-03', '2026-04-02')).toBe(14);
    expect(yearsBetween('2011-04-03', '2026-04-03')).toBe(15);
    expect(yearsBetween(null, '2026-04-03')).toBe(0);
  });
});
