// Words of documents against the keyed hashes under their seals.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { wordPrints, type Printer, type WordPrints } from '../rules/prints.ts';
import type { LedgerFault } from '../rules/proof.ts';
import { wordColumns } from '../rules/sealed.ts';
import { limitTo } from '../../db/planned.ts';

/** Documents that are read at a time. */
const CHUNK = 2000;

interface Said {
  contribution_id: number;
  seq: number;
  po: string;
  is_posting: boolean;
  sealed: WordPrints;
  has_row: boolean;
  basis_document: string | null;
  comment: string | null;
  request: object | null;
  other_author: boolean;
}

/** Names documents whose ground, comment or request is not what was sealed, and words that were written past the ledger. */
export async function wordFaults(
  db: ReadDb,
  here: (alias?: string) => RawBuilder<unknown>,
  printer: Printer,
): Promise<LedgerFault[]> {
  const faults = await read(
    db,
    sql<LedgerFault>`select 'words' as what, w.contribution_id || '/' || w.version as id,
      'Документ № ' || w.contribution_id || ': слова № ' || w.version || ' вписаны мимо учёта, печати на них нет' as text
    from contribution_words w where exists (select 1 from ledger_seal s where s.contribution_id = w.contribution_id and ${here('s')})
      and not exists (select 1 from ledger_seal s where s.contribution_id = w.contribution_id and (s.document is null
        or s.what in ('posting', 'words') and coalesce((s.document ->> 'version')::int, 1) = w.version))`,
  );
  for (let after = { contribution: 0, seq: 0 }; ;) {
    const rows = await read(db, saidAfter(here, after));
    for (const row of rows) faults.push(...compare(row, printer));
    const last = rows.at(-1);
    if (rows.length < CHUNK || !last) return faults;
    after = { contribution: last.contribution_id, seq: last.seq };
  }
}

/** Sealed words with what stands in the tables now; each document once, whatever ПО it covers. */
const saidAfter = (
  here: (alias?: string) => RawBuilder<unknown>,
  after: { contribution: number; seq: number },
) => sql<Said>`
  select s.contribution_id, s.seq, po.name as po, s.what = 'posting' as is_posting, s.document as sealed, w.version is not null as has_row,
    w.basis_document, w.comment, case when s.what = 'posting' then c.request end as request,
    case when s.what = 'posting' then w.created_by is distinct from c.created_by or w.created_at <> c.created_at
      else to_jsonb(w.created_by) is distinct from nullif(s.document -> 'created_by', 'null'::jsonb)
        or to_jsonb(extract(epoch from w.created_at)) is distinct from s.document -> 'created_at' end as other_author
  from ledger_seal s join po on po.id = s.po_id join contribution c on c.id = s.contribution_id
  left join contribution_words w on w.contribution_id = s.contribution_id and w.version = coalesce((s.document ->> 'version')::int, 1)
  where ${here('s')} and s.what in ('posting', 'words') and s.document is not null
    and (w.version is not null or c.request is not null or coalesce(s.document ->> 'basis_document', s.document ->> 'comment', s.document ->> 'request') is not null)
    and (s.contribution_id, s.seq) > (${after.contribution}::int, ${after.seq}::int)
  order by s.contribution_id, s.seq ${limitTo(CHUNK)}`;

function compare(row: Said, printer: Printer): LedgerFault[] {
  const now = wordPrints(printer, {
    basisDocument: row.basis_document,
    comment: row.comment,
    request: row.request,
  });
  const names = (['basis_document', 'comment', 'request'] as const)
    .filter((key) => (row.is_posting || key !== 'request') && (row.sealed[key] ?? null) !== now[key])
    .map((key) => `«${wordColumns[key]}»`);
  if (row.has_row && row.other_author) names.push('«кто и когда изменил слова»');
  if (!names.length) return [];
  const text = `${row.po}, документ № ${row.contribution_id}: изменено: ${names.join(', ')}`;
  return [{ what: 'words', id: String(row.contribution_id), text }];
}
