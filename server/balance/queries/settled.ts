// The settlement rule as the database walks it.
import { sql, type RawBuilder } from 'kysely';

/**
 * The books of garages by the rule of `rules/settlement.ts`, as the database walks them: a relation with the columns
 * `garage_id, debtor_id, kind, line_id, type_id, year, since, charged, kopecks`. Kind 'charge': what of a charge is still
 * owed (`kopecks`, maybe 0; `type_id` null: money given back); 'advance', 'aside': money that closes nothing yet.
 * `debtor_id` null: the present owners. `garages` is a query of one column, ids of garages.
 */
export const settled = (garages: RawBuilder<unknown>): RawBuilder<unknown> => sql`settle(array(${garages}))`;

/** What a list shows of a `garage_balance`: below zero the debt, where there is none the advance, kopecks. */
export const shownBalance = (balance: string): RawBuilder<number> =>
  sql<number>`coalesce(case when ${sql.ref(`${balance}.debt_kopecks`)} > 0 then -${sql.ref(`${balance}.debt_kopecks`)} else ${sql.ref(`${balance}.advance_kopecks`)} end, 0)`;
