// Filters of a list: a button that opens them, a panel in the page, a sheet over it on a phone.
import FilterIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { Suspense, type ReactNode } from 'react';
import styles from './panels.module.css';
import { FilterSheet } from './overlay.tsx';
import { useNarrow } from './useScreen.ts';

export interface FilterToggleProps {
  open: boolean;
  onToggle: () => void;
  /** Conditions in force. */
  count: number;
  /** Id of the panel it opens. */
  controls?: string;
}

/** «Фильтры · 3». */
export function FilterToggle({ open, onToggle, count, controls }: FilterToggleProps) {
  return (
    <Button
      startIcon={<FilterIcon />}
      onClick={onToggle}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      className={open || count > 0 ? styles.toggleOn : undefined}
    >
      Фильтры{count > 0 && ` · ${count}`}
    </Button>
  );
}

export interface FilterPanelProps {
  id?: string;
  open: boolean;
  onClose: () => void;
  onReset?: () => void;
  /** What the phone's sheet says on its button: «Показать 86». */
  apply?: string;
  children: ReactNode;
}

/** Fields of the filters. Up to 768 px they fold into a sheet that covers the list. */
export function FilterPanel({ id, open, onClose, onReset, apply = 'Показать', children }: FilterPanelProps) {
  const narrow = useNarrow();
  if (narrow) {
    return (
      <FilterSheet open={open} onClose={onClose} onReset={onReset} apply={apply} id={id ?? 'filters'}>
        {children}
      </FilterSheet>
    );
  }
  if (!open) return null;
  // The panel comes whole: its fields may still be on their way.
  return (
    <Suspense>
      <section id={id} aria-label="Фильтры" className={styles.filters}>
        {children}
        {onReset && (
          <div className={styles.filtersFoot}>
            <Button variant="text" onClick={onReset}>
              Сбросить
            </Button>
          </div>
        )}
      </section>
    </Suspense>
  );
}
