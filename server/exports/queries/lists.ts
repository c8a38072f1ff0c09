// Lists as they are taken away: which there are, whose screen each is, its rows under the chosen columns.
import { actionLog, type LogFilter } from '../../../contract/actionLog.ts';
import { contributions } from '../../../contract/contributions.ts';
import { documents } from '../../../contract/documents.ts';
import { garages } from '../../../contract/garages.ts';
import type { ExportedList as ExportedName } from '../../../contract/kernel/objects.ts';
import { refusal, type Needs } from '../../../contract/kernel/scope.ts';
import { notifications } from '../../../contract/notifications.ts';
import { moes, poes, regions } from '../../../contract/orgs.ts';
import { balanceOperations, payments } from '../../../contract/payments.ts';
import { profiles } from '../../../contract/profiles.ts';
import { reregistrations } from '../../../contract/reregistrations.ts';
import { users } from '../../../contract/users.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid } from '../../kernel/errors.ts';
import { parseList } from '../../kernel/list.ts';
import { noteTextFor } from '../../kernel/masking.ts';
import type { ExportColumn } from '../../kernel/plainFields.ts';
import { isPiled } from '../../documents/queries.ts';
import type { OrgTable } from '../../orgs/queries.ts';
import {
  contributionExport,
  garageExport,
  lineExport,
  mailingExport,
  mailingTitle,
  orgExport,
  paperExport,
  paymentExport,
  profileExport,
  reregistrationExport,
  userExport,
} from '../columns.ts';
import { logExport, withLocalTime } from '../logColumns.ts';
import {
  caseSource,
  contributionSource,
  exportIds,
  exportRows,
  garageSource,
  logSource,
  mailingSource,
  orgSource,
  paperSource,
  paymentSource,
  profileSource,
  userSource,
  type ExportSource,
} from '../queries.ts';

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
  /** `isWhole`: phones are given whole. `columns`: keys of what is taken. */
  of(ctx: Ctx, query: Query, today: string, isWhole: boolean, columns: readonly string[]): Exported | Promise<Exported>;
  /** The columns that stand in the file for those of the screen, where they differ. */
  inFile?(ctx: Ctx, columns: readonly string[], filter: object): Promise<string[]>;
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
    of: async (ctx, query, _today, _isWhole, columns) => ({
      source: await paymentSource(ctx, parseList(query, payments), columns.includes('purpose')),
      known: paymentExport(ctx.actor),
    }),
  },
  balance_operations: {
    title: 'Операции по балансу',
    needs: balanceOperations.list.needs,
    of: async (ctx, query, _today, _isWhole, columns) => ({
      source: await paymentSource(ctx, parseList(query, balanceOperations), columns.includes('purpose'), 'all'),
      known: lineExport(ctx.actor),
    }),
  },
  documents: {
    title: 'Документы',
    needs: documents.list.needs,
    of: (ctx, query) => {
      const request = parseList(query, documents);
      return { source: paperSource(ctx, request), known: paperExport(ctx.actor, isPiled(request.filter)) };
    },
  },
  notifications: {
    title: 'Рассылки',
    needs: notifications.list.needs,
    of: (ctx, query) => ({ source: mailingSource(ctx, parseList(query, notifications)), known: mailingExport(ctx) }),
    inFile: (_ctx, columns) => Promise.resolve(columns.flatMap((key) => (key === 'title' ? mailingTitle : [key]))),
  },
  action_log: {
    title: 'Журнал действий',
    needs: actionLog.list.needs,
    of: (ctx, query) => {
      const request = parseList(query, actionLog);
      return { source: logSource(ctx, request), known: logExport(request.filter.tab) };
    },
    inFile: (ctx, columns, filter) => withLocalTime(ctx, columns, (filter as LogFilter).everywhere === true),
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

/** What is taken of a list. */
export interface ListAsk {
  resource: ExportedName;
  /** Keys of columns in the order of the screen. */
  columns: readonly string[];
  sort: readonly [string, 'ASC' | 'DESC'];
  filter: object;
  /** Phones are given whole. */
  isWhole?: boolean;
  /** No more numbers of rows than so many are read. */
  most?: number | undefined;
}

export interface TakenList {
  title: string;
  /** Keys of the columns of the file. */
  keys: string[];
  columns: ExportColumn[];
  /** Every row that the filter keeps, in order. */
  ids: number[];
  /** Values of some of the rows, batch by batch, as the reader may have them. */
  rows(ids: number[]): AsyncGenerator<unknown[][]>;
}

/** What the list is called and what its screen asks for. */
export const listOf = (resource: ExportedName): Pick<ExportedList, 'title' | 'needs'> => lists[resource];

/** A list of the actor's place. @throws 403 without the right of its screen, 400 for its conditions, 422 for its columns */
export async function takeList(ctx: Ctx, ask: ListAsk): Promise<TakenList> {
  const { title, needs, of, inFile } = lists[ask.resource];
  const reason = refusal(ctx.actor, needs);
  if (reason) throw forbidden(reason);
  const query = { sort: JSON.stringify(ask.sort), filter: JSON.stringify(ask.filter) };
  const { source, known } = await of(ctx, query, todayOf(ctx), Boolean(ask.isWhole), ask.columns);
  const unknown = ask.columns.filter((key) => !Object.hasOwn(known, key));
  if (unknown.length) throw invalid({ columns: `Неизвестный столбец: ${unknown.join(', ')}` });
  const keys = inFile ? await inFile(ctx, ask.columns, ask.filter) : [...ask.columns];
  const columns = keys.map((key) => known[key]!);
  return {
    title,
    keys,
    columns,
    ids: await exportIds(ctx, source, ask.most),
    rows: (ids) => forReader(ctx, keys, exportRows(ctx, source, ids, columns)),
  };
}

/** The log and its columns by their keys, known already. */
export function takeLog(ctx: Ctx, { columns, sort, filter }: Pick<ListAsk, 'columns' | 'sort' | 'filter'>) {
  const query = { sort: JSON.stringify(sort), filter: JSON.stringify(filter) };
  const request = parseList(query, actionLog);
  const known = logExport(request.filter.tab);
  return {
    source: logSource(ctx, request),
    columns: columns.map((key) => known[key]!),
  };
}

/** Values of rows whose numbers come a page at a time, as the reader may have them. */
export async function* rowsInPages(
  ctx: Ctx,
  keys: readonly string[],
  source: ExportSource,
  columns: readonly ExportColumn[],
  pages: AsyncIterable<number[]>,
): AsyncGenerator<unknown[][]> {
  for await (const ids of pages) yield* forReader(ctx, keys, exportRows(ctx, source, ids, columns));
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
      row.map((cell, nth) => (nameColumns.has(columns[nth]!) ? noteTextFor(actor, cell as string | null) : cell)),
    );
}
