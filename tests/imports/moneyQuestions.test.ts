// One column of money: what it is taken for, and whether a person is asked what a minus in it means.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';

const people = ['Иванов Иван Ильич', 'Петров Пётр Ильич', 'Сидоров Олег Ильич'];

/** Field of the last column, and what is asked with the answer prepared. */
async function asked(titles: string[], sums: number[][], totals: CellValue[][] = []) {
  const rows = people.map((name, at): CellValue[] => [at + 1, name, ...sums[at]!]);
  const sheet = { name: 'Лист', rows: [['№ гаража', 'ФИО', ...titles], ...rows, ...totals] };
  const bytes = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  const { layout, questions } = await proposeLayout(await readWorkbook(bytes, 'a.xlsx'));
  const field = layout.tables[0]!.columns.at(-1)!.field;
  return [field, questions.map(({ kind, prepared, sure }) => `${kind}: ${prepared}${sure ? ', sure' : ''}`)];
}
const PLUS = [[100], [200], [-300]];
const MINUS = [[-100], [-200], [300]];

describe('what a minus means', () => {
  it.each([
    ['Долг', 'debt'],
    ['Задолженность', 'debt'],
    ['Итого', 'debt'],
    ['Долг на конец года', 'debt'],
    ['Сальдо на конец, дебет', 'debt'],
    ['Остаток, Дт', 'debt'],
    ['Сальдо на конец, кредит', 'credit'],
    ['Переплата', 'credit'],
    ['Долг (+) / переплата (-)', 'signedDebt'],
    ['Переплата (+), долг (-)', 'balance'],
  ])('«%s» says it: nobody is asked', async (title, field) => {
    expect(await asked([title], PLUS)).toEqual([field, []]);
    expect(await asked([title], MINUS)).toEqual([field, []]);
  });

  it.each(['Сальдо', 'Баланс', 'Сальдо на конец', 'Остаток на конец года'])(
    '«%s» does not say it: it is asked, what most rows say is prepared',
    async (title) => {
      expect(await asked([title], PLUS)).toEqual(['signedDebt', ['sign: plus']]);
      expect(await asked([title], MINUS)).toEqual(['balance', ['sign: minus']]);
    },
  );

  it('is asked beside rows that say something, in their order', async () => {
    const sums = [null, null, null, 100, null, 200, null, -300, 400, 500, null];
    const rows = sums.map((sum, at): CellValue[] => [at + 1, `Иванов ${'Абвгдежзикл'[at]!}. И.`, sum]);
    const sheet = { name: 'Лист', rows: [['№ гаража', 'ФИО', 'Сальдо'], ...rows] };
    const bytes = Buffer.from(await writeXlsx({ sheets: [sheet] }));
    const { questions } = await proposeLayout(await readWorkbook(bytes, 'a.xlsx'));
    const [question] = questions;
    expect(question!.samples.map(({ row, cells }) => [row, cells.at(-1)])).toEqual([
      [5, '100'],
      [7, '200'],
      [9, '-300'],
      [10, '400'],
      [11, '500'],
    ]);
  });

  it('rows of totals are nobody’s sums: they weigh nothing in it', async () => {
    const totals = [
      [null, 'Итого по линии', -100],
      [null, 'Всего', -100],
    ];
    expect(await asked(['Сальдо'], PLUS, totals)).toEqual(['signedDebt', ['sign: plus']]);
  });

  it('of a debt or an advance under one title it is asked', async () => {
    for (const title of ['Долг/переплата', 'Долг/переплата на конец года'])
      expect([title, ...(await asked([title], PLUS))]).toEqual([title, 'signedDebt', ['sign: plus']]);
  });

  it('of what stood at the beginning it is asked first whether that is the debt of today', async () => {
    for (const title of ['Сальдо на начало', 'Долг/переплата на начало года'])
      expect([title, ...(await asked([title], PLUS))]).toEqual([title, 'signedDebt', ['debt: 2']]);
  });

  it('where the sums of the rows prove it, what was found is only shown', async () => {
    const titles = ['Начислено', 'Оплачено', 'Сальдо на конец'];
    const owed = [
      [100, 40, 60],
      [100, 100, 0],
      [100, 120, -20],
    ];
    expect(await asked(titles, owed)).toEqual(['signedDebt', ['debt: 4, sure']]);
    const held = owed.map(([charged, paid, rest]) => [charged!, paid!, -rest!]);
    expect(await asked(titles, held)).toEqual(['balance', ['debt: 4, sure']]);
  });

  it('in a debt and an advance of two columns there is no minus to ask about', async () => {
    const sums = [
      [100, 0],
      [0, 50],
      [5, 0],
    ];
    expect(await asked(['Долг', 'Переплата'], sums)).toEqual(['credit', []]);
  });
});
