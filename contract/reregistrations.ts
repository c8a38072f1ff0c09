// Re-registrations: the list, the card, the wizard with its preview, steps from a draft to the last kopeck and back.
import { z } from 'zod';
import { OwnerInput } from './garages.ts';
import { resource } from './kernel/resource.ts';
import { IdValue, IsoDate, Kopecks, Named, optionalLine, optionalText, Version } from './kernel/scalars.ts';
import { registryEdit, signedIn, type Needs } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';

/** Cases are begun and led by МО and ПО; a region reads. */
export const reregistrationEdit: Needs = { ...registryEdit, levels: ['mo', 'po'] };

/** Reading of the statuses: 0 draft, 1 application, 2 in work, 3 complete, 4 closed, 5 annulled, 6 returned for rework. */
export const Status = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
]);
export type Status = z.infer<typeof Status>;
/** Those that somebody still has to do something about. */
export const OPEN: Status[] = [1, 2, 6];
export const statusNames: Record<Status, string> = {
  0: 'Черновик',
  1: 'Заявка',
  2: 'В работе',
  3: 'Завершено',
  4: 'Отклонено',
  5: 'Аннулировано',
  6: 'На доработке',
};
export const Closing = z.enum(['refused', 'withdrawn', 'lapsed']);
export const closingNames = {
  refused: 'Отклонено',
  withdrawn: 'Отозвано заявителем',
  lapsed: 'Закрыто: истёк срок',
} as const;

/** Steps that people take. */
export const Verb = z.enum([
  'apply',
  'take',
  'return',
  'complete',
  'withdraw',
  'refuse',
  'lapse',
  'ask_annul',
  'annul',
]);
export type Verb = z.infer<typeof Verb>;

export const DebtAnswer = z.enum(['pay_before', 'stays_old', 'moves_new']);
export const Turn = z.enum(['applicant', 'po', 'mo', 'nobody']);

/** Keys of the fields that a reason may ask for. */
export const FieldKey = z.enum([
  'relation',
  'inheritanceCertificate',
  'inheritanceDate',
  'notary',
  'deathCertificate',
  'deathDate',
  'courtDecisionNumber',
  'courtDecisionDate',
  'court',
  'courtInForce',
  'documentNumber',
  'documentDate',
  'protocolNumber',
  'protocolDate',
  'surcharge',
  'newLastName',
  'newFirstName',
  'newFatherName',
]);
export type FieldKey = z.infer<typeof FieldKey>;

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    schema.nullish().transform((value) => value ?? null),
  );
const Reason = z.number('Выберите основание').int().min(1, 'Выберите основание').max(13, 'Выберите основание');

/** One person of a chain: he owns from his date to the next one's. */
export const TransitStep = z.object({
  owner: OwnerInput,
  date: IsoDate,
  reason: Reason,
  paper: optionalLine(200),
});

/** What the wizard sends; sums in kopecks. */
export const ReregistrationForm = z.object({
  reason: Reason,
  dateRequest: IsoDate,
  date: IsoDate,
  newOwner: z.array(OwnerInput).max(20).default([]),
  /** Ownerships that end; empty: those of all present owners. */
  leaving: z.array(IdValue).max(50).default([]),
  alreadyExistTransitProfile: z.array(TransitStep).max(4, 'Не больше четырёх промежуточных владельцев').default([]),
  /** Shares of those who stay, by ownership. */
  shares: z.record(z.string(), z.string().max(12).nullable()).default({}),
  exchangeGarage: optional(IdValue),
  keepHimself: z.boolean().default(true),
  garagePrice: optional(Kopecks.positive('Сумма должна быть больше нуля, не более двух знаков после запятой')),
  details: z.partialRecord(FieldKey, z.string().trim().max(200).nullable()).default({}),
  debtAnswer: optional(DebtAnswer),
  pibNumber: optionalLine(60),
  pibDate: optional(IsoDate),
  /** Restrictions that were seen and do not stop the case: a pledge. */
  acknowledged: z.array(IdValue).max(50).default([]),
  comment: optionalText(2000),
});
export type ReregistrationForm = z.output<typeof ReregistrationForm>;

const text = z.string().nullable();
const SavedOwner = z.object({ profileId: z.number().nullable(), share: text, isPrimary: z.boolean() });
/** The form as it was saved: its people are known by their cards. */
const SavedForm = z.object({
  reason: z.number(),
  dateRequest: z.string(),
  date: z.string(),
  newOwner: z.array(SavedOwner),
  leaving: z.array(z.number()),
  alreadyExistTransitProfile: z.array(
    z.object({ owner: SavedOwner, date: z.string(), reason: z.number(), paper: text }),
  ),
  shares: z.record(z.string(), text),
  exchangeGarage: z.number().nullable(),
  keepHimself: z.boolean(),
  garagePrice: Kopecks.nullable(),
  details: z.partialRecord(FieldKey, text),
  debtAnswer: DebtAnswer.nullable(),
  pibNumber: text,
  pibDate: text,
  acknowledged: z.array(z.number()),
  comment: text,
});

