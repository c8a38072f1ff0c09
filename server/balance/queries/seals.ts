// What a seal covers, in the words of the database: prints of lines, sums of columns, the document as it was posted.
import { sql, type RawBuilder } from 'kysely';
import { documentColumns, PRINT_BYTES, type SealedTable } from '../rules/sealed.ts';

/** A relation with the columns of a sealed table and the print of every row. */
export const printed = (table: SealedTable, rows: RawBuilder<unknown>) =>
  sql`(select *, substring(sha256(convert_to(${sql.raw(table.text)}, 'UTF8')) for ${sql.lit(PRINT_BYTES)}) as print from ${rows} as bare offset 0) as printed`;

/** Number, prints and sums of columns of rows of `printed`, for a query that groups them. Swapped values change a sum too. */
export const sealedSums = (table: SealedTable) => {
  const weight = `(${table.key} % 1021 + 1)`;
  const numbers = Object.entries(table.numbers).map(
    ([name, { value }]) => `'${name}', sum((${value || name})::bigint * ${weight})`,
  );
  const texts = Object.keys(table.texts).map(
    (name) =>
      `'${name}', left(encode(sha256(convert_to(string_agg(${table.key} || ':' || ${name}, E'\\n' order by ${table.order}), 'UTF8')), 'hex'), 12)`,
  );
  return sql.raw(`count(*)::int as lines, string_agg(print, ''::bytea order by ${table.order}) as prints,
    jsonb_build_object(${[...numbers, ...texts].join(', ')}) as fields`);
};

/** A document as its seal holds it, without words. `c` is an alias of `contribution`. */
export const documentFacts = (c: string) =>
  sql.raw(
    `jsonb_build_object(${Object.keys(documentColumns)
      .map((name) => `'${name}', ${name === 'created_at' ? `extract(epoch from ${c}.created_at)` : `${c}.${name}`}`)
      .join(', ')})`,
  );

/** Hash of everything in a seal but its place in the chain, over the columns of `ledger_seal`. */
export const sealBody = sql.raw(
  `sha256(convert_to(row(po_id, what, contribution_id, lines, encode(prints, 'hex'), fields, document, extract(epoch from created_at))::text, 'UTF8'))`,
);

/** Lines of a seal that was made before seals covered documents. */
export const oldSealedHash = sql.raw(
  `sha256(convert_to(string_agg(row(id, garage_id, owner_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id, period_year, on_date - date '2000-01-01', paper_no, comment, reversal_of)::text
    || case when debtor_id is null and origin_id is null then '' else row(debtor_id, origin_id)::text end, E'\\n' order by id), 'UTF8'))`,
);

/**
 * Seals of a relation with `po_id, what, contribution_id, lines, prints, fields, document, created_at`, at most one row for each
 * ПО, joined to its chain: steps of a statement that posts. Heads are touched in the order of ПО, so that no two wait in a ring.
 */
export const joinSeals = (bodies: RawBuilder<unknown>) => sql`bodies as materialized (
    select *, ${sealBody} as body from ${bodies} as bare
  ), heads as (
    insert into ledger_head (po_id, seq, hash) select po_id, 1, body from bodies order by po_id
    on conflict (po_id) do update set seq = ledger_head.seq + 1, hash = sha256(ledger_head.hash || excluded.hash)
    returning po_id, seq, hash
  ), seals as (
    insert into ledger_seal (po_id, seq, contribution_id, what, lines, prints, fields, document, lines_hash, hash, created_at)
    select po_id, heads.seq, contribution_id, what, lines, prints, fields, document, body, heads.hash, created_at
    from heads join bodies using (po_id))`;

/**
 * As `joinSeals`, of several documents for a ПО: they join its chain in the order of their numbers. For a statement `with recursive`;
 * a ПО whose chain has moved meanwhile gets no seals.
 */
export const chainSeals = (bodies: RawBuilder<unknown>) => sql`bodies as materialized (
    select *, ${sealBody} as body, row_number() over (partition by po_id order by contribution_id)::int as nth from ${bodies} as bare
  ), starts as materialized (
    select po_id, seq, hash from ledger_head where po_id in (select po_id from bodies) order by po_id for update
  ), chained as materialized (
    select po_id, array_agg(body order by nth) as links from bodies group by po_id
  ), chain as (
    select po_id, 1 as nth, coalesce(starts.seq, 0) + 1 as seq, case when starts.hash is null then links[1] else sha256(starts.hash || links[1]) end as hash
    from chained left join starts using (po_id)
    union all select po_id, chain.nth + 1, chain.seq + 1, sha256(chain.hash || links[chain.nth + 1]) from chain join chained using (po_id)
    where chain.nth < cardinality(links)
  ), heads as (
    insert into ledger_head (po_id, seq, hash) select po_id, seq, hash from chain join chained using (po_id) where nth = cardinality(links) order by po_id
    on conflict (po_id) do update set seq = excluded.seq, hash = excluded.hash where exists (select 1 from starts where starts.po_id = ledger_head.po_id)
    returning po_id
  ), seals as (
    insert into ledger_seal (po_id, seq, contribution_id, what, lines, prints, fields, document, lines_hash, hash, created_at)
    select po_id, chain.seq, contribution_id, what, lines, prints, fields, document, body, chain.hash, created_at
    from heads join chain using (po_id) join bodies using (po_id, nth) order by 1, 2 returning po_id)`;
