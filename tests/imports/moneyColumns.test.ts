// Which columns of a table are the debt of today: what titles give, what sums over the rows prove, what is asked of a person.
import { describe, expect, it } from 'vitest';
import type { ImportField } from '../../contract/importFields.ts';
import { asked, column, decided, type Value } from './moneyTable.ts';

describe('columns of money', () => {
  it('are those of such titles; the rest is left alone', () => {
    expect(decided(['№ гаража', 'ФИО', 'Примечание'], [['1', 'Иванов', 'Долг']])).toEqual({
      fields: {},
      question: null,
      check: null,
    });
    expect(decided(['№ гаража', 'Долг'], [[1, 100]])).toEqual({ fields: { 1: 'debt' }, question: null, check: null });
  });
  it('are not those taken by something else, hidden, or of another table beside', () => {
    const titles = ['Долг', 'Долг'];
    const rows = [[100, 200]];
    expect(decided(titles, rows, {}, [0]).fields).toEqual({ 1: 'debt' });
    expect(decided(titles, rows, { hidden: [true, false] }).fields).toEqual({ 1: 'debt' });
    expect(decided(titles, rows, { hidden: [false, true] }).fields).toEqual({ 0: 'debt' });
    expect(decided(titles, rows, { firstColumn: 1 }).fields).toEqual({ 1: 'debt' });
    expect(decided(titles, rows, { lastColumn: 0 }).fields).toEqual({ 0: 'debt' });
    expect(decided(titles, rows, { hidden: [true, true] }).fields).toEqual({});
  });
  it('hold sums in half of their filled cells at least; an empty one holds nothing else', () => {
    const fieldsOf = (...values: Value[]) => decided(['Долг'], column(...values)).fields;
    expect(fieldsOf(100, 'платит', null, '-')).toEqual({ 0: 'debt' });
    expect(fieldsOf(100, 'платит', 'не платит', 'нет')).toEqual({});
    expect(fieldsOf('долг 100', 'платит')).toEqual({ 0: 'debt' });
    expect(fieldsOf(null, 'нет', '-')).toEqual({ 0: 'debt' });
    expect(fieldsOf(new Date(), new Date(), 100)).toEqual({});
    expect(decided(['Долг'], []).fields).toEqual({ 0: 'debt' });
  });
  it('of charges or of payments alone are no debt: nothing is loaded and nothing asked', () => {
    expect(asked(['Начислено'], [[100], [200]])).toEqual([[null], null]);
    expect(asked(['Оплачено', 'Пени'], [[100, 1]])).toEqual([[null, null], null]);
    expect(decided(['Начислено'], [[100]])).toEqual({ fields: { 0: null }, question: null, check: null });
    expect(asked(['Начислено / 2024', 'Начислено / Всего'], column(100, 200))).toEqual([[null, null], null]);
  });
});

