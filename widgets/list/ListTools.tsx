// Tools over a list: the search box, the choice of columns, saved views.
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import SaveIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { useListContext, useStore } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { Checkbox } from '../Checkbox.tsx';
import { TextBox } from '../TextInput.tsx';
import { useBurger } from '../useScreen.ts';
import type { Column } from './RegisterTable.tsx';
import styles from './list.module.css';

export interface ListViews {
  saved: readonly { id: number; name: string; state: Record<string, unknown> }[];
  onSave: (name: string, state: Record<string, unknown>) => void;
  onDelete: (id: number) => void;
}

const SEARCH_DELAY_MS = 300;

export function SearchField({ filterKey, label }: { filterKey: string; label: string }) {
  const { filterValues, setFilters } = useListContext();
  const kept = String(filterValues[filterKey] ?? '');
  const [text, setText] = useState(kept);
  useEffect(() => setText(kept), [kept]);
  useEffect(() => {
    if (text === kept) return;
    const timer = setTimeout(() => {
      const { [filterKey]: _old, ...rest } = filterValues;
      setFilters(text.trim() ? { ...rest, [filterKey]: text } : rest, undefined, false);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
    // Only what was typed starts the clock.
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
        maxLength={100}
      />
    </div>
  );
}

export function useColumns<Row>(columns: readonly Column<Row>[], storeKey: string) {
  const burger = useBurger();
  const defaults = columns.filter((column) => column.optional).map((column) => column.key);
  const [chosen, setHidden] = useStore<string[] | null>(`${storeKey}.columns`, null);
  const hidden = chosen ?? [
    ...defaults,
    ...(burger ? columns.filter((column) => column.wide).map((column) => column.key) : []),
  ];
  const hiddenKeys = hidden.join();
  const shown = useMemo(
    () => columns.filter((column) => column.fixed || !hiddenKeys.split(',').includes(column.key)),
    [columns, hiddenKeys],
  );
  return { shown, hidden, setHidden: (keys: string[] | null) => setHidden(keys) };
}

export function ColumnsMenu<Row>({
  columns,
  shown,
  hidden,
  setHidden,
}: {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  hidden: string[];
  setHidden: (keys: string[] | null) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button startIcon={<ColumnsIcon />} aria-haspopup="true" onClick={(event) => setAnchor(event.currentTarget)}>
        Столбцы
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <div className={styles.checks} style={{ padding: '4px 16px' }}>
          {columns
            .filter((column) => !column.fixed)
            .map((column) => (
              <Checkbox
                key={column.key}
                label={column.label}
                value={shown.includes(column)}
                onChange={(on) => setHidden(on ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])}
              />
            ))}
          <Button variant="text" onClick={() => setHidden(null)}>
            Как было
          </Button>
        </div>
      </Menu>
    </>
  );
}

export function ViewsMenu({
  views,
  hidden,
  setHidden,
}: {
  views: ListViews;
  hidden: string[];
  setHidden: (keys: string[] | null) => void;
}) {
  const { filterValues, setFilters, sort, setSort } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [name, setName] = useState('');
  const apply = (state: Record<string, unknown>) => {
    setAnchor(null);
    setHidden((state.hidden as string[] | undefined) ?? null);
    setSort((state.sort as typeof sort | undefined) ?? sort);
    setFilters((state.filter as object | undefined) ?? {}, undefined, false);
  };
  return (
    <>
      <Button startIcon={<SaveIcon />} aria-haspopup="true" onClick={(event) => setAnchor(event.currentTarget)}>
        Виды
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <div style={{ padding: '4px 16px', width: 280 }} onKeyDown={(event) => event.stopPropagation()}>
          {views.saved.map((view) => (
            <div key={view.id} style={{ display: 'flex', justifyContent: 'space-between' }}>
              <button type="button" className={styles.reset} onClick={() => apply(view.state)}>
                {view.name}
              </button>
              <button
                type="button"
                className={styles.reset}
                aria-label={`Удалить вид ${view.name}`}
                onClick={() => views.onDelete(view.id)}
              >
                ×
              </button>
            </div>
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!name.trim()) return;
              views.onSave(name.trim(), { filter: filterValues, sort, hidden });
              setName('');
            }}
          >
            <TextBox label="Сохранить этот вид как" value={name} onChange={setName} maxLength={60} reserve={false} />
            <Button type="submit" sx={{ mt: 1 }} disabled={!name.trim()}>
              Сохранить
            </Button>
          </form>
        </div>
      </Menu>
    </>
  );
}
