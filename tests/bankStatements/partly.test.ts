// A payment of which a part was undone: it says what stands, the rest goes elsewhere, and never more than came is posted.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingReview } from '../../contract/closing.ts';
import { reverseOperation } from '../../contract/payments.ts';
import * as c from '../../contract/bankStatements.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 4);
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

let paper = 0;
const balances = async () =>
  Promise.all(
    b.garages.map(async ({ id }) => {
      const row = await t.deps.db
        .selectFrom('garage_balance')
        .where('garage_id', '=', id)
        .select('balance_kopecks')
        .executeTakeFirst();
      return row?.balance_kopecks ?? 0;
    }),
  );
const assign = (row: c.StatementRow, parts: [garage: number, amount: number][]) =>
  b.po.call(c.assignRow, {
    params: { id: row.id },
    body: {
      version: row.version,
      parts: parts.map(([garage, amount_kopecks]) => ({ garage: b.garages[garage]!.id, amount_kopecks })),
    },
  });
const undo = async (operation: number, whole = false) => {
  const reply = await b.po.call(reverseOperation, {
    params: { id: operation },
    body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'Не тот гараж', whole },
  });
  expect(reply.status).toBe(200);
};

/** 10 ₽ posted to two garages, 4 and 6; the part of the first is undone by itself. */
async function partly() {
  const text = exchangeText(b.account, [{ number: String((paper += 1)), sum: '10.00', purpose: 'оплата' }]);
  const { id, rows } = await load(t, b.po, text);
  const { body: split } = await assign(rows[0]!, [
    [0, 400],
    [1, 600],
  ]);
  expect((await postAll(b.po, [split])).status).toBe(200);
  const now = async () => (await rowsOf(b.po, id))[0]!;
  const whole = await now();
  expect(whole).toMatchObject({ group: 'posted', standing_kopecks: 1000, left_kopecks: 0, parts: [] });
  expect(whole.posted.map((part) => [part.garage.number, part.amount_kopecks])).toEqual([
    ['1', 400],
    ['2', 600],
  ]);
  await undo(whole.posted[0]!.operation);
  return { id, now, lines: whole.posted.map((part) => part.operation) };
}

describe('a payment of which a part was undone', () => {
  it('says what stands and what is left, waits in the queue and keeps the period open', async () => {
    const openRows = async () =>
      (await b.mo.call(closingReview, { query: { until: '2026-03-01' } })).body.open_statement_rows;
    const waitingBefore = await openRows();
    const { id, now } = await partly();
    const row = await now();
    expect(row).toMatchObject({
      group: 'partial',
      standing_kopecks: 600,
      left_kopecks: 400,
      parts: [],
      preticked: false,
      was_undone: false,
    });
    expect(row.posted.map((part) => part.garage.number)).toEqual(['2']);
    expect(row.refusal!.replaceAll('\u00a0', ' ')).toBe('Назначьте остаток 4,00 ₽');
    expect((await postAll(b.po, [row])).body.errors).toHaveProperty([`rows.${row.id}`]);
    const { body: list } = await b.po.call(c.statements);
    expect(list.waiting).toContainEqual({ group: 'partial', rows: 1, amount_kopecks: 1000 });
    const { body: card } = await b.po.call(c.statement, { params: { id } });
    expect(card.counts).toEqual([{ group: 'partial', rows: 1, amount_kopecks: 1000 }]);
    expect(await openRows()).toBe(waitingBefore + 1);
  });

  it('the rest goes to another garage, once; more or less than the rest is refused', async () => {
    const { now } = await partly();
    const before = await balances();
    const row = await now();
    for (const wrong of [1000, 399, 401]) {
      const { status, body } = await assign(row, [[2, wrong]]);
      expect(status).toBe(422);
      expect(body.errors.parts.replaceAll('\u00a0', ' ')).toContain('а остаток 4,00 ₽');
    }
    const { body: rest } = await assign(row, [
      [2, 100],
      [3, 300],
    ]);
    expect(rest).toMatchObject({ group: 'partial', left_kopecks: 400, refusal: null, preticked: true });
    expect((await assign(row, [[2, 400]])).status).toBe(409);
    const key = randomUUID();
    const answers = await Promise.all([postAll(b.po, [rest], key), postAll(b.po, [rest], key), postAll(b.mo, [rest])]);
    // One of the two keys posts, whichever comes first; both calls under it are answered alike.
    const [first, again, other] = answers.map((one) => one.status);
    expect(again).toBe(first);
    expect([
      [200, 422],
      [422, 200],
    ]).toContainEqual([first, other]);
    expect(answers.find((one) => one.status === 200)!.body.amount_kopecks).toBe(400);
    expect(await balances()).toEqual([before[0], before[1], before[2]! + 100, before[3]! + 300]);
    const done = await now();
    expect(done).toMatchObject({ group: 'posted', standing_kopecks: 1000, left_kopecks: 0, refusal: 'Уже проведено' });
    expect(new Set(done.posted.map((part) => part.contribution)).size).toBe(2);
    expect((await postAll(b.po, [done])).status).toBe(422);
  });

  it('what is undone later waits too; the parts of an old document are never posted again', async () => {
    const { now, lines } = await partly();
    const rest = (await assign(await now(), [[2, 400]])).body;
    expect((await postAll(b.po, [rest])).status).toBe(200);
    // The other line of the first document: what the last document holds does not stand for it.
    await undo(lines[1]!);
    expect(await now()).toMatchObject({ group: 'partial', standing_kopecks: 400, left_kopecks: 600, parts: [] });
    const more = (await assign(await now(), [[3, 600]])).body;
    expect((await postAll(b.po, [more])).status).toBe(200);
    expect(await now()).toMatchObject({ group: 'posted', standing_kopecks: 1000 });
  });

  it('while the rest was being assigned more was undone: the old rest is refused', async () => {
    const { now, lines } = await partly();
    const rest = (await assign(await now(), [[2, 400]])).body;
    await undo(lines[1]!);
    const before = await balances();
    const refused = await postAll(b.po, [rest]);
    expect(refused.status).toBe(422);
    expect(await balances()).toEqual(before);
  });

  it('the rest may be put aside, and taken back', async () => {
    const { now } = await partly();
    const row = await now();
    const put = (skip: boolean, version: number) =>
      b.po.call(c.skipRow, { params: { id: row.id }, body: { version, skip } });
    expect((await put(true, row.version)).body).toMatchObject({ group: 'skipped', standing_kopecks: 600 });
    expect((await put(false, row.version + 1)).body).toMatchObject({ group: 'partial', left_kopecks: 400 });
  });

  it('undoing all of it gives the row back; nothing is ticked by itself', async () => {
    const { now, lines } = await partly();
    await undo(lines[1]!, true);
    const free = await now();
    expect(free).toMatchObject({
      group: 'assigned',
      posted: [],
      standing_kopecks: 0,
      left_kopecks: 1000,
      was_undone: true,
      refusal: null,
      preticked: false,
    });
    const before = await balances();
    expect((await postAll(b.po, [free])).status).toBe(200);
    expect(await balances()).toEqual([before[0]! + 400, before[1]! + 600, before[2], before[3]]);
  });
});
