// Seals beside postings: a change of a document's words, the parts of its penalties; whole books at once.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { secretsOf } from '../../kernel/secrets.ts';
import { documentFacts, joinSeals, printed, sealBody, sealedSums } from '../queries/seals.ts';
import { wordPrints, type WordPrints } from '../rules/prints.ts';
import { sealedLines, sealedParts } from '../rules/sealed.ts';

/** Gives a document other words: a row of their own, under a seal in every ПО of the document. */
export async function changeDocumentWords(
  tx: WriteDb,
  document: number,
  words: { basisDocument: string | null; comment: string | null },
  { by, at }: { by: number | null; at: Date },
): Promise<void> {
  const { basis_document, comment } = wordPrints(secretsOf(tx), words);
  await sql`
    with now as (
      insert into contribution_words (contribution_id, version, basis_document, comment, created_by, created_at)
      select ${document}::int, coalesce(max(version), 1) + 1, ${words.basisDocument}::text, ${words.comment}::text, ${by}::int, ${at.toISOString()}::timestamptz
      from contribution_words where contribution_id = ${document} returning *
    ), ${joinSeals(sql`(select po.po_id, 'words' as what, now.contribution_id, 0 as lines, null::bytea as prints, null::jsonb as fields,
        jsonb_build_object('version', version, 'basis_document', ${basis_document}::text, 'comment', ${comment}::text, 'created_by', created_by,
          'created_at', extract(epoch from now.created_at)) as document, now.created_at
      from now cross join (select distinct po_id from ledger_seal where contribution_id = ${document}) as po)`)}
    select 1`.execute(tx);
}

const partsOf = (which: ReturnType<typeof sql>) =>
  sql`(select p.*, o.po_id, o.contribution_id from penalty_part p join balance_operation o on o.id = p.operation_id where ${which})`;

/** Seals the days that a document of penalties charged for. `at` is the moment of the document. */
export async function sealParts(tx: WriteDb, document: number, at: string): Promise<void> {
  await sql`
    with ${joinSeals(sql`(select po_id, 'parts' as what, contribution_id, ${sealedSums(sealedParts)}, '{}'::jsonb as document, ${at}::timestamptz as created_at
      from ${printed(sealedParts, partsOf(sql`o.contribution_id = ${document}`))} group by po_id, contribution_id)`)}
    select 1`.execute(tx);
}

/**
 * Seals every document of the given ПО as it stands now, after whatever seals they have: for books that were sealed in the
 * old way, and for registers made at once.
 */
export async function sealBooks(tx: WriteDb, pos: readonly number[], at: string): Promise<void> {
  const prints = await printsOfDocuments(tx, pos);
  await sql`
    with said as materialized (select * from jsonb_each(${JSON.stringify(prints)}::jsonb) as one(id, prints)),
    bare as (
      select own.po_id, 'posting' as what, own.contribution_id, lines, prints, fields,
        ${documentFacts('c')} || coalesce((select said.prints from said where said.id = c.id::text), ${JSON.stringify(wordPrints(secretsOf(tx), {}))}::jsonb) as document,
        ${at}::timestamptz as created_at
      from (select po_id, contribution_id, ${sealedSums(sealedLines)}
        from ${printed(sealedLines, sql`(select * from balance_operation where po_id = any(${pos}::int[]))`)} group by po_id, contribution_id) as own
      join contribution c on c.id = contribution_id
      union all
      select po_id, 'parts', contribution_id, ${sealedSums(sealedParts)}, '{}'::jsonb, ${at}::timestamptz
      from ${printed(sealedParts, partsOf(sql`o.po_id = any(${pos}::int[])`))} group by po_id, contribution_id
    ), bodies as materialized (
      select *, ${sealBody} as body, row_number() over (partition by po_id order by contribution_id, what desc)::int as nth from bare
    ), chained as (
      select po_id, nth, seal_chain(body) over (partition by po_id order by nth) as hash
      from (select po_id, nth, body from bodies union all select po_id, 0, hash from ledger_head where po_id = any(${pos}::int[])) as links
    ), heads as (
      select b.po_id, coalesce(h.seq, 0) as seq from (select distinct po_id from bodies) b left join ledger_head h using (po_id)
    ), kept as (
      insert into ledger_seal (po_id, seq, contribution_id, what, lines, prints, fields, document, lines_hash, hash, created_at)
      select b.po_id, heads.seq + b.nth, b.contribution_id, b.what, b.lines, b.prints, b.fields, b.document, b.body, chained.hash, b.created_at
      from bodies b join chained on chained.po_id = b.po_id and chained.nth = b.nth join heads on heads.po_id = b.po_id
      order by b.po_id, b.nth
      returning po_id, seq, hash
    )
    insert into ledger_head (po_id, seq, hash) select distinct on (po_id) po_id, seq, hash from kept order by po_id, seq desc
    on conflict (po_id) do update set seq = excluded.seq, hash = excluded.hash`.execute(tx);
}

/** Prints of the words of documents of the given ПО, for those that have any; by the document's number. */
async function printsOfDocuments(tx: WriteDb, pos: readonly number[]): Promise<Record<string, WordPrints>> {
  const { rows } = await sql<{
    id: number;
    basis_document: string | null;
    comment: string | null;
    request: object | null;
    version: number | null;
    created_by: number | null;
    created_at: number | null;
  }>`
    select c.id, w.basis_document, w.comment, c.request, w.version, w.created_by, extract(epoch from w.created_at)::float8 as created_at
    from contribution c left join lateral (select * from contribution_words w where w.contribution_id = c.id order by version desc limit 1) w on true
    where (c.request is not null or w.version is not null) and exists (select 1 from balance_operation o where o.contribution_id = c.id and o.po_id = any(${pos}::int[]))`.execute(
    tx,
  );
  const printer = secretsOf(tx);
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      {
        ...wordPrints(printer, { basisDocument: row.basis_document, comment: row.comment, request: row.request }),
        ...(row.version && row.version > 1 ? { version: row.version } : {}),
      },
    ]),
  );
}
