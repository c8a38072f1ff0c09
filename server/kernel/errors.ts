// Refusals: what a handler throws when a request can't be done. Everything else that is thrown is a fault (500).
import type { FieldErrors, Problem } from '../../contract/kernel/problems.ts';
import type { Refusal } from './refusal.ts';

export class Refused extends Error {
  readonly status: number;
  readonly problem: Problem;
  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** Absent and out of scope look the same. */
export const notFound = () => new Refused(404, { message: 'К сожалению, мы не можем найти запрашиваемые данные.' });
export const forbidden = (message: string) => new Refused(403, { message });
export const unauthorized = (message = 'Войдите в систему', code?: string) => new Refused(401, { message, code });

/** A rule says no: texts by field; `form` is the field of what belongs to none. */
export const invalid = (errors: FieldErrors, message = Object.values(errors)[0] ?? 'Проверьте поля') =>
  new Refused(422, { message, errors });

/** Throws when there is at least one text. */
export function refuseIf(errors: FieldErrors): void {
  if (Object.keys(errors).length) throw invalid(errors);
}

/** Throws what a rule refused: 403 for a right, 422 on its field for everything else; null passes. */
export function refuseWhen(refusal: Refusal | null): void {
  if (refusal) throw refusal.kind === 'right' ? forbidden(refusal.text) : invalid({ [refusal.field]: refusal.text });
}

/** Somebody saved in between, maybe the person himself (`isOwn`); `current` is the record as it is now. */
export const stale = (by: string, at: string, current: unknown, isOwn = false) =>
  new Refused(409, {
    message: isOwn
      ? `Данные изменили вы сами${at ? ` в ${at}` : ''}, в другой вкладке. Обновите страницу`
      : `Данные изменил ${by}${at ? ` в ${at}` : ''}. Обновите страницу`,
    code: 'stale',
    current,
    ...(isOwn ? { own: true } : {}),
  });
