// Purposes as banks and people write them, made with the garage they mean: nothing is suggested wrongly, nothing but an account is sure.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { match, registerOf, type RegisterGarage } from '../../server/bankStatements/rules/match.ts';
import { accountNumber } from '../../server/garages/rules.ts';

const roman = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
/** Surname, name and patronymic with their genitives. */
const lasts = ['Иванов Иванова', 'Петров Петрова', 'Сидоров Сидорова', 'Кузнецов Кузнецова', 'Орлов Орлова', 'Соколов Соколова']; // prettier-ignore
const firsts = ['Иван Ивана', 'Пётр Петра', 'Сергей Сергея', 'Алексей Алексея', 'Михаил Михаила'];
const fathers = ['Иванович Ивановича', 'Петрович Петровича', 'Сергеевич Сергеевича', 'Ильич Ильича'];
const wordsOf = (list: readonly string[], nth: number, form: 0 | 1) => list[nth % list.length]!.split(' ')[form]!;
interface Person {
  last: number;
  first: number;
  father: number;
}
const whole = ({ last, first, father }: Person, form: 0 | 1 = 0) =>
  [wordsOf(lasts, last, form), wordsOf(firsts, first, form), wordsOf(fathers, father, form)].join(' ');
const initials = (who: Person, form: 0 | 1 = 0) =>
  `${wordsOf(lasts, who.last, form)} ${wordsOf(firsts, who.first, 0)[0]}.${wordsOf(fathers, who.father, 0)[0]}.`;

const person = fc.record({ last: fc.nat(5), first: fc.nat(4), father: fc.nat(3) });
/** A few rows of garages, each with an owner; people may own several, and names repeat. */
const books = fc
  .record({
    rows: fc.integer({ min: 1, max: 12 }),
    count: fc.integer({ min: 2, max: 14 }),
    people: fc.array(person, { minLength: 8, maxLength: 14 }),
  })
  .chain(({ rows, count, people }) =>
    fc
      .array(fc.record({ row: fc.integer({ min: 1, max: rows }), owner: fc.nat(people.length - 1) }), {
        minLength: count,
        maxLength: count,
      })
      .map((all) => {
        const garages = all.map(({ row, owner }, nth) => ({
          id: nth + 1,
          row,
          number: 1 + (nth % 9),
          owner: people[owner]!,
        }));
        return garages.filter(
          (one, nth) => garages.findIndex((other) => other.row === one.row && other.number === one.number) === nth,
        );
      }),
  );
type Garage = { id: number; row: number; number: number; owner: Person };

const sections = [(row: number) => String(row), (row: number) => `Ряд ${row}`, (row: number) => roman[row]!];
const registerFor = (garages: readonly Garage[], section: (row: number) => string) =>
  registerOf(
    garages.map((one): RegisterGarage => ({
      id: one.id,
      section: section(one.row),
      number: String(one.number),
      account_no: accountNumber(1123, one.id),
      is_active: true,
      owners: [whole(one.owner)],
    })),
  );

/** Row and number together: one garage is meant, and it is found. */
const placed: ((one: Garage) => string)[] = [
  (one) => `г/ж ${one.number} р.${one.row}`,
  (one) => `г/ж ${one.number} р. ${one.row} членский взнос`,
  (one) => `ряд ${one.row} место ${one.number}`,
  (one) => `Ряд ${roman[one.row]} место ${one.number} за 2026 год`,
  (one) => `${one.row} ряд ${one.number} гараж`,
  (one) => `${roman[one.row]} ряд гараж ${one.number}`,
  (one) => `Оплата членских взносов 2026 гараж №${one.number}, ряд ${one.row}`,
  (one) => `р.${one.row} г.${one.number} целевой`,
  (one) => `ГАРАЖ ${one.number} РЯД ${roman[one.row]} СУММА 4500.00 БЕЗ НДС`,
  (one) => `м/м ${one.number} ряд ${one.row}`,
  (one) => `ряд №${one.row}, бокс №${one.number}; 4 500 руб`,
  (one) => `за ${one.number} гараж ${one.row} ряд`,
  (one) => `гараж ${one.number}, ${one.row} ряд`,
  (one) => `г/ж ${one.number}; ${one.row}-й ряд, взнос 2026`,
  (one) => `бокс №${one.number} и ${one.row} линия`,
];
/** Only a name: found where one garage fits, else nothing. */
const named: ((one: Garage) => { purpose: string; payer: string })[] = [
  (one) => ({ purpose: 'Членский взнос', payer: `ПАО СБЕРБАНК//${whole(one.owner).toUpperCase()}//г. Примерск//` }),
  (one) => ({ purpose: `ПАО СБЕРБАНК//${whole(one.owner)}//1234//взнос`, payer: 'ПАО СБЕРБАНК' }),
  (one) => ({ purpose: `Перевод от ${whole(one.owner, 1)} взнос`, payer: 'ПАО СБЕРБАНК' }),
  (one) => ({ purpose: `Перевод от ${initials(one.owner, 1)}`, payer: '' }),
  (one) => ({ purpose: `За ${whole(one.owner, 1)}, взнос 2026`, payer: 'Чужой Прохожий Человекович' }),
  (one) => ({ purpose: 'взнос', payer: `ИП ${whole(one.owner)}` }),
  (one) => ({ purpose: 'взнос', payer: initials(one.owner) }),
];
/** Nothing can be told of these. */
const strange = [
  { purpose: 'Взнос за 2026 год', payer: 'ООО «Ромашка»' },
  { purpose: 'оплата 4500 р. 3 платёж', payer: '' },
  { purpose: 'г. 45 обл. Примерская', payer: 'ПАО СБЕРБАНК' },
  { purpose: 'за Незнакомова Фому Фомича', payer: '' },
  { purpose: 'Перевод от Незнакомова Ф.Ф.', payer: 'АО «Банк»' },
];

