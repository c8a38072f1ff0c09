// What the garages of listed or ticked people owe.
import { sql } from 'kysely';
import type { ProfileTotals } from '../../../contract/profiles.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { countPeople, isWhole, profileConditions, type ProfileFilter } from '../queries.ts';

interface ChosenPeople {
  filter: ProfileFilter;
  all: boolean;
  included: readonly number[];
  excluded: readonly number[];
}

/** What the garages of the chosen people owe in all, kopecks: a garage that two of them own is added once. */
export async function peopleTotals(ctx: Ctx, chosen: ChosenPeople): Promise<ProfileTotals> {
  const { actor } = ctx;
  const { filter, all, included, excluded } = chosen;
  const isEverybody = all && isWhole(filter) && !excluded.length;
  const people = sql`select p.id from profile p where ${profileConditions(ctx, all ? filter : {})}
    and ${all ? sql`p.id <> all(${excluded}::int[])` : sql`p.id = any(${included}::int[])`}`;
  const owned = sql`exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null
    ${isEverybody ? sql`` : sql`and o.profile_id in (${people})`})`;
  const rows = await read(
    ctx.db,
    sql<ProfileTotals>`
    select (${isEverybody ? countPeople(actor, ctx.now()) : sql`select count(*)::int from (${people}) as chosen`}) as people,
      count(*)::int as debtors, coalesce(sum(b.debt_kopecks), 0)::float8 as debt_kopecks
    from garage g join garage_balance b on b.garage_id = g.id where b.debt_kopecks > 0 and ${inScope(actor, 'g')} and ${owned}`,
  );
  return rows[0]!;
}
