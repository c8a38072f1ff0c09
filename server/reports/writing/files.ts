// The file of a report: what its receiver would see at this moment, as a workbook or on paper.
import { buffer } from 'node:stream/consumers';
import { formatDate, formatNumber } from '../../../contract/kernel/words.ts';
import { mostOnPaper } from '../../../contract/exports.ts';
import { financeRead, signedIn, type Needs } from '../../../contract/kernel/scope.ts';
import type { ReportSource } from '../../../contract/reports.ts';
import { listOf, takeList } from '../../exports/queries/lists.ts';
import { listPdf } from '../../exports/writing/listPdf.ts';
import type { FileColumn } from '../../kernel/cells.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { tableFile } from '../../kernel/tableFile.ts';
import { asked, figuresName } from '../../statistics/queries/figures.ts';
import { takeTable } from '../../statistics/queries/tables.ts';
import { daysOf, fileWord, MOST_ROWS } from '../rules.ts';

export interface ReportFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
  /** Lines of the table; of figures, without the line of the whole. */
  rows: number;
}

type Asked = { name: string; source: ReportSource; conditions: string | null; format: 'xlsx' | 'pdf' };

interface Table {
  /** What stands over it on paper. */
  title: string;
  conditions: string | null;
  columns: readonly FileColumn[];
  keys: readonly string[];
  rows: number;
  batches: AsyncGenerator<unknown[][]>;
  hasTotals: boolean;
}

/** The right that the screen of what is sent asks for. */
export const needsOf = (source: ReportSource): Needs =>
  source.of === 'list' ? listOf(source.resource).needs : source.table === 'pivot' ? financeRead : signedIn;

/**
 * The file for `ctx.actor`, within his place and rights; `day` is the day of the moment, from which days of statistics are counted.
 * @throws 403 without the right of the screen, 400 for conditions that are no longer known, 422 when it is too long
 */
export async function reportFileOf(ctx: Ctx, report: Asked, day: string): Promise<ReportFile> {
  const { source } = report;
  const table = source.of === 'list' ? await listTable(ctx, report, source) : await statTable(ctx, report, source, day);
  const most = report.format === 'pdf' ? mostOnPaper : MOST_ROWS;
  if (table.rows > most)
    throw invalid({
      form: `В письмо — не больше ${formatNumber(most)} строк, здесь ${formatNumber(table.rows)}. Сузьте отбор`,
    });
  const name = `${fileWord(report.name)} ${formatDate(day)}`;
  if (report.format === 'pdf') {
    const { title, conditions, columns, keys, hasTotals } = table;
    const paper = { title, conditions, today: todayOf(ctx), columns, keys, hasTotals };
    const bytes = await listPdf(ctx, paper, table.batches);
    return { name: `${name}.pdf`, mime: 'application/pdf', bytes, rows: table.rows };
  }
  const file = tableFile(
    { title: table.title.slice(0, 31), name, format: 'xlsx', columns: table.columns },
    table.batches,
  );
  return { name: file.name, mime: file.mime, bytes: await buffer(file.body), rows: table.rows };
}

async function listTable(ctx: Ctx, { conditions }: Asked, source: ReportSource & { of: 'list' }): Promise<Table> {
  const { title, keys, columns, ids, rows } = await takeList(ctx, source);
  return { title, conditions, columns, keys, rows: ids.length, batches: rows(ids), hasTotals: false };
}

async function statTable(
  ctx: Ctx,
  { conditions }: Asked,
  { tab, table, filter, against, period, pivot }: ReportSource & { of: 'statistics' },
  day: string,
): Promise<Table> {
  const conditionsAt = { ...filter, ...daysOf(period, day) };
  const { filter: parsed, days } = asked(ctx, tab, JSON.stringify(conditionsAt));
  const taken = await takeTable(ctx, { tab, table, filter: parsed, days, against, pivot });
  const { title, columns, rows, hasTotals } = taken;
  return {
    title: figuresName(tab, title, days),
    conditions,
    columns,
    keys: columns.map((column) => column.title),
    rows: Math.max(0, rows.length - (hasTotals ? 1 : 0)),
    batches: once(rows),
    hasTotals,
  };
}

async function* once(rows: unknown[][]): AsyncGenerator<unknown[][]> {
  yield rows;
}
