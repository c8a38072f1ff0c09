// People («Люди»): the list, the card, the editor, consents, statuses, the duplicate hint.
import { z } from 'zod';
import { AddressCode } from './addresses.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import {
  Choice,
  Email,
  Id,
  IdValue,
  IsoDate,
  Kopecks,
  line,
  Named,
  optionalLine,
  Phone,
  Version,
} from './kernel/scalars.ts';
import { registryEdit, signedIn } from './kernel/scope.ts';
import { ProfileFilter } from './profiles/filter.ts';
import { ofOtherOwners, OwnerKind, representing, whoOwns } from './profiles/ownerKinds.ts';

export const consentKinds = {
  pd_processing: 'Обработка персональных данных',
  health: 'Сведения о здоровье',
  sms_info: 'СМС-оповещения',
  email_info: 'Письма на e-mail',
  ads: 'Реклама',
} as const;
/** So many days the consent to processing may be put off when a person is entered. */
export const CONSENT_DAYS = 30;
/** How a consent was given. */
export const consentSources = {
  paper: 'на бумаге, отдельный лист',
  application: 'в заявлении',
  meeting: 'подписной лист собрания',
  electronic: 'электронно',
} as const;
export const ConsentSource = z.enum(['paper', 'application', 'meeting', 'electronic']);
export type ConsentSource = z.infer<typeof ConsentSource>;
export const ConsentKind = z.enum(['pd_processing', 'health', 'sms_info', 'email_info', 'ads']);
export type ConsentKind = z.infer<typeof ConsentKind>;

const Optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);
const optionalEmail = z.preprocess(
  (value) => (value === '' ? null : value),
  Email.nullish().transform((value) => value ?? null),
);

const statusVoa = z.object({ type: z.string().optional(), id: z.number().int() });

/** What the form sends; the passport fields are only sent when they were shown or typed. */
const editable = {
  lastName: line(80),
  firstName: optionalLine(80),
  fatherName: optionalLine(80),
  nameGenitive: optionalLine(250),
  nameDative: optionalLine(250),
  nameInstrumental: optionalLine(250),
  birthday: Optional(IsoDate),
  /** Undefined leaves the passport as it is; null or empty clears it. */
  passSeria: z.string().trim().max(10).nullish(),
  passNum: z.string().trim().max(20).nullish(),
  passText: z.string().trim().max(500).nullish(),
  /** A document that is not a Russian passport is typed freely. */
  passForeign: z.boolean().optional(),
  registrationAddress: optionalLine(300),
  actualAddress: optionalLine(300),
  /** Of a suggestion that was chosen; kept while the address is that very text, left as it is when absent. */
  registrationFias: AddressCode.nullish(),
  actualFias: AddressCode.nullish(),
  email: optionalEmail,
  phoneNumberList: z.array(Phone).max(10).default([]),
  privilege: Optional(Choice.partial({ label: true })),
  privilegeCertificateSeria: optionalLine(20),
  privilegeCertificateNumber: optionalLine(40),
  privilegeCertificateText: optionalLine(300),
  privilegeCertificateDate: Optional(IsoDate),
  privilegeCertificateEndDate: Optional(IsoDate),
  isVOAMember: z.boolean().default(true),
  voaEntryDate: Optional(IsoDate),
  statusVoa: Optional(statusVoa),
  statusVoaDate: Optional(IsoDate),
  statusVoaGround: optionalLine(200),
  ticketNumber: optionalLine(40),
  ticketIssuedAt: Optional(IsoDate),
};

export const ProfileCreate = z.object({
  ...editable,
  ...whoOwns,
  /** ПО where the person is entered; a ПО user's own when omitted. */
  po: Optional(IdValue),
  consent: Optional(z.object({ signedAt: IsoDate, docNo: optionalLine(40) })),
});
/** What is hidden stays as it is when it is absent; null or empty clears it. */
const untouched = <T extends string | null>(text: T | undefined) => (text === undefined ? undefined : text || null);
/** Left as they are by a form that does not carry them. */
const written = z.string().trim().max(250, 'Не длиннее 250 знаков').nullish().transform(untouched);
const hidden = {
  nameGenitive: written,
  nameDative: written,
  nameInstrumental: written,
  registrationAddress: z.string().trim().max(300, 'Не длиннее 300 знаков').nullish().transform(untouched),
  actualAddress: z.string().trim().max(300, 'Не длиннее 300 знаков').nullish().transform(untouched),
  email: z.preprocess((value) => (value === '' ? null : value), Email.nullish()),
  phoneNumberList: z.array(Phone).max(10).optional(),
};
export const ProfileUpdate = z.object({ ...editable, ...hidden, ...ofOtherOwners, version: Version });
export type ProfileCreate = z.output<typeof ProfileCreate>;
export type ProfileUpdate = z.output<typeof ProfileUpdate>;