describe('one column', () => {
  const plus = column(100, 200, -300);
  const minus = column(-100, -200, 300);
  it.each([
    ['Долг', 'debt'],
    ['Итого', 'debt'],
    ['Долг на конец года', 'debt'],
    ['Сальдо / Дебет', 'debt'],
    ['Сальдо / Кредит', 'credit'],
    ['Сальдо на конец / Кредит', 'credit'],
    ['Переплата', 'credit'],
    ['Переплата на конец года', 'credit'],
    ['Аванс / 2024', 'credit'],
    ['Долг (+)', 'signedDebt'],
    ['Переплата (+)', 'balance'],
    ['Долг (-) на конец', 'balance'],
    ['Долг за 2024', 'debt'],
    ['Долг по кредиту', 'debt'],
  ])('«%s» is %s, unasked', (title, field) => {
    expect(asked([title], plus)).toEqual([[field], null]);
    expect(asked([title], minus)).toEqual([[field], null]);
  });
  it.each(['Сальдо', 'Баланс', 'Сальдо на конец'])('«%s» is asked what a minus means', (title) => {
    expect(asked([title], plus)).toEqual([['signedDebt'], 'sign: plus']);
    expect(asked([title], minus)).toEqual([['balance'], 'sign: minus']);
    // As many of both, zeroes and words aside: a minus is a debt, as it mostly is in books.
    expect(asked([title], column(100, -200, 0, 'нет'))).toEqual([['balance'], 'sign: minus']);
    expect(asked([title], column(100, -200, 'должен'))).toEqual([['balance'], 'sign: minus']);
    expect(asked([title], column(0.5, 0.5, -200))).toEqual([['signedDebt'], 'sign: plus']);
    expect(asked([title], column(1, 2, -5, '−7', '-8'))).toEqual([['balance'], 'sign: minus']);
    expect(asked([title], column('1,5', '2 000 руб.', -5))).toEqual([['signedDebt'], 'sign: plus']);
  });
  it('the other columns of money stay out of the answer', () => {
    const { question } = decided(['Сальдо', 'Пени'], [[1, 2]]);
    expect(question!.options.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['balance', null],
      ['signedDebt', null],
      [null, null],
    ]);
  });
  it('«Долг/переплата» too', () => {
    expect(asked(['Долг/переплата'], minus)).toEqual([['signedDebt'], 'sign: plus']);
  });
  it('the question of a minus in full', () => {
    const { question } = decided(
      ['№', 'Сальдо'],
      [
        ['1', 100],
        ['2', 200],
      ],
    );
    const way = (value: string, label: string, field: ImportField | null, sumKopecks: number | null) => ({
      value,
      label,
      fields: [{ table: 3, index: 1, field }],
      sumKopecks,
    });
    expect(question).toEqual({
      kind: 'sign',
      table: 3,
      text: '«Сальдо»: что значит минус?',
      proof: [],
      sure: false,
      prepared: 'plus',
      options: [
        way('minus', 'Минус — долг, плюс — переплата', 'balance', null),
        way('plus', 'Плюс — долг, минус — переплата', 'signedDebt', null),
        way('none', 'Долги не загружать', null, 0),
      ],
      columns: [{ index: 1, title: 'Сальдо' }],
    });
  });
  it('at the beginning of a year is asked whether it is the debt of today', () => {
    expect(asked(['Долг на начало года'], plus)).toEqual([['debt'], 'debt: 0']);
    expect(asked(['Аванс на начало года'], plus)).toEqual([['credit'], 'debt: 0']);
    expect(asked(['Сальдо на начало года'], plus)).toEqual([['signedDebt'], 'debt: 0']);
    expect(decided(['Долг на начало'], column(100)).question).toMatchObject({
      text: 'Долг на сегодня — «Долг на начало»?',
      proof: [],
      options: [
        { value: '0', label: '«Долг на начало»', sumKopecks: -10_000 },
        { value: 'none', label: 'Долги не загружать', sumKopecks: 0, fields: [{ table: 3, index: 0, field: null }] },
      ],
    });
  });
});

