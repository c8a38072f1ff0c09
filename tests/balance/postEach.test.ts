// Documents posted together: what they leave is what posting each in turn leaves, to the last column; nothing is half done.
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, post, postEach, type Entry, type Line } from '../../server/balance/ledger.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { lockBooks } from '../../server/books/queries/lock.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine, paymentLine, posting } from './posting.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Two garages of a ПО and one of its sibling, each with a charge of last year. */
async function park() {
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const ids: number[] = [];
  for (const po of [w.po, w.po, w.siblingPo]) ids.push((await newGarage(mo, po)).id);
  const charges = ids.map((id) => chargeLine(id, '2025-02-01', 450_000));
  await actAlone(t, (tx) => post(tx, posting(w, { onDate: '2025-02-01' }), linesOf(charges)));
  return { w, ids };
}

interface Drawn {
  garages: number[];
  sign: 1 | -1;
  sum: number;
  day: number;
  type: number | null;
  year: number;
  words: boolean;
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  garages: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
  sign: fc.constantFrom(1, 1, 1, -1),
  sum: fc.integer({ min: 1, max: 900_000 }),
  day: fc.integer({ min: 1, max: 28 }),
  type: fc.constantFrom(null, 1, 3),
  year: fc.integer({ min: 2024, max: 2026 }),
  words: fc.boolean(),
});

function entryOf(w: World, ids: readonly number[], one: Drawn): Entry {
  const on_date = `2026-05-${String(one.day).padStart(2, '0')}`;
  const lines = one.garages.map((nth): Line => {
    const more = { accrual_type_id: one.type, period_year: one.year, comment: one.words ? 'слово' : null };
    return one.sign > 0
      ? paymentLine(ids[nth]!, on_date, one.sum, more)
      : chargeLine(ids[nth]!, on_date, one.sum, { ...more, accrual_type_id: one.type ?? 1 });
  });
  const words = one.words
    ? { comment: 'Пётр "и" \\n \t', basisDocument: 'Протокол № 1', request: { b: 1, a: [2] } }
    : {};
  const kind = one.sign > 0 ? ('payment' as const) : ('accrual' as const);
  return { posting: posting(w, { kind, onDate: on_date, ...words }), lines };
}

/**
 * Everything that posting leaves of some garages and their ПО, numbers of rows put in the place of one another. `was_ahead` says only
 * whose days are walked: documents of one day posted in turn may mark a garage between them, so the days themselves are compared.
 */
async function left(ids: readonly number[], documents: readonly number[]) {
  const garage = (id: unknown) => ids.indexOf(id as number);
  const ask = async (text: ReturnType<typeof sql>) => (await text.execute(t.deps.db)).rows as Record<string, unknown>[];
  const of = sql`any(${[...ids]}::int[])`;
  const ours = sql`any(${[...documents]}::int[])`;
  const pos = sql`(select po_id from garage where id = ${of})`;
  const bare = (rows: Record<string, unknown>[], ...names: string[]) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => !names.includes(name))
          .map(([name, value]) => [name, name === 'garage_id' ? garage(value) : value]),
      ),
    );
  return {
    balances: bare(
      await ask(sql`select * from garage_balance where garage_id = ${of} order by garage_id`),
      'region_id',
      'mo_id',
      'po_id',
      'was_ahead',
    ),
    days: bare(await ask(sql`select m.* from debt_moves(array${pos}, '2020-01-01') as m order by po_id, day`), 'po_id'),
    lines: bare(
      await ask(sql`select * from balance_operation where contribution_id = ${ours} order by id`),
      'id',
      'region_id',
      'mo_id',
      'po_id',
      'contribution_id',
    ),
    documents: bare(
      await ask(sql`select * from contribution where id = ${ours} order by id`),
      'id',
      'region_id',
      'mo_id',
      'po_id',
      'idempotency_key',
    ),
    words: bare(
      await ask(sql`select * from contribution_words where contribution_id = ${ours} order by contribution_id`),
      'contribution_id',
    ),
    months: bare(
      await ask(
        sql`select * from ledger_month where po_id in ${pos} order by po_id, month, sign, accrual_type_id, payment_type_id`,
      ),
      'region_id',
      'mo_id',
      'po_id',
    ),
    methods: bare(
      await ask(sql`select * from payment_sum where po_id in ${pos} order by po_id, payment_type_id`),
      'po_id',
    ),
    seals: bare(
      await ask(sql`select po_id, seq, what, lines, (select array_agg(key order by key) from jsonb_each(fields)) as fields
        from ledger_seal where po_id in ${pos} order by po_id, seq`),
      'po_id',
    ),
  };
}

