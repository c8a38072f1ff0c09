// A sum of money, coloured only when it is a debt or an advance.
import { cx } from './cx.ts';
import { formatMoney } from './format.ts';
import styles from './money.module.css';

export interface MoneyProps {
  kopecks: number;
  /**
   * `plain`: no colour, a minus for a negative sum. `balance`: below zero a debt (red, no sign), above zero an advance
   * (green, «+»), zero grey. `debt`: the sum itself is what is owed. `advance`: the sum itself is prepaid.
   */
  tone?: 'plain' | 'balance' | 'debt' | 'advance';
  /** `display` is the large figure of a card. */
  size?: 'inherit' | 'display';
  className?: string;
}

/** «4 500,00 ₽» that never wraps; screen readers hear «долг» or «аванс» before a balance. */
export function Money({ kopecks, tone = 'plain', size = 'inherit', className }: MoneyProps) {
  const kind = kindOf(kopecks, tone);
  const text = kind === 'plain' ? formatMoney(kopecks) : formatMoney(Math.abs(kopecks));
  const spoken =
    tone === 'balance' && kind === 'debt' ? 'долг ' : tone === 'balance' && kind === 'advance' ? 'аванс ' : null;
  return (
    <span className={cx(styles.money, styles[kind], size === 'display' && styles.display, className)}>
      {spoken && <span className={styles.spoken}>{spoken}</span>}
      {kind === 'advance' && '+'}
      {text}
    </span>
  );
}

function kindOf(kopecks: number, tone: NonNullable<MoneyProps['tone']>): 'plain' | 'zero' | 'debt' | 'advance' {
  if (tone === 'plain') return 'plain';
  if (kopecks === 0) return 'zero';
  if (tone === 'balance') return kopecks < 0 ? 'debt' : 'advance';
  return tone;
}
