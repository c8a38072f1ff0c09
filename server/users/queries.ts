// SQL of accounts for superusers, chairmen of the scope.
import { foldText } from '../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { RightInput, UserCard, UserFilter } from '../../contract/users.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { logGoneBefore } from '../kernel/logKept.ts';
import { maskText } from '../kernel/masking.ts';
import { read } from '../kernel/read.ts';
import { placeKey } from './rules.ts';
import { placeScope, poScope } from '../kernel/scope.ts';
import { limitTo, pageClause } from '../db/planned.ts';

const nameOf = sql`trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`;
const stateOf = sql`case when not u.is_active then 'disabled' when u.password_hash is null then 'invited' else 'active' end`;
const lastSignIn = sql`(select max(s.created_at) from session s where s.user_id = u.id and s.view_as_user_id is null)`;
/** Rights with names, the one to begin with first. */
const rightsOf = sql`coalesce((
  select json_agg(json_build_object(
    'level', case when r.po_id is not null then 'po' when r.mo_id is not null then 'mo' else 'region' end,
    'id', coalesce(r.po_id, r.mo_id, r.region_id), 'name', coalesce(p.name, m.name, g.name),
    'role', coalesce(r.role, u.role),
    'above', case when r.po_id is not null then (select name from mo where id = p.mo_id)
      when r.mo_id is not null then (select name from region where id = m.region_id) end) order by r.is_default desc, r.id)
  from user_right r left join region g on g.id = r.region_id left join mo m on m.id = r.mo_id left join po p on p.id = r.po_id
  where r.user_id = u.id), '[]')`;
const moment = (value: RawBuilder<unknown>) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const rowColumns = sql`u.id, u.email, ${nameOf} as name, u.role, u.is_superuser, u.capabilities, ${rightsOf} as rights,
  ${moment(lastSignIn)} as last_sign_in, u.totp_cipher is not null as has_second_factor, ${stateOf} as state`;

/** Words of a name, or a part of the e-mail, in any order. */
function searched(text: string): RawBuilder<unknown> {
  const words = foldText(text.trim()).split(/\s+/).slice(0, 6);
  const each = words.map((word) => sql`fold(${nameOf} || ' ' || u.email) like ${`%${likeText(word)}%`}`);
  return sql`(${sql.join(each, sql` and `)})`;
}

function conditions(filter: UserFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  const right = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from user_right r left join po p on p.id = r.po_id where r.user_id = u.id and ${condition})`;
  if (filter.id) all.push(sql`u.id = any(${filter.id}::int[])`);
  if (filter.q?.trim()) all.push(searched(filter.q));
  if (filter.role) all.push(sql`(u.role = ${filter.role} or ${right(sql`r.role = ${filter.role}`)})`);
  if (filter.level) all.push(right(sql`${sql.ref(`r.${filter.level}_id`)} is not null`));
  if (filter.mo?.length) all.push(right(sql`coalesce(r.mo_id, p.mo_id) = any(${filter.mo}::int[])`));
  if (filter.po?.length) all.push(right(sql`r.po_id = any(${filter.po}::int[])`));
  if (filter.state) all.push(sql`${stateOf} = ${filter.state}`);
  if (filter.capability) all.push(sql`${filter.capability}::int = any(u.capabilities)`);
  if (filter.capability === 0) all.push(sql`u.capabilities = '{}'`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

const sorts: Record<string, RawBuilder<unknown>> = {
  name: sql`fold(${nameOf})`,
  email: sql`u.email_key`,
  last_sign_in: lastSignIn,
  id: sql`u.id`,
};

/** The row of one account, as the list shows it. */
export const userDetails = (id: RawBuilder<unknown>) => sql`select ${rowColumns} from app_user u where u.id = ${id}`;

export const userRows = (request: ListRequest<UserFilter>): RawBuilder<unknown> =>
  sql`select ${rowColumns} from app_user u where ${conditions(request.filter)}
    order by ${sorts[request.field] ?? sorts.name!} ${sql.raw(request.direction)} nulls last, u.id
    ${pageClause(request)}`;

export async function countUsers(db: ReadDb, filter: UserFilter): Promise<number> {
  const rows = await read(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from app_user u where ${conditions(filter)}`,
  );
  return rows[0]!.n;
}

/** The card of an account; undefined when absent. */
export async function userCard(db: ReadDb | WriteDb, id: number): Promise<UserCard | undefined> {
  const rows = await read(
    db,
    sql<UserCard>`
    select ${rowColumns}, u.version, u.last_name, u.first_name, u.father_name, u.phone, ${moment(sql`u.created_at`)} as created_at,
      coalesce((select json_agg(json_build_object('id', s.id, 'device', coalesce(nullif(s.user_agent, ''), d.label, ''), 'ip', s.ip,
          'place', coalesce((select name from po where id = s.po_id), (select name from mo where id = s.mo_id), (select name from region where id = s.region_id)),
          'created_at', ${moment(sql`s.created_at`)}, 'last_seen_at', ${moment(sql`s.last_seen_at`)}) order by s.last_seen_at desc)
        from session s left join device d on d.id = s.device_id
        where s.user_id = u.id and s.ended_at is null and s.expires_at > now() and s.view_as_user_id is null), '[]') as sessions
    from app_user u where u.id = ${id}`,
  );
  return rows[0];
}

