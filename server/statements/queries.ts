// SQL of statements: whose account a file is, the garages behind it, lists, rows with what became of them.
import { sql, type RawBuilder } from 'kysely';
import type { RowGroup, Statement, StatementRow } from '../../contract/statements.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { inScope } from '../kernel/scope.ts';
import type { RegisterGarage } from './rules/match.ts';
import type { Part } from './rules/rows.ts';

type Db = ReadDb | WriteDb;

/** Which ПО stand behind each of the accounts, inside the actor's place; an account of a МО stands for all its ПО. */
export async function ownAccounts(db: Db, actor: Actor, accounts: readonly string[]) {
  const { rows } = await sql<{ account: string; po_id: number }>`
    select given.account, po.id as po_id from unnest(${[...accounts]}::text[]) as given(account)
    join po on (${actor.po}::int = po.id or (${actor.po}::int is null and po.mo_id = ${actor.mo}::int))
    join mo on mo.id = po.mo_id
    where po.account = given.account or (${actor.po}::int is null and mo.account = given.account) order by po.id`.execute(
    db as never,
  );
  const behind = new Map<string, number[]>();
  for (const row of rows) behind.set(row.account, [...(behind.get(row.account) ?? []), row.po_id]);
  return behind;
}

/** Accounts that the place has, for the refusal of a foreign file. */
export async function knownAccounts(db: Db, actor: Actor): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct account from (
      select po.account from po where ${actor.po}::int = po.id or (${actor.po}::int is null and po.mo_id = ${actor.mo}::int)
      union all select mo.account from mo where ${actor.po}::int is null and mo.id = ${actor.mo}::int) as all_of
    where account is not null order by 1`.execute(db as never);
  return rows.map((row) => row.account);
}

/** Every garage of the given ПО with its present owners, archived ones too: money may come for them. */
export async function registerGarages(db: Db, pos: readonly number[]): Promise<RegisterGarage[]> {
  const { rows } = await sql<RegisterGarage>`
    select g.id, g.section, g.number, g.account_no, g.is_active, coalesce((select array_agg(p.full_name order by p.id)
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '{}') as owners
    from garage g where g.po_id = any(${[...pos]}::int[]) order by g.id`.execute(db as never);
  return rows;
}

/** Accrual types that a payment may name. */
export const namedTypes = async (db: Db): Promise<Set<number>> =>
  new Set(
    (await (db as ReadDb).selectFrom('accrual_type').where('is_active', '=', true).select('id').execute()).map(
      (type) => type.id,
    ),
  );

/**
 * A document made of the row stands, as it was or corrected. Almost always a line of its own stands; only a corrected one
 * is followed further.
 */
const stands = (row: string) => {
  const document = sql.raw(`${row}.contribution_id`);
  return sql`(${document} is not null and (exists (select 1 from balance_operation o where o.contribution_id = ${document}
      and o.reversal_of is null and not exists (select 1 from balance_operation u where u.reversal_of = o.id))
    or (exists (select 1 from contribution fixed where fixed.corrects = ${document}) and document_stands(${document}))))`;
};

/** The same payment stands posted from another file (as itself, or as rows of its registry). */
const postedElsewhere = sql`exists (select 1 from bank_row twin where twin.hash = r.hash
  and coalesce(twin.parent_id, twin.id) <> coalesce(r.parent_id, r.id) and ${stands('twin')})`;

const groupOf = sql<RowGroup>`case when r.kind <> 'incoming' then r.kind when r.has_registry then 'registry' when ${stands('r')} then 'posted'
  when r.is_skipped then 'skipped' when r.assigned_by is not null then 'assigned' else r.certainty end`;

/** Rows of the actor's place with their group. */
const grouped = (actor: Actor, more: RawBuilder<unknown>) =>
  sql`select r.*, ${groupOf} as grp from bank_row r where ${inScope(actor, 'r')} and ${more}`;

/** Where the parts of a row go, as JSON for the reader. */
const partsJson = sql`coalesce((select json_agg(json_build_object(
      'garage', json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active),
      'account_no', g.account_no, 'owner', (select p.full_name from ownership o join profile p on p.id = o.profile_id
        where o.garage_id = g.id and o.ended_on is null order by o.is_primary desc, o.id limit 1),
      'balance_kopecks', coalesce(b.balance_kopecks, 0),
      'accrual_type', case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end,
      'year', part.year, 'amount_kopecks', part.amount) order by part.nth)
    from rows from (jsonb_to_recordset(r.parts) as (garage int, accrual_type int, year int, amount bigint)) with ordinality
      as part(garage, accrual_type, year, amount, nth)
    join garage g on g.id = part.garage join po on po.id = g.po_id
    left join garage_balance b on b.garage_id = g.id left join accrual_type t on t.id = part.accrual_type), '[]')`;

/** A row as the reader gets it, without what rules add. */
export type StoredRow = Omit<StatementRow, 'refusal' | 'preticked'> & {
  mo_id: number;
  po_id: number | null;
  is_skipped: boolean;
  has_registry: boolean;
  is_posted: boolean;
  posted_elsewhere: boolean;
};

/** Money of the row's document, and of what corrected it, that is not undone. */
const standingSum = sql`(with recursive family(id) as (
    select r.contribution_id union select c.id from contribution c join family on c.corrects = family.id)
  select coalesce(sum(o.sign * o.amount_kopecks), 0)::bigint from family join balance_operation o on o.contribution_id = family.id
  where o.reversal_of is null and not exists (select 1 from balance_operation u where u.reversal_of = o.id))`;

const rowColumns = sql`r.id, r.version, r.statement_id, r.parent_id, r.nth, r.kind, r.grp as "group", r.certainty, r.reason, r.on_date, r.number, r.doc_kind,
  r.amount_kopecks, r.fee_kopecks, r.payer, r.purpose, ${partsJson} as parts, r.mo_id, r.po_id, r.is_skipped, r.has_registry,
  r.grp = 'posted' as is_posted, ${postedElsewhere} as posted_elsewhere,
  case when r.grp = 'posted' then r.contribution_id end as contribution,
  case when r.grp = 'posted' then (select min(o.id) from balance_operation o where o.contribution_id = r.contribution_id) end as operation,
  case when r.grp = 'posted' then ${standingSum} end as standing_kopecks, r.contribution_id is not null and r.grp <> 'posted' as was_undone,
  (select json_build_object('statement', s.id, 'file_name', s.file_name, 'nth', d.nth)
    from bank_row d join bank_statement s on s.id = d.statement_id where d.id = r.duplicate_of and d.mo_id = r.mo_id) as duplicate_of,
  case when r.has_registry then (select json_build_object('rows', count(*), 'fee_kopecks', coalesce(sum(k.fee_kopecks), 0),
      'posted', count(*) filter (where ${stands('k')}))
    from bank_row k where k.parent_id = r.id) end as registry`;

export interface RowsWanted {
  statement?: number | undefined;
  group?: RowGroup | undefined;
  offset: number;
  limit: number;
}

/** One page of rows in the order of the files. */
export async function rowsOf(db: Db, actor: Actor, wanted: RowsWanted): Promise<{ rows: StoredRow[]; total: number }> {
  const own = wanted.statement === undefined ? sql`true` : sql`r.statement_id = ${wanted.statement}`;
  const kept = wanted.group ? sql`where r.grp = ${wanted.group}` : sql``;
  const { rows } = await sql<{ rows: StoredRow[]; total: number }>`
    with found as materialized (select r.id, r.statement_id, r.nth from (${grouped(actor, own)}) as r ${kept}),
    page as (select id, row_number() over (order by statement_id desc, nth, id) as place from found order by place
      offset ${wanted.offset} limit ${wanted.limit})
    select (select count(*)::int from found) as total, (select coalesce(json_agg(shown order by shown.place), '[]') from (
      select ${rowColumns}, page.place from page join (${grouped(actor, sql`r.id in (select id from page)`)}) as r on r.id = page.id) as shown) as rows`.execute(
    db as never,
  );
  return rows[0]!;
}

/** Rows by their ids, in the order of ids; those of another place are not there. */
export async function rowsById(db: Db, actor: Actor, ids: readonly number[]): Promise<StoredRow[]> {
  const { rows } =
    await sql<StoredRow>`select ${rowColumns} from (${grouped(actor, sql`r.id = any(${[...ids]}::int[])`)}) as r
    order by r.id`.execute(db as never);
  return rows;
}

/** Counts and sums by group of everything of one statement, or of what waits in all of them. */
const countsOf = (
  actor: Actor,
  which: RawBuilder<unknown>,
) => sql`coalesce((select json_agg(json_build_object('group', k.grp, 'rows', k.rows, 'amount_kopecks', k.amount))
  from (select r.grp, count(*)::int as rows, sum(r.amount_kopecks)::bigint as amount from (${grouped(actor, which)}) as r group by r.grp) as k), '[]')`;

const statementColumns = (
  actor: Actor,
) => sql`s.id, s.account, case when po.id is not null then json_build_object('id', po.id, 'name', po.name) end as po,
  s.file_name, s.date_from, s.date_to, s.opening_kopecks, s.closing_kopecks, s.incoming_kopecks, s.outgoing_kopecks, s.warnings, s.created_at,
  trim(u.last_name || ' ' || coalesce(left(nullif(u.first_name, ''), 1) || '. ', '') || coalesce(left(nullif(u.father_name, ''), 1) || '.', '')) as "user",
  ${countsOf(actor, sql`r.statement_id = s.id`)} as counts`;
const statementTables = sql`bank_statement s left join po on po.id = s.po_id join app_user u on u.id = s.created_by`;

export async function statementList(db: Db, actor: Actor, { offset, limit }: { offset: number; limit: number }) {
  const { rows } =
    await sql<Statement>`with page as (select s.id from bank_statement s where ${inScope(actor, 's')} order by s.id desc
      offset ${offset} limit ${limit})
    select ${statementColumns(actor)} from ${statementTables} where s.id in (select id from page) order by s.id desc`.execute(
      db as never,
    );
  return rows;
}

export async function statementCount(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from bank_statement s where ${inScope(actor, 's')}`.execute(db as never);
  return rows[0]!.n;
}

