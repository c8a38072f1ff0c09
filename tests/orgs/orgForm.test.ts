// The form of a region, МО or ПО: what an empty one begins with, what is kept of a record, what is sent.
import { describe, expect, it } from 'vitest';
import { emptyOrg, labels, limitHint, moMailing, orgBody, orgValues } from '../../resources/admin/orgs/orgForm.ts';

const levels = ['region', 'mo', 'po'] as const;
const common =
  'name address phone email chairman_name chairman_phone chairman_email treasurer_name payee_name inn kpp ogrn okpo ' +
  'bank_name bik account corr_account mailing_enabled sort_pinned is_active';
const own = {
  region: 'short_name time_zone',
  mo:
    'short_name region_id time_zone backup_allowed reregistration_notices confirm_above approve_above sms_limit_month ' +
    'meeting_notice_days quiet_from quiet_to',
  po: 'mo_id org_form cadastral_number lease_contract lease_until sms_limit_month mailing_trial po_can_complete',
};
const fieldsOf = (level: (typeof levels)[number]) => [...common.split(' '), ...own[level].split(' ')];

describe('a new one', () => {
  const given = (level: (typeof levels)[number]) =>
    Object.fromEntries(Object.entries(emptyOrg(level)).filter(([, value]) => value !== null));
  const flags = { mailing_enabled: true, sort_pinned: false, is_active: true };

  it('works and may write letters; the rest of a region is empty', () => {
    expect(given('region')).toEqual({ ...flags, time_zone: 'Europe/Moscow' });
  });
  it('МО: mailings with the usual limits, quiet at night, no backups and no notices until it is said', () => {
    expect(given('mo')).toEqual({
      ...flags,
      time_zone: 'Europe/Moscow',
      backup_allowed: false,
      confirm_above: 200,
      meeting_notice_days: 14,
      quiet_from: 21,
      quiet_to: 9,
      reregistration_notices: 'off',
    });
  });
  it('ПО: of the society, on trial, without sections and penalties', () => {
    expect(given('po')).toEqual({
      ...flags,
      org_form: 'voa_po',
      po_can_complete: false,
      mailing_trial: true,
      sections: [],
      penalty_enabled: false,
      penalty_method: 'none',
      penalty_rate: 0,
      penalty_due: '31.12',
      penalty_grace: 0,
      penalty_cap: 100,
    });
  });
  it.each(levels)('%s: each field has a value and a name', (level) => {
    const values = emptyOrg(level);
    for (const field of fieldsOf(level)) expect(values[field], field).not.toBeUndefined();
    for (const field of Object.keys(values)) expect(labels[field], field).toMatch(/^[А-ЯE]/);
  });
  it('an empty limit of SMS is none, nought forbids them', () => {
    expect(limitHint).toBe('Пусто — без предела, 0 — СМС запрещены');
  });
  it('an empty form as it stands is what is sent', () => {
    expect(orgBody('po', emptyOrg('po')).penalty).toEqual({
      enabled: false,
      method: 'none',
      rate: 0,
      due_day_month: '31.12',
      grace_days: 0,
      cap: 100,
    });
  });
});

describe('a record', () => {
  const sections = [
    { name: 'А', garages: 12 },
    { name: 'Б', garages: 0 },
  ];
  const penalty = { enabled: true, method: 'fixed', rate: 0.1, due_day_month: '01.07', grace_days: 30, cap: 50 };

  it.each(levels)('%s: its fields become a form and are sent again as they are, nothing more', (level) => {
    const record = Object.fromEntries(fieldsOf(level).map((field, nth) => [field, `${field} ${nth}`]));
    const more = { id: 5, version: 3, code: '1123-8', garages: 7, ...(level === 'po' && { sections, penalty }) };
    const {
      sections: _sections,
      penalty: _penalty,
      ...body
    } = orgBody(level, orgValues(level, { ...record, ...more }));
    expect(body).toEqual(record);
    expect(Object.keys(body)).toEqual(fieldsOf(level));
  });
  it('what it has no value for stands empty and is sent empty; no and nought stay', () => {
    const values = orgValues('mo', { name: 'МО', confirm_above: 0, is_active: false, phone: undefined });
    expect(values).toMatchObject({ name: 'МО', confirm_above: 0, is_active: false, phone: null, quiet_to: null });
    expect(orgBody('mo', { confirm_above: 0, is_active: false })).toMatchObject({
      confirm_above: 0,
      is_active: false,
      name: null,
    });
    expect(moMailing.filter((field) => !(field in values))).toEqual([]);
  });
  it('only a ПО has sections and penalties', () => {
    for (const level of ['region', 'mo'] as const) {
      const values = orgValues(level, { sections, penalty });
      expect(Object.keys(values).filter((key) => /section|penalty/.test(key))).toEqual([]);
      expect(
        Object.keys(orgBody(level, { sections, penalty_rate: 1 })).filter((key) => /section|pen/.test(key)),
      ).toEqual([]);
    }
  });
  it('each section remembers the name that its garages carry; a new one has none', () => {
    const values = orgValues('po', { sections, penalty });
    expect(values.sections).toEqual([
      { name: 'А', was: 'А', garages: 12 },
      { name: 'Б', was: 'Б', garages: 0 },
    ]);
    const changed = [
      { name: 'Я', was: 'А', garages: 12 },
      { name: 'Б', was: 'Б', garages: 0 },
      { name: 'В', garages: 0 },
    ];
    expect(orgBody('po', { ...values, sections: changed }).sections).toEqual([
      { name: 'Я', was: 'А' },
      { name: 'Б', was: 'Б' },
      { name: 'В', was: undefined },
    ]);
    expect(orgValues('po', { penalty }).sections).toEqual([]);
  });
  it('penalties are flat in the form and whole in the body', () => {
    const values = orgValues('po', { sections, penalty });
    expect(values).toMatchObject({
      penalty_enabled: true,
      penalty_method: 'fixed',
      penalty_rate: 0.1,
      penalty_due: '01.07',
      penalty_grace: 30,
      penalty_cap: 50,
    });
    expect(orgBody('po', values).penalty).toEqual(penalty);
    // Kept before there was a limit: the whole charge.
    const { cap: _cap, ...old } = penalty;
    expect(orgValues('po', { sections, penalty: old }).penalty_cap).toBe(100);
    // A box that was cleared means what stands in a new form, a nought means nought.
    const cleared = Object.fromEntries(Object.keys(values).map((key) => [key, key === 'sections' ? [] : null]));
    expect(orgBody('po', cleared).penalty).toEqual(orgBody('po', emptyOrg('po')).penalty);
    expect(orgBody('po', { ...values, penalty_cap: 0 }).penalty).toMatchObject({ cap: 0 });
  });
});
