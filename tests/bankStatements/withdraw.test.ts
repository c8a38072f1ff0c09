// A statement loaded by mistake is taken back: while nothing of it stands, whoever presses at once; the file may come again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reverseOperation } from '../../contract/payments.ts';
import * as c from '../../contract/bankStatements.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { exchangeText } from './files.ts';
import { bank, load, postAll, rowsOf, type Bank } from './kit.ts';

let t: TestApp;
let b: Bank;
beforeAll(async () => {
  t = await testApp();
  b = await bank(t, 3);
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

let paper = 0;
const sure = (garage: number) => ({
  number: String((paper += 1)),
  purpose: `Членский взнос 2026 ЛС ${b.garages[garage]!.account_no}`,
});
const unknown = () => ({ number: String((paper += 1)), purpose: 'оплата', payer: 'Никто' });
const text = (docs: Parameters<typeof exchangeText>[1]) => exchangeText(b.account, docs);
const withdraw = (who: Caller, id: number, assigned = 0) =>
  who.call(c.withdrawStatement, { params: { id }, body: { assigned } });
const undo = async (row: c.StatementRow) =>
  expect(
    (
      await b.po.call(reverseOperation, {
        params: { id: row.posted[0]!.operation },
        body: { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'Не тот файл' },
      })
    ).status,
  ).toBe(200);

describe('a statement loaded by mistake', () => {
  it('goes out of the lists and the sums with a line in the log; the same file is new again', async () => {
    const before = (await b.po.call(c.statements)).body;
    const file = text([sure(0), unknown()]);
    const { id, rows } = await load(t, b.po, file);
    const gone = await withdraw(b.po, id);
    expect(gone.body).toMatchObject({ id, withdrawn: { at: expect.stringContaining('2026-11-20T09:00:00') } });
    const { body: after } = await b.po.call(c.statements);
    expect(after).toEqual(before);
    const queue = await b.po.call(c.statementRows, { query: { limit: 500 } });
    expect(queue.body.data.map((row: c.StatementRow) => row.statement_id)).not.toContain(id);
    const logged = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'balance_operation.statement_withdraw')
      .where('object_id', '=', id)
      .select(['text', 'po_id', 'user_id'])
      .execute();
    expect(logged).toEqual([
      { text: expect.stringContaining('Отозвана выписка statement.txt'), po_id: b.w.po, user_id: b.po.userId },
    ]);
    // Kept, but nothing can be done with it.
    const kept = await rowsOf(b.po, id);
    expect(kept.map((row) => row.group)).toEqual(['withdrawn', 'withdrawn']);
    const params = { id: kept[1]!.id };
    const body = { version: kept[1]!.version };
    expect((await postAll(b.po, kept)).body.errors[`rows.${kept[0]!.id}`]).toContain('отозвали');
    expect((await b.po.call(c.skipRow, { params, body: { ...body, skip: true } })).status).toBe(409);
    expect((await b.po.call(c.assignRow, { params, body: { ...body, parts: [] } })).status).toBe(409);
    expect((await b.po.call(c.rematchRows, { body: { statement: id } })).body).toEqual({ changed: 0 });
    expect((await withdraw(b.po, id)).status).toBe(409);
    const again = await load(t, b.po, file);
    expect(again.rows.map((row) => row.group)).toEqual(rows.map((row) => row.group));
    expect((await postAll(b.po, [again.rows[0]!])).status).toBe(200);
  });

  it('what stands in the books stops it; what was posted and undone does not, and may be posted from the file again', async () => {
    const file = text([sure(1), unknown()]);
    const { id, rows } = await load(t, b.po, file);
    expect((await postAll(b.po, [rows[0]!])).status).toBe(200);
    const refused = await withdraw(b.po, id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('По выписке проведено платежей: 1');
    await undo((await rowsOf(b.po, id))[0]!);
    expect((await withdraw(b.po, id)).status).toBe(200);
    const again = await load(t, b.po, file);
    expect(again.rows[0]).toMatchObject({ group: 'sure', refusal: null, was_undone: false });
    expect((await postAll(b.po, [again.rows[0]!])).status).toBe(200);
  });

  it('somebody posts or assigns meanwhile: one of the two is told', async () => {
    const { id, rows } = await load(t, b.po, text([sure(2), unknown()]));
    const { body: taken } = await b.mo.call(c.assignRow, {
      params: { id: rows[1]!.id },
      body: { version: 1, parts: [{ garage: b.garages[0]!.id, amount_kopecks: 450_000 }] },
    });
    const unseen = await withdraw(b.po, id, 0);
    expect([unseen.status, unseen.body.message]).toEqual([409, expect.stringContaining('другой сотрудник')]);
    const [out, posted] = await Promise.all([withdraw(b.po, id, 1), postAll(b.mo, [rows[0]!, taken])]);
    expect([out.status, posted.status]).toEqual(posted.status === 200 ? [409, 200] : [200, 422]);
    const standing = (await rowsOf(b.po, id)).reduce((sum, row) => sum + row.standing_kopecks, 0);
    expect(standing).toBe(posted.status === 200 ? 900_000 : 0);
  });

  it('a repeat in another file becomes a payment again, the first of two', async () => {
    const docs = [
      { ...sure(0), sum: '4502.00' },
      { ...unknown(), more: { ПлательщикСчет: b.account, ПолучательСчет: '4' } },
    ];
    const wrong = await load(t, b.po, text(docs));
    const right = await load(t, b.po, text([...docs, unknown()]));
    const third = await load(t, b.mo, text(docs));
    expect(right.rows.map((row) => row.kind)).toEqual(['duplicate', 'duplicate', 'incoming']);
    expect((await withdraw(b.po, wrong.id)).status).toBe(200);
    expect((await rowsOf(b.po, right.id)).map((row) => row.kind)).toEqual(['incoming', 'outgoing', 'incoming']);
    const late = await rowsOf(b.mo, third.id);
    expect(late.map((row) => [row.kind, row.duplicate_of?.statement])).toEqual([
      ['duplicate', right.id],
      ['duplicate', right.id],
    ]);
    expect((await b.po.call(c.rematchRows, { body: { statement: right.id } })).body).toEqual({ changed: 1 });
    const [free] = await rowsOf(b.po, right.id);
    expect(free).toMatchObject({ group: 'sure', preticked: true });
    expect((await postAll(b.po, [free!])).status).toBe(200);
  });

  it('belongs to those who may post it', async () => {
    const { id } = await load(t, b.po, text([unknown()]));
    const region = await as(t, { region: b.w.region });
    const auditor = await as(t, { po: b.w.po, capabilities: [1, 3] });
    for (const who of [region, auditor]) {
      expect((await withdraw(who, id)).status).toBe(403);
      expect((await who.call(c.rematchRows, { body: { statement: id } })).status).toBe(403);
    }
    for (const stranger of [await as(t, { po: b.w.siblingPo }), await as(t, { mo: b.w.siblingMo })]) {
      expect((await withdraw(stranger, id)).status).toBe(404);
      expect((await stranger.call(c.rematchRows, { body: { statement: id } })).status).toBe(404);
    }
    expect((await b.po.call(c.withdrawStatement, { params: { id }, body: { assigned: -1 } })).status).toBe(422);
    expect((await withdraw(b.mo, id)).status).toBe(200);
  });
});
