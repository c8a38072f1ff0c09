// Rows of one group under a heading that folds: a tick for all of them, what is in it and for how much.
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import { useId, type ReactNode } from 'react';
import type { RowGroup, StatementRow } from '../../contract/bankStatements.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { cx } from '../../widgets/cx.ts';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import { rowsOf } from './ru.ts';
import { RowLine, type RowHands } from './RowLine.tsx';
import styles from './statements.module.css';

const kinds: Partial<Record<RowGroup, StatusKind>> = {
  partial: 'waiting',
  assigned: 'inProgress',
  sure: 'done',
  likely: 'inProgress',
  possible: 'waiting',
  none: 'refused',
  posted: 'done',
};

interface Props {
  name: string;
  group: RowGroup;
  count: { rows: number; amount_kopecks: number };
  open: boolean;
  onToggle: () => void;
  rows: readonly StatementRow[];
  /** Shown instead of the rows while they are not there. */
  pending: ReactNode;
  onMore: (() => void) | undefined;
  may: boolean;
  isTicked: (row: StatementRow) => boolean;
  /** The row whose change is under way. */
  busy: number | null;
  /** Refusals of the last posting, by `rows.<id>`. */
  errors: Record<string, string>;
  hands: RowHands;
}

export function GroupSection(props: Props) {
  const { name, group, count, open, rows, isTicked } = props;
  const id = useId();
  const ready = rows.filter((row) => row.refusal === null);
  const ticked = ready.filter(isTicked).length;
  return (
    <section aria-labelledby={`${id}-name`}>
      <header className={styles.groupHead}>
        {open && ready.length > 0 && (
          <Checkbox
            hideLabel
            label={`Отметить все: ${name}`}
            value={ticked === ready.length}
            mixed={ticked > 0 && ticked < ready.length}
            disabled={!props.may}
            onChange={(on) => props.hands.tick(ready, on)}
          />
        )}
        <h2 id={`${id}-name`}>
          <button type="button" aria-expanded={open} aria-controls={`${id}-rows`} onClick={props.onToggle}>
            <StatusChip kind={kinds[group] ?? 'plain'}>{name}</StatusChip>
            <span className={styles.groupCount}>{rowsOf(count.rows)}</span>
            <ExpandIcon className={cx(styles.arrow, open && styles.arrowOpen)} aria-hidden="true" />
          </button>
        </h2>
        <Money kopecks={count.amount_kopecks} className={styles.groupSum} />
      </header>
      <div id={`${id}-rows`} hidden={!open}>
        {open && props.pending}
        {open && rows.length > 0 && (
          <ul className={styles.rows}>
            {rows.map((row) => (
              <RowLine
                key={row.id}
                row={row}
                may={props.may}
                ticked={isTicked(row)}
                busy={props.busy === row.id}
                error={props.errors[`rows.${row.id}`]}
                hands={props.hands}
              />
            ))}
          </ul>
        )}
        {open && props.onMore && (
          <div className={styles.more}>
            <Button size="small" onClick={props.onMore}>
              Показать ещё
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
