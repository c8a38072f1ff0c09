// Long work that gives way: others get their turn between its parts, and it ends with its own answer.
import { expect, it } from 'vitest';
import { inSlices } from '../../server/imports/slices.ts';

const PARTS = 8;
const PART_MS = 6;

/** Work that holds the processor for a part at a time. */
function* work(): Generator<undefined, string> {
  for (let nth = 0; nth < PARTS; nth += 1) {
    const until = performance.now() + PART_MS;
    while (performance.now() < until);
    yield;
  }
  return 'готово';
}

it('others are answered between the parts', async () => {
  let turns = 0;
  const others = () => {
    turns += 1;
    waiting = setImmediate(others);
  };
  let waiting = setImmediate(others);
  expect(await inSlices(work())).toBe('готово');
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(PARTS - 1);
});
