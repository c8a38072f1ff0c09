// SQL of statements: whose account a file is, the garages behind it, lists, rows with what became of them.
import { personOfLine } from '../kernel/alias.ts';
import { sql, type RawBuilder } from 'kysely';
import type { RowGroup, Statement, StatementRow } from '../../contract/bankStatements.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { ReadDb } from '../kernel/ctx.ts';
import { inScope, placeScope } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';
import { formerDebt, formersOf, personNow, resembling, type Resembling } from './pieces.ts';
import type { RegisterGarage } from './rules/match.ts';
import type { Part } from './rules/rows.ts';
import { payerOn } from '../balance/queries/payer.ts';
import { pageClause } from '../db/planned.ts';

type Db = ReadDb;

/** ПО whose money the actor keeps: at the level of a region nobody does. */
const ofMoney = (actor: Actor) => placeScope(actor, { po: 'po.id', mo: 'po.mo_id' });

/** Which ПО stand behind each of the accounts, inside the actor's place; an account of a МО stands for all its ПО. */
export async function ownAccounts(db: Db, actor: Actor, accounts: readonly string[]) {
  const rows = await read(
    db,
    sql<{ account: string; po_id: number }>`
    select given.account, po.id as po_id from unnest(${[...accounts]}::text[]) as given(account)
    join po on ${ofMoney(actor)}
    join mo on mo.id = po.mo_id
    where po.account = given.account or (${placeScope(actor, { mo: 'mo.id' })} and mo.account = given.account) order by po.id`,
  );
  const behind = new Map<string, number[]>();
  for (const row of rows) behind.set(row.account, [...(behind.get(row.account) ?? []), row.po_id]);
  return behind;
}

/** Accounts that the place has, for the refusal of a foreign file. */
export async function knownAccounts(db: Db, actor: Actor): Promise<string[]> {
  const rows = await read(
    db,
    sql<{ account: string }>`
    select distinct account from (
      select po.account from po where ${ofMoney(actor)}
      union all select mo.account from mo where ${placeScope(actor, { mo: 'mo.id' })}) as all_of
    where account is not null order by 1`,
  );
  return rows.map((row) => row.account);
}

/** Every garage of the given ПО with its present owners and those to whom debts were left, archived ones too: money may come for them. */
export async function registerGarages(db: Db, pos: readonly number[]): Promise<RegisterGarage[]> {
  const rows = await read(
    db,
    sql<RegisterGarage>`
    select g.id, g.section, g.number, g.account_no, g.is_active, coalesce((select array_agg(p.full_name order by p.id)
      from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null), '{}') as owners,
      coalesce(left_to.formers, '[]') as formers
    from garage g left join (${formersOf(pos)}) as left_to on left_to.garage_id = g.id
    where g.po_id = any(${[...pos]}::int[]) and not g.is_withdrawn order by g.id`,
  );
  return rows;
}

/** Accrual types that a payment may name. */
export const namedTypes = async (db: Db): Promise<Set<number>> =>
  new Set(
    (await db.selectFrom('accrual_type').where('is_active', '=', true).select('id').execute()).map((type) => type.id),
  );

/** The year of the first charge of the given ПО; null while nothing was ever charged. */
export async function firstChargedYear(db: Db, pos: readonly number[]): Promise<number | null> {
  const rows = await read(
    db,
    sql<{ year: number | null }>`select min(o.period_year)::int as year from balance_operation o
    where o.po_id = any(${[...pos]}::int[]) and o.sign < 0 and o.payment_type_id is null`,
  );
  return rows[0]!.year;
}

/** Money of a document that is not undone. Almost always that of its own lines; only a corrected one is followed further. */
const documentSum = (document: RawBuilder<unknown>) =>
  sql`(case when exists (select 1 from contribution fixed where fixed.corrects = ${document}) then document_standing(${document})
    else (select coalesce(sum(o.sign * o.amount_kopecks), 0)::bigint from balance_operation o where o.contribution_id = ${document}
      and o.reversal_of is null and not exists (select 1 from balance_operation u where u.reversal_of = o.id)) end)`;

