// What came of the last moments of a report, for each receiver.
import { useQuery } from '@tanstack/react-query';
import { reportSendings, type Report } from '../../contract/reports.ts';
import { reading } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatMoment } from '../../widgets/format.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import styles from './reports.module.css';
import { letterStates } from './words.ts';

export function Sendings({ report, onClose }: { report: Report; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...reading(reportSendings, { params: { id: report.id } }),
    staleTime: 0,
  });
  return (
    <ConfirmDialog
      open
      title={`Что отправлено: «${report.name}»`}
      confirm="Закрыть"
      onConfirm={onClose}
      onCancel={onClose}
    >
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && <PageSkeleton />}
      {data?.data.length === 0 && <p>Ещё ничего не уходило.</p>}
      <ul className={styles.sendings}>
        {data?.data.map((one) => (
          <li key={one.id}>
            <span>
              {one.user.name}
              <small>на {formatMoment(one.due_at)}</small>
            </span>
            <span>
              {one.reason ?? (one.letter ? letterStates[one.letter] : 'письмо удалено')}
              {one.rows !== null && <small>{countOf(one.rows, ['строка', 'строки', 'строк'])}</small>}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
