// Terms of penalties: settings of a ПО, and the first day of delay of a charge. Pure.
import { plusDays } from '../../../contract/kernel/days.ts';
import type { LedgerFact } from '../../balance/rules.ts';
import { dueDayOf, type DueTerms } from '../../balance/rules/dueDay.ts';
import { isCharge } from '../../balance/rules/settlement.ts';

/** Settings of a ПО. */
export interface PenaltySettings {
  enabled: boolean;
  method: 'percent_day' | 'key_rate_300' | 'none';
  /** Percent a day. */
  rate: number;
  /** «31.12» of the year charged for. */
  due_day_month: string;
  grace_days: number;
  /** Most that penalties may come to, percent of the principal. */
  cap: number;
}
export interface OwnedFact extends LedgerFact {
  owner_id: number | null;
  /** Own due day of its document. */
  due_on?: string | null;
}
/** What the first day of delay is told by. */
export interface DelayTerms {
  /** Accrual types that penalties apply to. */
  applies: ReadonlySet<number>;
  /** Accrual types that are charged once a year. */
  yearly: ReadonlySet<number>;
  settings: PenaltySettings;
}

/** The first day of delay of each charge among `own` that penalties apply to; `lines` hold where moved debts come from. */
export function firstDays(
  own: readonly OwnedFact[],
  lines: readonly OwnedFact[],
  { applies, yearly, settings }: DelayTerms,
): Map<number, string> {
  const charges = own.filter((line) => isCharge(line) && applies.has(line.accrual_type_id!));
  const dates = new Map(lines.map((line) => [line.id, line.on_date]));
  // A debt that was moved is overdue since the charge it comes from was.
  const sinceOf = (line: OwnedFact) => (line.origin_id && dates.get(line.origin_id)) || line.on_date;
  const termsOf = (line: OwnedFact) => ({
    on_date: sinceOf(line),
    period_year: line.period_year,
    due_on: line.due_on ?? null,
    is_yearly: yearly.has(line.accrual_type_id!),
  });
  return new Map(charges.map((line) => [line.id, firstDayOf(termsOf(line), settings)]));
}

/** The first day that costs something. */
export function firstDayOf(charge: DueTerms, settings: PenaltySettings): string {
  const due = dueDayOf(charge, settings.due_day_month);
  return plusDays(charge.on_date > due ? charge.on_date : due, settings.grace_days + 1);
}

export const dayAfter = (day: string) => plusDays(day, 1);
