// The year close as a guide: each ПО with what still stands in the way, in the order in which it is done.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { closingReadiness, type PoReadiness } from '../../contract/closing.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { OPEN } from '../../contract/reregistrations.ts';
import { reading } from '../../providers/reading.ts';
import { useMay } from '../../providers/session.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from './closing.module.css';

export function Readiness({ until }: { until: string }) {
  const mayHandOver = useMay(registryEdit).may;
  const { data, error, refetch } = useQuery({
    ...reading(closingReadiness, { query: { until }, stops: true }),
    staleTime: 0,
  });
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data?.data.length) return null;
  const year = until.slice(0, 4);
  return (
    <SectionCard title={`Готовность ПО к закрытию ${year} года`}>
      <ul className={styles.poes} data-help="closing.ready">
        {data.data.map((row) => {
          const left = stepsOf(row, year);
          return (
            <li key={row.po.id}>
              <span>
                <b>{row.po.name}</b>
                <small>
                  {left.length > 0
                    ? left.map(({ words, to, count }, nth) => (
                        <span key={words}>
                          {nth > 0 && ' · '}
                          <Link to={to}>{words}</Link>: {formatNumber(count)}
                        </span>
                      ))
                    : 'Ничего не мешает'}
                </small>
                {row.unsigned_papers > 0 && (
                  <small>
                    <Link to={pages.documents}>Бумаги года</Link>, подписанными не вернулись:{' '}
                    {formatNumber(row.unsigned_papers)}. Закрытию не мешает
                  </small>
                )}
                {row.debtors > 0 && (
                  <small>
                    Долг на конец года: {formatMoney(row.debt_kopecks)}, гаражей — {formatNumber(row.debtors)}. Закрытию
                    не мешает
                  </small>
                )}
                {row.former_kopecks > 0 && (
                  <small>Долг прежних владельцев: {formatMoney(row.former_kopecks)}. Закрытию не мешает</small>
                )}
              </span>
              <StatusChip kind={left.length ? 'waiting' : 'done'}>{left.length ? 'Есть дела' : 'Готово'}</StatusChip>
            </li>
          );
        })}
      </ul>
      <p className={styles.after}>
        {data.backup_at
          ? `Последняя проверенная копия установки: ${formatMoment(data.backup_at)}. `
          : 'Проверенной копии установки ещё нет: попросите её перед закрытием. '}
        {mayHandOver && <Link to={pages.handovers}>Меняется председатель — передача дел</Link>}
      </p>
    </SectionCard>
  );
}

const stepsOf = (row: PoReadiness, year: string) =>
  [
    { words: `без членского взноса за ${year}`, to: pages.accrual, count: row.uncharged },
    { words: 'неразнесённые поступления', to: pages.statement, count: row.open_statement_rows },
    { words: 'незакрытые дни кассы', to: pages.payments, count: row.open_cash_days },
    {
      words: 'открытые переоформления',
      to: listWith(pages.reregistrations, { status: OPEN, poFilter: [row.po.id] }),
      count: row.open_cases,
    },
  ].filter(({ count }) => count > 0);
