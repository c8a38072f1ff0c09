// Penalties that lost their ground, as the server counts them.
import { useQuery } from '@tanstack/react-query';
import { unfoundedPenalties } from '../../contract/penalties.ts';
import { reading } from '../../providers/reading.ts';

/** Of one garage, or of the whole place; asked anew by every page that shows them. */
export const useUnfounded = (garage?: number) =>
  useQuery({
    ...reading(unfoundedPenalties, { query: garage ? { garage: String(garage) } : {} }),
    staleTime: 0,
  });
