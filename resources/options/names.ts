// Names of МО, ПО and people for filter chips: an address carries only ids.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { moOptions, poOptions } from '../../contract/orgs.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import type { SelectOption } from '../../widgets/SearchSelect.tsx';

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
