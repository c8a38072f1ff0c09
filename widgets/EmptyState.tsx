// Empty, not found, failed: what to say and what to do next.
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Note } from './Note.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  title?: string;
  /** One sentence: what would be here. */
  children?: ReactNode;
  /** Next action: one primary button, maybe a second outlined. */
  actions?: ReactNode;
}

/** «Здесь пока пусто» under three plates. */
export function EmptyState({ title = 'Здесь пока пусто', children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <EmptyPlates />
      <h2 className={styles.title}>{title}</h2>
      {children && <p className={styles.sentence}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export interface NothingFoundProps {
  children?: ReactNode;
  onReset: () => void;
  /** The condition that cost the results: an offer to drop only it. */
  culprit?: { label: string; onDrop: () => void } | undefined;
}

/** «Ничего не найдено» with «Сбросить фильтры» and «Убрать только „Долг“». */
export function NothingFound({ children, onReset, culprit }: NothingFoundProps) {
  return (
    <div className={styles.state} role="status">
      <SearchIcon className={styles.bigIcon} aria-hidden="true" />
      <h2 className={styles.title}>Ничего не найдено</h2>
      {children && <p className={styles.sentence}>{children}</p>}
      <div className={styles.actions}>
        <Button variant="contained" onClick={onReset}>
          Сбросить фильтры
        </Button>
        {culprit && <Button onClick={culprit.onDrop}>Убрать только «{culprit.label}»</Button>}
      </div>
    </div>
  );
}

export interface ErrorNoteProps {
  title?: string;
  /** What happened in human words. */
  children?: ReactNode;
  onRetry?: () => void;
}

/** A part of the page did not load: says so in place and offers to try again. */
export function ErrorNote({ title = 'Не удалось загрузить', children, onRetry }: ErrorNoteProps) {
  return (
    <Note
      tone="red"
      role="alert"
      title={title}
      action={
        onRetry && (
          <Button size="small" onClick={onRetry}>
            Повторить
          </Button>
        )
      }
    >
      {children}
    </Note>
  );
}

function EmptyPlates() {
  return (
    <svg className={styles.plates} width="170" height="52" viewBox="0 0 170 52" aria-hidden="true" fill="none">
      <g stroke="var(--gr-lineStrong)" strokeWidth="1.5" strokeDasharray="4 4">
        <rect x="3" y="11" width="50" height="30" rx="5" />
        <rect x="117" y="11" width="50" height="30" rx="5" />
        <path d="M19 11v30M133 11v30" />
      </g>
      <g stroke="var(--gr-plateLine)" strokeWidth="1.5">
        <rect x="60" y="5" width="50" height="36" rx="6" fill="var(--gr-plate)" />
        <path d="M77 5v36" />
      </g>
      <path d="M1 50h168" stroke="var(--gr-line)" strokeWidth="1.5" />
    </svg>
  );
}
