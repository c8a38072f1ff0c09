// A row that opens in place: a press or → opens, ← folds, ↑ ↓ walk from row to row.
import ExpandIcon from '@mui/icons-material/ChevronRight';
import type { KeyboardEvent } from 'react';
import styles from './statistics.module.css';

export function FoldButton({ name, isOpen, onToggle }: { name: string; isOpen: boolean; onToggle: () => void }) {
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) {
      const rows = [...event.currentTarget.closest('table')!.querySelectorAll<HTMLElement>('[aria-expanded]')];
      rows[rows.indexOf(event.currentTarget) + step]?.focus();
    } else if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) onToggle();
    else return;
    event.preventDefault();
  };
  return (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle} onKeyDown={press}>
      <ExpandIcon fontSize="small" aria-hidden="true" />
      {name}
    </button>
  );
}
