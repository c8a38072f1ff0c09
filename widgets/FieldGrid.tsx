// Fields side by side that fold to one column by themselves.
import type { ReactNode } from 'react';
import styles from './field.module.css';

export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;
