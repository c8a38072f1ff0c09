// Piles of papers: one kind for many garages in one file, numbers taken as one block.
import { z } from 'zod';
import { DoubtfulName } from '../documents.ts';
import { GarageSelection } from '../garages.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { IsoDate } from '../kernel/scalars.ts';
import { signedIn } from '../kernel/scope.ts';
import { ConsentKind } from '../profiles.ts';

const tag = 'Документы';

export const BatchKind = z.enum(['receipts', 'debt_notices', 'owner_cards', 'consents', 'labels', 'attendance']);
export type BatchKind = z.infer<typeof BatchKind>;
export const batchKinds: Record<BatchKind, string> = {
  receipts: 'Квитанции на оплату с QR',
  debt_notices: 'Уведомления о задолженности',
  owner_cards: 'Учётные карточки гаражей',
  consents: 'Согласия, по листу на человека',
  labels: 'Адресные наклейки',
  attendance: 'Явочный лист собрания',
};
/** Doubtful names that a plan tells one by one. */
export const MOST_NAMES = 50;
/** Most garages of one pile. */
export const MOST_PAPERS = 1000;

const asked = {
  kind: BatchKind,
  selection: GarageSelection,
  date: IsoDate,
  /** Of consents: which, to the processing of data when it is not said; nothing of other piles. */
  consent_kind: ConsentKind.nullish(),
};

export const BatchPlan = z.object({
  garages: z.number(),
  /** Garages that get a paper; each that does not has its reason. */
  papers: z.number(),
  /** Of them to former owners to whom a debt was left. */
  former: z.number(),
  left: z.array(z.object({ reason: z.string(), garages: z.number() })),
  /** Numbers that will be taken, by ПО; none for lists and labels. */
  blocks: z.array(z.object({ po: z.string(), papers: z.number(), first: z.string(), last: z.string() })),
  /** Names that its papers decline and the program is not sure of: how many, and the first of them. */
  doubtful: z.object({ people: z.number(), first: z.array(DoubtfulName) }),
  /** Garages whose history does not reach the day: number, type and sizes of it are not known. */
  unknown: z.number(),
  /** Why it can't be printed at all; null when it can. */
  refusal: z.string().nullable(),
});
export type BatchPlan = z.infer<typeof BatchPlan>;

const BatchWish = z.object(asked);
export type BatchWish = z.input<typeof BatchWish>;

export const planBatch = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_batches/plan/',
  summary: 'Что войдёт в пачку',
  needs: signedIn,
  body: BatchWish,
  reply: BatchPlan,
  reads: true,
});

/** Starts the printing; the file comes to «Задания». `papers` is what the person saw in the plan. */
export const printBatch = endpoint({
  tag,
  method: 'POST',
  path: '/api/document_batches/',
  summary: 'Напечатать пачку',
  needs: signedIn,
  body: z.object({ ...asked, papers: z.number().int().min(1, 'Печатать нечего').max(MOST_PAPERS) }),
  reply: z.object({ job_id: z.number() }),
});
export type PrintBatch = z.infer<typeof printBatch.body>;
