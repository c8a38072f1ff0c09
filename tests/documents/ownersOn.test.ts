// Owners of a garage on the day of a paper.
import { describe, expect, it } from 'vitest';
import { goneSince, leftAfter, ownersOn } from '../../server/documents/rules/ownersOn.ts';
import type { Facts, OwnerFacts } from '../../server/documents/facts/types.ts';

const owner = (id: number, started_on: string | null, ended_on: string | null): Omit<OwnerFacts, 'left_on'> => ({
  profile_id: id,
  full_name: `Владелец ${id}`,
  share: null,
  started_on,
  ended_on,
  start_reason: null,
  is_primary: true,
});
const chain = [owner(2, '2026-06-10', null), owner(1, null, '2026-06-10')];
const on = (day: string, today = '2026-11-20') => ownersOn(chain, { day, today });

describe('owners on a day', () => {
  it('the last day belongs to who comes', () => {
    expect(on('2026-06-09').owners.map((one) => [one.profile_id, one.ended_on])).toEqual([[1, null]]);
    expect(on('2026-06-10').owners.map((one) => [one.profile_id, one.ended_on])).toEqual([
      [2, null],
      [1, '2026-06-10'],
    ]);
    expect(on('2026-06-09').later).toEqual([{ profile_id: 2, started_on: '2026-06-10' }]);
  });

  it('who leaves on a day ahead owns still, and may be claimed of', () => {
    const facts = (day: string, today: string) =>
      ({
        day,
        isFormer: false,
        person: { id: 1, full_name: 'Владелец 1' },
        garage: on(day, today),
      }) as unknown as Facts;
    expect([leftAfter(facts('2026-06-01', '2026-06-01')), goneSince(facts('2026-06-01', '2026-06-01'))]).toEqual([
      null,
      null,
    ]);
    expect(goneSince(facts('2026-06-01', '2026-06-10'))).toContain('закончилось 10.06.2026');
  });
});
