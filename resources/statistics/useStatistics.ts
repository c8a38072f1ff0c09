// Figures of the tab on screen: the conditions of its list are those of its figures.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { statCharts, statistics, type StatCharts, type StatReply } from '../../contract/statistics.ts';
import { askEarly } from '../../providers/earlyAnswers.ts';
import { takeFirstFigures } from '../../providers/firstPage.ts';
import { call } from '../../providers/http.ts';
import { keyOf, reading } from '../../providers/reading.ts';
import { useFilter } from '../lists/filters.tsx';
import { conditionsOf, cuts, figuresAsk, figuresUrl, type Cut, type StatView } from './statView.ts';

/**
 * Cuts of a tab, the first one opens: figures of each kind of work, the lines of a ПО's own money (its figures stand over them);
 * the timeline of everything is told line by line.
 */
export function cutsOf(tab: string, isPo: boolean, seesMoney: boolean): readonly Cut[] {
  const figures: Cut[] = isPo ? ['month', 'kind'] : ['po', 'month', 'kind'];
  if (tab === 'all') return ['log', ...figures];
  if (tab !== 'balance_operation' || !seesMoney) return [...figures, 'log'];
  return isPo
    ? ['lines', 'po', ...figures, 'pivot', 'debtors', 'log']
    : [...figures, 'pivot', 'lines', 'debtors', 'log'];
}

/** Beside the ledger's lines those of the log are the journal; elsewhere they are the operations of the tab. */
export const cutName = (cut: Cut, cutsHere: readonly Cut[]) =>
  cut === 'log' && !cutsHere.includes('lines') ? cuts.lines : cuts[cut];

/** What the charts of a tab stand on. */
export interface ChartsProps {
  tab: string;
  reply: StatReply;
  view: StatView;
  onOpen: (change: StatView) => void;
}

/** Lines of the ledger behind a sum: of one side, or of both. */
export const linesBehind = (narrow: StatView, side?: 'charged' | 'paid'): StatView => ({
  ...narrow,
  rows: 'lines',
  ...(side && { side }),
});
/** Garages behind a debt, of a ПО or of the whole place: those that moved it, or those that owe. */
export const debtorsBehind = (po: number | null, who: 'moved' | 'owing'): StatView => ({
  rows: 'debtors',
  ...(who === 'owing' && { who }),
  ...(po !== null && { po: [po] }),
});

/** What narrows the lines behind one figure; another cut begins without it. */
export const NO_NARROWING = { side: undefined, type: undefined, method: undefined, who: undefined } as const;

export type WithCharts = ChartsProps & { charts: StatCharts };

/** Conditions of lists that know days and places; what they don't know is said at the chart. */
export const leftOut = (view: StatView, withUser: boolean) =>
  view.verb?.length || view.object || view.everywhere || (withUser && view.user?.length)
    ? ', без отбора по действиям и людям'
    : '';

export const useStatView = () => useFilter<StatView>();

/** Books know no actions, hours and other places: with such conditions the tab of money is that of its log. */
export const isOfLog = ({ q, verb, object, everywhere, weekday, hour, noPo }: StatView) =>
  Boolean(q || verb?.length || object || everywhere || weekday || noPo || hour !== undefined);

export function useStatistics(tab: string) {
  const { filterValues } = useListContext();
  return useQuery({
    ...reading(statistics, figuresAsked(tab, filterValues)),
    placeholderData: (before: StatReply | undefined) => before,
  });
}

const figuresAsked = (tab: string, view: StatView) => ({ params: { tab }, query: figuresAsk(view) });

/** Asks for the figures of a tab under these conditions before the page is drawn. */
export function askFiguresEarly(tab: string, view: StatView): Promise<void> {
  const asked = figuresAsked(tab, view);
  return askEarly(
    keyOf(statistics, asked),
    async () => (await takeFirstFigures(figuresUrl(tab, view))) ?? call(statistics, { ...asked, quiet: true }),
  );
}

/** Tabs with charts that their lines alone don't give. */
const OWN_CHARTS = ['reregistration', 'reference', 'user', 'profile', 'garage'] as const;
export type OwnTab = (typeof OWN_CHARTS)[number];
export const hasOwnCharts = (tab: string): tab is OwnTab => OWN_CHARTS.some((one) => one === tab);

/** What the own charts of a tab show. */
export function useOwnCharts(tab: string, view: StatView, isAsked = true) {
  const filter = JSON.stringify(conditionsOf(view));
  return useQuery({
    ...reading(statCharts, { params: { tab }, query: { filter } }),
    enabled: isAsked && hasOwnCharts(tab),
  });
}
