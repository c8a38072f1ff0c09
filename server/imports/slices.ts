// Long readings in slices: requests of others are answered between them. Pure work says where it may stop.

/** How long is read before others get their turn, ms. */
const SLICE_MS = 5;

/** To the end, giving way after every few milliseconds. */
export async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
