// Messages of one mailing or of one person as their pages read them: page after page, each message once.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { informingHistory, type MessageRow } from '../../../contract/notifications/messages.ts';
import { call } from '../../../providers/http.ts';
import { keyOf } from '../../../providers/reading.ts';
import type { Group } from './groups.ts';

const PAGE = 100;

interface Asked {
  of: { notification: number } | { profile: number };
  /** Messages of one fate; left out: of every fate. */
  group?: Group;
  sort: readonly [field: 'attention' | 'changed_at', order: 'ASC' | 'DESC'];
  enabled?: boolean;
}

/** `messages` read so far (undefined before the first answer), `pagination` of them, how to read on and anew, why there are none. */
export function useMessages({ of, group, sort, enabled = true }: Asked) {
  const filter = JSON.stringify({ ...of, ...(group ? { statusFilter: [...group.statuses] } : {}) });
  const wanted = { filter, sort: JSON.stringify(sort) };
  const query = useInfiniteQuery({
    queryKey: keyOf(informingHistory.list, { query: wanted, as: 'pages' }),
    // One more than is shown: whether there is a next page.
    queryFn: ({ pageParam, signal }) =>
      call(informingHistory.list, {
        query: { ...wanted, range: JSON.stringify([pageParam * PAGE, (pageParam + 1) * PAGE]) },
        signal,
        quiet: true,
      }),
    enabled,
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length > PAGE ? pages.length : undefined),
  });
  const pages = query.data?.pages;
  return {
    messages: pages && once(pages.flatMap((page) => page.slice(0, PAGE))),
    pagination: { currentPage: pages?.length ?? 0, hasMorePages: query.hasNextPage },
    loadMore: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    /** Nothing to show because the answer did not come. */
    error: pages ? null : query.error,
    refetch: () => void query.refetch(),
  };
}

/** What moved from one page to another between two answers stands once. */
const once = (rows: readonly MessageRow[]) => [...new Map(rows.map((row) => [row.id, row])).values()];
