// SQL of one garage: its card, what a write must know, the section map of its ПО, history and ledger lines.
import { personOfLine } from '../../kernel/alias.ts';
import { sql, type RawBuilder } from 'kysely';
import { garageFields } from '../../../contract/fields/garages.ts';
import type { LedgerLine } from '../../../contract/garages.ts';
import { foldName } from '../../../contract/kernel/words.ts';
import { settled, yearMarks } from '../../balance/queries.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { logGoneBefore } from '../../kernel/logKept.ts';
import { plainPairs } from '../../kernel/plainFields.ts';
import { inScope, isWard, wasJoined } from '../../kernel/scope.ts';
import { maskedPhone } from '../../profiles/queries.ts';
import type { LogFact, OwnershipFact } from '../rules/history.ts';
import { privilegeName } from '../queries.ts';
import { becameOf, cameOf } from './links.ts';
import { shareOn } from './shares.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

const ownerLines = (ctx: Ctx, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
  const today = todayOf(ctx);
  const name = privilegeName(ctx.actor);
  return sql`coalesce((select json_agg(json_build_object('id', o.id, 'profile_id', p.id, 'full_name', p.full_name,
      'is_represented', o.ended_on is null and ${isWard('p', today)}, 'representative', case when o.ended_on is null and ${isWard('p', today)} then
        (select json_build_object('id', r.id, 'name', r.full_name) from profile r where r.id = p.representative_id and r.merged_into is null and not r.is_anonymised) end,
      'share', o.share_num || '/' || o.share_den, 'is_primary', o.is_primary and o.ended_on is null, 'started_on', o.started_on, 'ended_on', o.ended_on,
      'start_reason', o.start_reason, 'end_reason', o.end_reason, 'phone', case when o.ended_on is null and p.phones <> '{}' then ${maskedPhone(sql`p.phones[1]`)} end,
      'isVOAMember', p.is_voa_member and o.ended_on is null, 'voaEntryDate', case when o.ended_on is null then p.voa_entry_date end,
      'privilege', case when v.id <> 0 and o.ended_on is null then json_build_object('name', ${name}, 'discount_percent', v.discount_percent,
        'is_expired', coalesce(p.privilege_end_date < ${today}::date, false)) end) order by ${order})
    from ownership o join profile p on p.id = o.profile_id join privilege v on v.id = p.privilege_id where o.garage_id = g.id and ${condition}), '[]')`;
};

/** Card of a garage in scope, without what rules and links add; undefined when absent. */
export async function garageCard(ctx: Ctx, id: number, db: ReadDb = ctx.db) {
  const thisYear = Number(todayOf(ctx).slice(0, 4));
  const rows = await read(
    db,
    sql<{
      card: Record<string, unknown>;
      pib_file_id: number | null;
      pib_file_name: string | null;
      is_capital: boolean;
      built: string | null;
    }>`
    select g.pib_file_id, f.name as pib_file_name, t.is_capital, g.date_of_construction as built, json_build_object(
      'id', g.id, 'version', g.version, 'section', g.section, 'number', g.number, 'account_no', g.account_no,
      'po', json_build_object('id', po.id, 'name', po.name), 'mo', json_build_object('id', mo.id, 'name', mo.name), 'region', json_build_object('id', r.id, 'name', r.name),
      'type', json_build_object('value', t.id, 'label', t.name, 'is_capital', t.is_capital, 'has_size', t.has_size),
      'sizeX', g.size_x::float8, 'sizeY', g.size_y::float8, 'sizeZ', g.size_z::float8${plainPairs(garageFields, 'g')}, 'isActive', g.is_active,
      'archiveReason', g.archive_reason, 'archivedAt', g.archived_at, 'archiveComment', g.archive_comment,
      'became', ${becameOf(sql`g.id`)}, 'came_of', ${cameOf(sql`g.id`, sql`mo.time_zone`)}, 'reregistration_id', g.locked_by_reregistration,
      'owners', ${ownerLines(ctx, sql`o.ended_on is null`, sql`o.is_primary desc, o.id`)},
      'owner_history', ${ownerLines(ctx, sql`not ${wasJoined('o')}`, sql`o.ended_on desc nulls first, o.started_on desc nulls last, o.id desc`)},
      'balance_kopecks', coalesce(b.balance_kopecks, 0), 'aside_kopecks', coalesce(b.aside_kopecks, 0), 'former_kopecks', coalesce(b.former_debt_kopecks, 0), 'years', ${yearMarks('b', sql`g.id`, thisYear)}, 'last_payment_on', b.last_payment_on,
      'neighbours', ${neighbours()}, 'created_at', g.created_at, 'updated_at', g.updated_at) as card
    from garage g join po on po.id = g.po_id join mo on mo.id = g.mo_id join region r on r.id = g.region_id join garage_type t on t.id = g.type_id
      left join garage_balance b on b.garage_id = g.id left join stored_file f on f.id = g.pib_file_id
    where g.id = ${id} and not g.is_withdrawn and ${inScope(ctx.actor, 'g')}`,
  );
  return rows[0];
}

