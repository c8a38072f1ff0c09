// Chip of a filter in force: muted name, value, a cross that drops it.
import CloseIcon from '@mui/icons-material/Close';
import { cx } from './cx.ts';
import styles from './chips.module.css';

export interface FilterChipProps {
  /** Name of the condition, muted: «Секция». */
  label: string;
  value: string;
  /** Drops the condition. */
  onRemove: () => void;
  /** Opens the condition in place; without it the words are not a button. */
  onOpen?: () => void;
  open?: boolean;
}

/** 30 px chip (44 px for a finger). */
export function FilterChip({ label, value, onRemove, onOpen, open }: FilterChipProps) {
  const words = (
    <>
      <span className={styles.muted}>{label}</span>
      <span className={styles.value}>{value}</span>
    </>
  );
  return (
    <span className={cx(styles.filter, open && styles.open)}>
      {onOpen ? (
        <button type="button" className={styles.words} onClick={onOpen} aria-expanded={open ?? false}>
          {words}
        </button>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Убрать условие «${label}»`}>
        <CloseIcon />
      </button>
    </span>
  );
}
