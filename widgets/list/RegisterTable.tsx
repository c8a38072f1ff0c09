// The table of a list: dense rows, sticky head, sorting, ticks, the keyboard. Plain elements, so that a hundred rows are light.
import { useListContext, type RaRecord } from 'ra-core';
import { memo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import type { SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  /** CSS width; the one column without it takes the rest. */
  width?: string;
  align?: 'end';
  /** Field to sort by. */
  sort?: string;
  render: (row: Row) => ReactNode;
  /** Always shown: can't be switched off in «Столбцы». */
  fixed?: boolean;
  /** Hidden at 1024 px and less unless the person chose it. */
  wide?: boolean;
  /** Hidden until it is chosen. */
  optional?: boolean;
}

export interface RegisterTableProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  selection?: SelectionModel | undefined;
  onOpen: (row: Row) => void;
  /** Name of the list for screen readers. */
  label: string;
  /** How a row is named for its tick. */
  nameOf: (row: Row) => string;
}

export function RegisterTable<Row extends RaRecord>({
  columns,
  rows,
  selection,
  onOpen,
  label,
  nameOf,
}: RegisterTableProps<Row>) {
  const { sort, setSort } = useListContext();
  const body = useRef<HTMLTableSectionElement>(null);
  const walk = (event: KeyboardEvent<HTMLTableSectionElement>) => moveFocus(event, body.current);
  const pageOn = selection ? rows.filter((row) => selection.has(Number(row.id))).length : 0;
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <th className={styles.check}>
              <label>
                <input
                  type="checkbox"
                  aria-label="Выбрать строки страницы"
                  checked={rows.length > 0 && pageOn === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = pageOn > 0 && pageOn < rows.length;
                  }}
                  onChange={(event) => selection.togglePage(event.target.checked)}
                />
              </label>
            </th>
          )}
          {columns.map((column) => (
            <Head
              key={column.key}
              column={column}
              sort={sort}
              onSort={(field) =>
                setSort({ field, order: sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC' })
              }
            />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={walk}>
        {rows.map((row, index) => (
          <TableRow
            key={row.id}
            row={row}
            columns={columns as readonly Column<RaRecord>[]}
            isFirst={index === 0}
            selection={selection}
            isSelected={selection?.has(Number(row.id)) ?? false}
            onOpen={onOpen as (row: RaRecord) => void}
            name={nameOf(row)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: { field: string; order: string };
  onSort: (field: string) => void;
}) {
  const active = column.sort !== undefined && sort.field === column.sort;
  return (
    <th
      style={column.width ? { width: column.width } : undefined}
      className={column.align ? styles.end : undefined}
      aria-sort={active ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {column.sort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(column.sort!)}>
          {column.label}
          {active && <i aria-hidden="true">{sort.order === 'ASC' ? '↑' : '↓'}</i>}
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
  isFirst: boolean;
  isSelected: boolean;
  selection: SelectionModel | undefined;
  onOpen: (row: RaRecord) => void;
  name: string;
}

const TableRow = memo(
  function TableRow({ row, columns, isFirst, isSelected, selection, onOpen, name }: TableRowProps) {
    const id = Number(row.id);
    return (
      <tr
        tabIndex={isFirst ? 0 : -1}
        data-id={id}
        aria-selected={selection ? isSelected : undefined}
        onClick={(event) => {
          // Links, buttons and ticks inside the row do their own work; so does a text that is being selected.
          if ((event.target as HTMLElement).closest('a,button,label,input') || window.getSelection()?.toString())
            return;
          onOpen(row);
        }}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          if (event.key === 'Enter') onOpen(row);
          if (event.key === ' ' && selection) {
            event.preventDefault();
            selection.toggle(id, event.shiftKey);
          }
        }}
      >
        {selection && (
          <td className={styles.check}>
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={`Выбрать: ${name}`}
                checked={isSelected}
                onChange={() => {}}
                onClick={(event) => selection.toggle(id, event.shiftKey)}
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
  },
  (before, after) =>
    before.row === after.row &&
    before.columns === after.columns &&
    before.isSelected === after.isSelected &&
    before.selection === after.selection,
);

/** Arrows, Home and End walk the rows; one row at a time is a tab stop. */
function moveFocus(event: KeyboardEvent, body: HTMLTableSectionElement | null) {
  const rows = [...(body?.rows ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLTableRowElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || target === undefined || !rows[target]) return;
  event.preventDefault();
  rows[at]!.tabIndex = -1;
  rows[target].tabIndex = 0;
  rows[target].focus();
}