describe('advances', () => {
  it('stand beside the debt in every answer', () => {
    expect(asked(['Долг', 'Аванс'], [[100, 50]])).toEqual([['debt', 'credit'], null]);
    expect(asked(['Аванс', 'Долг на конец'], [[100, 50]])).toEqual([['credit', 'debt'], null]);
    const { question } = decided(['Долг', 'Итого', 'Аванс'], [[100, 50, 7]]);
    expect(question!.options.map(({ value, sumKopecks }) => [value, sumKopecks])).toEqual([
      ['1', -4_300],
      ['0', -9_300],
      ['none', 0],
    ]);
    expect(question!.options[0]!.fields.map(({ field }) => field)).toEqual([null, 'debt', 'credit']);
  });
  it('are not added to a debt with a sign of its own', () => {
    expect(asked(['Долг (+)', 'Аванс'], [[100, 50]])).toEqual([['signedDebt', null], null]);
    expect(asked(['Сальдо', 'Аванс'], column(-5, 6))[0]).toEqual(['balance', null]);
  });
  it('of a debit are none', () => {
    expect(asked(['Дебет / Аванс'], [[100]])).toEqual([[null], null]);
  });
  it('of several columns are added by a person alone', () => {
    const rows = [
      [1, 2, 4],
      [10, 20, 40],
    ];
    expect(asked(['Переплата 2024', 'Переплата 2025'], rows)).toEqual([['credit', 'credit'], 'debt: 0']);
    expect(decided(['Переплата 2024', 'Переплата 2025'], rows).question!.options[0]).toMatchObject({
      label: 'Сложить: «Переплата 2024», «Переплата 2025»',
      sumKopecks: 3_300,
    });
    expect(asked(['Переплата / 2024', 'Долг', 'Переплата / 2025'], rows)).toEqual([
      ['credit', 'debt', 'credit'],
      'debt: 1',
    ]);
    expect(decided(['Переплата / 2024', 'Долг', 'Аванс'], rows).question!.text).toBe(
      'Долг на сегодня — «Долг», переплаты «Переплата / 2024», «Аванс»?',
    );
    expect(asked(['Долг 2024', 'Аванс 2024', 'Аванс 2025'], rows)).toEqual([
      ['debt', 'credit', 'credit'],
      'years: years',
    ]);
  });
  it('are not added to one another unasked', () => {
    expect(asked(['Сальдо / Кредит', 'Аванс'], [[1, 2]])).toEqual([['credit', 'credit'], 'debt: 0']);
    const rows = [
      [100, 50, 50, 1, 9],
      [100, 40, 60, 2, 9],
    ];
    expect(asked(['Начислено', 'Оплачено', 'Долг', 'Аванс 2024', 'Аванс 2025'], rows)).toEqual([
      [null, null, 'debt', 'credit', 'credit'],
      'debt: 2',
    ]);
    const { question } = decided(['Долг (+)', 'Долг', 'Аванс 2024', 'Аванс 2025'], [[1, 2, 3, 5]]);
    expect(question!.options.map(({ label }) => label)).toEqual([
      '«Долг (+)»',
      '«Долг», переплаты «Аванс 2024», «Аванс 2025»',
      'Долги не загружать',
    ]);
  });
  it('are those of the column that is proved to be all of them', () => {
    const rows = [
      [100, 1, 2, 3],
      [200, 10, 20, 30],
    ];
    expect(asked(['Долг', 'Аванс 2024', 'Аванс 2025', 'Итого аванс'], rows)).toEqual([
      ['debt', null, null, 'credit'],
      null,
    ]);
  });
});

describe('no balance at all', () => {
  it('can be counted of charges and payments, if a person says so', () => {
    const { fields, question, check } = decided(
      ['Начислено', 'Оплачено'],
      [
        [100, 30],
        [50, 80],
      ],
    );
    expect([fields, check]).toEqual([{ 0: 'signedDebt', 1: 'balance' }, null]);
    expect(question).toMatchObject({
      kind: 'debt',
      prepared: 'count',
      sure: false,
      text: 'Долг на сегодня — Посчитать: «Начислено» − «Оплачено»?',
    });
    expect(question!.options.map(({ value, sumKopecks }) => [value, sumKopecks])).toEqual([
      ['count', -4_000],
      ['none', 0],
    ]);
  });
  it('with what stood at the beginning, or that alone', () => {
    const titles = ['Долг на начало', 'Начислено / 2024', 'Начислено / 2025', 'Оплачено', 'Внесено'];
    const { question } = decided(titles, [[10, 100, 100, 30, 20]]);
    expect(question).toMatchObject({ prepared: 'count', text: 'Два столбца похожи на долг: какой из них на сегодня?' });
    expect(question!.options.map(({ value, label, sumKopecks }) => [value, label, sumKopecks])).toEqual([
      [
        'count',
        'Посчитать: «Долг на начало» + «Начислено / 2024» + «Начислено / 2025» − «Оплачено» − «Внесено»',
        -16_000,
      ],
      ['0', '«Долг на начало»', -1_000],
      ['none', 'Долги не загружать', 0],
    ]);
    expect(question!.options[1]!.fields.map(({ field }) => field)).toEqual(['debt', null, null, null, null]);
  });
  it('with what stood at the beginning of either side alone', () => {
    expect(asked(['Долг на начало', 'Оплачено'], [[10, 2]])).toEqual([['signedDebt', 'balance'], 'debt: count']);
    expect(decided(['Долг на начало', 'Начислено'], [[10, 2]]).question!.options).toMatchObject([
      { value: 'count', label: 'Посчитать: «Долг на начало» + «Начислено»', sumKopecks: -1_200 },
      { value: '0', sumKopecks: -1_000 },
      { value: 'none' },
    ]);
  });
  it('is not counted beside one that may be it', () => {
    expect(asked(['Начислено', 'Оплачено', 'Аванс'], [[1, 2, 3]])).toEqual([[null, null, 'credit'], null]);
    expect(
      decided(
        ['Долг на начало', 'Итого'],
        [
          [1, 1],
          [2, 2],
        ],
      ).check,
    ).toBeNull();
    expect(decided(['Начислено', 'Оплачено', 'Долг'], [[1, 2, 3]]).question).toBeNull();
    expect(asked(['2024', 'Начислено', 'Оплачено'], [[1, 2, 3]])[1]).toBe('debt: years');
  });
});

