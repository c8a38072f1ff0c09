// The entry that a purpose names, made with the truth: a year in words or beside its type is a year, sums and dates are none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryIn } from '../../server/bankStatements/rules/entry.ts';
import { registryEntry } from '../../server/bankStatements/rules/registry.ts';
import { accountNumber } from '../../server/garages/rules.ts';

const all = new Set([1, 2, 3, 6, 7, 8, 11]);
const years = { from: 2019, to: 2027 };
const own = accountNumber(1123, 45);
const of = (purpose: string, kopecks: number | null = null) => entryIn(purpose, all, years, kopecks);

/** Words of a type, then what it is. */
const types: [words: string, type: number][] = [['Членский взнос', 1], ['членские взносы', 1], ['Вступительный взнос', 2], ['Целевой взнос на ворота', 3], ['Электроэнергия', 6], ['за охрану', 7], ['Вывоз мусора', 8], ['Пени', 11]]; // prettier-ignore
/** A year said so that it is one, right after its type. */
const said: ((year: number) => string)[] = [
  (year) => ` за ${year}`,
  (year) => ` за ${year} год`,
  (year) => ` ${year} г.`,
  (year) => ` ${year}г`,
  (year) => `, ${year} год`,
  (year) => ` ${year}`,
  (year) => ` за январь ${year}`,
  (year) => ` за 2 квартал ${year}`,
  (year) => ` год: ${year}`,
  (year) => `, период ${year}`,
];
/** A sum as banks and people write it; the figure looks like a year. */
const sums: ((figure: number) => string)[] = [
  (figure) => `Сумма ${figure}-00 Без НДС`,
  (figure) => `Сумма ${figure},00`,
  (figure) => `${figure}.00 руб.`,
  (figure) => `${figure} руб`,
  (figure) => `${figure}р.`,
  (figure) => `${figure}=00`,
  (figure) => `в сумме ${figure}`,
  (figure) => `оплата ${figure}`,
  (figure) => `№ ${figure}`,
  (figure) => `п/п ${figure}`,
  (figure) => `от 12.01.${figure}`,
  (figure) => `(${figure}-01-12)`,
  (figure) => `ООО 7${figure}1`,
];
/** What stands between: it ends a list of words. */
const places = [`ЛС ${own}`, `ЛС ${own} гараж 45`, `гараж 45, ЛС ${own};`, `л/с №${own} ряд 3.`];

describe('made with the truth, a new seed every time', () => {
  const anyYear = fc.integer({ min: years.from, max: years.to });
  const figure = fc.integer({ min: 1990, max: 2099 });
  const place = fc.constantFrom(...places);
  const tail = fc.array(fc.tuple(fc.nat(sums.length - 1), figure), { maxLength: 3 });
  const sumWords = (tails: readonly (readonly [number, number])[]) =>
    tails.map(([form, sum]) => sums[form]!(sum)).join(' ');

  it('type and year are both said: that is the entry, whatever sums stand beside', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        anyYear,
        fc.nat(said.length - 1),
        place,
        tail,
        (type, year, form, at, tails) => {
          const purpose = `${type[0]}${said[form]!(year)} ${at} ${sumWords(tails)}`;
          expect([purpose, of(purpose).entry]).toEqual([purpose, { accrual_type: type[1], year }]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('no year is said: nothing is named, and no sum, number or date becomes one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), place, tail, fc.boolean(), (type, at, tails, isFirst) => {
        const purpose = isFirst ? `${type[0]} ${sumWords(tails)} ${at}` : `${type[0]} ${at} ${sumWords(tails)}`;
        expect([purpose, of(purpose)]).toEqual([
          purpose,
          { entry: null, note: 'Вид назван без года: платёж закроет самый старый долг' },
        ]);
      }),
      { numRuns: 3000 },
    );
  });

  it('a year of no charges is refused in words, a bare one is a figure', () => {
    const strange = fc.oneof(fc.integer({ min: 1950, max: 2018 }), fc.integer({ min: 2028, max: 2099 }));
    fc.assert(
      fc.property(fc.constantFrom(...types), strange, place, (type, year, at) => {
        expect(of(`${type[0]} за ${year} год ${at}`)).toEqual({
          entry: null,
          note: `За ${year} год взносов нет: платёж закроет самый старый долг`,
        });
        expect(of(`${type[0]} ${year} ${at}`).note).toBe('Вид назван без года: платёж закроет самый старый долг');
      }),
    );
  });

  it('two years, however they are joined, name none', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        anyYear,
        anyYear,
        fc.constantFrom('-', ' - ', ', ', ' и ', '/', '–', ' по '),
        (type, one, other, joint) => {
          fc.pre(one !== other);
          const purpose = `${type[0]} за ${one}${joint}${other} ${places[0]}`;
          expect([purpose, of(purpose).note]).toEqual([purpose, 'Названо лет: 2: платёж закроет самый старый долг']);
        },
      ),
    );
  });

  it('the sum of the payment is no year when it stands bare', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), anyYear, (type, year) => {
        expect(of(`${type[0]} ${year}`, year * 100).entry).toBeNull();
        expect(of(`${type[0]} за ${year} год`, year * 100).entry).toEqual({ accrual_type: type[1], year });
      }),
    );
  });

  it('of a registry, a cell is never the year of another', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), anyYear, fc.constantFrom(',00', '.00', '', ',5'), (type, year, cents) => {
        const amountKopecks = year * 100 + (cents === ',5' ? 50 : 0);
        const cells = [own, type[0], `${year}${cents}`, '0,00'];
        expect(registryEntry({ cells, amountKopecks }, '', all, years).entry).toBeNull();
        const whole = [own, `${type[0]} за ${year}`, '4500,00'];
        expect(registryEntry({ cells: whole, amountKopecks: 450_000 }, '', all, years).entry).toEqual({
          accrual_type: type[1],
          year,
        });
      }),
    );
  });
});
