// What a load keeps of people: masked in the preview and in the result, gone with the workbook and with the person.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { forgetOldWorkbooks, WORKBOOK_DAYS } from '../../server/imports/retention.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { act } from '../../server/kernel/act.ts';
import { daysBefore } from '../../server/ports/clock.ts';
import { nobodyCtx } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
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

const titles = [
  '№ гаража',
  'ФИО',
  'Дата рождения',
  'Телефон',
  'Паспорт',
  'Адрес прописки',
  'E-mail',
  'Кем выдан паспорт',
];
const former = [
  1,
  'Тайнов Юрий Ильич',
  '07.07.1957',
  '89001110020',
  '4012 345678',
  'г. Псков, ул. Тихая 3-14',
  'tainov@example.ru',
  'ОВД Пскова',
];
const latter = [
  1,
  'Тайнов Юрий Ильич',
  '07.07.1957',
  '89001110021',
  '4012 345679',
  'г. Псков, ул. Новая, д. 5',
  'new@example.ru',
  'ОВД Луги',
];
const personal = /1110020|1110021|34567[89]|3-14|д\. 5|tainov|new@|ОВД|315-20-14/;

const effectsOf = (batch: number) =>
  t.deps.db
    .selectFrom('import_effect')
    .where('batch_id', '=', batch)
    .where('table_name', '=', 'profile')
    .select(['row_id', 'before'])
    .execute();
const textsOf = async (batch: number) =>
  (
    await t.deps.db
      .selectFrom('import_row')
      .where('batch_id', '=', batch)
      .orderBy('row_no')
      .select('result_text')
      .execute()
  ).map((row) => row.result_text);

it('what differs is shown as the card shows it, and lies in the result masked on both sides', async () => {
  await load(t, root, po, { Лист: [titles, former] });
  const batch = await bring(t, root, po, { Лист: [titles, latter, [2, 'Глухов Глеб Ильич', null, '315-20-14']] });
  const { data } = (await root.call(c.importRows, { params: { id: batch.id }, query: { kind: 'differs' } })).body;
  expect(
    Object.fromEntries(data[0].differences.map((one: { field: string; was: string }) => [one.field, one.was])),
  ).toEqual({
    phone: '+7\u00a0***\u00a0***-00-20',
    passport: '40** ***678',
    registrationAddress: 'г. Псков, ул. Тихая, ***',
    email: 't***@example.ru',
    passportIssued: '***',
  });
  const again = await load(t, root, po, { Лист: [titles, latter, [2, 'Глухов Глеб Ильич', null, '315-20-14']] });
  const [kept, unread] = await textsOf(again.id);
  expect(kept).not.toMatch(personal);
  expect(kept).toContain('паспорт (в реестре «40** ***678», в файле «40** ***679»)');
  expect(unread).not.toMatch(personal);
  expect(unread).toContain('Телефон «***-**-14» прочитан не полностью');
});

it('who takes the result or the remarks is told among the copies', async () => {
  const { id } = await load(t, root, po, { Лист: [titles, [3, 'Копиев Иван Ильич']] });
  for (const book of [c.importResult, c.importRemarks])
    expect((await root.call(book, { params: { id } })).status).toBe(200);
  const lines = await t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', 'copy.export')
    .where('po_id', '=', po)
    .orderBy('id')
    .select(['user_id', 'after'])
    .execute();
  expect(lines.map(({ user_id, after }) => [user_id, after])).toEqual([
    [root.userId, { file: 'Результат a.xlsx', of: 'Результат загрузки реестра', reason: null }],
    [root.userId, { file: 'Замечания a.xlsx', of: 'Замечания к реестру', reason: null }],
  ]);
});

it('former values and sentences go with the workbook; the load is then not taken back', async () => {
  await load(t, root, po, { Лист: [titles, [4, ...former.slice(1)]] });
  const sheets = { Лист: [titles, [4, ...latter.slice(1)]] };
  const { id } = await load(t, root, po, sheets, { choices: { all: 'file', fields: {}, rows: {} } });
  expect(JSON.stringify(await effectsOf(id))).toMatch(personal);
  await t.deps.db
    .updateTable('import_batch')
    .set({ finished_at: daysBefore(t.deps.clock.now(), WORKBOOK_DAYS + 1) })
    .where('id', '=', id)
    .execute();
  await forgetOldWorkbooks(t.deps);
  expect((await effectsOf(id)).map((one) => one.before)).toEqual([{ is_forgotten: true }]);
  expect(await textsOf(id)).toEqual([null]);
  const back = await root.call(c.rollbackImport, { params: { id } });
  expect([back.status, back.body.errors.form]).toEqual([
    422,
    'Прежние значения карточек удалены вместе с книгой: отменить эту загрузку нельзя',
  ]);
});

it('destruction takes the former values and the unread texts of his garages; a settled text is kept nowhere', async () => {
  const made = await load(t, root, po, {
    Лист: [titles, [5, 'Ушедов Олег Ильич', null, '315-20-14', null, 'ул. Тихая 3-14']],
  });
  const changed = await load(
    t,
    root,
    po,
    { Лист: [titles, [5, 'Ушедов Олег Ильич', null, null, null, 'ул. Новая, д. 5']] },
    { choices: { all: 'file', fields: {}, rows: {} } },
  );
  const [{ row_id: id } = { row_id: 0 }] = await effectsOf(made.id);
  expect(JSON.stringify(await effectsOf(changed.id))).toMatch(personal);
  const texts = () =>
    t.deps.db.selectFrom('garage_attention').where('import_batch_id', '=', made.id).selectAll().execute();
  expect(await texts()).toHaveLength(1);
  const ctx = nobodyCtx(t);
  const { counts } = await act(ctx, 'profile.destroy', async (write) => {
    await write.log({ text: 'проба' });
    return destroyPerson(write, ctx, id);
  });
  expect(counts).toMatchObject({ 'прежние значения из загрузок': 1, 'тексты реестра у гаражей': 1 });
  expect(JSON.stringify(await effectsOf(changed.id))).not.toMatch(personal);
  expect(await texts()).toEqual([]);

  const other = await load(t, root, po, { Лист: [titles, [6, 'Разбиров Олег Ильич', null, '315-20-14']] });
  const [text] = await t.deps.db
    .selectFrom('garage_attention')
    .where('import_batch_id', '=', other.id)
    .selectAll()
    .execute();
  await chief.call(c.settleAttention, { params: { id: text!.garage_id }, body: { ids: [text!.id] } });
  expect(
    await t.deps.db.selectFrom('garage_attention').where('import_batch_id', '=', other.id).selectAll().execute(),
  ).toEqual([]);
});
