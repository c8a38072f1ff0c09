// Fields of organisations, users and reference lists: how each is kept and read, what the log says of it, which columns they make.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldObjects, fieldsOf } from '../../contract/fields/index.ts';
import { moFields, orgLabels, poFields, regionFields } from '../../contract/fields/orgs.ts';
import {
  accrualTypeFields,
  garageTypeFields,
  keyRateFields,
  paymentTypeFields,
  privilegeFields,
  referenceLabels,
  smsPriceFields,
} from '../../contract/fields/references.ts';
import { userFields } from '../../contract/fields/users.ts';
import {
  exportTitleOf,
  fieldsWith,
  listKeyOf,
  valueText,
  type Field,
  type Fields,
} from '../../contract/kernel/fields.ts';
import { MoBody, PoBody, RegionBody } from '../../contract/orgs.ts';
import {
  AccrualTypeBody,
  GarageTypeBody,
  KeyRateBody,
  PaymentTypeBody,
  PrivilegeBody,
  SmsPriceBody,
} from '../../contract/references.ts';
import { NewUser, UserState } from '../../contract/users.ts';

const lists: Record<string, { fields: Fields; body: z.ZodObject }> = {
  region: { fields: regionFields, body: RegionBody },
  mo: { fields: moFields, body: MoBody },
  po: { fields: poFields, body: PoBody },
  user: { fields: userFields, body: NewUser },
  garage_type: { fields: garageTypeFields, body: GarageTypeBody },
  accrual_type: { fields: accrualTypeFields, body: AccrualTypeBody },
  payment_type: { fields: paymentTypeFields, body: PaymentTypeBody },
  privilege: { fields: privilegeFields, body: PrivilegeBody },
  key_rate: { fields: keyRateFields, body: KeyRateBody },
  sms_price: { fields: smsPriceFields, body: SmsPriceBody },
};
const orgs = ['region', 'mo', 'po'];
const all = Object.entries(lists);
const keysWith = (is: (field: Field, key: string) => unknown): Record<string, string> =>
  Object.fromEntries(
    all
      .map(([name, { fields }]): [string, string] => [
        name,
        Object.entries(fields)
          .filter(([key, field]) => is(field, key))
          .map(([key]) => key)
          .join(' '),
      ])
      .filter(([, keys]) => keys),
  );

describe('a list of fields', () => {
  it.each(all)('%s calls what its form sends as the table does', (_, { fields, body }) => {
    const sent = Object.keys(body.shape);
    expect(sent.filter((key) => !(key in fields))).toEqual([]);
    for (const [key, field] of Object.entries(fields)) if (field.column) expect(field.column).toBe(key);
  });
  it('keeps in its own table all but what is counted or has a table of its own', () => {
    expect(keysWith((field) => !field.column)).toEqual({
      region: 'po_count garages',
      mo: 'po_count garages',
      po: 'garages sections',
      user: 'name rights last_sign_in second state',
      privilege: 'discounts',
    });
  });
});

