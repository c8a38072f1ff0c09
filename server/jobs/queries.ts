// SQL of background jobs.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { Counter } from '../kernel/counters.ts';
import type { ReadDb } from '../kernel/ctx.ts';
import { inScope } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';
import type { Job } from './records.ts';
import { pageClause } from '../db/planned.ts';

export interface JobRequest {
  state: 'all' | 'active' | 'done' | 'failed';
  whose: 'mine' | 'place';
  kind?: string | undefined;
  offset: number;
  limit: number;
}

export type JobRow = Job & {
  author: string | null;
  failure: string | null;
  summary: string | null;
  link: string | null;
  cancel: 'never' | 'queued' | 'running';
  can_retry: boolean;
  may_stop: boolean;
  done_before: number;
  ahead: number;
  file_name: string | null;
  file_bytes: number | null;
  file_until: string | null;
  started_at: string | null;
  created_at: string;
  finished_at: string | null;
};

const isMine = (actor: Actor) => sql`j.user_id = ${actor.userId}`;
const isSeen = (actor: Actor, whose: JobRequest['whose']): RawBuilder<unknown> =>
  whose === 'mine' ? isMine(actor) : sql`(${isMine(actor)} or ${inScope(actor, 'j')})`;

/** Its author, a superuser, or who sees its place and holds the right it stands on may stop it. */
const mayStop = (actor: Actor): RawBuilder<unknown> =>
  actor.isSuperuser === SUPERUSER
    ? sql`true`
    : sql`coalesce(${isMine(actor)} or (${inScope(actor, 'j')} and j.capability = any(${[...actor.capabilities]}::int[])), false)`;

const states = {
  all: sql`true`,
  active: sql`j.status in ('queued', 'running')`,
  done: sql`j.status in ('done', 'cancelled')`,
  failed: sql`j.status = 'failed'`,
};

const columns = (actor: Actor) => sql`j.*, j.result ->> 'link' as link, ${mayStop(actor)} as may_stop,
  nullif(concat_ws(' ', u.last_name, nullif(left(u.first_name, 1), '') || '.', nullif(left(u.father_name, 1), '') || '.'), '') as author,
  f.name as file_name, f.size_bytes as file_bytes,
  case when j.status = 'queued' then (select count(*)::int from background_job as b
    where b.kind = j.kind and b.id < j.id and b.status in ('queued', 'running')) else 0 end as ahead`;
const joined = sql`background_job as j left join app_user as u on u.id = j.user_id left join stored_file as f on f.id = j.file_id`;

/** A page of jobs: running ones, those that wait as their turn comes, those that need a decision, the rest from the newest. */
export async function jobPage(db: ReadDb, actor: Actor, request: JobRequest): Promise<JobRow[]> {
  const rows = await read(
    db,
    sql<JobRow>`select ${columns(actor)} from ${joined}
    where ${isSeen(actor, request.whose)} and ${states[request.state]} and ${ofKind(request)}
    order by case when j.status = 'running' then 0 when ${states.active} then 1 when ${states.failed} and j.can_retry then 2 else 3 end,
      case when ${states.active} then j.id end, j.id desc
    ${pageClause(request)}`,
  );
  return rows;
}

const ofKind = ({ kind }: JobRequest) => (kind ? sql`j.kind = ${kind}` : sql`true`);

export async function jobCounts(db: ReadDb, actor: Actor, request: JobRequest) {
  const rows = await read(
    db,
    sql<{
      all: number;
      active: number;
      done: number;
      failed: number;
      kinds: string[];
      bytes: number;
    }>`
    select count(*) filter (where ${ofKind(request)})::int as all,
      count(*) filter (where ${states.active} and ${ofKind(request)})::int as active,
      count(*) filter (where ${states.done} and ${ofKind(request)})::int as done,
      count(*) filter (where ${states.failed} and ${ofKind(request)})::int as failed,
      coalesce(array_agg(distinct j.kind), '{}') as kinds,
      coalesce(sum(f.size_bytes) filter (where ${isMine(actor)}), 0)::int8 as bytes
    from ${joined} where ${isSeen(actor, request.whose)}`,
  );
  return rows[0]!;
}

/** A job that the person may see; undefined when there is none for him. */
export async function jobById(db: ReadDb, actor: Actor, id: number): Promise<JobRow | undefined> {
  const rows = await read(
    db,
    sql<JobRow>`select ${columns(actor)} from ${joined}
    where j.id = ${id} and ${isSeen(actor, 'place')}`,
  );
  return rows[0];
}

/** The file of a job of one's own. */
export const fileOfJob = (db: ReadDb, actor: Actor, id: number) =>
  db
    .selectFrom('background_job as j')
    .innerJoin('stored_file as f', 'f.id', 'j.file_id')
    .where('j.id', '=', id)
    .where('j.user_id', '=', actor.userId)
    .select(['f.name', 'f.mime', 'f.store_key', 'j.actor', 'j.capability'])
    .executeTakeFirst();

/** The actor's own jobs that have not ended. */
export const countActiveJobs: Counter = (actor) =>
  sql<number>`select count(*)::int from background_job j where ${isMine(actor)} and j.status in ('queued', 'running')`;
