// What is held against what: sums of every level against the reference, each garage's settlement against a walk, the chain against itself.
import { sql } from 'kysely';
import { verifyLedger } from '../../server/balance/queries.ts';
import { oldestUnpaid } from '../../server/balance/queries/ageing.ts';
import type { LedgerFact } from '../../server/balance/rules.ts';
import { followDebts } from '../../server/balance/writing/debts.ts';
import type { TestApp } from '../kit/app.ts';
import { oldestDay, walkMoney } from '../kit/moneyWalk.ts';
import { same, type Soak } from './soak.ts';

/** Garages whose lines are walked at each check, turn by turn. */
const WALKED = 4;

/** Every sum of the region in the real ledger against the reference. */
export async function check(soak: Soak): Promise<void> {
  soak.report.checks += 1;
  await followDebts(soak.t.deps);
  const { db } = soak.t.deps;
  const balances = await db
    .selectFrom('garage_balance')
    .where('region_id', '=', soak.region)
    .select(['garage_id', sql<number>`balance_kopecks + former_kopecks`.as('kopecks')])
    .execute();
  const real = new Map(balances.map((row) => [row.garage_id, row.kopecks]));
  for (const garage of soak.reference.garages.values())
    same(real.get(garage.id) ?? 0, garage.balance, `the balance of garage ${garage.id}`);
  for (const level of ['po', 'mo', 'region'] as const) {
    const column = sql.ref(`${level}_id`);
    const { rows } = await sql<{ id: number; months: number; balances: number }>`
      select m.id, m.sum as months, b.sum as balances from (select ${column} as id, sum(sign * amount_kopecks)::bigint as sum from ledger_month where region_id = ${soak.region} group by 1) m
      join (select ${column} as id, sum(balance_kopecks + former_kopecks)::bigint as sum from garage_balance where region_id = ${soak.region} group by 1) b using (id)`.execute(
      db,
    );
    const sums = soak.reference.sums(level);
    for (const row of rows)
      same([row.months, row.balances], [sums.get(row.id), sums.get(row.id)], `${level} ${row.id}`);
    if (!rows.length && soak.ids.length) throw new Error(`no sums of ${level}`);
  }
  const { rows: owners } = await sql<{ owner: number; sum: number }>`
    select owner_id as owner, sum(sign * amount_kopecks)::bigint as sum from balance_operation where region_id = ${soak.region} group by 1`.execute(
    db,
  );
  const byOwner = soak.reference.byOwner();
  for (const { owner, sum } of owners) same(sum, byOwner.get(owner) ?? 0, `person ${owner}`);
  await checkSettlement(soak);
}

/** What some garages owe and have ahead, line by line, as a walk day by day from the rules of money alone has it. */
async function checkSettlement(soak: Soak) {
  const all = [...soak.reference.garages.keys()];
  const from = soak.report.checks * WALKED;
  const next = (of: number[]) =>
    of.length ? Array.from({ length: WALKED }, (_, nth) => of[(from + nth) % of.length]!) : [];
  // Garages whose debt was left to somebody are few and the hardest: the walk sees some of them each time.
  const ids = [...new Set([...next(all), ...next(all.filter((id) => soak.reference.garages.get(id)!.formers.size))])];
  const { db } = soak.t.deps;
  const { rows: lines } = await sql<LedgerFact & { garage_id: number }>`
    select id, garage_id, on_date, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, reversal_of, debtor_id, origin_id
    from balance_operation where garage_id = any(${ids}::int[])`.execute(db);
  const { rows: books } = await sql<{
    garage_id: number;
    debtor_id: number | null;
    kind: string;
    line_id: number;
    since: string;
    kopecks: number;
  }>`
    select garage_id, debtor_id, kind, line_id, since, kopecks from settle(${ids}::int[]) where kopecks > 0`.execute(
    db,
  );
  const { rows: unpaid } = await sql<{ garage_id: number; since: string }>`
    select * from (${oldestUnpaid(sql`select unnest(${ids}::int[])`)}) as unpaid`.execute(db);
  for (const id of ids) {
    const own = lines.filter((line) => line.garage_id === id);
    const told = books.filter((row) => row.garage_id === id);
    const words = told.map((row) => `${row.debtor_id} ${row.kind} ${row.line_id} ${row.since} ${row.kopecks}`);
    const debtors = new Set([null, ...own.map((line) => line.debtor_id ?? null)]);
    const walk = [...debtors].flatMap((debtor) => {
      const { owing, purses } = walkMoney(own, debtor);
      return [
        ...owing.map((one) => `${debtor} charge ${one.line} ${one.day} ${one.left}`),
        ...purses.map((one) => `${debtor} ${one.waits ? 'aside' : 'advance'} ${one.line} ${one.day} ${one.left}`),
      ];
    });
    soak.report.formers += debtors.size - 1;
    same(words.toSorted(), walk.toSorted(), `the settlement of garage ${id}`);
    const since = unpaid.find((row) => row.garage_id === id)?.since ?? null;
    same(since, oldestDay(walkMoney(own, null)), `the age of the debt of garage ${id}`);
  }
}

/** The whole ledger against itself, words of documents too. */
export async function checkChain({ deps }: TestApp): Promise<void> {
  // Debts of days were followed all the way: what is kept of them is proved too.
  await followDebts(deps);
  same(await verifyLedger(deps.db, null, deps.secrets), [], 'the chain');
}
