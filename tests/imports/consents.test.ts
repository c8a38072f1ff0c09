// Consents by column: read, asked about, stored with the load as their source, taken back with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import * as p from '../../contract/profiles.ts';
import { guessTitle } from '../../server/imports/rules/headers.ts';
import { readConsent } from '../../server/imports/rules/consents.ts';
import { typedCell } from '../../server/imports/workbook.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world } from '../kit/world.ts';
import { bring, load } from './kit.ts';

let t: TestApp;
let root: Caller;
let chief: Caller;
let po: number;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  po = w.po;
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  chief = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

it.each([
  ['да', { given: true, signedAt: null, docNo: null }, ['consent_undated']],
  ['+', { given: true, signedAt: null, docNo: null }, ['consent_undated']],
  ['01.02.2024', { given: true, signedAt: '2024-02-01', docNo: null }, []],
  ['да, № 15 от 01.02.2024 г.', { given: true, signedAt: '2024-02-01', docNo: '15' }, []],
  ['12/5 от 1.2.24', { given: true, signedAt: '2024-02-01', docNo: '12/5' }, ['date_two_digit_year']],
  ['Нет', { given: false, signedAt: null, docNo: null }, []],
  ['отказ', { given: false, signedAt: null, docNo: null }, []],
])('«%s» is read', (text, consent, codes) => {
  expect(readConsent('consentPd', typedCell(text), '2026-11-22')).toEqual({
    value: { field: 'consentPd', ...consent },
    codes,
  });
});

it.each([
  ['', []],
  ['-', []],
  ['спросить у мужа', ['value_unknown']],
  ['01.02.2030', ['date_doubtful']],
  ['31.02.2024', ['value_unknown']],
])('«%s» is no consent', (text, codes) => {
  expect(readConsent('consentSms', typedCell(text), '2026-11-22')).toEqual({ value: null, codes });
});

it.each([
  ['Согласие ПДн', 'consentPd'],
  ['Согласие на обработку персональных данных', 'consentPd'],
  ['Согласие на СМС', 'consentSms'],
  ['Согласие e-mail', 'consentEmail'],
  ['Согласие на рекламу', undefined],
  ['Согласие', undefined],
])('title «%s»', (title, field) => {
  expect(guessTitle(title, [])?.field).toBe(field);
});

const consentsOf = async (lastName: string) => {
  const { id } = await t.deps.db
    .selectFrom('profile')
    .where('last_name', '=', lastName)
    .select('id')
    .executeTakeFirstOrThrow();
  const { body } = await chief.call(p.profiles.one!, { params: { id } });
  return { id, consents: (body as p.ProfileCard).consents };
};

it('consents are stored with their source, differences are asked, a file revokes nothing, the load takes them back', async () => {
  const titles = ['№ гаража', 'ФИО', 'Дата рождения', 'Согласие ПДн', 'Согласие СМС', 'Согласие e-mail'];
  const first = await load(t, root, po, {
    Лист: [
      titles,
      [1, 'Согласова Анна Ильинична', '01.02.1960', '№ 7 от 01.02.2024', 'да', 'нет'],
      [2, 'Молчанов Олег Ильич', '03.04.1962', null, 'как получится', null],
    ],
  });
  expect(first.results).toMatchObject({ created: 2 });
  const { id, consents } = await consentsOf('Согласова');
  expect(consents.map(({ kind, doc_no, source }) => ({ kind, doc_no, source }))).toEqual([
    { kind: 'sms_info', doc_no: null, source: 'a.xlsx' },
    { kind: 'pd_processing', doc_no: '7', source: 'a.xlsx' },
  ]);
  expect(consents[1]!.signed_at).toBe('2024-02-01');
  expect((await consentsOf('Молчанов')).consents).toEqual([]);

  const second = await bring(t, root, po, {
    Лист: [
      titles,
      [1, 'Согласова Анна Ильинична', '01.02.1960', '05.05.2025', 'нет', '06.06.2025'],
      [2, 'Молчанов Олег Ильич', '03.04.1962', '07.07.2025', null, null],
    ],
  });
  const { data } = (await root.call(c.importRows, { params: { id: second.id }, query: {} as never })).body as {
    data: c.PreviewRow[];
  };
  expect(data[0]!.differences.map(({ field, was, becomes, choice }) => [field, was, becomes, choice])).toEqual([
    ['consentPd', 'да, 01.02.2024, № 7', 'да, 05.05.2025', null],
    ['consentSms', expect.stringContaining('да, '), 'нет', 'keep'],
  ]);
  expect(data[0]!.read).toMatchObject({ consentEmail: 'да, 06.06.2025', consentSms: 'нет' });
  await runImport(t.deps, root.userId, second.id);
  expect((await consentsOf('Согласова')).consents.map((one) => one.kind)).toEqual([
    'email_info',
    'sms_info',
    'pd_processing',
  ]);
  expect((await consentsOf('Молчанов')).consents.map((one) => one.signed_at)).toEqual(['2025-07-07']);
  const lines = await t.deps.db.selectFrom('action_log').where('verb', '=', 'garage.import').select('text').execute();
  expect(lines.map((line) => line.text)).toContain('Загрузка реестра: строк 2 из 2, записано согласий 2');

  const back = await root.call(c.rollbackImport, { params: { id: second.id } });
  expect(back.status).toBe(200);
  expect((await consentsOf('Согласова')).consents.map((one) => one.kind)).toEqual(['sms_info', 'pd_processing']);
  expect((await consentsOf('Молчанов')).consents).toEqual([]);

  // A consent revoked since is a change of a person: the load stays.
  await chief.call(p.revokeConsent, { params: { id, consentId: consents[0]!.id } });
  const late = await root.call(c.rollbackImport, { params: { id: first.id } });
  expect(late.status).toBe(422);
});

it('the card and the consents name the official who loaded them', async () => {
  const titles = ['№ гаража', 'ФИО', 'Согласие ПДн'];
  await load(t, root, po, { Лист: [titles, [41, 'Внесённова Анна Ильинична', '01.02.2024']] });
  const { id, consents } = await consentsOf('Внесённова');
  const by = t.deps.db.selectFrom('app_user').where('id', '=', root.userId).select(['last_name', 'first_name']);
  const { last_name, first_name } = await by.executeTakeFirstOrThrow();
  expect(consents.map((one) => one.by)).toEqual([`${last_name} ${first_name}`]);
  const card = t.deps.db.selectFrom('profile').where('id', '=', id).select('created_by');
  expect(await card.executeTakeFirstOrThrow()).toEqual({ created_by: root.userId });
});

it('a consent that does not say to what is asked', async () => {
  const batch = await bring(t, root, po, {
    Лист: [
      ['№ гаража', 'ФИО', 'Согласие'],
      [51, 'Вопросов Пётр Ильич', 'да'],
      [52, 'Ответов Пётр Ильич', 'да'],
    ],
  });
  const question = batch.questions.find((one) => one.text.includes('на что дано'))!;
  expect(question.options.map((one) => one.value)).toEqual(['consentPd', 'consentSms', 'consentEmail', 'drop']);
  const { body } = await root.call(c.changeImport, {
    params: { id: batch.id },
    body: { answers: { [question.id]: 'consentSms' } } as never,
  });
  expect((body as c.ImportBatch).kinds).toContainEqual({ kind: 'consent_undated', count: 2, done: 0 });
});
