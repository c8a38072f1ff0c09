// Merging of people: pairs that may be one person, two cards side by side, the merge and taking it back.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IdValue, Kopecks } from '../kernel/scalars.ts';
import { superuser } from '../kernel/scope.ts';
import { JobStatus } from '../jobs.ts';

/** Fields of which one side is chosen. */
export const mergeFields = [
  'lastName',
  'otherNames',
  'birthday',
  'passport',
  'registrationAddress',
  'actualAddress',
  'privilege',
  'membership',
  'email',
] as const;
export type MergeField = (typeof mergeFields)[number];
export const mergeFieldLabels: Record<MergeField, string> = {
  lastName: 'Фамилия',
  otherNames: 'Имя и отчество',
  birthday: 'Дата рождения',
  passport: 'Паспорт',
  registrationAddress: 'Адрес регистрации',
  actualAddress: 'Фактический адрес',
  privilege: 'Льгота',
  membership: 'Членство в ВОА',
  email: 'Почта',
};
/** How long a merge may be taken back, days. */
export const UNDO_DAYS = 30;
/** From this score on a pair is «вероятно», below «возможно». */
export const LIKELY = 80;

const Part = z.object({ name: z.string(), points: z.number() });
const Pair = z.object({ one: IdValue, other: IdValue });

export const MergePair = z.object({
  one: z.object({ id: z.number(), name: z.string(), birthday: z.string().nullable(), place: z.string() }),
  other: z.object({ id: z.number(), name: z.string(), birthday: z.string().nullable(), place: z.string() }),
  score: z.number(),
  /** Named parts; their sum is the score. */
  parts: z.array(Part),
  /** Other pairs that these two cards stand in. */
  others: z.number(),
});
export type MergePair = z.infer<typeof MergePair>;

const tag = 'Инструменты';
const admin = { tag, needs: superuser } as const;

export const mergePairs = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/merge_pairs/',
  summary: 'Похожие карточки',
  query: z.object({
    level: z.enum(['all', 'likely', 'possible', 'different']).default('all'),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    data: z.array(MergePair),
    total: z.number(),
    counts: z.object({ likely: z.number(), possible: z.number(), different: z.number() }),
    search: z
      .object({
        job_id: z.number(),
        status: JobStatus,
        stage: z.string(),
        done: z.number(),
        total: z.number(),
        failure: z.string().nullable(),
        at: z.string(),
      })
      .nullable(),
  }),
});
/** All cards that pairs tie together, and by which pairs; those with most garages first. */
export const Cluster = z.object({
  cards: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      birthday: z.string().nullable(),
      place: z.string(),
      /** Masked. */
      passport: z.string().nullable(),
      garages: z.number(),
    }),
  ),
  pairs: z.array(z.object({ one: z.number(), other: z.number(), score: z.number() })),
});
export type Cluster = z.infer<typeof Cluster>;
export const mergeCluster = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/merge_pairs/cluster/',
  summary: 'Все похожие карточки вместе',
  query: z.object({ card: z.coerce.number().int().min(1).max(2_000_000_000) }),
  reply: Cluster,
});
/** Looks through the whole register in the background. */
export const searchPairs = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/merge_pairs/search/',
  summary: 'Искать похожие карточки',
  /** The last search the person knows of: two who press at once begin one. */
  body: z.object({ after: z.number().int().nullable() }),
  reply: z.object({ job_id: z.number() }),
});
/** «Это разные люди», or that taken back. */
export const setDifferent = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/merge_pairs/different/',
  summary: 'Это разные люди',
  body: Pair.extend({ isDifferent: z.boolean() }),
});

