// Garages: the list with its filters and totals, the card, the editor, owners, archive, the section map.
import { z } from 'zod';
import { DebtLine } from './balance.ts';
import { garageFields } from './fields/garages.ts';
import { OwnerLine } from './garages/ownerLine.ts';
import { RestrictionKind } from './garages/restrictions.ts';
import { endpoint } from './kernel/endpoint.ts';
import { optionalDate, plainBody, plainCard, plainRow } from './kernel/fieldShapes.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { cyrillicLetters } from './kernel/words.ts';
import { Choice, Id, IdValue, IsoDate, Kopecks, Named, optionalLine, optionalText, Version } from './kernel/scalars.ts';
import { registryCreate, registryEdit, signedIn } from './kernel/scope.ts';
import { PlateRef, ProfileCreate } from './profiles.ts';
import { ownerConditions } from './profiles/filter.ts';
import { GuardianBody } from './profiles/representatives.ts';

/** Reasons to archive a garage. */
export const archiveReasons = {
  demolished: 'Снесён',
  merged: 'Объединён',
  split: 'Разделён',
  transferred: 'Передан другому ПО',
  mistake: 'Ошибочная запись',
} as const;
export const ArchiveReason = z.enum(['demolished', 'merged', 'split', 'transferred', 'mistake']);

/** Whether a card may carry the number: letters, digits and «/ - .», no spaces; two numbers joined by «и» are none. */
export const isGarageNumber = (text: string) => /^[\p{L}\d][\p{L}\d/.-]*$/u.test(text) && !/^\d+[а-я]?и\d/.test(text);

/**
 * Number as people write it («№ 45 А»), stored «45», «45а», «12/3»: small letters, no spaces, no number sign. A Latin letter
 * that looks Cyrillic is Cyrillic: «45A» and «45А» are one garage.
 */
export const GarageNumber = z
  .string()
  .trim()
  .min(1, 'Заполните поле')
  .max(20, 'Не длиннее 20 знаков')
  .transform((text) => cyrillicLetters(text.toLowerCase().replace(/[\s№]+/g, '')))
  .refine(isGarageNumber, 'Номер: цифры, буквы и знаки / - .');

/** Size in metres, 0.5–30, two decimals; null when it is not known. */
const Size = z.preprocess(
  (value) => (value === '' ? null : value),
  z
    .number()
    .min(0.5, 'От 0,5 до 30 м')
    .max(30, 'От 0,5 до 30 м')
    .refine((metres) => Math.abs(metres * 100 - Math.round(metres * 100)) < 1e-6, 'Не более двух знаков после запятой')
    .nullish()
    .transform((value) => value ?? null),
);

const editable = {
  section: z.string().trim().max(20, 'Не длиннее 20 знаков').default(''),
  number: GarageNumber,
  type: Choice.partial({ label: true }).default({ value: 1 }),
  sizeX: Size,
  sizeY: Size,
  sizeZ: Size,
  ...plainBody(garageFields),
};

/** An owner in a form: an existing person or a new one typed in. `share` is «1/2» or null. */
export const OwnerInput = z.object({
  profileId: IdValue.nullish().transform((value) => value ?? null),
  person: ProfileCreate.nullish().transform((value) => value ?? null),
  share: optionalLine(12),
  isPrimary: z.boolean().default(false),
});
export type OwnerInput = z.output<typeof OwnerInput>;

export const GarageCreate = z.object({
  ...editable,
  po: Choice.partial({ label: true }).refine((choice) => choice.value > 0, 'Выберите ПО'),
  isActive: z.boolean().default(true),
  isNew: z.boolean().default(false),
  /** Existing people picked as owners. */
  alreadyExistProfile: z.array(OwnerInput).max(20).default([]),
  ownedSince: optionalDate,
});
/** A present owner in the editor: who he is does not change here, his share and the receipts may. */
export const OwnerShare = z.object({ id: IdValue, share: optionalLine(12), isPrimary: z.boolean() });
export type OwnerShare = z.output<typeof OwnerShare>;
/** `owners`, when it is sent, names every present owner. */
export const GarageUpdate = z.object({ ...editable, owners: z.array(OwnerShare).max(50).optional(), version: Version });
export type GarageCreate = z.output<typeof GarageCreate>;
export type GarageUpdate = z.output<typeof GarageUpdate>;

