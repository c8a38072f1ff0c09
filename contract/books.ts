// The books of an МО: what every write of money shares: sums, what was seen, the answer, what forms begin with.
import { endpoint } from './kernel/endpoint.ts';
import { Kopecks, Named } from './kernel/scalars.ts';
import { financeRead } from './kernel/scope.ts';
import { z } from 'zod';

/** Largest sum of one line, kopecks: more is a slip of the hand. */
export const MAX_AMOUNT_KOPECKS = 1_000_000_000;

/** More garages than this are charged in the background. */
export const BACKGROUND_OVER = 500;

/** A run of more garages than this is noticed by everyone on the embedded database. */
export const PAUSE_OVER = 2_000;
/** So many garages are written there in a second, on an old computer. */
export const WRITTEN_A_SECOND = 5_000;

export const TOO_MUCH = 'Слишком большая сумма: не больше 10 000 000,00 ₽';

export const WRONG_AMOUNT = 'Сумма должна быть больше нуля, не более двух знаков после запятой';

/** A sum typed by a person, in whole kopecks. */
export const Amount = z.number(WRONG_AMOUNT).int(WRONG_AMOUNT).positive(WRONG_AMOUNT).max(MAX_AMOUNT_KOPECKS, TOO_MUCH);

const tag = 'Начисление';

/** What the person saw in the preview; a difference refuses the posting. */
export const Expected = z.object({
  garages: z.number().int().min(0),
  amount_kopecks: Kopecks,
  /** `payers` of the preview: the posting is refused when anybody else would pay, be the sum the same. */
  payers: z.string().max(64).optional(),
});

/** Posted at once (`contribution`) or in the background (`job`). */
export const AccrualAnswer = z.object({
  contribution: z.number().nullable(),
  job: z.number().nullable(),
  garages: z.number(),
  amount_kopecks: Kopecks,
  isRepeat: z.boolean(),
});

export type AccrualAnswer = z.infer<typeof AccrualAnswer>;

/** Penalties on a charge that the person saw. They are undone together with it; another sum refuses the undoing. */
export const SeenPenalties = Kopecks.min(0).default(0);

/** Payments that would close something else than they do now. */
export const Relaid = z.object({ relaid: z.number() });

/** What forms of charges begin with. */
export const accrualDefaults = endpoint({
  tag,
  method: 'GET',
  path: '/api/accrual_defaults/',
  summary: 'Начальные значения начисления',
  needs: financeRead,
  reply: z.object({
    year: z.number(),
    /** What the yearly fee was at its last charge, kopecks for one garage. */
    last_amount_kopecks: Kopecks.nullable(),
    /** The same of every type that was charged. */
    last_amounts: z.array(z.object({ accrual_type: z.number(), amount_kopecks: Kopecks })),
    today: z.string(),
    mo: Named.nullable(),
    period_closed_until: z.string().nullable(),
    /** While a run is written everyone waits for the one connection of the embedded database; of more garages than this it is told. Null on a server. */
    pause_over: z.number().nullable(),
  }),
});
