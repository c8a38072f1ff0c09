// What one must know before changing a list: above the list and above its form.
import type { ReactNode } from 'react';
import { Note } from '../../../widgets/Note.tsx';
import styles from './references.module.css';

export const Advice = ({ children }: { children: ReactNode }) => (
  <div className={styles.advice}>
    <Note tone="amber">{children}</Note>
  </div>
);
