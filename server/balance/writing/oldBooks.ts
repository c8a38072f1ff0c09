// Books sealed in the old way are proved and sealed anew, ПО by ПО, when the process starts.
import { sql } from 'kysely';
import { alone } from '../../db/alone.ts';
import { act } from '../../kernel/act.ts';
import { workCtx, type AppDeps, type WriteDb } from '../../kernel/ctx.ts';
import { verifyLedger, type LedgerFault } from '../queries.ts';
import { sealBooks } from './sealing.ts';

/** ПО that are proved and sealed in one transaction. */
const CHUNK = 50;

/** Seals what is still sealed in the old way. Answers what keeps ПО under their old seals: those are named, nothing is refused. */
export async function sealOldBooks(deps: AppDeps): Promise<LedgerFault[]> {
  const waiting = deps.db.selectFrom('ledger_old_books').where('tried_at', 'is', null).select('po_id').orderBy('po_id');
  if (!(await waiting.limit(1).executeTakeFirst())) return [];
  return alone(deps.engine, 'seals', async () => {
    const pos = (await waiting.execute()).map((row) => row.po_id);
    const faults: LedgerFault[] = [];
    for (let first = 0; first < pos.length; first += CHUNK)
      faults.push(...(await sealChunk(deps, pos.slice(first, first + CHUNK))));
    return faults;
  });
}

async function sealChunk(deps: AppDeps, pos: readonly number[]): Promise<LedgerFault[]> {
  const ctx = workCtx(deps, { name: 'Печати учёта' });
  return act(ctx, 'admin.ledger_seals', async ({ tx, log }) => {
    const at = ctx.now().toISOString();
    // Nobody posts in these ПО until their new seals stand.
    await sql`select 1 from ledger_head where po_id = any(${pos}::int[]) order by po_id for update`.execute(tx);
    const differing = (await verifyLedger(tx, pos)).length
      ? await faultsByPo(tx, pos)
      : new Map<number, LedgerFault[]>();
    const sound = pos.filter((po) => !differing.has(po));
    if (sound.length) await sealBooks(tx, sound, at);
    for (const [po, faults] of differing)
      await sql`update ledger_old_books set faults = ${JSON.stringify(faults)}::jsonb where po_id = ${po}`.execute(tx);
    await sql`update ledger_old_books set tried_at = ${at}::timestamptz where po_id = any(${pos}::int[])`.execute(tx);
    await log({
      text: `Книги скреплены новыми печатями: ПО — ${sound.length}${differing.size ? `, оставлены под старыми — ${differing.size}` : ''}`,
    });
    return [...differing.values()].flat();
  });
}

async function faultsByPo(tx: WriteDb, pos: readonly number[]): Promise<Map<number, LedgerFault[]>> {
  const found = new Map<number, LedgerFault[]>();
  for (const po of pos) {
    const faults = await verifyLedger(tx, [po]);
    if (faults.length) found.set(po, faults);
  }
  return found;
}
