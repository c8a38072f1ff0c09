// Random work of officials against a reference ledger: after every so many operations all sums agree and the chain of seals holds.
import { testApp } from '../kit/app.ts';
import { charge, correctCharge, undoCharge } from './charges.ts';
import { check, checkChain } from './checks.ts';
import { changeOwner } from './owners.ts';
import { correctPayment, former, offset, pay, special, undoPayment } from './payments.ts';
import { penalties } from './penalties.ts';
import { Soak, type SoakReport } from './soak.ts';

/** Operations after which the work goes on in a region of its own: a garage has as many lines as decades leave, not more. */
const GENERATION = 2000;
const SWEPT_EVERY = 500;

/** Does `steps` operations; throws at the first difference with the seed and the step. */
export async function soakLedger(options: {
  steps: number;
  seed: number;
  every: number;
  /** The whole ledger is proved at each so many checks: it costs as much as everything that was ever entered. */
  chainEvery?: number;
  tell?: (text: string) => void;
}): Promise<SoakReport> {
  const t = await testApp();
  const report = emptyReport();
  const { steps, seed, every, chainEvery = 1, tell } = options;
  let soak: Soak | null = null;
  let step = 0;
  try {
    for (step = 1; step <= steps; step += 1) {
      if (step % GENERATION === 1) {
        if (soak) await check(soak);
        soak = await Soak.prepare(t, seed + step, report);
      }
      await act(soak!);
      // A kept database is swept every half an hour; one in memory is not, and work on swollen tables grows slower and slower.
      if (step % SWEPT_EVERY === 0 && t.deps.engine.kind === 'embedded') await t.deps.engine.script('vacuum (analyze)');
      if (step % every !== 0 && step !== steps) continue;
      await check(soak!);
      const isProved = step === steps || (step / every) % chainEvery === 0;
      if (isProved) await checkChain(t);
      tell?.(`${step} operations agree${isProved ? ', and the whole chain' : ''}`);
    }
    return report;
  } catch (error) {
    throw new Error(`step ${step} of seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await t.close();
  }
}

const emptyReport = (): SoakReport => ({
  operations: 0,
  writes: 0,
  refusals: 0,
  retries: 0,
  parallel: 0,
  checks: 0,
  lines: 0,
  formers: 0,
  byKind: {},
});

/** One random operation. */
async function act(soak: Soak): Promise<void> {
  const actions: [number, string, () => Promise<void>][] = [
    [18, 'charge one', () => charge(soak, false)],
    [3, 'charge all', () => charge(soak, true)],
    [28, 'payment', () => pay(soak)],
    [8, 'undo charge', () => undoCharge(soak)],
    [8, 'undo payment', () => undoPayment(soak)],
    [5, 'correct charge', () => correctCharge(soak)],
    [6, 'correct payment', () => correctPayment(soak)],
    [5, 'offset', () => offset(soak)],
    [8, 'refund, write-off, correction', () => special(soak)],
    [8, 'retry', () => soak.retry()],
    [6, 'owner', () => changeOwner(soak)],
    [3, 'crowd', () => crowd(soak)],
    [4, 'former owner', () => former(soak)],
    [3, 'penalties', () => penalties(soak)],
  ];
  let left = soak.random() * actions.reduce((sum, [weight]) => sum + weight, 0);
  const [, name, work] = actions.find(([weight]) => (left -= weight) < 0)!;
  soak.report.operations += 1;
  soak.report.byKind[name] = (soak.report.byKind[name] ?? 0) + 1;
  await work();
}

/** Different writes at one moment. */
async function crowd(soak: Soak) {
  await Promise.all([pay(soak), pay(soak), pay(soak), charge(soak, false)]);
}