/** What waits for a person in all statements: not posted, not put aside. */
export async function waitingCounts(db: Db, actor: Actor): Promise<Statement['counts']> {
  const open = sql`r.kind = 'incoming' and not r.is_skipped and not r.has_registry`;
  const { rows } = await sql<{ counts: Statement['counts'] }>`select ${countsOf(actor, open)} as counts`.execute(
    db as never,
  );
  return rows[0]!.counts.filter((one) => one.group !== 'posted');
}

export async function statementById(db: Db, actor: Actor, id: number): Promise<Statement | null> {
  const { rows } = await sql<Statement>`select ${statementColumns(actor)} from ${statementTables}
    where s.id = ${id} and ${inScope(actor, 's')}`.execute(db as never);
  return rows[0] ?? null;
}

/** The ПО whose garages a row may be posted to. */
export async function posBehind(db: Db, actor: Actor, rowId: number): Promise<number[]> {
  const { rows } = await sql<{
    account: string;
  }>`select s.account from bank_row r join bank_statement s on s.id = r.statement_id
    where r.id = ${rowId} and ${inScope(actor, 'r')}`.execute(db as never);
  return rows[0] ? ((await ownAccounts(db, actor, [rows[0].account])).get(rows[0].account) ?? []) : [];
}

/** Garages by id inside the given ПО, for checking an assignment. */
export async function garagesAmong(db: Db, pos: readonly number[], ids: readonly number[]) {
  const { rows } = await sql<{ id: number; is_active: boolean; place: string }>`
    select g.id, g.is_active, trim(g.section || ' ' || g.number) as place from garage g
    where g.id = any(${[...ids]}::int[]) and g.po_id = any(${[...pos]}::int[])`.execute(db as never);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface KeptRow {
  id: number;
  on_date: string;
  number: string;
  /** With the present owner of each garage: a payment is his. */
  parts: (Part & { owner: number | null })[];
}

/** Rows as a posting needs them, by id. */
export async function keptRows(db: Db, ids: readonly number[]): Promise<Map<number, KeptRow>> {
  const { rows } =
    await sql<KeptRow>`select r.id, r.on_date, r.number, (select json_agg(json_build_object('garage', part.garage,
      'accrual_type', part.accrual_type, 'year', part.year, 'amount', part.amount, 'owner', (select o.profile_id from ownership o
        where o.garage_id = part.garage and o.ended_on is null order by o.is_primary desc, o.id limit 1)) order by part.nth)
      from rows from (jsonb_to_recordset(r.parts) as (garage int, accrual_type int, year int, amount bigint)) with ordinality
        as part(garage, accrual_type, year, amount, nth)) as parts
    from bank_row r where r.id = any(${[...ids]}::int[])`.execute(db as never);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How a bank's registry was laid out the last time, for its titles. */
export async function rememberedLayout(db: Db, place: { mo_id: number; po_id: number | null }, signature: string) {
  const { rows } = await sql<{ layout: unknown }>`select layout from bank_layout where mo_id = ${place.mo_id}
    and coalesce(po_id, 0) = ${place.po_id ?? 0} and signature = ${signature}`.execute(db as never);
  return rows[0]?.layout ?? null;
}
