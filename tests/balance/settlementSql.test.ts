// The settlement of the database is the settlement of the rules: line by line, as of any day, year by year, on random books.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marksOf } from '../../resources/balance/billRules.ts';
import { countedMarks, owedEntries, settled, verifyLedger, yearMarks } from '../../server/balance/queries.ts';
import { oldestUnpaid } from '../../server/balance/queries/ageing.ts';
import { allocate, closedBy, debtSince, type Entry, type LedgerFact } from '../../server/balance/rules.ts';
import { settle } from '../../server/balance/rules/settlement.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { postLines } from './posting.ts';
import { factsOf, randomLines } from './randomLines.ts';

let t: TestApp;
let w: World;
let former: number;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  const person = { ...place, last_name: 'Петров', first_name: 'Иван', father_name: 'Сергеевич' };
  const { id } = await t.deps.db.insertInto('profile').values(person).returning('id').executeTakeFirstOrThrow();
  former = id;
});
afterAll(() => t.close());

/** Garages of their own for some books. */
async function garages(place: World, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into garage (region_id, mo_id, po_id, number, account_no)
    select ${place.region}, ${place.mo}, ${place.po}, k, ${`${place.po}-`}::text || k from generate_series(1, ${count}::int) as k
    returning id`.execute(t.deps.db);
  return rows.map((row) => row.id);
}

/** Lines put straight into the table: what is kept beside them is not looked at here. Ids follow the books. */
async function insertBooks(ids: readonly number[], books: readonly LedgerFact[][]) {
  const base = 1_000_000;
  const rows = books.flatMap((lines, nth) => {
    const idOf = (id: number | null | undefined) => (id ? base + nth * 100 + id : null);
    return lines.map((line) => ({
      ...line,
      id: idOf(line.id),
      garage: ids[nth],
      reversal_of: idOf(line.reversal_of),
      origin_id: idOf(line.origin_id),
    }));
  });
  await sql`
    with doc as (insert into contribution (region_id, mo_id, po_id, kind, source, on_date, idempotency_key)
      values (${w.region}, ${w.mo}, ${w.po}, 'accrual', 'hand', '2026-01-01', 'books') returning id)
    insert into balance_operation (id, garage_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id,
      period_year, on_date, reversal_of, debtor_id, origin_id)
    select l.id, l.garage, ${w.region}, ${w.mo}, ${w.po}, doc.id, l.sign, l.amount_kopecks, l.accrual_type_id, l.payment_type_id, l.period_year, l.on_date,
      l.reversal_of, l.debtor_id, l.origin_id
    from doc, json_to_recordset(${JSON.stringify(rows)}::json) as l(id bigint, garage int, sign smallint, amount_kopecks bigint, accrual_type_id int,
      payment_type_id int, period_year int, on_date date, reversal_of bigint, debtor_id int, origin_id bigint) order by l.id`.execute(
    t.deps.db,
  );
  return base;
}

const wordsOf = (lines: readonly LedgerFact[], base: number) =>
  [null, former].flatMap((debtor) => {
    const book = settle(lines, debtor);
    const text = (...parts: (string | number | null)[]) => parts.join(' ');
    return [
      ...book.charges
        .filter((one) => one.charged > 0)
        .map((one) =>
          text(debtor, 'charge', base + one.lineId, one.typeId, one.year, one.since, one.charged, one.owed),
        ),
      ...book.common.map((one) => text(debtor, 'advance', base + one.lineId, null, null, one.onDate, null, one.left)),
      ...book.aside.map((one) =>
        text(debtor, 'aside', base + one.lineId, one.named!.typeId, one.named!.year, one.onDate, null, one.left),
      ),
    ];
  });

interface Told {
  garage_id: number;
  debtor_id: number | null;
  kind: string;
  line_id: number;
  type_id: number | null;
  year: number | null;
  since: string;
  charged: number | null;
  kopecks: number;
}
const told = (row: Told) =>
  [
    row.debtor_id,
    row.kind,
    row.line_id,
    row.type_id,
    row.kind === 'advance' ? null : row.year,
    row.since,
    row.charged,
    row.kopecks,
  ].join(' ');

it('line by line, entry by entry, as of any day', { timeout: 120_000 }, async () => {
  const isPlain = (line: LedgerFact) =>
    line.sign < 0 ? line.payment_type_id === null && line.accrual_type_id !== 11 : line.accrual_type_id === null;
  const seed = 20_261_122;
  const mixed = fc.sample(randomLines, { numRuns: 260, seed }).map((steps) => factsOf(steps, former));
  const plain = fc
    .sample(randomLines, { numRuns: 140, seed: seed + 1 })
    .map((steps) =>
      factsOf(steps.filter((one) => one.do === 'charge' || one.do === 'free' || one.do === 'undo')).filter(isPlain),
    )
    .map((lines) => lines.filter((line) => !line.reversal_of || lines.some((one) => one.id === line.reversal_of)));
  const books = [...mixed, ...plain];
  const ids = await garages(w, books.length);
  const base = await insertBooks(ids, books);
  const every = sql`select unnest(${ids}::int[])`;

  for (const until of [null, '2026-04-01', '2026-07-30']) {
    const { rows } = await sql<Told>`select * from settle(${ids}::int[], ${until}::date)`.execute(t.deps.db);
    const byGarage = Map.groupBy(rows, (row) => row.garage_id);
    for (const [nth, lines] of books.entries()) {
      const known = lines.filter((line) => until === null || line.on_date <= until);
      expect((byGarage.get(ids[nth]!) ?? []).map(told).sort()).toEqual(wordsOf(known, base + nth * 100).sort());
    }
  }

  await paysTheSame(ids, books, base);

  const since = await sql<{
    garage_id: number;
    since: string;
    debt_kopecks: number;
  }>`select * from (${oldestUnpaid(every)}) as unpaid`.execute(t.deps.db);
  const sinceOf = new Map(since.rows.map((row) => [row.garage_id, row.since]));
  const entries = await sql<{ garage_id: number; type_id: number | null; year: number; charged: number; owed: number }>`
    select * from (${owedEntries(every)}) as e`.execute(t.deps.db);
  const entriesOf = Map.groupBy(entries.rows, (row) => row.garage_id);
  const marks = await sql<{ id: number; marks: unknown }>`
    select g.id, ${countedMarks(sql`g.id`, 2026)} as marks from garage g where g.id = any(${ids}::int[])`.execute(
    t.deps.db,
  );
  const marksIn = new Map(marks.rows.map((row) => [row.id, row.marks]));
  for (const [nth, lines] of books.entries()) {
    const allocation = allocate(lines);
    const words = (typeId: number | null, one: { year: number; charged: number; owed: number }) =>
      `${typeId} ${one.year} ${one.charged} ${one.owed}`;
    expect(sinceOf.get(ids[nth]!) ?? null).toBe(debtSince(allocation));
    expect((entriesOf.get(ids[nth]!) ?? []).map((row) => words(row.type_id, row)).sort()).toEqual(
      allocation.entries.map((entry) => words(entry.typeId, entry)).sort(),
    );
    expect(marksIn.get(ids[nth]!)).toEqual(marksByRule(allocation.entries));
  }
  const { rows: counted } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${settled(every)} as s where kind = 'aside'`.execute(t.deps.db);
  expect(counted[0]!.n).toBeGreaterThan(10);
});

