// Taking a list away exactly as it is on screen: columns, filter, order; streamed.
import { actionLog } from '../../contract/actionLog.ts';
import { contributions } from '../../contract/contributions.ts';
import { garages } from '../../contract/garages.ts';
import { moes, poes, regions } from '../../contract/orgs.ts';
import { payments } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { users } from '../../contract/users.ts';
import { exportList, wholePhones } from '../../contract/exports.ts';
import type { ExportedList as ExportedName } from '../../contract/kernel/objects.ts';
import { refusal, type Needs } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import { noteTextFor } from '../kernel/masking.ts';
import type { Mount } from '../kernel/mount.ts';
import type { ExportColumn } from '../kernel/plainFields.ts';
import {
  contributionExport,
  garageExport,
  logExport,
  orgExport,
  paymentExport,
  profileExport,
  reregistrationExport,
  userExport,
} from './columns.ts';
import {
  caseSource,
  contributionSource,
  exportIds,
  exportRows,
  garageSource,
  logSource,
  orgSource,
  paymentSource,
  profileSource,
  userSource,
  type ExportSource,
} from './queries.ts';
import type { OrgTable } from '../orgs/queries.ts';
import { checkLength, listPdf } from './listPdf.ts';
import { registerRoutes } from './register.ts';
import { tableFile } from '../kernel/tableFile.ts';

interface Query {
  sort: string;
  filter: string;
}

interface Exported {
  source: ExportSource;
  known: Record<string, ExportColumn>;
}
/** A list that can be taken away: its name, the right of its screen, what is read and which columns there are. */
interface ExportedList {
  title: string;
  needs: Needs;
  /** `isWhole`: phones are given whole. */
  of(ctx: Ctx, query: Query, today: string, isWhole: boolean): Exported;
}

const orgs = (title: string, table: OrgTable, resource: typeof regions | typeof moes | typeof poes): ExportedList => ({
  title,
  needs: resource.list.needs,
  of: (_ctx, query) => ({
    source: orgSource(table, parseList(query, resource as typeof poes)),
    known: orgExport(table),
  }),
});

const lists: Record<ExportedName, ExportedList> = {
  garages: {
    title: 'Гаражи',
    needs: garages.list.needs,
    of: (ctx, query, today, isWhole) => ({
      source: garageSource(ctx, parseList(query, garages)),
      known: garageExport(Number(today.slice(0, 4)), isWhole),
    }),
  },
  profiles: {
    title: 'Люди',
    needs: profiles.list.needs,
    of: (ctx, query, today, isWhole) => ({
      source: profileSource(ctx, parseList(query, profiles)),
      known: profileExport(ctx.actor, today, isWhole),
    }),
  },
  reregistrations: {
    title: 'Переоформления',
    needs: reregistrations.list.needs,
    of: (ctx, query) => ({
      source: caseSource(ctx, parseList(query, reregistrations)),
      known: reregistrationExport(ctx),
    }),
  },
  contributions: {
    title: 'Начисления',
    needs: contributions.list.needs,
    of: (ctx, query) => ({
      source: contributionSource(ctx, parseList(query, contributions)),
      known: contributionExport(ctx.actor),
    }),
  },
  payments: {
    title: 'Платежи',
    needs: payments.list.needs,
    of: (ctx, query) => ({ source: paymentSource(ctx, parseList(query, payments)), known: paymentExport(ctx.actor) }),
  },
  action_log: {
    title: 'Журнал действий',
    needs: actionLog.list.needs,
    of: (ctx, query) => ({ source: logSource(ctx, parseList(query, actionLog)), known: logExport() }),
  },
  regions: orgs('Регионы', 'region', regions),
  moes: orgs('МО', 'mo', moes),
  poes: orgs('ПО', 'po', poes),
  users: {
    title: 'Пользователи',
    needs: users.list.needs,
    of: (_ctx, query) => ({ source: userSource(parseList(query, users)), known: userExport() }),
  },
};

/** Letters of a reason for whole phones. */
const SHORTEST_REASON = 5;

export function exportRoutes(mount: Mount): void {
  registerRoutes(mount);
  mount(exportList, async (ctx, { params, body }) => {
    const query = { sort: JSON.stringify(body.sort), filter: JSON.stringify(body.filter) };
    const today = todayOf(ctx);
    const { title, needs, of } = lists[params.resource];
    const reason = refusal(ctx.actor, needs);
    if (reason) throw forbidden(reason);
    const why = body.phonesReason;
    if (why) {
      const noRight = refusal(ctx.actor, wholePhones);
      if (noRight) throw forbidden(noRight);
      if (why.length < SHORTEST_REASON) throw invalid({ phonesReason: 'Напишите, для чего нужны телефоны' });
    }
    const { source, known } = of(ctx, query, today, Boolean(why));
    const unknown = body.columns.filter((key) => !Object.hasOwn(known, key));
    if (unknown.length) throw invalid({ columns: `Неизвестный столбец: ${unknown.join(', ')}` });
    const columns = body.columns.map((key) => known[key]!);
    const ids = chosen(await exportIds(ctx, source), body);
    if (body.format === 'pdf') checkLength(ids.length);
    // Looking through someone's eyes writes nothing, the export included.
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `${body.format === 'pdf' ? 'Печать списка' : 'Выгрузка'} «${title}»${why ? ' с телефонами целиком' : ''}: строк ${ids.length}${why ? `. Для чего: ${why}` : ''}`,
        after: { columns: body.columns, filter: body.filter, format: body.format },
      }),
    );
    const rows = forReader(ctx, body.columns, exportRows(ctx, source, ids, columns));
    const name = `${title} ${today}`;
    if (body.format === 'pdf') {
      const table = { title, conditions: body.conditions ?? null, today, columns, keys: body.columns };
      return { name: `${name}.pdf`, mime: 'application/pdf', body: await listPdf(ctx, table, rows) };
    }
    return tableFile({ title, name, format: body.format, columns }, rows);
  });
}

/** Of the rows that the filter keeps, those that are ticked; ids from elsewhere change nothing. */
function chosen(
  ids: number[],
  { only, except }: { only?: number[] | undefined; except?: number[] | undefined },
): number[] {
  const wanted = only && new Set(only);
  const left = new Set(except);
  return wanted || left.size ? ids.filter((id) => (wanted?.has(id) ?? true) && !left.has(id)) : ids;
}

/** Columns of names of people: a phone may be written into one. */
const nameColumns = new Set(['name', 'owner', 'owners', 'new_owners', 'payer']);

/** Names as the reader may have them. */
async function* forReader(
  { actor }: Ctx,
  columns: readonly string[],
  batches: AsyncGenerator<unknown[][]>,
): AsyncGenerator<unknown[][]> {
  for await (const batch of batches)
    yield batch.map((row) =>
      row.map((cell, nth) =>
        typeof cell === 'string' && nameColumns.has(columns[nth]!) ? noteTextFor(actor, cell) : cell,
      ),
    );
}
