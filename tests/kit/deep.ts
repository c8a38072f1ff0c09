// How much of what could be tried without end is tried: a part in `npm test`, all of it by `npm run test:deep`.

/** Whether this run takes as long as it takes. */
export const isDeep = process.env.TEST_DEEP === '1';

/** `few` of `all`, the first, the last and what lies evenly between; in a deep run all of them. */
export function sample<T>(all: readonly T[], few: number): readonly T[] {
  if (isDeep || few >= all.length) return all;
  return Array.from({ length: few }, (_, nth) => all[Math.round((nth * (all.length - 1)) / Math.max(few - 1, 1))]!);
}
