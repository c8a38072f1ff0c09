// SQL of the cockpit: each check counts exactly what its worklist shows.
import { sql, type RawBuilder } from 'kysely';
import { garageConditions } from '../../garages/queries.ts';
import { profileConditions } from '../../profiles/queries.ts';
import { lacksConsent } from '../../profiles/queries/standing.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { openCash } from '../../books/queries/cashDays.ts';
import { inScope, livingTies, ownMo, presentOfPlace } from '../../kernel/scope.ts';
import { dayAtWork } from '../../kernel/timeZones.ts';
import type { Lacks } from '../rules/quality.ts';

export interface Found {
  count: number;
  kopecks: number | null;
  since: string | null;
}
const first = async (ctx: Ctx, query: RawBuilder<Found>): Promise<Found> => (await read(ctx.db, query))[0]!;

/** Incoming payments of statements that nobody has posted in full or put aside. */
export const bankRows = (ctx: Ctx) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, coalesce(sum(r.amount_kopecks - bank_row_standing(r.id)), 0)::bigint as kopecks,
      min(r.on_date)::text as since from bank_row r
    where ${inScope(ctx.actor, 'r')} and r.kind = 'incoming' and not r.is_skipped and not r.has_registry
      and (r.contribution_id is null or exists (select 1 from bank_row_document made
        join balance_operation line on line.contribution_id = made.contribution_id
        join balance_operation undone on undone.reversal_of = line.id where made.row_id = r.id))
      and r.amount_kopecks > bank_row_standing(r.id)`,
  );

/** Applications, cases in work and returned ones that nothing has happened to for more than a week. */
export const stillCases = (ctx: Ctx) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, ${dayAtWork(ctx, sql`min(c.last_event_at)`)} as since from reregistration c
    where ${inScope(ctx.actor, 'c')} and c.status in (1, 2, 6) and c.last_event_at < ${ctx.now().toISOString()}::timestamptz - interval '7 days'`,
  );

export const failedLetters = (ctx: Ctx) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, ${dayAtWork(ctx, sql`min(o.created_at)`)} as since from outbox o where o.state = 'failed'`,
  );

/** Work that the program did not manage: moments that failed or ask, and what comes back and did not succeed last time. */
export const failedUpkeep = (ctx: Ctx) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, ${dayAtWork(ctx, sql`min(failed.since)`)} as since
    from (select due_at as since from due_moment where state in ('asks', 'failed') union all select since from work_fault) as failed`,
  );

/** Days since the last day that a statement covers; none when this month has one, or no statement was ever loaded. */
export const daysWithoutStatement = (ctx: Ctx, today: string) =>
  first(
    ctx,
    sql<Found>`select case when last < date_trunc('month', ${today}::date) then ${today}::date - last else 0 end as count,
      null::bigint as kopecks, last::text as since
    from (select max(coalesce(s.date_to, ${dayAtWork(ctx, sql`s.created_at`)}::date)) as last from bank_statement s where ${inScope(ctx.actor, 's')}) as found`,
  );

/** Whole months before this one that the МО has not closed, since its last closing; none when it has never closed. */
export const openMonths = (ctx: Ctx, today: string) =>
  first(
    ctx,
    sql<Found>`select greatest(0, (extract(year from age(date_trunc('month', ${today}::date), closed + 1)) * 12
      + extract(month from age(date_trunc('month', ${today}::date), closed + 1)))::int) as count, null::bigint as kopecks, closed::text as since
    from (select (select m.period_closed_until from mo m where m.id = ${ownMo(ctx.actor)}) as closed) as found`,
  );

/** Past days on which the desk took cash and was not closed. */
export const openDays = (ctx: Ctx, today: string) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, min(day.on_date)::text as since
    from (${openCash(ctx.actor, sql`o.on_date between ${today}::date - 31 and ${today}::date - 1`)}) as day`,
  );

export const privileges = (ctx: Ctx, privilegeState: 'expired' | 'expires30') =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, min(p.privilege_end_date)::text as since
    from profile p where ${profileConditions(ctx, { privilegeState })}`,
  );

export const withoutOwner = (ctx: Ctx) =>
  first(
    ctx,
    sql<Found>`select count(*)::int as count, null::bigint as kopecks, null::text as since
    from garage g where ${garageConditions(ctx, { profileCounter: 'none' })}`,
  );

