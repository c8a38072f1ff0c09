// What the list of garages will ask for: by the address, else as it was left in this browser, else as it begins. These are
// the rules of react-admin's `useListParams`; a test holds both side by side.
import type { ListAsk } from '../../providers/listCall.ts';
import { firstList } from '../../resources/garages/firstList.ts';

type Params = Partial<Record<'filter' | 'page' | 'perPage' | 'sort' | 'order', unknown>>;

/** The question for `search` of the address and the `stored` parameters of the list; null where it can't be foretold. */
export function firstAsk(search: string, stored: Params | null): ListAsk | null {
  const inAddress = new URLSearchParams(search);
  const repeated = new Set(inAddress.keys()).size !== [...inAddress].length;
  // The section map stands in the place of rows.
  if (repeated || inAddress.get('view') === 'map') return null;
  const params: Params = inAddress.size ? readAddress(inAddress) : isCustom(stored) ? stored : {};
  const { sort, perPage } = firstList;
  const filter = params.filter ?? {};
  if (typeof filter !== 'object' || Boolean(params.sort) !== Boolean(params.order)) return null;
  return {
    pagination: { page: numberOr(params.page ?? 1, 1), perPage: numberOr(params.perPage ?? perPage, 10) },
    sort: params.sort
      ? { field: String(params.sort), order: String(params.order) }
      : { field: sort.field, order: sort.order },
    filter: filter as ListAsk['filter'],
  };
}

/** What the list keeps in the store of the console under its key; null when there is nothing. */
export const storedParams = () => kept<Params>(firstList.storedAs);

/** What is kept in this browser under a key; null when there is nothing, or it is broken. */
export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function readAddress(address: URLSearchParams): Params {
  const { filter, ...rest } = Object.fromEntries(address);
  try {
    return filter === undefined ? rest : { ...rest, filter: JSON.parse(filter) as unknown };
  } catch {
    return rest;
  }
}

const isCustom = (params: Params | null): params is Params =>
  Boolean(
    params?.filter &&
    (Object.keys(params.filter).length > 0 ||
      params.order != null ||
      params.page !== 1 ||
      params.perPage != null ||
      params.sort != null),
  );

const numberOr = (value: unknown, otherwise: number) => {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : Number(value);
  return Number.isNaN(number) ? otherwise : number;
};
