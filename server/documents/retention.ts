// Files of receipts are kept for years, not for ever; the row with number, day, state and hash stays.
import { sql } from 'kysely';
import { forgetFile } from '../files/queries.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { RECEIPT, RECEIPT_YEARS, receiptTerm } from './rules.ts';
import { limitTo } from '../db/planned.ts';

/** Receipts of one transaction. */
const BATCH = 500;

/** Deletes files, scans and data of receipts whose term is over; the bytes go after the rows. */
export async function forgetOldReceipts(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const before = receiptTerm(ctx.now()).toISOString();
  const old = sql<{
    id: number;
  }>`select d.id from document d where d.type_id in (select id from document_type where code = ${RECEIPT})
    and d.printed_at < ${before}::timestamptz
    and (d.file_id is not null or d.scan_file_id is not null or d.snapshot is not null) order by d.id ${limitTo(BATCH)}`;
  for (;;) {
    const ids = (await read(deps.db, old)).map(({ id }) => id);
    if (!ids.length) return;
    const keys = await act(ctx, 'reference.forget', async ({ tx, log }) => {
      const { rows } = await sql<{
        file_id: number | null;
        scan_id: number | null;
      }>`with held as (select id, file_id, scan_file_id from document where id = any(${ids}::int[]))
        update document set file_id = null, scan_file_id = null, snapshot = null from held where document.id = held.id
        returning held.file_id, held.scan_file_id as scan_id`.execute(tx);
      const gone: string[] = [];
      for (const file of rows.flatMap((row) => [row.file_id, row.scan_id]))
        if (file) gone.push(...(await forgetFile(tx, file)));
      await log({ text: `Удалены файлы квитанций старше ${RECEIPT_YEARS} лет: ${ids.length}` });
      return gone;
    });
    for (const storeKey of keys) await deps.files.remove(storeKey);
  }
}
