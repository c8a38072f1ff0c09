// Which of several columns of money is the debt of today: sums over the rows prove it, or a person is asked.
import { describe, expect, it } from 'vitest';
import { asked, decided, type Value } from './moneyTable.ts';

/** Rows of a turnover: before, charged, paid and what it gives; `wrong` of them give something else. */
const turnover = (right: number, wrong = 0, way = 1): Value[][] =>
  Array.from({ length: right + wrong }, (_, at) => {
    const [before, charged, paid] = [at, 100 + at, 50];
    return [before * way, charged, paid, (before + charged - paid) * way + (at < right ? 0 : 7)];
  });
const SHEET = ['Сальдо на начало', 'Начислено', 'Оплачено', 'Сальдо на конец'];

describe('a turnover', () => {
  it('proves the balance at its end, and by which of the ways: a plus is a debt', () => {
    const { fields, question, check } = decided(SHEET, turnover(10));
    expect(fields).toEqual({ 0: null, 1: null, 2: null, 3: 'signedDebt' });
    expect(check).toEqual({ plus: [0, 1], minus: [2], total: [3] });
    expect(question).toEqual({
      kind: 'debt',
      table: 3,
      text: 'Долг на сегодня — «Сальдо на конец»?',
      proof: ['«Сальдо на начало» + «Начислено» − «Оплачено» = «Сальдо на конец»: сходится в 100 % строк из 10'],
      sure: true,
      prepared: '3',
      options: [
        {
          value: '3',
          label: '«Сальдо на конец»',
          fields: [null, null, null, 'signedDebt'].map((field, index) => ({ table: 3, index, field })),
          sumKopecks: -59_000,
        },
        {
          value: 'none',
          label: 'Долги не загружать',
          fields: [0, 1, 2, 3].map((index) => ({ table: 3, index, field: null })),
          sumKopecks: 0,
        },
      ],
      columns: SHEET.map((title, index) => ({ index, title })),
    });
  });
  it('proves that a minus is a debt', () => {
    expect(asked(SHEET, turnover(10, 0, -1))).toEqual([[null, null, null, 'balance'], 'debt: 3, sure']);
    expect(decided(SHEET, turnover(10, 0, -1)).check).toEqual({ plus: [0, 2], minus: [1], total: [3] });
  });
  it.each([
    [9, 1, true, 90],
    [37, 3, true, 92],
    [8, 1, false, 88],
    [2, 0, true, 100],
    [1, 0, false, 0],
  ])('of %d rows that agree and %d that do not: proved, %s', (right, wrong, proved, percent) => {
    const { question, check } = decided(SHEET, turnover(right, wrong));
    expect(question!.sure).toBe(proved);
    expect(check !== null).toBe(proved);
    expect(question!.proof.map((text) => /(\d+) % строк из (\d+)/.exec(text)!.slice(1))).toEqual(
      proved ? [[String(percent), String(right + wrong)]] : [],
    );
  });
  it('of a plain debt at its end disproves it: it is asked', () => {
    const titles = ['Начислено', 'Оплачено', 'Долг'];
    const rows = [
      [100, 50, 50],
      [100, 40, 60],
    ];
    expect(asked(titles, rows)).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
    expect(
      asked(titles, [
        [100, 50, 5],
        [100, 40, 6],
      ]),
    ).toEqual([[null, null, 'debt'], 'debt: 2']);
    // A debt with a minus in it has a sign.
    expect(asked(titles, [...rows, [10, 20, -10]])).toEqual([[null, null, 'signedDebt'], 'debt: 2, sure']);
    expect(asked(titles, [...rows, [20, 20, 0]])).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
  });
  it.each([
    ['1 200,50 руб.', 1200.5],
    ['200р.', 200],
    ['200 руб', 200],
    ['200р', 200],
    ['300 ₽', 300],
    ['1000.5', 1000.5],
    ['1\u00a0000', 1000],
    ['-500', -500],
    ['–500', -500],
    ['−500', -500],
    [0.125, 0.125],
    [null, 0],
    ['нет', 0],
    ['-', 0],
  ] as [Value, number][])('reads %s as %d', (written, sum) => {
    const rows = [1, 2].map((paid): Value[] => [written, paid, sum - paid]);
    expect(decided(['Начислено', 'Оплачено', 'Долг'], rows).check).not.toBeNull();
    // A penny more in each row, and nothing is proved.
    const other = [1, 2].map((paid): Value[] => [written, paid, sum - paid + 1]);
    expect(decided(['Начислено', 'Оплачено', 'Долг'], other).check).toBeNull();
  });
  it.each(['сто', '100 / 2', '100,', '1,005', '100 долларов', 'долг 100', '100 руб. и 5', '+100'])(
    'does not count a row that says «%s»',
    (word) => {
      const titles = ['Начислено', 'Оплачено', 'Сальдо'];
      const plain = [
        [100, 50, 50],
        [100, 40, 60],
      ];
      for (const row of [
        [word, 50, 7],
        [100, word, 7],
        [100, 50, word],
      ])
        expect([row, asked(titles, [...plain, row])]).toEqual([row, [[null, null, 'signedDebt'], 'debt: 2, sure']]);
    },
  );
  it('counts no row of nothing, and every kopeck', () => {
    const titles = ['Начислено', 'Оплачено', 'Сальдо'];
    const plain = [
      [100, 50, 50],
      [100, 40, 60],
    ];
    expect(asked(titles, [[0, 0, 0], ...plain.slice(0, 1)])[1]).toBe('sign: plus');
    expect(asked(titles, [[0, null, 'нет'], ...plain])[1]).toBe('debt: 2, sure');
    expect(asked(titles, [[100.005, 50, 50], ...plain])[1]).toBe('debt: 2, sure');
    expect(asked(titles, [[100.01, 50, 50], ...plain])[1]).toBe('sign: plus');
    expect(asked(titles, [[0.01, 0, 0], ...plain])[1]).toBe('sign: plus');
  });
  it('tells what a minus means whatever most rows say', () => {
    const same = (...row: Value[]) => [row, row];
    expect(asked(['Начислено', 'Оплачено', 'Сальдо'], same(10, 50, 40))[0]).toEqual([null, null, 'balance']);
    expect(asked(['Начислено', 'Оплачено', 'Сальдо'], same(10, 50, -40))[0]).toEqual([null, null, 'signedDebt']);
    expect(asked(['Начислено', 'Пени', 'Оплачено', 'Сальдо'], same(10, 1, 50, -39))[0][3]).toBe('signedDebt');
    expect(asked(['2024', '2025', 'Сальдо'], same(-5, -6, -11))[0][2]).toBe('signedDebt');
    expect(asked(['Долг на начало', '2025', 'Сальдо'], same(-5, -6, -11))[0][2]).toBe('signedDebt');
    expect(asked(['2024', '2025', 'Пени', 'Сальдо'], same(-5, -6, 1, -10))[0][3]).toBe('signedDebt');
    const days = ['Сальдо на 01.01.2024', 'Сальдо на 01.01.2025', 'Оплачено', 'Сальдо на 01.01.2026'];
    expect(asked(days, same(70, 10, 50, -40))[0][3]).toBe('signedDebt');
  });
  it('takes penalties in where only so it agrees', () => {
    const titles = ['Начислено', 'Пени', 'Оплачено', 'Долг'];
    const rows = [
      [100, 5, 50, 55],
      [100, 7, 50, 57],
    ];
    expect(decided(titles, rows).check).toEqual({ plus: [0, 1], minus: [2], total: [3] });
    for (const title of ['Штраф', 'Неустойка'])
      expect(decided(['Начислено', title, 'Оплачено', 'Долг'], rows).check).not.toBeNull();
    // A debt that speaks of them is none itself.
    expect(
      decided(
        ['Начислено', 'Оплачено', 'Пени / Долг', 'Долг'],
        [
          [100, 50, 5, 55],
          [100, 50, 7, 57],
        ],
      ).check,
    ).toBeNull();
    // What is to be paid is no penalty.
    expect(decided(['Начислено', 'К оплате', 'Оплачено', 'Долг'], rows).check).toBeNull();
  });
  it('of one side is enough', () => {
    expect(
      asked(
        ['Долг на начало', 'Начислено', 'Долг на конец'],
        [
          [1, 2, 3],
          [2, 2, 4],
        ],
      ),
    ).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
    expect(
      asked(
        ['Долг на начало', 'Оплачено', 'Долг на конец'],
        [
          [3, 2, 1],
          [4, 2, 2],
        ],
      ),
    ).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
  });
});