/** Money of a row that stands in the books, of all documents that were made of it. */
const standingOf = (row: string) => sql`(select coalesce(sum(${documentSum(sql`made.contribution_id`)}), 0)::bigint
  from bank_row_document made where made.row_id = ${sql.raw(row)}.id)`;

/** The same payment stands posted from another file (as itself, or as rows of its registry). */
const postedElsewhere = sql`exists (select 1 from bank_row twin where twin.hash = r.hash
  and coalesce(twin.parent_id, twin.id) <> coalesce(r.parent_id, r.id) and ${standingOf('twin')} > 0)`;

const groupOf = sql<RowGroup>`case when r.kind <> 'incoming' then r.kind when r.has_registry then 'registry'
  when r.standing >= r.amount_kopecks then 'posted' when r.is_skipped then 'skipped' when r.standing > 0 then 'partial'
  when r.assigned_by is not null then 'assigned' else r.certainty end`;

/** Rows of the actor's place with their group. What stands of a row is asked many times and counted once (`offset 0`). */
const grouped = (actor: Actor, more: RawBuilder<unknown>) =>
  sql`select r.*, ${groupOf} as grp from (
    select r.*, ${standingOf('r')} as standing from bank_row r where ${inScope(actor, 'r')} and ${more} offset 0) as r`;

const plate = sql`json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active)`;
const entryType = sql`case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end`;

/** Where the parts of a row go, as JSON for the reader; garages through their index, one by one: how few parts a row has is not known to the planner. */
const partsJson = sql`coalesce((select json_agg(json_build_object(
      'garage', ${plate}, 'account_no', g.account_no, 'owner', case when part.debtor is null
        then (select p.full_name from profile p where p.id = ${payerOn(sql`g.id`, sql`r.on_date`)}) else ${personNow(sql`part.debtor`)} end,
      'debtor', case when part.debtor is not null then json_build_object('id', part.debtor, 'full_name', ${personNow(sql`part.debtor`)},
        'debt_kopecks', ${formerDebt(sql`g.id`, sql`part.debtor`)}) end,
      'debt_kopecks', coalesce(b.debt_kopecks, 0), 'advance_kopecks', coalesce(b.advance_kopecks, 0),
      'accrual_type', ${entryType}, 'year', part.year, 'amount_kopecks', part.amount) order by part.nth)
    from rows from (jsonb_to_recordset(r.parts) as (garage int, debtor int, accrual_type int, year int, amount bigint)) with ordinality
      as part(garage, debtor, accrual_type, year, amount, nth)
    cross join lateral (select g.* from garage g where g.id = part.garage offset 0) as g join po on po.id = g.po_id
    left join lateral (select b.* from garage_balance b where b.garage_id = g.id offset 0) as b on true left join accrual_type t on t.id = part.accrual_type), '[]')`;

/**
 * Lines of the row's documents, and of what corrected them, that stand at the actor's place: a МО may have moved the money to another
 * ПО. Through the index of lines, document by document.
 */
const postedJson = (actor: Actor) => sql`(with recursive family(id) as (
    select made.contribution_id from bank_row_document made where made.row_id = r.id
    union select c.id from contribution c join family on c.corrects = family.id)
  select coalesce(json_agg(json_build_object('garage', ${plate}, 'owner', p.full_name, 'accrual_type', ${entryType},
      'year', case when t.id is not null then o.period_year end, 'amount_kopecks', o.sign * o.amount_kopecks,
      'contribution', o.contribution_id, 'operation', o.id) order by o.id), '[]')
  from family cross join lateral (select o.* from balance_operation o where o.contribution_id = family.id and o.reversal_of is null and ${inScope(actor, 'o')}
      and not exists (select 1 from balance_operation u where u.reversal_of = o.id) offset 0) as o
  cross join lateral (select g.* from garage g where g.id = o.garage_id offset 0) as g join po on po.id = g.po_id
  left join lateral (select p.full_name from profile p where p.id = ${personOfLine('o')} offset 0) as p on true
  left join accrual_type t on t.id = o.accrual_type_id)`;

