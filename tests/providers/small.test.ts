// Digests, names of browsers, addresses, the cache of cards.
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browserName } from '../../providers/deviceSigns.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { sha256 } from '../../providers/sha256.ts';

describe('sha256', () => {
  it('is the one of the standard', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
      { numRuns: 300 },
    );
  });
  it.each([0, 55, 56, 63, 64, 65, 100_000])('at %i letters', (length) => {
    expect(sha256('a'.repeat(length))).toBe(createHash('sha256').update('a'.repeat(length)).digest('hex'));
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0', 'Edg'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 YaBrowser/25.10 Safari/537.36',
    'YaBrowser',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 'Safari'],
])('%s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});

describe('a card in the cache', () => {
  const key = ['garages', 'getOne', { id: '5' }];
  const lend = (row: object) => (known: object | undefined) => known ?? row;
  it('is not made of a row of a list', () => {
    const client = createQueryClient();
    client.setQueryData(key, lend({ id: 5 }));
    expect(client.getQueryData(key)).toBeUndefined();
  });
  it('stays marked as changed when a list lends its row', () => {
    const client = createQueryClient();
    client.setQueryData(key, { id: 5, owners: [] });
    void client.invalidateQueries({ queryKey: key });
    client.setQueryData(key, lend({ id: 5 }));
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });
  it('takes what was saved', () => {
    const client = createQueryClient();
    client.setQueryData(key, { id: 5, number: '1' });
    client.setQueryData(key, (known: object | undefined) => ({ ...known, number: '2' }));
    expect(client.getQueryData(key)).toEqual({ id: 5, number: '2' });
  });
});