/** Holds the account and every superuser until commit: the last one can't leave by two doors at once. */
export async function lockAccounts(tx: WriteDb, id: number): Promise<void> {
  await sql`select id from app_user where id = ${id} or is_superuser = ${SUPERUSER} order by id for update`.execute(tx);
}

/** Superusers besides the given one who can sign in. */
export async function otherSuperusers(tx: WriteDb, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_user
    where is_superuser = ${SUPERUSER} and is_active and password_hash is not null and id <> ${id}`.execute(tx);
  return rows[0]!.n;
}

export const isEmailTaken = async (tx: WriteDb, email: string) =>
  Boolean(await tx.selectFrom('app_user').where('email_key', '=', email.toLowerCase()).select('id').executeTakeFirst());

/** Which of the asked places exist, as keys. */
export async function existingPlaces(tx: WriteDb, rights: readonly RightInput[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const level of ['region', 'mo', 'po'] as const) {
    const ids = rights.filter((right) => right.level === level).map((right) => right.id);
    if (!ids.length) continue;
    const rows = await tx.selectFrom(level).where('id', 'in', ids).select('id').execute();
    for (const { id } of rows) found.add(placeKey({ level, id }));
  }
  return found;
}

/** Keeps what an account holds until this moment, before it is changed: an incident asks who held what then. */
export async function keepRights(tx: WriteDb, userId: number, now: Date): Promise<void> {
  await sql`insert into account_past (user_id, until, role, is_active, is_superuser, rights)
    select u.id, ${now.toISOString()}::timestamptz, u.role, u.is_active, u.is_superuser,
      coalesce((select jsonb_agg(jsonb_build_object('region_id', r.region_id, 'mo_id', r.mo_id, 'po_id', r.po_id) order by r.id)
        from user_right r where r.user_id = u.id), '[]')
    from app_user u where u.id = ${userId}`.execute(tx);
}

/** Writes the rights of an account in their order; the first is the one to begin with. */
export async function writeRights(tx: WriteDb, userId: number, rights: readonly RightInput[]): Promise<void> {
  await tx.deleteFrom('user_right').where('user_id', '=', userId).execute();
  await tx
    .insertInto('user_right')
    .values(
      rights.map(({ level, id, role }, index) => ({
        user_id: userId,
        region_id: level === 'region' ? id : null,
        mo_id: level === 'mo' ? id : null,
        po_id: level === 'po' ? id : null,
        role,
        is_default: index === 0,
      })),
    )
    .execute();
}

/** Where the account stands for the log: its first right. */
export async function placeOfUser(tx: WriteDb, id: number) {
  const row = await tx
    .selectFrom('user_right')
    .where('user_id', '=', id)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .select(['region_id', 'mo_id', 'po_id'])
    .executeTakeFirst();
  return row ?? { region_id: null, mo_id: null, po_id: null };
}

const ACTIONS_AT_ONCE = 50;

/** Lines written by the person or about the person, newest first: each half by its own index. */
export async function actionsOf(db: ReadDb, id: number, before: number | undefined) {
  const half = (condition: RawBuilder<unknown>) => sql`(select id, at, user_name, verb, text from action_log
    where ${condition} and verb <> 'sign.refresh' and ${before ? sql`id < ${before}` : sql`true`} order by id desc ${limitTo(ACTIONS_AT_ONCE)})`;
  const rows = await read(
    db,
    sql<{ id: number; at: string; user_name: string; verb: string; text: string }>`
    select id, ${moment(sql`at`)} as at, user_name, verb, text
    from (${half(sql`user_id = ${id}`)} union ${half(sql`object_type = 'user' and object_id = ${id}`)}) as lines
    order by id desc ${limitTo(ACTIONS_AT_ONCE)}`,
  );
  // As the log itself shows them: a phone or a mailbox in a line is hidden here too.
  return rows.map(({ user_name, text, ...row }) => ({
    ...row,
    id: Number(row.id),
    text: maskText(text),
    who: user_name,
  }));
}

/** Where the lines about an account begin in the log, when it is older than they are. */
export async function logBegins(db: ReadDb, id: number): Promise<string | null> {
  const [user] = await read(
    db,
    sql<{
      made: string;
    }>`select (created_at at time zone 'Europe/Moscow')::date as made from app_user where id = ${id}`,
  );
  return user ? logGoneBefore(db, user.made) : null;
}

/** Chairmen of МО and ПО inside the actor's scope, in the official order. */
export async function chairmen(db: ReadDb, actor: Actor) {
  const moScope = placeScope(actor, { mo: 'm.id', region: 'm.region_id' });
  const rows = await read(
    db,
    sql<{
      level: 'mo' | 'po';
      id: number;
      place: string;
      mo: string | null;
      full_name: string;
      phone: string | null;
      email: string | null;
    }>`
    select level, id, place, mo, full_name, phone, email from (
      select 'mo' as level, m.id, m.name as place, null as mo, m.chairman_name as full_name, m.chairman_phone as phone,
        m.chairman_email as email, m.sort_key as mo_key, '' as po_key
      from mo m where ${moScope} and m.is_active and m.chairman_name is not null
      union all
      select 'po', p.id, p.name, m.name, p.chairman_name, p.chairman_phone, p.chairman_email, m.sort_key, p.sort_key
      from po p join mo m on m.id = p.mo_id where ${poScope(actor, 'p')} and p.is_active and p.chairman_name is not null
    ) as chairs order by mo_key, level, po_key, id`,
  );
  return rows;
}
