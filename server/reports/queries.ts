// SQL of reports by the clock: those of a place, who gets them and as whom, who could take one over.
import { sql, type RawBuilder } from 'kysely';
import type { ReportSource } from '../../contract/reports.ts';
import { SUPERUSER, type Needs } from '../../contract/kernel/scope.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { inScope } from '../kernel/scope.ts';
import { moOfRight, regionOfRight, rights } from '../users/queries/colleagues.ts';
import { REPORT_DUE } from './rules.ts';

export interface KeptReport {
  id: number;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  owner_id: number | null;
  name: string;
  source: ReportSource;
  conditions: string | null;
  format: 'xlsx' | 'pdf';
  every: 'day' | 'week' | 'month';
  on_day: number | null;
  at_hour: number;
  skips_empty: boolean;
  is_paused: boolean;
  pause_reason: string | null;
  next_at: string;
  version: number;
  place: string;
  owner: string | null;
  /** The reader works where the report was made, or above. */
  at_place: boolean;
}

const columns = sql`r.id, r.region_id, r.mo_id, r.po_id, r.owner_id, r.name, r.source, r.conditions, r.format, r.every, r.on_day, r.at_hour,
  r.skips_empty, r.is_paused, r.pause_reason, r.next_at, r.version,
  coalesce((select name from po where id = r.po_id), (select name from mo where id = r.mo_id), (select name from region where id = r.region_id)) as place,
  (select trim(u.last_name || ' ' || u.first_name) from app_user u where u.id = r.owner_id) as owner`;

/** Reports of the actor's place, those he owns and those he gets; one of them, or all by name. */
export const reportsFor = ({ actor }: Ctx, db: ReadDb, id: number | null = null): Promise<KeptReport[]> =>
  read(
    db,
    sql<KeptReport>`select ${columns}, ${inScope(actor, 'r')} as at_place from report r
    where not r.is_withdrawn and ${id === null ? sql`true` : sql`r.id = ${id}`}
      and (${inScope(actor, 'r')} or r.owner_id = ${actor.userId}
        or exists (select 1 from report_receiver x where x.report_id = r.id and x.user_id = ${actor.userId}))
    order by r.name, r.id`,
  );

/** A report for the work of the clock, whosever it is. */
export async function reportById(db: ReadDb, id: number): Promise<KeptReport | undefined> {
  const rows = await read(
    db,
    sql<KeptReport>`select ${columns}, false as at_place from report r where r.id = ${id} and not r.is_withdrawn`,
  );
  return rows[0];
}

/** Reports that are sent. */
export const runningReports = (db: ReadDb): Promise<KeptReport[]> =>
  read(
    db,
    sql<KeptReport>`select ${columns}, false as at_place from report r where not r.is_withdrawn and not r.is_paused order by r.id`,
  );

/** The right stands at the place of the report `r` itself, or below it. */
const isExact = sql`(ur.po_id is not distinct from r.po_id and (r.po_id is not null or ur.mo_id is not distinct from r.mo_id)
  and (r.mo_id is not null or ur.region_id = r.region_id))`;
const isWithin = sql`case when r.po_id is not null then ur.po_id = r.po_id when r.mo_id is not null then ${moOfRight} = r.mo_id
  else ${regionOfRight} = r.region_id end`;

export interface ReceiverRow {
  report_id: number;
  user_id: number;
  name: string;
  first_name: string;
  father_name: string;
  email: string;
  role: string;
  is_active: boolean;
  is_superuser: number;
  capabilities: number[];
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  place: string | null;
}

/**
 * Receivers of reports as they are now. The place of each is his own: that of the report where he works there himself, else the
 * first of his within it; a superuser may work at any.
 */
export const receiversOf = (db: ReadDb, reports: readonly number[]): Promise<ReceiverRow[]> =>
  read(
    db,
    sql<ReceiverRow>`select x.report_id, u.id as user_id, trim(u.last_name || ' ' || u.first_name) as name, u.first_name, u.father_name, u.email,
      coalesce(own.role, u.role) as role, u.is_active, u.is_superuser, u.capabilities, own.region_id, own.mo_id, own.po_id, own.place
    from report_receiver x join report r on r.id = x.report_id join app_user u on u.id = x.user_id
      left join lateral (
        select ur.region_id, ur.mo_id, ur.po_id, ur.role, coalesce(po.name, mo.name, (select name from region where id = ur.region_id)) as place,
          ${isExact} as is_exact, ur.is_default, ur.id
        from ${rights} where ur.user_id = u.id and ${isWithin}
        union all
        select case when r.mo_id is null then r.region_id end, case when r.po_id is null then r.mo_id end, r.po_id, null,
          coalesce((select name from po where id = r.po_id), (select name from mo where id = r.mo_id), (select name from region where id = r.region_id)),
          false, false, 2147483647 where u.is_superuser = ${SUPERUSER}
        order by is_exact desc, is_default desc, id limit 1) as own on true
    where x.report_id = any(${reports as number[]}::int[]) order by x.report_id, u.last_name, u.first_name, u.id`,
  );

