// Names of МО, ПО and people for filter chips: an address carries only ids.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { moOptions, poOptions } from '../../contract/orgs.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import type { OptionLoader, SelectOption } from '../../widgets/SearchSelect.tsx';

type Kind = 'mo' | 'po' | 'user';
const learnt = new Map<string, string>();

/** `get` answers the name of an id (or «№ id» until it is known); `learn` keeps names that were just chosen. */
export function useNames() {
  const actor = useActor();
  const place = [actor?.region, actor?.mo, actor?.po];
  const { data } = useQuery({
    queryKey: ['org_names', ...place],
    queryFn: async () => {
      const [mos, pos] = await Promise.all([call(moOptions, { quiet: true }), call(poOptions, { quiet: true })]);
      return { mo: mos.data, po: pos.data };
    },
    staleTime: 5 * 60_000,
  });
  return useMemo(
    () => ({
      get: (kind: Kind, id: number) =>
        (kind === 'user' ? undefined : data?.[kind].find((option) => option.value === id)?.label) ??
        learnt.get(`${kind}${id}`) ??
        `№ ${id}`,
      learn: (kind: Kind, options: readonly SelectOption[]) => {
        for (const option of options) learnt.set(`${kind}${option.value}`, option.label);
      },
    }),
    [data],
  );
}

/** People of a list's own choice, by the loader of its filter; names for the chips. `key` names the list. */
export function useUserNames(key: string, load: OptionLoader) {
  const { data } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => load('', signal),
    staleTime: 60_000,
  });
  const names = useNames();
  return {
    get: (id: number) => data?.data.find((user) => user.value === id)?.label ?? names.get('user', id),
    learn: (options: readonly SelectOption[]) => names.learn('user', options),
  };
}
