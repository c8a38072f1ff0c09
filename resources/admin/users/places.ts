// Regions, МО and ПО for a superuser's choices: all of them, whatever the place he works at.
import { useQuery } from '@tanstack/react-query';
import type { Level } from '../../../contract/kernel/scope.ts';
import { moes, poes, regions } from '../../../contract/orgs.ts';
import { call } from '../../../providers/http.ts';
import type { OptionLoader, SelectOption } from '../../../widgets/SearchSelect.tsx';

const lists = { region: regions.list, mo: moes.list, po: poes.list } as const;
const MOST = 50;

interface PlaceRow {
  id: number;
  name: string;
  mo?: { name: string };
  region?: { name: string };
}

const ask = (level: Level, filter: object, signal?: AbortSignal) =>
  call(lists[level] as typeof poes.list, {
    query: { filter: JSON.stringify(filter), sort: '["order","ASC"]', range: `[0,${MOST - 1}]` },
    ...(signal ? { signal } : {}),
    quiet: true,
  }) as Promise<PlaceRow[]>;

/** Places of a level by name; the hint says what stands above. */
export const placeLoader =
  (level: Level): OptionLoader =>
  async (q, signal) => {
    const rows = await ask(level, q ? { q, is_active: true } : { is_active: true }, signal);
    return { data: rows.map((row) => ({ value: row.id, label: row.name, hint: row.mo?.name ?? row.region?.name })) };
  };

const learnt = new Map<string, string>();
export const rememberPlaces = (level: Level, options: readonly SelectOption[]) => {
  for (const option of options) learnt.set(`${level}${option.value}`, option.label);
};

/** Two lists as one answer. */
const PLACES_KEY = ['all_places'];

/** Name of a place that an address carries by its number. */
export function usePlaceName(): (level: 'mo' | 'po', id: number) => string {
  const { data } = useQuery({
    queryKey: PLACES_KEY,
    queryFn: async () => {
      const [mo, po] = await Promise.all([ask('mo', {}), ask('po', {})]);
      return { mo, po };
    },
    staleTime: 5 * 60_000,
  });
  return (level, id) => data?.[level].find((row) => row.id === id)?.name ?? learnt.get(`${level}${id}`) ?? `№ ${id}`;
}
