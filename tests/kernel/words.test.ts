// Sums in words against a slow reference that counts up one by one; names in cases.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declineName } from '../../server/kernel/words/names.ts';
import { nounAfter, numberInWords, sumInWords, sumWithWords } from '../../server/kernel/words/rubles.ts';

const values: Record<string, number> = Object.fromEntries(
  (
    'ноль:0 один:1 одна:1 два:2 две:2 три:3 четыре:4 пять:5 шесть:6 семь:7 восемь:8 девять:9 десять:10 одиннадцать:11 двенадцать:12 ' +
    'тринадцать:13 четырнадцать:14 пятнадцать:15 шестнадцать:16 семнадцать:17 восемнадцать:18 девятнадцать:19 двадцать:20 тридцать:30 ' +
    'сорок:40 пятьдесят:50 шестьдесят:60 семьдесят:70 восемьдесят:80 девяносто:90 сто:100 двести:200 триста:300 четыреста:400 ' +
    'пятьсот:500 шестьсот:600 семьсот:700 восемьсот:800 девятьсот:900'
  )
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([word, value]) => [word!, Number(value)]),
);

const scales = [
  ['тысяч', 1e3],
  ['миллион', 1e6],
  ['миллиард', 1e9],
  ['триллион', 1e12],
] as const;

/** Reads words back as a number: the other way round, so that it shares nothing with what is tested. */
function readWords(words: string): number {
  let total = 0;
  let part = 0;
  for (const word of words.split(' ')) {
    const scale = scales.find(([stem]) => word.startsWith(stem))?.[1] ?? 0;
    if (scale) {
      total += part * scale;
      part = 0;
    } else {
      expect(values).toHaveProperty(word);
      part += values[word]!;
    }
  }
  return total + part;
}

describe('numbers in words', () => {
  it('read back they are the number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat({ max: 99_999 }),
          fc.maxSafeNat().map((value) => value % 1e15),
        ),
        (value) => {
          expect(readWords(numberInWords(value))).toBe(value);
        },
      ),
    );
  });
  it.each([
    [450_000, 'Четыре тысячи пятьсот рублей 00 копеек'],
    [0, 'Ноль рублей 00 копеек'],
    [101, 'Один рубль 01 копейка'],
    [2_100_011, 'Двадцать одна тысяча рублей 11 копеек'],
    [200_002, 'Две тысячи рублей 02 копейки'],
    [100_001_202_121, 'Один миллиард двенадцать тысяч двадцать один рубль 21 копейка'],
  ])('%i копеек', (kopecks, words) => {
    expect(sumInWords(kopecks)).toBe(words);
  });
  it('figures with words, thousands parted', () => {
    expect(sumWithWords(450_000)).toBe('4\u00a0500,00 (четыре тысячи пятьсот) рублей 00 копеек');
  });
  it('nouns follow the number', () => {
    const forms = ['гараж', 'гаража', 'гаражей'] as const;
    expect([1, 2, 5, 11, 12, 14, 21, 22, 25, 111, 101].map((count) => nounAfter(count, forms))).toEqual(
      'гараж гаража гаражей гаражей гаражей гаражей гараж гаража гаражей гаражей гараж'.split(' '),
    );
  });
  it.each([-1, 0.5, Number.NaN, 1e15])('%d has no words', (value) => {
    expect(() => numberInWords(value)).toThrow(RangeError);
    expect(() => sumInWords(value === 1e15 ? 1e18 : value)).toThrow(RangeError);
  });
});

describe('names in cases', () => {
  const name = (lastName: string, firstName: string, fatherName: string | null) => ({
    lastName,
    firstName,
    fatherName,
  });
  it.each([
    [name('Петров', 'Иван', 'Сергеевич'), 'Петрова Ивана Сергеевича', 'Петрову Ивану Сергеевичу'],
    [name('Кузнецова', 'Анна', 'Павловна'), 'Кузнецовой Анны Павловны', 'Кузнецовой Анне Павловне'],
    [name('Шевченко', 'Илья', 'Ильич'), 'Шевченко Ильи Ильича', 'Шевченко Илье Ильичу'],
    [name('Римская-Корсакова', 'Мария', null), 'Римской-Корсаковой Марии', 'Римской-Корсаковой Марии'],
  ])('%o', (person, genitive, dative) => {
    const whole = ({ lastName, firstName, fatherName }: typeof person) =>
      [lastName, firstName, fatherName].filter(Boolean).join(' ');
    expect(whole(declineName(person, 'genitive'))).toBe(genitive);
    expect(whole(declineName(person, 'dative'))).toBe(dative);
  });
  it.each([
    ['Пономарёва', 'Пономарёвой'],
    ['Киселёва', 'Киселёвой'],
    ['Соколова', 'Соколовой'],
  ])('«%s» of a woman is «%s»', (last, declined) => {
    expect(declineName(name(last, 'Мария', 'Сергеевна'), 'dative').lastName).toBe(declined);
    expect(declineName(name(last, 'Мария', 'Сергеевна'), 'genitive').lastName).toBe(declined);
  });
  it('a man’s «Королёв» and first name «Пётр» keep to their own ways', () => {
    const { lastName, firstName } = declineName(name('Королёв', 'Пётр', 'Иванович'), 'dative');
    expect([lastName, firstName]).toEqual(['Королёву', 'Петру']);
  });
  it('a name on which the libraries disagree asks for a look', () => {
    expect(declineName(name('Воробей', 'Любовь', 'Петровна'), 'genitive').isDoubtful).toBe(true);
    expect(declineName(name('Петров', 'Иван', 'Сергеевич'), 'genitive').isDoubtful).toBe(false);
  });
});
