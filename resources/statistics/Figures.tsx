// What stands in place of the lines of a tab: the strip of figures, the switch of rows, the table or the charts.
import { Suspense, useEffect, type ReactNode } from 'react';
import type { StatReply } from '../../contract/statistics.ts';
import { countOf } from '../../widgets/format.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { fetchCode, lazyPart } from '../../widgets/lazyPage.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { Debtors } from './Debtors.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { FigureTips } from './FigureTips.tsx';
import { FigureTable } from './FigureTable.tsx';
import { LedgerLines } from './LedgerLines.tsx';
import { loadCharts } from './loadCharts.ts';
import styles from './statistics.module.css';
import { Pivot } from './Pivot.tsx';
import { TakeAway } from './TakeAway.tsx';
import { usePin } from './usePin.ts';
import type { Cut, StatView } from './statView.ts';
import { cutName, NO_NARROWING, useOwnCharts, useStatistics, useStatView } from './useStatistics.ts';

const Charts = lazyPart(loadCharts);

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
      options={cutsHere.map((value) => ({ value, label: cutName(value, cutsHere) }))}
    />
  );
}

interface FiguresProps {
  tab: string;
  cut: Exclude<Cut, 'log'>;
  switcher: ReactNode;
  /** Conditions in words, the days left out: those of a report change with its day. */
  conditions: string | null;
}

export function Figures({ tab, cut, switcher, conditions }: FiguresProps) {
  const [view, change] = useStatView();
  const pin = usePin(tab);
  const { data: reply, error, refetch, isPlaceholderData } = useStatistics(tab);
  const isGraph = view.mode === 'graph';
  useOwnCharts(tab, view, isGraph);
  useEffect(() => {
    // Beside the figures, not after them.
    if (isGraph) void fetchCode(loadCharts);
  }, [isGraph]);
  // The log keeps every day unless told otherwise: its lines are those of the figure.
  const open = (more: Parameters<typeof change>[0]) =>
    change({ ...NO_NARROWING, mode: undefined, ...(more.rows === 'log' ? reply?.period : {}), ...more });
  if (error)
    return (
      <div className={styles.body}>
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </div>
    );
  if (!reply) return <PageSkeleton />;
  return (
    <FigureTips view={view} period={reply.period}>
      <div className={styles.body} aria-busy={isPlaceholderData}>
        <FigureStrip reply={reply} onOpen={open} onPin={(figure) => pin(figure, conditions)} />
        {isGraph ? (
          <>
            <div className={styles.sub}>
              <TakeAway table={reply.money ? 'month' : 'series'} conditions={conditions} />
              <span>Рисунок и числа одного графика — «Скачать» на нём</span>
            </div>
            <Suspense fallback={<PageSkeleton />}>
              <Charts tab={tab} reply={reply} view={view} onOpen={open} />
            </Suspense>
          </>
        ) : (
          <Rows
            cut={cut}
            reply={reply}
            view={view}
            conditions={conditions}
            switcher={switcher}
            onChange={change}
            onOpen={open}
          />
        )}
      </div>
    </FigureTips>
  );
}

interface RowsProps extends Pick<FiguresProps, 'cut' | 'switcher' | 'conditions'> {
  reply: StatReply;
  view: StatView;
  onChange: (change: StatView) => void;
  onOpen: (change: StatView) => void;
}

function Rows(props: RowsProps) {
  const { cut, reply, view, conditions, switcher } = props;
  return (
    <>
      <div className={styles.sub}>
        <span>Строки</span>
        {switcher}
        {(cut === 'po' || cut === 'month' || cut === 'kind') && <TakeAway table={cut} conditions={conditions} />}
        {cut === 'debtors' && <TakeAway table={view.who === 'owing' ? 'debtors' : 'movers'} conditions={conditions} />}
        {reply.money && cut !== 'lines' && (
          <span>
            {countOf(reply.money.charged_lines + reply.money.paid_lines, ['операция', 'операции', 'операций'])}
          </span>
        )}
      </div>
      <Table {...props} />
    </>
  );
}

function Table({ cut, reply, view, conditions, onChange, onOpen }: RowsProps) {
  if (cut === 'lines') return <LedgerLines reply={reply} view={view} conditions={conditions} onChange={onChange} />;
  if (cut === 'debtors') return <Debtors reply={reply} view={view} onChange={onChange} />;
  if (cut === 'pivot') return <Pivot view={view} conditions={conditions} onChange={onChange} onOpen={onOpen} />;
  return <FigureTable reply={reply} cut={cut} view={view} onOpen={onOpen} />;
}
