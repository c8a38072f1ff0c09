// Debts in a column of each year: added by a person, alone or beside their sum; those that only grow may be balances.
import { describe, expect, it } from 'vitest';
import { asked, decided, type Value } from './moneyTable.ts';

describe('debts by year', () => {
  const [one, two] = ['Долг / 2024', 'Долг / 2025'];
  const rows = [
    [100, 50],
    [10, 20],
  ];
  it('are added by a person, who is expected to', () => {
    const { fields, question } = decided([one, two], rows);
    expect(fields).toEqual({ 0: 'debt', 1: 'debt' });
    expect(question).toMatchObject({
      kind: 'years',
      text: 'Долг по годам в 2 столбцах: сложить годы?',
      proof: [],
      sure: true,
      prepared: 'years',
    });
    expect(question!.options.map(({ value, label, sumKopecks }) => [value, label, sumKopecks])).toEqual([
      ['years', 'Сложить годы: «Долг / 2024», «Долг / 2025»', -18_000],
      ['0', 'Только «Долг / 2024»', -11_000],
      ['1', 'Только «Долг / 2025»', -7_000],
      ['none', 'Долги не загружать', 0],
    ]);
    expect(question!.options[1]!.fields.map(({ field }) => field)).toEqual(['debt', null]);
  });
  it('of one year are loaded, unless no title speaks of a debt', () => {
    expect(asked([one], [[1]])).toEqual([['debt'], null]);
    expect(asked(['2024'], [[1]])).toEqual([['debt'], 'years: years']);
    expect(decided(['2024'], [[1]]).question).toMatchObject({
      text: 'Столбцы 2024 — это долги по годам?',
      options: [{ value: 'years', label: '«2024»' }, { value: '0' }, { value: 'none' }],
    });
    expect(asked(['2024', '2025'], rows)).toEqual([['debt', 'debt'], 'years: years']);
    expect(asked([one, '2025'], rows)).toEqual([['debt', 'debt'], 'years: years']);
    expect(decided(['2024', '2025'], rows).question!.text).toBe('Столбцы 2024, 2025 — это долги по годам?');
  });
  it('stand beside advances', () => {
    expect(asked([one, two, 'Аванс'], [[1, 2, 3]])).toEqual([['debt', 'debt', 'credit'], 'years: years, sure']);
    expect(asked([one, 'Аванс'], [[1, 2]])).toEqual([['debt', 'credit'], null]);
    expect(decided([one, two, 'Аванс'], [[1, 2, 3]]).question!.options[0]!.label).toBe(
      'Сложить годы: «Долг / 2024», «Долг / 2025»',
    );
  });
  it.each([
    // Five rows that grow, and whose years are of more than one.
    [5, 0, 0, false],
    [4, 0, 0, true],
    [19, 1, 0, false],
    [9, 1, 0, true],
    // A year alone says nothing; years that stay the same do not grow.
    [4, 0, 6, true],
    [5, 0, 6, false],
  ])('%d rows grow from year to year, %d do not, %d say one year: sure, %s', (grow, fall, single, sure) => {
    const grown: Value[][] = Array.from({ length: grow }, (_, at) => [100, at % 2 ? 100 : 150, 200]);
    const fallen: Value[][] = Array.from({ length: fall }, () => [100, 50, 200]);
    const alone: Value[][] = Array.from({ length: single }, () => [0, 0, 200]);
    const all = [...grown, ...fallen, ...alone];
    const titles = ['Долг / 2023', 'Долг / 2024', 'Долг / 2025'];
    expect(decided(titles, all).question!.sure).toBe(sure);
    // In whatever order the years stand.
    expect(
      decided(
        titles.toReversed(),
        all.map((row) => row.toReversed()),
      ).question!.sure,
    ).toBe(sure);
  });
  it('that grow only once, or of two years, may be balances', () => {
    const five = (...row: Value[]) => Array.from({ length: 5 }, () => row);
    expect(decided([one, two], five(100, 150)).question!.sure).toBe(false);
    expect(decided(['Долг / 2023', one, two], five(100, 200, 200)).question!.sure).toBe(false);
  });
  it('that stay the same are no balances at the end of each year', () => {
    expect(
      decided(
        [one, two],
        Array.from({ length: 6 }, () => [100, 100]),
      ).question!.sure,
    ).toBe(true);
  });
  it('with all of them beside: the sum is the debt, proved', () => {
    const titles = [one, two, 'Долг / Всего'];
    expect(
      asked(titles, [
        [1, 2, 3],
        [4, 5, 9],
      ]),
    ).toEqual([[null, null, 'debt'], 'debt: 2, sure']);
    expect(
      decided(titles, [
        [1, 2, 3],
        [4, 5, 9],
      ]).check,
    ).toEqual({ plus: [0, 1], minus: [], total: [2] });
    expect(
      asked(titles, [
        [1, 2, 30],
        [4, 5, 90],
      ]),
    ).toEqual([[null, null, 'debt'], 'debt: 2']);
    expect(
      decided(
        [one, two, 'Пени', 'Итого'],
        [
          [1, 2, 3, 6],
          [4, 5, 1, 10],
        ],
      ).check,
    ).toEqual({
      plus: [0, 1, 2],
      minus: [],
      total: [3],
    });
    expect(
      decided(
        ['Долг на начало', one, 'Итого'],
        [
          [1, 2, 3],
          [4, 5, 9],
        ],
      ).check,
    ).toEqual({
      plus: [0, 1],
      minus: [],
      total: [2],
    });
    expect(
      decided(
        [one, 'Итого'],
        [
          [1, 1],
          [4, 4],
        ],
      ).check,
    ).toBeNull();
  });
});
