// Two cards side by side: what each says, what hangs on it, who sees it.
import { sql, type RawBuilder } from 'kysely';
import type { MergeCard } from '../../../contract/instruments/merging.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { maskedEmail, maskedPhone } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import type { CardFacts } from '../rules/choices.ts';
import { movedTables, type MovedTable } from '../rules/tables.ts';

/** What the rules need of the cards; absent ones are left out. */
export const cardFacts = (db: ReadDb, ids: readonly number[]): Promise<CardFacts[]> =>
  read(
    db,
    sql<CardFacts>`select id, version, region_id, kind, last_name, first_name, father_name, birthday, encode(pass_hash, 'hex') as pass_hash,
      registration_address, actual_address, email, privilege_id, privilege_end_date, is_voa_member, voa_status_id, voa_entry_date,
      ticket_number, confirmed_at, updated_at::date::text as updated_at, is_anonymised, restricted_at is not null as is_restricted, merged_into
    from profile where id = any(${ids}::int[]) order by id`,
  );

/** Rows of a table that name a person. */
export const rowsOf = ({ table, column, ofPeople }: MovedTable, person: RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(`${table}.${column}`)} = ${person}${ofPeople ? sql` and ${sql.ref(`${table}.object_type`)} = 'profile'` : sql``}`;

const counted = (key: string, words: string, count: RawBuilder<unknown>) =>
  sql`json_build_object('key', ${key}::text, 'name', ${words}::text, 'count', ${count})`;
const moves = sql.join([
  ...movedTables.map((one) =>
    counted(
      one.table,
      one.words,
      sql`(select count(*)::int from ${sql.table(one.table)} where ${rowsOf(one, sql`p.id`)})`,
    ),
  ),
  counted('estate', 'Наследства', sql`(select count(*)::int from profile estate where estate.estate_of = p.id)`),
  counted(
    'ward',
    'Представляет людей',
    sql`(select count(*)::int from profile ward where ward.representative_id = p.id)`,
  ),
  counted(
    'merge',
    'Прежние объединения',
    sql`(select count(*)::int from profile former where former.merged_into = p.id)`,
  ),
]);
/** Rows by any of the cards that went into this one before: with it they are read through the card that stays. */
const his = (column: string) => ofAnyCard(sql.ref(column), sql`p.id`);
const aliases = sql.join([
  counted(
    'balance_operation',
    'Операции на счетах',
    sql`(select count(*)::int from balance_operation o where ${his('o.owner_id')} or ${his('o.debtor_id')})`,
  ),
  counted('document', 'Бумаги', sql`(select count(*)::int from document d where ${his('d.profile_id')})`),
  counted(
    'notification_message',
    'Сообщения рассылок',
    sql`(select count(*)::int from notification_message m where ${his('m.profile_id')} or m.ward_ids <> '{}' and m.ward_ids @> array[p.id])`,
  ),
  counted(
    'unsubscription',
    'Отказы от рассылок',
    sql`(select count(*)::int from unsubscription u where ${his('u.profile_id')})`,
  ),
  counted(
    'processing_demand',
    'Требования о данных',
    sql`(select count(*)::int from processing_demand d where ${his('d.profile_id')})`,
  ),
  counted(
    'action_log',
    'Записи журнала',
    sql`(select count(*)::int from action_log l where l.object_type = 'profile' and ${his('l.object_id')})`,
  ),
]);

type ShownCard = Omit<MergeCard, 'latin'>;

/** The cards as shown: passport, phones and mailbox masked. */
export const shownCards = (db: ReadDb, ids: readonly number[]): Promise<ShownCard[]> =>
  read(
    db,
    sql<ShownCard>`
    select p.id, p.version, p.full_name as name, po.name || ', ' || mo.name as place, (p.created_at at time zone mo.time_zone)::date::text as since,
      json_build_object('lastName', nullif(p.last_name, ''), 'otherNames', nullif(trim(p.first_name || ' ' || p.father_name), ''),
        'birthday', to_char(p.birthday, 'DD.MM.YYYY'), 'passport', p.pass_masked, 'registrationAddress', p.registration_address,
        'actualAddress', p.actual_address,
        'privilege', case when p.privilege_id <> 0 then v.name || coalesce(', до ' || to_char(p.privilege_end_date, 'DD.MM.YYYY'), '') end,
        'membership', s.name || coalesce(', с ' || to_char(p.voa_entry_date, 'DD.MM.YYYY'), '') || coalesce(', билет ' || p.ticket_number, ''),
        'email', ${maskedEmail(sql`p.email`)}) as fields,
      coalesce((select json_agg(${maskedPhone(sql`phone`)}) from unnest(p.phones) as phone), '[]') as phones,
      coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', gp.name,
          'share', o.share_num || '/' || o.share_den, 'isCurrent', o.ended_on is null) order by o.ended_on nulls first, g.section_key, g.number_key)
        from ownership o join garage g on g.id = o.garage_id join po gp on gp.id = g.po_id where o.profile_id = p.id), '[]') as garages,
      coalesce((select sum(b.debt_kopecks) from ownership o join garage_balance b on b.garage_id = o.garage_id
        where o.profile_id = p.id and o.ended_on is null), 0)::bigint as debt_kopecks,
      json_build_array(${moves}) as moves, json_build_array(${aliases}) as alias,
      coalesce((select json_agg(known.name order by known.sort_key) from profile_place place join po known on known.id = place.po_id
        where place.profile_id = p.id), '[]') as places
    from profile p join po on po.id = p.po_id join mo on mo.id = p.mo_id join privilege v on v.id = p.privilege_id
      join voa_status s on s.id = p.voa_status_id where p.id = any(${ids}::int[])`,
  );

const open = sql`(0, 1, 2, 6)`;
/** An open re-registration (or a pair of an exchange) in which both stand; null when there is none. */
export async function openCaseBetween(db: ReadDb, one: number, other: number): Promise<number | null> {
  // Found from the few cases of the two: a join would read every open case of the register.
  const ofPerson = (person: number) =>
    sql`array(select side.reregistration_id from reregistration_party side where side.profile_id = ${person})`;
  const [row] = await read(
    db,
    sql<{ id: number }>`
    select r.id from reregistration r
    where r.status in ${open} and (r.id = any(${ofPerson(one)}) or r.pair_id = any(${ofPerson(one)}))
      and (r.id = any(${ofPerson(other)}) or r.pair_id = any(${ofPerson(other)}))
    order by r.id limit 1`,
  );
  return row?.id ?? null;
}

/** A mailing that is being sent and has not yet handed over a message to one of the two; null when there is none. */
export async function mailingUnderWay(db: ReadDb, one: number, other: number): Promise<number | null> {
  const [row] = await read(
    db,
    sql<{ id: number }>`
    select n.id from notification_message m join notification n on n.id = m.notification_id and n.status in (2, 3)
    where m.profile_id in (${one}, ${other}) and m.status = 0 order by n.id limit 1`,
  );
  return row?.id ?? null;
}

/** Users who see one of the two cards by a right of theirs, and would see both as one. */
export async function countWidened(db: ReadDb, one: number, other: number): Promise<number> {
  const sees = (person: number) => sql`exists (select 1 from profile_place place where place.profile_id = ${person}
    and (place.po_id = right_of.po_id or place.mo_id = right_of.mo_id or place.region_id = right_of.region_id))`;
  const [row] = await read(
    db,
    sql<{ n: number }>`
    select count(*)::int as n from (select right_of.user_id, bool_or(${sees(one)}) as sees_one, bool_or(${sees(other)}) as sees_other
      from user_right right_of join app_user u on u.id = right_of.user_id and u.is_active group by 1) as seen
    where sees_one <> sees_other`,
  );
  return row!.n;
}

export interface SharedGarage {
  garage_id: number;
  name: string;
  one: {
    id: number;
    share_num: number | null;
    share_den: number | null;
    is_primary: boolean;
    /** The day since which he is primary where another was before. */
    primary_since: string | null;
    started_on: string | null;
  };
  other: SharedGarage['one'];
}
/** Garages that both own now. */
export function sharedGarages(db: ReadDb, one: number, other: number): Promise<SharedGarage[]> {
  const side = (of: string) =>
    sql`json_build_object('id', ${sql.ref(`${of}.id`)}, 'share_num', ${sql.ref(`${of}.share_num`)}, 'share_den', ${sql.ref(`${of}.share_den`)},
      'is_primary', ${sql.ref(`${of}.is_primary`)}, 'primary_since', ${sql.ref(`${of}.primary_since`)}, 'started_on', ${sql.ref(`${of}.started_on`)})`;
  return read(
    db,
    sql<SharedGarage>`
    select a.garage_id, trim(g.section || ' ' || g.number) as name, ${side('a')} as one, ${side('b')} as other
    from ownership a join ownership b on b.garage_id = a.garage_id and b.profile_id = ${other} and b.ended_on is null
      join garage g on g.id = a.garage_id where a.profile_id = ${one} and a.ended_on is null order by a.garage_id`,
  );
}

/** A whole row of a card as JSON, bytes and moments exactly. */
export const wholeCard = async (db: ReadDb, id: number): Promise<Record<string, unknown>> =>
  (
    await read(db, sql<{ card: Record<string, unknown> }>`select to_jsonb(p) as card from profile p where p.id = ${id}`)
  )[0]!.card;
