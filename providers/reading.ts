// A read of the API as the cache knows it: the key and the call are made of one endpoint, so the two can't drift apart.
import type { DataTag, QueryClient, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query';
import type { AnyEndpoint } from '../contract/kernel/endpoint.ts';
import { call, type CallOptions, type HttpError, type ReplyOf } from './http.ts';

/** What a call is asked with, and how; `quiet` is on unless it is said otherwise. */
interface Asked<E extends AnyEndpoint> extends Omit<CallOptions<E>, 'signal'> {
  /** Keeps one answer apart from others of the same call: whose it is, or that it must not follow the rest. */
  as?: unknown;
  /** The call is given up when nobody waits for its answer any more: while one types, on a page that was left. */
  stops?: boolean;
}

type KeyOf<E extends AnyEndpoint> = DataTag<QueryKey, ReplyOf<E>, HttpError>;
type Reading<E extends AnyEndpoint> = UnusedSkipTokenOptions<ReplyOf<E>, HttpError> & { queryKey: KeyOf<E> };

/**
 * The key of an answer, or of all answers of a call where the input is left out: the room, what is called, what it is asked
 * with. A card of a resource has react-admin's own key: it is read anew only when it is that card that has changed.
 */
export function keyOf<E extends AnyEndpoint>({ room, path }: E, input: Asked<E> = {}): KeyOf<E> {
  const {
    params,
    quiet: _quiet,
    timeout: _timeout,
    stops: _stops,
    ...asked
  } = input as Asked<E> & Record<string, unknown>;
  // The same id from an address and from a card.
  for (const name in params) asked[name] = `${params[name]}`;
  const place = room ?? path.split('/')[2]!;
  return [...place.split('/'), path === `/api/${place}/:id` ? 'getOne' : path, asked] as unknown as KeyOf<E>;
}

/** What a hook of TanStack Query asks for: `useQuery(reading(newsReaders, { params: { id } }))`. */
export const reading = <E extends AnyEndpoint>(endpoint: E, input: Asked<E> = {}): Reading<E> => ({
  queryKey: keyOf(endpoint, input),
  // Whoever so much as looks at the signal is stopped by it.
  queryFn: (context) => call(endpoint, { quiet: true, ...input, ...(input.stops && { signal: context.signal }) }),
});

/** Rooms that are read anew as a whole; each is the name of a resource or the room of a call. */
export type Room = (typeof rooms)[number];
export const rooms = [
  'action_log',
  'address_normalizations',
  'balance_operations',
  'closing',
  'contributions',
  'debt_rules',
  'documents',
  'gallery_items',
  'garages',
  'handovers',
  'informing_history',
  'jobs',
  'menu',
  'merge_pairs',
  'news',
  'notifications',
  'outbox',
  'outgoing',
  'payments',
  'personal_duties',
  'profiles',
  'requests',
  'reregistrations',
  'statements',
  'support_queue',
  'tutorials',
  'users',
] as const;

/** Reads anew what was read in these rooms, by react-admin too, or under these keys: at once what is on the screen. */
export const readAnew = (client: QueryClient, ...what: (Room | QueryKey)[]): Promise<unknown> =>
  Promise.all(what.map((one) => client.invalidateQueries({ queryKey: [one].flat() })));
