// SQL of the duties about personal data.
import { sql } from 'kysely';
import type { Destruction, HeldData, PolicyVersion } from '../../../contract/instruments/personal.ts';
import type { z } from 'zod';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';
import { SEEN_AMONG_OTHERS, SEEN_OF_PERSON, SEEN_PAPERS } from '../rules/seen.ts';

/** What is held beside the card, counted by kind. Papers, messages and the log keep the card they were made with: of a merged one they are his too. */
export const heldCounts = (db: ReadDb, id: number) =>
  read(
    db,
    sql<{ label: string; count: number }>`select * from (values
      ('Бумаги', (select count(*)::int from document where ${ofAnyCard(sql`profile_id`, sql`${id}::int`)})),
      ('Сканы и файлы', (select count(*)::int from attachment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Заметки', (select count(*)::int from comment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Сообщения рассылок', (select count(*)::int from notification_message where ${ofAnyCard(sql`profile_id`, sql`${id}::int`)}
        or ward_ids <> '{}' and ward_ids && array(select ${id}::int union all select alias.id from profile alias where alias.merged_into = ${id}))),
      ('Представляет', (select count(*)::int from profile where representative_id = ${id})),
      ('Переоформления', (select count(distinct reregistration_id)::int from reregistration_party where profile_id = ${id})),
      ('Льготы', (select count(*)::int from profile_privilege where profile_id = ${id})),
      ('Записи журнала', (select count(*)::int from action_log where object_type = 'profile' and ${ofAnyCard(sql`object_id`, sql`${id}::int`)}))
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

/**
 * Lines of the log by which somebody looked at the hidden data of a person, the newest first: at his card, at him among others
 * (the line names them, or a row beside it does), at a paper that he stands on.
 */
export const lookedAt = (db: ReadDb, id: number, most: number) =>
  read(
    db,
    sql<{
      at: string;
      who: string;
      what: string;
      total: number;
    }>`with card as (select ${id}::int as id union all select alias.id from profile alias where alias.merged_into = ${id}::int),
    seen as (
      select l.id from card join action_log l on l.object_type = 'profile' and l.object_id = card.id where l.verb = any(${SEEN_OF_PERSON}::text[])
      union select l.id from card join action_log l on l.after ? 'people' and l.after -> 'people' @> to_jsonb(card.id)
        where l.verb = any(${SEEN_AMONG_OTHERS}::text[])
      union select s.line_id from card join log_seen s on s.people @> array[card.id]
      union select l.id from card join document d on d.people @> array[card.id] join action_log l on l.object_type = 'document' and l.object_id = d.id
        where l.verb = any(${SEEN_PAPERS}::text[]))
    select l.at, l.user_name as who, l.text as what, count(*) over ()::int as total
    from action_log l where l.id in (select id from seen) order by l.id desc ${limitTo(most)}`,
  );

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
      coalesce(trim(u.last_name || ' ' || u.first_name), case when d.demand_id is null then 'Восстановление' else 'Программа, в назначенный день' end) as who
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

/** The person, if the asker may see him; a superuser sees everybody. */
export const personToDestroy = (ctx: Pick<Ctx, 'db'>, id: number) =>
  ctx.db
    .selectFrom('profile')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .select(['id', 'full_name', 'region_id', 'mo_id', 'po_id', 'is_anonymised'])
    .executeTakeFirst();