/** State of one year in the debt marks. */
export const YearState = z.object({ year: z.number(), state: z.enum(['paid', 'partly', 'unpaid', 'none']) });
export type YearState = z.infer<typeof YearState>;

export const GarageRow = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  account_no: z.string(),
  po: Named,
  mo_name: z.string(),
  type: Choice,
  /** Primary owner first. */
  owners: z.array(z.object({ id: z.number(), full_name: z.string() })),
  /** Chip of the first owner's privilege; health privileges are named only to those who keep the register. */
  privilege: z.object({ name: z.string(), discount_percent: z.number(), is_expired: z.boolean() }).nullable(),
  /** Masked phone of the primary owner. */
  phone: z.string().nullable(),
  /** Advance less debt of the present owners: negative is a debt. */
  balance_kopecks: Kopecks,
  /** Of the advance, set aside for what is not charged yet: it stands beside a debt. */
  aside_kopecks: Kopecks,
  /** What former owners owe to whom debts were left. */
  former_kopecks: Kopecks,
  years: z.array(YearState),
  last_payment_on: z.string().nullable(),
  has_pib: z.boolean(),
  is_locked: z.boolean(),
  /** Kinds of restrictions in force. */
  restrictions: z.array(RestrictionKind),
  is_active: z.boolean(),
  ...plainRow(garageFields),
});
export type GarageRow = z.infer<typeof GarageRow>;

export type { OwnerLine } from './garages/ownerLine.ts';

export const GarageCard = z.object({
  id: z.number(),
  version: z.number(),
  section: z.string(),
  number: z.string(),
  account_no: z.string(),
  po: Named,
  mo: Named,
  region: Named,
  type: Choice.extend({ is_capital: z.boolean(), has_size: z.boolean() }),
  sizeX: z.number().nullable(),
  sizeY: z.number().nullable(),
  sizeZ: z.number().nullable(),
  ...plainCard(garageFields),
  pibFile: z.object({ id: z.number(), name: z.string() }).nullable(),
  isActive: z.boolean(),
  archiveReason: z.string().nullable(),
  archivedAt: z.string().nullable(),
  archiveComment: z.string().nullable(),
  /** Garages that stand in the place of this one, merged or split. */
  became: z.array(PlateRef),
  /** Merged and split garages in whose place this one stands. */
  came_of: z.array(PlateRef.extend({ reason: ArchiveReason, archived_on: z.string() })),
  reregistration_id: z.number().nullable(),
  /** The last day of the garage amnesty where the garage fits it by day and type; null where it doesn't, or when it is over. */
  amnesty_until: z.string().nullable(),
  owners: z.array(OwnerLine),
  owner_history: z.array(OwnerLine),
  balance_kopecks: Kopecks,
  aside_kopecks: Kopecks,
  former_kopecks: Kopecks,
  years: z.array(YearState),
  debt: z.array(DebtLine),
  last_payment_on: z.string().nullable(),
  /** Garages of the same row before and after it. */
  neighbours: z.array(PlateRef),
  created_at: z.string(),
  updated_at: z.string(),
});
export type GarageCard = z.infer<typeof GarageCard>;

