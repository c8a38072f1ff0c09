// What the frame itself reads: counters of the menu, legal details, the own card.
import { useQuery } from '@tanstack/react-query';
import { menuCounters, publicSettings, userDetail } from '../../contract/session.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';

const COUNTERS_FRESH_MS = 30_000;

/** Numbers beside the menu; asked again when the place changes. */
export function useCounters() {
  const actor = useActor();
  return useQuery({
    ...reading(menuCounters, { as: [actor?.userId, actor?.region, actor?.mo, actor?.po] }),
    enabled: actor !== null,
    staleTime: COUNTERS_FRESH_MS,
  });
}

/** Legal details of the operator, the address of support, the policy. */
export const usePublicSettings = () => useQuery({ ...reading(publicSettings), staleTime: Infinity });

/** The card of the person at work, with the rights held. */
export function useOwnCard() {
  const actor = useActor();
  return useQuery({
    ...reading(userDetail, { params: { id: actor?.userId ?? 0 } }),
    enabled: actor !== null,
  });
}
