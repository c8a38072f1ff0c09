// The way back above the heading of a page with a form of its own.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './editor.module.css';

interface Props {
  /** Address of the list and its name. */
  to: string;
  list: string;
  /** What is open. */
  children: ReactNode;
}

export const Crumbs = ({ to, list, children }: Props) => (
  <nav className={styles.crumbs} aria-label="Путь">
    <Link to={to}>{list}</Link> › {children}
  </nav>
);
