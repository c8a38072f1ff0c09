// SQL of the duties about personal data.
import { sql } from 'kysely';
import type { Destruction, HeldData, PolicyVersion } from '../../../contract/instruments/personal.ts';
import type { z } from 'zod';
import type { IncidentRow } from '../../../contract/instruments/personal.ts';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

/** What is held beside the card, counted by kind. */
export const heldCounts = (db: ReadDb, id: number) =>
  read(
    db,
    sql<{ label: string; count: number }>`select * from (values
      ('Бумаги', (select count(*)::int from document where profile_id = ${id})),
      ('Сканы и файлы', (select count(*)::int from attachment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Заметки', (select count(*)::int from comment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Сообщения рассылок', (select count(*)::int from notification_message where profile_id = ${id})),
      ('Переоформления', (select count(distinct reregistration_id)::int from reregistration_party where profile_id = ${id})),
      ('Льготы', (select count(*)::int from profile_privilege where profile_id = ${id})),
      ('Записи журнала', (select count(*)::int from action_log where object_type = 'profile' and object_id = ${id}))
    ) as held(label, count) where count > 0`,
  );

export const heldConsents = (db: ReadDb, id: number) =>
  read(
    db,
    sql<HeldData['consents'][number]>`select c.kind, c.signed_at, c.doc_no, c.revoked_at,
      (select max(p.version) from privacy_policy p where p.approved_at <= c.signed_at) as policy
      from consent c where c.profile_id = ${id} order by c.signed_at, c.id`,
  );

export const heldPrivileges = (db: ReadDb, id: number) =>
  read(
    db,
    sql<{
      label: string;
      paper: string;
      until: string | null;
    }>`select v.name as label, concat_ws(' ', h.seria, h.number, h.issued_text) as paper, h.end_date as until
      from profile_privilege h join privilege v on v.id = h.privilege_id where h.profile_id = ${id} order by h.is_current desc, h.id`,
  );

export const heldGarages = (db: ReadDb, id: number) =>
  read(
    db,
    sql<{
      section: string;
      number: string;
      po_name: string;
      from: string | null;
      to: string | null;
    }>`select g.section, g.number, po.name as po_name,
      o.started_on as from, o.ended_on as to
      from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = ${id} order by o.ended_on is null desc, o.id`,
  );

/** Lines of the log by which somebody looked at the hidden data of a person, the newest first. */
export const lookedAt = (db: ReadDb, id: number, most: number) =>
  read(
    db,
    sql<{
      at: string;
      who: string;
      what: string;
      total: number;
    }>`select l.at, l.user_name as who, l.text as what, count(*) over ()::int as total
      from action_log l where l.object_type = 'profile' and l.object_id = ${id} and l.verb in ('profile.open', 'profile.reveal',
        'profile.search_passport', 'profile.search_phone', 'profile.pair_open', 'profile.open_file', 'profile.held')
      order by l.id desc ${limitTo(most)}`,
  );

/** Why the data of a person can't be destroyed now. */
export async function destructionBlocks(db: ReadDb, id: number): Promise<string[]> {
  const [row] = await read(
    db,
    sql<{ owns: number; open: number; debt: number }>`select
      (select count(*)::int from ownership where profile_id = ${id} and ended_on is null) as owns,
      (select count(*)::int from reregistration r where r.status in (0, 1, 2, 6)
        and exists (select 1 from reregistration_party p where p.reregistration_id = r.id and p.profile_id = ${id})) as open,
      (select count(*)::int from notification_message m where m.profile_id = ${id} and m.status in (0, 1)) as debt`,
  );
  const { owns, open, debt } = row!;
  return [
    ...(owns
      ? [`Владеет гаражами: ${owns}. Пока владеет, данные обрабатываются по закону о гаражных объединениях`]
      : []),
    ...(open ? [`Идёт переоформление: ${open}`] : []),
    ...(debt ? [`Есть неотправленные сообщения: ${debt}`] : []),
  ];
}

export const policies = (db: ReadDb): Promise<PolicyRow[]> =>
  db
    .selectFrom('privacy_policy')
    .orderBy('version', 'desc')
    .select(['version', 'approved_at', 'review_due', 'body as text'])
    .execute();
export type PolicyRow = z.infer<typeof PolicyVersion>;

