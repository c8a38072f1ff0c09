// Filters of a list over the whole screen of a phone; their code comes after the first page.
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import type { ReactNode } from 'react';
import { IconButtonWithTip } from './IconButtonWithTip.tsx';
import styles from './panels.module.css';

export interface FilterSheetProps {
  id: string;
  open: boolean;
  onClose: () => void;
  onReset: (() => void) | undefined;
  /** What the button says: «Показать 86». */
  apply: string;
  children: ReactNode;
}

export default function FilterSheet({ id, open, onClose, onReset, apply, children }: FilterSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} fullScreen id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.sheetHead}>
        <h2 id={`${id}-title`} className={styles.sheetTitle}>
          Фильтры
        </h2>
        <IconButtonWithTip label="Закрыть фильтры" onClick={onClose}>
          <CloseIcon />
        </IconButtonWithTip>
      </div>
      <div className={styles.sheetBody}>{children}</div>
      <div className={styles.sheetFoot}>
        {onReset && (
          <Button variant="text" onClick={onReset}>
            Сбросить
          </Button>
        )}
        <Button variant="contained" onClick={onClose}>
          {apply}
        </Button>
      </div>
    </Dialog>
  );
}
