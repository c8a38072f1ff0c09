// The table of a list: dense rows, sticky head, sorting, ticks, the keyboard. Plain elements, so that a hundred rows are light.
import { useListContext, type RaRecord } from 'react-admin';
import {
  Fragment,
  memo,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useNavigationType } from 'react-router';
import { cx } from '../cx.ts';
import { tableWidth, type Column } from './columns.ts';
import type { SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

export type { Column } from './columns.ts';

/** What stands over a row; `former` is the row before it, undefined for the first. */
export type GroupOf<Row> = (row: Row, former: Row | undefined) => ReactNode;

export interface RegisterTableProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  /** `null` while they are being read: the head is there already. */
  rows: readonly Row[] | null;
  selection?: SelectionModel | undefined;
  onOpen: (row: Row) => void;
  /** Name of the list for screen readers. */
  label: string;
  /** How a row is named for its tick. */
  nameOf: (row: Row) => string;
  /** A line over a row that begins a group; null inside it. */
  groupOf?: GroupOf<Row> | undefined;
  /** Under this key the opened row is remembered: «Назад» puts the focus on it again. */
  storeKey: string;
  /** Id of the row that stands open beside the list. */
  beside?: number | null | undefined;
}

/** The last opened row of each list, for the way back. */
const opened = new Map<string, number>();

