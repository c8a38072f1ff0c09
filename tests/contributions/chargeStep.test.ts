// What the second step of charging says by itself, without waiting for the server: its days and their edges.
import { describe, expect, it } from 'vitest';
import { stepProblems, type ChargeDraft } from '../../resources/contributions/charge/model.ts';

const draft = (more: Partial<ChargeDraft>) =>
  ({
    step: 1,
    all: true,
    included: [],
    amount: 450_000,
    date: '2026-11-20',
    dueOn: null,
    readings: {},
    ...more,
  }) as never;
const problems = (more: Partial<ChargeDraft>, closedUntil: string | null = null) =>
  stepProblems(draft(more), undefined, {}, { today: '2026-11-22', closedUntil });

describe('the day of a charge', () => {
  it.each<[string, string | null, string | undefined]>([
    ['2026-11-20', null, undefined],
    ['2026-11-20', '2026-11-19', undefined],
    // The last closed day itself is closed.
    ['2026-11-20', '2026-11-20', 'Период закрыт до 20.11.2026'],
    ['2026-11-20', '2026-11-21', 'Период закрыт до 21.11.2026'],
    ['2026-11-22', null, undefined],
    ['2026-11-23', null, 'Дата не может быть позже сегодняшней'],
  ])('%s, closed until %s: %s', (date, closedUntil, said) =>
    expect(problems({ date }, closedUntil).contributionDate).toBe(said),
  );

  it('the day to pay by is that day or later', () => {
    expect(problems({ dueOn: '2026-11-20' })).toEqual({});
    expect(problems({ dueOn: '2026-11-19' })).toEqual({ dueOn: 'Срок оплаты не раньше дня начисления' });
  });
});
