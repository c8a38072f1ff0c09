// Year marks: the shape of a debt. Empty is paid, half is partly paid, full is unpaid, a gap means there was no garage yet.
import { cx } from './cx.ts';
import styles from './marks.module.css';

export type YearMarkState = 'paid' | 'partly' | 'unpaid' | 'none';

export interface YearMark {
  year: number;
  state: YearMarkState;
}

export interface YearMarksProps {
  /** Years from left to right, usually the last three. */
  marks: readonly YearMark[];
  /** `table` 9×12, `phone` 12×14, `card` 13×28 with the year and the word beside each. */
  size?: 'table' | 'phone' | 'card';
}

const words: Record<YearMarkState, string> = {
  paid: 'оплачен',
  partly: 'частично',
  unpaid: 'не оплачен',
  none: 'гаража не было',
};

/** The marks with the same facts in words: «2024 оплачен, 2025 частично, 2026 не оплачен». */
export function YearMarks({ marks, size = 'table' }: YearMarksProps) {
  if (size === 'card') return <NamedMarks marks={marks} />;
  return (
    <span role="img" aria-label={describeMarks(marks)} className={cx(styles.marks, size === 'phone' && styles.phone)}>
      {marks.map((mark) => (
        <i key={mark.year} className={cx(styles.mark, styles[mark.state])} />
      ))}
    </span>
  );
}

/** The marks in words, years without a garage left out. */
export function describeMarks(marks: readonly YearMark[]): string {
  const said = marks.filter((mark) => mark.state !== 'none').map((mark) => `${mark.year} ${words[mark.state]}`);
  return said.join(', ') || 'начислений не было';
}

/** What the marks mean, for the foot of a list; there is no room for it on narrow screens. */
export const MarksLegend = () => (
  <span className={styles.legend} aria-label="Отметки годов">
    {(['paid', 'partly', 'unpaid'] as const).map((state) => (
      <span key={state}>
        <i aria-hidden="true" className={cx(styles.mark, styles[state])} /> {words[state]}
      </span>
    ))}
  </span>
);

/** Head of the column of marks: «24–26». */
export function marksTitle(marks: readonly YearMark[]): string {
  const short = (year: number | undefined) => String((year ?? 0) % 100).padStart(2, '0');
  return marks.length ? `${short(marks[0]?.year)}–${short(marks.at(-1)?.year)}` : '';
}

function NamedMarks({ marks }: { marks: readonly YearMark[] }) {
  const known = marks.filter((mark) => mark.state !== 'none');
  return (
    <ul className={styles.named}>
      {known.map((mark) => (
        <li key={mark.year}>
          <i className={cx(styles.mark, styles.card, styles[mark.state])} />
          <span>
            <b>{mark.year}</b> <span className={styles.word}>{words[mark.state]}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
