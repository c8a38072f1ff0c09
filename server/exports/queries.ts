// SQL of exports: the order is taken once as a list of ids, the values come batch by batch.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../kernel/ctx.ts';
import type { ListRequest } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { garageConditions, garageOrder, garageTables } from '../garages/queries.ts';
import type { DocumentFilter } from '../../contract/documents.ts';
import { documentIds as paperIds } from '../documents/queries.ts';
import type { ContributionFilter } from '../../contract/contributions.ts';
import { documentIds, rowTables } from '../contributions/queries/documents.ts';
import type { GarageFilter } from '../../contract/garages.ts';
import { subjectTitles, type LogFilter } from '../../contract/actionLog.ts';
import { logConditions, logOrder } from '../actionLog/queries.ts';
import { subjectOf } from '../actionLog/queries/subjects.ts';
import { notificationIds, type NotificationFilter } from '../notifications/queries.ts';
import { profileConditions, profileOrder, type ProfileFilter } from '../profiles/queries.ts';
import type { OperationFilter } from '../../contract/payments.ts';
import { closedWords } from '../payments/queries/closed.ts';
import { lineIds, rowTables as lineTables, withClosing, type Which } from '../payments/queries/lines.ts';
import { orgDetails, orgRows, type OrgFilter, type OrgTable } from '../orgs/queries.ts';
import type { ReregistrationFilter } from '../../contract/reregistrations.ts';
import { caseIds } from '../reregistrations/queries.ts';
import type { UserFilter } from '../../contract/users.ts';
import { userDetails, userRows } from '../users/queries.ts';
import type { ExportColumn } from '../kernel/plainFields.ts';
import { limitTo } from '../db/planned.ts';

/** Rows of one batch: more is faster, but readers of the embedded database wait for a batch. */
const BATCH = 5000;

export interface ExportSource {
  ids: RawBuilder<unknown>;
  /** Tables of the values; `page` carries `id` and `nth`. */
  tables: RawBuilder<unknown>;
  /** Relations that `tables` need of a batch of ids: a `with` clause. */
  ahead?: ((batch: readonly number[]) => RawBuilder<unknown>) | undefined;
}

export const garageSource = (ctx: Ctx, request: ListRequest<GarageFilter>): ExportSource => ({
  ids: sql`select g.id from ${garageTables(ctx.actor)} where ${garageConditions(ctx, request.filter)} order by ${garageOrder(request.field, request.direction)}`,
  tables: sql`${byId('garage', 'id', 'g')} join po on po.id = g.po_id join mo on mo.id = g.mo_id join garage_type t on t.id = g.type_id left ${byId('garage_balance', 'garage_id', 'b')}`,
});

export const profileSource = (ctx: Ctx, request: ListRequest<ProfileFilter>): ExportSource => ({
  ids: sql`select p.id from profile p where ${profileConditions(ctx, request.filter)} order by ${profileOrder(ctx, request.field, request.direction)}`,
  tables: byId('profile', 'id', 'p'),
});

export const caseSource = (ctx: Ctx, request: ListRequest<ReregistrationFilter>): ExportSource => ({
  ids: sql`select id from (${caseIds(ctx, request)}) as ordered order by nth`,
  tables: sql`${byId('reregistration', 'id', 'r')} ${byGarage} join po on po.id = r.po_id join mo on mo.id = r.mo_id`,
});

export const contributionSource = (ctx: Ctx, request: ListRequest<ContributionFilter>): ExportSource => ({
  ids: documentIds(ctx.actor, request),
  tables: sql`${byId('contribution', 'id', 'c')} ${rowTables(ctx.actor)}`,
});

/** `withClosed`: also `closed.words` of a payment that goes in order, what it has closed by now. */
export async function paymentSource(
  ctx: Ctx,
  request: ListRequest<OperationFilter>,
  withClosed: boolean,
  which: Which = 'payments',
): Promise<ExportSource> {
  const filter = await withClosing(ctx, which, request.filter);
  return {
    ids: lineIds(ctx.actor, which, { ...request, filter }),
    tables: sql`${byId('balance_operation', 'id', 'o')} ${lineTables} ${withClosed ? sql`left join closed on closed.line_id = o.id` : sql``}`,
    ahead: withClosed ? closedWords : undefined,
  };
}

