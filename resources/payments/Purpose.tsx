// «Вид» of a payment: what it names, what it has closed by now.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { closedByPayments, type ClosedByPayment, type OperationRow } from '../../contract/payments.ts';
import { reading } from '../../providers/reading.ts';
import { formatMoney } from '../../widgets/format.ts';
import { purposeName } from './ru.ts';
import styles from './payments.module.css';

/** What these payments have closed; asked after the rows are there. `isComing` until it is known or will not be. */
function useClosed(ids: readonly number[]) {
  const { data, isPending } = useQuery({
    ...reading(closedByPayments, { body: { ids: [...ids] } }),
    enabled: ids.length > 0,
  });
  return { closed: data?.data, isComing: isPending && ids.length > 0 };
}

/** Money that came in and stands: it closes something or waits. */
const pays = (row: OperationRow) => row.kind === 'payment' && row.amount_kopecks > 0 && !row.is_reversed;

const partName = ({ accrual_type: type, year }: ClosedByPayment['parts'][number]) =>
  type ? `${type.name} ${year}` : 'Корректировка';

/** A cell of the list: what the payer named or, where the money goes in order, the first that it closed; «+2» for the rest. */
export function Purpose({ row }: { row: OperationRow }) {
  const { data: page = [] } = useListContext<OperationRow>();
  const { closed: all, isComing } = useClosed(page.filter(pays).map(({ id }) => id));
  const closed = all?.find(({ id }) => id === row.id);
  if (!pays(row) || (!closed && !isComing)) return purposeName(row);
  // «По порядку» said now would be other words in a moment.
  if (!closed) return row.accrual_type ? purposeName(row) : <span className={styles.muted}>…</span>;
  const whole = wordsOf(closed);
  const named = row.accrual_type && { accrual_type: row.accrual_type, year: row.year! };
  const shown = named ?? closed.parts[0];
  if (!shown) return <span title={whole}>аванс</span>;
  const others = closed.parts.filter((part) => partName(part) !== partName({ ...shown, kopecks: 0 })).length;
  const more = others + (closed.left_kopecks && closed.parts.length ? 1 : 0);
  return (
    <span title={whole} className={styles.purpose}>
      <span>{shown.accrual_type?.name ?? 'Корректировка'}</span> {shown.year}
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
  const { closed, isComing } = useClosed(pays(line) ? [line.id] : []);
  if (!pays(line)) return '—';
  const own = closed?.find(({ id }) => id === line.id);
  if (!own) return isComing ? '…' : closed ? 'ничего' : 'не удалось узнать';
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
