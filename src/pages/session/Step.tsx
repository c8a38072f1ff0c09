// One step of the entrance: a title, what is said, and the way back.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../../contract/pages.ts';
import { useActor } from '../../../providers/session.ts';
import { AlertNote } from '../../../widgets/Note.tsx';
import styles from './sign.module.css';

interface StepProps {
  title: string;
  children?: ReactNode;
  /** What went wrong. */
  trouble?: string | undefined;
  /** Where a dead link can be had anew. */
  onBack?: (() => void) | undefined;
}

export function Step({ title, trouble, onBack, children }: StepProps) {
  const actor = useActor();
  const label = actor ? 'К гаражам' : 'Ко входу';
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <AlertNote text={trouble} />
      {children}
      {onBack ? (
        <button type="button" className={styles.help} onClick={onBack}>
          {label}
        </button>
      ) : (
        <Link className={styles.help} to={pages.sign}>
          {label}
        </Link>
      )}
    </>
  );
}
