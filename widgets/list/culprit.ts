// Which condition of a filter cost the results: each is left out in turn, and the list says how many there would be.
import { useQueries } from '@tanstack/react-query';
import { useDataProvider, useListContext } from 'react-admin';

export interface Condition {
  key: string;
  label: string;
}

export interface Culprit extends Condition {
  /** How many there would be without it. */
  found: number;
}

/** More conditions than this are not tried: nobody waits for so many answers. */
const MOST_TRIED = 8;

/** A list that is only counted, beside those of react-admin. */
const countKey = (resource: string, without: string, filter: object) => [resource, 'getList', { without, filter }];

/**
 * The condition without which most would be found; null while it is asked, and when none of them alone is to blame.
 * `fixed` is the filter that the page itself keeps.
 */
export function useCulprit(conditions: readonly Condition[], fixed: object, enabled: boolean): Culprit | null {
  const { resource, filterValues } = useListContext();
  const dataProvider = useDataProvider();
  const tried = conditions.slice(0, MOST_TRIED);
  return useQueries({
    queries: tried.map(({ key }) => {
      const { [key]: _left, ...rest } = filterValues;
      const filter = { ...rest, ...fixed };
      return {
        queryKey: countKey(resource, key, filter),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const answer = await dataProvider.getList(resource, {
            filter,
            pagination: { page: 1, perPage: 1 },
            sort: { field: 'id', order: 'ASC' },
            signal,
          });
          return answer.total ?? 0;
        },
        enabled,
        retry: false,
      };
    }),
    combine: (answers) => {
      const known = answers.map(({ data }) => data);
      return known.includes(undefined) ? null : worstOf(tried, known as number[]);
    },
  });
}

/** The last of the worst: what was added last is what the person remembers. */
export function worstOf(conditions: readonly Condition[], found: readonly number[]): Culprit | null {
  const most = Math.max(0, ...found);
  const at = found.lastIndexOf(most);
  const condition = conditions[at];
  return most > 0 && condition ? { key: condition.key, label: condition.label, found: most } : null;
}