const runs = { numRuns: 1500 };

describe('made with the truth, a new seed every time', () => {
  it('row and number, however they are written, are the garage', () => {
    fc.assert(
      fc.property(books, fc.nat(2), fc.nat(20), fc.nat(placed.length - 1), (garages, naming, nth, form) => {
        const meant = garages[nth % garages.length]!;
        const purpose = placed[form]!(meant);
        const found = match(registerFor(garages, sections[naming]!), { purpose, payer: '' });
        expect([purpose, found.garage, found.certainty]).toEqual([purpose, meant.id, 'likely']);
      }),
      runs,
    );
  });

  it('a row that has no such garage is no garage', () => {
    fc.assert(
      fc.property(books, fc.nat(20), fc.nat(placed.length - 1), (garages, nth, form) => {
        const meant = { ...garages[nth % garages.length]!, number: 77 };
        const { garage, certainty } = match(registerFor(garages, sections[0]!), {
          purpose: placed[form]!(meant),
          payer: '',
        });
        expect([garage, certainty]).toEqual([null, 'none']);
      }),
      runs,
    );
  });

  it('a name is a garage where it fits one, and never more than possible', () => {
    let [hits, all] = [0, 0];
    fc.assert(
      fc.property(books, fc.nat(20), fc.nat(named.length - 1), (garages, nth, form) => {
        const meant = garages[nth % garages.length]!;
        const payment = named[form]!(meant);
        const { garage, certainty } = match(registerFor(garages, sections[0]!), payment);
        const isShort = /[А-ЯЁ]\.[А-ЯЁ]\./.test(payment.purpose + payment.payer);
        const same = (one: Garage) =>
          isShort ? initials(one.owner) === initials(meant.owner) : whole(one.owner) === whole(meant.owner);
        const fit = garages.filter(same);
        all += 1;
        if (fit.length > 1) expect([payment, garage, certainty]).toEqual([payment, null, 'none']);
        else expect([payment, garage, certainty]).toEqual([payment, meant.id, 'possible']);
        hits += fit.length === 1 ? 1 : 0;
      }),
      runs,
    );
    expect(hits).toBeGreaterThan(all / 4);
  });

  it('of strangers, towns and roubles nothing is guessed', () => {
    fc.assert(
      fc.property(books, fc.constantFrom(...strange), (garages, payment) => {
        expect([payment, match(registerFor(garages, sections[0]!), payment).garage]).toEqual([payment, null]);
      }),
      runs,
    );
  });

  it('who is paid for stands before who pays', () => {
    const [one, other] = [{ last: 0, first: 0, father: 0 }, { last: 1, first: 1, father: 1 }]; // prettier-ignore
    const register = registerFor(
      [
        { id: 1, row: 1, number: 1, owner: one },
        { id: 2, row: 1, number: 2, owner: other },
      ],
      sections[0]!,
    );
    const payer = `ПАО СБЕРБАНК//${whole(one)}//`;
    expect(match(register, { purpose: `за ${whole(other, 1)}`, payer })).toMatchObject({
      garage: 2,
      certainty: 'possible',
    });
    expect(match(register, { purpose: 'за Незнакомова Фому Фомича', payer })).toMatchObject({
      garage: null,
      reason: 'Платят за того, кого нет среди владельцев. Выберите гараж',
    });
  });
});

describe('an account that is not alone', () => {
  const accounts = [accountNumber(1123, 45), accountNumber(1123, 46)] as const;
  const owners = ['Петров Иван Сергеевич', 'Сидоров Пётр Петрович'] as const;
  const register = registerOf(
    accounts.map((account_no, nth) => ({
      id: 45 + nth,
      section: '1',
      number: String(45 + nth),
      account_no,
      is_active: true,
      owners: [owners[nth]!],
    })),
  );
  const [one, two] = accounts;
  it.each([
    [`ЛС ${one} членский взнос 2026`, 45, 'sure'],
    [`ЛС ${one} гараж 45`, 45, 'sure'],
    [`ЛС ${one} за Петрова Ивана Сергеевича`, 45, 'sure'],
    [`ЛС ${one}, ${two} членский взнос 2026`, null, 'none'],
    [`Членский взнос 2026 ЛС ${one} и ${two}`, null, 'none'],
    [`ЛС № ${one}/${two}`, null, 'none'],
    [`ЛС ${one} гараж 46`, 45, 'likely'],
    [`ЛС ${one} гаражи 45 и 46`, 45, 'likely'],
    [`ЛС ${one} за Сидорова Петра Петровича`, 45, 'likely'],
    [`ЛС ${one} за Неизвестного Петра Петровича`, 45, 'likely'],
  ])('«%s»', (purpose, garage, certainty) => {
    expect(match(register, { purpose, payer: 'Плательщиков' })).toMatchObject({ garage, certainty });
  });
});
