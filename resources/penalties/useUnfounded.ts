// Penalties that lost their ground, as the server counts them.
import { useQuery } from '@tanstack/react-query';
import { unfoundedPenalties } from '../../contract/penalties.ts';
import { call } from '../../providers/http.ts';

/** Of one garage, or of the whole place; asked anew by every page that shows them. */
export const useUnfounded = (garage?: number) =>
  useQuery({
    queryKey: ['garages', 'unfounded', garage ?? 'all'],
    queryFn: () => call(unfoundedPenalties, { query: garage ? { garage: String(garage) } : {}, quiet: true }),
    staleTime: 0,
  });