export const GarageFilter = z.object({
  id: z.array(z.number().int()).max(1000).optional(),
  /** active (default) or archive */
  type: z.enum(['active', 'archive']).optional(),
  /** Owner's name, garage number, account number or the tail of a phone. */
  nameFilter: z.string().max(100).optional(),
  moFilter: z.array(z.number().int()).max(500).optional(),
  poFilter: z.array(z.number().int()).max(500).optional(),
  sectionFilter: z.array(z.string().max(20)).max(500).optional(),
  garageType: z.array(z.number().int()).max(50).optional(),
  /** Number of owners: none, one, several. */
  profileCounter: z.enum(['none', 'one', 'several']).optional(),
  garageDebt: z.enum(['any', 'debt', 'no_debt', 'advance', 'former']).optional(),
  /** Debt bounds, kopecks. */
  debtFrom: z.number().int().min(0).optional(),
  debtTo: z.number().int().min(0).optional(),
  /** Owes by one of these types of charges. */
  accrualTypeFilter: z.array(z.number().int()).max(50).optional(),
  pib: z.enum(['has', 'none']).optional(),
  locked: z.boolean().optional(),
  /** A restriction is in force. */
  restricted: z.boolean().optional(),
  /** One present owner answers all of these. */
  ...ownerConditions,
});
export type GarageFilter = z.output<typeof GarageFilter>;

export const garages = resource({
  name: 'garages',
  title: 'Гаражи',
  read: signedIn,
  create: registryCreate,
  write: registryEdit,
  row: GarageRow,
  card: GarageCard,
  createBody: GarageCreate,
  updateBody: GarageUpdate,
  filter: GarageFilter,
  /** `place`: МО and ПО in the official order, section and number in natural order. */
  sorts: ['place', 'number', 'owner', 'balance_kopecks', 'last_payment_on', 'date_of_construction'],
});

const tag = 'Гаражи';
/** A selection as it travels: a filter, what is added to and taken from it, and how many the person saw. */
export const GarageSelection = z.object({
  // A condition that is not known here would choose more garages than the person means.
  filter: GarageFilter.strict(),
  included: z.array(z.number().int()).max(5000).default([]),
  excluded: z.array(z.number().int()).max(5000).default([]),
  /** False: only `included` counts. */
  all: z.boolean(),
  expected: z.number().int().min(0),
});
/** Count and debt of a selection, for the selection bar. */
export const garageSelection = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/selection/',
  summary: 'Сумма по выбранным гаражам',
  needs: signedIn,
  reads: true,
  body: GarageSelection,
  reply: z.object({ count: z.number(), debtors: z.number(), debt_kopecks: Kopecks, advance_kopecks: Kopecks }),
});

export const addOwner = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/owners/',
  summary: 'Добавить владельца',
  needs: registryEdit,
  params: ByIdParams,
  body: OwnerInput.extend({
    date: IsoDate,
    isNew: z.boolean().default(false),
    /** «Документы проверены». */
    check: z.boolean().default(false),
    /** Shares of the owners who are already there, by ownership id. */
    shares: z.record(z.string(), z.string().max(12).nullable()).default({}),
    reason: optionalLine(120),
  }),
  reply: GarageCard,
});
export const removeOwner = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/owners/:ownershipId/end/',
  summary: 'Убрать владельца',
  needs: registryEdit,
  params: z.object({ id: Id, ownershipId: Id }),
  body: z.object({
    date: IsoDate,
    reason: optionalLine(120),
    check: z.boolean().default(false),
    shares: z.record(z.string(), z.string().max(12).nullable()).default({}),
    /** Who pays what the leaving owner owes; asked for when he owes. */
    debtAnswer: z
      .enum(['stays_old', 'moves_new'])
      .nullish()
      .transform((value) => value ?? null),
    /** Who acts for a child that leaves, with the paper that says so. */
    guardian: GuardianBody.nullish(),
  }),
  reply: GarageCard,
});
export const makePrimary = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/owners/:ownershipId/primary/',
  summary: 'Сделать основным владельцем',
  needs: registryEdit,
  params: z.object({ id: Id, ownershipId: Id }),
  reply: GarageCard,
});
export const archiveGarage = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/archive/',
  summary: 'Перевести в архив',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({
    version: Version,
    reason: ArchiveReason,
    /** Garages of the same ПО that stand in its place: one of a merger, two or more of a split. */
    became: z.array(IdValue).max(20, 'Не больше двадцати гаражей').default([]),
    comment: optionalText(1000),
    confirmBalance: z.boolean().default(false),
  }),
  reply: GarageCard,
});
export const restoreGarage = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/restore/',
  summary: 'Вернуть из архива',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({ version: Version }),
  reply: GarageCard,
});
/** Attaches the ПИБ paper (multipart field `file`). */
export const attachPib = endpoint({
  tag,
  method: 'POST',
  path: '/api/garages/:id/pib/',
  summary: 'Приложить справку ПИБ',
  needs: registryEdit,
  params: ByIdParams,
  reply: GarageCard,
  kind: 'upload',
});
export const deletePib = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/garages/:id/pib/',
  summary: 'Удалить справку ПИБ',
  needs: registryEdit,
  params: ByIdParams,
  reply: GarageCard,
});