/** Columns of a person by which the score of data counts; over `profile as p`. */
const lackColumns = (
  today: string,
) => sql`p.phones = '{}' as phone, p.kind = 'person' and p.birthday is null as birthday,
  coalesce(p.registration_address, '') = '' as address, p.email is null as no_email, p.is_voa_member as member,
  ${lacksConsent} as consent,
  p.confirmed_at is null or p.confirmed_at < ${today}::date - 365 as confirmed`;

const lackCounts = sql`count(*)::int as people, count(*) filter (where phone)::int as phone, count(*) filter (where consent)::int as consent,
  count(*) filter (where birthday)::int as birthday, count(*) filter (where address)::int as address, count(*) filter (where no_email)::int as no_email, count(*) filter (where member)::int as members,
  count(*) filter (where duplicates)::int as duplicates, count(*) filter (where confirmed)::int as confirmed`;

export type Missing = Lacks & { no_email: number; members: number };

/** How many of the people and garages of the place lack what. A namesake of one birthday counts as a duplicate. */
export async function missing(ctx: Ctx, today: string): Promise<Missing> {
  const [found] = await read(
    ctx.db,
    sql<Missing>`with person as materialized (
      select ${lackColumns(today)}, p.birthday is not null and count(*) over (partition by p.name_key, p.birthday) > 1 as duplicates
      from profile p where ${profileConditions(ctx, {})} and ${presentOfPlace(ctx.actor, 'p', today)})
    select ${lackCounts},
      (select count(*)::int from garage g where ${garageConditions(ctx, {})}) as garages,
      (select count(*)::int from garage g where ${garageConditions(ctx, { profileCounter: 'none' })}) as owner
    from person`,
  );
  return found!;
}

/**
 * `missing` of each МО or ПО within the place, in the official order: a person counts wherever his tie lives. Places without
 * people and garages are not there. `within`: МО and ПО asked for, all of them when empty.
 */
export function missingBy(
  ctx: Ctx,
  level: 'mo' | 'po',
  within: { mo?: number[] | undefined; po?: number[] | undefined },
  today: string,
): Promise<(Missing & { id: number; name: string })[]> {
  const place = sql.ref(`po.${level === 'mo' ? 'mo_id' : 'id'}`);
  const kept = sql`${within.mo?.length ? sql`po.mo_id = any(${within.mo}::int[])` : sql`true`}
    and ${within.po?.length ? sql`po.id = any(${within.po}::int[])` : sql`true`}`;
  return read(
    ctx.db,
    sql<Missing & { id: number; name: string }>`with tie as materialized (
      select distinct living.profile_id, ${place} as place from (${livingTies(ctx.actor, today)}) as living
        join po on po.id = living.po_id where ${kept}
    ), person as materialized (
      select tie.place, ${lackColumns(today)},
        p.birthday is not null and count(*) over (partition by tie.place, p.name_key, p.birthday) > 1 as duplicates
      from tie join profile p on p.id = tie.profile_id where p.merged_into is null
    ), people as (select place, ${lackCounts} from person group by 1
    ), garages as (
      select ${place} as place, count(*)::int as garages, count(*) filter (where ${garageConditions(ctx, { profileCounter: 'none' })})::int as owner
      from garage g join po on po.id = g.po_id where ${garageConditions(ctx, {})} and ${kept} group by 1)
    select own.id, own.name, ${sql.join(
      COUNTED.map(([of, name]) => sql`coalesce(${sql.ref(`${of}.${name}`)}, 0)::int as ${sql.ref(name)}`),
    )}
    from people full join garages using (place)
      join ${level === 'mo' ? sql`mo as own on own.id = place join mo on mo.id = own.id` : sql`po as own on own.id = place join mo on mo.id = own.mo_id`}
    order by mo.sort_key, mo.id, own.sort_key, own.id`,
  );
}

const COUNTED = [
  ...['people', 'phone', 'consent', 'birthday', 'address', 'no_email', 'members', 'duplicates', 'confirmed'].map(
    (name) => ['people', name] as const,
  ),
  ['garages', 'garages'],
  ['garages', 'owner'],
] as const;
