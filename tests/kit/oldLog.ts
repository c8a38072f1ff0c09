// Lines of the log older than five years, as they would have been written then, and their months taken out of it.
import { sql } from 'kysely';
import { archiveLog, logArchives } from '../../contract/instruments/logArchive.ts';
import { logArchiveJob } from '../../server/instruments/logArchive.ts';
import { runJob } from '../../server/jobs/run.ts';
import type { Caller, TestApp } from './app.ts';
import { followWholeLog } from './log.ts';

export interface OldLine {
  at: string;
  verb?: string;
  text?: string;
  object?: { type: string; id: number; name?: string };
  place?: { region: number; mo: number; po: number };
  user?: number;
  before?: object;
}

/** Writes a line of that moment past the application; answers its number. */
export async function oldLine(t: TestApp, line: OldLine): Promise<number> {
  const { at, verb = 'garage.update', text = 'Прежняя строка', object, place, user, before } = line;
  const { rows } = await sql<{ id: number }>`
    insert into action_log (at, user_id, user_name, verb, object_type, object_id, object_name, region_id, mo_id, po_id, text, before)
    values (${at}, ${user ?? null}, 'Прежний', ${verb}, ${object?.type ?? null}, ${object?.id ?? null}, ${object?.name ?? null},
      ${place?.region ?? null}, ${place?.mo ?? null}, ${place?.po ?? null}, ${text}, ${before ? JSON.stringify(before) : null}::jsonb)
    returning id::int as id`.execute(t.deps.db);
  return rows[0]!.id;
}

/** The password that a superuser has just typed. */
export const typePassword = (t: TestApp, { userId }: Caller) =>
  t.deps.db
    .updateTable('session')
    .set({ password_checked_at: t.deps.clock.now().toISOString() })
    .where('user_id', '=', userId)
    .execute();

/** Asks for every due month up to one and does the job; answers how it ended. */
export async function archiveThrough(t: TestApp, admin: Caller, through: string) {
  await followWholeLog(t.deps);
  const { due } = (await admin.call(logArchives)).body as { due: { month: string; lines: number }[] };
  const lines = due.filter(({ month }) => month <= through).reduce((sum, one) => sum + one.lines, 0);
  await typePassword(t, admin);
  const asked = await admin.call(archiveLog, { body: { through, lines } });
  if (asked.status !== 200) throw new Error(asked.text);
  const { job_id: jobId } = asked.body as { job_id: number };
  await runJob(t.deps, logArchiveJob, { jobId });
  return t.deps.db.selectFrom('background_job').where('id', '=', jobId).selectAll().executeTakeFirstOrThrow();
}

/** Numbers of the lines of the log in the order they were written, those of the days of the test left out. */
export async function oldIds(t: TestApp): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id::int as id from action_log where at < '2020-01-01' order by id`.execute(t.deps.db);
  return rows.map(({ id }) => id);
}
