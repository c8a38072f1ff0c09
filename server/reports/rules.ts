// Rules of reports by the clock: the days they speak of, the names of their moments, who may look after them. Pure.
import { plusDays } from '../../contract/kernel/days.ts';
import { refusal, SUPERUSER, type Actor, type Needs } from '../../contract/kernel/scope.ts';
import type { ReportPeriod } from '../../contract/reports.ts';
import type { Days } from '../kernel/periods.ts';

/** What the moments of reports are called among those that come due. */
export const REPORT_DUE = 'report.send';
/** A letter with more rows is too heavy for a mailbox. */
export const MOST_ROWS = 20_000;
/** How long files of letters are kept, days. */
export const FILE_DAYS = 30;

/** Whole days before `day` (`YYYY-MM-DD`, the day of the moment where the report was made); null leaves the conditions as they are. */
export function daysOf(period: ReportPeriod, day: string): Days | null {
  const yesterday = plusDays(day, -1);
  const month = `${day.slice(0, 8)}01`;
  const endOfLast = plusDays(month, -1);
  switch (period) {
    case 'as_is':
      return null;
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'last_week': {
      const monday = plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
      return { from: plusDays(monday, -7), to: plusDays(monday, -1) };
    }
    case 'last_month':
      return { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast };
    case 'last_quarter': {
      const [year, quarter] = [Number(day.slice(0, 4)), Math.floor((Number(day.slice(5, 7)) - 1) / 3)];
      const first = (of: number) =>
        `${year + Math.floor(of / 4)}-${String((((of % 4) + 4) % 4) * 3 + 1).padStart(2, '0')}-01`;
      return { from: first(quarter - 1), to: plusDays(first(quarter), -1) };
    }
    case 'this_month':
      return { from: month, to: day };
    case 'this_year':
      return { from: `${day.slice(0, 4)}-01-01`, to: day };
  }
}

/** A moment keeps the hour it was meant for, also when it is done later. */
export const momentName = (report: number, at: Date): string => `${report}@${at.toISOString()}`;
export const momentsOf = (report: number): string => `${report}@`;
export function readMoment(name: string): { report: number; at: Date } {
  const [report = '', at = ''] = name.split('@');
  return { report: Number(report), at: new Date(at) };
}

/** Who looks after a report: its owner; a superuser; nobody else, unless it has no owner any more. */
export const mayLookAfter = (
  actor: Pick<Actor, 'userId' | 'isSuperuser'>,
  { owner_id: owner, at_place: atPlace }: { owner_id: number | null; at_place: boolean },
): boolean => owner === actor.userId || actor.isSuperuser === SUPERUSER || (owner === null && atPlace);

export interface ReceiverFacts {
  user_id: number;
  is_active: boolean;
  is_superuser: number;
  capabilities: number[];
  /** The place of his whose rows he gets; all null when he has none within that of the report. */
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
}

/** The receiver as he would work at his place. */
export const actorOfReceiver = (facts: ReceiverFacts & { name: string; role: string }): Actor => ({
  userId: facts.user_id,
  sessionId: 0,
  name: facts.name,
  role: facts.role,
  isSuperuser: facts.is_superuser,
  region: facts.region_id,
  mo: facts.mo_id,
  po: facts.po_id,
  capabilities: facts.capabilities,
});

/** Why somebody gets nothing now; null when he gets it. */
export function receiverRefusal(facts: ReceiverFacts & { name: string; role: string }, needs: Needs): string | null {
  if (!facts.is_active) return 'учётная запись отключена';
  if (!facts.region_id && !facts.mo_id && !facts.po_id) return 'больше не работает в этой организации';
  return refusal(actorOfReceiver(facts), needs);
}

/** A word for the name of a file: letters that no system takes in a name are left out. */
export const fileWord = (name: string): string => name.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'Отчёт';