export const Check = z.object({
  key: z.string(),
  /** The step before which it must be well. */
  moment: z.enum(['apply', 'complete']),
  state: z.enum(['blocks', 'warns', 'ok']),
  text: z.string(),
  /** Field of the form. */
  field: z.string().nullable(),
  /** The restriction that has to be acknowledged. */
  restriction: z.number().optional(),
});
export type Check = z.infer<typeof Check>;

/** A line of «что произойдёт», numbered as it stands: what, how exactly, its figure (words or a sum). */
export const OutcomeLine = z.object({
  key: z.string(),
  text: z.string(),
  note: z.string().nullable(),
  figure: z.string().nullable(),
  kopecks: Kopecks.nullable(),
});
export type OutcomeLine = z.infer<typeof OutcomeLine>;

export const Preview = z.object({
  checks: z.array(Check),
  lines: z.array(OutcomeLine),
  /** What the debt's answer is asked about: of the whole garage, or of the co-owners who leave. */
  debt_kopecks: Kopecks,
  garage_debt_kopecks: Kopecks,
  fee_kopecks: Kopecks,
  fee_text: z.string(),
  /** The fee of each change in turn, a chain has several; their sum is the fee. */
  fee_parts: z.array(z.object({ name: z.string().nullable(), reason: z.number(), kopecks: Kopecks })),
  /** «Почему он?»: the rows of the tariffs that fitted, the one that was taken first, with what the others lost by. */
  fee_why: z.array(z.object({ text: z.string(), kopecks: Kopecks, lost: z.string().nullable() })),
  /** Who pays the fee and why he. */
  payer_text: z.string(),
  entrance_kopecks: Kopecks,
  /** What the main new owner owes once it is done; null where nobody comes. */
  after: z.object({ name: z.string(), kopecks: Kopecks }).nullable(),
  /** What completion must find unchanged. */
  expected: z.string(),
});
export type Preview = z.infer<typeof Preview>;

export const ReregistrationRow = z.object({
  id: z.number(),
  status: Status,
  closing: Closing.nullable(),
  garage: PlateRef,
  po: Named,
  mo_name: z.string(),
  reason: z.number(),
  reason_name: z.string(),
  date_request: z.string(),
  on_date: z.string(),
  old_owners: z.array(z.string()),
  new_owners: z.array(z.string()),
  transit: z.number(),
  pair_id: z.number().nullable(),
  days: z.number(),
  idle_days: z.number(),
  days_left: z.number().nullable(),
  turn: Turn,
  /** First required paper that is not there. */
  missing_paper: z.string().nullable(),
  debt_kopecks: Kopecks,
  debt_answer: DebtAnswer.nullable(),
  version: z.number(),
});
export type ReregistrationRow = z.infer<typeof ReregistrationRow>;

const Party = z.object({
  id: z.number(),
  side: z.enum(['old', 'new', 'transit']),
  profile_id: z.number(),
  full_name: z.string(),
  phone: z.string().nullable(),
  share: z.string().nullable(),
  is_primary: z.boolean(),
  ownership_id: z.number().nullable(),
  isVOAMember: z.boolean(),
  voaEntryDate: z.string().nullable(),
  on_date: z.string().nullable(),
  reason: z.number().nullable(),
  paper: z.string().nullable(),
});
export const Paper = z.object({
  kind: z.string(),
  title: z.string(),
  required: z.boolean(),
  number: z.string().nullable(),
  on_date: z.string().nullable(),
  received_at: z.string().nullable(),
  received_by: z.string().nullable(),
  /** Its scan, for those who may open it. */
  file: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type Paper = z.infer<typeof Paper>;
export const Representative = z.object({
  id: z.number(),
  side: z.enum(['old', 'new']),
  /** His card, where he has one: what is written to the child comes to him. */
  profile_id: z.number().nullable(),
  full_name: z.string(),
  number: z.string(),
  issued_on: z.string(),
  notary: z.string().nullable(),
  valid_until: z.string().nullable(),
  powers: z.string().nullable(),
  /** A parent or a guardian, by his own paper; otherwise by a power of attorney. */
  is_legal: z.boolean(),
});
const Event = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  verb: z.string(),
  text: z.string(),
  comment: z.string().nullable(),
});
/** A step that the reader may take now, or why he may not. */
export const NextStep = z.object({ verb: Verb, title: z.string(), refusal: z.string().nullable() });

/** The other half of an exchange as far as it concerns this one. */
const Half = z.object({
  id: z.number(),
  status: Status,
  garage: PlateRef,
  old_owners: z.array(z.string()),
  new_owners: z.array(z.string()),
  debt_kopecks: Kopecks,
  fee_kopecks: Kopecks,
  /** What stands in its way. */
  blocks: z.array(z.string()),
});
export type Half = z.infer<typeof Half>;
/** What stands in the way of an annulment, and where it is looked at. */
export const Obstacle = z.object({ text: z.string(), path: z.string().nullable() });
export type Obstacle = z.infer<typeof Obstacle>;

