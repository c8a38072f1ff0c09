// SQL of the pivot: one side of the money by place or kind and by period or kind, or by all three, each line in one cell.
import { sql, type RawBuilder } from 'kysely';
import type { PivotLine, PivotReply, StatFilter } from '../../../contract/statistics.ts';
import { countedAs, type Side } from '../../balance/queries/counted.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import type { Days } from '../../kernel/periods.ts';
import { sums } from './money.ts';

interface Asked {
  side: Side;
  rows: 'region' | 'mo' | 'po' | 'kind';
  columns: 'month' | 'quarter' | 'year' | 'kind';
  split?: 'kind' | undefined;
}
interface Cell {
  row: string;
  row_name: string;
  col: string;
  col_name: string;
  /** Where rows are told by kinds. */
  kind: string;
  kind_name: string;
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
  if (asked.columns !== 'kind') columns.sort((a, b) => (a.key < b.key ? -1 : 1));
  const nthOf = new Map(columns.map(({ key }, nth) => [key, nth]));
  const line = (key: string, name: string, own: readonly Cell[]): PivotLine => {
    const sums = columns.map(() => ({ kopecks: 0, lines: 0 }));
    for (const cell of own) addTo(sums[nthOf.get(cell.col)!]!, cell);
    return { key, name, ...added(sums), cells: sums };
  };
  const kinds = (own: readonly Cell[]) =>
    isSplit(asked)
      ? [...Map.groupBy(own, ({ kind }) => kind)]
          .toSorted(([, [a]], [, [b]]) => (a!.nth ?? LAST) - (b!.nth ?? LAST))
          .map(([key, of]) => line(key, of[0]!.kind_name, of))
      : [];
  const rows = [...Map.groupBy(cells, ({ row }) => row)].map(([key, own]) => ({
    ...line(key, own[0]!.row_name, own),
    kinds: kinds(own),
  }));
  const whole = line('', '', cells);
  return {
    columns: columns.map((one, nth) => ({ ...one, ...whole.cells[nth]! })),
    rows,
    kinds: kinds(cells),
    kopecks: whole.kopecks,
    lines: whole.lines,
  };
}

/** A kind that is in no list stands after the others. */
const LAST = 1_000_000;
/** Kinds are the third side of places by periods alone. */
const isSplit = ({ split, rows, columns }: Asked) => split === 'kind' && rows !== 'kind' && columns !== 'kind';

interface Sum {
  kopecks: number;
  lines: number;
}

function addTo(sum: Sum, { kopecks, lines }: Sum): Sum {
  sum.kopecks += kopecks;
  sum.lines += lines;
  return sum;
}

/** Different keys in the order in which they come. */
const keysOf = (keys: readonly { key: string; name: string }[]) => [
  ...new Map(keys.map((one) => [one.key, one])).values(),
];

const added = (sums: readonly Sum[]) => sums.reduce<Sum>(addTo, { kopecks: 0, lines: 0 });

function pivotCells(ctx: Ctx, filter: StatFilter, days: Days, asked: Asked): Promise<Cell[]> {
  const { side, rows, columns } = asked;
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
  const split = isSplit(asked);
  return read(
    ctx.db,
    sql<Cell>`with s as materialized (${sums(ctx, filter, days)})
    select (${row})::text as row, coalesce(max(${rowName}), ${NONE}) as row_name,
      ${isByKind ? sql`(${kind})::text` : sql`to_char(s.month, ${period[columns]}::text)`} as col,
      ${isByKind ? sql`coalesce(max(k.name), ${NONE})` : sql`''`} as col_name, ${isByKind || split ? sql`max(k.sort)` : sql`0`} as nth,
      ${split ? sql`(${kind})::text` : sql`''`} as kind, ${split ? sql`coalesce(max(k.name), ${NONE})` : sql`''`} as kind_name,
      sum(${isCharged ? sql`-s.sign` : sql`s.sign`} * s.amount_kopecks)::bigint as kopecks, sum(s.lines)::int as lines
    from s join po on po.id = s.po_id join mo on mo.id = po.mo_id join region on region.id = mo.region_id
      left join ${kinds} k on k.id = ${kind}
    where ${countedAs(side, 's')} group by 1, 3, ${split ? kind : sql`1`} order by ${order}, max(${row}), 3`,
  );
}
