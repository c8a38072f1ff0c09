// Organisation: regions, МО, ПО with requisites, sections and settings; options for selects.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { resource } from './kernel/resource.ts';
import { Choice, Email, IdValue, IsoDate, line, Named, optionalLine, Version } from './kernel/scalars.ts';
import { signedIn, superuser } from './kernel/scope.ts';

const digits = (length: number, message: string) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string()
      .trim()
      .regex(new RegExp(`^\\d{${length}}$`), message)
      .nullish()
      .transform((v) => v ?? null),
  );
const optionalEmail = z.preprocess(
  (value) => (value === '' ? null : value),
  Email.nullish().transform((v) => v ?? null),
);
const optionalDate = z.preprocess(
  (value) => (value === '' ? null : value),
  IsoDate.nullish().transform((v) => v ?? null),
);

const optionalNumber = (most: number) =>
  z
    .number('Введите число')
    .int('Целое число')
    .min(0, 'Не меньше 0')
    .max(most, `Не больше ${most}`)
    .nullish()
    .transform((value) => value ?? null);

/** Requisites for receipts and QR; check digits are verified by the server's rules with the same field names. */
const requisites = {
  payee_name: optionalLine(160),
  inn: z.preprocess(
    (v) => (v === '' ? null : v),
    z
      .string()
      .trim()
      .regex(/^(\d{10}|\d{12})$/, 'ИНН — 10 или 12 цифр')
      .nullish()
      .transform((v) => v ?? null),
  ),
  kpp: digits(9, 'КПП — 9 цифр'),
  ogrn: digits(13, 'ОГРН — 13 цифр'),
  okpo: digits(8, 'ОКПО — 8 цифр'),
  bank_name: optionalLine(45),
  bik: digits(9, 'БИК — 9 цифр'),
  account: digits(20, 'Счёт — 20 цифр'),
  corr_account: digits(20, 'Счёт — 20 цифр'),
};
const contacts = { phone: optionalLine(40), email: optionalEmail, address: optionalLine(300) };
const people = {
  chairman_name: optionalLine(160),
  chairman_phone: optionalLine(40),
  chairman_email: optionalEmail,
  treasurer_name: optionalLine(160),
};
const common = {
  name: line(120),
  ...contacts,
  ...requisites,
  ...people,
  sort_pinned: z.boolean().default(false),
  mailing_enabled: z.boolean().default(true),
  is_active: z.boolean().default(true),
};

export const orgForms = { voa_po: 'ПО ВОА', legal_entity_po: 'ПО — юридическое лицо', gsk: 'ГСК', tsn: 'ТСН' } as const;
export const penaltyMethods = {
  none: 'не начислять',
  percent_day: 'процент в день',
  key_rate_300: '1/300 ключевой ставки',
} as const;
export const Penalty = z.object({
  enabled: z.boolean(),
  method: z.enum(['percent_day', 'key_rate_300', 'none']),
  /** Percent a day. */
  rate: z.number().min(0).max(10, 'Не больше 10 %'),
  /** Day and month by which a year's fee is due, «31.12». */
  due_day_month: z.string().regex(/^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])$/, 'Введите день и месяц: ДД.ММ'),
  grace_days: z.number().int().min(0).max(365),
  /** Most that penalties may come to, percent of what was charged. */
  cap: z.number().int().min(1, 'От 1 %').max(1000, 'Не больше 1000 %').default(100),
});

export const timeZones = {
  'Europe/Kaliningrad': 'Калининград, МСК−1',
  'Europe/Moscow': 'Москва, МСК',
  'Europe/Samara': 'Самара, МСК+1',
  'Asia/Yekaterinburg': 'Екатеринбург, МСК+2',
  'Asia/Omsk': 'Омск, МСК+3',
  'Asia/Krasnoyarsk': 'Красноярск, Новосибирск, МСК+4',
  'Asia/Irkutsk': 'Иркутск, МСК+5',
  'Asia/Yakutsk': 'Якутск, МСК+6',
  'Asia/Vladivostok': 'Владивосток, МСК+7',
  'Asia/Magadan': 'Магадан, МСК+8',
  'Asia/Kamchatka': 'Камчатка, МСК+9',
} as const;
const timeZoneNames = Object.keys(timeZones) as (keyof typeof timeZones)[];

/** A section as the form gives it: `was` is its name before, so that a renamed section keeps its garages. */
export const SectionInput = z.object({ name: line(20), was: z.string().max(20).nullish() });
export type SectionInput = z.output<typeof SectionInput>;

const timeZone = z.enum(timeZoneNames, 'Выберите часовой пояс').default('Europe/Moscow');

