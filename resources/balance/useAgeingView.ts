// What the page of debt ages shows, kept in the address: МО, ПО, the opened age, its page.
import { useSearchParams } from 'react-router';
import { debtAges, type DebtAge } from '../../contract/balance.ts';

export interface AgeingView {
  mo: readonly number[];
  po: readonly number[];
  /** The age whose garages are listed. */
  age: DebtAge | null;
  /** From 1. */
  page: number;
}

const isNumber = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

const numbers = (text: string | null) => (text ?? '').split(',').flatMap((one) => isNumber(one) ?? []);

/** Places of the view as calls and addresses name them. */
export const placesOf = ({ mo, po }: Pick<AgeingView, 'mo' | 'po'>) => ({
  ...(mo.length > 0 && { mo: mo.join(',') }),
  ...(po.length > 0 && { po: po.join(',') }),
});

/** The view and a way to change a part of it; every change but that of the page begins at the first one. */
export function useAgeingView(): [AgeingView, (change: Partial<AgeingView>) => void] {
  const [search, setSearch] = useSearchParams();
  const age = search.get('age') ?? '';
  const view: AgeingView = {
    mo: numbers(search.get('mo')),
    po: numbers(search.get('po')),
    age: Object.hasOwn(debtAges, age) ? (age as DebtAge) : null,
    page: isNumber(search.get('page')) ?? 1,
  };
  const change = (part: Partial<AgeingView>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries({ page: 1, ...part }))
          if (value === null || (Array.isArray(value) && !value.length) || (key === 'page' && value === 1))
            next.delete(key);
          else next.set(key, String(value));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [view, change];
}
