// SQL of the duties about personal data.
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../../contract/kernel/scope.ts';
import type { Destruction, HeldData, PolicyVersion } from '../../../contract/instruments/personal.ts';
import type { z } from 'zod';
import type { Ctx, ReadDb } from '../../kernel/ctx.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { read } from '../../kernel/read.ts';
import { inScope, wasJoined } from '../../kernel/scope.ts';
import { limitTo } from '../../db/planned.ts';
import { SEEN_AMONG_OTHERS, SEEN_OF_PERSON, SEEN_PAPERS } from '../rules/seen.ts';

/** What the reader's own place holds: each organisation answers for itself. A superuser answers for all of them. */
const held = (actor: Actor, table: string): RawBuilder<boolean> =>
  actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : inScope(actor, table);

/** What is held beside the card, counted by kind. Papers, messages and the log keep the card they were made with: of a merged one they are his too. */
export const heldCounts = ({ db, actor }: Ctx, id: number) =>
  read(
    db,
    sql<{ label: string; count: number }>`select * from (values
      ('Бумаги', (select count(*)::int from document d where ${ofAnyCard(sql`d.profile_id`, sql`${id}::int`)} and ${held(actor, 'd')})),
      ('Сканы и файлы', (select count(*)::int from attachment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Заметки', (select count(*)::int from comment where object_type = 'profile' and object_id = ${id} and deleted_at is null)),
      ('Сообщения рассылок', (select count(*)::int from notification_message m join notification n on n.id = m.notification_id
        where (${ofAnyCard(sql`m.profile_id`, sql`${id}::int`)}
          or m.ward_ids <> '{}' and m.ward_ids && array(select ${id}::int union all select alias.id from profile alias where alias.merged_into = ${id}))
          and ${held(actor, 'n')})),
      ('Представляет', (select count(*)::int from profile w where w.representative_id = ${id}
        and exists (select 1 from profile_place at where at.profile_id = w.id and ${held(actor, 'at')}))),
      ('Переоформления', (select count(distinct r.id)::int from reregistration_party x join reregistration r on r.id = x.reregistration_id
        where x.profile_id = ${id} and ${held(actor, 'r')})),
      ('Льготы', (select count(*)::int from profile_privilege where profile_id = ${id})),
      ('Записи журнала', (select count(*)::int from action_log l where l.object_type = 'profile' and ${ofAnyCard(sql`l.object_id`, sql`${id}::int`)} and ${held(actor, 'l')}))
    ) as counted(label, count) where count > 0`,
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

export const heldGarages = ({ db, actor }: Ctx, id: number) =>
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
      from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = ${id} and ${held(actor, 'g')} and not ${wasJoined('o')} order by o.ended_on is null desc, o.id`,
  );

/**
 * Lines of the log by which somebody looked at the hidden data of a person, the newest first: at his card, at him among others
 * (the line names them, or a row beside it does), at a paper that he stands on. What was done at no place (a copy of everything) is told at each.
 */
export const lookedAt = ({ db, actor }: Ctx, id: number, most: number) =>
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
    from action_log l where l.id in (select id from seen) and (${held(actor, 'l')} or num_nonnulls(l.region_id, l.mo_id, l.po_id) = 0) order by l.id desc ${limitTo(most)}`,
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
