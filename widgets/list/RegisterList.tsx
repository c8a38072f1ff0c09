// A list page from its parts: title, search and filters, chips, table or cards, selection, totals. Knows no resource.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useListContext, type RaRecord } from 'ra-core';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Dropdown } from '../Dropdown.tsx';
import { EmptyState, ErrorNote, NothingFound } from '../EmptyState.tsx';
import { FilterChip } from '../FilterChip.tsx';
import { FilterPanel, FilterToggle } from '../FilterPanel.tsx';
import { formatNumber } from '../format.ts';
import { StickyBar } from '../StickyBar.tsx';
import { TableSkeleton } from '../TableSkeleton.tsx';
import { useNarrow } from '../useScreen.ts';
import { ColumnsMenu, SearchField, useColumns, ViewsMenu, type ListViews } from './ListTools.tsx';
import { RegisterTable, type Column } from './RegisterTable.tsx';
import { useSelection, type SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

export interface Chip {
  /** Filter key that the chip drops. */
  key: string;
  label: string;
  value: string;
}

export interface RegisterListProps<Row extends RaRecord> {
  title: string;
  /** Beside the title: a state switch. */
  switcher?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** At the right of the tools: the view switch. */
  viewSwitch?: ReactNode;
  /** Filter key of the search box; without it there is none. */
  searchKey?: string;
  searchLabel?: string;
  columns: readonly Column<Row>[];
  /** Key under which the choice of columns is kept. */
  storeKey: string;
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** A row on a phone. */
  renderCard: (row: Row) => ReactNode;
  /** Fields of the filter panel, over the filter values. */
  filters?: ReactNode;
  chips?: readonly Chip[];
  /** How many there are without filters, for «Найдено 86 из 1 248». */
  allCount?: number | undefined;
  totals?: (totals: Record<string, number>) => ReactNode;
  /** Actions over ticked rows; without it there are no ticks. */
  bulk?: (selection: SelectionModel) => ReactNode;
  /** Takes away what is on screen. */
  onExport?: (format: 'xlsx' | 'csv', columns: string[]) => void;
  views?: ListViews;
  empty?: ReactNode;
  /** Replaces the table: the section map. */
  instead?: ReactNode;
  /** Under the list on a phone. */
  phoneBar?: ReactNode;
}

export function RegisterList<Row extends RaRecord>(props: RegisterListProps<Row>) {
  const { title, chips = [], onExport, searchKey } = props;
  const { data = [], total = 0, filterValues, setFilters, meta } = useListContext<Row>();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { shown, hidden, setHidden } = useColumns(props.columns, props.storeKey);
  const drop = (key: string) => {
    const { [key]: _gone, ...rest } = filterValues;
    setFilters(rest, undefined, false);
  };
  const reset = () => setFilters({}, undefined, false);
  const totals = (meta as { totals?: Record<string, number> } | undefined)?.totals;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {props.switcher}
        <div className={styles.actions}>
          {onExport && !props.instead && (
            <Dropdown
              label="Выгрузить"
              startIcon={<DownloadIcon />}
              items={[
                {
                  key: 'xlsx',
                  label: 'Книга Excel (.xlsx)',
                  hint: 'Столбцы, отбор и порядок как на экране',
                  onSelect: () =>
                    onExport(
                      'xlsx',
                      shown.map((column) => column.key),
                    ),
                },
                {
                  key: 'csv',
                  label: 'Текст с разделителями (.csv)',
                  onSelect: () =>
                    onExport(
                      'csv',
                      shown.map((column) => column.key),
                    ),
                },
              ]}
            />
          )}
          {props.actions}
        </div>
      </div>
      <div className={styles.tools}>
        {searchKey && !props.instead && <SearchField filterKey={searchKey} label={props.searchLabel ?? 'Поиск'} />}
        {props.filters && !props.instead && (
          <FilterToggle open={open} onToggle={() => setOpen(!open)} count={chips.length} controls={panelId} />
        )}
        {props.views && !props.instead && <ViewsMenu views={props.views} hidden={hidden} setHidden={setHidden} />}
        <div className={styles.right}>
          {props.viewSwitch}
          {!props.instead && (
            <ColumnsMenu columns={props.columns} shown={shown} hidden={hidden} setHidden={setHidden} />
          )}
        </div>
      </div>
      {props.filters && !props.instead && (
        <div className={styles.filters}>
          <FilterPanel
            id={panelId}
            open={open}
            onClose={() => setOpen(false)}
            onReset={reset}
            apply={`Показать ${formatNumber(total)}`}
          >
            {props.filters}
          </FilterPanel>
        </div>
      )}
      {!props.instead && (chips.length > 0 || Boolean(searchKey && filterValues[searchKey])) && (
        <div className={styles.chips}>
          {chips.map((chip) => (
            <FilterChip
              key={chip.key}
              label={chip.label}
              value={chip.value}
              onRemove={() => drop(chip.key)}
              onOpen={() => setOpen(true)}
            />
          ))}
          <button type="button" className={styles.reset} onClick={reset}>
            Сбросить
          </button>
          <span className={styles.found} role="status">
            Найдено {formatNumber(total)}
            {props.allCount !== undefined && ` из ${formatNumber(props.allCount)}`}
          </span>
        </div>
      )}
      {props.instead || <ListBody {...props} rows={data} shown={shown} onReset={reset} onDrop={drop} />}
      {!props.instead && <Footer totals={totals && props.totals?.(totals)} />}
      {props.phoneBar}
    </div>
  );
}

