// Names of МО, ПО and people for filter chips: an address carries only ids.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { moOptions, poOptions } from '../../contract/orgs.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import type { OptionLoader, SelectOption } from '../../widgets/SearchSelect.tsx';

const STALE_MS = 5 * 60_000;

type Kind = 'mo' | 'po' | 'user';
const learnt = new Map<string, string>();

/** People as the loader of a list knows them. */
const peopleKey = (list: string) => [list];

/** `get` answers the name of an id (or «№ id» until it is known); `learn` keeps names that were just chosen. */
export function useNames() {
  const actor = useActor();
  const place = [actor?.region, actor?.mo, actor?.po];
  const { data: mo } = useQuery({ ...reading(moOptions, { as: place }), staleTime: STALE_MS });
  const { data: po } = useQuery({ ...reading(poOptions, { as: place }), staleTime: STALE_MS });
  return useMemo(
    () => ({
      get: (kind: Kind, id: number) =>
        (kind === 'mo' ? mo : kind === 'po' ? po : null)?.data.find((option) => option.value === id)?.label ??
        learnt.get(`${kind}${id}`) ??
        `№ ${id}`,
      learn: (kind: Kind, options: readonly SelectOption[]) => {
        for (const option of options) learnt.set(`${kind}${option.value}`, option.label);
      },
    }),
    [mo, po],
  );
}

/** People of a list's own choice, by the loader of its filter; names for the chips. `key` names the list. */
export function useUserNames(key: string, load: OptionLoader) {
  const { data } = useQuery({
    queryKey: peopleKey(key),
    queryFn: ({ signal }) => load('', signal),
    staleTime: 60_000,
  });
  const names = useNames();
  return {
    get: (id: number) => data?.data.find((user) => user.value === id)?.label ?? names.get('user', id),
    learn: (options: readonly SelectOption[]) => names.learn('user', options),
  };
}
