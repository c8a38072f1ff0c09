// SQL of the pivot: one side of the money by place or kind and by period or kind, each line in one cell.
import { sql, type RawBuilder } from 'kysely';
import type { PivotReply, StatFilter } from '../../../contract/statistics.ts';
import { countedAs, type Side } from '../../balance/queries/counted.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { Days } from '../../kernel/periods.ts';
import { sums } from './money.ts';

interface Asked {
  side: Side;
  rows: 'region' | 'mo' | 'po' | 'kind';
  columns: 'month' | 'quarter' | 'year' | 'kind';
}
interface Cell {
  row: string;
  row_name: string;
  col: string;
  col_name: string;
  /** Where a kind stands in its list. */
  nth: number | null;
  kopecks: number;
  lines: number;
}

const NONE = 'Без вида';

/** Cells of the pivot put in a table; every sum of a row, a column and the whole is of the same cells. */
export async function pivotOf(
  ctx: Ctx,
  filter: StatFilter,
  days: Days,
  asked: Asked,
): Promise<Omit<PivotReply, 'period'>> {
  const cells = await pivotCells(ctx, filter, days, asked);
  const columns = keysOf(
    cells.toSorted((a, b) => (a.nth ?? 0) - (b.nth ?? 0)).map(({ col, col_name }) => ({ key: col, name: col_name })),
  );
  const rows = keysOf(cells.map(({ row, row_name }) => ({ key: row, name: row_name })));
  if (asked.columns !== 'kind') columns.sort((a, b) => (a.key < b.key ? -1 : 1));
  const by = new Map(cells.map((cell) => [`${cell.row} ${cell.col}`, cell]));
  const at = (row: string, col: string) => {
    const { kopecks = 0, lines = 0 } = by.get(`${row} ${col}`) ?? {};
    return { kopecks, lines };
  };
  return {
    columns: columns.map((one) => ({ ...one, ...added(cells.filter(({ col }) => col === one.key)) })),
    rows: rows.map((one) => ({
      ...one,
      ...added(cells.filter(({ row }) => row === one.key)),
      cells: columns.map(({ key }) => at(one.key, key)),
    })),
    ...added(cells),
  };
}

/** Different keys in the order in which they come. */
const keysOf = (keys: readonly { key: string; name: string }[]) => [
  ...new Map(keys.map((one) => [one.key, one])).values(),
];

const added = (cells: readonly Cell[]) => ({
  kopecks: cells.reduce((sum, cell) => sum + cell.kopecks, 0),
  lines: cells.reduce((sum, cell) => sum + cell.lines, 0),
});

function pivotCells(ctx: Ctx, filter: StatFilter, days: Days, { side, rows, columns }: Asked): Promise<Cell[]> {
  const isCharged = side === 'charged';
  const kind: RawBuilder<unknown> = isCharged ? sql`s.accrual_type_id` : sql`s.payment_type_id`;
  const kinds = isCharged ? sql`accrual_type` : sql`payment_type`;
  const period = { month: 'YYYY-MM', quarter: 'YYYY-Q', year: 'YYYY' };
  const row = { kind, region: sql`mo.region_id`, mo: sql`po.mo_id`, po: sql`s.po_id` }[rows];
  const rowName = { kind: sql`k.name`, region: sql`region.name`, mo: sql`mo.name`, po: sql`po.name` }[rows];
  // Places in the official order; kinds in that of their list.
  const order = {
    kind: sql`max(k.sort)`,
    region: sql`max(region.sort_key)`,
    mo: sql`max(region.sort_key), max(mo.sort_key)`,
    po: sql`max(region.sort_key), max(mo.sort_key), max(mo.id), max(po.sort_key)`,
  }[rows];
  const isByKind = columns === 'kind';
  return read(
    ctx.db,
    sql<Cell>`with s as materialized (${sums(ctx, filter, days)})
    select (${row})::text as row, coalesce(max(${rowName}), ${NONE}) as row_name,
      ${isByKind ? sql`(${kind})::text` : sql`to_char(s.month, ${period[columns]}::text)`} as col,
      ${isByKind ? sql`coalesce(max(k.name), ${NONE})` : sql`''`} as col_name, ${isByKind ? sql`max(k.sort)` : sql`0`} as nth,
      sum(${isCharged ? sql`-s.sign` : sql`s.sign`} * s.amount_kopecks)::bigint as kopecks, sum(s.lines)::int as lines
    from s join po on po.id = s.po_id join mo on mo.id = po.mo_id join region on region.id = mo.region_id
      left join ${kinds} k on k.id = ${kind}
    where ${countedAs(side, 's')} group by 1, 3 order by ${order}, max(${row}), 3`,
  );
}