/** A garage as a plate: enough to draw it and to go there. */
export const PlateRef = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  po_name: z.string().optional(),
  is_active: z.boolean().optional(),
});
export type PlateRef = z.infer<typeof PlateRef>;

export const ProfileRow = z.object({
  id: z.number(),
  full_name: z.string(),
  /** The tie to the reader's place is over: nothing but the name and the place's own history is told. */
  is_former: z.boolean(),
  birthday: z.string().nullable(),
  /** Masked phones: «+7 *** ***-45-67». */
  phones: z.array(z.string()),
  po: Named,
  mo_name: z.string(),
  garages: z.array(PlateRef),
  privilege: z
    .object({ id: z.number(), name: z.string(), end_date: z.string().nullable(), is_expired: z.boolean() })
    .nullable(),
  isVOAMember: z.boolean(),
  voaEntryDate: z.string().nullable(),
  consents: z.array(ConsentKind),
  /** Sum of the debts of the person's garages, kopecks, ≥ 0. */
  debt_kopecks: Kopecks,
});
export type ProfileRow = z.infer<typeof ProfileRow>;

export const ProfileCard = z.object({
  id: z.number(),
  kind: OwnerKind,
  /** Of an organisation. */
  inn: z.string().nullable(),
  estate_of: Named.nullable(),
  ...representing,
  version: z.number(),
  /** The tie to the reader's place is over: the name and the place's own history are left of the card. */
  is_former: z.boolean(),
  /** His data were destroyed by an act: «Удалено № id» is left. */
  is_destroyed: z.boolean(),
  /** The person demanded that the processing stops: until when, and the day on which the data go; null while something holds them. */
  processing: z.object({ restricted_on: z.string(), due_on: z.string(), destroy_on: z.string().nullable() }).nullable(),
  full_name: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  fatherName: z.string(),
  /** The name in cases, as people wrote it; null leaves it to the program. */
  nameGenitive: z.string().nullable(),
  nameDative: z.string().nullable(),
  nameInstrumental: z.string().nullable(),
  birthday: z.string().nullable(),
  /** «99** ***123» or null; the whole is given by `revealProfile`. */
  pass_masked: z.string().nullable(),
  phones_masked: z.array(z.string()),
  /** Addresses up to the street, the mailbox as «и***@example.ru»; whole ones are given by `revealProfile`. */
  registrationAddress: z.string().nullable(),
  actualAddress: z.string().nullable(),
  email: z.string().nullable(),
  /** Why letters to this mailbox come back; null when they do not. */
  email_returns: z.string().nullable(),
  po: Named,
  mo: Named,
  region: Named,
  privilege: Choice.extend({ is_expired: z.boolean(), is_health: z.boolean() }),
  privilegeCertificateSeria: z.string().nullable(),
  privilegeCertificateNumber: z.string().nullable(),
  privilegeCertificateText: z.string().nullable(),
  privilegeCertificateDate: z.string().nullable(),
  privilegeCertificateEndDate: z.string().nullable(),
  privilege_history: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      issued_on: z.string().nullable(),
      end_date: z.string().nullable(),
      is_current: z.boolean(),
    }),
  ),
  isVOAMember: z.boolean(),
  voaEntryDate: z.string().nullable(),
  statusVoa: z.object({ type: z.string(), id: z.number() }),
  voa_history: z.array(
    z.object({
      id: z.number(),
      status_id: z.number(),
      name: z.string(),
      on_date: z.string(),
      ground: z.string().nullable(),
    }),
  ),
  ticketNumber: z.string().nullable(),
  ticketIssuedAt: z.string().nullable(),
  /** Day until which the consent to processing could be put off; null once it was given. */
  consent_due: z.string().nullable(),
  consents: z.array(
    z.object({
      id: z.number(),
      kind: ConsentKind,
      doc_no: z.string().nullable(),
      signed_at: z.string(),
      revoked_at: z.string().nullable(),
      /** File of the registry it came with. */
      source: z.string().nullable(),
      given: ConsentSource,
      by: z.string().nullable(),
      /** A scan of the signed sheet is kept; opening it is logged. */
      has_scan: z.boolean(),
    }),
  ),
  confirmed_at: z.string().nullable(),
  garages: z.array(
    PlateRef.extend({
      po: Named,
      share: z.string().nullable(),
      is_primary: z.boolean(),
      started_on: z.string().nullable(),
      ended_on: z.string().nullable(),
      /** Debt (negative) or advance of the present owners. */
      balance_kopecks: Kopecks,
      /** What this person owes there as a former owner: the debt was left to him. */
      left_debt_kopecks: Kopecks,
    }),
  ),
  debt_kopecks: Kopecks,
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProfileCard = z.infer<typeof ProfileCard>;

