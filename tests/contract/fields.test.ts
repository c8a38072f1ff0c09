// Lists of fields are true: their columns exist, their keys are one of a kind, and a plain field is everywhere it says.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as log from '../../contract/actionLog.ts';
import { exportList } from '../../contract/exports.ts';
import { garageFields } from '../../contract/fields/garages.ts';
import { fieldObjects, fieldsOf, variablesOf } from '../../contract/fields/index.ts';
import { importFields } from '../../contract/importFields.ts';
import { rollbackImport } from '../../contract/imports.ts';
import {
  exportTitleOf,
  fieldsWith,
  importKeyOf,
  listKeyOf,
  maskedText,
  plainFields,
  valueText,
  type Field,
} from '../../contract/kernel/fields.ts';
import { garages } from '../../contract/garages.ts';
import { registerTitles } from '../../server/exports/rules/register.ts';
import { guessTitle } from '../../server/imports/rules/headers.ts';
import { load } from '../imports/kit.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let chief: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  chief = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const tables: Record<string, string> = { user: 'app_user' };

describe.each(fieldObjects)('the fields of %s', (type, name) => {
  const fields: Record<string, Field> = fieldsOf(name);

  it('name columns that their table has', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${tables[type] ?? type}`.execute(
      t.deps.db,
    );
    const known = new Set(rows.map((row) => row.name));
    const named = Object.values(fields).flatMap((field) => field.column ?? []);
    expect(named.filter((column) => !known.has(column))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('have keys of their own in lists, and say what their kind needs', () => {
    const keys = fieldsWith(fields, (field) => field.listed).map(([key, field]) => listKeyOf(key, field));
    expect(new Set(keys).size).toBe(keys.length);
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind === 'reference') expect([key, field.of]).toEqual([key, expect.any(String)]);
      // Sums that are counted stand in the cell of the debt.
      const isCounted = field.kind === 'money' && !field.column;
      if (field.exported && !isCounted) expect([key, field.listed]).toEqual([key, expect.anything()]);
      if (field.plain)
        expect([key, field.column, field.kind]).toEqual([
          key,
          expect.any(String),
          expect.stringMatching(/^(?:text|longText|date)$/),
        ]);
      if (field.returnable) expect([key, field.logged]).toEqual([key, expect.any(String)]);
    }
  });
});

describe('said in so many words, for a flag is easily lost', () => {
  const keysWith = (is: (field: Field) => unknown) =>
    Object.fromEntries(
      fieldObjects
        .map(([type, name]) => [
          type,
          fieldsWith(fieldsOf(name) as Record<string, Field>, is)
            .map(([key]) => key)
            .join(' '),
        ])
        .filter(([, keys]) => keys),
    );
  it('what is personal: sealed in the log under the key of its person', () => {
    expect(keysWith((field) => field.sensitive)).toEqual({
      profile:
        'lastName firstName fatherName estateOf nameGenitive nameDative nameInstrumental birthday passport passSeria passNum passText registrationAddress actualAddress phoneNumberList email privilege',
      user: 'phone email',
    });
  });
  it('what the log gives back', () => {
    const organisation =
      'address phone email chairman_name chairman_phone chairman_email treasurer_name payee_name inn kpp ogrn okpo bank_name bik account corr_account';
    expect(keysWith((field) => field.returnable)).toEqual({
      garage: 'section number type sizeX sizeY sizeZ dateOfConstruction pibNumber pibDate note',
      profile:
        'lastName firstName fatherName inn nameGenitive nameDative nameInstrumental birthday registrationAddress actualAddress phoneNumberList email voaEntryDate ticketNumber ticketIssuedAt',
      region: `${organisation} short_name`,
      mo: `${organisation} short_name`,
      po: `${organisation} cadastral_number lease_contract lease_until`,
    });
  });
  it('what papers and messages may name', () => {
    const requisites = 'payee_name inn kpp ogrn okpo bank_name bik account corr_account';
    const organisation = `address phone email chairman_name treasurer_name ${requisites}`;
    expect(keysWith((field) => field.templated)).toEqual({
      garage:
        'plate mo po section number type owner accountNo sizeX sizeY sizeZ dateOfConstruction lastPayment pibNumber pibDate debt',
      profile:
        'fullName lastName firstName fatherName birthday registrationAddress actualAddress phoneNumberList email po garages privilege isVOAMember voaEntryDate ticketNumber debt',
      region: `name ${organisation} short_name`,
      mo: `name ${organisation} short_name`,
      po: `code name ${organisation} cadastral_number lease_contract lease_until`,
      user: 'name',
    });
  });
  it('which columns no one hides: those that say of whom the row is', () => {
    expect(keysWith((field) => field.listed?.fixed)).toEqual({
      garage: 'plate owner debt',
      profile: 'fullName debt',
      region: 'name',
      mo: 'name',
      po: 'name',
      user: 'name state',
    });
  });
});

describe('a plain field of a garage', () => {
  const plain = plainFields(garageFields);
  const typed = (field: Field) => (field.kind === 'date' ? '2001-02-03' : 'Проверка');

  it('is saved, shown, listed, logged and exported', async () => {
    const garage = await newGarage(chief, w.po);
    const values = Object.fromEntries(plain.map(([key, field]) => [key, typed(field)]));
    const { section, number, version } = garage;
    const body = { section, number, type: { value: 1 }, version, ...values };
    const saved = await chief.call(garages.update, { params: { id: garage.id }, body: body as never });
    expect(saved.body).toMatchObject(values);
    const filter = { id: [garage.id] };
    const [row] = (await chief.call(garages.list, { query: { filter } })).body;
    const listed = plain.filter(([, field]) => field.listed);
    expect(listed.map(([, field]) => row[field.column])).toEqual(listed.map(([, field]) => typed(field)));
    const lines = (await chief.call(log.actionLog.list, { query: { filter: { tab: 'garage' } } }))
      .body as log.ActionRow[];
    const line = lines.find((one) => one.object?.id === garage.id && one.verb === 'garage.update')!;
    // The database keeps the keys of an object in its own order.
    expect(Object.fromEntries(line.changes.map(({ field, after }) => [field, after]))).toEqual(
      Object.fromEntries(
        plain.filter(([, field]) => field.logged).map(([, field]) => [field.label, valueText(field, typed(field))]),
      ),
    );
    const exported = plain.filter(([, field]) => field.exported);
    const file = await chief.call(exportList, {
      params: { resource: 'garages' },
      body: {
        format: 'csv',
        columns: exported.map(([key, field]) => listKeyOf(key, field)),
        sort: ['place', 'ASC'],
        filter,
      },
    });
    expect(file.text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      exported.map(([, field]) => exportTitleOf(field)).join(';'),
      exported.map(([, field]) => valueText(field, typed(field))).join(';'),
    ]);
  });

  it('stands in the full register under a title that the loader understands', () => {
    const titles = registerTitles('2026-11-20');
    for (const [key, field] of plain.filter(([, one]) => one.register)) {
      expect(titles).toContain(field.register);
      const known = importKeyOf(key, field);
      expect(guessTitle(field.register!, [])?.field).toBe(known);
      expect(Object.keys(importFields)).toContain(known);
    }
  });

  it('is loaded from a registry over what the card said, and taken back', async () => {
    const root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    const loaded = plain.filter(([, { importable, kind }]) => importable && kind !== 'longText');
    const { id, number, section } = await newGarage(chief, w.po);
    const former = await chief.call(garages.one, { params: { id } });
    const cells = loaded.map(([, field]) => (field.kind === 'date' ? '03.02.2001' : typed(field)));
    const titles = ['№ гаража', 'Секция', ...loaded.map(([, field]) => field.register!)];
    const batch = await load(
      t,
      root,
      w.po,
      { Лист: [titles, [number, section, ...cells]] },
      {
        choices: { all: 'file', fields: {}, rows: {} },
      },
    );
    const shown = async () => {
      const { body } = await chief.call(garages.one, { params: { id } });
      return loaded.map(([key]) => body[key as 'pibNumber']);
    };
    expect(await shown()).toEqual(loaded.map(([, field]) => typed(field)));
    expect((await root.call(rollbackImport, { params: { id: batch.id } })).status).toBe(200);
    expect(await shown()).toEqual(loaded.map(([key]) => former.body[key as 'pibNumber']));
  });
});

describe('values', () => {
  const field = (kind: Field['kind'], more: Partial<Field> = {}): Field => ({ label: 'Поле', kind, ...more });
  it.each([
    [field('date'), '1987-05-12', '12.05.1987'],
    [field('money'), -450_000, '−4\u00a0500,00\u00a0₽'],
    [field('metres'), '5.40', '5,40 м'],
    [field('flag'), false, 'нет'],
    [field('choice', { words: { a: 'Первый' } }), 'a', 'Первый'],
    [field('phones'), ['+79211234567'], '+7\u00a0921\u00a0123-45-67'],
    [field('reference', { of: 'privilege' }), 5, '№ 5'],
    [field('text'), '', '—'],
    [field('number'), 0, '0'],
  ])('%o in words', (of, value, words) => expect(valueText(of, value)).toBe(words));

  it.each([
    [field('phones'), ['+79211234567'], '+7\u00a0***\u00a0***-45-67'],
    [field('email'), 'm.sokolova@example.ru', 'm***@example.ru'],
    [field('passport'), '4012123456', '40***456'],
    [field('date'), '1960-05-17', '**.**.1960'],
    [field('address'), 'г. Псков, ул. Лесная, дом 5', '***'],
    [field('text'), null, '—'],
  ])('%o masked', (of, value, words) => expect(maskedText(of, value)).toBe(words));

  it('variables of papers are the fields that may stand in them', () => {
    expect(variablesOf('garages')).toContainEqual({ variable: 'garages.accountNo', label: 'Лицевой счёт' });
    expect(variablesOf('profiles').some(({ variable }) => variable.includes('pass'))).toBe(false);
  });
});
