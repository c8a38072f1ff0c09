// «Не распознано»: payments of all statements whose garage is not known yet; they wait here until somebody settles them.
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Rows } from './Rows.tsx';
import { PAGE, useStatementList } from './useStatements.ts';

export function Queue() {
  const { data } = useStatementList(20);
  const [limit, setLimit] = useState(PAGE);
  const counts = (data?.waiting ?? []).filter((one) => one.group === 'none' || one.group === 'assigned');
  if (data && !counts.length)
    return (
      <EmptyState title="Всё разобрано">
        Сюда попадают платежи, в которых не нашлось ни лицевого счёта, ни гаража. Новые появятся с{' '}
        <Link to={pages.statement}>выпиской</Link>.
      </EmptyState>
    );
  return (
    <Rows
      statement={null}
      counts={counts}
      groups={['none', 'assigned']}
      limits={{ none: limit, assigned: limit }}
      onMore={() => setLimit(limit + PAGE)}
    />
  );
}
