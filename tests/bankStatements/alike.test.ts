// A payment that entered the books by another way is not posted a second time unseen.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/bankStatements.ts';
import { reverseOperation, takePayment } from '../../contract/payments.ts';
import { postLines } from '../balance/posting.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { exchangeText } from './files.ts';
import { bank, load, rowsOf, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 8);
});
afterAll(() => t.close());

let paper = 0;
const loaded = (garage: number, sum = '45.00', date = '10.11.2026') => {
  const purpose = `ЛС ${b.garages[garage]!.account_no}`;
  return load(t, b.po, exchangeText(b.account, [{ number: String((paper += 1)), date, sum, purpose }]));
};
const take = async (garage: number, date: string, amounts: number[], type = 1) => {
  const lines = amounts.map((amount, nth) => ({
    garage: b.garages[garage]!.id,
    amount,
    ...(amounts.length > 1 ? { accrualType: 1, year: 2025 + nth } : {}),
  }));
  const body = { idempotencyKey: randomUUID(), date, paymentType: type, lines, paperNo: '7' };
  const taken = await b.po.call(takePayment, { body: body as never });
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  return taken.body.lines[0].id as number;
};
const post = (rows: readonly c.StatementRow[], more: object = {}) =>
  b.po.call(c.postRows, {
    body: { idempotencyKey: randomUUID(), rows: rows.map(({ id, version }) => ({ id, version })), ...more },
  });
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a row that looks like a payment of the books', () => {
  it('is not ticked, says which one, and is posted only when the person has said that it is another', async () => {
    const operation = await take(0, '2026-11-08', [4_500]);
    const { rows } = await loaded(0);
    const [row] = rows;
    expect(row).toMatchObject({ group: 'sure', refusal: null, preticked: false, resembles: { operation } });
    const text = 'Похоже на платёж 45,00 ₽ от 08.11.2026 по гаражу А 1 (Касса, 7)';
    expect(plain(row!.resembles!.text)).toBe(text);
    const asked = await post(rows);
    expect([asked.status, asked.body.code]).toEqual([409, 'duplicate_payment']);
    expect(plain(asked.body.errors[`rows.${row!.id}`])).toBe(text);
    expect((await rowsOf(b.po, row!.statement_id))[0]!.standing_kopecks).toBe(0);
    const posted = await post(rows, { confirmDuplicate: true });
    expect([posted.status, posted.body.amount_kopecks]).toEqual([200, 4_500]);
  });

  it('by whichever way it came, in parts too, three days away and no more', async () => {
    await take(1, '2026-11-13', [4_500], 4);
    await take(2, '2026-11-10', [2_000, 2_500]);
    await take(3, '2026-11-14', [4_500]);
    await take(4, '2026-11-10', [4_501]);
    const shown = [];
    for (const garage of [1, 2, 3, 4]) shown.push((await loaded(garage)).rows[0]!);
    expect(shown.map((row) => [row.preticked, row.resembles === null])).toEqual([
      [false, false],
      [false, false],
      [true, true],
      [true, true],
    ]);
    // One that needs a question keeps all back; without it the others go.
    expect((await post([shown[0]!, shown[2]!])).body.errors).toEqual({ [`rows.${shown[0]!.id}`]: expect.any(String) });
    expect((await post([shown[2]!, shown[3]!])).status).toBe(200);
  });

  it('three days before the bank’s day too, and not four', async () => {
    await take(7, '2026-11-07', [4_500]);
    await take(7, '2026-11-06', [4_600]);
    expect((await loaded(7)).rows[0]!.resembles).not.toBeNull();
    expect((await loaded(7, '46.00')).rows[0]!.resembles).toBeNull();
  });

  it('what was undone, written off or corrected is no such payment; a payment of another file is', async () => {
    const operation = await take(5, '2026-11-10', [4_500]);
    const reversed = await b.po.call(reverseOperation, {
      params: { id: operation },
      body: { idempotencyKey: randomUUID(), reason: 'ошибка', date: '2026-11-10' } as never,
    });
    expect(reversed.status, JSON.stringify(reversed.body)).toBe(200);
    const line = { garage_id: b.garages[5]!.id, accrual_type_id: null, period_year: 2026, on_date: '2026-11-10' };
    for (const payment_type_id of [6, 8])
      await postLines(t, b.w, [{ ...line, sign: 1, amount_kopecks: 4_500, payment_type_id }]);
    const { rows } = await loaded(5);
    expect(rows[0]).toMatchObject({ preticked: true, resembles: null });
    expect((await post(rows)).status).toBe(200);
    const again = await loaded(5, '45.00', '11.11.2026');
    expect(again.rows[0]!.preticked).toBe(false);
    expect(again.rows[0]!.resembles!.text).toContain('Банк');
    expect((await rowsOf(b.po, rows[0]!.statement_id))[0]!.resembles).toBeNull();
  });

  it('assigned by hand it asks too', async () => {
    await take(6, '2026-11-10', [4_500]);
    const { rows } = await load(t, b.po, exchangeText(b.account, [{ number: 'x', date: '10.11.2026', sum: '45.00' }]));
    const put = await b.po.call(c.assignRow, {
      params: { id: rows[0]!.id },
      body: { version: 1, parts: [{ garage: b.garages[6]!.id, amount_kopecks: 4_500 }] },
    });
    expect(put.body).toMatchObject({ group: 'assigned', preticked: false });
    expect((await post([put.body])).status).toBe(409);
  });
});
