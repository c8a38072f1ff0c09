// What a browser remembers before the console is there: its scheme, the place of the rows in this window.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOfRows, rememberPlace } from '../../src/shell/rowsPlace.ts';
import { applyStoredTheme, storageKey } from '../../src/theme/storedTheme.ts';

const html = document.documentElement;
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  html.removeAttribute('data-theme');
  html.style.fontSize = '';
});

describe('the scheme before anything is drawn', () => {
  it.each([
    ['dark', false, 'dark'],
    ['dark', true, 'dark'],
    ['light', false, 'light'],
    ['light', true, 'light'],
    // Nothing chosen, or nothing that is known: what the computer wishes.
    ['system', true, 'dark'],
    ['system', false, 'light'],
    [null, true, 'dark'],
    [null, false, 'light'],
  ])('%s, the system dark: %s, is %s', (stored, isDark, scheme) => {
    if (stored) localStorage.setItem(storageKey, stored);
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-color-scheme: dark)' && isDark }));
    applyStoredTheme();
    expect(html.getAttribute('data-theme')).toBe(scheme);
  });
  it('the storage is closed to us', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('SecurityError');
    });
    applyStoredTheme();
    expect(html.getAttribute('data-theme')).toBe('dark');
  });
  it('the choice is kept under «theme»', () => expect(storageKey).toBe('theme'));
});

describe('the place of the rows', () => {
  const wide = { head: 60, title: 36, tools: 50, foot: 48 };
  const narrow = { head: 120, title: 36, tools: 100, foot: 48 };
  const at = (width: number, letter = '16px') => {
    vi.stubGlobal('innerWidth', width);
    html.style.fontSize = letter;
  };

  it.each([
    [1280, '16px', wide],
    [1920, '16px', wide],
    [1279, '16px', null],
    // Larger letters take other lines.
    [1920, '20px', null],
    [1920, '15px', null],
  ])('%d px, letters of %s', (width, letter, place) => {
    at(width, letter);
    expect(placeOfRows('po')).toEqual(place);
  });
  it('as this browser saw it last, of this width and this level alone', () => {
    at(1000);
    rememberPlace('po', narrow);
    expect(placeOfRows('po')).toEqual(narrow);
    expect(placeOfRows('mo')).toBeNull();
    expect(placeOfRows(null)).toBeNull();
    at(1001);
    expect(placeOfRows('po')).toBeNull();
    // What was seen comes before what is usual.
    at(1400);
    rememberPlace(null, narrow);
    expect(placeOfRows(null)).toEqual(narrow);
    expect(placeOfRows('po')).toEqual(wide);
    // Only the last one is kept.
    at(1000);
    expect(placeOfRows('po')).toBeNull();
  });
  it('is kept for the script before the console, which reads it too', () => {
    localStorage.setItem('rows-place', JSON.stringify({ '1000:po': narrow }));
    at(1000);
    expect(placeOfRows('po')).toEqual(narrow);
  });
  it.each(['не то', '[]', '5', 'null'])('what somebody broke is as if nothing was seen: %s', (kept) => {
    localStorage.setItem('rows-place', kept);
    at(1280);
    expect(placeOfRows('po')).toEqual(wide);
    at(800);
    expect(placeOfRows('po')).toBeNull();
  });
});
