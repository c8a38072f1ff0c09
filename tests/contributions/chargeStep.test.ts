// What the second step of charging says by itself, without waiting for the server: its days and their edges.
import { describe, expect, it } from 'vitest';
import { newDraft, stepProblems, withType, type ChargeDraft } from '../../resources/contributions/charge/model.ts';

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

describe('the sum of a type', () => {
  const last_amounts = [
    { accrual_type: 1, amount_kopecks: 450_000 },
    { accrual_type: 3, amount_kopecks: 90_000 },
  ];
  const first = newDraft({ today: '2026-11-20', last_amounts }, {});

  it('is that of its own last charge, or empty; one that was typed stays', () => {
    expect(first.amount).toBe(450_000);
    expect(withType(first, 3)).toEqual({ accrualType: 3, amount: 90_000 });
    expect(withType(first, 5)).toEqual({ accrualType: 5, amount: null });
    const typed = { ...first, amount: 77_700, isOwnAmount: true };
    expect({ ...typed, ...withType(typed, 3) }.amount).toBe(77_700);
  });
});

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
