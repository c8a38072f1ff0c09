// Joined switch: a few views of the same thing, one of them on.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { formatNumber } from './format.ts';
import styles from './panels.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Muted figure after the words: «Действующие 1 248». */
  count?: number | undefined;
}

export interface SegmentedProps<Value extends string> {
  /** What is switched, for screen readers: «Состояние гаражей». */
  label: string;
  value: Value;
  options: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  /** 32 px beside a title instead of 36. */
  small?: boolean;
}

/** Buttons in one rim; the one that is on is pressed for screen readers too. */
export function Segmented<Value extends string>({ label, value, options, onChange, small }: SegmentedProps<Value>) {
  return (
    <div role="group" aria-label={label} className={cx(styles.segmented, small && styles.small)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.segment}
          aria-pressed={option.value === value}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.icon}
          <span>{option.label}</span>
          {option.count !== undefined && <span className={styles.segmentCount}>{formatNumber(option.count)}</span>}
        </button>
      ))}
    </div>
  );
}
