// The ledger against a small reference of its own: balances, months, seals agree at every step; nothing is ever rewritten.
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { linesOf, post, reverseDocument, reverseLine, type Line } from '../../server/balance/ledger.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { garageBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine, posting } from './posting.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const inAct = <T>(work: (tx: WriteDb) => Promise<T>) => actAlone(t, work);
const line = (garage: number, more: Partial<Line> = {}) => chargeLine(garage, '2026-02-01', 450_000, more);
const payment = (garage_id: number, amount_kopecks: number, on_date = '2026-03-05', payment_type_id = 1) =>
  line(garage_id, { sign: 1, amount_kopecks, accrual_type_id: null, payment_type_id, on_date });

/** A world with two garages in one ПО and two in its sibling. */
async function park() {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const ids: number[] = [];
  for (const po of [w.po, w.po, w.siblingPo, w.siblingPo]) {
    const made = await mo.call(garages.create, { body: garageBody(po) });
    expect(made.status).toBe(200);
    ids.push(made.body.id);
  }
  return { w, ids };
}
const balance = async (garage: number) =>
  t.deps.db
    .selectFrom('garage_balance')
    .where('garage_id', '=', garage)
    .select(['balance_kopecks', 'last_payment_on'])
    .executeTakeFirst();
const linesOfDocument = (id: number) =>
  t.deps.db.selectFrom('balance_operation').where('contribution_id', '=', id).selectAll().orderBy('id').execute();

