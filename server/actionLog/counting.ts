// Counts of the log: they follow its writers by turns, and are held against the lines themselves every night.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps, type Deps } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { keepProof } from '../kernel/proofs.ts';

/** Lines counted in one transaction: other work goes on between. */
const MOST = 100_000;

/** Counts what has been written since, as far as everything that may still write earlier numbers is over. */
export async function followLog({ db }: AppDeps): Promise<void> {
  for (let counted = MOST; counted === MOST;) {
    const { rows } = await sql<{ counted: number }>`select follow_log(${MOST}) as counted`.execute(db);
    counted = rows[0]!.counted;
  }
}

/** Holds the counts against the lines; where they differ they are made anew, and the page of statistics says so. */
export async function proveLogCounts(deps: Deps): Promise<void> {
  const [found] = await read(deps.db, sql<{ faults: number }>`select log_count_faults() as faults`);
  const { faults } = found!;
  const ctx = workCtx(deps, { name: 'Сверка журнала' });
  await act(ctx, 'admin.log_proof', async ({ tx, log }) => {
    if (faults) await sql`select recount_log()`.execute(tx);
    await keepProof(tx, 'log', { at: ctx.now().toISOString(), faults });
    await log({
      text: faults
        ? `Ночная сверка показателей журнала: разошлось строк — ${faults}, посчитано заново`
        : 'Ночная сверка показателей журнала: сошлось',
    });
  });
}
