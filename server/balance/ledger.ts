// The only file that writes ledger lines. A posting is one document with its lines, balances, monthly sums and seals.
import { sql, type RawBuilder } from 'kysely';
import type { WriteDb } from '../kernel/ctx.ts';
import { failPoint } from '../kernel/failPoints.ts';
import { secretsOf } from '../kernel/secrets.ts';
import { chainSeals, documentFacts, joinSeals, printed, sealedSums } from './queries/seals.ts';
import { wordPrints } from './rules/prints.ts';
import { PENALTY } from './rules/settlement.ts';
import { sealedLines } from './rules/sealed.ts';
import { movesAnew, movesOf, originIn, pairOf, type MoveAnew } from './rules/moves.ts';
import { refreshAsides, refreshFormers, touchesAside } from './writing/asides.ts';
import { methods, months, ownAmount, stale } from './writing/sums.ts';
import { limitTo } from '../db/planned.ts';
import { formersTouched, linesBefore, movedFacts, placeOfMove, UNMOVED } from './queries/moves.ts';

export interface Posting {
  kind: 'accrual' | 'payment' | 'reversal' | 'transfer';
  source: 'hand' | 'mass' | 'desk' | 'statement' | 'import' | 'penalty' | 'reregistration' | 'offset' | 'reversal';
  /** Made by the client; a repeated posting with the same key is the same posting. */
  idempotencyKey: string;
  place: { region_id: number; mo_id: number; po_id: number | null };
  accrualTypeId?: number | null;
  paymentTypeId?: number | null;
  periodYear?: number | null;
  /** `YYYY-MM-DD` */
  onDate: string;
  /** Own day by which the charge is to be paid; none: that of its type and ПО. */
  dueOn?: string | null;
  basisDocument?: string | null;
  comment?: string | null;
  reversalOf?: number | null;
  /** A reversal after which nothing of its document stands. */
  undoesWhole?: boolean;
  /** The document that this one takes the place of. */
  corrects?: number | null;
  /** What was asked for, kept beside the document. */
  request?: object | null;
  importBatchId?: number | null;
  createdBy: number | null;
  at: string;
}

/** One line to post. sign −1 raises the debt, +1 lowers it; `amount_kopecks` > 0. */
export interface Line {
  garage_id: number;
  owner_id: number | null;
  sign: -1 | 1;
  amount_kopecks: number;
  accrual_type_id: number | null;
  payment_type_id: number | null;
  period_year: number;
  on_date: string;
  paper_no?: string | null;
  comment?: string | null;
  reversal_of?: number | null;
  /** The former owner whose debt it is; none: the present owners. */
  debtor_id?: number | null;
  /** On a transfer: the charge it comes from. */
  origin_id?: number | null;
}

/** The query of a posting gave no line: nothing is kept. */
export class NoLines extends Error {}

/** A document that undoes lines; its own date, key and author. */
export type Reversal = Omit<Posting, 'kind' | 'source'>;

export interface Posted {
  contributionId: number;
  lines: number;
  amountKopecks: number;
  /** True when this key had been posted before: nothing was written now. */
  isRepeat: boolean;
}

/** Lines given as values, as a query that `post` understands; of several documents, each says of which (`entry`). */
export function linesOf(lines: readonly (Line & { entry?: number })[]): RawBuilder<unknown> {
  return sql`select * from rows from (json_to_recordset(${JSON.stringify(lines)}::json) as (garage_id int, owner_id int, sign smallint,
    amount_kopecks bigint, accrual_type_id int, payment_type_id int, period_year int, on_date date, paper_no text, comment text, reversal_of bigint,
    debtor_id int, origin_id bigint, entry int))
    with ordinality as line(garage_id, owner_id, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, on_date, paper_no, comment,
      reversal_of, debtor_id, origin_id, entry, nth)`;
}
/** Numbers lines of `linesOf` in the order they were given: a join alone keeps none. */
export const asGiven = sql`order by line.nth`;

