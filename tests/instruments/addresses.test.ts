// Reading of addresses without any service: one spelling, nothing lost, twice gives the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressWords, readAddress } from '../../server/instruments/rules/addresses.ts';

const register = addressWords([
  { text: '190000, г. Санкт-Петербург, ул. Заречная, д. 5', count: 10 },
  { text: 'г. Санкт-Петербург, ул. Заречная, д. 6', count: 10 },
]);

describe('one spelling', () => {
  it.each([
    ['190000,г.Санкт-Петербург,Заречная ул.,д.5 кв.7', '190000, г. Санкт-Петербург, ул. Заречная, д. 5, кв. 7', 'sure'],
    ['г Тверь ул Мира д 5 к 2 кв 7', 'г. Тверь, ул. Мира, д. 5, корп. 2, кв. 7', 'sure'],
    ['Санкт-Петербург, Заречная ул., 12а', 'г. Санкт-Петербург, ул. Заречная, д. 12а', 'sure'],
    ['дом 5 улица Мира город Тверь', 'г. Тверь, ул. Мира, д. 5', 'sure'],
    ['ул. 8 Марта 5', 'ул. 8 Марта, д. 5', 'sure'],
    ['д. Бугры, ул. Полевая 3', 'дер. Бугры, ул. Полевая, д. 3', 'sure'],
    ['спб, ул заречная 5-7', '190000, г. Санкт-Петербург, ул. Заречная, д. 5, кв. 7', 'variants'],
    ['190000, г. Санкт-Петербург, ул. Заречая, д. 5', '190000, г. Санкт-Петербург, ул. Заречная, д. 5', 'variants'],
    // The country says nothing; «обл.» stands behind its name, «ул.» may.
    ['Россия, г. Тверь, ул. Мира, д. 5', 'г. Тверь, ул. Мира, д. 5', 'sure'],
    ['Тверская область город Тверь улица Мира дом 5', 'Тверская обл., г. Тверь, ул. Мира, д. 5', 'sure'],
    ['обл. Тверская, г. Тверь, ул. Мира, д. 5', 'Тверская обл., г. Тверь, ул. Мира, д. 5', 'sure'],
    ['г. Тверь, Заречная ул. 5', 'г. Тверь, ул. Заречная, д. 5', 'sure'],
    ['г. Тверь, за рекой, ул. Мира, д. 5', 'г. Тверь, ул. Мира, д. 5, за рекой', 'leftovers'],
    // A word that names a street, with no name beside it, is no street.
    ['г. Тверь, ул. -, д. 5', 'г. Тверь, д. 5, ул. -', 'leftovers'],
    ['ул. -', null, 'garbage'],
    ['мск сухонская 11 89', null, 'garbage'],
    ['нет', null, 'garbage'],
    ['190000, г. Санкт-Петербург, ул. Заречная, д. 5', null, 'same'],
  ])('%s', (text, becomes, quality) => {
    expect(readAddress(text, register)).toMatchObject({ becomes, quality });
  });

  it('says what it did only where it is not sure', () => {
    expect(readAddress('г Тверь ул Мира д 5', register).remark).toBeNull();
    const { quality, remark } = readAddress('г Тверь ул Мира д 5 у рынка', register);
    expect([quality, remark]).toEqual(['leftovers', 'Не разобрано: д 5 у рынка']);
  });

  it('does not take «1-я» for a slip of «2-я»', () => {
    const known = addressWords([{ text: 'г. Тверь, ул. 2-я Полевая, д. 1', count: 50 }]);
    expect(readAddress('г. Тверь, ул. 1-я Полевая, д. 1', known).quality).toBe('same');
  });
});