/** The parts had become a document that stands: they say nothing of the money that is left. */
const partsAreSpent = sql`(r.contribution_id is not null and r.standing > 0 and ${documentSum(sql`r.contribution_id`)} > 0)`;

/** A row as the reader gets it, without what rules add. */
export type StoredRow = Omit<StatementRow, 'refusal' | 'preticked' | 'resembles'> & {
  resembling: Resembling | null;
  mo_id: number;
  po_id: number | null;
  is_skipped: boolean;
  has_registry: boolean;
  posted_elsewhere: boolean;
  /** The registry does not say its day: it is that of the document. */
  is_dateless: boolean;
  /** A person said where the money goes, and that has not been posted yet. */
  is_fresh: boolean;
};

const rowColumns = (
  actor: Actor,
) => sql`r.id, r.version, r.statement_id, r.parent_id, r.nth, r.kind, r.grp as "group", r.certainty, r.reason, r.note, r.on_date, r.number, r.doc_kind,
  r.amount_kopecks, r.fee_kopecks, r.payer, r.purpose, case when ${partsAreSpent} then '[]' else ${partsJson} end as parts,
  case when r.standing > 0 then ${postedJson(actor)} else '[]' end as posted, r.standing as standing_kopecks,
  greatest(0, r.amount_kopecks - r.standing) as left_kopecks, r.mo_id, r.po_id, r.is_skipped, coalesce((r.raw ->> 'isDateless')::boolean, false) as is_dateless, r.has_registry,
  r.assigned_by is not null and r.contribution_id is null as is_fresh, ${postedElsewhere} as posted_elsewhere,
  r.standing = 0 and exists (select 1 from bank_row_document made where made.row_id = r.id) as was_undone,
  (select json_build_object('statement', s.id, 'file_name', s.file_name, 'nth', d.nth)
    from bank_row d join bank_statement s on s.id = d.statement_id where d.id = r.duplicate_of and ${inScope(actor, 'd')}) as duplicate_of,
  case when r.kind = 'incoming' and not r.has_registry and r.standing < r.amount_kopecks and r.parts <> '[]' and not ${partsAreSpent}
    then ${resembling} end as resembling,
  case when r.has_registry then (select json_build_object('rows', count(*), 'fee_kopecks', coalesce(sum(k.fee_kopecks), 0),
      'posted', count(*) filter (where ${standingOf('k')} > 0))
    from bank_row k where k.parent_id = r.id) end as registry`;

export interface RowsWanted {
  statement?: number | undefined;
  group?: RowGroup | undefined;
  offset: number;
  limit: number;
}

/** One page of rows in the order of the files. */
export async function rowsOf(db: Db, actor: Actor, wanted: RowsWanted): Promise<{ rows: StoredRow[]; total: number }> {
  const own = wanted.statement === undefined ? sql`r.kind <> 'withdrawn'` : sql`r.statement_id = ${wanted.statement}`;
  const kept = wanted.group ? sql`where r.grp = ${wanted.group}` : sql``;
  const rows = await read(
    db,
    sql<{ rows: StoredRow[]; total: number }>`
    with found as materialized (select r.id, r.statement_id, r.nth from (${grouped(actor, own)}) as r ${kept}),
    page as (select id, row_number() over (order by statement_id desc, nth, id) as place from found order by place
      ${pageClause(wanted)})
    select (select count(*)::int from found) as total, (select coalesce(json_agg(shown order by shown.place), '[]') from (
      select ${rowColumns(actor)}, page.place from page join (${grouped(actor, sql`r.id in (select id from page)`)}) as r on r.id = page.id) as shown) as rows`,
  );
  return rows[0]!;
}

/** Rows by their ids, in the order of ids; those of another place are not there. */
export async function rowsById(db: Db, actor: Actor, ids: readonly number[]): Promise<StoredRow[]> {
  const rows = await read(
    db,
    sql<StoredRow>`select ${rowColumns(actor)} from (${grouped(actor, sql`r.id = any(${[...ids]}::int[])`)}) as r
    order by r.id`,
  );
  return rows;
}