describe('a value is kept and read', () => {
  it('as a flag, a number, a sum, a day, a choice, a row of another list; as a text else', () => {
    expect(keysWith(({ kind }) => kind === 'flag')).toEqual({
      region: 'mailing_enabled sort_pinned is_active',
      mo: 'mailing_enabled sort_pinned is_active backup_allowed',
      po: 'mailing_enabled sort_pinned is_active mailing_trial po_can_complete',
      user: 'second',
      garage_type: 'is_active is_capital has_size',
      accrual_type: 'is_active privilege_applies penalty_applies is_service',
      payment_type: 'is_active',
      privilege: 'is_active is_health needs_certificate',
    });
    expect(keysWith(({ kind }) => kind === 'number')).toEqual({
      region: 'po_count garages',
      mo: 'po_count garages confirm_above approve_above sms_limit_month meeting_notice_days quiet_from quiet_to',
      po: 'code garages sms_limit_month',
      garage_type: 'sort',
      accrual_type: 'sort',
      payment_type: 'sort',
      privilege: 'sort discount_percent',
      key_rate: 'percent',
    });
    expect(keysWith(({ kind }) => kind === 'money')).toEqual({ sms_price: 'kopecks' });
    expect(keysWith(({ kind }) => kind === 'date')).toEqual({
      mo: 'period_closed_until',
      po: 'lease_until',
      key_rate: 'since',
    });
    expect(keysWith(({ kind }) => kind === 'choice')).toEqual({
      region: 'time_zone',
      mo: 'time_zone reregistration_notices',
      po: 'org_form',
      user: 'is_superuser state',
      accrual_type: 'unit period',
      payment_type: 'sign',
    });
    expect(keysWith(({ kind }) => kind === 'reference')).toEqual({ mo: 'region_id', po: 'mo_id' });
    expect([moFields.region_id.of, poFields.mo_id.of]).toEqual(['region', 'mo']);
    expect(keysWith(({ kind }) => kind === 'parts')).toEqual({
      po: 'penalty',
      user: 'rights capabilities',
      privilege: 'discounts',
    });
  });
  it('as a text', () => {
    const office = 'name address phone chairman_phone payee_name inn kpp ogrn okpo bank_name bik account corr_account';
    expect(keysWith(({ kind }) => kind === 'text')).toEqual({
      region: `${office} short_name`,
      mo: `${office} short_name`,
      po: `${office} cadastral_number lease_contract sections`,
      user: 'last_sign_in',
      garage_type: 'name',
      accrual_type: 'name',
      payment_type: 'name',
      privilege: 'name',
      sms_price: 'prefix operator',
    });
  });
  it('as a name, a person, a mailbox, a phone', () => {
    const people = 'chairman_name treasurer_name';
    expect(keysWith(({ kind }) => kind === 'person')).toEqual({ region: people, mo: people, po: people });
    expect(keysWith(({ kind }) => kind === 'name')).toEqual({ user: 'name last_name first_name father_name' });
    const boxes = 'email chairman_email';
    expect(keysWith(({ kind }) => kind === 'email')).toEqual({ region: boxes, mo: boxes, po: boxes, user: 'email' });
    // A phone of an office may be of any shape, with an extension; that of an official is a mobile one.
    expect(keysWith(({ kind }) => kind === 'phone')).toEqual({ user: 'phone' });
  });

  it.each([
    [regionFields.time_zone, 'Asia/Omsk', 'Омск, МСК+3'],
    [moFields.reregistration_notices, 'email_else_sms', 'По e-mail, иначе СМС'],
    [moFields.period_closed_until, '2026-03-31', '31.03.2026'],
    [moFields.approve_above, null, '—'],
    [moFields.sms_limit_month, 0, '0'],
    [poFields.org_form, 'gsk', 'ГСК'],
    [poFields.lease_until, '2030-12-31', '31.12.2030'],
    [poFields.mailing_trial, true, 'да'],
    [userFields.is_superuser, 0, 'нет'],
    [userFields.is_superuser, 2, 'суперпользователь'],
    [userFields.state, 'invited', 'приглашён'],
    [userFields.phone, '+79211233341', '+7\u00a0921\u00a0123-33-41'],
    // The log tells a choice as the form does.
    [accrualTypeFields.unit, 'garage', 'гараж'],
    [accrualTypeFields.unit, 'kwh', 'кВт·ч'],
    [accrualTypeFields.period, 'once', 'один раз'],
    [accrualTypeFields.is_service, false, 'нет'],
    [paymentTypeFields.sign, 1, 'уменьшает долг'],
    [paymentTypeFields.sign, -1, 'увеличивает долг'],
    [keyRateFields.percent, 16.5, '16,5'],
    [smsPriceFields.kopecks, 450, '4,50\u00a0₽'],
  ] as [Field, unknown, string][])('%o: %j is «%s»', (field, value, words) =>
    expect(valueText(field, value)).toBe(words),
  );
  it.each([
    [moFields.region_id, 'Псковская область'],
    [poFields.mo_id, 'МО Приморское'],
  ] as [Field, string][])('%o by the name of its row', (field, name) => {
    const names = { region: new Map([[3, 'Псковская область']]), mo: new Map([[3, 'МО Приморское']]) };
    expect(valueText(field, 3, names)).toBe(name);
  });

  it('a choice has a word for all that may be sent, and for nothing else', () => {
    const isGood = (body: z.ZodObject, key: string, value: unknown) =>
      (body.shape[key] as z.ZodType).safeParse(value).success;
    for (const [name, { fields, body }] of all)
      for (const [key, { words = {} }] of fieldsWith(fields, ({ kind }) => kind === 'choice')) {
        const values = Object.keys(words);
        expect([name, key, values.length > 1]).toEqual([name, key, true]);
        if (key in body.shape)
          for (const value of values)
            expect([name, key, value, isGood(body, key, value) || isGood(body, key, Number(value))]).toEqual([
              name,
              key,
              value,
              true,
            ]);
      }
    expect(Object.keys(userFields.state.words).toSorted()).toEqual(UserState.options.toSorted());
    expect(Object.keys(accrualTypeFields.unit.words)).toEqual(AccrualTypeBody.shape.unit.unwrap().options);
    expect(Object.keys(accrualTypeFields.period.words)).toEqual(AccrualTypeBody.shape.period.unwrap().options);
    expect(Object.keys(poFields.org_form.words)).toEqual(PoBody.shape.org_form.unwrap().options);
    expect(Object.keys(moFields.time_zone.words)).toEqual(MoBody.shape.time_zone.unwrap().options);
    expect(Object.keys(moFields.reregistration_notices.words)).toEqual(
      MoBody.shape.reregistration_notices.unwrap().options,
    );
  });

  it('a text is as long in the list of fields as in what is sent', () => {
    const told = (schema: z.ZodType, length: number) => schema.safeParse('а'.repeat(length)).success;
    for (const [name, { fields, body }] of all)
      for (const [key, { max }] of fieldsWith(fields, ({ kind }) => ['text', 'person', 'name'].includes(kind))) {
        const schema = body.shape[key] as z.ZodType | undefined;
        // Requisites are of so many figures, the beginning of a number is no words.
        if (!schema || !told(schema, 1)) expect([name, key, max]).toEqual([name, key, undefined]);
        else expect([name, key, told(schema, max!), told(schema, max! + 1)]).toEqual([name, key, true, false]);
      }
  });
  it('and a mailbox is as long as one may be', () => {
    for (const { email, chairman_email } of [regionFields, moFields, poFields])
      expect([email.max, chairman_email.max]).toEqual([254, 254]);
  });
});

