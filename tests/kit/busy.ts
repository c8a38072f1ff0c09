// Limits of time on a machine that is slow or has other work: what must take a second takes as much longer there.
import { availableParallelism, loadavg } from 'node:os';

/** What `sums` takes where the limits were set, ms. */
const REFERENCE_MS = 14;
/** Work for the processor alone. */
function sums(): number {
  const from = performance.now();
  let sum = 1;
  for (let at = 0; at < 4_000_000; at += 1) sum = (sum * 1_103_515_245 + at) | 0;
  // Used, so that it is not left out.
  return sum === 0.5 ? 0 : performance.now() - from;
}
let slowness: number | undefined;
/** How many times slower the processor is than where the limits were set, 1 at least; measured once. */
const slownessOfProcessor = () =>
  (slowness ??= Math.max(1, [sums(), sums(), sums()].toSorted((one, other) => one - other)[1]! / REFERENCE_MS));

/** A limit for what takes `ms` on a quiet machine: as much longer as it is slower and processes wait for a processor. */
export const inTime = (ms: number) => ms * slownessOfProcessor() * (1 + (loadavg()[0] ?? 0) / availableParallelism());
