// The payment QR by ГОСТ Р 56042-2014: the text letter by letter, its limits, and the drawn picture read back by another hand.
import fc from 'fast-check';
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import {
  MAX_BYTES,
  payeeProblems,
  paymentQr,
  type Payee,
  type PaymentOrder,
} from '../../server/balance/rules/paymentQr.ts';
import { qrPicture, QUIET_MODULES } from '../../resources/balance/qrPicture.ts';

const payee: Payee = {
  payee_name: 'ПО КАС № 12-3 ВОА',
  account: '40703810900000012303',
  bank_name: 'ДЕМО-БАНК',
  bik: '040000999',
  corr_account: '30101810500000000999',
  inn: '9999000006',
  kpp: null,
};
const order = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  payee,
  sumKopecks: 450_000,
  about: 'Членский взнос 2026',
  reference: 'ЛС 1123000455 гараж 45',
  accountNo: '1123000455',
  payer: {
    lastName: 'Петров',
    firstName: 'Иван',
    middleName: 'Сергеевич',
    address: '190000, г Санкт-Петербург, ул Примерная, д 1',
  },
  ...more,
});
const bytes = (text: string) => new TextEncoder().encode(text);

/** Draws the picture in squares and reads it by an independent decoder. */
function readBack(text: string, scale = 4): number[] | undefined {
  const { size, rows } = qrPicture(text);
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (rows[Math.floor(y / scale)]![Math.floor(x / scale)])
        pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  return jsQR(pixels, side, side)?.binaryData;
}

