// SQL of an incident: who looked at personal data between two moments, and who could have.
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { incident, incidentPeople as people } from '../../../contract/instruments/personal.ts';
import { SUPERUSER } from '../../../contract/kernel/scope.ts';
import { limitTo } from '../../db/planned.ts';
import { allWords, readQuery, wordsOf } from '../../garages/queries/finding.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { deviceOfLine } from '../../kernel/deviceName.ts';
import { maskedText, maskText } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import { SEEN, SEEN_TABS } from '../rules/seen.ts';

export type IncidentWish = z.output<(typeof incident)['body']>;
type Found = z.output<(typeof incident)['reply']>;
type People = z.output<(typeof people)['reply']>['data'];

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

const MOST_PEOPLE = 20;

/** People by the words of their names, whatever place they are known at; of a МО those who were ever known there. */
export async function incidentPeople(db: ReadDb, q: string, mo: number | undefined): Promise<People> {
  const words = wordsOf(readQuery(q));
  if (!words.length) return [];
  return read(
    db,
    sql<People[number]>`select p.id, p.full_name, p.birthday,
      array(select distinct m.name from profile_place k join mo m on m.id = k.mo_id where k.profile_id = p.id order by 1) as places
    from profile p where p.merged_into is null and not p.is_anonymised and ${allWords(sql`p.name_key`, words)}
      and ${mo ? sql`exists (select 1 from profile_place k where k.profile_id = p.id and k.mo_id = ${mo})` : sql`true`}
    order by p.name_key, p.id ${limitTo(MOST_PEOPLE)}`,
  );
}

/** What people looked at, by person and deed, the latest first; of how many groups these are. */
export async function incidentRows(db: ReadDb, wish: IncidentWish): Promise<Pick<Found, 'rows' | 'total'>> {
  const rows = await read(
    db,
    sql<Found['rows'][number] & { total: number }>`select l.user_id, l.user_name as who,
      case when l.object_type = 'profile' then regexp_replace(case when l.text like '%@%' then ${maskedText(sql`l.text`)} else l.text end, '[0-9]+', '…', 'g') else l.text end as what,
      count(*)::int as times, count(distinct case when l.object_type = 'profile' then l.object_id end)::int as people,
      min(l.at) as first, max(l.at) as last, coalesce(array_agg(distinct l.ip) filter (where l.ip is not null), '{}') as ips,
      (count(*) over ())::int as total
    from action_log l where ${looked(wish)} group by 1, 2, 3 order by 7 desc ${limitTo(MOST_ROWS)}`,
  );
  // As the file of every line has it.
  return {
    rows: rows.map(({ total: _total, ...row }) => ({ ...row, what: maskText(row.what) })),
    total: rows[0]?.total ?? 0,
  };
}

/** What accounts held and since when until when: states that were changed since, and what they hold now. */
const states = sql`(
  select p.user_id, p.role, p.is_active, p.is_superuser, p.rights, p.until,
    coalesce(lag(p.until) over (partition by p.user_id order by p.until, p.id), u.created_at) as since
  from account_past p join app_user u on u.id = p.user_id
  union all
  select u.id, u.role, u.is_active, u.is_superuser, coalesce((select jsonb_agg(jsonb_build_object('region_id', r.region_id, 'mo_id', r.mo_id,
      'po_id', r.po_id) order by r.id) from user_right r where r.user_id = u.id), '[]'), null,
    coalesce((select max(p.until) from account_past p where p.user_id = u.id), u.created_at)
  from app_user u)`;

/** A right `r` that covers the place, or anybody's where no place is asked about. */
const covers = ({ mo, profile }: IncidentWish): RawBuilder<unknown> =>
  profile
    ? sql`exists (select 1 from profile_place k where k.profile_id = ${profile} and (k.po_id = r.po_id or k.mo_id = r.mo_id or k.region_id = r.region_id))`
    : mo
      ? sql`(r.mo_id = ${mo} or po.mo_id = ${mo} or r.region_id = (select m.region_id from mo m where m.id = ${mo}))`
      : sql`(r.po_id is not null or r.mo_id is not null or r.region_id is not null)`;

/**
 * Accounts that held a right over the place between the two moments, whatever they hold now: those who could have looked; and
 * how many they are. A superuser looks anywhere.
 */
export async function couldSee(db: ReadDb, wish: IncidentWish): Promise<Pick<Found, 'couldSee' | 'couldSeeTotal'>> {
  const { from, to } = wish;
  const rows = await read(
    db,
    sql<Found['couldSee'][number] & { total: number }>`
    with held as (
      select s.*, r.nth, coalesce(po.name, mo.name, region.name) as place, coalesce(${covers(wish)}, false) as covers
      from ${states} as s
        left join lateral jsonb_array_elements(s.rights) with ordinality as one(value, nth) on true
        left join lateral (select one.nth, (one.value ->> 'region_id')::int as region_id, (one.value ->> 'mo_id')::int as mo_id, (one.value ->> 'po_id')::int as po_id) as r on true
        left join po on po.id = r.po_id left join mo on mo.id = r.mo_id left join region on region.id = r.region_id
      where s.is_active and s.since <= ${to}::timestamptz and (s.until is null or s.until > ${from}::timestamptz))
    select trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) as who, (array_agg(h.role order by h.since desc))[1] as role,
      coalesce((select string_agg(each.place, ', ' order by each.nth) from (select y.place, min(y.nth) as nth from held y
        where y.user_id = u.id and y.covers group by 1) as each), '') as place, u.is_active as "isActive", bool_or(h.is_superuser = ${SUPERUSER}) as "isSuperuser",
      case when min(h.since) > ${from}::timestamptz then min(h.since) end as since,
      case when bool_and(h.until is not null) and max(h.until) < ${to}::timestamptz then max(h.until) end as until,
      (count(*) over ())::int as total
    from held h join app_user u on u.id = h.user_id where h.covers or h.is_superuser = ${SUPERUSER}
    group by u.id order by 1, u.id ${limitTo(MOST_ACCOUNTS)}`,
  );
  return { couldSee: rows.map(({ total: _total, ...row }) => row), couldSeeTotal: rows[0]?.total ?? 0 };
}

/**
 * The day since which changes of rights are kept, where the incident began before it and there were accounts then; null otherwise.
 * It is the day of the script that made the table.
 */
export async function rightsKnownFrom(db: ReadDb, { from }: IncidentWish): Promise<string | null> {
  const [row] = await read(
    db,
    sql<{
      day: string;
    }>`select to_char(m.applied_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as day from schema_migration m
      where m.name = '0326_merging.sql' and m.applied_at > ${from}::timestamptz and exists (select 1 from app_user u where u.created_at < m.applied_at)`,
  );
  return row?.day ?? null;
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
          (select name from mo where id = l.mo_id), (select name from po where id = l.po_id), l.ip, ${deviceOfLine}) as cells
        from action_log l where ${looked(wish)} and l.id > ${after} order by l.id ${limitTo(PAGE)}`,
    );
    if (!rows.length) return;
    yield rows.map(({ cells }) => cells);
    after = rows.at(-1)!.id;
  }
}
