// Counters of mailings kept with their messages, and what the screens hear of them.
import { sql } from 'kysely';
import type { LiveAudience } from '../../contract/kernel/live.ts';
import { LIVE_CHANNEL } from '../kernel/act.ts';
import type { AppDeps, WriteDb } from '../kernel/ctx.ts';
import { statusOfTally } from './rules.ts';

interface Told {
  id: number;
  region_id: number;
  mo_id: number | null;
  po_id: number | null;
  status: number;
  queued: number;
  delivered: number;
  failed: number;
  unknown: number;
  total: number;
  cost_kopecks: number;
  cost_ready: boolean;
}

/** Counts the messages of mailings anew (who dropped out before his left is none of them, who was handed a paper is one), ends those that have nothing waiting, tells everybody who sees them. */
export async function recount(db: AppDeps['db'] | WriteDb, ids: readonly number[], now: Date): Promise<void> {
  if (!ids.length) return;
  const { rows } =
    await sql<Told>`update notification n set total = t.total, segments = case when t.written > 0 then t.segments else n.segments end, delivered = t.delivered, failed = t.failed, unknown = t.unknown
    from (select x.id, count(m.id) as written,
        coalesce(sum(m.segments) filter (where m.channel is not null and m.status not in (7, 8, 9)), 0)::int as segments,
        count(m.id) filter (where m.status = 10 or (m.channel is not null and m.status not in (7, 8, 9)))::int as total,
        count(m.id) filter (where m.status in (2, 3, 10) or (m.status = 1 and m.channel = 'mail'))::int as delivered,
        count(m.id) filter (where m.status in (4, 5, 6) and m.channel is not null)::int as failed,
        count(m.id) filter (where m.status = 11)::int as unknown, count(m.id) filter (where m.status = 0)::int as queued,
        count(m.id) filter (where m.status not in (0, 7, 8, 9))::int as moved
      from unnest(${ids}::int[]) as x(id) left join notification_message m on m.notification_id = x.id and not m.superseded group by x.id) as t
    where n.id = t.id
    returning n.id, n.region_id, n.mo_id, n.po_id, n.status, t.queued, t.moved, n.delivered, n.failed, n.unknown, n.total, n.cost_kopecks, n.cost_ready`.execute(
      db,
    );
  for (const row of rows) await tell(db, await settleStatus(db, row, now));
}

async function settleStatus(db: AppDeps['db'] | WriteDb, row: Told & { moved?: number }, now: Date): Promise<Told> {
  if (row.status < 2 || row.status === 7) return row;
  // Nothing has left yet: it can still be recalled whole.
  if (row.status === 2 && !row.moved && row.queued) return row;
  const onWay = row.total - row.queued - row.delivered - row.failed - row.unknown;
  // Everybody dropped out while it waited: it is over, and nothing of it left.
  const status = row.total ? statusOfTally({ ...row, delivered: row.delivered + onWay }) : 7;
  if (status === row.status) return row;
  await sql`update notification set status = ${status}, recall_until = null,
      pause_reason = case when ${status} = 3 then pause_reason end, finished_at = ${status === 3 ? null : now.toISOString()} where id = ${row.id}`.execute(
    db,
  );
  return { ...row, status };
}

/** Says where a mailing is to those whose place covers it, or to `audience`. */
export async function tell(
  db: AppDeps['db'] | WriteDb,
  row: Omit<Told, 'queued'>,
  audience: LiveAudience = { region: row.region_id, mo: row.mo_id, po: row.po_id },
): Promise<void> {
  const payload = {
    audience,
    message: {
      type: 'new_notification_status',
      message: {
        id: row.id,
        status: String(row.status),
        delivered: row.delivered,
        failed: row.failed,
        total: row.total,
        cost: Number(row.cost_kopecks),
        cost_ready: row.cost_ready,
      },
    },
  };
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(payload)})`.execute(db);
}
