// Values of the organisation's form and how they become a body: penalties are flat in the form.
import { orgLabels } from '../../../contract/fields/orgs.ts';
import type { SectionRow } from './SectionsInput.tsx';

export type Level = 'region' | 'mo' | 'po';
export type OrgValues = Record<string, string | number | boolean | null | readonly SectionRow[]>;

export const labels: Record<string, string> = {
  ...orgLabels,
  penalty_enabled: 'Начислять пени',
  penalty_method: 'Способ',
  penalty_rate: 'Ставка в день',
  penalty_due: 'Срок уплаты, ДД.ММ',
  penalty_grace: 'Льготных дней',
  penalty_cap: 'Не больше от взноса',
};

const common = [
  'name',
  'address',
  'phone',
  'email',
  'chairman_name',
  'chairman_phone',
  'chairman_email',
  'treasurer_name',
  'payee_name',
  'inn',
  'kpp',
  'ogrn',
  'okpo',
  'bank_name',
  'bik',
  'account',
  'corr_account',
  'mailing_enabled',
  'sort_pinned',
  'is_active',
];
/** Settings of mailings of an МО. */
export const moMailing = [
  'confirm_above',
  'approve_above',
  'sms_limit_month',
  'meeting_notice_days',
  'quiet_from',
  'quiet_to',
] as const;
/** What an empty limit and a zero mean. */
export const limitHint = 'Пусто — без предела, 0 — СМС запрещены';
const fieldsOf: Record<Level, readonly string[]> = {
  region: [...common, 'short_name', 'time_zone'],
  mo: [...common, 'short_name', 'region_id', 'time_zone', 'backup_allowed', 'reregistration_notices', ...moMailing],
  po: [
    ...common,
    'mo_id',
    'org_form',
    'cadastral_number',
    'lease_contract',
    'lease_until',
    'sms_limit_month',
    'mailing_trial',
    'po_can_complete',
  ],
};

interface Penalty {
  enabled: boolean;
  method: string;
  rate: number;
  due_day_month: string;
  grace_days: number;
  cap?: number;
}

export function emptyOrg(level: Level): OrgValues {
  const values: OrgValues = Object.fromEntries(fieldsOf[level].map((field) => [field, null]));
  const flags = { mailing_enabled: true, sort_pinned: false, is_active: true };
  if (level === 'mo')
    return {
      ...values,
      ...flags,
      time_zone: 'Europe/Moscow',
      backup_allowed: false,
      confirm_above: 200,
      meeting_notice_days: 14,
      quiet_from: 21,
      quiet_to: 9,
      reregistration_notices: 'off',
    };
  if (level === 'po')
    return {
      ...values,
      ...flags,
      org_form: 'voa_po',
      po_can_complete: false,
      mailing_trial: true,
      sections: [],
      ...flat({ enabled: false, method: 'none', rate: 0, due_day_month: '31.12', grace_days: 0, cap: 100 }),
    };
  return { ...values, ...flags, time_zone: 'Europe/Moscow' };
}

/** The form of a record. */
export function orgValues(
  level: Level,
  record: Record<string, unknown> & { sections?: SectionRow[]; penalty?: Penalty },
): OrgValues {
  const values = Object.fromEntries(
    fieldsOf[level].map((field) => [field, (record[field] ?? null) as OrgValues[string]]),
  );
  return level === 'po'
    ? { ...values, sections: (record.sections ?? []).map(withOrigin), ...flat(record.penalty!) }
    : values;
}

/** The body of a form. */
export function orgBody(level: Level, values: OrgValues): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(
    fieldsOf[level].map((field) => [field, values[field] ?? null]),
  );
  if (level !== 'po') return body;
  return {
    ...body,
    sections: (values.sections as readonly SectionRow[]).map(({ name, was }) => ({ name, was })),
    penalty: {
      enabled: values.penalty_enabled ?? false,
      method: values.penalty_method ?? 'none',
      rate: values.penalty_rate ?? 0,
      due_day_month: values.penalty_due ?? '31.12',
      grace_days: values.penalty_grace ?? 0,
      cap: values.penalty_cap ?? 100,
    },
  };
}

const withOrigin = (section: SectionRow): SectionRow => ({ ...section, was: section.name });

const flat = (penalty: Penalty) => ({
  penalty_enabled: penalty.enabled,
  penalty_method: penalty.method,
  penalty_rate: penalty.rate,
  penalty_due: penalty.due_day_month,
  penalty_grace: penalty.grace_days,
  penalty_cap: penalty.cap ?? 100,
});
