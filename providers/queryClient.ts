// The cache of what was read. A card is only ever what was read as a card.
import { QueryClient, type QueryKey, type SetDataOptions, type Updater } from '@tanstack/react-query';

/** How long an answer is shown without asking again; the live channel shortens it for what has changed, ms. */
const FRESH_MS = 15_000;

/**
 * react-admin lends rows of a list to `getOne`. Our cards hold more than a row, and a lent row would also hide that the
 * card has changed: such writes are left out.
 */
class CardCache extends QueryClient {
  override setQueryData(key: QueryKey, updater: Updater<unknown, unknown>, options?: SetDataOptions): never {
    if (key[1] === 'getOne' && typeof updater === 'function') {
      const known = this.getQueryData(key);
      if (known === undefined || updater(known) === known) return known as never;
    }
    return super.setQueryData(key, updater as never, options) as never;
  }
}

/** Makes the cache of the application. */
export const createQueryClient = (): QueryClient =>
  new CardCache({
    // Without a connection reads and writes wait and go on by themselves: the shell says so, what is open stays readable.
    defaultOptions: {
      mutations: { networkMode: 'online' },
      queries: { networkMode: 'online', staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false },
    },
  });
