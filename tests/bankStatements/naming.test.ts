// What a payment of the bank closes: money that names type and year goes there, anything less closes the oldest debt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import * as c from '../../contract/bankStatements.ts';
import { postLines } from '../balance/posting.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { cp1251, exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, send, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 4);
});
afterAll(() => t.close());

let paper = 0;
const doc = (purpose: string, sum = '45.00') => ({ number: String((paper += 1)), date: '12.01.2026', sum, purpose });
const loaded = (purpose: string, sum?: string) => load(t, b.po, exchangeText(b.account, [doc(purpose, sum)]));
const owed = async (garage: number) => {
  const { body } = await b.po.call(garageDebt, { params: { id: b.garages[garage]!.id } });
  return [body.debt_kopecks, body.advance_kopecks];
};
const OLDEST = 'Вид назван без года: платёж закроет самый старый долг';

describe('a type without a year', () => {
  it('closes the oldest debt and says so; a type with its year is set aside for it', async () => {
    const [first, second] = b.garages;
    const line = { owner_id: null, sign: -1 as const, accrual_type_id: 1, payment_type_id: null, period_year: 2025 };
    for (const { id } of [first!, second!])
      await postLines(t, b.w, [{ ...line, garage_id: id, amount_kopecks: 4_500, on_date: '2025-03-01' }]);

    const bare = await loaded(`Членский взнос ЛС ${first!.account_no} Сумма 45-00 Без НДС`);
    expect(bare.rows[0]).toMatchObject({ group: 'sure', preticked: true, note: OLDEST });
    expect(bare.rows[0]!.parts[0]).toMatchObject({ accrual_type: null, year: null });
    expect((await postAll(b.po, bare.rows)).status).toBe(200);
    expect(await owed(0)).toEqual([0, 0]);

    const named = await loaded(`Членский взнос за 2026 год ЛС ${second!.account_no}`);
    expect(named.rows[0]).toMatchObject({ group: 'sure', note: null });
    expect((await postAll(b.po, named.rows)).status).toBe(200);
    expect(await owed(1)).toEqual([4_500, 4_500]);
  });

  it('is read so in a registry, whatever figures stand in its other cells', async () => {
    const { id, rows } = await loaded('Перевод по реестру', '2000.00');
    const csv = cp1251(`ЛС;Назначение;Сумма\r\n${b.garages[0]!.account_no};Членский взнос;2000,00\r\n`);
    const sent = await send(t, b.po, c.attachBankRegistry, csv, { params: { id: rows[0]!.id } });
    expect(sent.status).toBe(200);
    const child = (await rowsOf(b.po, id)).find((row) => row.parent_id !== null)!;
    expect(child.group).toBe('sure');
    expect(child.note).toContain(OLDEST);
    expect(child.parts[0]!.year).toBeNull();
  });

  it('assigned by hand, the sentence is gone; taken back, it is said again', async () => {
    const { rows } = await loaded(`Членский взнос ЛС ${b.garages[2]!.account_no}`);
    const put = (version: number, parts: object[]) =>
      b.po.call(c.assignRow, { params: { id: rows[0]!.id }, body: { version, parts } as never });
    const part = { garage: b.garages[2]!.id, accrual_type: 1, year: 2026, amount_kopecks: 4_500 };
    expect((await put(1, [part])).body).toMatchObject({ group: 'assigned', note: null });
    expect((await put(2, [])).body).toMatchObject({ group: 'sure', note: OLDEST });
  });
});

describe('the day of a payment in a registry', () => {
  it('is read with two digits of its year; an empty one is that of the document and says so; another refuses the file', async () => {
    const { id, rows } = await loaded('Перевод по реестру', '30.00');
    const params = { id: rows[0]!.id };
    const account = b.garages[0]!.account_no;
    const csv = (date: string) => cp1251(`Дата;ЛС;Сумма\r\n${date};${account};10,00\r\n;${account};20,00\r\n`);
    const refused = await send(t, b.po, c.attachBankRegistry, csv('позавчера'), { params });
    expect([refused.status, refused.body.errors.file]).toEqual([422, 'Строка 2: дата «позавчера» не читается']);
    expect((await send(t, b.po, c.attachBankRegistry, csv('10.01.26'), { params })).status).toBe(200);
    const children = (await rowsOf(b.po, id)).filter((row) => row.parent_id !== null);
    expect(children.map((row) => [row.on_date, row.note])).toEqual([
      ['2026-01-10', null],
      ['2026-01-12', 'В реестре нет даты платежа: взят день документа'],
    ]);
  });
});

describe('a year after the next', () => {
  it('is refused in the editor as at the desk, and when a row that holds one is posted', async () => {
    const { id, rows } = await loaded(`ЛС ${b.garages[3]!.account_no}`);
    const part = { garage: b.garages[3]!.id, accrual_type: 1, amount_kopecks: 4_500 };
    const put = (year: number) =>
      b.po.call(c.assignRow, { params: { id: rows[0]!.id }, body: { version: 1, parts: [{ ...part, year }] } });
    const refused = await put(2028);
    expect([refused.status, refused.body.errors]).toEqual([422, { 'parts.0.year': 'Год не позже следующего' }]);
    expect((await put(2027)).status).toBe(200);
    // As a file loaded before this was refused had left it.
    const parts = JSON.stringify([{ garage: part.garage, accrual_type: 1, year: 2062, amount: 4_500 }]);
    await t.deps.db.updateTable('bank_row').set({ parts }).where('id', '=', rows[0]!.id).execute();
    const [now] = await rowsOf(b.po, id);
    expect(now).toMatchObject({ refusal: 'Год не позже следующего', preticked: false });
    expect((await postAll(b.po, [now!])).body.errors).toEqual({ [`rows.${now!.id}`]: 'Год не позже следующего' });
    expect(await owed(3)).toEqual([0, 0]);
  });
});
