// SQL of the log over a period: how many lines, by place, month, action, person, point of the chart and hour.
import { sql } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import { countedLines } from '../../actionLog/queries/counts.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { Grain } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';

export interface LogCount {
  what: 'all' | 'po' | 'month' | 'verb' | 'point' | 'user' | 'hour';
  key: string;
  name: string;
  n: number;
}

const MOST_USERS = 10;

/** Lines of the period in every cut at once: their counts are read once. */
export async function logCounts(ctx: Ctx, filter: LogFilter, grain: Grain): Promise<LogCount[]> {
  const lines = await countedLines(ctx.db, ctx.actor, filter, grain === 'month');
  return read(
    ctx.db,
    sql<LogCount>`with line as (
      select po_id, to_char(day, 'YYYY-MM') as month, verb, to_char(date_trunc(${grain}::text, day::timestamp), 'YYYY-MM-DD') as point,
        user_id, slot, lines from (${lines}) as line
    ), cut as (
      select case when grouping(po_id) = 0 then 'po' when grouping(month) = 0 then 'month' when grouping(verb) = 0 then 'verb'
          when grouping(point) = 0 then 'point' when grouping(user_id) = 0 then 'user' when grouping(slot) = 0 then 'hour' else 'all' end as what,
        case when grouping(po_id) = 0 then coalesce(nullif(po_id, 0)::text, '') when grouping(user_id) = 0 then user_id::text
          when grouping(slot) = 0 then (slot / 24)::text || ' ' || (slot % 24)::text else coalesce(month, verb, point, '') end as key,
        coalesce(sum(lines), 0)::int as n
      from line group by grouping sets ((), (po_id), (month), (verb), (point), (user_id), (slot))
    ), listed as (
      select *, row_number() over (partition by what order by n desc, key) as nth from cut
      where not (what = 'user' and key = '0') and not (what = 'hour' and key like '0 %')
    )
    select listed.what, listed.key, listed.n, case listed.what when 'po' then coalesce(po.name, '')
        when 'user' then (select l.user_name from action_log l where l.user_id = listed.key::int order by l.id desc limit 1) else '' end as name
    from listed left join po on po.id = case when listed.what = 'po' then nullif(listed.key, '')::int end left join mo on mo.id = po.mo_id
    where listed.what <> 'user' or listed.nth <= ${MOST_USERS}
    order by mo.sort_key nulls last, mo.id, po.sort_key, po.id, case when listed.what in ('month', 'point') then listed.key end, listed.nth`,
  );
}

/** How many lines another period holds: together, by ПО, action and point of the chart. */
export async function otherCounts(ctx: Ctx, filter: LogFilter, grain: Grain): Promise<Omit<LogCount, 'name'>[]> {
  const lines = await countedLines(ctx.db, ctx.actor, filter, grain === 'month');
  return read(
    ctx.db,
    sql<Omit<LogCount, 'name'>>`with line as (
      select po_id, verb, to_char(date_trunc(${grain}::text, day::timestamp), 'YYYY-MM-DD') as point, lines from (${lines}) as line)
    select case when grouping(po_id) = 0 then 'po' when grouping(verb) = 0 then 'verb' when grouping(point) = 0 then 'point' else 'all' end as what,
      case when grouping(po_id) = 0 then coalesce(nullif(po_id, 0)::text, '') else coalesce(verb, point, '') end as key,
      coalesce(sum(lines), 0)::int as n
    from line group by grouping sets ((), (po_id), (verb), (point))`,
  );
}