describe('the log', () => {
  it('names what is personal, long or of many parts, and says everything else from what to what', () => {
    expect(keysWith((field) => field.logged === 'name')).toEqual({
      po: 'sections penalty',
      user: 'phone email',
      privilege: 'discounts',
    });
  });
  it('is silent on what is counted, and on what has a line of its own', () => {
    expect(keysWith((field) => !field.logged)).toEqual({
      region: 'po_count garages',
      mo: 'po_count garages',
      po: 'code garages',
      user: 'name is_superuser rights capabilities last_sign_in second state',
    });
  });
  it('gives back what an office is called by, reached and paid at; never a setting or a name it is known by', () => {
    const office =
      'address phone email chairman_name chairman_phone chairman_email treasurer_name payee_name inn kpp ogrn okpo bank_name bik account corr_account';
    expect(keysWith((field) => field.returnable)).toEqual({
      region: `${office} short_name`,
      mo: `${office} short_name`,
      po: `${office} cadastral_number lease_contract lease_until`,
    });
  });
  it('seals the phone and the mailbox of an official alone: an office is no person', () => {
    expect(keysWith((field) => field.sensitive)).toEqual({ user: 'phone email' });
  });
});

it('papers and messages may name an office, its chairman and treasurer, its requisites and land; of a user his name', () => {
  const office =
    'name address phone email chairman_name treasurer_name payee_name inn kpp ogrn okpo bank_name bik account corr_account';
  expect(keysWith((field) => field.templated)).toEqual({
    region: `${office} short_name`,
    mo: `${office} short_name`,
    po: `code ${office} cadastral_number lease_contract lease_until`,
    user: 'name',
  });
});

