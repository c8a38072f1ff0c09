// The enamel number plate: how a garage is written everywhere, and the link to it.
import { Link } from 'react-router';
import { cx } from './cx.ts';
import styles from './plate.module.css';

export interface GaragePlateProps {
  /** Row or letter of the garage; a plate without it has one part. */
  section?: string | null;
  /** Number as painted on the gate: «45», «45а», «12/3». */
  number: string | number;
  /** `s` in a sentence, `table` in a row, `m` on a phone card, `l` with rivets on the garage's own page. */
  size?: 's' | 'table' | 'm' | 'l';
  /** Dashed rim. */
  archived?: boolean;
  /** Inverted: the garage this page is about, among its neighbours. */
  current?: boolean;
  /** Address of the garage; without it the plate is a picture with a name. */
  to?: string;
}

/** A garage as «секция | номер»; read aloud as «Гараж А, 45». */
export function GaragePlate({ section, number, size = 'table', archived, current, to }: GaragePlateProps) {
  const name = `Гараж ${section ? `${section}, ` : ''}${number}${archived ? ', в архиве' : ''}`;
  const look = cx(styles.plate, styles[size], archived && styles.archived, current && styles.current);
  const shared = { className: look, 'aria-label': name };
  const face = (
    <>
      {section && <span className={styles.section}>{section}</span>} <span className={styles.number}>{number}</span>
    </>
  );
  if (!to) {
    return (
      <span role="img" {...shared}>
        {face}
      </span>
    );
  }
  return (
    <Link to={to} aria-current={current ? 'page' : undefined} {...shared}>
      {face}
    </Link>
  );
}
