// A mailing that did not come: it is not there, or something broke on the way.
import type { HttpError } from '../../providers/http.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';

/** `why`: whose it may be, when it is not found. */
export function MailingTrouble({ error, why, onRetry }: { error: HttpError; why: string; onRetry: () => unknown }) {
  if (error.status === 404 || error.status === 403) return <EmptyState title="Рассылка не найдена">{why}</EmptyState>;
  return <ErrorNote onRetry={() => void onRetry()}>{error.message}</ErrorNote>;
}
