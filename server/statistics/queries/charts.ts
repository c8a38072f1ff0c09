// SQL of what only charts show: what became of re-registrations, kinds of documents, how many people worked.
import { sql } from 'kysely';
import { statusNames } from '../../../contract/reregistrations.ts';
import type { StatCharts, StatFilter } from '../../../contract/statistics.ts';
import { countedLines } from '../../actionLog/queries/counts.ts';
import { documentConditions } from '../../documents/queries.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { grainOf, pointsOf, type Days } from '../../kernel/periods.ts';
import { read } from '../../kernel/read.ts';
import { caseConditions } from '../../reregistrations/queries.ts';
import { reasons } from '../../reregistrations/rules/reasons.ts';
import { garagesOfPlace, peopleOfPlace } from './composition.ts';
import type { Tab } from './figures.ts';

/** Statuses in the order in which a case walks through them; the last two lead out. */
const STAGES = [0, 1, 6, 2, 3, 4, 5] as const;

/** Charts of a tab over its days, each figure counted as its list counts. */
export async function chartsOf(ctx: Ctx, tab: Tab, filter: StatFilter, days: Days): Promise<StatCharts> {
  const none = { statuses: [], reasons: [], terms: [], papers: [], people: [] };
  const today = { members: [], lacks: [], privileges: [], quality: [], types: [], states: [] };
  const grain = grainOf(days) === 'month' ? 'month' : 'week';
  const own: Partial<Record<Tab, () => Promise<Partial<StatCharts>>>> = {
    profile: async () => (filter.noPo ? {} : peopleOfPlace(ctx, filter)),
    garage: async () => (filter.noPo ? {} : garagesOfPlace(ctx, filter)),
    reregistration: () => cases(ctx, filter, days),
    reference: async () => ({ papers: filter.noPo ? [] : await papers(ctx, filter, days) }),
    user: async () => ({ people: await people(ctx, filter, days, grain) }),
  };
  return { period: days, grain, ...none, ...today, ...(await own[tab]?.()) };
}

async function cases(ctx: Ctx, { mo, po, noPo }: StatFilter, { from, to }: Days) {
  const kept = caseConditions(ctx, {
    any: true,
    dateFrom: from,
    dateTo: to,
    ...(mo?.length && { moFilter: mo }),
    ...(po?.length && { poFilter: po }),
  });
  const rows = await read(
    ctx.db,
    sql<{
      what: 'status' | 'reason' | 'term';
      key: string;
      name: string;
      n: number;
      days: number;
    }>`with own as materialized (
      select r.status, r.reason_id, r.mo_id, r.applied_at, r.completed_at from reregistration r join garage g on g.id = r.garage_id
      where ${kept} and ${noPo ? sql`false` : sql`true`})
    select 'status' as what, status::text as key, '' as name, count(*)::int as n, 0 as days from own group by 2
    union all (select 'reason', reason_id::text, '', count(*)::int, 0 from own group by 2 order by 4 desc, 2)
    union all (select 'term', mo.id::text, mo.name, term.n, term.days from (
        select mo_id, count(*)::int as n, ceil(percentile_cont(0.5) within group (order by extract(epoch from completed_at - applied_at)) / 86400)::int as days
        from own where status = 3 and applied_at is not null and completed_at is not null group by 1) as term
      join mo on mo.id = term.mo_id join region on region.id = mo.region_id order by region.sort_key, mo.sort_key, mo.id)`,
  );
  const of = (what: string) => rows.filter((row) => row.what === what);
  const named = new Map(reasons.map(({ id, name }) => [String(id), name]));
  return {
    statuses: STAGES.map((status) => {
      const key = String(status);
      return { key, name: statusNames[status], count: of('status').find((row) => row.key === key)?.n ?? 0 };
    }),
    reasons: of('reason').map(({ key, n }) => ({ key, name: named.get(key) ?? key, count: n })),
    terms: of('term').map(({ key, name, n, days }) => ({ key, name, count: n, days })),
  };
}

async function papers(ctx: Ctx, { mo, po, user }: StatFilter, { from, to }: Days): Promise<StatCharts['papers']> {
  const kept = documentConditions(ctx.actor, {
    state: 'valid',
    dateFrom: from,
    dateTo: to,
    ...(mo?.length && { moFilter: mo }),
    ...(po?.length && { poList: po }),
    ...(user?.length && { printedByList: user }),
  });
  return read(
    ctx.db,
    sql<StatCharts['papers'][number]>`select json_build_object('id', po.id, 'name', po.name) as po,
      json_build_object('id', type.id, 'name', type.name) as type, own.n as count
    from (select d.po_id, d.type_id, count(*)::int as n from document d where ${kept} group by 1, 2) as own
      join po on po.id = own.po_id join mo on mo.id = po.mo_id join document_type type on type.id = own.type_id
    order by mo.sort_key, mo.id, po.sort_key, po.id, type.sort, type.id`,
  );
}

/** Different people of every point, over all work: points without any are there too. */
async function people(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  grain: 'week' | 'month',
): Promise<StatCharts['people']> {
  const lines = countedLines(ctx.actor, { ...filter, tab: 'all', ...days }, grain === 'month');
  const rows = await read(
    ctx.db,
    sql<{
      at: string;
      n: number;
    }>`select to_char(date_trunc(${grain}::text, day::timestamp), 'YYYY-MM-DD') as at, count(distinct user_id)::int as n
    from (${lines}) as line where user_id > 0 group by 1`,
  );
  const counts = new Map(rows.map(({ at, n }) => [at, n]));
  return pointsOf(days, grain).map((at) => ({ at, count: counts.get(at) ?? 0 }));
}
