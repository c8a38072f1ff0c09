// Contributions: documents of charges, their lines and what is paid of them.
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { Choice, IsoDate, Kopecks, Named } from './kernel/scalars.ts';
import { financeRead } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';
import { AccrualUnit } from './references.ts';
import { z } from 'zod';

const tag = 'Взносы';

/** Why a document came to be. */
export const sourceNames = {
  hand: 'Вручную',
  mass: 'Массовое начисление',
  desk: 'Приём оплаты',
  statement: 'Банковская выписка',
  import: 'Загрузка реестра',
  penalty: 'Пени',
  reregistration: 'Переоформление',
  offset: 'Зачёт',
  reversal: 'Сторно',
} as const;

export const Source = z.enum(Object.keys(sourceNames) as (keyof typeof sourceNames)[]);

export const ContributionRow = z.object({
  id: z.number(),
  kind: z.enum(['accrual', 'payment', 'reversal', 'transfer']),
  source: Source,
  on_date: z.string(),
  accrual_type: Named.nullable(),
  payment_type: Named.nullable(),
  year: z.number().nullable(),
  mo_name: z.string(),
  /** The one ПО of the document; null when it covers several. */
  po: Named.nullable(),
  /** Garages and sum inside the reader's place. */
  garages: z.number(),
  amount_kopecks: Kopecks,
  user: Named.nullable(),
  is_reversed: z.boolean(),
  basis_document: z.string().nullable(),
  comment: z.string().nullable(),
  /** The only garage of the document. */
  garage: PlateRef.nullable(),
});

export type ContributionRow = z.infer<typeof ContributionRow>;

/** Another document this one is tied to. */
const Linked = z.object({
  id: z.number(),
  on_date: z.string(),
  amount_kopecks: Kopecks,
  comment: z.string().nullable(),
});

/** Penalties on a charge, as far as the reader sees its garages. */
export const PenaltiesOn = z.object({ garages: z.number(), amount_kopecks: Kopecks });

export const ContributionCard = ContributionRow.extend({
  version: z.number(),
  created_at: z.string(),
  lines: z.number(),
  /** Lines that are undone. */
  reversed_lines: z.number(),
  /** What the document undoes, what undid it, what it corrects, what corrected it. */
  reversal_of: Linked.nullable(),
  reversed_by: Linked.nullable(),
  corrects: Linked.nullable(),
  corrected_by: Linked.nullable(),
  /** Sum for one unit that was asked for; null for documents made otherwise. */
  unit_kopecks: Kopecks.nullable(),
  unit: AccrualUnit.nullable(),
  /** Penalties that stand on its charges: they are undone together with it. */
  penalties: PenaltiesOn,
  /** True when a payment was taken from one of its garages since. */
  has_payments: z.boolean(),
  /** Why it can not be changed or undone by the reader, as sentences; null when it can. */
  edit_refusal: z.string().nullable(),
  reverse_refusal: z.string().nullable(),
  period_closed_until: z.string().nullable(),
});

export type ContributionCard = z.infer<typeof ContributionCard>;

export const ContributionFilter = z.object({
  kind: z.enum(['accrual', 'reversal']).optional(),
  userFilter: z.array(z.number().int()).max(200).optional(),
  accrualTypeFilter: z.array(z.number().int()).max(100).optional(),
  paymentTypeFilter: z.array(z.number().int()).max(100).optional(),
  yearFilter: z.array(z.number().int()).max(50).optional(),
  moFilter: z.array(z.number().int()).max(500).optional(),
  poFilter: z.array(z.number().int()).max(500).optional(),
  /** Days of the documents, both ends included. */
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  reversed: z.enum(['yes', 'no']).optional(),
});

export type ContributionFilter = z.output<typeof ContributionFilter>;

export const contributions = resource({
  name: 'contributions',
  title: 'Начисления',
  read: financeRead,
  row: ContributionRow,
  card: ContributionCard,
  filter: ContributionFilter,
  sorts: ['on_date', 'amount_kopecks', 'garages', 'year'],
});

/** What of each document is paid by now, for a page of the list: payments cover the oldest charges first. */
export const contributionPaid = endpoint({
  tag,
  method: 'GET',
  path: '/api/contribution_paid/',
  summary: 'Сколько оплачено по начислениям',
  needs: financeRead,
  query: z.object({ ids: z.string().regex(/^\d+(,\d+){0,49}$/, 'До 50 номеров через запятую') }),
  reply: z.object({
    data: z.array(z.object({ id: z.number(), amount_kopecks: Kopecks, paid_kopecks: Kopecks })),
  }),
});

export const ContributionLine = z.object({
  id: z.number(),
  garage: PlateRef,
  owner: z.string().nullable(),
  /** Negative raises the debt. */
  amount_kopecks: Kopecks,
  /** What of it is still owed now; null where nothing can be: undone, undoing, a payment. */
  owed_kopecks: Kopecks.nullable(),
  accrual_type: z.string().nullable(),
  payment_type: z.string().nullable(),
  year: z.number(),
  /** Readings of the meter, where the unit is a kWh. */
  comment: z.string().nullable(),
  is_reversed: z.boolean(),
});

export type ContributionLine = z.infer<typeof ContributionLine>;

/** `owed`: not paid or paid in part; `paid`: nothing of it is owed. */
export const LineState = z.enum(['owed', 'paid']);

export type LineState = z.infer<typeof LineState>;

const linesWanted = { q: z.string().max(100).optional(), state: LineState.optional() };

/** Lines of a document by place; `q` is a garage number, an account number or an owner's name. */
export const contributionLines = endpoint({
  tag,
  method: 'GET',
  path: '/api/contributions/:id/lines/',
  summary: 'Строки начисления',
  needs: financeRead,
  params: ByIdParams,
  query: z.object({
    ...linesWanted,
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    data: z.array(ContributionLine),
    /** Lines of the asked state, and what of them is owed. */
    total: z.number(),
    owed_kopecks: Kopecks,
    /** Lines that the words keep, by state; those that can not be owed are in `all` alone. */
    states: z.object({ all: z.number(), owed: z.number(), paid: z.number() }),
  }),
});

/** The same lines, all of them, as a spreadsheet. */
export const contributionLinesFile = endpoint({
  tag,
  method: 'GET',
  path: '/api/contributions/:id/lines_file/',
  summary: 'Выгрузить строки начисления',
  needs: financeRead,
  params: ByIdParams,
  query: z.object(linesWanted),
  kind: 'file',
});

/** People who posted documents in the reader's place, for the filter. */
export const contributionUsers = endpoint({
  tag,
  method: 'GET',
  path: '/api/contribution_users/',
  summary: 'Кто вносил начисления',
  needs: financeRead,
  query: z.object({ q: z.string().max(100).optional() }),
  reply: z.object({ data: z.array(Choice) }),
});
