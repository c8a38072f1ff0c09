// A key stands for one intention: the same call again is answered the same and leaves no trace, another one is not taken for done.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctContribution, postAccrual, reverseContribution } from '../../contract/contributions/charging.ts';
import { KEY_USED } from '../../contract/kernel/problems.ts';
import { correctOperation, reverseOperation, takePayment } from '../../contract/payments.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { fee, park } from '../contributions/park.ts';
import { testApp, type Caller, type TestApp } from '../kit/app.ts';
import { balanceOf, chargedPark, pay, payment, TODAY, undo } from './desk.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

/** Everything that a write leaves: documents, log lines, keys. */
const traces = async () => {
  const { rows } = await sql<{ documents: number; log: number; keys: number }>`select
    (select count(*)::int from contribution) as documents, (select count(*)::int from action_log) as log,
    (select count(*)::int from operation_key) as keys`.execute(t.deps.db);
  return rows[0]!;
};
const isUsed = (answer: { status: number; body: { code?: string; message?: string } }) => {
  expect([answer.status, answer.body.code]).toEqual([409, KEY_USED]);
  expect(answer.body.message).toContain('с другими данными');
};

describe('a key that was used', () => {
  it('for one sum does not take another', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const body = payment(ids[0]!, 100_000);
    const first = await po.call(takePayment, { body });
    const before = await traces();
    const other = await po.call(takePayment, { body: { ...body, lines: [{ garage: ids[0]!, amount: 200_000 }] } });
    isUsed(other);
    expect(other.body.current).toMatchObject({ contribution: first.body.contribution, amount_kopecks: 100_000 });
    expect(await traces()).toEqual(before);
    for (const confirmDuplicate of [false, true])
      expect((await po.call(takePayment, { body: { ...body, confirmDuplicate } })).body).toEqual({
        ...first.body,
        isRepeat: true,
      });
    expect(await balanceOf(t, ids[0]!)).toBe(-350_000);
  });

  it('for one entry does not undo or correct another', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const [one, other] = [await pay(po, ids[0]!, 100), await pay(po, ids[0]!, 200)].map(({ body }) => body.lines[0].id);
    const idempotencyKey = randomUUID();
    expect((await undo(po, one, { idempotencyKey })).status).toBe(200);
    isUsed(await undo(po, other, { idempotencyKey }));
    isUsed(
      await po.call(correctOperation, { params: { id: other }, body: { version: 1, idempotencyKey, comment: 'x' } }),
    );
    expect(await balanceOf(t, ids[0]!)).toBe(-449_800);
  });

  it('for a charge does not take a payment, nor the other way round', async () => {
    const { po, ids } = await park(t, 1);
    const [idempotencyKey, another] = [randomUUID(), randomUUID()];
    const expected = { garages: 1, amount_kopecks: 450_000 };
    const charged = await po.call(postAccrual, { body: { ...fee(), idempotencyKey, expected } });
    isUsed(await pay(po, ids[0]!, 450_000, { idempotencyKey }));
    expect(await balanceOf(t, ids[0]!)).toBe(-450_000);
    await pay(po, ids[0]!, 100, { idempotencyKey: another });
    const params = { id: charged.body.contribution };
    const body = { idempotencyKey: another, date: TODAY, reason: 'ошибка' };
    isUsed(await po.call(reverseContribution, { params, body }));
    expect(await balanceOf(t, ids[0]!)).toBe(-449_900);
  });

  it('and refused is free: what was put right is sent with it', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const body = payment(ids[0]!, 100, { date: '2026-12-01' });
    expect((await po.call(takePayment, { body })).status).toBe(422);
    expect((await po.call(takePayment, { body: { ...body, date: TODAY } })).body).toMatchObject({ isRepeat: false });
  });
});

describe('a repeat leaves no trace', () => {
  const again = async (send: () => Promise<{ status: number; body: object }>) => {
    const first = await send();
    const before = await traces();
    const answers = [...(await Promise.all([send(), send()])), await send()];
    for (const answer of [first, ...answers]) expect(answer.status).toBe(200);
    for (const answer of answers) expect({ ...answer.body, isRepeat: null }).toEqual({ ...first.body, isRepeat: null });
    expect(await traces()).toEqual(before);
  };
  const words = async (caller: Caller, id: number, endpoint: typeof correctContribution | typeof correctOperation) => {
    const body = { version: 1, idempotencyKey: randomUUID() as string, comment: 'иначе', contributionComment: 'иначе' };
    await again(() => caller.call(endpoint as typeof correctOperation, { params: { id }, body }));
  };

  it('of changed words of a charge', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const { rows } = await sql<{ id: number }>`select contribution_id as id from balance_operation
      where garage_id = ${ids[0]}`.execute(t.deps.db);
    await words(po, rows[0]!.id, correctContribution);
  });

  it('of changed words of a payment, of an undoing', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100)).body.lines[0];
    await words(po, id, correctOperation);
    const body = { idempotencyKey: randomUUID() as string, date: TODAY, reason: 'ошибка' };
    await again(() => po.call(reverseOperation, { params: { id }, body }));
  });

  it('of a payment whose garage has changed since: the answer is what was told then', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const body = payment(ids[0]!, 100);
    const first = await po.call(takePayment, { body });
    await pay(po, ids[0]!, 5000);
    expect((await po.call(takePayment, { body })).body).toEqual({ ...first.body, isRepeat: true });
  });
});