export const MapCell = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  balance_kopecks: Kopecks,
  aside_kopecks: Kopecks,
  former_kopecks: Kopecks,
  owner: z.string().nullable(),
  owners_count: z.number(),
  type: z.string(),
  /** Of how many years charges are open; 0 without a debt. */
  debt_years: z.number(),
  isVOAMember: z.boolean(),
  is_locked: z.boolean(),
  /** What is missing: phone, birthday, passport, type size… as Russian words. */
  missing: z.array(z.string()),
});
export type MapCell = z.infer<typeof MapCell>;
/** Every active garage of one ПО for the section map, sections in site order. */
export const garageMap = endpoint({
  tag,
  method: 'GET',
  path: '/api/garage_map/:po',
  room: 'garages/getList',
  summary: 'Шахматка ПО',
  needs: signedIn,
  params: z.object({ po: Id }),
  reply: z.object({ po: Named, sections: z.array(z.string()), cells: z.array(MapCell) }),
});
/** Garage types for forms and filters. */
export const garageTypes = endpoint({
  tag,
  method: 'GET',
  path: '/api/garage_type_options/',
  room: 'garage_types',
  summary: 'Типы гаражей',
  needs: signedIn,
  reply: z.object({ data: z.array(Choice.extend({ is_capital: z.boolean(), has_size: z.boolean() })) }),
});
/** A sentence of a garage's history. `at` is a date; `people` are the names in the text, to be emphasised. */
export const HistoryLine = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['owners', 'card', 'reregistration']),
  text: z.string(),
  people: z.array(z.string()),
  basis: z.string().nullable(),
  who: z.string().nullable(),
});
export type HistoryLine = z.infer<typeof HistoryLine>;
/** History of a card as sentences, newest first: owners by their dates, everything else by the action log. */
export const garageHistory = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/history/',
  summary: 'История гаража',
  needs: signedIn,
  params: ByIdParams,
  /** `log_from`: lines of the log about this card before that day have left it for the archive. */
  reply: z.object({ data: z.array(HistoryLine), log_from: z.string().nullable() }),
});
export const LedgerLine = z.object({
  id: z.number(),
  on_date: z.string(),
  kind: z.enum(['accrual', 'payment', 'reversal']),
  name: z.string(),
  year: z.number(),
  /** Negative raises the debt. */
  amount_kopecks: Kopecks,
  /** Balance of the present owners after the line. */
  balance_kopecks: Kopecks,
  comment: z.string().nullable(),
  owner: z.string().nullable(),
  is_reversed: z.boolean(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;
/** Ledger of one garage, newest first; `before` is the id of the last line seen. */
export const garageLedger = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/ledger/',
  summary: 'Операции по гаражу',
  needs: signedIn,
  params: ByIdParams,
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ data: z.array(LedgerLine) }),
});
