// What stands on a garage in one line: the debt or the advance, both where they stand side by side, debts of former owners.
import { Money } from '../../widgets/Money.tsx';
import { standingOf } from './standingOf.ts';

export interface Stands {
  balance_kopecks: number;
  aside_kopecks: number;
  former_kopecks: number;
}

export function Standing({ of }: { of: Stands }) {
  const { debt, advance } = standingOf(of);
  return (
    <span>
      <Money kopecks={debt > 0 ? -debt : advance} tone="balance" />
      {debt > 0 && advance > 0 && (
        <>
          {' '}
          <Money kopecks={advance} tone="advance" />
        </>
      )}
      {of.former_kopecks > 0 && (
        <small>
          {' '}
          прежних владельцев: <Money kopecks={of.former_kopecks} tone="debt" />
        </small>
      )}
    </span>
  );
}
