// Addresses in one spelling: what would be looked at and what it costs, the run, the review, originals given back.
import { z } from 'zod';
import { JobStatus } from '../jobs.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IdValue, Kopecks } from '../kernel/scalars.ts';
import { superuser } from '../kernel/scope.ts';

export const addressQualities = {
  sure: 'Уверенно',
  leftovers: 'С остатком',
  variants: 'Нужен взгляд',
  garbage: 'Не адрес',
  failed: 'Без ответа',
  same: 'Без изменений',
} as const;
export const AddressQuality = z.enum(['sure', 'leftovers', 'variants', 'garbage', 'failed', 'same']);
export type AddressQuality = z.infer<typeof AddressQuality>;
export const addressStates = {
  waiting: 'Ждёт решения',
  applied: 'Применено',
  skipped: 'Пропущено',
  returned: 'Возвращено',
} as const;
export const AddressState = z.enum(['waiting', 'applied', 'skipped', 'returned']);
export const addressFields = { registration: 'Регистрации', actual: 'Фактические', both: 'Все' } as const;
export const AddressDeed = z.enum(['apply', 'skip', 'wait', 'return']);
export type AddressDeed = z.infer<typeof AddressDeed>;
/** How long originals may be given back, days; later the log of a card still does it one by one. */
export const RETURN_DAYS = 90;

/** Whose addresses: of a ПО, of a МО, or of the whole register. */
export const AddressScope = z.object({
  mo: IdValue.nullable().default(null),
  po: IdValue.nullable().default(null),
  which: z.enum(['registration', 'actual', 'both']).default('both'),
  /** Leaves out spellings that a run has looked at already. */
  onlyNew: z.boolean().default(true),
  /** Leaves out addresses whose ФИАС id is known. */
  onlyWithoutId: z.boolean().default(false),
});
export type AddressScope = z.output<typeof AddressScope>;

const Plan = z.object({
  people: z.number(),
  /** Addresses of cards, and how many spellings they make: a spelling is asked about once. */
  cards: z.number(),
  addresses: z.number(),
  source: z.enum(['service', 'dictionary']),
  price_kopecks: Kopecks,
  cost_kopecks: Kopecks,
});
const admin = { tag: 'Инструменты', needs: superuser } as const;

export const normalisationPlan = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/address_normalizations/plan/',
  summary: 'Сколько адресов и почём',
  reads: true,
  body: AddressScope,
  reply: Plan,
});
export const startNormalisation = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/address_normalizations/',
  summary: 'Начать нормализацию адресов',
  body: AddressScope.extend({
    applySure: z.boolean().default(true),
    /** What the person saw; another number is refused. */
    expected: z.object({ addresses: z.number().int().nonnegative(), cost_kopecks: Kopecks }),
  }),
  reply: z.object({ id: z.number(), job_id: z.number() }),
});

export const AddressRun = z.object({
  id: z.number(),
  place: z.string(),
  which: z.enum(['registration', 'actual', 'both']),
  source: z.enum(['service', 'dictionary']),
  at: z.string(),
  who: z.string(),
  job: z.object({
    id: z.number(),
    status: JobStatus,
    stage: z.string(),
    done: z.number(),
    total: z.number(),
    errors: z.number(),
    failure: z.string().nullable(),
    canRetry: z.boolean(),
  }),
  /** Spent on the answers of the service. */
  spent_kopecks: Kopecks,
  counts: z.array(z.object({ quality: AddressQuality, state: AddressState, addresses: z.number(), cards: z.number() })),
  canReturn: z.boolean(),
});
export type AddressRun = z.infer<typeof AddressRun>;
export const normalisations = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/address_normalizations/',
  summary: 'Нормализации адресов',
  reply: z.object({ data: z.array(AddressRun) }),
});

export const AddressRow = z.object({
  id: z.number(),
  was: z.string(),
  becomes: z.string().nullable(),
  quality: AddressQuality,
  remark: z.string().nullable(),
  isPostal: z.boolean(),
  state: AddressState,
  cards: z.number(),
  /** One of the cards, to look at. */
  profile_id: z.number().nullable(),
});
export type AddressRow = z.infer<typeof AddressRow>;
const Rows = { quality: AddressQuality.nullable().default(null), state: AddressState.nullable().default(null) };
/** Whole addresses of people: one logged reveal. */
export const normalisationRows = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/address_normalizations/:id/rows/',
  summary: 'Разбор адресов',
  params: ByIdParams,
  body: z.object({
    ...Rows,
    offset: z.number().int().min(0).max(1_000_000).default(0),
    limit: z.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ data: z.array(AddressRow), total: z.number() }),
});
/** Puts the new spelling into the cards, leaves the old one, or gives it back; by rows, or all of one quality. */
export const decideAddresses = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/address_normalizations/:id/decide/',
  summary: 'Применить, пропустить или вернуть адреса',
  params: ByIdParams,
  body: z.object({
    deed: AddressDeed,
    rows: z.array(IdValue).max(200).nullable().default(null),
    quality: AddressQuality.nullable().default(null),
    /** How many spellings the person saw. */
    expected: z.number().int().nonnegative(),
  }),
  reply: z.object({
    /** Set when there are too many cards to wait for. */
    job_id: z.number().nullable(),
    addresses: z.number(),
    cards: z.number(),
    /** Cards whose address somebody has changed meanwhile: left as they are. */
    left: z.number(),
  }),
});