/** Three garages of the same row before and three after. */
function neighbours(): RawBuilder<unknown> {
  const side = (
    compare: string,
    direction: string,
  ) => sql`(select n.id, n.section, n.number, n.number_key, n.is_active from garage n
    where n.po_id = g.po_id and n.section_key = g.section_key and n.is_active and (n.number_key, n.id) ${sql.raw(compare)} (g.number_key, g.id)
    order by n.number_key ${sql.raw(direction)}, n.id ${sql.raw(direction)} limit 3)`;
  return sql`coalesce((select json_agg(json_build_object('id', near.id, 'section', near.section, 'number', near.number, 'is_active', near.is_active) order by near.number_key, near.id) from (${side('<', 'desc')} union all ${side('>', 'asc')}) as near), '[]')`;
}

const garageInScope = (ctx: Ctx, db: ReadDb, id: number) =>
  db
    .selectFrom('garage as g')
    .where('g.id', '=', id)
    .where('g.is_withdrawn', '=', false)
    .where(inScope(ctx.actor, 'g'))
    .selectAll('g');

/** What a write needs to know of a garage in scope. */
export const garageForWrite = (ctx: Ctx, id: number, db: ReadDb = ctx.db) =>
  garageInScope(ctx, db, id).executeTakeFirst();

/** The same inside an act, locked: nobody changes its owners meanwhile. */
export const lockedGarage = (tx: WriteDb, ctx: Ctx, id: number) =>
  garageInScope(ctx, tx, id).forUpdate().executeTakeFirst();

/** Every ownership of a garage, the present ones first, the primary one before others. Shares are «1/2» or null. */
export const ownershipsOf = (db: ReadDb, garageId: number) =>
  db
    .selectFrom('ownership as o')
    .innerJoin('profile as p', 'p.id', 'o.profile_id')
    .where('o.garage_id', '=', garageId)
    .orderBy('o.ended_on', (order) => order.desc().nullsFirst())
    .orderBy('o.is_primary', 'desc')
    .orderBy('o.id')
    .select([
      'o.id',
      'o.profile_id',
      sql<string | null>`o.share_num || '/' || o.share_den`.as('share'),
      'o.is_primary',
      'o.started_on',
      'o.ended_on',
      'p.full_name',
    ])
    .execute();

export const typeById = (db: ReadDb, id: number) =>
  db.selectFrom('garage_type').where('id', '=', id).selectAll().executeTakeFirst();
/** What stands on a garage, kopecks: debt and advance of the present owners, debts left to former ones. */
export const standingOf = async (db: ReadDb, id: number) =>
  (await db
    .selectFrom('garage_balance')
    .where('garage_id', '=', id)
    .select(['balance_kopecks', 'debt_kopecks', 'advance_kopecks', 'former_kopecks'])
    .executeTakeFirst()) ?? { balance_kopecks: 0, debt_kopecks: 0, advance_kopecks: 0, former_kopecks: 0 };

/** Whether an active garage of the ПО has this section and number, in whatever letters. */
export const isNumberTaken = async (
  db: ReadDb,
  poId: number,
  { section, number }: { section: string; number: string },
  exceptId: number,
) =>
  Boolean(
    await db
      .selectFrom('garage')
      .where('po_id', '=', poId)
      .where('section', '=', section)
      .where(sql<boolean>`look_alike_key(fold(number)) = ${foldName(number)}`)
      .where('is_active', '=', true)
      .where('id', '<>', exceptId)
      .select('id')
      .executeTakeFirst(),
  );

/** A section as the ПО already writes it: «а» is «А» where «А» is known. */
export async function sectionAsKnown(db: ReadDb, poId: number, section: string): Promise<string> {
  if (!section) return section;
  const [known] = await read(
    db,
    sql<{
      name: string;
    }>`select name from section where po_id = ${poId} and fold(name) = fold(${section})
    order by name = ${section} desc limit 1`,
  );
  return known?.name ?? section;
}

