// What stands in place of the lines of a tab: the strip of figures, the switch of rows, the table or the charts.
import { lazy, Suspense, type ReactNode } from 'react';
import { countOf } from '../../widgets/format.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { Debtors } from './Debtors.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { FigureTable } from './FigureTable.tsx';
import { LedgerLines } from './LedgerLines.tsx';
import styles from './statistics.module.css';
import { cuts, useStatistics, useStatView, type Cut } from './useStatistics.ts';

const Charts = lazy(() => loadPatiently(() => import('./Charts.tsx')));

/** The switch of rows: for money also the ledger and the garages behind the debt. */
export function CutSwitch({
  cut,
  cutsHere,
  onChange,
}: {
  cut: Cut;
  cutsHere: readonly Cut[];
  onChange: (cut: Cut) => void;
}) {
  return (
    <Segmented
      small
      label="Строки"
      value={cut}
      onChange={onChange}
      options={cutsHere.map((value) => ({ value, label: cuts[value] }))}
    />
  );
}

export function Figures({ tab, cut, switcher }: { tab: string; cut: Exclude<Cut, 'log'>; switcher: ReactNode }) {
  const [view, change] = useStatView();
  const { data: reply, error, refetch, isPlaceholderData } = useStatistics(tab);
  const debtors = (po: number | null) => change({ rows: 'debtors', ...(po === null ? {} : { po: [po] }) });
  // The log keeps every day unless told otherwise: its lines are those of the figure.
  const open = (more: Parameters<typeof change>[0]) =>
    change({ mode: undefined, ...(more.rows === 'log' ? reply?.period : {}), ...more });
  if (error)
    return (
      <div className={styles.body}>
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </div>
    );
  if (!reply) return <PageSkeleton />;
  return (
    <div className={styles.body} aria-busy={isPlaceholderData}>
      <FigureStrip
        reply={reply}
        onSide={(side) => open({ rows: 'lines', side })}
        onDebt={() => open({ rows: 'debtors' })}
        onLines={() => open({ rows: 'log' })}
      />
      {view.mode === 'graph' ? (
        <Suspense fallback={<PageSkeleton />}>
          <Charts reply={reply} view={view} onOpen={open} />
        </Suspense>
      ) : (
        <>
          <div className={styles.sub}>
            <span>Строки</span>
            {switcher}
            {reply.money && (
              <span>
                {countOf(reply.money.charged_lines + reply.money.paid_lines, ['операция', 'операции', 'операций'])}
              </span>
            )}
          </div>
          {cut === 'lines' ? (
            <LedgerLines reply={reply} view={view} onChange={change} />
          ) : cut === 'debtors' ? (
            <Debtors reply={reply} view={view} />
          ) : (
            <FigureTable reply={reply} cut={cut} view={view} onOpen={open} onDebtors={debtors} />
          )}
        </>
      )}
    </div>
  );
}
