// A year's fee for every active garage of seven regions (105 000): the ledger against the two raw statements.
import { sql, type RawBuilder } from 'kysely';
import { randomUUID } from 'node:crypto';
import { post } from '../server/balance/ledger.ts';
import type { WriteDb } from '../server/kernel/ctx.ts';
import { lendSecrets } from '../server/kernel/secrets.ts';
import { compare, mustEqual, report, type Bench } from './kit.ts';

const ROUNDS = 3;
const LIMIT = 1.25;

export async function run(bench: Bench, where = '') {
  const ours = () => undone(bench, (tx) => posted(bench, tx));
  const peer = () => undone(bench, (tx) => raw(bench, tx));
  const [a, b] = [await ours(), await peer()];
  mustEqual('начисление', a, b);
  const both = await compare(ours, peer, ROUNDS);
  report(
    `начисление ${a.lines} гаражам к двум операторам SQL${where}`,
    both.ratio,
    LIMIT,
    `${both.ours.toFixed(0)} мс`,
  );
}

/** Other regions than that of the official. */
const others = ({ region }: Bench) =>
  sql`g.region_id in (select id from region where id <> ${region} order by id limit 7)`;

const charged = (
  which: RawBuilder<unknown>,
) => sql`select g.id as garage_id, o.profile_id as owner_id, (-1)::smallint as sign, 450000::bigint as amount_kopecks, 1 as accrual_type_id,
  null::int as payment_type_id, 2026 as period_year, date '2026-11-20' as on_date, null::text as paper_no, null::text as comment, null::bigint as reversal_of,
  null::int as debtor_id, null::bigint as origin_id
  from garage g left join ownership o on o.garage_id = g.id and o.is_primary and o.ended_on is null where g.is_active and ${which}`;

/** Posts the fee to garages `g` of a condition. */
export async function posted(bench: Bench, tx: WriteDb, which = others(bench)) {
  await post(
    tx,
    {
      kind: 'accrual',
      source: 'mass',
      idempotencyKey: randomUUID(),
      place: { region_id: bench.region, mo_id: 1, po_id: null },
      accrualTypeId: 1,
      periodYear: 2026,
      onDate: '2026-11-20',
      createdBy: null,
      at: '2026-11-20T09:00:00Z',
    },
    charged(which),
  );
}

/** What a ledger without months, seals and retries would do. */
async function raw(bench: Bench, tx: WriteDb) {
  const { rows } = await sql<{
    id: number;
  }>`insert into contribution (region_id, mo_id, kind, accrual_type_id, period_year, on_date, source, idempotency_key)
    values (${bench.region}, 1, 'accrual', 1, 2026, '2026-11-20', 'mass', ${randomUUID()}) returning id`.execute(tx);
  const document = rows[0]!.id;
  await sql`insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id,
      payment_type_id, period_year, on_date, paper_no, comment, reversal_of)
    select line.garage_id, line.owner_id, g.region_id, g.mo_id, g.po_id, ${document}::int, line.sign, line.amount_kopecks, line.accrual_type_id,
      line.payment_type_id, line.period_year, line.on_date, line.paper_no, line.comment, line.reversal_of
    from (${charged(others(bench))}) as line join garage g on g.id = line.garage_id`.execute(tx);
  await sql`update garage_balance b set balance_kopecks = b.balance_kopecks + o.sum
    from (select garage_id, sum(sign * amount_kopecks)::bigint as sum from balance_operation where contribution_id = ${document} group by 1) as o
    where o.garage_id = b.garage_id`.execute(tx);
}

/** Runs in a transaction that is rolled back; answers what it left to see. */
export async function undone(
  { deps }: Bench,
  work: (tx: WriteDb) => Promise<void>,
): Promise<{ lines: number; sum: number; balance: number }> {
  const seen = { lines: 0, sum: 0, balance: 0 };
  const back = new Error('back');
  await deps.db
    .transaction()
    .execute(async (tx) => {
      lendSecrets(tx, deps.secrets);
      await work(tx as WriteDb);
      const { rows } = await sql<{
        n: number;
        sum: number;
        balance: number;
      }>`select count(*)::int as n, sum(amount_kopecks)::bigint as sum,
        (select sum(balance_kopecks)::bigint from garage_balance) as balance
        from balance_operation where contribution_id = (select max(id) from contribution)`.execute(tx);
      Object.assign(seen, { lines: rows[0]!.n, sum: rows[0]!.sum, balance: rows[0]!.balance });
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  return seen;
}