describe('a posting', () => {
  it('is one document with its lines, balances, months and a seal for every ПО', async () => {
    const { w, ids } = await park();
    const posted = await inAct((tx) => post(tx, posting(w), linesOf(ids.map((id) => line(id)))));
    expect(posted).toMatchObject({ lines: 4, amountKopecks: 1_800_000, isRepeat: false });
    const document = await t.deps.db
      .selectFrom('contribution')
      .where('id', '=', posted.contributionId)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(document).toMatchObject({ garage_count: 4, amount_kopecks: 1_800_000, kind: 'accrual' });
    expect(await balance(ids[0]!)).toEqual({ balance_kopecks: -450_000, last_payment_on: null });
    const seals = await t.deps.db
      .selectFrom('ledger_seal')
      .where('contribution_id', '=', posted.contributionId)
      .select(['po_id', 'lines'])
      .orderBy('po_id')
      .execute();
    expect(seals).toEqual([w.po, w.siblingPo].sort((a, b) => a - b).map((po_id) => ({ po_id, lines: 2 })));
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('happens once for a key: in turn and at once', async () => {
    const { w, ids } = await park();
    const once = posting(w, { kind: 'payment', source: 'desk' });
    const send = () => inAct((tx) => post(tx, once, linesOf([payment(ids[0]!, 100)])));
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(new Set(answers.map((answer) => answer.contributionId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.isRepeat)).toHaveLength(1);
    expect(answers.every((answer) => answer.lines === 1 && answer.amountKopecks === 100)).toBe(true);
    expect((await balance(ids[0]!))!.balance_kopecks).toBe(100);
  });

  it('of nothing, of an unknown garage, of zero or of a wrong sign is a fault and leaves nothing', async () => {
    const { w, ids } = await park();
    const wrong = [
      [],
      [line(2_000_000_000)],
      [line(ids[0]!, { amount_kopecks: 0 })],
      [line(ids[0]!, { sign: 2 as 1 })],
    ];
    for (const lines of wrong) {
      const key = randomUUID();
      await expect(inAct((tx) => post(tx, posting(w, { idempotencyKey: key }), linesOf(lines)))).rejects.toThrow();
      const left = await t.deps.db.selectFrom('contribution').where('idempotency_key', '=', key).select('id').execute();
      expect(left).toEqual([]);
    }
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('remembers the last payment that brought money', async () => {
    const { w, ids } = await park();
    const [a] = ids as [number];
    await inAct((tx) =>
      post(
        tx,
        posting(w, { kind: 'payment' }),
        linesOf([payment(a, 10, '2026-03-05'), payment(a, 10, '2026-05-01', 6), payment(a, 10, '2026-06-01', 9)]),
      ),
    );
    expect((await balance(a))!.last_payment_on).toBe('2026-03-05');
  });
});

describe('a reversal', () => {
  it('undoes what is left of a document, once', async () => {
    const { w, ids } = await park();
    const [a, b] = ids as [number, number];
    const paid = await inAct((tx) =>
      post(
        tx,
        posting(w, { kind: 'payment' }),
        linesOf([payment(a, 500, '2026-03-05'), payment(b, 700, '2026-04-05')]),
      ),
    );
    const first = (await linesOfDocument(paid.contributionId))[0]!;
    const undoneLine = await inAct((tx) => reverseLine(tx, posting(w, { onDate: '2026-06-01' }), first.id));
    expect(undoneLine).toMatchObject({ lines: 1, amountKopecks: 500 });
    expect(await balance(a)).toEqual({ balance_kopecks: 0, last_payment_on: null });
    const key = randomUUID();
    const undo = () =>
      inAct((tx) => reverseDocument(tx, posting(w, { idempotencyKey: key, comment: 'ошибка' }), paid.contributionId));
    expect(await undo()).toMatchObject({ lines: 1, amountKopecks: 700, isRepeat: false });
    expect(await undo()).toMatchObject({ lines: 1, amountKopecks: 700, isRepeat: true });
    expect(await inAct((tx) => reverseDocument(tx, posting(w), paid.contributionId))).toBeNull();
    expect(await inAct((tx) => reverseLine(tx, posting(w), first.id))).toBeNull();
    expect((await balance(b))!.balance_kopecks).toBe(0);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('is not undone itself: a mistake is put right by a new line', async () => {
    const { w, ids } = await park();
    const paid = await inAct((tx) => post(tx, posting(w, { kind: 'payment' }), linesOf([payment(ids[0]!, 500)])));
    const undone = await inAct((tx) => reverseDocument(tx, posting(w), paid.contributionId));
    expect(await inAct((tx) => reverseDocument(tx, posting(w), undone!.contributionId))).toBeNull();
    const back = (await linesOfDocument(undone!.contributionId))[0]!;
    expect(await inAct((tx) => reverseLine(tx, posting(w), back.id))).toBeNull();
  });

  it('keeps the earlier payment as the last one', async () => {
    const { w, ids } = await park();
    const [a] = ids as [number];
    await inAct((tx) => post(tx, posting(w, { kind: 'payment' }), linesOf([payment(a, 5, '2026-03-05')])));
    const later = await inAct((tx) =>
      post(tx, posting(w, { kind: 'payment' }), linesOf([payment(a, 5, '2026-07-05')])),
    );
    expect((await balance(a))!.last_payment_on).toBe('2026-07-05');
    await inAct((tx) => reverseDocument(tx, posting(w), later.contributionId));
    expect((await balance(a))!.last_payment_on).toBe('2026-03-05');
  });
});

describe('append-only', () => {
  it.each([
    'update balance_operation set amount_kopecks = 1',
    'delete from balance_operation',
    'truncate balance_operation cascade',
    'update ledger_seal set lines = 0',
    'delete from ledger_seal',
  ])('the database refuses «%s»', async (statement) => {
    const { w, ids } = await park();
    await inAct((tx) => post(tx, posting(w), linesOf([line(ids[0]!)])));
    await expect(sql.raw(statement).execute(t.deps.db)).rejects.toMatchObject({ code: '23001' });
  });

  it.each([
    ['balance', 'update garage_balance set balance_kopecks = balance_kopecks + 1'],
    ['payment', `update garage_balance set last_payment_on = '2020-01-01'`],
    ['month', 'update ledger_month set amount_kopecks = amount_kopecks + 1'],
    ['month', 'update ledger_month set lines = lines + 1'],
    ['seal', 'update balance_operation set amount_kopecks = amount_kopecks + 1'],
    ['seal', `update balance_operation set comment = 'другое'`],
    ['seal', 'delete from balance_operation where id = (select max(id) from balance_operation)'],
    ['chain', `update ledger_seal set lines_hash = sha256('x'::bytea)`],
    ['chain', 'delete from ledger_seal where (po_id, seq) in (select po_id, max(seq) from ledger_seal group by 1)'],
    ['chain', `update ledger_head set hash = sha256('x'::bytea)`],
  ])('%s: what was done behind the ledger is found («%s»)', async (what, statement) => {
    const { w, ids } = await park();
    await inAct((tx) => post(tx, posting(w), linesOf(ids.map((id) => line(id)))));
    await inAct((tx) => post(tx, posting(w, { kind: 'payment' }), linesOf(ids.map((id) => payment(id, 100)))));
    const seen = await t.deps.db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table balance_operation disable trigger all`.execute(tx);
        await sql`alter table ledger_seal disable trigger all`.execute(tx);
        await sql.raw(statement).execute(tx);
        throw Object.assign(new Error('back'), { faults: await verifyLedger(tx) });
      })
      .catch((error: { faults?: { what: string }[] }) => error.faults ?? Promise.reject(error as never));
    expect(seen.map((fault) => fault.what)).toContain(what);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});

type Step =
  | { do: 'accrue'; garages: number[]; amount: number; year: number }
  | { do: 'pay'; garage: number; amount: number; day: number; type: number }
  | { do: 'undoDocument' | 'undoLine' | 'retry'; nth: number };

const amount = fc.integer({ min: 1, max: 9_999_999 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('accrue' as const),
    garages: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }),
    amount,
    year: fc.integer({ min: 2023, max: 2026 }),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    garage: fc.integer({ min: 0, max: 3 }),
    amount,
    day: fc.integer({ min: 1, max: 28 }),
    type: fc.constantFrom(1, 2, 4, 6, 8),
  }),
  fc.record({ do: fc.constantFrom('undoDocument' as const, 'undoLine' as const, 'retry' as const), nth: fc.nat(20) }),
);

/** What the ledger should say, kept in plain arrays. */
class Reference {
  documents: { key: string; id: number; lines: { id: number; garage: number; sum: number; undone: boolean }[] }[] = [];
  sum = (garage: number) =>
    this.documents
      .flatMap((document) => document.lines)
      .filter((one) => one.garage === garage && !one.undone)
      .reduce((total, one) => total + one.sum, 0);
}

describe('any sequence of operations', () => {
  it('agrees with a reference by garage and ПО, and proves itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { w, ids } = await park();
        const reference = new Reference();
        for (const one of steps) await perform(w, ids, reference, one);
        for (const garage of ids) expect((await balance(garage))?.balance_kopecks ?? 0).toBe(reference.sum(garage));
        const byPo = await t.deps.db
          .selectFrom('ledger_month')
          .where('po_id', 'in', [w.po, w.siblingPo])
          .select(['po_id', sql<number>`sum(sign * amount_kopecks)::bigint`.as('sum')])
          .groupBy('po_id')
          .execute();
        const expected = (po: number) =>
          reference.sum(ids[po === w.po ? 0 : 2]!) + reference.sum(ids[po === w.po ? 1 : 3]!);
        for (const { po_id, sum } of byPo) expect(sum).toBe(expected(po_id));
        expect(await verifyLedger(t.deps.db)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

async function perform(w: World, ids: number[], reference: Reference, one: Step) {
  const key = randomUUID();
  if (one.do === 'accrue' || one.do === 'pay') {
    const lines =
      one.do === 'accrue'
        ? one.garages.map((nth) => line(ids[nth]!, { amount_kopecks: one.amount, period_year: one.year }))
        : [payment(ids[one.garage]!, one.amount, `2026-05-${String(one.day).padStart(2, '0')}`, one.type)];
    const kind = one.do === 'accrue' ? 'accrual' : 'payment';
    const posted = await inAct((tx) => post(tx, posting(w, { kind, idempotencyKey: key }), linesOf(lines)));
    const written = await linesOfDocument(posted.contributionId);
    reference.documents.push({
      key,
      id: posted.contributionId,
      lines: written.map(({ id, garage_id, sign, amount_kopecks }) => ({
        id,
        garage: garage_id,
        sum: sign * amount_kopecks,
        undone: false,
      })),
    });
    return;
  }
  const document = reference.documents[one.nth % Math.max(1, reference.documents.length)];
  if (!document) return;
  if (one.do === 'retry') {
    const again = await inAct((tx) =>
      post(tx, posting(w, { idempotencyKey: document.key }), linesOf([payment(ids[0]!, 1)])),
    );
    expect(again).toMatchObject({ contributionId: document.id, isRepeat: true });
    return;
  }
  const target = one.do === 'undoDocument' ? document.lines : [document.lines[one.nth % document.lines.length]!];
  const open = target.filter((entry) => !entry.undone);
  const undone = await inAct((tx) =>
    one.do === 'undoDocument'
      ? reverseDocument(tx, posting(w, { idempotencyKey: key }), document.id)
      : reverseLine(tx, posting(w, { idempotencyKey: key }), target[0]!.id),
  );
  expect(undone?.lines ?? 0).toBe(open.length);
  for (const entry of open) entry.undone = true;
}