describe('balances of several days', () => {
  const days = ['Долг на 01.01.2024', 'Долг на 01.01.2026', 'Долг на 01.01.2025'];
  it('the latest is that of today; which one it is is asked', () => {
    expect(asked(days, [[1, 2, 3]])).toEqual([[null, 'debt', null], 'debt: 1']);
    expect(asked(['Сальдо на 01.01.2025', 'Итого на 01.01.2026', 'Долг'], [[1, 2, 3]])).toEqual([
      [null, 'signedDebt', null],
      'debt: 1',
    ]);
    expect(asked(['Переплата на 01.01.2026', 'Переплата на 01.01.2025'], [[1, 2]])).toEqual([
      ['credit', null],
      'debt: 0',
    ]);
  });
  it('charges and payments up to a day are no balances', () => {
    const titles = ['Начислено на 01.01.2025', 'Оплачено на 01.01.2026', 'Долг'];
    expect(
      asked(titles, [
        [100, 50, 50],
        [100, 40, 60],
      ]),
    ).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
  });
  it('of one day are what their titles say', () => {
    expect(asked(['Долг на 01.01.2026', 'Итого'], [[1, 2]])).toEqual([[null, 'debt'], 'debt: 1']);

    expect(asked(['Долг на 01.01.2026', 'Переплата на 01.01.2026'], [[1, 2]])).toEqual([['debt', 'credit'], null]);
  });
  it('the last before a turnover goes into it', () => {
    const titles = [
      'Долг на начало',
      'Долг на 01.01.2025',
      'Долг на 01.01.2024',
      'Долг на 01.01.2023',
      'Начислено',
      'Оплачено',
      'Долг на 01.01.2026',
    ];
    const rows = [
      [1, 10, 77, 5, 100, 50, 60],
      [1, 20, 77, 5, 100, 50, 70],
    ];
    expect(decided(titles, rows).check).toEqual({ plus: [1, 4], minus: [5], total: [6] });
    expect(asked(titles, rows)[0][6]).toBe('debt');
    const turned = (row: Value[]) => [row[1]!, row[0]!, ...row.slice(2)];
    expect(decided(turned(titles) as string[], rows.map(turned)).check).toMatchObject({ plus: [0, 4] });
  });
});

