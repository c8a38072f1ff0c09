// SQL of the log over a period: how many lines, by place, month, action, person, point of the chart and hour.
import { sql } from 'kysely';
import type { LogFilter } from '../../../contract/actionLog.ts';
import { logConditions } from '../../actionLog/queries.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { Grain } from '../rules.ts';

export interface LogCount {
  what: 'all' | 'po' | 'month' | 'verb' | 'point' | 'user' | 'hour';
  key: string;
  name: string;
  n: number;
}

const MOST_USERS = 10;

/** Lines of the period in every cut at once: one walk over them by index. */
export const logCounts = (ctx: Ctx, filter: LogFilter, grain: Grain): Promise<LogCount[]> =>
  read(
    ctx.db,
    sql<LogCount>`with line as materialized (
      select l.po_id, l.verb, l.user_id, l.user_name, l.at at time zone 'Europe/Moscow' as at from action_log l
      where ${logConditions(ctx.actor, filter)}
    )
    select 'all' as what, '' as key, '' as name, count(*)::int as n from line
    union all (select 'po', coalesce(cut.po_id::text, ''), coalesce(po.name, ''), cut.n
      from (select po_id, count(*)::int as n from line group by 1) as cut left join po on po.id = cut.po_id left join mo on mo.id = po.mo_id
      order by mo.sort_key nulls last, mo.id, po.sort_key, po.id)
    union all (select 'month', to_char(at, 'YYYY-MM'), '', count(*)::int from line group by 2 order by 2)
    union all (select 'verb', verb, '', count(*)::int from line group by 2 order by 4 desc, 2)
    union all select 'point', to_char(date_trunc(${grain}::text, at), 'YYYY-MM-DD'), '', count(*)::int from line group by 2
    union all (select 'user', user_id::text, max(user_name), count(*)::int from line where user_id is not null group by 2 order by 4 desc, 2 limit ${MOST_USERS})
    union all (select 'hour', to_char(at, 'ID HH24'), '', count(*)::int from line where verb like 'sign.%' group by 2 order by 2)`,
  );

/** How many lines another period holds: together, by ПО, action and point of the chart. */
export const otherCounts = (ctx: Ctx, filter: LogFilter, grain: Grain): Promise<Omit<LogCount, 'name'>[]> =>
  read(
    ctx.db,
    sql<
      Omit<LogCount, 'name'>
    >`with line as materialized (select l.po_id, l.verb, l.at at time zone 'Europe/Moscow' as at from action_log l where ${logConditions(ctx.actor, filter)})
    select 'all' as what, '' as key, count(*)::int as n from line
    union all select 'po', coalesce(po_id::text, ''), count(*)::int from line group by 2
    union all select 'verb', verb, count(*)::int from line group by 2
    union all select 'point', to_char(date_trunc(${grain}::text, at), 'YYYY-MM-DD'), count(*)::int from line group by 2`,
  );