const Plate = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  po_name: z.string(),
  share: z.string().nullable(),
  isCurrent: z.boolean(),
});
/** `key`: the table that holds them, or what of another card they are. */
const CountedRows = z.object({ key: z.string(), name: z.string(), count: z.number() });
export const MergeCard = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  place: z.string(),
  since: z.string(),
  /** As shown: passports, phones and mailboxes masked; null: not given. */
  fields: z.record(z.enum(mergeFields), z.string().nullable()),
  /** Places of Latin letters in the surname. */
  latin: z.array(z.number()),
  phones: z.array(z.string()),
  garages: z.array(Plate),
  debt_kopecks: Kopecks,
  /** Rows that move when this card goes. */
  moves: z.array(CountedRows),
  /** What is never touched and is read through the other card. */
  alias: z.array(CountedRows),
  /** Names of the ПО that see the card. */
  places: z.array(z.string()),
});
export type MergeCard = z.infer<typeof MergeCard>;
export const FieldChoice = z.object({
  field: z.enum(mergeFields),
  /** `same`: nothing to choose; `one` or `other`: the side taken unless a person says otherwise. */
  taken: z.enum(['same', 'one', 'other']),
  /** Both sides say something, and not the same. */
  isOpen: z.boolean(),
  /** Rule by which the side was taken: «раньше», «новее», «кириллица». */
  rule: z.string().nullable(),
});
export type FieldChoice = z.infer<typeof FieldChoice>;
export const MergeView = z.object({
  one: MergeCard,
  other: MergeCard,
  choices: z.array(FieldChoice),
  score: z.number(),
  parts: z.array(Part),
  isDifferent: z.boolean(),
  /** Why these two can't be merged; null when they can. */
  block: z.object({ text: z.string(), link: z.string().nullable() }).nullable(),
  /** How many people see one of the cards now and will see all of it. */
  widening: z.number(),
  /** Garages owned by both: their shares are added. */
  shared: z.array(z.object({ garage: z.string(), words: z.string() })),
  until: z.string(),
});
export type MergeView = z.infer<typeof MergeView>;
/** Two cards side by side; one logged reveal of both. */
export const openPair = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/merge_pairs/open/',
  summary: 'Две карточки рядом',
  body: Pair,
  reply: MergeView,
});
/** Asks for a password checked a moment ago (`check_password`); one check is one merge. */
export const mergeProfiles = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/merge_profiles/',
  summary: 'Объединить карточки',
  body: z.object({
    stays: IdValue,
    goes: IdValue,
    versions: z.object({ stays: z.number().int(), goes: z.number().int() }),
    /** Side of each open field; what is left out goes by its rule. */
    choices: z.partialRecord(z.enum(mergeFields), z.enum(['stays', 'goes'])).default({}),
    /** «Понимаю, доступ расширится». */
    isWideningKnown: z.boolean().default(false),
  }),
  reply: z.object({ merge_id: z.number(), survivor_id: z.number(), until: z.string() }),
});

export const MergeRow = z.object({
  id: z.number(),
  survivor: z.object({ id: z.number(), name: z.string() }),
  merged: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  who: z.string(),
  until: z.string(),
  undone_at: z.string().nullable(),
  canUndo: z.boolean(),
});
export type MergeRow = z.infer<typeof MergeRow>;
export const mergeList = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/merges/',
  summary: 'Сделанные объединения',
  reply: z.object({ data: z.array(MergeRow) }),
});
/** What has come to the survivor since the merge and may belong to the other. */
export const LaterRow = z.object({
  table: z.enum([
    'ownership',
    'comment',
    'attachment',
    'consent',
    'profile_privilege',
    'profile_voa_status',
    'reregistration_party',
    'balance_operation',
    'left_debt',
    'document',
    'notification_message',
    'processing_demand',
  ]),
  /** Of a debt that was left, the garage. */
  id: z.number(),
  words: z.string(),
  at: z.string().nullable(),
  /** `ask`: it may be either's; else by its garage: with the card that returns, with the one that stays, or as answered of the ownership it follows. */
  whose: z.enum(['ask', 'goes', 'stays', 'follows']),
  follows: z.number().nullable(),
});
export type LaterRow = z.infer<typeof LaterRow>;
export const UndoView = z.object({
  merge: MergeRow,
  /** Rows that go back. */
  moved: z.number(),
  later: z.array(LaterRow),
  /** Fields of the card edited since then: they stay as edited. */
  edited: z.array(z.string()),
  block: z.string().nullable(),
});
export type UndoView = z.infer<typeof UndoView>;
export const undoView = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/merges/:id/undo/',
  summary: 'Что вернёт отмена объединения',
  params: ByIdParams,
  reply: UndoView,
});
export const undoMerge = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/merges/:id/undo/',
  summary: 'Отменить объединение',
  params: ByIdParams,
  body: z.object({
    /** Later rows that are asked about and belong to the card that comes back; the rest of those stays with the survivor. */
    goes: z
      .array(z.object({ table: LaterRow.shape.table, id: IdValue }))
      .max(1000)
      .default([]),
  }),
  reply: z.object({ survivor_id: z.number(), restored_id: z.number() }),
});
