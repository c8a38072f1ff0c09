// Filters of a list: a button that opens them, a panel in the page, a sheet over it on a phone.
import CloseIcon from '@mui/icons-material/Close';
import FilterIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';
import styles from './panels.module.css';
import { Dialog } from './overlay.tsx';
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
  const reset = onReset && (
    <Button variant="text" onClick={onReset}>
      Сбросить
    </Button>
  );
  if (narrow) {
    return (
      <Dialog open={open} onClose={onClose} fullScreen id={id} aria-labelledby={`${id ?? 'filters'}-title`}>
        <div className={styles.sheetHead}>
          <h2 id={`${id ?? 'filters'}-title`} className={styles.sheetTitle}>
            Фильтры
          </h2>
          <IconButtonWithTip label="Закрыть фильтры" onClick={onClose}>
            <CloseIcon />
          </IconButtonWithTip>
        </div>
        <div className={styles.sheetBody}>{children}</div>
        <div className={styles.sheetFoot}>
          {reset}
          <Button variant="contained" onClick={onClose}>
            {apply}
          </Button>
        </div>
      </Dialog>
    );
  }
  if (!open) return null;
  return (
    <section id={id} aria-label="Фильтры" className={styles.filters}>
      {children}
      {reset && <div className={styles.filtersFoot}>{reset}</div>}
    </section>
  );
}
