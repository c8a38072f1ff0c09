// The sign of who gets a mailing and by what: the same for the same people in any order, another for others.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WhoSign } from '../../server/notifications/rules/whoSign.ts';

type Channels = readonly ('sms' | 'mail')[];
const signOf = (people: readonly (readonly [id: number, channels: Channels])[]): string => {
  const sign = new WhoSign();
  for (const [id, channels] of people) sign.add(id, channels);
  return sign.toString();
};

it('counts those who get something; nobody is the sign of nothing', () => {
  expect(signOf([])).toBe('0.0');
  expect(signOf([[1, []]])).toBe('0.0');
  expect(signOf([[1, ['sms']]])).toMatch(/^1\.[0-9a-z]+$/);
  expect(signOf([[1, ['sms', 'mail']]])).toMatch(/^1\.[0-9a-z]+$/);
  expect(
    signOf([
      [1, ['sms']],
      [2, []],
      [3, ['mail']],
    ]),
  ).toMatch(/^2\.[0-9a-z]+$/);
});

it('is that of the people, in whatever order they and their channels are read', () => {
  const people = [
    [1, ['sms', 'mail']],
    [2, ['mail']],
    [30_000_000, ['sms']],
  ] as const;
  expect(signOf(people.toReversed())).toBe(signOf(people));
  expect(
    signOf([
      [1, ['mail', 'sms']],
      [2, ['mail']],
      [30_000_000, ['sms']],
    ]),
  ).toBe(signOf(people));
  expect(signOf([...people, [4, []]])).toBe(signOf(people));
});

it('is another by one person, and by one channel of a person', () => {
  const signs = ([['sms'], ['mail'], ['sms', 'mail']] as Channels[]).flatMap((channels) =>
    Array.from({ length: 400 }, (_, id) => signOf([[id + 1, channels]])),
  );
  expect(new Set(signs).size).toBe(signs.length);
});

it('is another where one leaves and one comes, or two change places between the channels', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 3, maxLength: 30 }),
      ([left, came, ...stay]) => {
        const of = (id: number, channels: Channels = ['sms']) => [id, channels] as const;
        const others = stay.map((id) => of(id));
        expect(signOf([...others, of(left!)])).not.toBe(signOf([...others, of(came!)]));
        expect(signOf([...others, of(left!), of(came!, ['mail'])])).not.toBe(
          signOf([...others, of(left!, ['mail']), of(came!)]),
        );
        // Neighbours by number, the same sum of numbers.
        const [first, second] = [Math.min(left!, came!), Math.max(left!, came!)];
        if (first > 1 && second - first > 0)
          expect(signOf([of(first), of(second)])).not.toBe(signOf([of(first - 1), of(second + 1)]));
      },
    ),
  );
});

it.each([
  // Of 1, 2, 3, 5 and 400 000 002, as the finalizer of MurmurHash3 is published.
  [0, ['sms'], 0x514e28b7],
  [0, ['mail'], 0x30f4c306],
  [0, ['mail', 'sms'], 0x85f0b427],
  [1, ['sms'], 0xcc0d53cd],
  [100_000_000, ['mail'], 0x77d3501e],
] as [number, Channels, number][])('the share of %i by %j is the last step of MurmurHash3', (id, channels, share) =>
  expect(signOf([[id, channels]])).toBe(`1.${share.toString(36)}`),
);
