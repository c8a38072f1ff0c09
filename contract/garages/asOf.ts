// The register as it stood on a day, and what two days differ in.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { IdValue, IsoDate, Kopecks } from '../kernel/scalars.ts';
import { signedIn } from '../kernel/scope.ts';
import { PlateRef } from '../profiles.ts';

/** What may differ in a garage that was there on both days. */
export const AsOfChange = z.enum(['owner', 'share', 'type', 'number', 'debt']);
export type AsOfChange = z.infer<typeof AsOfChange>;

const place = {
  mo: z.coerce.number().int().optional(),
  po: z.coerce.number().int().optional(),
  garage: z.coerce.number().int().optional(),
};
const Query = z.object({
  on: IsoDate,
  /** The second day; without it the register of one day is answered. */
  to: IsoDate.optional(),
  ...place,
  /** Only this group of a difference. */
  show: z.enum(['all', 'came', 'went', 'changed']).default('all'),
  /** Differences that count, with commas; all when left out. */
  kinds: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(AsOfChange).max(AsOfChange.options.length).optional(),
    )
    .optional(),
  /** At most so many rows of each group, the first ones. */
  heads: z.coerce.number().int().min(1).max(100).optional(),
  q: z.string().trim().max(100).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type AsOfQuery = z.output<typeof Query>;

const Side = z.object({
  number: z.string(),
  section: z.string(),
  type: z.string(),
  owners: z.array(z.object({ full_name: z.string(), share: z.string().nullable() })),
  /** Debt of the owners of that day, advances taken off: below zero is an advance. */
  debt_kopecks: Kopecks,
});
export const AsOfRow = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  is_active: z.boolean(),
  po_name: z.string(),
  mo_name: z.string(),
  /** Null: it was not in the register on that day. */
  on: Side.nullable(),
  to: Side.nullable(),
  changes: z.array(AsOfChange),
  /** The day lies before the register knew the garage: type, number and size are the first known ones. */
  is_guessed: z.boolean(),
  /** Why it is gone on the second day, and since when. */
  archive_reason: z.string().nullable(),
  archived_on: z.string().nullable(),
  /** Merged or split: the garages that stand in its place. */
  became: z.array(PlateRef),
  /** Merged and split garages in whose place this one came. */
  came_of: z.array(PlateRef),
  /** By what and when those who own on the second day came last; the case that brought them. */
  ground: z
    .object({ text: z.string().nullable(), on: z.string(), reregistration_id: z.number().nullable() })
    .nullable(),
});
export type AsOfRow = z.infer<typeof AsOfRow>;

export const AsOfSums = z.object({
  on: z.number(),
  to: z.number(),
  came: z.number(),
  went: z.number(),
  /** Those that were there on both days and differ in what counts. */
  changed: z.number(),
  owner: z.number(),
  share: z.number(),
  type: z.number(),
  number: z.number(),
  debt: z.number(),
  guessed: z.number(),
  on_debt_kopecks: Kopecks,
  to_debt_kopecks: Kopecks,
  /** What was entered with a date between the days, undone lines taken off. */
  charged_kopecks: Kopecks,
  paid_kopecks: Kopecks,
  /** Opening balances, as debts: neither charged nor paid. */
  opening_kopecks: Kopecks,
  written_off_kopecks: Kopecks,
  corrected_kopecks: Kopecks,
});

/** Lines dated not later than the day, owners of the day as the books say today; types, numbers from the log. */
export const registerAsOf = endpoint({
  tag: 'Гаражи',
  method: 'GET',
  path: '/api/garages_as_of/',
  room: 'garages',
  summary: 'Реестр на дату и отличия двух дат',
  needs: signedIn,
  query: Query,
  reply: z.object({ data: z.array(AsOfRow), total: z.number(), sums: AsOfSums }),
});

/** The whole answer as a spreadsheet, by a job: the file comes when it is ready. */
export const exportAsOf = endpoint({
  tag: 'Гаражи',
  method: 'POST',
  path: '/api/garages_as_of/export/',
  summary: 'Выгрузить реестр на дату или отличия',
  needs: signedIn,
  body: z.object({ on: IsoDate, to: IsoDate.nullish(), mo: IdValue.nullish(), po: IdValue.nullish() }),
  reply: z.object({ job_id: z.number() }),
});
