// Penalties: the terms of a run, its preview by garage, posting.
import { z } from 'zod';
import { AccrualAnswer } from './books.ts';
import { endpoint } from './kernel/endpoint.ts';
import { IdValue, IsoDate, Kopecks, Named, optionalLine, optionalText } from './kernel/scalars.ts';
import { financeEdit, signedIn, type Needs } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';

export const PenaltyTerms = z.object({
  /** The last day that counts; the document is dated so. */
  date: IsoDate,
  /** Days before this one are left out. */
  since: IsoDate.nullish().transform((day) => day ?? null),
  poFilter: z.array(IdValue).max(500).default([]),
  excludedGarages: z.array(IdValue).max(5000, 'Не больше 5000 гаражей поштучно').default([]),
  basisDocument: optionalLine(300),
  contributionComment: optionalText(1000),
});
export type PenaltyTerms = z.output<typeof PenaltyTerms>;

/** One principal entry of a garage: what was late, for how long, what it costs. */
export const PenaltyEntry = z.object({
  accrual_type: z.string(),
  year: z.number(),
  /** Still overdue on the last day. */
  principal_kopecks: Kopecks,
  from: z.string(),
  to: z.string(),
  days: z.number(),
  charged_before_kopecks: Kopecks,
  cap_kopecks: Kopecks,
  is_capped: z.boolean(),
  sum_kopecks: Kopecks,
});
export const PenaltyRow = z.object({
  garage: PlateRef,
  owner: z.string().nullable(),
  principal_kopecks: Kopecks,
  /** The most days of any entry. */
  days: z.number(),
  charged_before_kopecks: Kopecks,
  is_capped: z.boolean(),
  sum_kopecks: Kopecks,
  entries: z.array(PenaltyEntry),
});
export type PenaltyRow = z.infer<typeof PenaltyRow>;

/** How many penalties lost their ground, and what they come to. */
export const UnfoundedSum = z.object({ penalties: z.number(), garages: z.number(), amount_kopecks: Kopecks });
export type UnfoundedSum = z.infer<typeof UnfoundedSum>;

export const PenaltyPreview = z.object({
  garages: z.number(),
  sum_kopecks: Kopecks,
  principal_kopecks: Kopecks,
  capped: z.number(),
  /** Every ПО with its settings in words; `note` says why nothing is charged there. */
  pos: z.array(
    z.object({
      po: Named,
      settings: z.string(),
      note: z.string().nullable(),
      garages: z.number(),
      sum_kopecks: Kopecks,
    }),
  ),
  /** Garages left out of the run: days of their delay have no key rate. The first hundred. */
  unrated: z.array(z.object({ garage: PlateRef, from: z.string(), to: z.string(), days: z.number() })),
  rows: z.array(PenaltyRow),
  rows_total: z.number(),
});
export type PenaltyPreview = z.infer<typeof PenaltyPreview>;

const tag = 'Пени';

/** A penalty without ground: what it was charged for, and what was entered afterwards with an earlier date. */
export const UnfoundedPenalty = z.object({
  /** Ledger line. */
  id: z.number(),
  document_id: z.number(),
  on_date: z.string(),
  garage: PlateRef,
  owner: z.string().nullable(),
  accrual_type: z.string(),
  year: z.number(),
  from: z.string(),
  to: z.string(),
  sum_kopecks: Kopecks,
  cause: z.object({ name: z.string(), on_date: z.string(), entered_at: z.string(), kopecks: Kopecks }).nullable(),
});
export type UnfoundedPenalty = z.infer<typeof UnfoundedPenalty>;
/** Penalties of the reader's place that lost their ground by something entered later with an earlier date. */
export const unfoundedPenalties = endpoint({
  tag,
  method: 'GET',
  path: '/api/unfounded_penalties/',
  room: 'garages',
  summary: 'Пени, потерявшие основание',
  needs: signedIn,
  query: z.object({ garage: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  /** The first two hundred rows. */
  reply: UnfoundedSum.extend({ rows: z.array(UnfoundedPenalty) }),
});

/** Who enters money may take unfounded penalties back, whoever charged them. */
export const takeBackNeeds: Needs = financeEdit;
/** Takes them back by reversing entries, penalty by penalty; another sum than was seen refuses. */
export const takeBackUnfounded = endpoint({
  tag,
  method: 'POST',
  path: '/api/unfounded_penalties/take_back/',
  summary: 'Снять пени без основания',
  needs: takeBackNeeds,
  body: z.object({
    idempotencyKey: z.uuid('Нужен ключ операции'),
    garage: IdValue.nullish().transform((id) => id ?? null),
    expected: z.object({ penalties: z.number().int().min(0), amount_kopecks: Kopecks }),
  }),
  reply: UnfoundedSum.extend({ isRepeat: z.boolean() }),
});
/** What would be charged, by garage; nothing is written. */
export const previewPenalties = endpoint({
  tag,
  method: 'POST',
  path: '/api/penalty_preview/',
  summary: 'Предпросмотр пеней',
  needs: financeEdit,
  reads: true,
  body: PenaltyTerms.extend({
    q: z.string().max(100).default(''),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    limit: z.number().int().min(0).max(200).default(50),
  }),
  reply: PenaltyPreview,
});
/** Charges what was seen; a difference refuses the posting. Many garages are charged in the background. */
export const postPenalties = endpoint({
  tag,
  method: 'POST',
  path: '/api/penalties/',
  summary: 'Начислить пени',
  needs: financeEdit,
  body: PenaltyTerms.extend({
    idempotencyKey: z.uuid('Нужен ключ операции'),
    expected: z.object({ garages: z.number().int().min(0), amount_kopecks: Kopecks }),
  }),
  reply: AccrualAnswer,
});
