// The stored token: whose it is, how long it is good by the server's clock, what of a former person is left behind.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenOf } from '../kit/token.ts';
import { pageStorage } from './browserGlobals.ts';

const clearStorage = pageStorage();
const { currentActor, currentClaims, isFresh, lastPerson, storeToken, timeAtWork, workOf } =
  await import('../../providers/session.ts');

const NOW = Date.parse('2026-11-20T09:00:00.000Z');
const seconds = (ms: number) => ms / 1000;
beforeEach(() => {
  clearStorage();
  vi.useFakeTimers({ now: NOW });
  return () => vi.useRealTimers();
});

describe('whose a token is', () => {
  it.each([
    ['none', null],
    ['no token', 'abc'],
    ['without a place', tokenOf({ region: null })],
    ['with a name that is no text', tokenOf({ uname: 5 })],
  ])('nobody’s: %s', (_, token) => {
    storeToken(token);
    expect([currentClaims(), currentActor(), workOf(token)]).toEqual([null, null, null]);
  });

  it('another person, other eyes and another place are another work; a new token of the same is not', () => {
    const own = workOf(tokenOf({ exp: 1 }));
    expect(own).toBe(workOf(tokenOf({ exp: 2 })));
    const others = [{ id: 8 }, { viewer: 9 }, { region: 2 }, { mo: 3 }, { po: 4 }].map((more) => workOf(tokenOf(more)));
    expect(new Set([own, ...others]).size).toBe(6);
  });
});

describe('how long it is good', () => {
  // Five seconds are left to it for its way to the server.
  it.each([
    [5000, false],
    [6000, true],
  ])('%i ms before its end: %s', (left, fresh) => {
    storeToken(tokenOf({ exp: seconds(NOW + left) }));
    expect(isFresh(currentClaims())).toBe(fresh);
  });

  it.each([
    ['a minute ahead', 60_000, true],
    ['less than a minute ahead', 59_000, false],
    ['a minute behind', -60_000, true],
    ['less than a minute behind', -59_000, false],
  ])('a computer that is %s', (_, ahead, corrected) => {
    storeToken(tokenOf({ iat: seconds(NOW - ahead) }));
    expect(timeAtWork().now.getTime()).toBe(corrected ? NOW - ahead : NOW);
  });

  it('a clock that was set right is no longer corrected', () => {
    storeToken(tokenOf({ iat: seconds(NOW - 3_600_000) }));
    storeToken(tokenOf({ iat: seconds(NOW) }));
    expect(timeAtWork().now.getTime()).toBe(NOW);
  });
});

describe('what is kept of who worked here before', () => {
  const kept = () =>
    ['navigation_history', 'garages.selectedIds', 'garages', 'theme'].filter((key) => localStorage.getItem(key));
  beforeEach(() => {
    storeToken(tokenOf({ id: 7 }));
    localStorage.setItem('navigation_history', '["/garages"]');
    localStorage.setItem('garages.selectedIds', '[1]');
    localStorage.setItem('garages', '{"perPage":25,"filter":{}}');
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('draft', 'текст');
  });

  it('another person finds nothing of it but how the screen looks', () => {
    storeToken(tokenOf({ id: 8 }));
    expect([kept(), sessionStorage.getItem('draft'), lastPerson()]).toEqual([['theme'], null, '8']);
  });
  it.each([
    ['he himself', { id: 7 }],
    ['he himself with another’s eyes', { id: 9, viewer: 7 }],
  ])('%s finds all of it', (_, who) => {
    storeToken(tokenOf(who));
    expect([kept().length, sessionStorage.getItem('draft'), lastPerson()]).toEqual([4, 'текст', '7']);
  });
  it('what is no token forgets nothing', () => {
    storeToken('abc');
    expect([kept().length, lastPerson()]).toEqual([4, '7']);
  });
});