/**
 * Posts a document. `lines` is a query with the columns of `Line`; all of it happens in the caller's transaction, in one
 * statement, whether the document has one line or a hundred thousand. The same key posts once, in turn and at once.
 * @throws `NoLines` when the query gives none; a fault when it names a garage that is not there
 */
export async function post(
  tx: WriteDb,
  posting: Posting,
  lines: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<Posted> {
  await failPoint('before post');
  const { rows } = await sql<{
    id: number | null;
    lines: number;
    amount: number;
    waits: boolean | null;
    unknown: number[] | null;
    moved: number[] | null;
    formers: number[] | null;
  }>`
    with laid as materialized (
      select line.*, g.region_id as g_region, g.mo_id as g_mo, g.po_id as g_po from (${lines}) as line left join garage g on g.id = line.garage_id ${order}
    ), sum as (
      select count(distinct garage_id)::int as garages, count(*)::int as lines, ${ownAmount} as amount,
        case when min(g_po) = max(g_po) then min(g_po) end as po, bool_or(${touchesAside}) as waits from laid
    ), document as (${insertDocument(posting)}
    ), posted as (
      insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks,
        accrual_type_id, payment_type_id, period_year, on_date, paper_no, comment, reversal_of, debtor_id, origin_id, created_by, created_at)
      select garage_id, owner_id, g_region, g_mo, g_po, (select id from document), sign, amount_kopecks,
        accrual_type_id, payment_type_id, period_year, on_date, paper_no, comment, reversal_of,
        debtor_id, origin_id, ${posting.createdBy}::int, ${posting.at}::timestamptz
      from laid where (select id from document) is not null
      returning *
    ), ${words(posting)}${kept}, ${joinSeals(bodies(tx, posting))}
    select (select id from document) as id, sum.lines, sum.amount, sum.waits or (select bool_or(names_ahead) from balances) as waits,
      (select array_agg(garage_id) from (select garage_id from balances where years is null ${limitTo(COUNTED_AT_ONCE + 1)}) as unknown) as unknown, ${linesBefore}, ${formersTouched} from sum`.execute(
    tx,
  );
  await failPoint('after lines');
  const { id, unknown, moved, formers, ...sum } = rows[0]!;
  if (id === null) {
    if (await documentOf(tx, posting.idempotencyKey)) return repeated(tx, posting.idempotencyKey);
    throw new NoLines(`the posting ${posting.idempotencyKey} has no lines`);
  }
  if (sum.waits) await refreshAsides(tx, [id]);
  if (unknown && unknown.length <= COUNTED_AT_ONCE) await countYears(tx, unknown);
  if (formers) await refreshFormers(tx, formers);
  if (moved) await keepMoves(tx, moved, posting);
  return { contributionId: id, lines: sum.lines, amountKopecks: sum.amount, isRepeat: false };
}

/** One of several documents that are posted together. */
export interface Entry {
  posting: Posting;
  lines: readonly Line[];
}

/**
 * Posts documents in one statement, as `post` of each in turn would: hundreds take as long as a few do by themselves. The caller
 * holds the books of their МО, and their keys are new. Answers the documents in the order given.
 * @throws when a document has no lines, a key has been used or a garage is not there
 */
export async function postEach(tx: WriteDb, entries: readonly Entry[]): Promise<number[]> {
  if (!entries.length) return [];
  await failPoint('before post');
  const lines = entries.flatMap((one, entry) => one.lines.map((line) => ({ ...line, entry })));
  const { rows } = await sql<{
    documents: number[] | null;
    waiting: number[] | null;
    unknown: number[] | null;
    moved: number[] | null;
    formers: number[] | null;
    unsealed: boolean;
  }>`
    with recursive given as materialized (${entryRows(tx, entries)}
    ), laid as materialized (
      select line.*, g.region_id as g_region, g.mo_id as g_mo, g.po_id as g_po from (${linesOf(lines)}) as line left join garage g on g.id = line.garage_id
    ), sums as materialized (
      select entry, count(distinct garage_id)::int as garages, sum(amount_kopecks)::bigint as amount,
        case when min(g_po) = max(g_po) then min(g_po) end as po, bool_or(${touchesAside}) as waits from laid group by entry
    ), document as (
      insert into contribution (region_id, mo_id, po_id, kind, source, accrual_type_id, payment_type_id, period_year, on_date, due_on, amount_kopecks,
        garage_count, reversal_of, undoes_whole, corrects, request, idempotency_key, import_batch_id, created_by, created_at)
      select region_id, mo_id, coalesce(po_id, sums.po), kind, source, accrual_type_id, payment_type_id, period_year, on_date, due_on, sums.amount,
        sums.garages, reversal_of, undoes_whole, corrects, request, idempotency_key, import_batch_id, created_by, created_at
      from given join sums using (entry) order by entry
      on conflict (idempotency_key) do nothing returning *
    ), posted as (
      insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks,
        accrual_type_id, payment_type_id, period_year, on_date, paper_no, comment, reversal_of, debtor_id, origin_id, created_by, created_at)
      select laid.garage_id, laid.owner_id, g_region, g_mo, g_po, document.id, laid.sign, laid.amount_kopecks,
        laid.accrual_type_id, laid.payment_type_id, laid.period_year, laid.on_date, laid.paper_no, laid.comment, laid.reversal_of,
        laid.debtor_id, laid.origin_id, document.created_by, document.created_at
      from laid join given using (entry) join document using (idempotency_key) order by entry, nth
      returning *
    ), words as (
      insert into contribution_words (contribution_id, version, basis_document, comment, created_by, created_at)
      select document.id, 1, given.basis_document, given.comment, given.created_by, given.created_at
      from given join document using (idempotency_key) where given.basis_document is not null or given.comment is not null order by 1
    ), ${kept}, ${chainSeals(entryBodies)}
    select (select array_agg(document.id order by given.entry) from given join document using (idempotency_key)) as documents,
      (select array_agg(document.id) from given join document using (idempotency_key) join sums on sums.entry = given.entry
        where sums.waits or (select bool_or(names_ahead) from balances)) as waiting,
      (select array_agg(garage_id) from balances where years is null) as unknown, ${linesBefore}, ${formersTouched},
      (select count(*) from bodies) > (select count(*) from seals) as unsealed`.execute(tx);
  await failPoint('after lines');
  const { documents, waiting, unknown, moved, formers, unsealed } = rows[0]!;
  if (documents?.length !== entries.length) throw new Error('a document has no lines, or its key has been used');
  if (unsealed) throw new Error('the books are not held: somebody else has posted meanwhile');
  if (waiting) await refreshAsides(tx, waiting);
  if (unknown) await countYears(tx, unknown);
  if (formers) await refreshFormers(tx, formers);
  if (moved) await keepMoves(tx, moved, entries.at(-1)!.posting);
  return documents;
}

/** Postings as rows with the columns of `contribution`, their words and the prints of these. */
const entryRows = (tx: WriteDb, entries: readonly Entry[]) => {
  const given = entries.map(({ posting }, entry) => ({
    entry,
    ...posting.place,
    kind: posting.kind,
    source: posting.source,
    accrual_type_id: posting.accrualTypeId,
    payment_type_id: posting.paymentTypeId,
    period_year: posting.periodYear,
    on_date: posting.onDate,
    due_on: posting.dueOn,
    reversal_of: posting.reversalOf,
    undoes_whole: posting.undoesWhole ?? false,
    corrects: posting.corrects,
    request: posting.request,
    idempotency_key: posting.idempotencyKey,
    import_batch_id: posting.importBatchId,
    created_by: posting.createdBy,
    created_at: posting.at,
    basis_document: posting.basisDocument,
    comment: posting.comment,
    prints: wordPrints(secretsOf(tx), posting),
  }));
  return sql`select * from json_to_recordset(${JSON.stringify(given)}::json) as given(entry int, region_id int, mo_id int, po_id int, kind text,
    source text, accrual_type_id int, payment_type_id int, period_year int, on_date date, due_on date, reversal_of int, undoes_whole boolean,
    corrects int, request jsonb, idempotency_key text, import_batch_id int, created_by int, created_at timestamptz, basis_document text,
    comment text, prints jsonb)`;
};

/** As `bodies`, of several documents. */
const entryBodies = sql`(
    select posted.po_id, 'posting' as what, document.id as contribution_id, lines, posted.prints, fields, ${documentFacts('document')} || given.prints as document,
      document.created_at
    from (select po_id, contribution_id, ${sealedSums(sealedLines)} from ${printed(sealedLines, sql`posted`)} group by po_id, contribution_id) as posted
    join document on document.id = posted.contribution_id join given using (idempotency_key))`;

/** Posts lines that undo those of a document which are not undone yet; null when none is left. */
export async function reverseDocument(tx: WriteDb, posting: Reversal, contributionId: number): Promise<Posted | null> {
  // Two people who undo the same document do it in turn: the second finds nothing left.
  await sql`select 1 from contribution where id = ${contributionId} for update`.execute(tx);
  return reverse(
    tx,
    { ...posting, reversalOf: contributionId, undoesWhole: true },
    sql`o.contribution_id = ${contributionId}`,
  );
}

/** Posts a line that undoes one line; null when it is undone already or undoes another itself. */
export const reverseLine = (tx: WriteDb, posting: Reversal, lineId: number): Promise<Posted | null> =>
  reverseLines(tx, posting, [lineId]);

/** Posts lines that undo those named which are not undone yet, whichever documents they are of; null when none is left. */
export async function reverseLines(tx: WriteDb, posting: Reversal, ids: readonly number[]): Promise<Posted | null> {
  await sql`select 1 from contribution where id in (select contribution_id from balance_operation where id = any(${ids}::bigint[]))
    order by id for update`.execute(tx);
  return reverse(tx, posting, sql`o.id = any(${ids}::bigint[])`);
}

async function reverse(tx: WriteDb, posting: Reversal, which: RawBuilder<unknown>): Promise<Posted | null> {
  const known = await documentOf(tx, posting.idempotencyKey);
  if (known) return repeated(tx, posting.idempotencyKey);
  // A charge takes along the transfers that moved its debt, money those that gave it back to the garage.
  const open = sql`from (select o.* from balance_operation o where ${which} union all select moved.* from balance_operation moved
      where moved.origin_id = any(array(select o.id from balance_operation o where ${which}))) as o
    where o.reversal_of is null and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;
  const left = await sql`select 1 ${open} limit 1`.execute(tx);
  if (!left.rows.length) return null;
  const lines = sql`select o.garage_id, o.owner_id, (-o.sign)::smallint as sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id,
    o.period_year, ${posting.onDate}::date as on_date, o.paper_no, ${posting.comment ?? null}::text as comment, o.id as reversal_of,
    o.debtor_id, o.origin_id ${open}`;
  const posted = await post(tx, { ...posting, kind: 'reversal', source: 'reversal' }, lines);
  await forgetUndonePayments(tx, posted.contributionId);
  return posted;
}

/** Lines came before debts that were moved: as much is moved as is open now at that place, by the documents' own days. */
async function keepMoves(tx: WriteDb, garages: readonly number[], by: Posting): Promise<void> {
  for (const garage of garages) {
    const lines = await movedFacts(tx, [garage]);
    await moveAnew(tx, movesAnew(lines, movesOf(lines), originIn(lines)), { ...by, key: by.idempotencyKey });
  }
}

/**
 * Undoes moves and makes them anew with other sums, or of the charge that took the place of another; none of nothing. A move
 * keeps its day, unless that is closed or its charge is dated later.
 */
export async function moveAnew(
  tx: WriteDb,
  anew: readonly MoveAnew[],
  by: { key: string; onDate: string; createdBy: number | null; at: string },
): Promise<void> {
  for (const [nth, { move, origin, kopecks }] of anew.entries()) {
    const { place, key, onDate } = await placeOfMove(tx, move, origin, by.onDate);
    const says = { place, onDate, createdBy: by.createdBy, at: by.at };
    const ids = [...move.out, ...move.into].map((line) => line.id);
    const undoing = { ...says, idempotencyKey: `${by.key}${UNMOVED}${nth}`, reversalOf: move.document };
    await reverseLines(tx, { ...undoing, comment: 'Перенос долга пересчитан' }, ids);
    if (!kopecks) continue;
    const posting: Posting = {
      ...says,
      kind: 'transfer',
      source: 'reregistration',
      idempotencyKey: `${key}:anew:${by.key}:${nth}`,
      corrects: move.document,
    };
    await post(tx, posting, linesOf(pairOf({ move, origin, kopecks }, onDate)), asGiven);
  }
}

/** Payments that bring money; corrections, write-offs and carried balances are not a visit of the payer. */
const BRINGS_MONEY = [1, 2, 3, 4, 5];
/** A line that counts for «последняя оплата», unless it is undone. */
export const isVisit = sql`sign > 0 and reversal_of is null and origin_id is null and payment_type_id = any(${sql.lit(`{${BRINGS_MONEY}}`)}::int[])`;

/** Garages of a document whose years are counted with it; of more the night counts them (`countUnknownYears`), until then every reader. */
const COUNTED_AT_ONCE = 300;

/** Counts the years of garages from their lines; the balances are held by this transaction. */
const countYears = (tx: WriteDb, garages: readonly number[]) =>
  sql`select count_years(${[...garages]}::int[])`.execute(tx);

/** Counts the years of some garages that were left uncounted; answers of how many. */
export async function countUnknownYears(tx: WriteDb, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select garage_id as id from garage_balance where years is null
    order by garage_id ${limitTo(limit)} for update skip locked`.execute(tx);
  if (rows.length)
    await countYears(
      tx,
      rows.map((row) => row.id),
    );
  return rows.length;
}

/** A charge to the present owners that nothing else is said of. */
const isPlainCharge = sql`sign < 0 and payment_type_id is null and accrual_type_id is not null and debtor_id is null and origin_id is null and reversal_of is null`;

/**
 * Years of a garage after a document of plain charges alone, newer than all its lines, where no money waits: each charge is owed
 * whole, nothing else moves. After anything else the years are to be counted; so they are where a payment names a charge that was
 * undone: its money, given to others, goes back when that charge is made anew.
 */
const yearsAfter = sql`case when excluded.years is not null and garage_balance.advance_kopecks = 0
      and excluded.last_line_on >= coalesce(garage_balance.last_line_on, excluded.last_line_on) and not garage_balance.names_ahead then case
        -- None of these years had been paid for: what stood before and what came are both true.
        when excluded.years || garage_balance.years @> excluded.years then excluded.years || garage_balance.years
        else garage_balance.years || coalesce((
          select jsonb_object_agg(key, case when coalesce(garage_balance.years ->> key, 'unpaid') = 'unpaid' then 'unpaid' else 'partly' end)
          from jsonb_object_keys(excluded.years) as key), '{}') end end`;

// Rows of balances, months and heads are touched in one order, so that two documents never wait for each other in a ring.
const balances = sql`balances as (
  insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks, former_kopecks, last_payment_on, last_line_on, years, owed_since, penalty_since)
  select garage_id, region_id, mo_id, po_id, sum(case when debtor_id is null then sign * amount_kopecks else 0 end)::bigint,
    sum(case when debtor_id is null then 0 else sign * amount_kopecks end)::bigint, max(on_date) filter (where ${isVisit} and debtor_id is null), max(on_date),
    case when bool_and(${isPlainCharge}) and min(on_date) = max(on_date) then jsonb_object_agg(period_year, 'unpaid') end,
    min(on_date) filter (where accrual_type_id <> ${sql.lit(PENALTY)}), min(on_date) filter (where accrual_type_id = ${sql.lit(PENALTY)})
  from posted group by garage_id, region_id, mo_id, po_id order by garage_id
  on conflict (garage_id) do update set balance_kopecks = garage_balance.balance_kopecks + excluded.balance_kopecks,
    former_kopecks = garage_balance.former_kopecks + excluded.former_kopecks,
    last_payment_on = greatest(garage_balance.last_payment_on, excluded.last_payment_on),
    last_line_on = greatest(garage_balance.last_line_on, excluded.last_line_on), years = ${yearsAfter},
    owed_since = coalesce(garage_balance.owed_since, excluded.owed_since), penalty_since = coalesce(garage_balance.penalty_since, excluded.penalty_since)
  returning garage_id, names_ahead, years)`;

/** What is kept of the lines of `posted`, of one document or of many. */
const kept = sql`${balances}, ${months}, ${methods}, ${stale}`;

/** What is sealed, ПО by ПО: its lines and the whole document, whose words go in as keyed hashes. */
const bodies = (tx: WriteDb, posting: Posting) => sql`(
    select posted.po_id, 'posting' as what, document.id as contribution_id, lines, prints, fields,
      ${documentFacts('document')} || ${JSON.stringify(wordPrints(secretsOf(tx), posting))}::jsonb as document, document.created_at
    from (select po_id, ${sealedSums(sealedLines)} from ${printed(sealedLines, sql`posted`)} group by po_id) as posted cross join document)`;

/** «Последняя оплата» goes back when the last one is undone. */
async function forgetUndonePayments(tx: WriteDb, document: number) {
  await sql`update garage_balance b set last_payment_on = (select max(o.on_date) from balance_operation o
      where o.garage_id = b.garage_id and ${isVisit} and o.debtor_id is null and not exists (select 1 from balance_operation r where r.reversal_of = o.id))
    where b.garage_id in (select garage_id from balance_operation where contribution_id = ${document} and payment_type_id is not null)`.execute(
    tx,
  );
}

const insertDocument = (posting: Posting) => sql`
  insert into contribution (region_id, mo_id, po_id, kind, source, accrual_type_id, payment_type_id, period_year, on_date, due_on, amount_kopecks, garage_count,
    reversal_of, undoes_whole, corrects, request, idempotency_key, import_batch_id, created_by, created_at)
  select ${posting.place.region_id}::int, ${posting.place.mo_id}::int, coalesce(${posting.place.po_id}::int, sum.po), ${posting.kind}, ${posting.source},
    ${posting.accrualTypeId ?? null}::int, ${posting.paymentTypeId ?? null}::int, ${posting.periodYear ?? null}::int, ${posting.onDate}::date, ${posting.dueOn ?? null}::date,
    sum.amount, sum.garages, ${posting.reversalOf ?? null}::int, ${posting.undoesWhole ?? false}::boolean, ${posting.corrects ?? null}::int,
    ${posting.request ? JSON.stringify(posting.request) : null}::jsonb, ${posting.idempotencyKey}, ${posting.importBatchId ?? null}::int,
    ${posting.createdBy}::int, ${posting.at}::timestamptz
  from sum where sum.lines > 0
  on conflict (idempotency_key) do nothing returning *`;

/** Words of a document are rows of their own; one that has none has no row. */
const words = ({ basisDocument = null, comment = null, createdBy, at }: Posting) =>
  basisDocument === null && comment === null
    ? sql``
    : sql`words as (insert into contribution_words (contribution_id, version, basis_document, comment, created_by, created_at)
      select id, 1, ${basisDocument}::text, ${comment}::text, ${createdBy}::int, ${at}::timestamptz from document), `;

const documentOf = (tx: WriteDb, key: string) =>
  tx.selectFrom('contribution').where('idempotency_key', '=', key).select(['id', 'amount_kopecks']).executeTakeFirst();

/** What the first posting with this key did. */
async function repeated(tx: WriteDb, key: string): Promise<Posted> {
  const first = (await documentOf(tx, key))!;
  const { n } = await tx
    .selectFrom('balance_operation')
    .where('contribution_id', '=', first.id)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { contributionId: first.id, lines: n, amountKopecks: first.amount_kopecks, isRepeat: true };
}
