// SQL of months that leave the log: which months are due, lines as they go into a file.
import { sql, type RawBuilder } from 'kysely';
import { limitTo } from '../../db/planned.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { notFound, Refused } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { plusMonths, type ArchiveFacts } from '../rules/archive.ts';

export type ArchiveRow = ArchiveFacts & {
  id: number;
  seal: string;
  file_id: number;
  store_key: string;
  dropped_at: string | null;
};

const archived = sql`a.id, a.month, a.lines, a.actions, a.first_id, a.last_id, a.bytes, a.sha256, a.previous, a.seal, a.file_id, f.store_key,
  a.dropped_at from log_archive a join stored_file f on f.id = a.file_id`;

/** Archived months from the oldest on. */
export const archives = (db: ReadDb): Promise<ArchiveRow[]> =>
  read(db, sql<ArchiveRow>`select ${archived} order by a.month`);

/** The last archived month; it may wait to be dropped. */
export async function lastArchive(db: ReadDb): Promise<ArchiveRow | null> {
  const [row] = await read(db, sql<ArchiveRow>`select ${archived} order by a.month desc limit 1`);
  return row ?? null;
}

/** The month that leaves next, whether it is due or not; null while the log is empty. */
export async function nextMonth(db: ReadDb): Promise<string | null> {
  const last = await lastArchive(db);
  if (last) return last.dropped_at === null ? last.month : plusMonths(last.month, 1);
  const [row] = await read(db, sql<{ month: string | null }>`select log_first_month() as month`);
  return row!.month;
}

/** Lines of each of the months, the empty ones left out. */
export async function linesOfMonths(db: ReadDb, months: readonly string[]): Promise<Map<string, number>> {
  const rows = await read(
    db,
    sql<{
      month: string;
      lines: number;
    }>`select m.month::text as month, (select count(*)::int from log_lines_of(m.month)) as lines
      from unnest(${[...months]}::date[]) as m(month)`,
  );
  return new Map(rows.map(({ month, lines }) => [month, lines]));
}

/** What the table holds of a month, and whether the counts know all of it. */
export async function monthFacts(
  db: ReadDb,
  month: string,
): Promise<Pick<ArchiveFacts, 'lines' | 'actions' | 'first_id' | 'last_id'> & { isCounted: boolean }> {
  const [row] = await read(
    db,
    sql<
      Pick<ArchiveFacts, 'lines' | 'actions' | 'first_id' | 'last_id'> & { isCounted: boolean }
    >`select count(*)::int as lines, (count(*) filter (where is_action(verb)))::int as actions, min(id) as first_id, max(id) as last_id,
      coalesce(max(id) <= (select done_id from log_count), true) as "isCounted" from log_lines_of(${month}::date)`,
  );
  return row!;
}

const midnight = (month: string) => sql`(${month}::date::timestamp at time zone 'Europe/Moscow')`;
/** Lines `l` of a month, those of the console itself apart: each kind has its index of time. */
const ofMonth = (month: string, verb: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
  sql`select * from action_log l where ${verb} and l.at >= ${midnight(month)} and l.at < ${midnight(plusMonths(month, 1))} ${after}`;

/** Condition over `l`: every line of a month; said so that each kind is found by its index. */
export const linesOfMonth = (month: string): RawBuilder<boolean> =>
  sql<boolean>`l.at >= ${midnight(month)} and l.at < ${midnight(plusMonths(month, 1))} and (l.verb <> 'sign.refresh' or l.verb = 'sign.refresh')`;

/**
 * Lines of a month as texts of JSON in the order of time, a page at a time. Columns are as they lie there: what is personal stays under
 * the key of its person. Names of people, which destruction takes out of the log, are left out: it does not reach files.
 */
export async function* monthLines(
  db: ReadDb,
  month: string,
  page: number,
): AsyncGenerator<{ text: string; lines: number }> {
  const order = sql`order by l.at, l.id ${limitTo(page)}`;
  for (let after: { at: string; id: number } | null = null; ;) {
    const rest: RawBuilder<unknown> = after
      ? sql`and (l.at, l.id) > (${after.at}::timestamptz, ${after.id}::bigint) ${order}`
      : order;
    const [row]: { text: string | null; lines: number; at: string; id: number }[] = await read(
      db,
      sql<{ text: string | null; lines: number; at: string; id: number }>`
      with page as (
        select * from ((${ofMonth(month, sql`l.verb <> 'sign.refresh'`, rest)}) union all (${ofMonth(month, sql`l.verb = 'sign.refresh'`, rest)})) as l ${order}
      )
      select string_agg(${lineText}, '' order by l.at, l.id) as text, count(*)::int as lines, max(l.at)::text as at,
        (array_agg(l.id order by l.at desc, l.id desc))[1] as id from page l`,
    );
    if (!row?.text) return;
    yield { text: row.text, lines: row.lines };
    after = { at: row.at, id: row.id };
  }
}

const lineText = sql`json_build_object('id', l.id, 'at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'user_id', l.user_id,
  'user_name', l.user_name, 'verb', l.verb, 'object_type', l.object_type, 'object_id', l.object_id,
  'object_name', case when l.object_type is distinct from 'profile' then l.object_name end, 'region_id', l.region_id, 'mo_id', l.mo_id,
  'po_id', l.po_id, 'text', l.text, 'before', l.before, 'after', l.after, 'ip', l.ip, 'device', l.device, 'device_name', l.device_name)::text || E'\n'`;

/** How the counts tell of months that are gone: by day, by month and by whole places, beside what their archives say. */
export const goneCounts = (db: ReadDb) =>
  read(
    db,
    sql<{ month: string; actions: number; days: number; months: number; sums: number; month_sums: number }>`
    select a.month, a.actions,
      coalesce((select sum(lines) from log_day where day >= a.month and day < a.month + interval '1 month'), 0)::int as days,
      coalesce((select sum(lines) from log_month where month = a.month), 0)::int as months,
      coalesce((select sum(lines) from log_sum where level = 3 and span = 'd' and day >= a.month and day < a.month + interval '1 month'), 0)::int as sums,
      coalesce((select sum(lines) from log_sum where level = 3 and span = 'm' and day = a.month), 0)::int as month_sums
    from log_archive a where a.dropped_at is not null order by a.month`,
  );

/** A line that is not found, in words: where its month left the log it is said. Absent and out of scope look the same otherwise. */
export const lineNotFound = async (db: ReadDb, id: number): Promise<Refused> =>
  (await isLineGone(db, id)) ? new Refused(404, { message: 'Эта запись вынесена в архив журнала' }) : notFound();

/** Whether a line left with its month: its number is of an archived one, and no place has it any more. */
async function isLineGone(db: ReadDb, id: number): Promise<boolean> {
  const [row] = await read(
    db,
    sql<{ gone: boolean }>`select not exists (select 1 from action_log where id = ${id})
      and exists (select 1 from log_archive where dropped_at is not null and ${id}::bigint between first_id and last_id) as gone`,
  );
  return row!.gone;
}
