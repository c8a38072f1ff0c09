// A figure of a table: a button that opens the rows behind it.
import { use, type ReactNode } from 'react';
import { cx } from '../../widgets/cx.ts';
import { isTold, TipContext } from './FigureTips.tsx';
import styles from './statistics.module.css';
import type { StatView } from './statView.ts';

interface FigureProps {
  label: string;
  isNothing: boolean;
  children: ReactNode;
  className?: string | undefined;
  /** The rows behind it; of the ledger and of debts a tip tells how many they are. */
  opens: StatView;
  onOpen: (opens: StatView) => void;
}

/** A figure is a button that opens its rows; nothing opens nothing. */
export function Figure({ label, isNothing, children, className, opens, onOpen }: FigureProps) {
  const tip = useTip(opens);
  if (isNothing) return <span className={styles.zero}>{children}</span>;
  return (
    <button
      type="button"
      className={cx(styles.pick, className)}
      aria-label={label}
      onClick={() => onOpen(opens)}
      {...tip}
    >
      {children}
    </button>
  );
}

/** Handlers of a button that shows the tip of its figure. A finger opens the rows at once. */
export function useTip(opens: StatView) {
  const tips = use(TipContext);
  if (!tips || !isTold(opens)) return {};
  return {
    onPointerEnter: ({ currentTarget, pointerType }: React.PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch') tips.rest({ figure: currentTarget, behind: opens, byKeys: false });
    },
    onPointerLeave: tips.leave,
    onFocus: ({ currentTarget }: React.FocusEvent<HTMLElement>) =>
      tips.rest({ figure: currentTarget, behind: opens, byKeys: true }),
    // A press of the pointer gives the focus too: its tip is put away before it comes.
    onClickCapture: tips.leave,
    onBlur: tips.leave,
  };
}
