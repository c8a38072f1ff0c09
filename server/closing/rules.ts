// Rules of closing a period. Pure.

/** Why books may not be closed up to `next`; null when they may. */
export function closingProblem(
  next: string | null,
  facts: { now: string | null; today: string; isSuperuser: boolean },
): string | null {
  if (next && next >= facts.today) return 'Закрыть можно только прошедший период';
  if (next === facts.now) return 'Период уже закрыт до этой даты';
  if (facts.now && (!next || next < facts.now) && !facts.isSuperuser)
    return 'Открыть период может только суперпользователь';
  return null;
}
