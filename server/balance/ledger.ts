// The only file that writes ledger lines. A posting is one document with its lines, balances, monthly sums and seals.
import { sql, type RawBuilder } from 'kysely';
import type { WriteDb } from '../kernel/ctx.ts';

export interface Posting {
  kind: 'accrual' | 'payment' | 'reversal';
  source: 'hand' | 'mass' | 'desk' | 'statement' | 'import' | 'penalty' | 'reregistration' | 'offset' | 'reversal';
  /** Made by the client; a repeated posting with the same key is the same posting. */
  idempotencyKey: string;
  place: { region_id: number; mo_id: number; po_id: number | null };
  accrualTypeId?: number | null;
  paymentTypeId?: number | null;
  periodYear?: number | null;
  /** `YYYY-MM-DD` */
  onDate: string;
  basisDocument?: string | null;
  comment?: string | null;
  reversalOf?: number | null;
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
}

export interface Posted {
  contributionId: number;
  lines: number;
  amountKopecks: number;
  /** True when this key had been posted before: nothing was written now. */
  isRepeat: boolean;
}

/** Lines given as values, as a query that `post` understands. */
export function linesOf(lines: readonly Line[]): RawBuilder<unknown> {
  return sql`select * from json_to_recordset(${JSON.stringify(lines)}::json) as line(garage_id int, owner_id int, sign smallint,
    amount_kopecks bigint, accrual_type_id int, payment_type_id int, period_year int, on_date date, paper_no text, comment text, reversal_of bigint)`;
}

/**
 * Posts a document. `lines` is a query with the columns of `Line`; all of it happens in the caller's transaction in a fixed
 * number of statements, whether the document has one line or a hundred thousand.
 */
export async function post(tx: WriteDb, posting: Posting, lines: RawBuilder<unknown>): Promise<Posted> {
  const document = await insertDocument(tx, posting);
  if (!document) return repeated(tx, posting.idempotencyKey);
  await sql`
    insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks,
      accrual_type_id, payment_type_id, period_year, on_date, paper_no, comment, reversal_of, created_by, created_at)
    select line.garage_id, line.owner_id, g.region_id, g.mo_id, g.po_id, ${document}, line.sign, line.amount_kopecks,
      line.accrual_type_id, line.payment_type_id, line.period_year, line.on_date, line.paper_no, line.comment, line.reversal_of,
      ${posting.createdBy}::int, ${posting.at}::timestamptz
    from (${lines}) as line join garage g on g.id = line.garage_id`.execute(tx);
  await sql`
    insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks, last_payment_on)
    select garage_id, region_id, mo_id, po_id, sum(sign * amount_kopecks)::bigint, max(on_date) filter (where payment_type_id is not null and sign > 0)
    from balance_operation where contribution_id = ${document} group by garage_id, region_id, mo_id, po_id
    on conflict (garage_id) do update set balance_kopecks = garage_balance.balance_kopecks + excluded.balance_kopecks,
      last_payment_on = greatest(garage_balance.last_payment_on, excluded.last_payment_on)`.execute(tx);
  await sql`
    insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
    select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), count(*), sum(amount_kopecks)
    from balance_operation where contribution_id = ${document} group by 1, 2, 3, 4, 5, 6, 7
    on conflict (po_id, month, sign, accrual_type_id, payment_type_id) do update set lines = ledger_month.lines + excluded.lines,
      amount_kopecks = ledger_month.amount_kopecks + excluded.amount_kopecks`.execute(tx);
  await seal(tx, document, posting.at);
  const totals = await sql<{ lines: number; amount: number }>`
    update contribution set garage_count = t.garages, amount_kopecks = t.amount
    from (select count(distinct garage_id)::int as garages, count(*)::int as lines, coalesce(sum(amount_kopecks), 0)::bigint as amount
      from balance_operation where contribution_id = ${document}) t
    where contribution.id = ${document} returning t.lines, t.amount`.execute(tx);
  return {
    contributionId: document,
    lines: totals.rows[0]!.lines,
    amountKopecks: totals.rows[0]!.amount,
    isRepeat: false,
  };
}

