// The frame of the two pages of the books: penalties, closing.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import styles from './books.module.css';

export interface BooksPageProps {
  title: string;
  children: ReactNode;
  /** The bar at the foot. */
  bar?: ReactNode;
}

export function BooksPage({ title, children, bar }: BooksPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <nav className={styles.crumbs} aria-label="Путь">
          <Link to={pages.contributions}>Взносы</Link> › {title}
        </nav>
        <h1>{title}</h1>
      </header>
      <div className={styles.body}>{children}</div>
      {bar && <div className={styles.bar}>{bar}</div>}
    </div>
  );
}

/** A number with its words. */
export function Figure({ label, children, note }: { label: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <small>{label}</small>
      <b>{children}</b>
      {note && <span>{note}</span>}
    </div>
  );
}
