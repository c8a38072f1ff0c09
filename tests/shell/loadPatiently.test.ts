// Code that arrives when it is needed: how many tries, how far apart, how long one may last.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime, loadPatiently, type Load } from '../../widgets/loadPatiently.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const page = { default: () => null };
const gone = new Error('chunk is gone');
/** Fails so many times first; answers when it was asked, ms. */
function failing(times: number) {
  const from = Date.now();
  const at: number[] = [];
  const load: Load = () => {
    at.push(Date.now() - from);
    return at.length <= times ? Promise.reject(gone) : Promise.resolve(page);
  };
  return { load, at };
}

it.each([
  [0, [0]],
  [1, [0, 1_000]],
  [2, [0, 1_000, 3_000]],
  [3, [0, 1_000, 3_000, 6_000]],
])('after %d failures it comes', async (times, at) => {
  const part = failing(times);
  const loading = loadPatiently(part.load);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await loading).toBe(page);
  expect(part.at).toEqual(at);
});

it('a fourth failure is the last one, with its cause', async () => {
  const part = failing(4);
  const refused = expect(loadPatiently(part.load)).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(part.at).toHaveLength(4);
});

it('one that hangs is tried anew after 120 s', async () => {
  const load = vi
    .fn<Load>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockResolvedValue(page);
  const loading = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(120_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loading).toBe(page);
});

it('what comes in time comes as it is, and nothing is left to wait for', async () => {
  expect(await inTime(Promise.resolve(5))).toBe(5);
  await expect(inTime(Promise.reject(gone))).rejects.toBe(gone);
  expect(vi.getTimerCount()).toBe(0);
  const late = expect(inTime(new Promise(() => {}))).rejects.toThrow('Страница не загрузилась за 120 секунд');
  await vi.advanceTimersByTimeAsync(120_000);
  await late;
});