describe('columns', () => {
  const columnsOf = (name: string) =>
    fieldsWith(lists[name]!.fields, (field) => field.listed).map(([key, field]) => listKeyOf(key, field));
  const exportedOf = (name: string) =>
    fieldsWith(lists[name]!.fields, (field) => field.exported).map(([, field]) => exportTitleOf(field));
  it.each([
    ['region', 'po_count name phone chairman garages state', 'ПО, Название, Телефон, Председатель, Гаражей, Состояние'],
    [
      'mo',
      'region po_count name phone chairman garages state',
      'Регион, ПО, Название, Телефон, Председатель, Гаражей, Состояние',
    ],
    ['po', 'code mo name phone chairman garages state', 'Код, МО, Название, Телефон, Председатель, Гаражей, Состояние'],
    [
      'user',
      'name email rights capabilities last_sign_in second state',
      'Имя, Почта, Права, Полномочия, Последний вход, МСК, Второй фактор, Состояние',
    ],
    ['accrual_type', '', ''],
    ['privilege', '', ''],
  ])('of %s are shown and exported', (name, keys, titles) => {
    expect(columnsOf(name).join(' ')).toBe(keys);
    expect(exportedOf(name).join(', ')).toBe(titles);
  });
  it.each(orgs)('of %s: the name takes the room that is left, counts stand at the right, contacts give way', (name) => {
    const keysOf = (is: (field: Field) => unknown) =>
      fieldsWith(lists[name]!.fields, (field) => field.listed && is(field)).map(([key]) => key);
    expect(keysOf((field) => !field.listed?.width)).toEqual(['name']);
    expect(keysOf((field) => field.listed?.width && !/^\d{2,3}px$/.test(field.listed.width))).toEqual([]);
    expect(keysOf((field) => field.listed?.wide)).toEqual(['phone', 'chairman_name']);
    expect(keysOf((field) => field.listed?.align === 'end')).toEqual(
      name === 'po' ? ['garages'] : ['po_count', 'garages'],
    );
    expect(keysOf((field) => field.listed?.sort)).toEqual(name === 'po' ? ['code', 'garages'] : ['garages']);
    expect(keysOf((field) => field.listed?.fixed)).toEqual(['name']);
  });
  it('are sorted by what the database counts', () => {
    expect(regionFields.garages.listed.sort).toBe('garage_count');
    expect(poFields.code.listed.sort).toBe('code');
    expect(keysWith((field) => field.listed?.fixed)).toMatchObject({ user: 'name state' });
  });
});

it('forms of all levels and of all lists call a field by one name', () => {
  const labelsOf = (names: string[]) =>
    names.map((name) => Object.entries(lists[name]!.fields).map(([key, { label }]) => [key, label]));
  const references = Object.keys(lists).filter((name) => !orgs.includes(name) && name !== 'user');
  expect(orgLabels).toEqual(Object.fromEntries(labelsOf(orgs).flat()));
  expect(referenceLabels).toEqual(Object.fromEntries(labelsOf(references).flat()));
  for (const [names, labels] of [
    [orgs, orgLabels],
    [references, referenceLabels],
  ] as const)
    for (const own of labelsOf([...names]))
      expect(Object.fromEntries(own)).toEqual(Object.fromEntries(own.map(([key]) => [key, labels[key!]])));
  expect(orgLabels).toMatchObject({
    inn: 'ИНН',
    bik: 'БИК',
    corr_account: 'Корр. счёт',
    lease_until: 'Аренда до',
    mo_id: 'МО',
  });
  expect(referenceLabels).toMatchObject({ unit: 'За что начисляется', sign: 'Действие на долг', since: 'Действует с' });
});

it.each(fieldObjects)('%s: what is chosen has words for people, the log never shows a code', (_, name) => {
  const wordless = Object.entries<Field>(fieldsOf(name))
    .filter(([, { kind, logged, words }]) => kind === 'choice' && logged === 'value' && !words)
    .map(([key]) => key);
  expect(wordless).toEqual([]);
});
