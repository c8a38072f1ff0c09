// «Вид» of a payment: what it names, or, where it goes in order, what it has closed by now.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { closedByPayments, type ClosedByPayment, type OperationRow } from '../../contract/payments.ts';
import { call } from '../../providers/http.ts';
import { formatMoney } from '../../widgets/format.ts';
import { purposeName } from './ru.ts';
import styles from './payments.module.css';

/** What these payments have closed; asked after the rows are there. */
function useClosed(ids: readonly number[]) {
  const { data } = useQuery({
    queryKey: ['payments', 'closed', ids],
    queryFn: () => call(closedByPayments, { body: { ids: [...ids] }, quiet: true }),
    enabled: ids.length > 0,
  });
  return data?.data;
}

const goesInOrder = (row: OperationRow) =>
  row.kind === 'payment' && !row.accrual_type && row.amount_kopecks > 0 && !row.is_reversed;

const partName = ({ accrual_type: type, year }: ClosedByPayment['parts'][number]) =>
  type ? `${type.name} ${year}` : 'Корректировка';

/** A cell of the list. */
export function Purpose({ row }: { row: OperationRow }) {
  const { data: page = [] } = useListContext<OperationRow>();
  const closed = useClosed(page.filter(goesInOrder).map(({ id }) => id))?.find(({ id }) => id === row.id);
  if (!goesInOrder(row) || !closed) return purposeName(row);
  const [first, ...rest] = closed.parts;
  const all = wordsOf(closed);
  if (!first) return <span title={all}>аванс</span>;
  const more = rest.length + (closed.left_kopecks ? 1 : 0);
  return (
    <span title={all} className={styles.purpose}>
      <span>{first.accrual_type?.name ?? 'Корректировка'}</span> {first.year}
      {more > 0 && ` +${more}`}
    </span>
  );
}

/** «Членский годовой взнос 2026 — 4 500,00 ₽, аванс — 500,00 ₽». */
const wordsOf = ({ parts, left_kopecks: left }: ClosedByPayment): string =>
  [
    ...parts.map((part) => `${partName(part)} — ${formatMoney(part.kopecks)}`),
    ...(left ? [`аванс — ${formatMoney(left)}`] : []),
  ].join(', ');

/** A line of the card: where the money of this payment stands now; a dash for what brings no money. */
export function ClosedNow({ line }: { line: OperationRow }) {
  const pays = line.kind === 'payment' && line.amount_kopecks > 0 && !line.is_reversed;
  const closed = useClosed(pays ? [line.id] : []);
  if (!pays) return '—';
  const own = closed?.find(({ id }) => id === line.id);
  if (!own) return closed ? 'ничего' : '…';
  return (
    <>
      {own.parts.map((part) => (
        <div key={partName(part)}>
          {partName(part)} — {formatMoney(part.kopecks)}
        </div>
      ))}
      {own.left_kopecks > 0 && <div>аванс — {formatMoney(own.left_kopecks)}</div>}
    </>
  );
}
