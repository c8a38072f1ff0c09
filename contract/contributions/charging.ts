// Charging garages: the terms of a run, its preview, posting, correction, undoing.
import { Amount, Expected, AccrualAnswer, Relaid, SeenPenalties } from '../books.ts';
import { GarageFilter } from '../garages.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { Choice, IdValue, IsoDate, Kopecks, Named, optionalLine, optionalText, Version } from '../kernel/scalars.ts';
import { financeEdit } from '../kernel/scope.ts';
import { PlateRef } from '../profiles.ts';
import { Readings, ReadingRow } from '../readings.ts';
import { AccrualUnit } from '../references.ts';
import { z } from 'zod';

const Year = z.number('Укажите год').int('Укажите год').min(1990, 'Год от 1990').max(2100, 'Год до 2100');

const GarageIds = z.array(IdValue).max(5000, 'Не больше 5000 гаражей поштучно');

/** Made by the client once for an intention: a call repeated with it does nothing more. */
const Key = z.uuid('Нужен ключ операции');

/** What to charge and to whom; the fields that a person fills in three steps. */
export const AccrualTerms = z.object({
  isAllGaragSelected: z.boolean().default(true),
  /** A condition that is not known here is refused: without it more garages would be charged. */
  selectedGarageFilters: GarageFilter.strict().default({}),
  excludedGarages: GarageIds.default([]),
  includedGarages: GarageIds.default([]),
  /** A charge raises the debt; payments have calls of their own. */
  amountSign: z.literal(-1, 'Оплаты вносятся в «Платежах»').default(-1),
  accrualType: Choice.partial({ label: true }).default({ value: 1 }),
  contributionPeriod: Year.default(2025),
  /** Kopecks for one garage, person, m² or kWh, as the type says. */
  contributionAmount: Amount,
  contributionDate: IsoDate,
  /** Own day by which it is to be paid; none: that of the ПО for yearly types, 30 days after the charge for others. */
  dueOn: IsoDate.nullish().transform((day) => day ?? null),
  /** «Протокол № 14 от 02.02.2026». */
  basisDocument: optionalLine(300),
  contributionComment: optionalText(1000),
  /** Garages that are charged already for this type and year. */
  repeated: z.enum(['skip', 'add']).default('skip'),
  /** Garages that nobody owns are charged too; the form begins without them. */
  chargeVacant: z.boolean().default(true),
  /** Meter readings by garage, where the unit is a kWh; garages without one are left out. */
  readings: Readings,
  /** The document that these terms put right: its garages are the selection. */
  corrects: IdValue.nullish().transform((id) => id ?? null),
});

export type AccrualTerms = z.output<typeof AccrualTerms>;

export const SkipReason = z.enum([
  'excluded',
  'archived',
  'charged',
  'no_size',
  'no_reading',
  'no_use',
  'no_owner',
  'free',
]);

export type SkipReason = z.infer<typeof SkipReason>;

/** Reasons to leave a garage out, as the equation and the table say them. */
export const skipNames: Record<SkipReason, string> = {
  excluded: 'исключено вручную',
  archived: 'в архиве',
  charged: 'уже начислено',
  no_size: 'нет размеров',
  no_reading: 'нет показаний',
  no_use: 'нет расхода',
  no_owner: 'без владельца',
  free: 'льгота 100 %',
};

export const PlanRow = z.object({
  garage: PlateRef,
  owner: z.string().nullable(),
  /** Discount in force; `expired_on` is set instead when the term of the privilege is over. */
  privilege: z
    .object({
      name: z.string(),
      percent: z.number().nullable(),
      amount_kopecks: Kopecks.nullable(),
      expired_on: z.string().nullable(),
    })
    .nullable(),
  /** Square metres or kWh; null where the sum is for the garage. */
  quantity: z.number().nullable(),
  base_kopecks: Kopecks,
  sum_kopecks: Kopecks,
  skipped: SkipReason.nullable(),
  /** What is unusual about it, as words. */
  attention: z.string().nullable(),
});

export type PlanRow = z.infer<typeof PlanRow>;

const Tab = z.enum(['charge', 'privilege', 'attention', 'skipped']);