describe('the text', () => {
  it('is the example of the standard’s page: 245 letters, 289 bytes', () => {
    const { text, bytes: length, problems } = paymentQr(order());
    expect(text).toBe(
      'ST00012|Name=ПО КАС № 12-3 ВОА|PersonalAcc=40703810900000012303|BankName=ДЕМО-БАНК|BIC=040000999|CorrespAcc=30101810500000000999|PayeeINN=9999000006|Sum=450000|Purpose=Членский взнос 2026 ЛС 1123000455 гараж 45|PersAcc=1123000455|LastName=Петров',
    );
    expect([text!.length, bytes(text!).length, length, problems]).toEqual([245, 289, 289, []]);
  });

  it('gives up address, patronymic, name in this order, then words of the purpose, never the account', () => {
    const payer = { lastName: 'Петров', firstName: 'Иван', middleName: 'Ильич', address: 'Псков' };
    const keysFor = (length: number) => {
      const about = 'я'.repeat(length);
      const { text } = paymentQr(order({ payee: { ...payee, payee_name: 'К', bank_name: 'Б' }, about, payer }));
      return [...text!.matchAll(/\|(\w+)=/g)]
        .map(([, key]) => key)
        .slice(9)
        .join(' ');
    };
    const steps = new Set(Array.from({ length: 80 }, (_, length) => keysFor(length)));
    expect([...steps]).toEqual([
      'LastName FirstName MiddleName PayerAddress',
      'LastName FirstName MiddleName',
      'LastName FirstName',
      'LastName',
      '',
    ]);
    const long = paymentQr(order({ about: 'Целевой взнос на ремонт ворот и освещение проезда между секциями 2026' }));
    expect(long.bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(long.purpose).toMatch(/^Целевой взнос.* ЛС 1123000455 гараж 45$/);
    // Never cut inside a word.
    const words = long.purpose.replace(/ ЛС 1123000455 гараж 45$/, '');
    expect(`Целевой взнос на ремонт ворот и освещение проезда между секциями 2026 `).toContain(`${words} `);
    const payerOf = {
      lastName: 'Константинопольская-Задунайская-'.repeat(4),
      firstName: 'Анна',
      middleName: 'Ильинична',
    };
    const noble = paymentQr(order({ about: 'Членский годовой взнос', payer: payerOf }));
    expect(noble.text).not.toBeNull();
    expect(noble.text).not.toContain('LastName');
    expect(noble.problems).toEqual([]);
    expect(long.text).toContain(`|Purpose=${long.purpose}|`);
  });

  it('takes another separator when a value holds the usual one, and strips it when all are taken', () => {
    const other = paymentQr(order({ about: 'Взнос|2026' })).text!;
    expect(other.startsWith('ST00012#Name=')).toBe(true);
    expect(other).toContain('#Purpose=Взнос|2026 ЛС');
    const all = paymentQr(order({ about: 'В|#~^;*' })).text!;
    expect(all).toContain('|Purpose=В #~^;* ЛС');
  });

  it('a bank without a correspondent account is a zero; КПП stands after ИНН', () => {
    const { text } = paymentQr(order({ payee: { ...payee, corr_account: null, kpp: '999901001' } }));
    expect(text).toContain('|CorrespAcc=0|PayeeINN=9999000006|KPP=999901001|Sum=450000|');
  });

  it('values are one line each', () => {
    expect(paymentQr(order({ about: 'Взнос\nза\t 2026' })).text).toContain('Purpose=Взнос за 2026 ЛС');
  });

  it.each<[string, Partial<Payee>]>([
    ['не указано название получателя', { payee_name: ' ' }],
    ['название получателя длиннее 160 знаков', { payee_name: 'П'.repeat(161) }],
    ['не указан расчётный счёт', { account: null }],
    ['расчётный счёт — не 20 цифр', { account: '123' }],
    ['расчётный счёт не подходит к БИК', { account: '40703810900000012304' }],
    ['не указано название банка', { bank_name: null }],
    ['название банка длиннее 45 знаков', { bank_name: 'Б'.repeat(46) }],
    ['не указан БИК', { bik: null }],
    ['БИК — не 9 цифр', { bik: '04' }],
    ['корреспондентский счёт не подходит к БИК', { corr_account: '30101810500000000998' }],
    ['не указан ИНН', { inn: null }],
    ['ИНН неверный: не сходится контрольная цифра', { inn: '9999000007' }],
    ['КПП — не 9 цифр', { kpp: '12' }],
  ])('says: %s', (words, wrong) => {
    const answer = paymentQr(order({ payee: { ...payee, ...wrong } }));
    expect(answer.problems).toEqual([words]);
    expect(answer.text).toBeNull();
  });

  it('names everything that is missing at once', () => {
    const nothing: Payee = {
      payee_name: null,
      account: null,
      bank_name: null,
      bik: null,
      corr_account: null,
      inn: null,
      kpp: null,
    };
    expect(payeeProblems(nothing)).toHaveLength(5);
    expect(payeeProblems(payee)).toEqual([]);
  });

  it.each<[string, Partial<Payee>, string[]]>([
    ['a bank of 45 letters', { bank_name: 'Б'.repeat(45) }, []],
    ['a bank of 46', { bank_name: 'Б'.repeat(46) }, ['название банка длиннее 45 знаков']],
    ['a payee of 160 letters', { payee_name: 'П'.repeat(160) }, []],
    ['a payee of 161', { payee_name: 'П'.repeat(161) }, ['название получателя длиннее 160 знаков']],
    ['a correspondent account of zeros', { corr_account: '0'.repeat(20) }, []],
    [
      'a correspondent account cut short',
      { corr_account: '3010181050000000099' },
      ['корреспондентский счёт не подходит к БИК'],
    ],
  ])('%s: %j %j', (_name, more, problems) => expect(payeeProblems({ ...payee, ...more })).toEqual(problems));

  it('a correspondent account of zeros is none', () =>
    expect(paymentQr(order({ payee: { ...payee, corr_account: '0'.repeat(20) } })).text).toContain('|CorrespAcc=0|'));

  it('what it is found by is never cut: where it leaves no room there is no code', () =>
    expect(paymentQr(order({ reference: '9'.repeat(300) })).text).toBeNull());

  it('a name that leaves no room is refused in words', () => {
    const { text, problems } = paymentQr(order({ payee: { ...payee, payee_name: 'П'.repeat(160) } }));
    expect([text, problems.length]).toEqual([null, 1]);
    expect(problems[0]).toContain('слишком длинное');
  });

  it.each([0, -1, 0.5, Number.MAX_SAFE_INTEGER + 1])('refuses the sum %d', (sumKopecks) => {
    expect(paymentQr(order({ sumKopecks })).problems).toEqual(['сумма должна быть больше нуля']);
  });
});

describe('any order', () => {
  const words = fc.string({
    unit: fc.constantFrom('А', 'ж', 'z', '7', ' ', '|', '#', '№', '=', '\n', '😀'),
    maxLength: 120,
  });
  const orders = fc.record({
    name: words,
    about: words,
    lastName: words,
    firstName: words,
    address: words,
    sum: fc.integer({ min: 1, max: 1e12 }),
  });

  it('is at most 300 bytes, has the five mandatory keys first and the account in its purpose', () => {
    fc.assert(
      fc.property(orders, (one) => {
        const { text, problems, purpose } = paymentQr(
          order({
            payee: { ...payee, payee_name: `К${one.name}`.slice(0, 100) },
            about: one.about,
            sumKopecks: one.sum,
            payer: { lastName: one.lastName, firstName: one.firstName, address: one.address },
          }),
        );
        if (text === null) return expect(problems).toHaveLength(1);
        const separator = text[7]!;
        const keys = text
          .split(separator)
          .slice(1)
          .map((pair) => pair.split('=')[0]);
        expect(keys.slice(0, 5)).toEqual(['Name', 'PersonalAcc', 'BankName', 'BIC', 'CorrespAcc']);
        expect(new Set(keys).size).toBe(keys.length);
        expect(purpose.endsWith('ЛС 1123000455 гараж 45')).toBe(true);
        expect([...purpose].length).toBeLessThanOrEqual(210);
        expect(bytes(text).length).toBeLessThanOrEqual(MAX_BYTES);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the picture', () => {
  it('of the example is read back byte for byte', () => {
    const text = paymentQr(order()).text!;
    expect(readBack(text)).toEqual([...bytes(text)]);
  });

  it('has a quiet zone of four modules', () => {
    const { size, rows } = qrPicture(paymentQr(order()).text!);
    expect([QUIET_MODULES, rows.length, rows[0]!.length]).toEqual([4, size, size]);
    const edge = rows.flatMap((row, y) => row.filter((_, x) => Math.min(x, y, size - 1 - x, size - 1 - y) < 4));
    expect(edge.some(Boolean)).toBe(false);
    expect(rows[4]!.slice(4, 11)).toEqual(Array.from({ length: 7 }, () => true));
  });

  it('a spoiled picture is not read as the same: the reader reads', () => {
    const text = paymentQr(order()).text!;
    expect(readBack(text.replace('Sum=450000', 'Sum=450001'))).not.toEqual([...bytes(text)]);
  });

  it('any order of the register is read back', () => {
    const numbers = fc.record({
      sum: fc.integer({ min: 1, max: 1e9 }),
      number: fc.stringMatching(/^[1-9]\d{0,3}[абв]?$/),
    });
    fc.assert(
      fc.property(numbers, ({ sum, number }) => {
        const text = paymentQr(order({ sumKopecks: sum, reference: `ЛС 1123000455 гараж ${number}` })).text!;
        expect(readBack(text)).toEqual([...bytes(text)]);
      }),
      { numRuns: 15 },
    );
  });
});
