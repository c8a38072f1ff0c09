// What the address of a tab keeps, and what its figures are asked with. The script before the console reads it too, so little may be imported here.
import type { LogFilter } from '../../contract/actionLog.ts';

/** Rows of a tab: figures in a cut, lines of the ledger, lines of the log. */
export const cuts = {
  po: 'По ПО',
  month: 'По месяцам',
  kind: 'По видам',
  pivot: 'Сводная',
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
  /** Of the lines of the ledger: their type or method, 0 is none. */
  type?: number | undefined;
  method?: number | undefined;
  /** Garages behind a debt: whose debt moved, or who owes. */
  who?: 'moved' | 'owing' | undefined;
  /** What figures are held against; a year ago when absent. */
  against?: 'before' | undefined;
};

/** Conditions as the server reads them. */
export function conditionsOf(view: StatView): Partial<LogFilter> {
  const { rows: _rows, mode: _mode, side: _side, type: _type, method: _method, who: _who, ...rest } = view;
  const { against: _against, ...filter } = rest;
  return filter;
}

export const figuresAsk = (view: StatView) => ({
  filter: JSON.stringify(conditionsOf(view)),
  against: view.against ?? ('year' as const),
});

/** The address of the answer; a test holds it to the contract. */
export const figuresUrl = (tab: string, view: StatView): string =>
  `/api/statistics/${tab}/?${new URLSearchParams(figuresAsk(view)).toString()}`;

/** The tab and the conditions of an address that shows charts. Conditions kept elsewhere are known when the page is there. */
export function chartsAt({ pathname, search }: { pathname: string; search: string }) {
  const tab = /^\/statistics\/(\w+)/.exec(pathname)?.[1];
  try {
    const view = JSON.parse(new URLSearchParams(search).get('filter')!) as StatView | null;
    return tab && view?.mode === 'graph' ? { tab, view } : null;
  } catch {
    return null;
  }
}
