// Debts of every ПО by day: they follow the postings by turns, the night holds them against the lines.
import { sql } from 'kysely';
import type { AppDeps, WriteDb } from '../../kernel/ctx.ts';
import { failPoint } from '../../kernel/failPoints.ts';

/** ПО that are counted in one transaction: their postings wait meanwhile, a few milliseconds each. */
const AT_ONCE = 10;

/** Counts the debts of ПО with new lines from the first day that those change; several processes may do it at once. */
export async function followDebts({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  for (let counted = AT_ONCE; counted === AT_ONCE;)
    counted = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ done: number }>`select follow_debts(${AT_ONCE}) as done`.execute(tx);
      await failPoint('debts followed');
      return rows[0]!.done;
    });
}

/** The debts of all days are made anew by the next turns. */
export const forgetDebts = (tx: WriteDb) => sql`select forget_debts()`.execute(tx);
