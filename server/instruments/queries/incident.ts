// SQL of an incident: who looked at personal data between two moments, and who could have.
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { incident } from '../../../contract/instruments/personal.ts';
import { limitTo } from '../../db/planned.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { maskedText } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import { SEEN, SEEN_TABS } from '../rules/seen.ts';

export type IncidentWish = z.output<(typeof incident)['body']>;
type Found = z.output<(typeof incident)['reply']>;

/** Of so many groups, and of so many accounts, the page tells; the file has every line. */
const MOST_ROWS = 500;
const MOST_ACCOUNTS = 1000;
/** Lines of one page of the file. */
const PAGE = 5000;

/** Lines `l` by which somebody looked. Lists taken away whole hold everybody of their place, so they stay with a person asked for. */
const looked = ({ from, to, profile, mo }: IncidentWish): RawBuilder<boolean> => sql<boolean>`
  l.at >= ${from}::timestamptz and l.at <= ${to}::timestamptz and (l.verb = any(${[...SEEN]}::text[]) or l.tab = any(${[...SEEN_TABS]}::text[]))
  and ${profile ? sql`(l.object_type is distinct from 'profile' or ${ofAnyCard(sql`l.object_id`, sql`${profile}::int`)})` : sql`true`}
  and ${mo ? sql`l.mo_id = ${mo}` : sql`true`}`;

/** What people looked at, by person and deed, the latest first; of how many groups these are. */
export async function incidentRows(db: ReadDb, wish: IncidentWish): Promise<Pick<Found, 'rows' | 'total'>> {
  const rows = await read(
    db,
    sql<Found['rows'][number] & { total: number }>`select l.user_id, l.user_name as who,
      case when l.object_type = 'profile' then regexp_replace(l.text, '[0-9]+', '…', 'g') else l.text end as what,
      count(*)::int as times, count(distinct case when l.object_type = 'profile' then l.object_id end)::int as people,
      min(l.at) as first, max(l.at) as last, coalesce(array_agg(distinct l.ip) filter (where l.ip is not null), '{}') as ips,
      (count(*) over ())::int as total
    from action_log l where ${looked(wish)} group by 1, 2, 3 order by 7 desc ${limitTo(MOST_ROWS)}`,
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Accounts with a right that covers the place: those who could have looked; and how many they are. */
export async function couldSee(
  db: ReadDb,
  { mo, profile }: IncidentWish,
): Promise<Pick<Found, 'couldSee' | 'couldSeeTotal'>> {
  const rows = await read(
    db,
    sql<
      Found['couldSee'][number] & { total: number }
    >`select trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) as who, u.role,
      coalesce(string_agg(coalesce(po.name, mo.name, region.name), ', ' order by r.id), '') as place, u.is_active as "isActive",
      (count(*) over ())::int as total
    from app_user u join user_right r on r.user_id = u.id
      left join po on po.id = r.po_id left join mo on mo.id = r.mo_id left join region on region.id = r.region_id
    where ${
      profile
        ? sql`exists (select 1 from profile_place k where k.profile_id = ${profile} and (k.po_id = r.po_id or k.mo_id = r.mo_id or k.region_id = r.region_id))`
        : mo
          ? sql`(r.mo_id = ${mo} or po.mo_id = ${mo} or r.region_id = (select m.region_id from mo m where m.id = ${mo}))`
          : sql`true`
    }
    group by u.id order by 1 ${limitTo(MOST_ACCOUNTS)}`,
  );
  return { couldSee: rows.map(({ total: _total, ...row }) => row), couldSeeTotal: rows[0]?.total ?? 0 };
}

export async function countLooks(db: ReadDb, wish: IncidentWish): Promise<number> {
  const [row] = await read(db, sql<{ n: number }>`select count(*)::int as n from action_log l where ${looked(wish)}`);
  return row!.n;
}

/** Every look as cells: when (Moscow), who, deed, card, what about, МО, ПО, address, device; in the order of the log, a page at a time. */
export async function* looksInPages(db: ReadDb, wish: IncidentWish): AsyncGenerator<unknown[][]> {
  for (let after = 0; ;) {
    const rows = await read(
      db,
      sql<{ id: number; cells: unknown[] }>`select l.id::int as id, json_build_array(
          to_char(l.at at time zone 'Europe/Moscow', 'DD.MM.YYYY HH24:MI:SS'), l.user_name, ${maskedText(sql`l.text`)},
          case when l.object_type = 'profile' then l.object_id end, ${maskedText(sql`l.object_name`)},
          (select name from mo where id = l.mo_id), (select name from po where id = l.po_id), l.ip, l.device) as cells
        from action_log l where ${looked(wish)} and l.id > ${after} order by l.id ${limitTo(PAGE)}`,
    );
    if (!rows.length) return;
    yield rows.map(({ cells }) => cells);
    after = rows.at(-1)!.id;
  }
}