export function RegisterTable<Row extends RaRecord>(props: RegisterTableProps<Row>) {
  const { columns, rows, selection, label, nameOf } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { active, setActive, returned } = useActiveRow(rows, body, props.storeKey);
  const actions = useRowActions(props, setActive);
  return (
    <table
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={rows === null || undefined}
      style={{ minWidth: tableWidth(columns) + (selection ? 52 : 0) }}
    >
      <thead>
        <tr>
          {selection && <PageTick rows={rows ?? []} selection={selection} />}
          {columns.map((column) => (
            <Head key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        onKeyDown={(event) => {
          walk(event, body.current);
          if (event.key === 'Escape' && selection?.count) {
            event.stopPropagation();
            selection.clear();
          }
        }}
      >
        {rows === null && <Waiting columns={columns} hasTicks={Boolean(selection)} />}
        {rows?.map((row, at) => (
          <Fragment key={row.id}>
            <Group columns={columns.length + (selection ? 1 : 0)}>{props.groupOf?.(row, rows[at - 1])}</Group>
            <TableRow
              row={row}
              columns={columns as readonly Column<RaRecord>[]}
              isStop={Number(row.id) === active}
              isReturned={Number(row.id) === returned}
              isSelected={selection ? selection.has(Number(row.id)) : undefined}
              isBeside={props.beside === Number(row.id)}
              actions={actions}
              name={nameOf(row)}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const Group = ({ columns, children }: { columns: number; children: ReactNode }) =>
  children ? (
    <tr className={styles.group}>
      <th colSpan={columns} scope="colgroup">
        {children}
      </th>
    </tr>
  ) : null;

/** One row is a tab stop: the last focused, the one just returned to, else the first. */
function useActiveRow(
  rows: readonly RaRecord[] | null,
  body: { current: HTMLTableSectionElement | null },
  storeKey: string,
) {
  const isReturn = useNavigationType() === 'POP';
  const [returned] = useState(() => (isReturn ? (opened.get(storeKey) ?? null) : null));
  const [wanted, setActive] = useState(returned);
  const isThere = rows?.some((row) => Number(row.id) === wanted) ?? false;
  const pending = useRef(returned !== null);
  useEffect(() => {
    if (!pending.current || rows === null) return;
    pending.current = false;
    // The scroll is somebody else's; taking the focus must not move the page.
    body.current?.querySelector<HTMLElement>(`tr[data-id="${returned}"]`)?.focus({ preventScroll: true });
  }, [rows, body, returned]);
  return { active: isThere ? wanted : Number(rows?.[0]?.id), setActive, returned };
}

interface RowActions {
  open(row: RaRecord, event: MouseEvent | KeyboardEvent): void;
  toggle(id: number, range: boolean): void;
  remember(id: number): void;
  focused(id: number): void;
}

/** What rows may do, as one object that lasts as long as the table: a tick then draws one row, not a hundred. */
function useRowActions<Row extends RaRecord>(props: RegisterTableProps<Row>, setActive: (id: number) => void) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [actions] = useState<RowActions>(() => ({
    open(row, event) {
      const link = (event.currentTarget as HTMLElement).querySelector<HTMLAnchorElement>('a[href]');
      if ((event.ctrlKey || event.metaKey) && link) window.open(link.href, '_blank', 'noopener');
      else latest.current.onOpen(row as Row);
    },
    toggle: (id, range) => latest.current.selection?.toggle(id, range),
    remember: (id) => void opened.set(latest.current.storeKey, id),
    focused: setActive,
  }));
  return actions;
}

function PageTick({ rows, selection }: { rows: readonly RaRecord[]; selection: SelectionModel }) {
  const on = rows.filter((row) => selection.has(Number(row.id))).length;
  return (
    <th className={styles.check} scope="col">
      <label>
        <input
          type="checkbox"
          aria-label="Выбрать строки страницы"
          disabled={rows.length === 0}
          checked={rows.length > 0 && on === rows.length}
          ref={(box) => {
            if (box) box.indeterminate = on > 0 && on < rows.length;
          }}
          onChange={(event) => selection.togglePage(event.target.checked)}
        />
      </label>
    </th>
  );
}

function Head<Row>({ column }: { column: Column<Row> }) {
  const { sort, setSort } = useListContext();
  const active = column.sort !== undefined && sort.field === column.sort;
  const field = column.sort;
  return (
    <th
      scope="col"
      style={column.width ? { width: column.width } : undefined}
      className={column.align ? styles.end : undefined}
      aria-sort={active ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {field ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => setSort({ field, order: active && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {column.label}
          <i aria-hidden="true">{active ? (sort.order === 'ASC' ? '↑' : '↓') : ''}</i>
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

interface TableRowProps {
  row: RaRecord;
  columns: readonly Column<RaRecord>[];
  isStop: boolean;
  isReturned: boolean;
  /** Undefined where the list has no ticks. */
  isSelected: boolean | undefined;
  isBeside: boolean;
  actions: RowActions;
  name: string;
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, columns, isSelected, actions, name } = props;
  const id = Number(row.id);
  return (
    <tr
      tabIndex={props.isStop ? 0 : -1}
      data-id={id}
      data-returned={props.isReturned || undefined}
      aria-selected={isSelected}
      aria-current={props.isBeside || undefined}
      onFocus={(event) => event.target === event.currentTarget && actions.focused(id)}
      onClickCapture={() => actions.remember(id)}
      onClick={(event) => {
        // Links, buttons and ticks inside the row do their own work; so does a text that is being selected.
        if ((event.target as HTMLElement).closest('a,button,label,input') || window.getSelection()?.toString()) return;
        actions.open(row, event);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') {
          actions.remember(id);
          actions.open(row, event);
        }
        if (event.key === ' ' && isSelected !== undefined) {
          event.preventDefault();
          actions.toggle(id, event.shiftKey);
        }
      }}
    >
      {isSelected !== undefined && (
        <td className={styles.check}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Выбрать: ${name}`}
              checked={isSelected}
              onChange={() => {}}
              onClick={(event) => actions.toggle(id, event.shiftKey)}
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={cx(column.align && styles.end)}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
});

const bars = ['64%', '82%', '56%', '74%', '90%', '60%', '70%'];
const WAITING_ROWS = 14;

/** Rows before they come: the same heights and widths, so that nothing moves when they do. */
function Waiting<Row>({ columns, hasTicks }: { columns: readonly Column<Row>[]; hasTicks: boolean }) {
  return Array.from({ length: WAITING_ROWS }, (_, row) => (
    <tr key={row} className={styles.waiting} aria-hidden="true">
      {hasTicks && (
        <td className={styles.check}>
          <i className={styles.boneTick} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} className={cx(column.align && styles.end)}>
          <i
            className={cx(styles.bone, column.skeleton === 'plate' && styles.bonePlate)}
            style={column.skeleton === 'plate' ? undefined : { width: bars[(row + index) % bars.length] }}
          />
        </td>
      ))}
    </tr>
  ));
}

/** Arrows, Home and End walk the rows. */
function walk(event: KeyboardEvent, body: HTMLTableSectionElement | null) {
  const rows = [...(body?.rows ?? [])].filter((row) => row.dataset.id !== undefined);
  const at = rows.findIndex((row) => row === event.target);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || target === undefined || !rows[target]) return;
  event.preventDefault();
  rows[target].focus();
}
