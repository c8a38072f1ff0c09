// What of each charge is paid by now: asked once for the page of the list, shown by its cells.
import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { contributionPaid, type ContributionRow } from '../../contract/contributions.ts';
import { call } from '../../providers/http.ts';
import { formatMoney } from '../../widgets/format.ts';
import { paidPercent } from './ru.ts';
import styles from './contributions.module.css';

interface Paid {
  amount_kopecks: number;
  paid_kopecks: number;
}
/** Most documents that one call takes. */
const PORTION = 50;
const PaidShares = createContext<ReadonlyMap<number, Paid> | undefined>(undefined);

/** As many calls as there are portions. */
const paidKey = (ids: readonly number[]) => ['contributions', 'getList', 'paid', ids];

/** Paid shares of the given documents; undefined until they are known. */
export function usePaid(ids: readonly number[]): ReadonlyMap<number, Paid> | undefined {
  const { data } = useQuery({
    queryKey: paidKey(ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const portions = Array.from({ length: Math.ceil(ids.length / PORTION) }, (_, nth) =>
        ids.slice(nth * PORTION, (nth + 1) * PORTION),
      );
      const answers = await Promise.all(
        portions.map((part) => call(contributionPaid, { query: { ids: part.join() }, signal, quiet: true })),
      );
      return new Map(answers.flatMap(({ data: rows }) => rows.map((row): [number, Paid] => [row.id, row])));
    },
  });
  return data;
}

/** Gives the cells under it what is paid of the rows of the page. */
export function PaidProvider({ rows, children }: { rows: readonly ContributionRow[]; children: ReactNode }) {
  const paid = usePaid(rows.filter((row) => row.kind === 'accrual' && !row.is_reversed).map((row) => row.id));
  return <PaidShares value={paid}>{children}</PaidShares>;
}

/** «82 %» with a bar; a dash for what is undone. */
export function PaidCell({ row }: { row: ContributionRow }) {
  const shares = use(PaidShares);
  const paid = shares?.get(row.id);
  if (row.kind !== 'accrual' || row.is_reversed) return <span className={styles.muted}>—</span>;
  if (!shares) return <span className={styles.muted}>…</span>;
  return paid ? <PaidShare paid={paid} /> : <span className={styles.muted}>—</span>;
}

export function PaidShare({ paid }: { paid: Paid }) {
  const words = paidPercent(paid.paid_kopecks, paid.amount_kopecks);
  const share = paid.amount_kopecks ? Math.min(1, paid.paid_kopecks / paid.amount_kopecks) : 0;
  return (
    <span
      className={styles.paid}
      title={`Оплачено ${formatMoney(paid.paid_kopecks)} из ${formatMoney(paid.amount_kopecks)}`}
    >
      <i className={styles.paidTrack} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </i>
      {words}
    </span>
  );
}

/** The share in words under the sum of a card. */
export function PaidBar({ paid }: { paid: Paid }) {
  const left = paid.amount_kopecks - paid.paid_kopecks;
  return (
    <>
      <p className={styles.paidLine}>
        <PaidShare paid={paid} /> оплачено
      </p>
      <p className={styles.muted}>
        {formatMoney(paid.paid_kopecks)} из {formatMoney(paid.amount_kopecks)}
        {left > 0 && <>, осталось {formatMoney(left)}</>}
      </p>
    </>
  );
}