/** Counts and sums by group of everything of one statement, or of what waits in all of them. */
const countsOf = (
  actor: Actor,
  which: RawBuilder<unknown>,
) => sql`coalesce((select json_agg(json_build_object('group', k.grp, 'rows', k.rows, 'amount_kopecks', k.amount))
  from (select r.grp, count(*)::int as rows, sum(r.amount_kopecks)::bigint as amount from (${grouped(actor, which)}) as r group by r.grp) as k), '[]')`;

/** «Соколова М. В.» */
const userName = (table: string) => {
  const part = (name: string) => sql`left(nullif(${sql.ref(`${table}.${name}`)}, ''), 1)`;
  return sql`trim(${sql.ref(`${table}.last_name`)} || ' ' || coalesce(${part('first_name')} || '. ', '') || coalesce(${part('father_name')} || '.', ''))`;
};

const statementColumns = (
  actor: Actor,
) => sql`s.id, s.account, case when po.id is not null then json_build_object('id', po.id, 'name', po.name) end as po,
  s.file_name, s.date_from, s.date_to, s.opening_kopecks, s.closing_kopecks, s.incoming_kopecks, s.outgoing_kopecks, s.warnings, s.created_at,
  ${userName('u')} as "user",
  case when s.withdrawn_at is not null then json_build_object('at', s.withdrawn_at, 'user', ${userName('w')}) end as withdrawn,
  ${countsOf(actor, sql`r.statement_id = s.id`)} as counts`;
const statementTables = sql`bank_statement s left join po on po.id = s.po_id join app_user u on u.id = s.created_by
  left join app_user w on w.id = s.withdrawn_by`;

export async function statementList(db: Db, actor: Actor, { offset, limit }: { offset: number; limit: number }) {
  const rows = await read(
    db,
    sql<Statement>`with page as (select s.id from bank_statement s where ${inScope(actor, 's')} and s.withdrawn_at is null order by s.id desc
      ${pageClause({ offset, limit })})
    select ${statementColumns(actor)} from ${statementTables} where s.id in (select id from page) order by s.id desc`,
  );
  return rows;
}

