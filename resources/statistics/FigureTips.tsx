// The tip of a figure of money: how many lines and people are behind it. One for the whole page, asked when somebody rests on a figure.
import Popper from '@mui/material/Popper';
import { useQuery } from '@tanstack/react-query';
import { createContext, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { figureDebtors, figureLines } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { countOf } from '../../widgets/format.ts';
import { Kbd } from '../../widgets/Kbd.tsx';
import { debtorsFilter, linesFilter } from './linesFilter.ts';
import styles from './tips.module.css';
import { conditionsOf, type StatView } from './statView.ts';
import { NO_NARROWING } from './useStatistics.ts';

/** The pointer or the focus rests: passing over a table asks the server for nothing. */
const REST_MS = 300;

/** Rows that a tip counts: lines of the ledger, garages behind a debt. */
type Behind = StatView & { rows: 'lines' | 'debtors' };
export const isTold = (opens: StatView): opens is Behind => opens.rows === 'lines' || opens.rows === 'debtors';

interface Rest {
  figure: HTMLElement;
  behind: Behind;
  byKeys: boolean;
}

interface Tips {
  rest: (rest: Rest) => void;
  leave: () => void;
}
/** Without a page around it a figure has no tip. */
export const TipContext = createContext<Tips | null>(null);

const lineForms = {
  charged: ['начисление', 'начисления', 'начислений'],
  paid: ['платёж', 'платежа', 'платежей'],
  all: ['операция', 'операции', 'операций'],
} as const;
const garageForms = ['гараж', 'гаража', 'гаражей'] as const;
const peopleForms = ['человек', 'человека', 'человек'] as const;

interface FigureTipsProps {
  view: StatView;
  period: { from: string; to: string };
  children: ReactNode;
}

export function FigureTips({ view, period, children }: FigureTipsProps) {
  const [resting, setResting] = useState<Rest | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tips = useMemo((): Tips => {
    const stop = () => clearTimeout(timer.current);
    return {
      rest: (next) => {
        stop();
        timer.current = setTimeout(() => setResting(next), REST_MS);
      },
      leave: () => {
        stop();
        setResting(null);
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TipContext value={tips}>
      {children}
      {resting && <Tip {...resting} view={view} period={period} onClose={tips.leave} />}
    </TipContext>
  );
}

type TipProps = Rest & Omit<FigureTipsProps, 'children'> & { onClose: () => void };

function Tip({ figure, behind, byKeys, view, period, onClose }: TipProps) {
  const id = useId();
  const words = useWords({ ...view, ...NO_NARROWING, ...behind }, period);
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    // What scrolls away or is no more takes its tip along.
    document.addEventListener('keydown', press);
    document.addEventListener('scroll', onClose, true);
    figure.setAttribute('aria-describedby', id);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('scroll', onClose, true);
      figure.removeAttribute('aria-describedby');
    };
  }, [figure, id, onClose]);
  if (!figure.isConnected) return null;
  return (
    <>
      {/* It stands empty before the answer: what comes into it is read aloud. */}
      <span role="status" className={styles.spoken}>
        {words}
      </span>
      <Popper open id={id} anchorEl={figure} placement="right" modifiers={ASIDE} className={styles.layer}>
        <div className={styles.tip}>
          <b>{figure.textContent}</b>
          <span>{words ?? 'Считаем…'}</span>
          <span className={styles.opens}>
            {byKeys && <Kbd>Enter</Kbd>}
            {behind.rows === 'lines' ? 'открыть операции' : 'открыть гаражи'}
          </span>
        </div>
      </Popper>
    </>
  );
}

const ASIDE = [
  { name: 'offset', options: { offset: [0, 8] } },
  { name: 'flip', options: { fallbackPlacements: ['left', 'bottom', 'top'] } },
  { name: 'preventOverflow', options: { padding: 8 } },
];

/** Two calls that answer the same question, by what stands behind. */
const behindKey = (what: string, filter: string) => ['figure_behind', what, filter];

/** «159 платежей, 94 человека»; null while it is asked. */
function useWords(view: StatView & { rows: Behind['rows'] }, period: { from: string; to: string }): string | null {
  const which = view.who ?? 'moved';
  const isLines = view.rows === 'lines';
  const days = { from: view.from ?? period.from, to: view.to ?? period.to };
  const filter = isLines ? JSON.stringify(linesFilter(view, days)) : debtorsFilter(conditionsOf(view));
  const { data, error } = useQuery({
    queryKey: behindKey(isLines ? 'lines' : which, filter),
    queryFn: async ({ signal }) => {
      if (!isLines) {
        const { garages, people } = await call(figureDebtors, { query: { filter, which }, signal, quiet: true });
        return { count: garages, people };
      }
      const { lines, people } = await call(figureLines, { query: { filter }, signal, quiet: true });
      return { count: lines, people };
    },
    staleTime: 30_000,
  });
  if (error) return 'Не удалось посчитать';
  if (!data) return null;
  const { count, people } = data;
  if (count === null) return 'больше 100 000 операций';
  const forms = isLines ? lineForms[view.side ?? 'all'] : garageForms;
  return `${countOf(count, forms)}, ${people ? countOf(people, peopleForms) : 'без владельца'}`;
}
