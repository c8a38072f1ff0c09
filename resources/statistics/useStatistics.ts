// Figures of the tab on screen: the conditions of its list are those of its figures.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { LogFilter } from '../../contract/actionLog.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { useFilter } from '../lists/filters.tsx';

/** Rows of a tab: figures in a cut, lines of the ledger, lines of the log. */
export const cuts = {
  po: 'По ПО',
  month: 'По месяцам',
  kind: 'По видам',
  lines: 'Операции',
  debtors: 'Должники',
  log: 'Журнал',
} as const;
export type Cut = keyof typeof cuts;

/** What the address of a tab keeps: conditions, and how they are looked at. Clearing returns to the table. */
export type StatView = Partial<LogFilter> & {
  rows?: Cut | undefined;
  mode?: 'graph' | undefined;
  side?: 'charged' | 'paid' | undefined;
};

export const useStatView = () => useFilter<StatView>();

/** Conditions as the server reads them. */
export function conditionsOf({ rows: _rows, mode: _mode, side: _side, ...filter }: StatView): Partial<LogFilter> {
  return filter;
}

export function useStatistics(tab: string) {
  const { filterValues } = useListContext();
  const filter = JSON.stringify(conditionsOf(filterValues as StatView));
  return useQuery({
    queryKey: ['statistics', tab, filter],
    queryFn: () => call(statistics, { params: { tab: tab as 'all' }, query: { filter }, quiet: true }),
    placeholderData: (before: StatReply | undefined) => before,
  });
}