export async function statementCount(db: Db, actor: Actor): Promise<number> {
  const rows = await read(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from bank_statement s where ${inScope(actor, 's')} and s.withdrawn_at is null`,
  );
  return rows[0]!.n;
}

/** What waits for a person in all statements: not posted, not put aside. */
export async function waitingCounts(db: Db, actor: Actor): Promise<Statement['counts']> {
  const open = sql`r.kind = 'incoming' and not r.is_skipped and not r.has_registry`;
  const rows = await read(db, sql<{ counts: Statement['counts'] }>`select ${countsOf(actor, open)} as counts`);
  return rows[0]!.counts.filter((one) => one.group !== 'posted');
}

export async function statementById(db: Db, actor: Actor, id: number): Promise<Statement | null> {
  const rows = await read(
    db,
    sql<Statement>`select ${statementColumns(actor)} from ${statementTables}
    where s.id = ${id} and ${inScope(actor, 's')}`,
  );
  return rows[0] ?? null;
}

/** Payments of a statement that stand in the books, and their money there. */
export async function standingIn(db: Db, statement: number): Promise<{ rows: number; amount_kopecks: number }> {
  const rows = await read(
    db,
    sql<{ rows: number; amount_kopecks: number }>`
    select count(*)::int as rows, coalesce(sum(standing), 0)::bigint as amount_kopecks
    from (select ${standingOf('r')} as standing from bank_row r where r.statement_id = ${statement}) as r where standing > 0`,
  );
  return rows[0]!;
}

/** An open payment with what it was taken for. */
export interface RowToMatch {
  id: number;
  version: number;
  po_id: number | null;
  account: string;
  on_date: string;
  amount_kopecks: number;
  payer: string;
  purpose: string;
  raw: unknown;
  /** Of the document whose registry holds the row; null for a document itself. */
  document_purpose: string | null;
  certainty: string;
  reason: string | null;
  note: string | null;
  parts: Part[];
}

/** Payments that nobody posted; with `id` also one that a person assigned, else only those nobody touched. */
export async function rowsToMatch(
  db: Db,
  actor: Actor,
  which: { id?: number; statement?: number },
): Promise<RowToMatch[]> {
  const own =
    which.id !== undefined
      ? sql`r.id = ${which.id}`
      : sql`r.assigned_by is null and not r.is_skipped and ${which.statement === undefined ? sql`true` : sql`r.statement_id = ${which.statement}`}`;
  const rows = await read(
    db,
    sql<RowToMatch>`
    select r.id, r.version, r.po_id, s.account, r.on_date, r.amount_kopecks, r.payer, r.purpose, r.raw, document.purpose as document_purpose,
      r.certainty, r.reason, r.note, r.parts
    from bank_row r join bank_statement s on s.id = r.statement_id left join bank_row document on document.id = r.parent_id
    where ${inScope(actor, 'r')} and r.kind = 'incoming' and not r.has_registry and ${own} and ${standingOf('r')} = 0
    order by r.id`,
  );
  return rows;
}

/** The ПО whose garages a row may be posted to: of a file that one ПО has loaded, its own, whoever else has the account. */
export async function posBehind(db: Db, actor: Actor, rowId: number): Promise<number[]> {
  const rows = await read(
    db,
    sql<{
      account: string;
      po_id: number | null;
    }>`select s.account, r.po_id from bank_row r join bank_statement s on s.id = r.statement_id
    where r.id = ${rowId} and ${inScope(actor, 'r')}`,
  );
  const [row] = rows;
  if (!row) return [];
  const behind = (await ownAccounts(db, actor, [row.account])).get(row.account) ?? [];
  return row.po_id === null ? behind : behind.filter((po) => po === row.po_id);
}

/** Garages by id inside the given ПО, for checking an assignment. */
export async function garagesAmong(db: Db, pos: readonly number[], ids: readonly number[]) {
  const rows = await read(
    db,
    sql<{ id: number; is_active: boolean; place: string; formers: { id: number; person: number; debt: number }[] }>`
    select g.id, g.is_active, trim(g.section || ' ' || g.number) as place,
      (select coalesce(json_agg(json_build_object('id', debtor.id, 'person', coalesce(p.merged_into, p.id), 'debt', ${formerDebt(sql`g.id`, sql`debtor.id`)})), '[]')
        from (select distinct o.debtor_id as id from balance_operation o where o.garage_id = g.id and o.debtor_id is not null) as debtor
        join profile p on p.id = debtor.id) as formers
    from garage g
    where g.id = any(${[...ids]}::int[]) and g.po_id = any(${[...pos]}::int[]) and not g.is_withdrawn`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface KeptRow {
  id: number;
  on_date: string;
  number: string;
  /** With the payer of that day of each garage, or the former owner whose debt it is: a payment is his. */
  parts: (Part & { owner: number | null })[];
}

/** Rows as a posting needs them, by id. */
export async function keptRows(db: Db, ids: readonly number[]): Promise<Map<number, KeptRow>> {
  const rows = await read(
    db,
    sql<KeptRow>`select r.id, r.on_date, r.number, (select json_agg(json_build_object('garage', part.garage,
      'debtor', part.debtor, 'accrual_type', part.accrual_type, 'year', part.year, 'amount', part.amount, 'owner', case when part.debtor is null
        then ${payerOn(sql`part.garage`, sql`r.on_date`)} else (select coalesce(p.merged_into, p.id) from profile p where p.id = part.debtor) end) order by part.nth)
      from rows from (jsonb_to_recordset(r.parts) as (garage int, debtor int, accrual_type int, year int, amount bigint)) with ordinality
        as part(garage, debtor, accrual_type, year, amount, nth)) as parts
    from bank_row r where r.id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How a bank's registry was laid out the last time, for its titles. */
export async function rememberedLayout(db: Db, place: { mo_id: number; po_id: number | null }, signature: string) {
  const rows = await read(
    db,
    sql<{ layout: unknown }>`select layout from bank_layout where mo_id = ${place.mo_id}
    and coalesce(po_id, 0) = ${place.po_id ?? 0} and signature = ${signature}`,
  );
  return rows[0]?.layout ?? null;
}
