// The list split by whose move it is, and the halves of an exchange under one bracket.
import { useListContext } from 'react-admin';
import { useMemo } from 'react';
import type { Level } from '../../contract/kernel/scope.ts';
import type { ReregistrationRow } from '../../contract/reregistrations.ts';
import type { GroupOf } from '../../widgets/list/RegisterTable.tsx';
import { caseColumns, type Pairs } from './columns.tsx';
import styles from './reregistrations.module.css';

/** Columns of the page that is shown, and its groups; any other order than that of turns drops the split. */
export function useTurns(level: Level | null, isInWork: boolean) {
  const { data: rows, sort, meta } = useListContext<ReregistrationRow>();
  const pairs = useMemo(() => pairsOf(rows ?? []), [rows]);
  const columns = useMemo(() => caseColumns(level, pairs), [level, pairs]);
  const { count = 0, own_turn = 0 } = (meta as { totals?: Record<string, number> } | undefined)?.totals ?? {};
  const isSplit = sort.field === 'turn' && level !== 'region' && isInWork;
  return { columns, groupOf: isSplit ? groupBy(level, own_turn, count - own_turn) : undefined };
}

/** The halves of an exchange that stand one under the other: the upper and the lower one. */
function pairsOf(rows: readonly ReregistrationRow[]): Pairs {
  const [upper, lower] = [new Set<number>(), new Set<number>()];
  rows.forEach((row, at) => {
    const next = rows[at + 1];
    if (!next || row.pair_id !== next.id || lower.has(row.id)) return;
    upper.add(row.id);
    lower.add(next.id);
  });
  return { upper, lower };
}

/** «Ваш ход» first, then «Ждём других», each with its count over all pages. */
const groupBy =
  (level: Level | null, own: number, others: number): GroupOf<ReregistrationRow> =>
  (row, former) => {
    const isOwn = row.turn === level;
    if (former && isOwn === (former.turn === level)) return null;
    return isOwn ? (
      <>
        <b className={styles.ownTurn}>Ваш ход {own}</b> решите долг, проверьте бумаги или завершите
      </>
    ) : (
      <>
        <b>Ждём других {others}</b> <span className={styles.muted}>бумаги готовят ПО или стороны</span>
      </>
    );
  };
