// What the proofs of the night found: kept figures held against the records behind them.
import type { ReadDb, WriteDb } from './ctx.ts';

export type Proof = { at: string; faults: number };

type Proved = 'log' | 'ledger' | 'archive';

/** Keeps the last outcome; `log` is of the counts of the log, `ledger` of balances and sums of the books, `archive` of months that left the log. */
export async function keepProof(tx: WriteDb, what: Proved, { at, faults }: Proof): Promise<void> {
  await tx
    .insertInto('night_proof')
    .values({ what, at, faults })
    .onConflict((on) => on.column('what').doUpdateSet({ at, faults }))
    .execute();
}

/** The last outcomes; null before the first night. */
export async function lastProofs(db: ReadDb): Promise<Record<Proved, Proof | null>> {
  const rows = await db.selectFrom('night_proof').select(['what', 'at', 'faults']).execute();
  const of = (what: Proved): Proof | null => {
    const row = rows.find((one) => one.what === what);
    return row ? { at: new Date(row.at).toISOString(), faults: row.faults } : null;
  };
  return { log: of('log'), ledger: of('ledger'), archive: of('archive') };
}
