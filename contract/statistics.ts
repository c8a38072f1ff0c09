// Statistics of a tab over a period: figures beside those before and a year ago, rows, series of the charts; debtors behind a debt.
import { z } from 'zod';
import { LogFilter, LogTab } from './actionLog.ts';
import { OwingGarage } from './balance.ts';
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
/** What rows and points are held against: the same days a year ago, or as many days right before. */
export const Against = z.enum(['year', 'before']).default('year');
export type Against = z.output<typeof Against>;
const Counted = z.object({ key: z.string(), name: z.string(), count: z.number() });

/** One ПО, month or kind of money. `type`: what was charged; `method`: how it was paid. */
const MoneyRow = z.object({
  what: z.enum(['po', 'month', 'type', 'method']),
  key: z.string(),
  name: z.string(),
  charged_kopecks: Kopecks,
  /** In the days it is held against; a month is held against the same month of the last year alone, else null. */
  charged_was_kopecks: Kopecks.nullable(),
  charged_lines: z.number(),
  paid_kopecks: Kopecks,
  paid_was_kopecks: Kopecks.nullable(),
  paid_lines: z.number(),
  /** Of ПО and months: how much money has closed charges, without what became an advance; null where it is not told. */
  collected_kopecks: Kopecks.nullable(),
  collected_was_kopecks: Kopecks.nullable(),
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
  /** In the days it is held against; null for months, which are compared with nothing. */
  was: z.number().nullable(),
});
export type LogRow = z.infer<typeof LogRow>;

export const StatReply = z.object({
  period: Period,
  before: Period,
  year: Period,
  against: z.enum(['year', 'before']),
  /** Of days that hold nothing: the nearest month that holds something, an earlier one first; null without any. */
  nearest: Period.nullable(),
  /** The last day is today or later: the last point is not whole. */
  is_unfinished: z.boolean(),
  grain: z.enum(['day', 'week', 'month']),
  count: Compared,
  rows: z.array(LogRow),
  /** Every point of the period in order, also those with nothing; the first day of each. `was`: the other days as far from their beginning. */
  series: z.array(z.object({ at: z.string(), count: z.number(), was: z.number() })),
  /** What the last proof of the night found of the figures shown here: how many of them differed from their records; null before the first night. */
  proof: z.object({ at: z.string(), faults: z.number() }).nullable(),
  /**
   * Where the days reach before the lines that are in the log: its first day. `isCounted`: the figures hold lines that have left it;
   * otherwise they are of those that are there.
   */
  gone: z.object({ before: z.string(), isCounted: z.boolean() }).nullable(),
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
      /** How much money has closed charges, without what became an advance; null for the lines of chosen users. */
      collected: z.object({ now: Kopecks.nullable(), before: Kopecks.nullable(), year: Kopecks.nullable() }),
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
  query: z.object({ filter: z.string().max(8000).optional(), against: Against }),
  reply: StatReply,
});

const DebtorRow = OwingGarage.extend({ debt_before_kopecks: Kopecks });
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

/** Behind a figure of money: how many lines of the ledger it opens and whose they are; null where they are too many. `filter` is that of the ledger. */
export const figureLines = endpoint({
  tag,
  method: 'GET',
  path: '/api/figure_lines/',
  summary: 'Сколько операций и людей за числом',
  needs: financeRead,
  query: z.object({ filter: z.string().max(8000).optional() }),
  reply: z.object({ lines: z.number().nullable(), people: z.number().nullable() }),
});

/** Behind a figure of debt: how many garages it opens, and how many people own them. */
export const figureDebtors = endpoint({
  tag,
  method: 'GET',
  path: '/api/figure_debtors/',
  summary: 'Сколько гаражей и людей за долгом',
  needs: financeRead,
  query: z.object({ filter: z.string().max(8000).optional(), which: z.enum(['moved', 'owing']).default('moved') }),
  reply: z.object({ garages: z.number(), people: z.number() }),
});

const Opened = z.object({ key: z.string(), name: z.string(), count: z.number() });
/** What only charts show, each of its own tab alone; elsewhere empty. */
export const StatCharts = z.object({
  period: Period,
  /** Re-registrations asked for in the period, by what has become of them: `key` is the status; those without any are there too. */
  statuses: z.array(Opened),
  reasons: z.array(Opened),
  /** Of them, those completed: half of the cases of an МО took no more days than this. */
  terms: z.array(Opened.extend({ days: z.number() })),
  /** Documents of the period that are in force, by ПО and kind. */
  papers: z.array(z.object({ po: Named, type: Named, count: z.number() })),
  /** How many different people did anything: by weeks, by months where the figures go by months. */
  grain: z.enum(['week', 'month']),
  people: z.array(z.object({ at: z.string(), count: z.number() })),
  /** People of the place today: `member`, `not_member`; `no_phone`, `no_email`, `no_consent`. */
  members: z.array(Opened),
  lacks: z.array(Opened),
  /** For those who keep the register; privileges of health stand together, and fewer than five of them are not counted out (null). */
  privileges: z.array(z.object({ ids: z.array(z.number()), name: z.string(), count: z.number().nullable() })),
  /** Score of data out of 100: of the МО of a region, of ПО elsewhere; the same that the cockpit there shows. */
  quality: z.array(
    z.object({
      level: z.enum(['mo', 'po']),
      id: z.number(),
      name: z.string(),
      score: z.number(),
      people: z.number(),
      garages: z.number(),
    }),
  ),
  /** Garages of the place today: by type; by state (`active`, `debt`, `advance`, `no_owner`, `locked`, `restricted`, `archive`), in several at once. */
  types: z.array(Opened),
  states: z.array(Opened),
});
export type StatCharts = z.infer<typeof StatCharts>;