/** Every active garage of a ПО for the section map, as JSON text, in the order of the site. */
export async function mapCells(ctx: Ctx, poId: number): Promise<string> {
  const rows = await read(
    ctx.db,
    sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'balance_kopecks', coalesce(b.balance_kopecks, 0),
      'aside_kopecks', coalesce(b.aside_kopecks, 0), 'former_kopecks', coalesce(b.former_debt_kopecks, 0),
      'owner', p.full_name, 'owners_count', coalesce(o.n, 0), 'type', t.name, 'debt_years', coalesce(owed.years, 0),
      'isVOAMember', coalesce(p.is_voa_member, false), 'is_locked', g.locked_by_reregistration is not null,
      'missing', array_remove(array[case when p.id is null then 'владелец' end, case when p.phones = '{}' then 'телефон' end, case when p.kind = 'person' and p.birthday is null then 'дата рождения' end,
        case when p.kind = 'person' and p.pass_hash is null then 'паспорт' end, case when t.has_size and g.size_x is null then 'размеры' end], null))
      order by s.sort nulls last, g.section_key, g.number_key, g.id), '[]')::text as json
    from garage g join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id
      left join section s on s.po_id = g.po_id and s.name = g.section
      left join lateral (select count(*)::int as n, (array_agg(profile_id order by is_primary desc, id))[1] as first_id from ownership where garage_id = g.id and ended_on is null) o on true
      left join profile p on p.id = o.first_id
      left join (${debtYears(poId)}) as owed on owed.garage_id = g.id
    where g.po_id = ${poId} and g.is_active and ${inScope(ctx.actor, 'g')}`,
  );
  return rows[0]!.json;
}

/** Of how many years charges are open, by garage of a ПО. */
const debtYears = (poId: number) => sql`
  select s.garage_id, count(distinct s.year)::int as years
  from ${settled(sql`select b.garage_id from garage_balance b where b.po_id = ${poId} and b.debt_kopecks > 0`)} as s
  where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null group by 1`;

const LOG_LINES = 200;

/** What the history of a garage is told from; the log is dated in the МО's own time zone and leaves out what ownerships tell. */
export async function historyFacts(
  ctx: Ctx,
  id: number,
): Promise<{ ownerships: OwnershipFact[]; log: LogFact[]; log_from: string | null }> {
  const ownerships = await read(
    ctx.db,
    sql<OwnershipFact>`
    select o.id, coalesce(o.owner_initials || ' (' || p.full_name || ')', p.full_name) as full_name,
      ${shareOn(sql`coalesce(o.started_on, '1900-01-01'::date)`)} as share, o.started_on, o.ended_on, o.start_reason, o.end_reason, o.documents_checked, o.is_transit,
      coalesce((select json_agg(json_build_object('day', h.until, 'share', ${shareOn(sql`h.until`)}) order by h.until)
        from share_period h where h.ownership_id = o.id and (o.ended_on is null or h.until < o.ended_on)), '[]') as shares,
      nullif(trim(u.last_name || ' ' || left(u.first_name, 1) || case when u.first_name <> '' then '.' else '' end), '') as entered_by
    from ownership o join profile p on p.id = o.profile_id left join app_user u on u.id = o.created_by
    where o.garage_id = ${id} and not ${wasJoined('o')} order by o.is_primary desc, o.id`,
  );
  const log = await read(
    ctx.db,
    sql<LogFact>`
    select l.id, to_char(l.at at time zone mo.time_zone, 'YYYY-MM-DD') as at, l.user_name as who, l.verb, l.text
    from garage g join mo on mo.id = g.mo_id join action_log l on l.object_type = 'garage' and l.object_id = g.id
    where g.id = ${id} and l.tab <> 'comment' and l.verb <> all(${['garage.owner_add', 'garage.owner_end']}::text[])
    order by l.id desc ${limitTo(LOG_LINES)}`,
  );
  const [garage] = await read(
    ctx.db,
    sql<{
      entered: string;
    }>`select (created_at at time zone 'Europe/Moscow')::date as entered from garage where id = ${id}`,
  );
  return { ownerships, log, log_from: garage ? await logGoneBefore(ctx.db, garage.entered) : null };
}

/** Ledger lines of a garage, newest first, with the balance after each; `before` is the id of the last line seen. */
export async function ledgerOf(ctx: Ctx, id: number, before: number | null, limit: number): Promise<LedgerLine[]> {
  const rows = await read(
    ctx.db,
    sql<LedgerLine>`
    select * from (
      select o.id, o.on_date, case when o.reversal_of is not null then 'reversal' when o.payment_type_id is not null then 'payment' else 'accrual' end as kind,
        coalesce(pt.name, t.name) as name, o.period_year as year, o.sign * o.amount_kopecks as amount_kopecks,
        coalesce(sum(o.sign * o.amount_kopecks) filter (where o.debtor_id is null) over (order by o.on_date, o.id), 0)::bigint as balance_kopecks, o.comment, p.full_name as owner,
        exists (select 1 from balance_operation r where r.reversal_of = o.id) as is_reversed
      from balance_operation o left join accrual_type t on t.id = o.accrual_type_id left join payment_type pt on pt.id = o.payment_type_id left join profile p on p.id = ${personOfLine('o')}
      where o.garage_id = ${id}
    ) as lines
    where ${before}::bigint is null or (on_date, id) < (select on_date, id from balance_operation where id = ${before}::bigint and garage_id = ${id})
    order by on_date desc, id desc ${limitTo(limit)}`,
  );
  return rows;
}
