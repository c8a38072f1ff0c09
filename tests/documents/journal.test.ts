// The journal as a file and on paper: the rows and columns of the screen; how many were cancelled.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelDocument, documentCopy, documents } from '../../contract/documents.ts';
import { exportList } from '../../contract/exports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { day, ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let numbers: string[];
let plate: string;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const { garage, person } = await ownedGarage(at);
  plate = `${garage.section} ${garage.number}`;
  const first = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
  const one = { start_date: day, end_date: day };
  const second = await print(t, at.po, { document_type_id: 15, profile_id: person.id, number: '5512', ...one });
  await at.po.call(documentCopy, { params: { id: first.id } });
  await at.po.call(cancelDocument, { params: { id: second.id }, body: { reason: 'Ошибка' } });
  const rows = await at.po.call(documents.list, { query: { sort: ['id', 'ASC'], range: [0, 9] } });
  numbers = rows.body.map((row: { number: string }) => row.number);
});
afterAll(() => t.close());

const columns = ['number', 'on_date', 'type', 'state', 'object', 'po', 'mo', 'printed_by', 'received_at'];
const take = (who: Caller, filter: object = {}, chosen = columns) =>
  who.call(exportList, {
    params: { resource: 'documents' },
    body: { format: 'csv', columns: chosen, sort: ['id', 'ASC'], filter } as never,
  });
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

it('has the rows of the screen, in words', async () => {
  const { status, text } = await take(at.po, {}, ['number', 'on_date', 'type', 'state', 'object', 'po']);
  expect(status).toBe(200);
  expect(linesOf(text)).toEqual([
    '№;Дата;Вид;Состояние;Объект;ПО',
    `${numbers[0]};20.11.2026;Справка о членстве и владении;Действителен;${plate};КАС № 12-3`,
    '5512;20.11.2026;Членский билет (вкладыш);Аннулирован;Петров Иван Сергеевич;КАС № 12-3',
    `${numbers[0]};20.11.2026;Справка о членстве и владении;Копия;${plate};КАС № 12-3`,
  ]);
});

it('knows every column, takes the filter, and holds nothing of another place', async () => {
  expect(linesOf((await take(at.mo)).text)[0]!.split(';')).toHaveLength(columns.length);
  expect(linesOf((await take(at.po, { state: 'cancelled' })).text)).toHaveLength(2);
  expect(linesOf((await take(await as(t, { po: at.w.siblingPo }))).text)).toHaveLength(1);
  expect((await take(at.po, {}, ['number', 'check_code'])).status).toBe(422);
  const paper = await t.app.inject({
    method: 'POST',
    url: '/api/export/documents',
    headers: { authorization: `Bearer ${at.po.token}` },
    payload: { format: 'pdf', columns, sort: ['id', 'ASC'], filter: {} },
  });
  expect(await textOf(new Uint8Array(paper.rawPayload))).toContain('Членский билет (вкладыш)');
});

it('the list says how many there are and how many were cancelled', async () => {
  const { headers, text } = await at.po.call(documents.list, { query: { range: [0, 0] } });
  expect(JSON.stringify(headers) + text).toMatch(/cancelled\D+1\b/);
});

it('a paper is found by the name of the card into which its own one went, and by its own', async () => {
  const gone = await newPerson(at.mo, at.w.po, {
    lastName: 'Старокарточкин',
    isVOAMember: true,
    voaEntryDate: '2008-06-02',
    statusVoa: { id: 3 },
  });
  const one = { start_date: day, end_date: day };
  const paper = await print(t, at.po, { document_type_id: 15, profile_id: gone.id, number: '99', ...one });
  expect(paper.problem).toBe(null);
  const stays = await newPerson(at.mo, at.w.po, { lastName: 'Новокарточкин' });
  await t.deps.db.updateTable('profile').set({ merged_into: stays.id }).where('id', '=', gone.id).execute();
  for (const q of ['новокарточ', 'старокарточ']) {
    const { body } = await at.po.call(documents.list, { query: { filter: { q }, range: [0, 9] } });
    expect([q, body.map((row: { id: number }) => row.id)]).toEqual([q, [paper.id]]);
  }
});

it('is narrowed by МО, ПО, section, kind, who printed and days, within the place of the reader', async () => {
  const foreign = await as(t, { mo: at.w.foreignMo });
  const beside = await newGarage(at.mo, at.w.siblingPo, { section: 'Я', ownedSince: '2019-08-02' });
  const card = await print(t, at.mo, { document_type_id: 14, garage_id: beside.id, specific_po: at.w.siblingPo });
  expect(card.problem).toBeNull();
  const found = async (who: Caller, filter: object) =>
    (await who.call(documents.list, { query: { filter, sort: ['id', 'ASC'], range: [0, 24] } })).body.map(
      ({ id }: { id: number }) => id,
    );
  const all: number[] = await found(at.mo, {});
  const others = all.filter((id) => id !== card.id);
  expect(others.length).toBe(all.length - 1);
  expect(others.length).toBeGreaterThan(2);
  const byHim = { printedByList: [at.mo.userId] };
  const only = [{ poList: [at.w.siblingPo] }, { sectionList: ['Я'] }, { documentTypeList: [14] }, byHim];
  for (const filter of only) expect(await found(at.mo, filter), JSON.stringify(filter)).toEqual([card.id]);
  expect(await found(at.mo, { poList: [at.w.po] })).toEqual(others);
  expect(await found(at.mo, { moFilter: [at.w.mo] })).toEqual(all);
  expect(await found(at.mo, { moFilter: [at.w.foreignMo] })).toEqual([]);
  expect(await found(at.mo, { dateFrom: day, dateTo: day })).toEqual(all);
  expect(await found(at.mo, { dateTo: '2026-11-19' })).toEqual([]);
  // Naming a place gives nothing that is not of the reader's own.
  for (const filter of only) expect(await found(at.po, filter), JSON.stringify(filter)).toEqual([]);
  expect(await found(foreign, { moFilter: [at.w.mo] })).toEqual([]);
});
