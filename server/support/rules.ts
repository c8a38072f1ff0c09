// Rules of questions to the support: how much one may write, what may be done with a question, how long a screen is shown.

/** Messages of one person in a minute; more is no person's hand. */
export const MOST_A_MINUTE = 20;
/** How long «Показать мой экран» lasts, ms. */
export const CONSENT_MS = 30 * 60_000;
/** A supporter whose session was alive this long ago is on duty, ms. */
export const DUTY_MS = 20 * 60_000;
/** Letters about one question, at most. */
export const MOST_LETTERS = 5;

export type Status = 'waiting' | 'taken' | 'solved';
export type Move = 'take' | 'release' | 'solve' | 'look';

/** Why a question can't be moved so; null when it can. */
export function moveProblem(
  move: Move,
  thread: { status: Status; assignee_id: number | null; assignee: string | null; consent_until: string | null },
  userId: number,
  now: Date,
): string | null {
  if (thread.status === 'solved') return 'Вопрос уже решён';
  if (move === 'take' && thread.assignee_id && thread.assignee_id !== userId) return `Уже отвечает ${thread.assignee}`;
  if (move === 'release' && thread.status !== 'taken') return 'Вопрос и так в очереди';
  if (move === 'look' && !hasConsent(thread, now)) return 'Человек не разрешил смотреть его экран';
  return null;
}

export const hasConsent = ({ consent_until }: { consent_until: string | null }, now: Date) =>
  consent_until !== null && new Date(consent_until) > now;

/** A question is called by its first line. */
export const titleOf = (text: string) => {
  const line = text.split('\n')[0]!.trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};