describe('a debit and a credit at the end', () => {
  const titles = ['Сальдо на конец / Дебет', 'Сальдо на конец / Кредит'];
  it('are debts and advances together', () => {
    expect(
      asked(titles, [
        [1, null],
        [null, 2],
      ]),
    ).toEqual([['debt', 'credit'], null]);
    expect(
      asked(
        ['Долг на конец', 'Переплата на конец'],
        [
          [1, null],
          [null, 2],
        ],
      ),
    ).toEqual([['debt', 'credit'], null]);
    expect(asked([titles[0]!, 'Сальдо на конец'], [[1, 2]])).toEqual([['debt', null], 'debt: 0']);
  });
  it('are proved by their turnover', () => {
    const whole = ['Сальдо на начало / Дебет', 'Сальдо на начало / Кредит', 'Обороты / Дебет', 'Обороты / Кредит'];
    const rows = [
      [10, 0, 100, 50, 60, 0],
      [0, 20, 0, 10, 0, 30],
    ];
    const { fields, question, check } = decided([...whole, ...titles], rows);
    expect(fields).toEqual({ 0: null, 1: null, 2: null, 3: null, 4: 'debt', 5: 'credit' });
    expect(check).toEqual({ plus: [0, 2, 5], minus: [1, 3], total: [4] });
    expect(question).toMatchObject({
      kind: 'debt',
      prepared: '4+5',
      sure: true,
      text: 'Долг на сегодня — «Сальдо на конец / Дебет» и «Сальдо на конец / Кредит»?',
    });
    expect(question!.options.map(({ value, sumKopecks }) => [value, sumKopecks])).toEqual([
      ['4+5', -3_000],
      ['none', 0],
    ]);
    const wrong = rows.map((row) => [...row.slice(0, 4), row[4]! + 1, row[5]!]);
    expect(decided([...whole, ...titles], wrong)).toMatchObject({ check: null, question: { sure: false, proof: [] } });
  });
  it('are proved by charges or payments alone too, in nine rows of ten', () => {
    const nine = (row: Value[], other: Value[]) => [...Array.from({ length: 9 }, () => row), other];
    expect(asked(['Обороты / Дебет', ...titles], nine([60, 60, 0], [5, 6, 0]))[1]).toBe('debt: 1+2, sure');
    expect(asked(['Обороты / Кредит', ...titles], nine([10, 0, 10], [5, 0, 6]))[1]).toBe('debt: 1+2, sure');
    expect(decided(['Обороты / Дебет', ...titles], nine([60, 60, 0], [5, 6, 0])).check).not.toBeNull();
  });
  it('stand beside a third balance, which may be the one', () => {
    expect(asked([...titles, 'Сальдо на конец'], [[1, null, 1]])).toEqual([['debt', 'credit', null], 'debt: 0+1']);
    expect(decided([...titles, 'Сальдо на конец'], [[1, null, 1]]).question!.options).toHaveLength(3);
  });
  it('advances of their own are not added', () => {
    expect(asked([...titles, 'Аванс'], [[1, null, 5]])).toEqual([['debt', 'credit', null], null]);
  });
});