describe('what the register knows', () => {
  const reads = (text: string, ...known: [text: string, count: number][]) =>
    readAddress(text, addressWords(known.map(([one, count]) => ({ text: one, count }))));

  it('a town and an index are filled in where three cards say so, and nobody says otherwise', () => {
    const [street, house] = ['г. Тверь, ул. Мира, д. 1', '170001, г. Тверь, ул. Мира, д. 5'];
    expect(reads('ул. Мира, д. 9', [street, 3]).becomes).toBe('г. Тверь, ул. Мира, д. 9');
    expect(reads('ул. Мира, д. 9', [street, 2]).quality).toBe('same');
    expect(reads('ул. Мира, д. 9', [street, 30], ['г. Псков, ул. Мира, д. 1', 3]).quality).toBe('same');
    expect(reads('г. Тверь, ул. Мира, д. 5', [house, 3])).toMatchObject({ becomes: house, quality: 'variants' });
    expect(reads('г. Тверь, ул. Мира, д. 5', [house, 2]).quality).toBe('same');
    expect(reads('г. Тверь, ул. Мира, д. 5', [house, 30], [house.replace('1,', '2,'), 3]).quality).toBe('same');
  });

  it('a slip is told by five cards against one', () => {
    const often = (count: number, own = 1) =>
      reads(
        'г. Тверь, ул. Заречая, д. 5',
        ['г. Тверь, ул. Заречная, д. 1', count],
        ['г. Тверь, ул. Заречая, д. 5', own],
      );
    expect(often(5).becomes).toBe('г. Тверь, ул. Заречная, д. 5');
    expect([often(4), often(9, 2)].map(({ quality }) => quality)).toEqual(['same', 'same']);
  });

  it('of two spellings the more frequent, of equals the first in the alphabet, whichever came first', () => {
    const [one, other] = ['г. Тверь, ул. 1-я Полевая, д. 1', 'г. Тверь, ул. 1я Полевая, д. 1'];
    const street = (first: [string, number], second: [string, number]) =>
      reads('г. Тверь, ул. 1 я Полевая, д. 7', first, second).becomes;
    for (const [a, b, name] of [
      [2, 2, '1-я'],
      [2, 3, '1я'],
      [3, 2, '1-я'],
    ] as const) {
      expect(street([one, a], [other, b])).toBe(`г. Тверь, ул. ${name} Полевая, д. 7`);
      expect(street([other, b], [one, a])).toBe(`г. Тверь, ул. ${name} Полевая, д. 7`);
    }
  });

  it('a number that would become another is left as it is', () => {
    expect(reads('г Тверь, ул. 1-2 Линейная, д. 5', ['г. Тверь, ул. 12 Линейная, д. 1', 10])).toEqual({
      becomes: null,
      quality: 'garbage',
      remark: 'Потерялся бы номер',
      isPostal: false,
    });
  });
});

describe('any address', () => {
  const piece = fc.constantFrom(
    'г. Тверь',
    'Тверь',
    'ул. Мира',
    'Мира улица',
    'пр-т Заречный',
    'д. 5',
    'дом 12а',
    '7',
    'корп.2',
    'кв 11',
    'кв.7-2',
    'за рекой',
    '191000',
    'лит. Б',
    'ш. в Лаврики',
    'с. Рождествено',
    'стр 3',
    'а/я 5',
  );
  const address = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.constantFrom(', ', ',', ' '))
    .map(([pieces, glue]) => pieces.join(glue));

  it('twice gives the same, and no number is lost', () => {
    fc.assert(
      fc.property(address, (text) => {
        const once = readAddress(text, register);
        if (!once.becomes) return;
        const again = readAddress(once.becomes, register);
        expect(again.becomes ?? once.becomes).toBe(once.becomes);
        const digits = (from: string) => (from.match(/\d+/g) ?? []).toSorted().join(' ');
        const index = /Добавлен индекс (\d{6})/.exec(once.remark ?? '')?.[1] ?? '';
        expect(digits(once.becomes)).toBe(digits(`${text} ${index}`));
      }),
      { numRuns: 2000 },
    );
  });
});
