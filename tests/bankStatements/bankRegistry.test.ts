// Registries of a bank: which columns mean what, what is read from them and what is refused.
import { describe, expect, it } from 'vitest';
import { guessRegistry, readRegistry } from '../../server/bankStatements/rules/registry.ts';

describe('registries of a bank', () => {
  const cells = (text: string) => text.split('\n').map((line) => line.split(';'));
  it('columns by titles, the footer with the total', () => {
    const records = cells(
      'Дата;Лицевой счёт;ФИО;Сумма;Комиссия\n14.02.2026;1123000455;Петров Иван;4500,00;45,00\n=1;4500,00;45,00',
    );
    const layout = guessRegistry(records, 450_000);
    expect(layout).toEqual({ headerRows: 1, columns: { date: 0, account: 1, payer: 2, amount: 3, fee: 4 } });
    expect(readRegistry(records, layout, 450_000)).toMatchObject({
      sumKopecks: 450_000,
      feeKopecks: 4_500,
      problems: [],
    });
    expect(readRegistry(records, layout, 445_500).problems).toEqual([]);
    expect(readRegistry(records, layout, 1).problems[0]).toContain('не равна сумме документа');
  });
  it('columns by what stands in them when there is no head', () => {
    const records = cells(
      '1;14-02-2026;1123000455;Петров Иван;4500,00;4455,00\n2;14-02-2026;1123000463;Ли Анна;500,00;495,00',
    );
    const { headerRows, columns } = guessRegistry(records, 495_000);
    expect([headerRows, columns]).toEqual([0, { date: 1, account: 2, payer: 3, amount: 5, fee: null }]);
  });
  it('a total above the payments is no payment; blank lines are nothing; of two columns of one name the first counts', () => {
    const records = cells('Итого;;500,00\n;;\nЛС;Сумма;Сумма\n1123000455;400,00;1,00\n;;\n1123000463;100,00;1,00\n;;');
    const layout = guessRegistry(records, 50_000);
    expect(layout).toEqual({
      headerRows: 3,
      columns: { date: null, account: 0, payer: null, amount: 1, fee: null },
    });
    expect(readRegistry(records, layout, 50_000)).toMatchObject({
      rows: [{ accountNo: '1123000455' }, { accountNo: '1123000463' }],
      problems: [],
    });
  });
  it('a column is what three of five of its cells are; accounts are no sums, though all of them are figures', () => {
    const rows = (dates: number) =>
      Array.from({ length: 5 }, (_, nth) => `${nth < dates ? '14.02.2026' : 'вчера'};1123000455;10,00`).join('\n');
    expect(guessRegistry(cells(rows(3)), 5_000).columns).toMatchObject({ date: 0, account: 1, amount: 2 });
    expect(guessRegistry(cells(rows(2)), 5_000).columns.date).toBeNull();
    expect(guessRegistry(cells('1123000455;Ли\n1123000463;Ли'), 224_600_091_800).columns.amount).toBeNull();
  });
  it('names the first five rows that can not be read', () => {
    const layout = { headerRows: 0, columns: { date: null, account: null, payer: null, amount: 0, fee: null } };
    const wrong = (count: number) =>
      readRegistry([...cells('10,00'), ...Array.from({ length: count }, () => ['х'])], layout, 1000).problems.length;
    expect([wrong(4), wrong(5), wrong(6)]).toEqual([4, 5, 5]);
  });
  it('is of no more than 5 000 rows', () => {
    const layout = { headerRows: 0, columns: { date: null, account: null, payer: null, amount: 0, fee: null } };
    const problems = (count: number) =>
      readRegistry(
        Array.from({ length: count }, () => ['1,00']),
        layout,
        count * 100,
      ).problems;
    expect(problems(5_000)).toEqual([]);
    expect(problems(5_001)).toEqual(['В реестре больше 5 000 строк']);
  });
  it('a date that can not be read is a problem of its row, an empty one takes the day of the document', () => {
    const layout = { headerRows: 0, columns: { date: 0, account: 1, payer: null, amount: 2, fee: null } };
    const records = cells('14.01.26;1;10,00\n;2;10,00\nвчера;3;10,00\n31.02.2026;4;10,00');
    const registry = readRegistry(records, layout, 4000);
    expect(registry.rows.map((row) => row.onDate)).toEqual(['2026-01-14', null, null, null]);
    expect(registry.problems).toEqual([
      'Строка 3: дата «вчера» не читается',
      'Строка 4: дата «31.02.2026» не читается',
    ]);
  });
  it.each([
    ['Итого;;;1000,00', []],
    [';Всего: 1 000,00;;', []],
    ['ИТОГО платежей;2;;\nИтого сумма;;;1000,00', []],
    ['Итого;;;', []],
    ['Итого;;;999,00', ['Итог']],
    ['Всегодняев Иван;1123000463;;5,00', ['Сумма реестра']],
  ])('the total in words, «%s», is no payment', (footer, problems) => {
    const records = cells(
      `Плательщик;ЛС;Дата;Сумма\nПетров Иван;1123000455;14.02.2026;400,00\nЛи Анна;1123000463;14.02.2026;600,00\n${footer}`,
    );
    const layout = guessRegistry(records, 100_000);
    expect(layout.columns).toEqual({ date: 2, account: 1, payer: 0, amount: 3, fee: null });
    const read = readRegistry(records, layout, 100_000);
    expect(read.problems.map((text, nth) => text.slice(0, problems[nth]?.length))).toEqual(problems);
  });
  it('a wrong total, an unreadable sum, an empty file', () => {
    const layout = { headerRows: 0, columns: { date: null, account: 0, payer: null, amount: 1, fee: null } };
    expect(readRegistry(cells('1;10,00\n=1;11,00'), layout, 1000).problems[0]).toContain('Итог');
    expect(readRegistry(cells('1;х\n1;10'), layout, 1000).problems[0]).toContain('Строка 1: сумма «х» не читается');
    expect(readRegistry([], layout, 1000).problems).not.toEqual([]);
  });
});