export const paperSource = (ctx: Ctx, request: ListRequest<DocumentFilter>): ExportSource => ({
  ids: paperIds(ctx.actor, request),
  tables: sql`${byId('document', 'id', 'd')} join document_type t on t.id = d.type_id join po on po.id = d.po_id join mo on mo.id = d.mo_id
    left join garage g on g.id = d.garage_id left join profile p on p.id = d.profile_id left join app_user u on u.id = d.printed_by`,
});

export const mailingSource = (ctx: Ctx, request: ListRequest<NotificationFilter>): ExportSource => ({
  ids: notificationIds(ctx, request),
  tables: sql`${byId('notification', 'id', 'n')} left join message_template t on t.id = n.template_id left join app_user u on u.id = n.created_by`,
});

/** Where a tab tells of subjects, each is found once a line, whatever of it is taken away. */
export const logSource = (ctx: Ctx, request: ListRequest<LogFilter>): ExportSource => ({
  ids: sql`select l.id::int as id from action_log l where ${logConditions(ctx.actor, request.filter)} order by ${logOrder(request.direction)}`,
  tables: sql`${byId('action_log', 'id', 'l')} ${
    request.filter.tab in subjectTitles
      ? sql`left join lateral (select ${subjectOf(ctx)} as subject offset 0) about on true`
      : sql``
  }`,
});

export const orgSource = (table: OrgTable, request: ListRequest<OrgFilter>): ExportSource => ({
  ids: orgRows(table, { ...request, ...whole }),
  tables: shown(orgDetails(table, sql`page.id`)),
});

export const userSource = (request: ListRequest<UserFilter>): ExportSource => ({
  ids: userRows({ ...request, ...whole }),
  tables: shown(userDetails(sql`page.id`)),
});

/** Lists short enough to be read as one page. */
const whole = { offset: 0, limit: 1_000_000 };
/** The row of the screen, as `r`. */
const shown = (row: RawBuilder<unknown>) => sql`join lateral (${row}) as r on true`;

/** Each row of a batch by its key: `offset 0` keeps the planner from reading the whole table for every batch. */
const byId = (table: string, key: string, alias: string) =>
  sql`join lateral (select * from ${sql.table(table)} as row where row.${sql.ref(key)} = page.id offset 0) as ${sql.ref(alias)} on true`;

const byGarage = sql`join garage g on g.id = r.garage_id`;

/** Ids of everything that is exported, in order. */
export async function exportIds(ctx: Ctx, source: ExportSource, most?: number): Promise<number[]> {
  const rows = await read(
    ctx.db,
    sql<{
      ids: number[];
    }>`select coalesce(array_agg(id), '{}') as ids from (select id from (${source.ids}) as every ${most === undefined ? sql`` : limitTo(most)}) as ordered`,
  );
  return rows[0]!.ids;
}

/**
 * Values of the chosen columns in batches, each travelling as one text. The next batch is asked for while this one is
 * written: at any time two are in memory.
 */
export async function* exportRows(
  ctx: Ctx,
  source: ExportSource,
  ids: number[],
  columns: readonly ExportColumn[],
): AsyncGenerator<unknown[][]> {
  const values = sql.join(columns.map((column) => column.value));
  const batchAt = async (from: number) => {
    const batch = ids.slice(from, from + BATCH);
    if (!batch.length) return null;
    const rows = await read(
      ctx.db,
      sql<{ batch: string }>`
      ${source.ahead?.(batch) ?? sql``} select coalesce(json_agg(json_build_array(${values}) order by page.nth), '[]')::text as batch
      from unnest(${batch}::int[]) with ordinality as page(id, nth) ${source.tables}`,
    );
    return rows[0]!.batch;
  };
  let next = batchAt(0);
  for (let from = BATCH; ; from += BATCH) {
    const batch = await next;
    if (batch === null) return;
    next = batchAt(from);
    // Whoever stops reading early leaves this one unasked: its failure is nobody's.
    next.catch(() => undefined);
    yield await tellColumns(ctx, columns, JSON.parse(batch) as unknown[][]);
  }
}

/** Cells of columns that have words of their own. */
async function tellColumns(ctx: Ctx, columns: readonly ExportColumn[], rows: unknown[][]): Promise<unknown[][]> {
  for (const [nth, { tell }] of columns.entries()) {
    if (!tell) continue;
    const told = await tell(
      ctx,
      rows.map((row) => row[nth]),
    );
    for (const [at, row] of rows.entries()) row[nth] = told[at];
  }
  return rows;
}
