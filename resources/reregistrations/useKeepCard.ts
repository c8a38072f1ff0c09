// An answered case replaces the shown one.
import { useQueryClient } from '@tanstack/react-query';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import { readAnew } from '../../providers/reading.ts';

/** Puts an answered card in place of the shown one and has lists and the badge read again. */
export function useKeepCard() {
  const client = useQueryClient();
  return (card: ReregistrationCard) => {
    client.setQueriesData(
      {
        predicate: ({ queryKey }) =>
          queryKey[0] === reregistrations.name &&
          queryKey[1] === 'getOne' &&
          String((queryKey[2] as { id?: unknown })?.id) === String(card.id),
      },
      card,
    );
    void readAnew(client, 'reregistrations', 'garages', 'menu');
  };
}