export const destructions = (db: ReadDb): Promise<Destruction[]> =>
  read(
    db,
    sql<Destruction>`select d.id, d.profile_id, d.act_no, d.at, d.ground,
      coalesce((select json_agg(json_build_object('label', c.key, 'count', c.value::int) order by c.key) from jsonb_each_text(d.counts) c), '[]') as counts,
      coalesce(trim(u.last_name || ' ' || u.first_name), 'Восстановление') as who
      from destruction d left join app_user u on u.id = d.done_by order by d.id desc limit 200`,
  );

/** When each piece of upkeep was done last. */
export async function dueTimes(db: ReadDb): Promise<Map<string, string>> {
  const rows = await read(
    db,
    sql<{
      what: string;
      last: string;
    }>`select what, max(done_at) as last from due_moment where state = 'done' group by what`,
  );
  return new Map(rows.map(({ what, last }) => [what, last]));
}

/** Former owners whose five years are over: their cards are to be destroyed by an act. */
export async function overdueOwners(db: ReadDb, before: string): Promise<number> {
  const [row] = await read(
    db,
    sql<{ n: number }>`select count(*)::int as n from profile p where p.merged_into is null and not p.is_anonymised
      and exists (select 1 from ownership o where o.profile_id = p.id)
      and not exists (select 1 from ownership o where o.profile_id = p.id and (o.ended_on is null or o.ended_on > ${before}::date))`,
  );
  return row!.n;
}

/** Deeds by which hidden data are seen; papers are opened by deeds of their own tab, whole lists taken away by theirs. */
const SEEING = [
  'profile.open',
  'profile.reveal',
  'profile.search_passport',
  'profile.pair_open',
  'profile.held',
  'profile.merge',
  'admin.normalise_review',
];
const SEEING_TABS = ['reference', 'copy'];

export interface IncidentWish {
  from: string;
  to: string;
  profile: number | null;
  mo: number | null;
}

/** What people looked at between two moments, by person and deed. Lists taken away whole hold everybody of their place. */
export const incidentRows = (db: ReadDb, { from, to, profile, mo }: IncidentWish) =>
  read(
    db,
    sql<z.infer<typeof IncidentRow>>`select l.user_id, l.user_name as who,
      case when l.object_type = 'profile' then regexp_replace(l.text, '[0-9]+', '…', 'g') else l.text end as what,
      count(*)::int as times, count(distinct case when l.object_type = 'profile' then l.object_id end)::int as people,
      min(l.at) as first, max(l.at) as last, coalesce(array_agg(distinct l.ip) filter (where l.ip is not null), '{}') as ips
    from action_log l where l.at >= ${from}::timestamptz and l.at <= ${to}::timestamptz and (l.verb = any(${SEEING}::text[]) or l.tab = any(${SEEING_TABS}::text[]))
      and ${profile ? sql`(l.object_type is distinct from 'profile' or l.object_id = ${profile})` : sql`true`}
      and ${mo ? sql`l.mo_id = ${mo}` : sql`true`}
    group by 1, 2, 3 order by 7 desc limit 500`,
  );

/** Accounts with a right that covers the place: those who could have looked. */
export const couldSee = (db: ReadDb, { mo, profile }: Pick<IncidentWish, 'mo' | 'profile'>) =>
  read(
    db,
    sql<{
      who: string;
      role: string;
      place: string;
      isActive: boolean;
    }>`select trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) as who, u.role,
      coalesce(string_agg(coalesce(po.name, mo.name, region.name), ', ' order by r.id), '') as place, u.is_active as "isActive"
    from app_user u join user_right r on r.user_id = u.id
      left join po on po.id = r.po_id left join mo on mo.id = r.mo_id left join region on region.id = r.region_id
    where ${
      profile
        ? sql`exists (select 1 from profile_place k where k.profile_id = ${profile} and (k.po_id = r.po_id or k.mo_id = r.mo_id or k.region_id = r.region_id))`
        : mo
          ? sql`(r.mo_id = ${mo} or po.mo_id = ${mo} or r.region_id = (select m.region_id from mo m where m.id = ${mo}))`
          : sql`true`
    }
    group by u.id order by 1 limit 1000`,
  );

/** The person, if the asker may see him; a superuser sees everybody. */
export const personToDestroy = (ctx: Pick<Ctx, 'db'>, id: number) =>
  ctx.db
    .selectFrom('profile')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .select(['id', 'full_name', 'region_id', 'mo_id', 'po_id', 'is_anonymised'])
    .executeTakeFirst();