/** The person `u` has what the screen of the report asks for. */
const hasRight = ({ who, capability }: Needs): RawBuilder<boolean> =>
  sql<boolean>`(${who === 'superuser' ? sql`u.is_superuser = ${SUPERUSER}` : sql`true`} and ${
    capability ? sql`${capability}::int = any(u.capabilities)` : sql`true`
  })`;

/** May the owner still own it: active, with the right of its screen, and working at its very place or looking after every place. */
export async function ownerStays(db: ReadDb, report: number, needs: Needs): Promise<boolean> {
  const rows = await read(
    db,
    sql<{ n: number }>`select count(*)::int as n from report r join app_user u on u.id = r.owner_id
    where r.id = ${report} and u.is_active and ${hasRight(needs)}
      and (u.is_superuser = ${SUPERUSER} or exists (select 1 from user_right ur where ur.user_id = u.id and ${isExact}))`,
  );
  return rows[0]!.n > 0;
}

/** Who could own a report: active, at its very place, with the right of its screen; those who get it first. */
export const heirsOf = (db: ReadDb, report: number, needs: Needs): Promise<{ id: number; name: string }[]> =>
  read(
    db,
    sql<{ id: number; name: string }>`select u.id, trim(u.last_name || ' ' || u.first_name) as name
    from report r join user_right ur on ${isExact} join app_user u on u.id = ur.user_id
    where r.id = ${report} and u.is_active and ${hasRight(needs)} and u.id is distinct from r.owner_id
    order by exists (select 1 from report_receiver x where x.report_id = r.id and x.user_id = u.id) desc, ur.id`,
  );

/** Moments that wait for a decision, by report. */
export const lateOf = (
  db: ReadDb,
  reports: readonly number[],
): Promise<{ id: number; report_id: number; object: string; failure: string | null }[]> =>
  read(
    db,
    sql<{ id: number; report_id: number; object: string; failure: string | null }>`select id,
      split_part(object, '@', 1)::int as report_id, object, failure from due_moment
    where what = ${REPORT_DUE} and state in ('asks', 'failed') and split_part(object, '@', 1)::int = any(${reports as number[]}::int[])
    order by object`,
  );

/** What came of the last moment of each report. */
export const lastOf = (
  db: ReadDb,
  reports: readonly number[],
): Promise<{ report_id: number; at: string; sent: number; left_out: number }[]> =>
  read(
    db,
    sql<{ report_id: number; at: string; sent: number; left_out: number }>`select s.report_id, s.due_at as at,
      count(s.outbox_id)::int as sent, (count(*) - count(s.outbox_id))::int as left_out
    from report_sending s where s.report_id = any(${reports as number[]}::int[])
      and s.due_at = (select max(l.due_at) from report_sending l where l.report_id = s.report_id)
    group by s.report_id, s.due_at`,
  );

export interface SendingRow {
  id: number;
  due_at: string;
  at: string;
  user: { id: number; name: string };
  rows: number | null;
  reason: string | null;
  letter: string | null;
}
export const sendingsOf = (db: ReadDb, report: number): Promise<SendingRow[]> =>
  read(
    db,
    sql<SendingRow>`select s.id, s.due_at, s.at, json_build_object('id', u.id, 'name', trim(u.last_name || ' ' || u.first_name)) as "user",
      s.row_count as rows, s.reason, o.state as letter
    from report_sending s join app_user u on u.id = s.user_id left join outbox o on o.id = s.outbox_id
    where s.report_id = ${report} order by s.due_at desc, s.id desc limit 200`,
  );

/** The report held until the transaction ends. */
export const lockReport = (tx: WriteDb, id: number) =>
  tx
    .selectFrom('report')
    .where('id', '=', id)
    .where('is_withdrawn', '=', false)
    .select(['id', 'version', 'owner_id', 'is_paused'])
    .forUpdate()
    .executeTakeFirst();

/** Files of letters older than a day, whose letters wait for nothing. */
export const oldFiles = (
  db: ReadDb,
  before: string,
): Promise<{ sending: number; file: number; store_key: string; outbox_id: number | null }[]> =>
  read(
    db,
    sql<{
      sending: number;
      file: number;
      store_key: string;
      outbox_id: number | null;
    }>`select s.id as sending, f.id as file, f.store_key, s.outbox_id
    from report_sending s join stored_file f on f.id = s.file_id left join outbox o on o.id = s.outbox_id
    where s.at < ${before} and (o.id is null or o.state not in ('queued', 'sending')) limit 1000`,
  );
