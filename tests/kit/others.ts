// What others wait for while somebody's long work goes on in the same process.

/** Times of calls made one after another: `count` of them, ms. */
export async function timesOf(ask: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push(await timeOf(ask));
  return times;
}

/** Times of the calls that are made one after another until `work` is over, ms. @throws what `work` throws */
export async function timesBeside(ask: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const going = work().finally(() => (isOver = true));
  while (!isOver) times.push(await timeOf(ask));
  await going;
  return times;
}

/** From the moment when it is wanted: a process that is held does not even begin. */
async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  await ask();
  return performance.now() - from - PAUSE_MS;
}
const PAUSE_MS = 2;

export const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;
