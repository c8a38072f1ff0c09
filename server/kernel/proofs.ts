// What the proofs of the night found: kept figures held against the records behind them.
import type { ReadDb, WriteDb } from './ctx.ts';

export type Proof = { at: string; faults: number };

/** Keeps the last outcome; `log` is of the counts of the log, `ledger` of balances and sums of the books. */
export async function keepProof(tx: WriteDb, what: 'log' | 'ledger', { at, faults }: Proof): Promise<void> {
  await tx
    .insertInto('night_proof')
    .values({ what, at, faults })
    .onConflict((on) => on.column('what').doUpdateSet({ at, faults }))
    .execute();
}

/** The last outcomes; null before the first night. */
export async function lastProofs(db: ReadDb): Promise<{ log: Proof | null; ledger: Proof | null }> {
  const rows = await db.selectFrom('night_proof').select(['what', 'at', 'faults']).execute();
  const of = (what: string): Proof | null => {
    const row = rows.find((one) => one.what === what);
    return row ? { at: new Date(row.at).toISOString(), faults: row.faults } : null;
  };
  return { log: of('log'), ledger: of('ledger') };
}
