// Limits of time on a machine that has other work: what must take a second there takes as much longer as there is to do.
import { availableParallelism, loadavg } from 'node:os';

/** A limit for what takes `ms` on a quiet machine: as much longer as processes wait for a processor. */
export const inTime = (ms: number) => ms * (1 + (loadavg()[0] ?? 0) / availableParallelism());
