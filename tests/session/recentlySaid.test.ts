// What a process remembers of what was said: by age, in its order, never what ends or begins something.
import { expect, it } from 'vitest';
import type { LiveEvent } from '../../server/kernel/act.ts';
import { RecentlySaid } from '../../server/live/recent.ts';

const changed = (id: number): LiveEvent => ({ type: 'records_changed', message: { resource: 'garages', ids: [id] } });
const audience = { everybody: true } as const;

function memory() {
  const clock = { now: 0 };
  const recent = new RecentlySaid(() => clock.now);
  const ids = (age: number | null) =>
    recent
      .since(age)
      .map(({ message }) => (message.type === 'records_changed' ? message.message.ids[0] : message.type));
  return { clock, recent, ids };
}

it('tells what was said since the page began, three seconds more for the way, thirty at most', () => {
  const { clock, recent, ids } = memory();
  for (let second = 0; second <= 60; second += 1) {
    clock.now = second * 1000;
    recent.remember({ audience, message: changed(second) });
  }
  expect(ids(0)).toEqual([57, 58, 59, 60]);
  expect(ids(2000)).toEqual([55, 56, 57, 58, 59, 60]);
  expect(ids(999_999_999)).toEqual(Array.from({ length: 31 }, (_, n) => 30 + n));
  expect(ids(null)).toEqual([]);
  clock.now = 200_000;
  expect(ids(999_999_999)).toEqual([]);
});

it('keeps the last five thousand, however much is said in a breath', () => {
  const { recent, ids } = memory();
  for (let n = 1; n <= 6000; n += 1) recent.remember({ audience, message: changed(n) });
  const kept = ids(0);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([5000, 1001, 6000]);
});

it('does not say a second time what ends a session, hands a file over or tells who is there', () => {
  const { recent, ids } = memory();
  const passing: LiveEvent[] = [
    { type: 'sign_in_trigger', message: {} },
    { type: 'sign_out_trigger', message: {} },
    { type: 'rights_changed', message: {} },
    { type: 'file_ready', message: { job_id: 1 } },
    { type: 'support_typing', message: { thread: 1, user: 1, name: 'Иванов' } },
    { type: 'card_viewers', message: { resource: 'garages', id: 1, people: [] } },
  ];
  for (const message of passing) recent.remember({ audience, message });
  recent.remember({ audience, message: { type: 'new_news_count', message: { count: 1 } } });
  expect(ids(0)).toEqual(['new_news_count']);
});
