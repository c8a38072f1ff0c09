// Taking a list away exactly as it is on screen: columns, filter, order; streamed.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeXlsxStream } from 'hucre';
import { actionLog } from '../../contract/actionLog.ts';
import { contributions } from '../../contract/contributions.ts';
import { garages } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import { payments } from '../../contract/payments.ts';
import { exportList } from '../../contract/worktable.ts';
import { refusal } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { dateIn } from '../ports/clock.ts';
import {
  contributionExport,
  garageExport,
  logExport,
  paymentExport,
  profileExport,
  type ExportColumn,
} from './columns.ts';
import {
  contributionSource,
  exportIds,
  exportRows,
  garageSource,
  logSource,
  paymentSource,
  profileSource,
  type ExportSource,
} from './queries.ts';
import { registerRoutes } from './register.ts';
import { cellOf, fieldOf } from './rules.ts';

const titles = {
  garages: 'Гаражи',
  profiles: 'Люди',
  contributions: 'Начисления',
  payments: 'Платежи',
  action_log: 'Журнал действий',
} as const;
type Exportable = keyof typeof titles;

interface Exported {
  source: ExportSource;
  known: Record<string, ExportColumn>;
}

/** What is read and which columns there are; money asks for the right to read it. */
function exportOf(ctx: Ctx, resource: Exportable, query: { sort: string; filter: string }, today: string): Exported {
  if (resource === 'garages')
    return {
      source: garageSource(ctx, parseList(query, garages)),
      known: garageExport(Number(today.slice(0, 4))),
    };
  if (resource === 'profiles')
    return { source: profileSource(ctx, parseList(query, profiles)), known: profileExport(ctx.actor, today) };
  if (resource === 'action_log') return { source: logSource(ctx, parseList(query, actionLog)), known: logExport() };
  const reason = refusal(ctx.actor, contributions.list.needs);
  if (reason) throw forbidden(reason);
  if (resource === 'payments')
    return { source: paymentSource(ctx, parseList(query, payments)), known: paymentExport() };
  return {
    source: contributionSource(ctx, parseList(query, contributions)),
    known: contributionExport(ctx.actor),
  };
}

export function exportRoutes(mount: Mount): void {
  registerRoutes(mount);
  mount(exportList, async (ctx, { params, body }) => {
    const query = { sort: JSON.stringify(body.sort), filter: JSON.stringify(body.filter) };
    const today = dateIn(ctx.now());
    const { source, known } = exportOf(ctx, params.resource, query, today);
    const unknown = body.columns.filter((key) => !Object.hasOwn(known, key));
    if (unknown.length) throw invalid({ columns: `Неизвестный столбец: ${unknown.join(', ')}` });
    const columns = body.columns.map((key) => known[key]!);
    const ids = await exportIds(ctx, source);
    const title = titles[params.resource];
    // Looking through someone's eyes writes nothing, the export included.
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка «${title}»: строк ${ids.length}`,
        after: { columns: body.columns, filter: body.filter, format: body.format },
      }),
    );
    const rows = exportRows(ctx, source, ids, columns);
    const name = `${title} ${today}.${body.format}`;
    if (body.format === 'csv')
      return { name, mime: 'text/csv; charset=utf-8', body: Readable.from(csv(rows, columns)) };
    return {
      name,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: xlsx(rows, columns, title),
    };
  });
}

async function* csv(batches: AsyncGenerator<unknown[][]>, columns: readonly ExportColumn[]) {
  yield `\ufeff${columns.map((column) => fieldOf(column.title, { ...column, kind: undefined } as never)).join(';')}\r\n`;
  for await (const batch of batches)
    yield batch.map((row) => row.map((value, index) => fieldOf(value, columns[index]!)).join(';') + '\r\n').join('');
}

function xlsx(batches: AsyncGenerator<unknown[][]>, columns: readonly ExportColumn[], name: string): Readable {
  async function* lines() {
    for await (const batch of batches)
      for (const row of batch) yield row.map((value, index) => cellOf(value, columns[index]!));
  }
  const definitions = columns.map((column) => ({
    header: column.title,
    width: column.title.length < 10 ? 16 : 28,
    ...(column.kind === 'money' ? { numFmt: '#,##0.00' } : column.kind === 'date' ? { numFmt: 'dd.mm.yyyy' } : {}),
  }));
  return Readable.fromWeb(
    writeXlsxStream(lines() as never, {
      name,
      columns: definitions as never,
      freezePane: { rows: 1 },
    }) as unknown as ReadableStream,
  );
}