function ListBody<Row extends RaRecord>(
  props: RegisterListProps<Row> & {
    rows: readonly Row[];
    shown: readonly Column<Row>[];
    onReset: () => void;
    onDrop: (key: string) => void;
  },
) {
  const { rows, shown, chips = [], bulk, searchKey } = props;
  const {
    total = 0,
    filterValues,
    isPending,
    isFetching,
    isPlaceholderData,
    error,
    refetch,
  } = useListContext<Row>() as ReturnType<typeof useListContext<Row>> & { isPlaceholderData?: boolean };
  const narrow = useNarrow();
  const ids = useMemo(() => rows.map((row) => Number(row.id)), [rows]);
  const selection = useSelection(ids, total, JSON.stringify(filterValues));
  if (error) {
    return (
      <div className={styles.scroll} style={{ padding: 24 }}>
        <ErrorNote onRetry={() => void refetch()}>{(error as Error).message}</ErrorNote>
      </div>
    );
  }
  if (isPending) {
    return (
      <div className={styles.scroll}>
        <TableSkeleton
          columns={shown.map((column) => ({
            label: column.label,
            width: column.width ?? '1fr',
            ...(column.align ? { kind: 'money' as const } : {}),
          }))}
          rows={14}
        />
      </div>
    );
  }
  if (!rows.length) {
    const filtered = chips.length > 0 || Boolean(searchKey && filterValues[searchKey]);
    const last = chips.at(-1);
    return (
      <div className={styles.scroll}>
        {filtered ? (
          <NothingFound
            onReset={props.onReset}
            culprit={chips.length > 1 && last ? { label: last.label, onDrop: () => props.onDrop(last.key) } : undefined}
          />
        ) : (
          (props.empty ?? <EmptyState />)
        )}
      </div>
    );
  }
  return (
    <div className={styles.body}>
      <div
        className={cx(styles.scroll, isFetching && isPlaceholderData && styles.stale)}
        style={selection.count ? { scrollPaddingBottom: 60, paddingBottom: 52 } : undefined}
      >
        {narrow ? (
          <ul className={styles.cards} aria-label={props.title}>
            {rows.map((row) => (
              <li key={row.id}>{props.renderCard(row)}</li>
            ))}
          </ul>
        ) : (
          <RegisterTable
            columns={shown}
            rows={rows}
            selection={bulk ? selection : undefined}
            onOpen={props.onOpen}
            label={props.title}
            nameOf={props.nameOf}
          />
        )}
      </div>
      {bulk && selection.count > 0 && (
        <div className={styles.bar} style={{ bottom: 0 }}>
          <StickyBar
            ink
            label="Действия с выбранным"
            info={
              <>
                <b>Выбрано {formatNumber(selection.count)}</b>
                {!selection.all && selection.count < total && (
                  <button type="button" className={styles.selectAll} onClick={selection.selectAll}>
                    Выбрать все {formatNumber(total)} по фильтру
                  </button>
                )}
              </>
            }
          >
            {bulk(selection)}
            <Button variant="text" sx={{ color: 'var(--gr-onInk)' }} onClick={selection.clear}>
              Снять выбор
            </Button>
          </StickyBar>
        </div>
      )}
    </div>
  );
}

function Footer({ totals }: { totals: ReactNode }) {
  const { total = 0, page, perPage, setPage, setPerPage } = useListContext();
  if (!total) return null;
  const first = (page - 1) * perPage + 1;
  return (
    <div className={styles.footer}>
      <div className={styles.totals}>{totals}</div>
      <div className={styles.pager}>
        <span>Строк</span>
        {[25, 50, 100].map((size) => (
          <button key={size} type="button" aria-pressed={size === perPage} onClick={() => setPerPage(size)}>
            {size}
          </button>
        ))}
        <span>
          {formatNumber(first)}–{formatNumber(Math.min(total, page * perPage))} из {formatNumber(total)}
        </span>
        <button type="button" aria-label="Предыдущая страница" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          ‹
        </button>
        <button
          type="button"
          aria-label="Следующая страница"
          disabled={page * perPage >= total}
          onClick={() => setPage(page + 1)}
        >
          ›
        </button>
      </div>
    </div>
  );
}
