// What a person did and what was done to his account, newest first.
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { goneText } from '../../../contract/logWords.ts';
import { userActions } from '../../../contract/users.ts';
import { call } from '../../../providers/http.ts';
import { keyOf } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import styles from './users.module.css';

/** Lines that the server gives at once. */
const PAGE = 50;

export function UserActions({ id }: { id: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(userActions, { params: { id }, as: 'pages' }),
    queryFn: ({ pageParam, signal }) =>
      call(userActions, { params: { id }, query: { before: pageParam }, signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.data.length === PAGE ? last.data.at(-1)?.id : undefined),
  });
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  const lines = data?.pages.flatMap((page) => page.data) ?? [];
  const logFrom = data?.pages[0]?.log_from;
  if (data && !lines.length)
    return (
      <p className={styles.muted}>
        {logFrom ? `${goneText(logFrom)}, позже ничего не делал.` : 'Пока ничего не делал.'}
      </p>
    );
  return (
    <>
      <ul className={styles.log}>
        {lines.map((line) => (
          <li key={line.id}>
            <time dateTime={line.at}>{formatMoment(line.at)}</time>
            <span>{line.text}</span>
            <small>{line.who}</small>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button sx={{ mt: 1 }} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать раньше
        </Button>
      )}
      {!hasNextPage && logFrom && <p className={styles.muted}>{goneText(logFrom)}.</p>}
    </>
  );
}
