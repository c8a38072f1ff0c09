// The table of the pivot: rows that fold out by kinds, sums of both sides, every one a figure that opens its operations.
import { Fragment, useState } from 'react';
import type { PivotLine, PivotReply } from '../../contract/statistics.ts';
import { cx } from '../../widgets/cx.ts';
import { formatSum } from '../../widgets/format.ts';
import { Figure } from './Figure.tsx';
import { FoldButton } from './FoldButton.tsx';
import own from './pivot.module.css';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';

/** Where a sum stands; null is the whole of that side. */
export interface PivotCell {
  row: string | null;
  column: string | null;
  kind: string | null;
}

interface PivotTableProps {
  data: PivotReply;
  isBusy: boolean;
  /** What rows are: «МО». */
  head: string;
  nameOf: (key: string, name: string) => string;
  behind: (cell: PivotCell) => StatView;
  onOpen: (opens: StatView) => void;
  /** Whose rows stand one step below these: «ПО». */
  below: string | undefined;
  onBelow: (key: string) => void;
}

/** The row of the whole among the folded ones. */
const WHOLE = 'all';

export function PivotTable(props: PivotTableProps) {
  const { data, isBusy, below, onBelow } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const keys = [...data.rows.map((row) => row.key), WHOLE];
  const isWhole = keys.every((key) => open.has(key));
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const whole: PivotLine = { key: '', name: 'Всего', cells: data.columns, kopecks: data.kopecks, lines: data.lines };
  return (
    <div className={styles.scroll} role="region" aria-label="Сводная" aria-busy={isBusy} tabIndex={0}>
      <table className={cx(styles.table, own.pivot)}>
        <Head {...props} isWhole={isWhole} onFold={() => setOpen(new Set(isWhole ? [] : keys))} />
        <tbody>
          {data.rows.map((row) => (
            <Fold
              key={row.key}
              {...props}
              line={row}
              row={row.key}
              kinds={row.kinds}
              isOpen={open.has(row.key)}
              onToggle={() => toggle(row.key)}
            >
              {below && (
                <button
                  type="button"
                  className={cx(styles.pick, own.below)}
                  aria-label={`${row.name}: по ${below}`}
                  onClick={() => onBelow(row.key)}
                >
                  по {below}
                </button>
              )}
            </Fold>
          ))}
        </tbody>
        <tfoot>
          <Fold
            {...props}
            line={whole}
            row={null}
            kinds={data.kinds}
            isOpen={open.has(WHOLE)}
            onToggle={() => toggle(WHOLE)}
          />
        </tfoot>
      </table>
    </div>
  );
}

interface HeadProps extends Pick<PivotTableProps, 'data' | 'head' | 'nameOf'> {
  isWhole: boolean;
  onFold: () => void;
}

function Head({ data, head, nameOf, isWhole, onFold }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          {data.kinds.length > 0 ? (
            <button type="button" className={styles.pick} onClick={onFold}>
              {isWhole ? 'Свернуть виды' : 'Развернуть виды'}
            </button>
          ) : (
            head
          )}
        </th>
        {data.columns.map((column) => (
          <th key={column.key} scope="col">
            {nameOf(column.key, column.name)}, ₽
          </th>
        ))}
        <th scope="col">Всего, ₽</th>
      </tr>
    </thead>
  );
}

interface FoldProps extends PivotTableProps {
  line: PivotLine;
  row: string | null;
  kinds: readonly PivotLine[];
  isOpen: boolean;
  onToggle: () => void;
  children?: React.ReactNode;
}

/** A row and, opened, the kinds that it is the sum of. */
function Fold({ line, row, kinds, isOpen, onToggle, children, ...props }: FoldProps) {
  return (
    <Fragment>
      <tr>
        <th scope="row">
          {kinds.length > 0 ? <FoldButton name={line.name} isOpen={isOpen} onToggle={onToggle} /> : line.name}
          {children}
        </th>
        <Sums {...props} line={line} name={line.name} at={{ row, kind: null }} />
      </tr>
      {isOpen &&
        kinds.map((kind) => (
          <tr key={kind.key} className={own.kind}>
            <th scope="row">{kind.name}</th>
            <Sums {...props} line={kind} name={`${line.name}, ${kind.name}`} at={{ row, kind: kind.key }} />
          </tr>
        ))}
    </Fragment>
  );
}

interface SumsProps extends Pick<PivotTableProps, 'data' | 'nameOf' | 'behind' | 'onOpen'> {
  line: PivotLine;
  name: string;
  at: Omit<PivotCell, 'column'>;
}

function Sums({ data, nameOf, behind, onOpen, line, name, at }: SumsProps) {
  const sum = (one: { kopecks: number; lines: number }, column: string | null, word: string) => {
    const what = at.row === null && at.kind === null && column === null ? name : `${name}, ${word}`;
    return (
      <Figure
        label={`${what}: ${formatSum(one.kopecks)}, открыть операции`}
        isNothing={!one.lines}
        opens={behind({ ...at, column })}
        onOpen={onOpen}
      >
        {one.lines ? formatSum(one.kopecks) : '—'}
      </Figure>
    );
  };
  return (
    <>
      {line.cells.map((cell, nth) => {
        const { key, name: columnName } = data.columns[nth]!;
        return <td key={key}>{sum(cell, key, nameOf(key, columnName))}</td>;
      })}
      <td>{sum(line, null, 'всего')}</td>
    </>
  );
}
