// A count behind words: a tab that says how much is in it.
import { CountBadge } from './CountBadge.tsx';

/** Words of a tab with a plain count behind them. */
export function Counted({ label, count = 0 }: { label: string; count?: number | undefined }) {
  return (
    <span style={{ display: 'inline-flex', gap: 8 }}>
      {label} <CountBadge count={count} kind="plain" />
    </span>
  );
}