export const profiles = resource({
  name: 'profiles',
  title: 'Люди',
  read: signedIn,
  write: registryEdit,
  row: ProfileRow,
  card: ProfileCard,
  createBody: ProfileCreate,
  updateBody: ProfileUpdate,
  filter: ProfileFilter,
  sorts: ['full_name', 'birthday', 'debt_kopecks', 'voaEntryDate'],
});

const tag = 'Люди';
/** What was asked for, whole; the rest is empty. Every call is written to the action log as `profile.reveal`. */
export const revealProfile = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/reveal/',
  summary: 'Показать скрытые данные человека',
  needs: registryEdit,
  params: ByIdParams,
  /** `contacts`: phones, mailbox and addresses. */
  body: z.object({ what: z.enum(['passport', 'phones', 'contacts']) }),
  reply: z.object({
    passSeria: z.string(),
    passNum: z.string(),
    passText: z.string(),
    passForeign: z.boolean(),
    phones: z.array(z.string()),
    email: z.string().nullable(),
    registrationAddress: z.string().nullable(),
    actualAddress: z.string().nullable(),
  }),
});
/** The most people whose phones are shown at once. */
export const MOST_REVEALED = 200;
/** Whole phones of a page or a selection; one line of the log. People who are not the reader's are left out. */
export const revealPhones = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/reveal_phones/',
  summary: 'Показать телефоны страницы или выбранных',
  needs: registryEdit,
  body: z.object({ ids: z.array(IdValue).min(1, 'Выберите людей').max(MOST_REVEALED, 'Не больше 200 человек за раз') }),
  reply: z.object({ data: z.array(z.object({ id: z.number(), phones: z.array(z.string()) })) }),
});

export const DuplicateHint = z.object({
  id: z.number(),
  full_name: z.string(),
  birthday: z.string().nullable(),
  phones: z.array(z.string()),
  garages: z.array(PlateRef),
  score: z.number(),
  /** Russian words: «совпали ФИО и дата рождения». */
  reason: z.string(),
});
export type DuplicateHint = z.infer<typeof DuplicateHint>;
/** «Похоже, такой человек уже есть»: score ≥ 50, best first, at most 5. */
export const duplicateHints = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/duplicates/',
  room: 'duplicates',
  summary: 'Похожие люди',
  needs: registryEdit,
  reads: true,
  body: z.object({
    id: z.number().int().optional(),
    lastName: z.string().max(80).default(''),
    firstName: z.string().max(80).default(''),
    fatherName: z.string().max(80).default(''),
    birthday: z.string().max(10).nullish(),
    passSeria: z.string().max(10).nullish(),
    passNum: z.string().max(20).nullish(),
    phoneNumberList: z.array(z.string().max(20)).max(10).default([]),
    email: z.string().max(254).nullish(),
    registrationAddress: z.string().max(300).nullish(),
  }),
  reply: z.object({ data: z.array(DuplicateHint) }),
});

export const addConsent = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/consents/',
  summary: 'Записать согласие',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({
    kind: ConsentKind,
    signedAt: IsoDate,
    docNo: optionalLine(40),
    source: ConsentSource.default('paper'),
  }),
  reply: ProfileCard,
});
export const ProfileTotals = z.object({
  people: z.number(),
  /** Their garages with a debt that the reader may see. */
  debtors: z.number(),
  debt_kopecks: Kopecks,
});
export type ProfileTotals = z.output<typeof ProfileTotals>;

/** How many people are chosen and what their garages owe; a garage of two of them is counted once. Former owners' debts are not theirs. */
export const profileSelection = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/selection/',
  summary: 'Долг по гаражам выбранных людей',
  needs: signedIn,
  reads: true,
  body: z.object({
    filter: profiles.filter.strict(),
    all: z.boolean(),
    included: z.array(Id).max(5000).default([]),
    excluded: z.array(Id).max(5000).default([]),
  }),
  reply: ProfileTotals,
});

export const revokeConsent = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/profiles/:id/consents/:consentId',
  summary: 'Отозвать согласие',
  needs: registryEdit,
  params: z.object({ id: Id, consentId: Id }),
  reply: ProfileCard,
});
/** «Данные подтверждены» today. */
export const confirmProfile = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/confirm/',
  summary: 'Подтвердить данные',
  needs: registryEdit,
  params: ByIdParams,
  reply: ProfileCard,
});
/** Reference lists of the person's form. */
export const profileLists = endpoint({
  tag,
  method: 'GET',
  path: '/api/profile_lists/',
  summary: 'Льготы и статусы ВОА',
  needs: signedIn,
  reply: z.object({
    privileges: z.array(
      Choice.extend({ is_health: z.boolean(), needs_certificate: z.boolean(), discount_percent: z.number() }),
    ),
    voaStatuses: z.array(Choice.extend({ is_member: z.boolean() })),
  }),
});
