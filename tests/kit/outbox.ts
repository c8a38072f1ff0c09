// What waits in the outbox, brought to its turn by the clock of the application.
import { sql } from 'kysely';
import type { AppDeps } from '../../server/kernel/ctx.ts';

/** Everything that waits is due now; `minutes` since then. */
export const bringDue = ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, minutes = 0) =>
  sql`update outbox set next_attempt_at = ${new Date(clock.now().getTime() - minutes * 60_000).toISOString()} where state = 'queued'`.execute(
    db,
  );
