// What a presented refresh cookie means, in every case there is.
import { expect, it } from 'vitest';
import {
  OTHER_DEVICE,
  refreshVerdict,
  STOLEN,
  type KnownSession,
  type RefreshVerdict,
} from '../../server/session/rules.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const GRACE_MS = 20_000;
const ages = { never: null, now: NOW, 'at the end of its grace': NOW - GRACE_MS, later: NOW - GRACE_MS - 1 };
const browsers = {
  unbound: [null, 'mine'],
  same: ['mine', 'mine'],
  other: ['mine', 'another'],
  silent: ['mine', ''],
} as const;

/** By cookie, browser and whose device; of ages within the grace, and others. */
const said: Record<KnownSession['cookie'], Record<keyof typeof browsers, [ofOwn: Said, ofForeign: Said]>> = {
  present: {
    unbound: [
      ['same', 'rotate'],
      ['same', 'rotate'],
    ],
    same: [
      ['same', 'rotate'],
      ['same', 'rotate'],
    ],
    other: [
      ['rotate', 'rotate'],
      ['other', 'other'],
    ],
    silent: [
      ['other', 'other'],
      ['other', 'other'],
    ],
  },
  previous: {
    unbound: [
      ['same', 'rotate'],
      ['same', 'stolen'],
    ],
    same: [
      ['same', 'rotate'],
      ['same', 'stolen'],
    ],
    other: [
      ['same', 'stolen'],
      ['other', 'other'],
    ],
    silent: [
      ['other', 'other'],
      ['other', 'other'],
    ],
  },
  older: {
    unbound: [
      ['stolen', 'stolen'],
      ['stolen', 'stolen'],
    ],
    same: [
      ['stolen', 'stolen'],
      ['stolen', 'stolen'],
    ],
    other: [
      ['stolen', 'stolen'],
      ['other', 'other'],
    ],
    silent: [
      ['other', 'other'],
      ['other', 'other'],
    ],
  },
};
type Word = 'same' | 'rotate' | 'stolen' | 'other';
type Said = [fresh: Word, else_: Word];
const verdictOf = (word: Word): RefreshVerdict =>
  word === 'stolen' ? { end: STOLEN } : word === 'other' ? { end: OTHER_DEVICE } : word;

const cases = (['present', 'previous', 'older'] as const).flatMap((cookie) =>
  (Object.keys(browsers) as (keyof typeof browsers)[]).flatMap((browser) =>
    [true, false].flatMap((isOwnDevice) =>
      (Object.keys(ages) as (keyof typeof ages)[]).map((age) => ({ cookie, browser, isOwnDevice, age })),
    ),
  ),
);
it.each(cases)('$cookie cookie, $browser browser, own device: $isOwnDevice, replaced $age', (one) => {
  const [fingerprint, presented] = browsers[one.browser];
  const session: KnownSession = {
    cookie: one.cookie,
    rotatedAt: ages[one.age],
    hasEnded: false,
    expiresAt: NOW + 1,
    fingerprint,
    isOwnDevice: one.isOwnDevice,
  };
  const isFresh = one.age === 'now' || one.age === 'at the end of its grace';
  const word = said[one.cookie][one.browser][one.isOwnDevice ? 0 : 1][isFresh ? 0 : 1];
  expect(refreshVerdict(session, presented, NOW)).toEqual(verdictOf(word));
  expect(refreshVerdict({ ...session, hasEnded: true }, presented, NOW)).toBe('gone');
  expect(refreshVerdict({ ...session, expiresAt: NOW }, presented, NOW)).toBe('gone');
});