/** What each payment has closed, and what of it waits, as the database finds payments by it and as the rule says it. */
async function paysTheSame(ids: number[], books: readonly LedgerFact[][], base: number) {
  const { rows } = await sql<{
    line_id: number;
    type_id: number | null;
    year: number | null;
    kopecks: number;
    waits: boolean;
  }>`
    select line_id, type_id, year, sum(kopecks)::bigint as kopecks, charge_id is null as waits from closings(${ids}::int[])
    group by 1, 2, 3, 5`.execute(t.deps.db);
  const told = rows.map((row) =>
    [row.line_id, row.waits ? 'waits' : `${row.type_id} ${row.year}`, row.kopecks].join(' '),
  );
  const ruled = books.flatMap((lines, nth) =>
    [...closedBy(lines)].flatMap(([id, { parts, left }]) => {
      const sums = new Map<string, number>();
      for (const { typeId, year, kopecks } of parts)
        sums.set(`${typeId} ${year}`, (sums.get(`${typeId} ${year}`) ?? 0) + kopecks);
      if (left) sums.set('waits', left);
      return [...sums].map(([what, kopecks]) => [base + nth * 100 + id, what, kopecks].join(' '));
    }),
  );
  expect(told.sort()).toEqual(ruled.sort());
  expect(rows.filter((row) => !row.waits).length).toBeGreaterThan(300);
}