export const RegionBody = z.object({ ...common, short_name: optionalLine(60), time_zone: timeZone });
export const noticeWays = {
  off: 'Не сообщать',
  email: 'По e-mail',
  email_else_sms: 'По e-mail, иначе СМС',
} as const;
export const MoBody = z.object({
  ...common,
  short_name: optionalLine(60),
  region_id: IdValue,
  time_zone: timeZone,
  backup_allowed: z.boolean().default(false),
  /** Above so many receivers their number is typed before a mailing leaves. */
  confirm_above: z
    .number('Введите число')
    .int('Целое число')
    .min(0, 'Не меньше 0')
    .max(10_000, 'Не больше 10 000')
    .default(200),
  /** Above so many receivers somebody else has to agree; empty: never. */
  approve_above: optionalNumber(10_000),
  /** Roubles for SMS a month; empty: no limit, 0: no SMS. */
  sms_limit_month: optionalNumber(10_000_000),
  /** Days before a meeting by which its notice is due. */
  meeting_notice_days: z
    .number('Введите число')
    .int('Целое число')
    .min(0, 'Не меньше 0')
    .max(90, 'Не больше 90')
    .default(14),
  /** Hours between which SMS wait: never shorter than 21:00–9:00. */
  quiet_from: z
    .number('Введите час')
    .int('Целый час')
    .min(18, 'Не раньше 18 часов')
    .max(21, 'Не позже 21 часа')
    .default(21),
  quiet_to: z
    .number('Введите час')
    .int('Целый час')
    .min(9, 'Не раньше 9 часов')
    .max(12, 'Не позже 12 часов')
    .default(9),
  /** Whether people of a re-registration are told that it was taken, returned, completed. */
  reregistration_notices: z.enum(['off', 'email', 'email_else_sms']).default('off'),
});
export const PoBody = z.object({
  ...common,
  mo_id: IdValue,
  org_form: z.enum(['voa_po', 'legal_entity_po', 'gsk', 'tsn']).default('voa_po'),
  cadastral_number: optionalLine(60),
  lease_contract: optionalLine(120),
  lease_until: optionalDate,
  /** Roubles for SMS a month; empty: no limit, 0: no SMS. */
  sms_limit_month: optionalNumber(1_000_000),
  penalty: Penalty,
  po_can_complete: z.boolean().default(false),
  /** Mailings to its own officials only, until a superuser opens them; the form of a new ПО begins with it. */
  mailing_trial: z.boolean().default(false),
  /** Sections in the order in which they stand on site. */
  sections: z.array(SectionInput).max(200, 'Не больше 200 секций').default([]),
});
export type PoBody = z.output<typeof PoBody>;
export type MoBody = z.output<typeof MoBody>;
export type RegionBody = z.output<typeof RegionBody>;

const stored = { id: z.number(), version: z.number() };
const counts = { po_count: z.number(), garage_count: z.number() };
export const RegionCard = z.object({ ...stored, ...RegionBody.shape, ...counts, mo_count: z.number() });
export const MoCard = z.object({
  ...stored,
  ...MoBody.shape,
  region: Named,
  ...counts,
  /** Books are closed and opened on a page of their own, never here. */
  period_closed_until: z.string().nullable(),
});
export const PoCard = z.object({
  ...stored,
  ...PoBody.shape,
  sections: z.array(z.object({ name: z.string(), garages: z.number() })),
  code: z.number(),
  mo: Named,
  region: Named,
  garage_count: z.number(),
  people_count: z.number(),
});
export type RegionCard = z.output<typeof RegionCard>;
export type MoCard = z.output<typeof MoCard>;
export type PoCard = z.output<typeof PoCard>;

const row = {
  id: z.number(),
  name: z.string(),
  chairman_name: z.string().nullable(),
  phone: z.string().nullable(),
  is_active: z.boolean(),
  sort_pinned: z.boolean(),
  garage_count: z.number(),
};
const filter = {
  id: z.array(z.number().int()).max(1000).optional(),
  q: z.string().max(100).optional(),
  is_active: z.boolean().optional(),
};

export const regions = resource({
  name: 'regions',
  title: 'Регионы',
  read: superuser,
  write: superuser,
  row: z.object({ ...row, mo_count: z.number(), po_count: z.number() }),
  card: RegionCard,
  createBody: RegionBody,
  updateBody: RegionBody.extend({ version: Version }),
  filter: z.object(filter),
  sorts: ['order', 'name', 'garage_count'],
});
export const moes = resource({
  name: 'moes',
  title: 'МО',
  read: superuser,
  write: superuser,
  row: z.object({ ...row, region: Named, po_count: z.number() }),
  card: MoCard,
  createBody: MoBody,
  updateBody: MoBody.extend({ version: Version }),
  filter: z.object({ ...filter, region_id: z.number().int().optional() }),
  sorts: ['order', 'name', 'garage_count'],
});
export const poes = resource({
  name: 'poes',
  title: 'ПО',
  read: superuser,
  write: superuser,
  row: z.object({ ...row, mo: Named, region: Named, code: z.number() }),
  card: PoCard,
  createBody: PoBody,
  updateBody: PoBody.extend({ version: Version }),
  filter: z.object({ ...filter, mo_id: z.number().int().optional(), region_id: z.number().int().optional() }),
  /** `order` is the ordering of municipal organisations (by МО, then by number and sub-number). */
  sorts: ['order', 'name', 'garage_count', 'code'],
});

const tag = 'Организация';
const OptionsQuery = z.object({
  q: z.string().max(100).optional(),
  region: z.coerce.number().int().optional(),
  mo: z.coerce.number().int().optional(),
});
/** МО of the actor's scope in the official order; `data` as the searchable select reads it. */
export const moOptions = endpoint({
  tag,
  method: 'GET',
  path: '/api/mo_options/',
  summary: 'МО для выбора',
  needs: signedIn,
  query: OptionsQuery,
  reply: z.object({ data: z.array(Choice) }),
});
export const poOptions = endpoint({
  tag,
  method: 'GET',
  path: '/api/po_options/',
  summary: 'ПО для выбора',
  needs: signedIn,
  query: OptionsQuery,
  reply: z.object({ data: z.array(Choice.extend({ mo_id: z.number(), mo_name: z.string() })) }),
});
/** Sections of the given ПО (ids joined by commas), in site order. */
export const sectionOptions = endpoint({
  tag,
  method: 'GET',
  path: '/api/section_options/',
  summary: 'Секции для выбора',
  needs: signedIn,
  query: z.object({
    po: z
      .string()
      .regex(/^(\d+(,\d+)*)?$/, 'Номера ПО через запятую')
      .max(2000)
      .optional(),
  }),
  reply: z.object({ data: z.array(z.object({ value: z.string(), label: z.string() })) }),
});