export const ReregistrationCard = z.object({
  id: z.number(),
  version: z.number(),
  status: Status,
  closing: Closing.nullable(),
  closing_reason: z.string().nullable(),
  garage: PlateRef.extend({ account_no: z.string(), version: z.number() }),
  po: Named,
  mo: Named,
  reason: z.number(),
  reason_name: z.string(),
  date_request: z.string(),
  on_date: z.string(),
  days_left: z.number().nullable(),
  turn: Turn,
  form: SavedForm,
  parties: z.array(Party),
  /** Present owners; of a case that is over those before it. */
  owners: z.array(
    z.object({
      id: z.number(),
      full_name: z.string(),
      share: z.string().nullable(),
      started_on: z.string().nullable(),
    }),
  ),
  /** Of a change of name. */
  renamed: z.object({ before: z.string(), after: z.string() }).nullable(),
  papers: z.array(Paper),
  /** Scan of the inventory paper of the garage. */
  pib_file: Paper.shape.file,
  representatives: z.array(Representative),
  events: z.array(Event),
  preview: Preview,
  steps: z.array(NextStep),
  /** The reader keeps the register at МО or ПО and may change this case as it stands. */
  may_edit: z.boolean(),
  author: z.string(),
  reviewer: z.string().nullable(),
  pair_id: z.number().nullable(),
  pair: Half.nullable(),
  repeats_id: z.number().nullable(),
  /** Of a completed case: what it cost then. */
  fee_kopecks: Kopecks,
  entrance_kopecks: Kopecks,
  papers_given_to: z.string().nullable(),
  papers_given_on: z.string().nullable(),
  archive_no: z.string().nullable(),
  annul_asked: z.string().nullable(),
  /** Ready, and will be completed by itself on its day. */
  is_planned: z.boolean(),
  /** Why it was not completed on its day. */
  plan_failure: z.string().nullable(),
  /** The garage was changed since the draft saw it. */
  is_out_of_date: z.boolean(),
  /** «номер 45 → 44»: what changed since, as far as it is known. */
  garage_changes: z.array(z.string()),
  /** Version of the garage that the form was looked through over. */
  garage_seen: z.number(),
  /** All that stands in the way of annulling a completed case. */
  annul_obstacles: z.array(Obstacle),
  /** Papers of a completed case, of both halves of an exchange: with an annulment they lose their force. */
  valid_papers: z.array(z.object({ id: z.number(), number: z.string(), type: z.string() })),
  /** Payments since completion, listed before an annulment: each gets an answer. */
  payments_since: z.array(
    z.object({
      id: z.number(),
      on_date: z.string(),
      amount_kopecks: Kopecks,
      payer: z.string().nullable(),
      /** The garage that was paid for: «А 45». */
      garage: z.string(),
      /** Other garages of the payer, where the money may go. */
      garages: z.array(PlateRef),
    }),
  ),
});
export type ReregistrationCard = z.infer<typeof ReregistrationCard>;

export const ReregistrationFilter = z.object({
  id: z.array(z.number().int()).max(1000).optional(),
  /** One status or several; 2 when left out. */
  status: z.union([Status, z.array(Status).max(7)]).optional(),
  /** All statuses, for the search. */
  any: z.boolean().optional(),
  q: z.string().max(100).optional(),
  garage: z.number().int().optional(),
  moFilter: z.array(z.number().int()).max(500).optional(),
  poList: z.array(z.number().int()).max(500).optional(),
  sectionList: z.array(z.string().max(20)).max(500).optional(),
  /** The same two under the names that filter panels share. */
  poFilter: z.array(z.number().int()).max(500).optional(),
  sectionFilter: z.array(z.string().max(20)).max(500).optional(),
  reason: z.array(z.number().int()).max(13).optional(),
  dateFrom: IsoDate.optional(),
  dateTo: IsoDate.optional(),
  /** Nothing happened for more than seven days. */
  idle: z.boolean().optional(),
});
export type ReregistrationFilter = z.output<typeof ReregistrationFilter>;

const Saved = {
  /** Straight to the end, when all checks pass. */
  isComplete: z.boolean().default(false),
  /** An application; false keeps a draft. */
  apply: z.boolean().default(false),
  expected: z.string().max(4000).nullish(),
  /** The garage as it was when the form was looked through: a draft that saw an older one says so. */
  garageVersion: Version.nullish(),
};
export const reregistrations = resource({
  name: 'reregistrations',
  title: 'Переоформления',
  read: signedIn,
  write: reregistrationEdit,
  row: ReregistrationRow,
  card: ReregistrationCard,
  createBody: ReregistrationForm.extend({ garage: IdValue, ...Saved }),
  updateBody: ReregistrationForm.extend({ version: Version, ...Saved }),
  filter: ReregistrationFilter,
  /** `turn`: what waits for the reader first, inside it the longest. */
  sorts: ['turn', 'id', 'date_request', 'on_date', 'days', 'idle_days', 'place'],
});
