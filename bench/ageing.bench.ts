// Debts by age on M: the whole picture of the largest region against the barest reading of the same ledger lines.
import { sql } from 'kysely';
import { debtAgeing, type AgeingReply } from '../contract/balance.ts';
import { compare, mustEqual, report, type Bench } from './kit.ts';

const ROUNDS = 15;

export async function run({ app, deps, headers, region }: Bench) {
  const ask = async () => {
    const answer = await app.inject({ url: debtAgeing.path, headers });
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer.json<AgeingReply>();
  };
  /** What every debtor of the region owes, summed from his lines. */
  const bare = async () => {
    const { rows } = await sql<{ garages: number; debt: number }>`
      select count(*)::int as garages, sum(-balance)::bigint as debt from (
        select o.garage_id, sum(o.sign * o.amount_kopecks) as balance from balance_operation o
        where o.garage_id = any(array(select garage_id from garage_balance where region_id = ${region} and balance_kopecks < 0))
        group by o.garage_id
      ) as garage`.execute(deps.db);
    return rows[0]!;
  };
  const { ages } = await ask();
  const total = ages.reduce((sum, one) => ({ garages: sum.garages + one.garages, debt: sum.debt + one.debt_kopecks }), {
    garages: 0,
    debt: 0,
  });
  mustEqual('возраст долга', total, await bare());
  const both = await compare(ask, bare, ROUNDS);
  report(
    'возраст долга региона к сумме тех же строк',
    both.ratio,
    8,
    `${both.ours.toFixed(0)} мс, ${total.garages} должников`,
  );
}
