// Statistics of a tab over a period: figures beside those before and a year ago, rows, series of the charts; debtors behind a debt.
import { z } from 'zod';
import { LogFilter, LogTab } from './actionLog.ts';
import { endpoint } from './kernel/endpoint.ts';
import { Kopecks, Named } from './kernel/scalars.ts';
import { financeRead, signedIn } from './kernel/scope.ts';

const tag = 'Статистика';

/** What the figures keep: the same conditions as those of the log, without its pages. */
export const StatFilter = LogFilter.omit({ tab: true, after: true });
export type StatFilter = z.output<typeof StatFilter>;

const Period = z.object({ from: z.string(), to: z.string() });
/** A figure now, in the period of equal length before, in the same days a year ago. */
const Compared = z.object({ now: z.number(), before: z.number(), year: z.number() });
export type Compared = z.infer<typeof Compared>;
const Counted = z.object({ key: z.string(), name: z.string(), count: z.number() });

/** One ПО, month or kind of money. `type`: what was charged; `method`: how it was paid. */
const MoneyRow = z.object({
  what: z.enum(['po', 'month', 'type', 'method']),
  key: z.string(),
  name: z.string(),
  charged_kopecks: Kopecks,
  charged_year_kopecks: Kopecks,
  charged_lines: z.number(),
  paid_kopecks: Kopecks,
  paid_year_kopecks: Kopecks,
  paid_lines: z.number(),
  /** Of ПО alone: what is owed at the end of the period, before it, and by how many garages. */
  debt_kopecks: Kopecks.nullable(),
  debt_before_kopecks: Kopecks.nullable(),
  debtors: z.number().nullable(),
});
export type MoneyRow = z.infer<typeof MoneyRow>;
const LogRow = z.object({
  what: z.enum(['po', 'month', 'verb']),
  /** Number of the ПО (empty: lines of no ПО), `2026-03`, verb. */
  key: z.string(),
  name: z.string(),
  count: z.number(),
  year: z.number(),
});
export type LogRow = z.infer<typeof LogRow>;

export const StatReply = z.object({
  period: Period,
  before: Period,
  year: Period,
  /** The last day is today or later: the last point is not whole. */
  is_unfinished: z.boolean(),
  grain: z.enum(['day', 'week', 'month']),
  count: Compared,
  rows: z.array(LogRow),
  /** Every point of the period in order, also those with nothing; the first day of each. */
  series: z.array(z.object({ at: z.string(), count: z.number() })),
  users: z.array(Counted),
  /** Of sign-ins alone: lines by weekday (1 Monday) and hour, Moscow time. */
  hours: z.array(z.object({ weekday: z.number(), hour: z.number(), count: z.number() })),
  /** Of contributions alone, for those who may read money. */
  money: z
    .object({
      charged: Compared,
      charged_lines: z.number(),
      paid: Compared,
      paid_lines: z.number(),
      debt_kopecks: Kopecks,
      debt_before_kopecks: Kopecks,
      debtors: z.number(),
      rows: z.array(MoneyRow),
    })
    .nullable(),
});
export type StatReply = z.infer<typeof StatReply>;

/** `filter` is JSON of `StatFilter`; a month up to today when it names no days. */
export const statistics = endpoint({
  tag,
  method: 'GET',
  path: '/api/statistics/:tab/',
  summary: 'Показатели вкладки за период',
  needs: signedIn,
  params: z.object({ tab: LogTab }),
  query: z.object({ filter: z.string().max(8000).optional() }),
  reply: StatReply,
});

const DebtorRow = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  is_active: z.boolean(),
  po: Named,
  owners: z.array(z.object({ id: z.number(), full_name: z.string() })),
  debt_kopecks: Kopecks,
  debt_before_kopecks: Kopecks,
});
export type DebtorRow = z.infer<typeof DebtorRow>;

/** «Из-за кого»: garages whose debt moved within the period, or that owe at its end; the largest growth (debt) first. */
export const debtMovers = endpoint({
  tag,
  method: 'GET',
  path: '/api/debt_movement/',
  summary: 'Из-за кого изменился долг',
  needs: financeRead,
  query: z.object({
    filter: z.string().max(8000).optional(),
    which: z.enum(['moved', 'owing']).default('moved'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    total: z.number(),
    debt_kopecks: Kopecks,
    debt_before_kopecks: Kopecks,
    data: z.array(DebtorRow),
  }),
});
