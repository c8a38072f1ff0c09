// The bar of main actions under a page on a phone; not there where the screen is wide, nor on paper.
import type { ReactNode } from 'react';
import styles from './panels.module.css';

export const PhoneBar = ({ children }: { children: ReactNode }) => <div className={styles.phoneBar}>{children}</div>;
