// Tools over a list: the search box, the choice of columns, saved views, export, the order on a phone.
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import SaveIcon from '@mui/icons-material/BookmarkBorderOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Checkbox } from '../Checkbox.tsx';
import { Dropdown } from '../Dropdown.tsx';
import { TextBox } from '../TextInput.tsx';
import { later } from '../overlay.tsx';
import type { Column, ColumnState } from './columns.ts';
import { PopoverButton } from './PopoverButton.tsx';
import styles from './list.module.css';
import type { ListViews, ViewNaming } from './ViewsBox.tsx';

export type { ListViews, ViewNaming };

const ViewsBox = later(() => import('./ViewsBox.tsx'));

/** `pdf` goes to the printer, `mail` by the clock. */
export type ExportFormat = 'xlsx' | 'csv' | 'pdf' | 'mail';

const SEARCH_DELAY_MS = 300;

/** Searches 300 ms after the last key. What is being typed is never replaced by an answer that comes late. */
export function SearchField({
  filterKey,
  label,
  autoFocus,
}: {
  filterKey: string;
  label: string;
  autoFocus?: boolean;
}) {
  const { filterValues, setFilters } = useListContext();
  const kept = String(filterValues[filterKey] ?? '');
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  useEffect(() => {
    // Changed by somebody else: «Назад», «Сбросить», a saved view.
    if (kept === sent.current) return;
    sent.current = kept;
    setText(kept);
  }, [kept]);
  const send = useEffectEvent((wanted: string) => {
    sent.current = wanted;
    const { [filterKey]: _old, ...rest } = filterValues;
    setFilters(wanted ? { ...rest, [filterKey]: wanted } : rest, undefined, false);
  });
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => send(wanted), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={styles.search}>
      <TextBox
        label={label}
        hideLabel
        reserve={false}
        placeholder={label}
        value={text}
        onChange={setText}
        type="search"
        start={<SearchIcon fontSize="small" />}
        maxLength={100}
        autoFocus={autoFocus ?? false}
      />
    </div>
  );
}

/** Takes away what is on screen: the shown columns, the filter and the order in force; of rows that are ticked, once. */
export function ExportMenu({ onExport, once }: { onExport: (format: ExportFormat) => void; once?: boolean }) {
  const { total } = useListContext();
  return (
    <Dropdown
      label="Выгрузить"
      startIcon={<DownloadIcon />}
      disabled={!total}
      items={[
        {
          key: 'xlsx',
          label: 'Книга Excel (.xlsx)',
          hint: 'Столбцы, отбор и порядок как на экране',
          onSelect: () => onExport('xlsx'),
        },
        { key: 'csv', label: 'Текст с разделителями (.csv)', onSelect: () => onExport('csv') },
        { key: 'pdf', label: 'На бумагу', hint: 'Тот же список с итогами, лист А4', onSelect: () => onExport('pdf') },
        ...(once ? [] : [{ key: 'mail', label: 'Присылать по почте…', onSelect: () => onExport('mail') }]),
      ]}
    />
  );
}

export function ColumnsMenu<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: ColumnState<Row> }) {
  const { shown, choice, setChoice } = state;
  return (
    <PopoverButton label="Столбцы" icon={<ColumnsIcon />}>
      {() => (
        <>
          <div className={styles.checks}>
            {columns
              .filter((column) => !column.fixed)
              .map((column) => (
                <Checkbox
                  key={column.key}
                  label={column.label}
                  value={shown.includes(column)}
                  onChange={(on) => setChoice({ ...choice, [column.key]: on })}
                />
              ))}
          </div>
          <Button variant="text" size="small" disabled={!Object.keys(choice).length} onClick={() => setChoice({})}>
            Как было
          </Button>
        </>
      )}
    </PopoverButton>
  );
}

interface ViewsMenuProps<Row> {
  views: ListViews;
  columns: ColumnState<Row>;
  naming: ViewNaming;
}

/** A saved view is the filter, the order, the page size and the columns under one name. */
export function ViewsMenu<Row>({ views, columns, naming }: ViewsMenuProps<Row>) {
  return (
    <PopoverButton label="Виды" icon={<SaveIcon />}>
      {(close) => (
        <ViewsBox views={views} naming={naming} choice={columns.choice} onChoice={columns.setChoice} onClose={close} />
      )}
    </PopoverButton>
  );
}

/** The order of cards: a phone has no heads to press. */
export function OrderMenu<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sort);
  const current = sortable.find((column) => column.sort === sort.field);
  const isUp = sort.order === 'ASC';
  if (!sortable.length) return null;
  return (
    <Dropdown
      label={current?.label ?? 'Порядок'}
      variant="text"
      startIcon={isUp ? <ArrowUpIcon titleAccess="по возрастанию" /> : <ArrowDownIcon titleAccess="по убыванию" />}
      items={sortable.map((column) => ({
        key: column.key,
        label: column.label,
        current: column === current,
        hint: column === current ? (isUp ? 'по возрастанию, нажмите: наоборот' : 'по убыванию, нажмите: наоборот') : '',
        onSelect: () => setSort({ field: column.sort!, order: column === current && isUp ? 'DESC' : 'ASC' }),
      }))}
    />
  );
}