/** Charts know places, days and (documents) people of the filter; actions and objects are of the log alone. */
export const statCharts = endpoint({
  tag,
  method: 'GET',
  path: '/api/statistics/:tab/charts/',
  summary: 'Графики вкладки',
  needs: signedIn,
  params: z.object({ tab: LogTab }),
  query: z.object({ filter: z.string().max(8000).optional() }),
  reply: StatCharts,
});

/** What a pivot stands on: rows and columns of sums. */
export const pivotRows = ['region', 'mo', 'po', 'kind'] as const;
export const pivotColumns = ['month', 'quarter', 'year', 'kind'] as const;
const pivotFields = {
  side: z.enum(['charged', 'paid']).default('charged'),
  rows: z.enum(pivotRows).default('po'),
  columns: z.enum(pivotColumns).default('month'),
  /** Every row of places by periods told by kinds too. */
  split: z.enum(['kind']).optional(),
};
export const PivotShape = z.object(pivotFields);
export type PivotShape = z.output<typeof PivotShape>;

/** Counts of the people and garages of a place, and the filter of the list that shows the rows of each. */
export const countedPeople = {
  member: { voa: 'member' },
  not_member: { voa: 'not_member' },
  no_phone: { contacts: 'no_phone' },
  no_email: { contacts: 'no_email' },
  no_consent: { consent: 'none' },
} as const satisfies Record<string, object>;
export const countedGarages = {
  active: {},
  debt: { garageDebt: 'debt' },
  advance: { garageDebt: 'advance' },
  no_owner: { profileCounter: 'none' },
  locked: { locked: true },
  restricted: { restricted: true },
  archive: { type: 'archive' },
} as const satisfies Record<string, object>;

/** Tables of a tab that can be taken away: those on screen and those that its charts show. */
export const chartTables = [
  'statuses',
  'reasons',
  'terms',
  'papers',
  'people',
  'members',
  'lacks',
  'privileges',
  'quality',
  'types',
  'states',
] as const;
/** Of the books: what is owed today by age, whose debt moved within the days, who owes at their end. */
export const debtTables = ['ages', 'movers', 'debtors'] as const;
export const statTables = [
  'po',
  'month',
  'kind',
  'series',
  'users',
  'hours',
  'pivot',
  ...debtTables,
  ...chartTables,
] as const;
export const StatTable = z.enum(statTables);
export type StatTable = z.infer<typeof StatTable>;

/** A table of a tab as a file; the same conditions as its figures. */
export const exportStatistics = endpoint({
  tag,
  method: 'POST',
  path: '/api/statistics/:tab/export/',
  summary: 'Выгрузить показатели',
  needs: signedIn,
  params: z.object({ tab: LogTab }),
  body: z.object({
    format: z.enum(['xlsx', 'csv']),
    table: StatTable,
    filter: z.record(z.string(), z.unknown()).default({}),
    against: Against,
    /** What a pivot stands on; without it charges of ПО by months. */
    pivot: PivotShape.optional(),
  }),
  kind: 'file',
});

const PivotKey = z.object({ key: z.string(), name: z.string() });
const PivotLine = PivotKey.extend({
  kopecks: Kopecks,
  lines: z.number(),
  /** One for each column, in their order. */
  cells: z.array(z.object({ kopecks: Kopecks, lines: z.number() })),
});
export type PivotLine = z.output<typeof PivotLine>;

/** Sums by place or kind × period or kind, or by all three: rows, columns and kinds add up to the same whole. */
export const moneyPivot = endpoint({
  tag,
  method: 'GET',
  path: '/api/money_pivot/',
  summary: 'Сводная по взносам',
  needs: financeRead,
  query: z.object({
    filter: z.string().max(8000).optional(),
    ...pivotFields,
  }),
  reply: z.object({
    period: Period,
    /** Keys: `2026-03`, `2026-1` (a quarter), `2026`, the number of a region, an МО, a ПО, a type or a method (0: without one). */
    columns: z.array(PivotKey.extend({ kopecks: Kopecks, lines: z.number() })),
    rows: z.array(PivotLine.extend({ kinds: z.array(PivotLine) })),
    /** The whole by kinds, where rows are told by them. */
    kinds: z.array(PivotLine),
    kopecks: Kopecks,
    lines: z.number(),
  }),
});
export type PivotReply = z.output<typeof moneyPivot.reply>;
