// A list page from its parts: title, search and filters, chips, table or cards, selection, totals. Knows no resource.
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { useListContext, type RaRecord } from 'react-admin';
import { useId, useRef, useState, type ReactNode } from 'react';
import { FilterPanel, FilterToggle } from '../FilterPanel.tsx';
import { formatNumber } from '../format.ts';
import { useNarrow } from '../useScreen.ts';
import { useColumns, useWidth, type Column, type ColumnState } from './columns.ts';
import { FilterChips, FoundCount, ResetButton, useFilterActions, type Chip, type FilterActions } from './FilterBar.tsx';
import { ListBody } from './ListBody.tsx';
import type { GroupOf } from './RegisterTable.tsx';
import { ListFooter } from './ListFooter.tsx';
import {
  ColumnsMenu,
  ExportMenu,
  OrderMenu,
  SearchField,
  ViewsMenu,
  type ExportFormat,
  type ListViews,
  type ViewNaming,
} from './ListTools.tsx';
import type { SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

export type { Chip } from './FilterBar.tsx';

export interface RegisterListProps<Row extends RaRecord> {
  title: string;
  /** Beside the title: a state switch with its counts; without it the title carries the count. */
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
  /** Id of the row that stands open beside the list. */
  beside?: number | null | undefined;
  /** A row on a phone. */
  renderCard: (row: Row) => ReactNode;
  /** Lines over rows that begin a group. */
  groupOf?: GroupOf<Row> | undefined;
  /** Fields of the filter panel, over the filter values; each in a `FilterField`. */
  filters?: ReactNode;
  chips?: readonly Chip[];
  /** How many there are without filters, for «Найдено 86 из 1 248». */
  allCount?: number | undefined;
  /** The permanent filter of the list, as `ListBase` has it. */
  fixedFilter?: object;
  totals?: (totals: Record<string, number>) => ReactNode;
  /** Beside the totals, at the foot: a sum that comes after the rows, the meaning of signs. */
  footNote?: ReactNode;
  /** What is said of the ticked rows: their debt. */
  selectionInfo?: (selection: SelectionModel) => ReactNode;
  /** The list is there to choose from: a phone has ticks too. */
  picks?: boolean;
  /** Actions over ticked rows; without both there are no ticks. */
  bulk?: (selection: SelectionModel) => ReactNode;
  /** Takes away what is on screen, or what is ticked of it. */
  onExport?: ((format: ExportFormat, what: Exported) => void) | undefined;
  views?: ListViews;
  empty?: ReactNode;
  /** Replaces the table: the section map. */
  instead?: ReactNode;
  /** What replaces the table stands under the same filters. */
  keepsTools?: boolean;
  /** Under the list on a phone. */
  phoneBar?: ReactNode;
}

/** What of a list is taken away. */
export interface Exported {
  /** Keys of the shown columns, in their order. */
  columns: string[];
  /** Conditions in words, for paper; null without any. */
  conditions: string | null;
  /** The ticked rows; all of the list without it. */
  selection?: SelectionModel;
}

const none: readonly Chip[] = [];

export function RegisterList<Row extends RaRecord>(props: RegisterListProps<Row>) {
  const { chips = none, searchKey, filters, onExport } = props;
  const { total, filterValues, meta } = useListContext<Row>();
  const narrow = useNarrow();
  const page = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const width = useWidth(page);
  const columns = useColumns(
    props.columns,
    props.storeKey,
    narrow ? 0 : width,
    Boolean(props.bulk ?? props.selectionInfo),
  );
  const actions = useFilterActions(tools);
  const [open, setOpen] = useState(false);
  // Kept here: the tools of a phone and of a desk are different ones, and a window may cross from one to the other.
  const naming = useState('');
  const panelId = useId();
  const search = searchKey && filterValues[searchKey] ? String(filterValues[searchKey]) : '';
  const sums = (meta as { totals?: Record<string, number> } | undefined)?.totals;
  const foot = (
    <>
      {sums && props.totals?.(sums)}
      {props.footNote}
    </>
  );
  const bare = Boolean(props.instead) && !props.keepsTools;
  const exporter =
    onExport &&
    ((format: ExportFormat, selection?: SelectionModel) =>
      onExport(format, {
        columns: columns.shown.map((column) => column.key),
        conditions: wordsOf(chips, search),
        ...(selection && { selection }),
      }));
  const exporting = exporter && <ExportMenu onExport={(format) => exporter(format)} />;
  const parts: ToolParts<Row> = {
    list: props,
    columns,
    naming,
    actions,
    isFiltered: chips.length > 0 || search !== '',
    toggle: filters ? (
      <FilterToggle open={open} onToggle={() => setOpen(!open)} count={chips.length} controls={panelId} />
    ) : null,
    exporting,
    openAll: () => setOpen(true),
  };
  return (
    <div ref={page} className={styles.page}>
      <div className={styles.head} data-help="head">
        <h1 className={styles.title}>
          {props.title}
          {!props.switcher && total !== undefined && <small> {formatNumber(props.allCount ?? total)}</small>}
        </h1>
        {props.switcher}
        <div className={styles.actions}>
          {!narrow && !props.instead && exporting}
          {props.actions}
        </div>
      </div>
      <div ref={tools} data-help="tools">
        {bare ? (
          <div className={styles.tools}>
            <div className={styles.right}>{props.viewSwitch}</div>
          </div>
        ) : narrow ? (
          <PhoneTools {...parts} totals={foot} />
        ) : (
          <DeskTools {...parts} />
        )}
      </div>
      {filters && !bare && (
        <div className={styles.filters}>
          <FilterPanel
            id={panelId}
            open={open}
            onClose={() => setOpen(false)}
            onReset={actions.reset}
            apply={`Показать ${formatNumber(total ?? 0)}`}
          >
            {filters}
          </FilterPanel>
        </div>
      )}
      {!narrow && !bare && parts.isFiltered && (
        <div className={styles.chips}>
          <FilterChips chips={chips} actions={actions} form={filters} />
          <ResetButton onReset={actions.reset} />
          {!props.instead && <FoundCount allCount={props.allCount} />}
        </div>
      )}
      {props.instead || (
        <ListBody
          {...props}
          exporter={exporter}
          columns={columns.shown}
          conditions={search && searchKey ? [...chips, { key: searchKey, label: 'Поиск' }] : chips}
          fixedFilter={props.fixedFilter ?? {}}
          actions={actions}
        />
      )}
      {!props.instead && <ListFooter totals={narrow ? null : foot} />}
      {props.phoneBar}
    </div>
  );
}

/** «Секция: А; Долг: есть; Поиск: иванов». */
const wordsOf = (chips: readonly Chip[], search: string): string | null =>
  [...chips.map(({ label, value }) => `${label}: ${value}`), ...(search ? [`Поиск: ${search}`] : [])].join('; ') ||
  null;

interface ToolParts<Row extends RaRecord> {
  list: RegisterListProps<Row>;
  columns: ColumnState<Row>;
  naming: ViewNaming;
  actions: FilterActions;
  isFiltered: boolean;
  toggle: ReactNode;
  exporting: ReactNode;
  openAll: () => void;
}

function DeskTools<Row extends RaRecord>({ list, columns, naming, toggle }: ToolParts<Row>) {
  return (
    <div className={styles.tools}>
      {list.searchKey && <SearchField filterKey={list.searchKey} label={list.searchLabel ?? 'Поиск'} />}
      {toggle}
      {list.views && <ViewsMenu views={list.views} columns={columns} naming={naming} />}
      <div className={styles.right}>
        {list.viewSwitch}
        {!list.instead && <ColumnsMenu columns={list.columns} state={columns} />}
      </div>
    </div>
  );
}

/** One strip that scrolls sideways, filters first and always in sight; under it the totals and the order. */
function PhoneTools<Row extends RaRecord>(props: ToolParts<Row> & { totals: ReactNode }) {
  const { list, columns, naming, actions, isFiltered } = props;
  const { filterValues } = useListContext();
  const [searching, setSearching] = useState(false);
  const { searchKey, chips = none } = list;
  const showsSearch = searching || Boolean(searchKey && filterValues[searchKey]);
  return (
    <>
      <div className={styles.strip}>
        {props.toggle && <span className={styles.sticky}>{props.toggle}</span>}
        {searchKey && props.toggle && (
          <IconButton
            aria-label={list.searchLabel ?? 'Поиск'}
            title={list.searchLabel ?? 'Поиск'}
            className={styles.searchToggle!}
            aria-expanded={showsSearch}
            onClick={() => setSearching(!searching)}
          >
            <SearchIcon />
          </IconButton>
        )}
        <FilterChips chips={chips} actions={actions} form={list.filters} onOpenAll={props.openAll} />
        {isFiltered && <ResetButton onReset={actions.reset} />}
        {list.views && <ViewsMenu views={list.views} columns={columns} naming={naming} />}
        {!list.instead && props.exporting}
      </div>
      {searchKey && (showsSearch || !props.toggle) && (
        <div className={styles.searchRow}>
          <SearchField filterKey={searchKey} label={list.searchLabel ?? 'Поиск'} autoFocus={searching} />
        </div>
      )}
      <div className={styles.orderRow}>
        <span className={styles.totals}>
          {isFiltered && !list.instead ? <FoundCount allCount={undefined} /> : null}
          {props.totals}
        </span>
        {!list.instead && <OrderMenu columns={list.columns} />}
      </div>
    </>
  );
}
