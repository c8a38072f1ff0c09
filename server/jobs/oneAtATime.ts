// Kinds of jobs of which one goes on at a time: two who press at once begin one, and nothing is paid for twice.
import { sql } from 'kysely';
import type { WriteDb } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';

/** First key of the lock of a kind; the second is the kind's own. */
const LOCK = 29;

/** One of the kind waits or runs already. */
export class UnderWay extends Refused {
  readonly jobId: number;
  constructor(jobId: number) {
    super(409, { message: 'Такое задание уже идёт. Дождитесь его конца' });
    this.jobId = jobId;
  }
}

/**
 * Whoever begins a job of the kind waits here for the other who does. `after`: the last job of the kind that the asker knows of.
 * @throws {UnderWay}, 422 when another one was begun since
 */
export async function takeTurn(tx: WriteDb, kind: string, after?: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, hashtext(${kind}))`.execute(tx);
  const { rows } = await sql<{ active: number | null; last: number | null }>`
    select max(id) filter (where status in ('queued', 'running')) as active, max(id) as last from background_job where kind = ${kind}`.execute(
    tx,
  );
  const { active, last } = rows[0]!;
  if (active !== null) throw new UnderWay(active);
  if (after !== undefined && after !== last) throw invalid({ after: 'Это уже запускали. Обновите страницу' });
}

/** For calls that answer with a job: the one that is under way is as good as a new one. */
export const orUnderWay = (error: unknown): { job_id: number } => {
  if (error instanceof UnderWay) return { job_id: error.jobId };
  throw error;
};
