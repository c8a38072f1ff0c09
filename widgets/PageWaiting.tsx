// A page that waits for what it asked for: bars, and words with «Повторить» when an answer did not come.
import { ErrorNote } from './EmptyState.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';

/** The part of a query that matters here. */
export interface Asked {
  error: Error | null;
  refetch: () => unknown;
}

/** For the time before everything asked for has come; «Повторить» asks again only for what failed. */
export function PageWaiting({ asked }: { asked: readonly Asked[] }) {
  const failed = asked.filter(({ error }) => error);
  if (!failed.length) return <PageSkeleton />;
  return (
    <div style={{ padding: '20px var(--gr-pageX)' }}>
      <ErrorNote onRetry={() => failed.forEach(({ refetch }) => void refetch())}>{failed[0]!.error!.message}</ErrorNote>
    </div>
  );
}