describe('several that look like it', () => {
  it('stand by what their titles promise', () => {
    const titles = ['Сальдо на начало', 'Сальдо', 'Долг', 'Долг / 2024', 'Долг (+)', 'Итого', 'Сальдо на конец'];
    const { question } = decided(titles, [[1, 2, 3, 4, 5, 6, 7]]);
    expect(question!.options.map(({ value }) => value)).toEqual(['6', '5', '4', 'years', '2', '1', '0', 'none']);
    expect(question).toMatchObject({ kind: 'debt', prepared: '6', sure: false });
    expect(question!.text).toBe('7 столбцов похожи на долг: какой из них на сегодня?');
  });
  it.each([
    [['Долг', 'Итого'], 'Два столбца похожи'],
    [['Долг', 'Итого', 'Сальдо'], 'Три столбца похожи'],
    [['Долг', 'Итого', 'Сальдо', 'Баланс'], 'Четыре столбца похожи'],
    [['Долг', 'Итого', 'Сальдо', 'Баланс', 'Остаток'], '5 столбцов похожи'],
  ])('%j: %s', (titles, text) => {
    expect(decided(titles, [titles.map((_, at) => at)]).question!.text).toBe(
      `${text} на долг: какой из них на сегодня?`,
    );
  });
  it('of two that are both proved the first stands; one that is not is asked about', () => {
    const titles = ['Начислено', 'Оплачено', 'Долг', 'Сальдо на конец'];
    const sums = (last: number) => [
      [100, 50, 50, last],
      [100, 40, 60, last + 10],
    ];
    expect(asked(titles, sums(50))).toEqual([[null, null, null, 'signedDebt'], 'debt: 3, sure']);
    expect(asked(titles, sums(70))).toEqual([[null, null, 'debt', null], 'debt: 2']);
  });
  it('a balance proved is shown as sure beside its years, asked beside another one', () => {
    expect(
      asked(
        ['2024', '2025', 'Сальдо'],
        [
          [1, 2, 3],
          [2, 2, 4],
        ],
      ),
    ).toEqual([[null, null, 'signedDebt'], 'debt: 2, sure']);
    const sums = [
      [100, 50, 50, 50],
      [100, 40, 60, 60],
    ];
    expect(asked(['Начислено', 'Оплачено', 'Сальдо', 'Остаток'], sums)[1]).toBe('debt: 2');
    expect(asked(['Начислено', 'Оплачено', 'Сальдо', 'Долг'], sums)[1]).toBe('debt: 3, sure');
    expect(
      asked(
        ['Долг на начало', 'Долг / 2024', 'Итого'],
        [
          [1, 2, 3],
          [4, 5, 9],
        ],
      )[1],
    ).toBe('debt: 2, sure');
  });
  it('years of which not all speak of a debt come after a debt', () => {
    expect(asked(['Долг / 2024', '2025', 'Долг'], [[1, 2, 3]])[1]).toBe('debt: 2');
    expect(asked(['Долг / 2024', 'Долг / 2025', 'Долг'], [[1, 2, 4]])[1]).toBe('debt: years');
  });
  it('the sum of a short row is that of its cells', () => {
    expect(decided(['Долг', 'Итого'], [[1], [2, 3]]).question!.options.map(({ sumKopecks }) => sumKopecks)).toEqual([
      -300, -300, 0,
    ]);
  });
});