describe('documents posted together', () => {
  it('leave what posting each in turn leaves, and prove themselves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 9 }), async (drawings) => {
        const [one, other] = [await park(), await park()];
        const together = await actAlone(t, async (tx) => {
          await lockBooks(tx, one.w.mo);
          return postEach(
            tx,
            drawings.map((drawing) => entryOf(one.w, one.ids, drawing)),
          );
        });
        const inTurn: number[] = [];
        for (const drawing of drawings) {
          const entry = entryOf(other.w, other.ids, drawing);
          inTurn.push((await actAlone(t, (tx) => post(tx, entry.posting, linesOf(entry.lines)))).contributionId);
        }
        expect(await left(one.ids, together)).toEqual(await left(other.ids, inTurn));
        expect(await verifyLedger(t.deps.db)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('are answered in the order given, many to a ПО that has no seals yet', async () => {
    const { w } = await park();
    const garage = (await newGarage(await as(t, { mo: w.siblingMo }), w.cousinPo)).id;
    const place = { region_id: w.region, mo_id: w.siblingMo, po_id: null };
    const entries = Array.from({ length: 40 }, (_, nth) => ({
      posting: posting(w, { kind: 'payment', place }),
      lines: [paymentLine(garage, '2026-05-01', 1 + nth)],
    }));
    const ids = await actAlone(t, async (tx) => {
      await lockBooks(tx, w.siblingMo);
      return postEach(tx, entries);
    });
    const rows = await t.deps.db
      .selectFrom('contribution')
      .where('id', 'in', ids)
      .orderBy('id')
      .select(['id', 'amount_kopecks'])
      .execute();
    expect(rows).toEqual(ids.map((id, nth) => ({ id, amount_kopecks: 1 + nth })));
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it.each([
    ['without lines', (w: World): Entry => ({ posting: posting(w), lines: [] })],
    [
      'of an unknown garage',
      (w: World): Entry => ({ posting: posting(w), lines: [chargeLine(2_000_000_000, '2026-05-01', 1)] }),
    ],
    ['of zero', (w: World, a: number): Entry => ({ posting: posting(w), lines: [chargeLine(a, '2026-05-01', 0)] })],
  ])('with one %s are all refused', async (_, wrong) => {
    const { w, ids } = await park();
    const good = { posting: posting(w, { kind: 'payment' }), lines: [paymentLine(ids[0]!, '2026-05-01', 7)] };
    const both = [good, wrong(w, ids[0]!)] as Entry[];
    await expect(actAlone(t, (tx) => postEach(tx, both))).rejects.toThrow();
    const key = good.posting.idempotencyKey;
    expect(
      await t.deps.db.selectFrom('contribution').where('idempotency_key', '=', key).select('id').execute(),
    ).toEqual([]);
  });

  it('with a key that has been used are all refused', async () => {
    const { w, ids } = await park();
    const used = {
      posting: posting(w, { idempotencyKey: randomUUID() }),
      lines: [chargeLine(ids[0]!, '2026-05-01', 5)],
    };
    await actAlone(t, (tx) => postEach(tx, [used]));
    const fresh = { posting: posting(w), lines: [chargeLine(ids[0]!, '2026-05-01', 6)] };
    await expect(actAlone(t, (tx) => postEach(tx, [fresh, used]))).rejects.toThrow(/key/);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('by two who do not hold the books: what can not be chained is refused whole', async () => {
    const { w } = await park();
    const garage = (await newGarage(await as(t, { mo: w.siblingMo }), w.cousinPo)).id;
    const place = { region_id: w.region, mo_id: w.siblingMo, po_id: null };
    const keys = [1, 2, 3].map(() => randomUUID());
    const ends = await Promise.allSettled(
      keys.map((idempotencyKey) =>
        actAlone(t, (tx) =>
          postEach(tx, [
            {
              posting: posting(w, { kind: 'payment', place, idempotencyKey }),
              lines: [paymentLine(garage, '2026-05-01', 9)],
            },
          ]),
        ),
      ),
    );
    const kept = await t.deps.db.selectFrom('contribution').where('idempotency_key', 'in', keys).select('id').execute();
    expect(kept).toHaveLength(ends.filter((end) => end.status === 'fulfilled').length);
    expect(kept.length).toBeGreaterThan(0);
    for (const end of ends) if (end.status === 'rejected') expect(String(end.reason)).toMatch(/books are not held/);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});
