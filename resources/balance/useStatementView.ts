// What the statement shows, kept in the address: period, type, year, page.
import { useSearchParams } from 'react-router';

export interface StatementView {
  from: string | null;
  to: string | null;
  type: number | null;
  year: number | null;
  /** From 1; null is the last one: the newest lines. */
  page: number | null;
}

const isDate = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);
const isNumber = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

/** The view and a way to change a part of it; every change but that of the page goes back to the newest lines. */
export function useStatementView(): [StatementView, (change: Partial<StatementView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view: StatementView = {
    from: isDate(search.get('from')),
    to: isDate(search.get('to')),
    type: isNumber(search.get('type')),
    year: isNumber(search.get('year')),
    page: isNumber(search.get('page')),
  };
  const change = (part: Partial<StatementView>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries({ page: null, ...part }))
          if (value === null) next.delete(key);
          else next.set(key, String(value));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [view, change];
}