/** The marks as the console makes them of a bill. */
const marksByRule = (entries: readonly Entry[]) =>
  marksOf({
    on: '2026-11-20',
    lines: entries.map((entry) => ({ ...entry, accrued_kopecks: entry.charged, owed_kopecks: entry.owed }) as never),
  });

it('what is set aside stays true beside the lines, whatever is posted', { timeout: 120_000 }, async () => {
  const place = await world(t.deps.db);
  const books = fc.sample(randomLines, { numRuns: 12, seed: 7 }).map((steps) => factsOf(steps, former));
  const ids = await garages(place, books.length);
  // The lines of all books are posted turn by turn, those of one turn together.
  const idsOf = books.map(() => new Map<number, number>());
  for (let turn = 0; turn < 20; turn += 1) {
    const now = books.flatMap((lines, nth) => lines.slice(turn, turn + 1).map((line) => ({ nth, line })));
    if (!now.length) break;
    const posted = await postLines(
      t,
      place,
      now.map(({ nth, line: { id: _id, ...line } }) => ({
        ...line,
        sign: line.sign as -1 | 1,
        garage_id: ids[nth]!,
        reversal_of: line.reversal_of ? idsOf[nth]!.get(line.reversal_of)! : null,
        origin_id: line.origin_id ? idsOf[nth]!.get(line.origin_id)! : null,
      })),
    );
    now.forEach(({ nth, line }, at) => idsOf[nth]!.set(line.id, posted[at]!));
    // Reversals are posted here as plain lines: nobody moves «последняя оплата» back.
    const faults = await verifyLedger(t.deps.db, [place.po]);
    expect(faults.filter((fault) => fault.what !== 'payment')).toEqual([]);
  }
  const { rows: marks } = await sql<{ kept: unknown; counted: unknown; known: boolean }>`
    select ${yearMarks('b', sql`b.garage_id`, 2026)} as kept, ${countedMarks(sql`b.garage_id`, 2026)} as counted, b.years is not null as known
    from garage_balance b where b.po_id = ${place.po}`.execute(t.deps.db);
  expect(marks.every((row) => row.known)).toBe(true);
  expect(marks.map((row) => row.kept)).toEqual(marks.map((row) => row.counted));
  const kept = await sql<{
    garage_id: number;
    debt: number;
    advance: number;
    former: number;
  }>`select garage_id, debt_kopecks as debt,
    advance_kopecks as advance, former_kopecks as former from garage_balance where po_id = ${place.po}`.execute(
    t.deps.db,
  );
  for (const row of kept.rows) {
    const lines = books[ids.indexOf(row.garage_id)]!;
    const sum = (all: readonly { kopecks: number }[]) => all.reduce((total, one) => total + one.kopecks, 0);
    const { entries, advance, aside } = allocate(lines);
    const owed = entries.reduce((total, entry) => total + entry.owed, 0);
    const left = lines
      .filter((line) => line.debtor_id)
      .reduce((total, line) => total + line.sign * line.amount_kopecks, 0);
    expect([row.debt, row.advance, row.former]).toEqual([owed, sum(advance) + sum(aside), left]);
  }
});