export const AccrualPreview = z.object({
  unit: AccrualUnit,
  /** Garages found by the selection. */
  found: z.number(),
  skipped: z.array(z.object({ reason: SkipReason, garages: z.number() })),
  /** Charged already for this type and year, whether they are skipped or added. */
  charged_before: z.number(),
  /** Garages that nobody owned on that day and that nothing else leaves out, whether they are skipped or charged; of a fee by persons none. */
  vacant: z.number(),
  /** Payments that close something else once it stands: it is dated back, or takes the place of another charge. */
  relaid: z.number(),
  /** Of a correction: garages whose debt a case moved, and the former owners who owe it; the new charge follows it there. */
  moved: z.object({ garages: z.number(), formers: z.string().nullable() }),
  /** Who pays in every garage, to compare at posting. */
  payers: z.string(),
  garages: z.number(),
  lines: z.number(),
  sum_kopecks: Kopecks,
  /** Before discounts. */
  base_kopecks: Kopecks,
  /** Square metres or kWh of all that is charged; null where the sum is for the garage or the person. */
  quantity: z.number().nullable(),
  /** «113 × 4 500,00», «7 × 2 250,00 со льготой»: the largest groups; `others` holds the rest. */
  groups: z.array(z.object({ lines: z.number(), each_kopecks: Kopecks, sum_kopecks: Kopecks, privilege: z.boolean() })),
  others: z.object({ lines: z.number(), sum_kopecks: Kopecks }),
  pos: z.array(
    z.object({
      po: Named,
      garages: z.number(),
      privileged: z.number(),
      sum_kopecks: Kopecks,
      debt_after_kopecks: Kopecks,
    }),
  ),
  debt_after_kopecks: Kopecks,
  tabs: z.object({ charge: z.number(), privilege: z.number(), attention: z.number(), skipped: z.number() }),
  rows: z.array(PlanRow),
  rows_total: z.number(),
});

export type AccrualPreview = z.infer<typeof AccrualPreview>;

const tag = 'Начисление';

/** What would happen, without doing it: counts, sums, one page of rows. */
export const previewAccrual = endpoint({
  tag,
  method: 'POST',
  path: '/api/accrual_preview/',
  summary: 'Предпросмотр начисления',
  needs: financeEdit,
  reads: true,
  body: AccrualTerms.extend({
    tab: Tab.default('charge'),
    q: z.string().max(100).default(''),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(0).max(200).default(50),
  }),
  reply: AccrualPreview,
});

/** The whole preview as a spreadsheet. */
export const previewFile = endpoint({
  tag,
  method: 'POST',
  path: '/api/accrual_preview_file/',
  summary: 'Выгрузить предпросмотр',
  needs: financeEdit,
  body: AccrualTerms,
  kind: 'file',
});

/** Garages of a selection in the order of their place, for entering readings; `total` counts them all. */
export const readingRows = endpoint({
  tag,
  method: 'POST',
  path: '/api/accrual_readings/',
  summary: 'Гаражи и прежние показания счётчиков',
  needs: financeEdit,
  reads: true,
  body: AccrualTerms.pick({
    isAllGaragSelected: true,
    selectedGarageFilters: true,
    includedGarages: true,
    excludedGarages: true,
    accrualType: true,
    corrects: true,
  }),
  reply: z.object({ rows: z.array(ReadingRow), total: z.number() }),
});

export const postAccrual = endpoint({
  tag,
  method: 'POST',
  path: '/api/contributions/',
  summary: 'Начислить',
  needs: financeEdit,
  body: AccrualTerms.omit({ corrects: true }).extend({ idempotencyKey: Key, expected: Expected }),
  reply: AccrualAnswer,
});

/** Undoes a document by a reversal; a reason is needed once payments came. */
export const reversalPreview = endpoint({
  tag,
  method: 'GET',
  path: '/api/contributions/:id/reverse_preview/',
  summary: 'Сколько оплат отмена начисления переложит',
  needs: financeEdit,
  params: ByIdParams,
  query: z.object({ date: IsoDate }),
  reply: Relaid,
});

export const reverseContribution = endpoint({
  tag,
  method: 'POST',
  path: '/api/contributions/:id/reverse/',
  summary: 'Отменить начисление',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({
    idempotencyKey: Key,
    date: IsoDate,
    reason: optionalLine(300),
    penalties_kopecks: SeenPenalties,
  }),
  reply: z.object({ contribution: z.number(), garages: z.number(), amount_kopecks: Kopecks }),
});

/** Changes a document: words in place, money by a reversal and a new posting in one transaction. */
export const correctContribution = endpoint({
  tag,
  method: 'POST',
  path: '/api/contributions/:id/correct/',
  summary: 'Исправить начисление',
  needs: financeEdit,
  params: ByIdParams,
  body: z.object({
    version: Version,
    idempotencyKey: Key,
    basisDocument: optionalLine(300),
    contributionComment: optionalText(1000),
    /** Set when money changes; null changes the words only. */
    money: z
      .object({
        accrualType: Choice.partial({ label: true }),
        contributionPeriod: Year,
        contributionAmount: Amount,
        contributionDate: IsoDate,
        reason: z.string().trim().min(1, 'Укажите причину исправления').max(300, 'Не длиннее 300 знаков'),
        penalties_kopecks: SeenPenalties,
        /** All readings anew, where the unit is a kWh. */
        readings: Readings,
        /** Garages charged before that the new terms leave out: the person has seen how many. */
        falling: z.number().int().min(0).default(0),
        expected: Expected,
      })
      .nullable()
      .default(null),
  }),
  reply: z.object({ contribution: z.number() }),
});
