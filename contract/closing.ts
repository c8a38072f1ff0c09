// Closing the books of a МО: what a period holds, closing it, opening it again.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { IsoDate, Kopecks, Named } from './kernel/scalars.ts';
import { financeEdit, type Needs } from './kernel/scope.ts';
import { UnfoundedSum } from './penalties.ts';

/** An accountant of the МО closes; nobody but a superuser at work there opens again. */
export const periodClose: Needs = { who: 'signedIn', capability: 2, levels: ['mo'] };
export const periodOpen: Needs = { who: 'superuser', capability: 2, levels: ['mo'] };

export const ClosingReview = z.object({
  mo: Named,
  closed_until: z.string().nullable(),
  /** The day that was looked at. */
  until: z.string(),
  /** Why the period can not be closed, as a sentence; null when it can. */
  problem: z.string().nullable(),
  /** What would be closed: entries of the open days up to `until` inside the reader's place. */
  documents: z.number(),
  lines: z.number(),
  charged_kopecks: Kopecks,
  paid_kopecks: Kopecks,
  /** Balances at the end of the day. */
  debt_kopecks: Kopecks,
  advance_kopecks: Kopecks,
  debtors: z.number(),
  /** Debts left to former owners, beside the others. */
  former_kopecks: Kopecks,
  /** Payments of bank statements that nobody has posted; days of the cash desk that are not closed. */
  open_statement_rows: z.number(),
  open_cash_days: z.number(),
  /** Penalties up to the day that lost their ground. */
  unfounded: UnfoundedSum,
  /** Where balances, monthly sums or seals disagree with the lines. */
  faults: z.array(z.string()),
  faults_total: z.number(),
  /** Closings and openings, the last first. */
  history: z.array(z.object({ at: z.string(), user: z.string(), text: z.string() })),
  /** Closings before that day have left the log for the archive; null where all of the last are told. */
  history_from: z.string().nullable(),
});
export type ClosingReview = z.infer<typeof ClosingReview>;

const tag = 'Закрытие периода';
/** What stands before closing; without `until` the end of the last year. */
export const closingReview = endpoint({
  tag,
  method: 'GET',
  path: '/api/closing/',
  summary: 'Что будет закрыто',
  needs: financeEdit,
  query: z.object({ until: IsoDate.optional() }),
  reply: ClosingReview,
});
/** What still stands in the way in a ПО before the year of `until` is closed. */
export const PoReadiness = z.object({
  po: Named,
  garages: z.number(),
  /** Active garages without the membership fee of the year. */
  uncharged: z.number(),
  open_statement_rows: z.number(),
  open_cash_days: z.number(),
  /** Applications and cases that are not ended. */
  open_cases: z.number(),
  /** Papers of the year that a second side signs, of which no signed sheet has come back. */
  unsigned_papers: z.number(),
  debtors: z.number(),
  debt_kopecks: Kopecks,
  /** Left to former owners. */
  former_kopecks: Kopecks,
});
export type PoReadiness = z.infer<typeof PoReadiness>;
export const closingReadiness = endpoint({
  tag,
  method: 'GET',
  path: '/api/closing/poes/',
  summary: 'Готовность ПО к закрытию года',
  needs: financeEdit,
  query: z.object({ until: IsoDate }),
  reply: z.object({ data: z.array(PoReadiness), backup_at: z.string().nullable() }),
});
/** `was` is what the person saw: a closing in between refuses. The same closing again does nothing more. */
export const closePeriod = endpoint({
  tag,
  method: 'POST',
  path: '/api/closing/',
  summary: 'Закрыть период',
  needs: periodClose,
  body: z.object({ until: IsoDate, was: IsoDate.nullable() }),
  reply: ClosingReview,
});
export const openPeriod = endpoint({
  tag,
  method: 'POST',
  path: '/api/closing/open/',
  summary: 'Открыть период',
  needs: periodOpen,
  body: z.object({
    /** The day up to which books stay closed; null opens everything. */
    until: IsoDate.nullable(),
    was: IsoDate.nullable(),
    reason: z.string().trim().min(1, 'Укажите причину').max(300, 'Не длиннее 300 знаков'),
  }),
  reply: ClosingReview,
});