/** Posts lines that undo those of a document which are not undone yet. */
export async function reverseDocument(
  tx: WriteDb,
  posting: Omit<Posting, 'kind' | 'source'>,
  contributionId: number,
): Promise<Posted> {
  const lines = sql`select o.garage_id, o.owner_id, (-o.sign)::smallint as sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id,
      o.period_year, ${posting.onDate}::date as on_date, o.paper_no, ${posting.comment ?? null}::text as comment, o.id as reversal_of
    from balance_operation o where o.contribution_id = ${contributionId}
      and not exists (select 1 from balance_operation r where r.reversal_of = o.id)`;
  const posted = await post(
    tx,
    { ...posting, kind: 'reversal', source: 'reversal', reversalOf: contributionId },
    lines,
  );
  await tx
    .updateTable('contribution')
    .set({ reversed_by: posted.contributionId })
    .where('id', '=', contributionId)
    .execute();
  return posted;
}

/** What one line of the ledger says, for its seal; every field that means something is in it. */
export const sealedText = sql.raw(
  `concat_ws('|', id, garage_id, owner_id, sign, amount_kopecks, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), period_year, to_char(on_date, 'YYYY-MM-DD'), coalesce(paper_no, ''), coalesce(comment, ''), coalesce(reversal_of, 0))`,
);

async function insertDocument(tx: WriteDb, posting: Posting): Promise<number | null> {
  const row = await tx
    .insertInto('contribution')
    .values({
      ...posting.place,
      kind: posting.kind,
      source: posting.source,
      accrual_type_id: posting.accrualTypeId ?? null,
      payment_type_id: posting.paymentTypeId ?? null,
      period_year: posting.periodYear ?? null,
      on_date: posting.onDate,
      basis_document: posting.basisDocument ?? null,
      comment: posting.comment ?? null,
      reversal_of: posting.reversalOf ?? null,
      idempotency_key: posting.idempotencyKey,
      import_batch_id: posting.importBatchId ?? null,
      created_by: posting.createdBy,
      created_at: posting.at,
    })
    .onConflict((on) => on.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function repeated(tx: WriteDb, key: string): Promise<Posted> {
  const first = await tx
    .selectFrom('contribution')
    .where('idempotency_key', '=', key)
    .select(['id', 'amount_kopecks'])
    .executeTakeFirstOrThrow();
  const { n } = await tx
    .selectFrom('balance_operation')
    .where('contribution_id', '=', first.id)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { contributionId: first.id, lines: n, amountKopecks: first.amount_kopecks, isRepeat: true };
}

/** Appends one seal per ПО of the document: the hash of its lines joined to the seal before. */
async function seal(tx: WriteDb, document: number, at: string) {
  await sql`insert into ledger_head (po_id, seq, hash) select distinct po_id, 0, ''::bytea from balance_operation where contribution_id = ${document}
    on conflict do nothing`.execute(tx);
  // Heads are locked in one order, so that two documents over many ПО never wait for each other in a ring.
  await sql`select 1 from ledger_head where po_id in (select po_id from balance_operation where contribution_id = ${document}) order by po_id for update`.execute(
    tx,
  );
  await sql`
    with lines as (
      select po_id, count(*)::int as n, sha256(convert_to(string_agg(${sealedText}, E'\n' order by id), 'UTF8')) as hash
      from balance_operation where contribution_id = ${document} group by po_id
    ), sealed as (
      insert into ledger_seal (po_id, seq, contribution_id, lines, lines_hash, hash, created_at)
      select h.po_id, h.seq + 1, ${document}, lines.n, lines.hash, sha256(h.hash || lines.hash), ${at}::timestamptz
      from lines join ledger_head h using (po_id) returning po_id, seq, hash
    )
    update ledger_head h set seq = sealed.seq, hash = sealed.hash from sealed where sealed.po_id = h.po_id`.execute(tx);
}
