// A note in the page: amber waits for the person, red is an error, blue informs.
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './panels.module.css';

export interface NoteProps {
  tone?: 'amber' | 'red' | 'blue';
  title?: ReactNode;
  /** Replaces the tone's own icon. */
  icon?: ReactNode;
  /** Buttons or links at the right. */
  action?: ReactNode;
  children?: ReactNode;
  /** `alert` for what has just gone wrong: it is read aloud at once. */
  role?: 'alert' | 'status';
}

const icons = { amber: <WarningIcon />, red: <ErrorIcon />, blue: <InfoIcon /> };

/** Tinted note of 13 px. */
export function Note({ tone = 'blue', title, icon, action, children, role }: NoteProps) {
  return (
    <div role={role} className={cx(styles.note, styles[tone])}>
      <span className={styles.noteIcon} aria-hidden="true">
        {icon ?? icons[tone]}
      </span>
      <div className={styles.noteBody}>
        {title && <div className={styles.noteTitle}>{title}</div>}
        {children}
      </div>
      {action && <div className={styles.noteAction}>{action}</div>}
    </div>
  );
}

/** What went wrong just now, read aloud at once; nothing while all is well. */
export function AlertNote({ text }: { text: string | false | null | undefined }) {
  if (!text) return null;
  return (
    <Note tone="red" role="alert">
      {text}
    </Note>
  );
}
