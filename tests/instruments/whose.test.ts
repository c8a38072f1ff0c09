// Whose is what came to a merged card, by the garages that it is about.
import { describe, expect, it } from 'vitest';
import { whoseOf, type Held } from '../../server/instruments/rules/whose.ts';

const ASKED = { whose: 'ask', follows: null };
const held = (id: number, garage_id: number, side: Held['side'], days: Partial<Held> = {}): Held => ({
  id,
  garage_id,
  side,
  started_on: null,
  ended_on: null,
  ...days,
});
const GOES = held(1, 10, 'goes');
const STAYS = held(2, 20, 'stays');
const LATER = held(3, 30, 'later');

describe('of one garage', () => {
  it.each([
    ['it goes with its card', [GOES], [10], { whose: 'goes', follows: null }],
    ['it stays with its card', [STAYS], [20], { whose: 'stays', follows: null }],
    ['it follows what was bought after the merge', [LATER], [30], { whose: 'follows', follows: 3 }],
    ['bought twice after the merge: asked', [LATER, held(4, 30, 'later')], [30], ASKED],
    ['both cards owned it: asked', [GOES, held(5, 10, 'stays')], [10], ASKED],
    ['nobody owned it: asked', [GOES], [11], ASKED],
    ['no garage at all: asked', [GOES], [], ASKED],
  ])('%s', (_, all, garages, whose) => expect(whoseOf(all, garages, null)).toEqual(whose));

  const first = held(6, 10, 'goes', { ended_on: '2026-03-01' });
  const second = held(7, 10, 'stays', { started_on: '2026-03-01' });
  it.each([
    ['2026-02-28', 'goes'],
    ['2026-03-01', 'stays'],
    [null, 'ask'],
  ])('owned one after the other, asked as of %s: %s', (on, whose) =>
    expect(whoseOf([first, second], [10], on)).toEqual({ whose, follows: null }),
  );
  it('of a day on which nobody owned it, all who did are looked at', () => {
    const later = held(8, 10, 'stays', { started_on: '2026-05-01' });
    expect(whoseOf([later], [10], '2026-04-01')).toEqual({ whose: 'stays', follows: null });
    expect(whoseOf([first, later], [10], '2026-04-01')).toEqual(ASKED);
  });
});

describe('of several garages', () => {
  it.each([
    ['all of one side', [GOES, held(9, 11, 'goes')], [10, 11], { whose: 'goes', follows: null }],
    ['the first goes, another stays: asked', [GOES, STAYS], [10, 20], ASKED],
    ['the last stays: asked', [GOES, held(9, 11, 'goes'), STAYS], [10, 11, 20], ASKED],
    ['each follows another purchase: asked', [LATER, held(4, 31, 'later')], [30, 31], ASKED],
    ['one is nobody’s: asked', [GOES], [10, 11], ASKED],
  ])('%s', (_, all, garages, whose) => expect(whoseOf(all, garages, null)).toEqual(whose));
});
