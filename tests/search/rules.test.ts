// How a query is read: names, places, numbers, phones, the other layout, slips of the finger.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, strayLatin } from '../../contract/kernel/words.ts';
import { readQuery } from '../../server/garages/queries/finding.ts';
import { nearestWords, otherLayout, slips, swapped } from '../../server/search/rules.ts';

const empty = { words: [], digits: '', inPo: null, place: null, number: null };

describe('a query is read as', () => {
  it.each([
    ['Иванов', { words: ['иванов'] }],
    ['  Семёнов   Пётр ', { words: ['семенов', 'петр'] }],
    ['Иванов И.И.', { words: ['иванов', 'ии'] }],
    ['Цой-Воскресенский', { words: ['цой-воскресенский'] }],
    ['Иванов 45', { words: ['иванов'], number: '45', place: { section: 'иванов', number: '45' } }],
    ['Ивaнoв', { words: ['иванов'] }],
    ['A 45', { place: { section: 'а', number: '45' } }],
    [
      'секция Верхний ряд 12',
      { words: ['секция', 'верхний', 'ряд'], number: '12', place: { section: 'верхний ряд', number: '12' } },
    ],
    ['12-3 45', { digits: '12345', inPo: { po: '12-3', section: null, number: '45' } }],
    ['КАС № 12-3 А 45', { inPo: { po: '12-3', section: 'а', number: '45' } }],
    ['12-3 А45', { inPo: { po: '12-3', section: 'а', number: '45' } }],
    ['А 45', { place: { section: 'а', number: '45' } }],
    ['А45', { place: { section: 'а', number: '45' } }],
    ['ряд Б 12/3', { place: { section: 'б', number: '12/3' } }],
    ['гараж 45', { number: '45' }],
    ['гараж № 45а', { number: '45а' }],
    ['45', { digits: '45', number: '45' }],
    ['4012 123456', { digits: '4012123456' }],
    ['+7 (900) 000-12-34', { digits: '79000001234' }],
    ['Гаражев', { words: ['гаражев'] }],
    ['', {}],
    ['%', {}],
  ])('«%s»', (query, expected) => {
    expect(readQuery(query)).toEqual({ ...empty, ...expected });
  });

  it('something harmless, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        const { words, digits } = readQuery(text);
        expect(words.length).toBeLessThanOrEqual(6);
        expect(digits).toMatch(/^\d*$/);
      }),
    );
  });
});

describe('Latin letters that look like Cyrillic ones', () => {
  it.each([
    ['Cорокин', 'сорокин', ['C']],
    ['Ивaнов-Пeтров', 'иванов-петров', ['a', 'e']],
    ['Сорокин', 'сорокин', []],
    ['Smith', 'sмiтн', []],
  ])('«%s»', (name, key, stray) => {
    expect(foldName(name)).toBe(key);
    expect(strayLatin(name)).toEqual(stray);
  });
});

describe('the other layout', () => {
  it.each([
    ['bdfyjd', 'иванов'],
    ['Gtnhjd', 'петров'],
    ["'kkf", 'элла'],
  ])('%s → %s', (typed, meant) => expect(otherLayout(typed)).toBe(meant));
  it.each(['12 45', 'шмфтщм'])('is nothing for «%s»', (typed) => expect(otherLayout(typed)).toBeNull());
});

describe('slips', () => {
  it.each([
    ['киселев', 'киселев', 0],
    ['кисилев', 'киселев', 1],
    ['кселев', 'киселев', 1],
    ['кисселев', 'киселев', 1],
    ['кисеелв', 'киселев', 1],
    ['', 'ли', 2],
  ])('%s, %s: %i', (a, b, far) => expect(slips(a, b)).toBe(far));

  it('are the same from both ends and zero only for the same word', () => {
    const word = fc.string({ minLength: 0, maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(slips(a, b)).toBe(slips(b, a));
        expect(slips(a, b) === 0).toBe(a === b);
        expect(slips(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('the nearest words win; a short word forgives one slip, a long one two', () => {
    expect(nearestWords('кисилев', ['киселев', 'киселева', 'киреев'])).toEqual(['киселев']);
    expect(nearestWords('кот', ['кит', 'код', 'рот', 'сон'])).toEqual(['кит', 'код', 'рот']);
    expect(nearestWords('дом', ['сад'])).toEqual([]);
    // Five letters are a short word, six a long one.
    expect(nearestWords('ким', ['лин', 'клим'])).toEqual(['клим']);
    expect(nearestWords('ким', ['лин'])).toEqual([]);
    expect(nearestWords('белов', ['палов'])).toEqual([]);
    expect(nearestWords('беляев', ['валяев'])).toEqual(['валяев']);
    expect(nearestWords('конcтантинов', ['константинов'])).toEqual(['константинов']);
  });

  it('neighbours change places', () => {
    expect(swapped('иван')).toEqual(['виан', 'иавн', 'ивна']);
    expect(swapped('ооо')).toEqual([]);
    expect(swapped('')).toEqual([]);
  });
});
