// Pages of an endless list: by which key the next one goes on.
import { describe, expect, it } from 'vitest';
import { keysetMemory } from '../../providers/keyset.ts';

const page = (first: number, key = 'по дате') => ({ key, first, perPage: 2 });

describe('the page after one that has come', () => {
  it('goes on from its last row', () => {
    const memory = keysetMemory();
    memory.keep(page(0), [9, 8], 5);
    expect(memory.find(page(2))).toEqual({ after: 8, total: 5 });
    memory.keep(page(2), [7, 6], 5);
    expect([memory.find(page(2)), memory.find(page(4))]).toEqual([
      { after: 8, total: 5 },
      { after: 6, total: 5 },
    ]);
  });
  it.each([
    ['the first page', page(0)],
    ['one not walked to', page(4)],
    ['one of another list', page(2, 'по сумме')],
  ])('%s is asked for by its number', (_, ask) => {
    const memory = keysetMemory();
    memory.keep(page(0), [9, 8], 5);
    expect(memory.find(ask)).toBeNull();
  });
  it('there is none after a page that is not full, or empty', () => {
    const memory = keysetMemory();
    memory.keep(page(0), [9], 1);
    memory.keep(page(0, 'пустой'), [], 0);
    expect([memory.find(page(2)), memory.find(page(2, 'пустой'))]).toEqual([null, null]);
  });
  it('the first page begins the walk anew', () => {
    const memory = keysetMemory();
    memory.keep(page(0), [9, 8], 5);
    memory.keep(page(2), [7, 6], 5);
    memory.keep(page(0), [10, 9], 6);
    expect([memory.find(page(2)), memory.find(page(4))]).toEqual([{ after: 9, total: 6 }, null]);
  });
  it('of twenty-one lists the one unused longest is forgotten', () => {
    const memory = keysetMemory();
    const lists = Array.from({ length: 20 }, (_, nth) => `список ${nth}`);
    for (const key of lists) memory.keep(page(0, key), [9, 8], 5);
    expect(lists.map((key) => memory.find(page(2, key))?.after)).toEqual(lists.map(() => 8));
    memory.keep(page(2, lists[0]), [7, 6], 5);
    memory.keep(page(0, 'ещё один'), [9, 8], 5);
    expect(lists.filter((key) => !memory.find(page(2, key)))).toEqual([lists[1]]);
  });
});
