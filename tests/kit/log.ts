// Counts of the log brought up to its lines.
import { sql } from 'kysely';
import { expect } from 'vitest';
import { followLog } from '../../server/actionLog/counting.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { inTime } from './busy.ts';

/**
 * Follows the log until all that is kept now is counted. A number is seen, waited for and counted in turns; on a server every
 * transaction that is open anywhere, another test's too, is waited for.
 */
export async function followWholeLog(deps: AppDeps): Promise<void> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from action_log`.execute(
    deps.db,
  );
  const left = async () => {
    await followLog(deps);
    const { rows: kept } = await sql<{ done: number }>`select done_id::int as done from log_count`.execute(deps.db);
    return rows[0]!.last - kept[0]!.done;
  };
  await expect.poll(left, { timeout: inTime(60_000), interval: 20 }).toBeLessThanOrEqual(0);
}
