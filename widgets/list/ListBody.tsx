// What a list shows in its middle: rows or cards, their waiting, the selection, or why there is nothing.
import { useListContext, type RaRecord } from 'react-admin';
import { Suspense, useMemo, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { EmptyState, ErrorNote, NothingFound } from '../EmptyState.tsx';
import { formatNumber } from '../format.ts';
import { later } from '../overlay.tsx';
import { useNarrow } from '../useScreen.ts';
import type { Column } from './columns.ts';
import { useCulprit, type Condition } from './culprit.ts';
import type { FilterActions } from './FilterBar.tsx';
import { ExportMenu, type ExportFormat } from './ListTools.tsx';
import { CardSkeleton } from '../TableSkeleton.tsx';
import { RowCards } from './RowCards.tsx';
import { RegisterTable, type GroupOf } from './RegisterTable.tsx';
import { useSelection, type SelectionModel } from './useSelection.ts';
import styles from './list.module.css';

const SelectionBar = later(() => import('./SelectionBar.tsx'));

export interface ListBodyProps<Row extends RaRecord> {
  title: string;
  columns: readonly Column<Row>[];
  storeKey: string;
  nameOf: (row: Row) => string;
  onOpen: (row: Row) => void;
  /** A row on a phone. */
  renderCard: (row: Row) => ReactNode;
  /** Lines over rows that begin a group. */
  groupOf?: GroupOf<Row> | undefined;
  /** What is said of the ticked rows; with it or `bulk` the rows have ticks. */
  selectionInfo?: ((selection: SelectionModel) => ReactNode) | undefined;
  /** The list is there to choose from: a phone has ticks too. */
  picks?: boolean | undefined;
  /** Actions over ticked rows. */
  bulk?: ((selection: SelectionModel) => ReactNode) | undefined;
  /** Takes the ticked rows away. */
  exporter?: ((format: ExportFormat, selection: SelectionModel) => void) | undefined;
  empty?: ReactNode;
  /** Conditions in force, the search among them. */
  conditions: readonly Condition[];
  /** The filter that the page itself keeps. */
  fixedFilter: object;
  actions: FilterActions;
  /** Id of the row that stands open beside the list. */
  beside?: number | null | undefined;
}

export function ListBody<Row extends RaRecord>(props: ListBodyProps<Row>) {
  const list = useListContext<Row>();
  const { data: rows, total = 0, filterValues, isPending, isFetching, isPlaceholderData, error } = list;
  const narrow = useNarrow();
  const ids = useMemo(() => (rows ?? []).map((row) => Number(row.id)), [rows]);
  const selection = useSelection(ids, total, JSON.stringify(filterValues));
  const hasTicks = Boolean(props.bulk ?? props.selectionInfo);
  if (error && !rows?.length) {
    return (
      <div className={cx(styles.scroll, styles.failed)}>
        <ErrorNote onRetry={() => void list.refetch()}>{(error as Error).message}</ErrorNote>
      </div>
    );
  }
  if (!isPending && !rows?.length) {
    return (
      <div className={styles.scroll} data-help="rows">
        {props.conditions.length ? <NothingByFilter {...props} /> : (props.empty ?? <EmptyState />)}
      </div>
    );
  }
  const showsBar = hasTicks && selection.count > 0 && (!narrow || props.picks === true);
  return (
    <div className={styles.body} data-help="rows">
      <div
        className={cx(styles.scroll, isFetching && isPlaceholderData && styles.stale, showsBar && styles.underBar)}
        aria-busy={isFetching}
      >
        {narrow ? (
          <Cards
            rows={isPending ? undefined : rows}
            title={props.title}
            renderCard={props.renderCard}
            groupOf={props.groupOf}
            nameOf={props.nameOf}
            selection={props.picks ? selection : undefined}
          />
        ) : (
          <RegisterTable
            columns={props.columns}
            rows={isPending ? null : rows}
            selection={hasTicks ? selection : undefined}
            onOpen={props.onOpen}
            label={props.title}
            nameOf={props.nameOf}
            groupOf={props.groupOf}
            storeKey={props.storeKey}
            beside={props.beside}
          />
        )}
      </div>
      {showsBar && (
        <Suspense>
          <SelectionBar
            selection={selection}
            total={total}
            info={props.selectionInfo?.(selection)}
            actions={
              <>
                {props.bulk?.(selection)}
                {props.exporter && <ExportMenu once onExport={(format) => props.exporter?.(format, selection)} />}
              </>
            }
          />
        </Suspense>
      )}
    </div>
  );
}

/** Cards, or their outlines until the rows come. */
const Cards = <Row extends RaRecord>({
  rows,
  ...rest
}: Omit<Parameters<typeof RowCards<Row>>[0], 'rows'> & { rows: readonly Row[] | undefined }) =>
  rows ? <RowCards rows={rows} {...rest} /> : <CardSkeleton />;

/** Names the condition that cost the results, when it is one of them. */
function NothingByFilter<Row extends RaRecord>({ conditions, fixedFilter, actions }: ListBodyProps<Row>) {
  const culprit = useCulprit(conditions, fixedFilter, true);
  return (
    <NothingFound
      onReset={actions.reset}
      culprit={
        culprit && conditions.length > 1 ? { label: culprit.label, onDrop: () => actions.drop(culprit.key) } : undefined
      }
    >
      {culprit && `Без условия «${culprit.label}» нашлось бы ${formatNumber(culprit.found)}.`}
    </NothingFound>
  );
}
