// What each instrument was used for last.
import { sql } from 'kysely';
import type { Instrument } from '../../../contract/instruments.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { daysBefore } from '../../ports/clock.ts';
import { read } from '../../kernel/read.ts';
import { countPairs } from './pairs.ts';

export interface LastJob {
  job_id: number;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  stage: string;
  done: number;
  total: number;
  failure: string | null;
  at: string;
  who: string;
  summary: string | null;
}

/** The last job of a kind, whoever asked for it. */
export async function lastJob(db: ReadDb, kind: string): Promise<LastJob | null> {
  const [row] = await read(
    db,
    sql<LastJob>`
    select j.id as job_id, j.status, j.stage, j.done, j.total, j.failure, coalesce(j.finished_at, j.created_at) as at, j.summary,
      coalesce(trim(u.last_name || ' ' || u.first_name), '') as who
    from background_job j left join app_user u on u.id = j.user_id where j.kind = ${kind} order by j.id desc limit 1`,
  );
  return row ?? null;
}

const lastOf = (job: LastJob | null): Instrument['last'] =>
  job && { at: job.at, who: job.who, status: job.status, words: job.status === 'failed' ? job.failure : job.summary };

/** Each instrument with what waits and what was done. */
export async function overview(
  db: ReadDb,
  now: Date,
  kinds: { merge: string; normalise: string; backup: string },
): Promise<Instrument[]> {
  const since = daysBefore(now, 30);
  const [pairs, search, merged, run, addresses, backup, copies] = await Promise.all([
    countPairs(db),
    lastJob(db, kinds.merge),
    read(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from merge_record where undone_at is null and merged_at > ${since}::timestamptz`,
    ),
    lastJob(db, kinds.normalise),
    read(
      db,
      sql<{ waiting: number; done: number }>`select count(*) filter (where v.state = 'waiting' and v.becomes is not null
          and v.run_id = (select max(id) from address_run))::int as waiting,
        coalesce(sum((select count(*) from address_card c where c.variant_id = v.id and c.is_changed))
          filter (where v.state = 'applied' and v.decided_at > ${since}::timestamptz), 0)::int as done from address_variant v`,
    ),
    lastJob(db, kinds.backup),
    read(
      db,
      sql<{
        done: number;
      }>`select count(*)::int as done from backup where state in ('proved', 'gaps') and at > ${since}::timestamptz`,
    ),
  ]);
  return [
    { key: 'merge', waiting: pairs.likely + pairs.possible, last: lastOf(search), done: merged[0]!.n },
    { key: 'normalise', ...addresses[0]!, last: lastOf(run) },
    { key: 'backups', waiting: 0, ...copies[0]!, last: lastOf(backup) },
  ];
}
