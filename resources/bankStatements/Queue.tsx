// «Не распознано»: payments of all statements whose garage is not known yet; they wait here until somebody settles them.
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { RowGroup } from '../../contract/bankStatements.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Rows } from './Rows.tsx';
import { useRematchOnOpening, useStatementList } from './useStatements.ts';

/** What the queue holds: nobody knows where the money goes, or where the rest of it goes; and what was assigned here. */
const queued: RowGroup[] = ['partial', 'none', 'assigned'];

export function Queue() {
  useRematchOnOpening(null);
  const { data } = useStatementList(20);
  const counts = (data?.waiting ?? []).filter((one) => queued.includes(one.group));
  if (data && !counts.length)
    return (
      <EmptyState title="Всё разобрано">
        Сюда попадают платежи, в которых не нашлось ни лицевого счёта, ни гаража. Новые появятся с{' '}
        <Link to={pages.statement}>выпиской</Link>.
      </EmptyState>
    );
  return <Rows statement={null} counts={counts} groups={queued} />;
}
