// The endless list of news: pages from the first one on, a news that comes twice is shown once.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider } from 'react-admin';
import type { NewsRow } from '../../contract/news.ts';
import { onLive } from '../../providers/liveProvider.ts';
import { readAnew } from '../../providers/reading.ts';

const PAGE_START = 1;
const PER_PAGE = 30;
export type Show = 'all' | 'unread' | 'mine' | 'everything';
interface Page {
  data: NewsRow[];
  total: number;
  totals: Record<string, number>;
}

/** Rows of the pages in their order, each id once. */
export function withoutRepeats<Row extends { id: number }>(pages: readonly (readonly Row[])[]): Row[] {
  const known = new Map<number, Row>();
  for (const row of pages.flat()) if (!known.has(row.id)) known.set(row.id, row);
  return [...known.values()];
}

/** Pages of react-admin's list. */
const pagesKey = (show: Show, q: string) => ['news', 'pages', show, q];

/** `newsList`, `newsCount`, `currentPage`, `hasMorePages`, `isLoading`; another filter begins again at page 1. */
export function useNewsList(show: Show, q: string) {
  const provider = useDataProvider();
  const client = useQueryClient();
  useEffect(
    () =>
      onLive(({ type }) => {
        if (type === 'new_news_count') void readAnew(client, 'news');
      }),
    [client],
  );
  const query = useInfiniteQuery({
    queryKey: pagesKey(show, q),
    initialPageParam: PAGE_START,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { data, total, meta } = await provider.getList<NewsRow>('news', {
        pagination: { page: pageParam, perPage: PER_PAGE },
        sort: { field: 'published_at', order: 'DESC' },
        filter: { show, ...(q ? { q } : {}) },
        signal,
      });
      return { data, total: total ?? 0, totals: (meta as { totals?: Record<string, number> })?.totals ?? {} };
    },
    getNextPageParam: (last, pages) => (last.data.length < PER_PAGE ? undefined : pages.length + PAGE_START),
  });
  const pages = query.data?.pages ?? [];
  return {
    newsList: withoutRepeats(pages.map(({ data }) => data)),
    newsCount: pages.at(-1)?.total ?? 0,
    totals: pages.at(-1)?.totals ?? {},
    currentPage: pages.length,
    hasMorePages: query.hasNextPage,
    isLoading: query.isFetching,
    error: query.error,
    loadMore: () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage()),
    again: () => void query.refetch(),
  };
}
