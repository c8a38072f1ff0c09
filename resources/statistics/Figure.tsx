// A figure of a table: a button that opens the rows behind it.
import { use, type ReactNode } from 'react';
import { cx } from '../../widgets/cx.ts';
import { TipContext, type Behind } from './FigureTips.tsx';
import styles from './statistics.module.css';

interface FigureProps {
  label: string;
  onOpen: () => void;
  isNothing: boolean;
  children: ReactNode;
  className?: string | undefined;
  /** What it opens, where its tip tells how much is there. */
  behind?: Behind | undefined;
}

/** A figure is a button that opens its rows; nothing opens nothing. */
export function Figure({ label, onOpen, isNothing, children, className, behind }: FigureProps) {
  const tip = useTip(behind);
  if (isNothing) return <span className={styles.zero}>{children}</span>;
  return (
    <button type="button" className={cx(styles.pick, className)} aria-label={label} onClick={onOpen} {...tip}>
      {children}
    </button>
  );
}

/** Handlers of a button that shows the tip of its figure. A finger opens the rows at once. */
export function useTip(behind: Behind | undefined) {
  const tips = use(TipContext);
  if (!tips || !behind) return {};
  return {
    onPointerEnter: ({ currentTarget, pointerType }: React.PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch') tips.rest({ figure: currentTarget, behind, byKeys: false });
    },
    onPointerLeave: tips.leave,
    onFocus: ({ currentTarget }: React.FocusEvent<HTMLElement>) =>
      tips.rest({ figure: currentTarget, behind, byKeys: true }),
    // A press of the pointer gives the focus too: its tip is put away before it comes.
    onClickCapture: tips.leave,
    onBlur: tips.leave,
  };
}
