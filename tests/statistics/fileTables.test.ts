// What charts, the pivot and debts show, as tables of a file: titles, columns and rows as they stand on the screen.
import { describe, expect, it } from 'vitest';
import type { AgeingReply } from '../../contract/balance.ts';
import type { DebtorRow, PivotLine, PivotShape, StatCharts } from '../../contract/statistics.ts';
import { chartTable, pivotTable, type ChartTable } from '../../server/statistics/rules/chartTables.ts';
import { ageTable, debtorTable } from '../../server/statistics/rules/debtTables.ts';
import type { FigureTable } from '../../server/statistics/rules/tables.ts';

const said = ({ title, columns, rows }: FigureTable) => [title, columns.map((column) => column.title), ...rows];
const of = (name: string, count: number | null) => ({ name, count });

describe('a chart', () => {
  const charts = {
    grain: 'month',
    statuses: [of('В работе', 2)],
    reasons: [of('Дарение', 3)],
    terms: [{ name: 'Невское МО', days: 12, count: 4 }],
    papers: [{ po: { name: 'КАС № 12-3' }, type: { name: 'Акт' }, count: 5 }],
    people: [{ at: '2026-11-01', count: 6 }],
    members: [of('Член ВОА', 7)],
    lacks: [of('Телефона', 8)],
    privileges: [of('Ветеран труда', null), of('Инвалид', 9)],
    quality: [{ name: 'Всё', score: 71.5, people: 10, garages: 11 }],
    types: [of('Кирпич', 12)],
    states: [of('В архиве', 13)],
  } as unknown as StatCharts;
  it.each<[ChartTable, unknown[]]>([
    ['statuses', ['По состояниям', ['Состояние', 'Переоформлений'], ['В работе', 2]]],
    ['reasons', ['По основаниям', ['Основание', 'Переоформлений'], ['Дарение', 3]]],
    ['terms', ['Сроки по МО', ['МО', 'Дней, медиана', 'Завершено'], ['Невское МО', 12, 4]]],
    ['papers', ['По видам и ПО', ['ПО', 'Вид документа', 'Действующих документов'], ['КАС № 12-3', 'Акт', 5]]],
    ['people', ['Кто работал', ['Месяц с', 'Человек'], ['2026-11-01', 6]]],
    ['members', ['Членство в ВОА', ['Членство', 'Человек'], ['Член ВОА', 7]]],
    ['lacks', ['Чего не хватает', ['Чего нет', 'Человек'], ['Телефона', 8]]],
    ['privileges', ['Льготы', ['Льгота', 'Человек'], ['Ветеран труда', 'меньше 5'], ['Инвалид', '9']]],
    ['quality', ['Порядок в данных', ['Где', 'Из 100', 'Людей', 'Гаражей'], ['Всё', 71.5, 10, 11]]],
    ['types', ['Гаражи по типам', ['Тип', 'Гаражей'], ['Кирпич', 12]]],
    ['states', ['Гаражи по состоянию', ['Состояние', 'Гаражей'], ['В архиве', 13]]],
  ])('%s', (table, wanted) => expect(said(chartTable(charts, table))).toEqual(wanted));

  it('of weeks says that they begin on that day', () =>
    expect(said(chartTable({ ...charts, grain: 'week' }, 'people'))[1]).toEqual(['Неделя с', 'Человек']));
});

describe('a pivot', () => {
  const line = (name: string, kopecks: number[], kinds: PivotLine[] = []) =>
    ({
      key: name,
      name,
      cells: kopecks.map((one) => ({ kopecks: one })),
      kopecks: kopecks.reduce((a, b) => a + b, 0),
      kinds,
    }) as unknown as PivotLine;
  const columns = (keys: string[], kopecks: number[]) =>
    keys.map((key, at) => ({ key, name: `имя ${key}`, kopecks: kopecks[at]! }));
  const pivot = (keys: string[], rows: PivotLine[], total: number[], kinds: PivotLine[] = []) =>
    ({ columns: columns(keys, total), rows, kinds, kopecks: total.reduce((a, b) => a + b, 0) }) as never;
  const shape = (more: Partial<PivotShape>) => ({ side: 'paid', rows: 'po', columns: 'month', ...more }) as PivotShape;

  it('names its months, quarters and years, or its kinds, and adds up both ways', () => {
    const rows = [line('КАС № 1', [100, 20]), line('КАС № 2', [3, 0])];
    expect(said(pivotTable(pivot(['2026-01', '2026-12'], rows, [103, 20]), shape({})))).toEqual([
      'Сводная, оплачено',
      ['ПО', 'Январь 2026, ₽', 'Декабрь 2026, ₽', 'Всего, ₽'],
      ['КАС № 1', 100, 20, 120],
      ['КАС № 2', 3, 0, 3],
      ['Всего', 103, 20, 123],
    ]);
    const heads = (keys: string[], more: Partial<PivotShape>) =>
      (
        said(
          pivotTable(
            pivot(
              keys,
              [],
              keys.map(() => 0),
            ),
            shape(more),
          ),
        ) as [string, string[]]
      ).slice(0, 2);
    expect(heads(['2026-4'], { side: 'charged', rows: 'region' })).toEqual([
      'Сводная, начислено',
      ['Регион', '4 кв. 2026, ₽', 'Всего, ₽'],
    ]);
    expect(heads(['2026'], { rows: 'mo' })[1]).toEqual(['МО', '2026, ₽', 'Всего, ₽']);
    expect(heads(['7'], { columns: 'kind', rows: 'kind' })[1]).toEqual(['Вид', 'имя 7, ₽', 'Всего, ₽']);
  });

  it('told by kinds has a row of each and the sum of all after them', () => {
    const kinds = [line('Земля', [60]), line('Членский', [43])];
    const rows = [
      line('КАС № 1', [100], [line('Земля', [60]), line('Членский', [40])]),
      line('КАС № 2', [3], [line('Членский', [3])]),
    ];
    expect(said(pivotTable(pivot(['2026-01'], rows, [103], kinds), shape({ split: 'kind' })))).toEqual([
      'Сводная, оплачено',
      ['ПО', 'Вид', 'Январь 2026, ₽', 'Всего, ₽'],
      ['КАС № 1', 'Земля', 60, 60],
      ['КАС № 1', 'Членский', 40, 40],
      ['КАС № 1', 'Всего', 100, 100],
      ['КАС № 2', 'Членский', 3, 3],
      ['КАС № 2', 'Всего', 3, 3],
      ['Всего', 'Земля', 60, 60],
      ['Всего', 'Членский', 43, 43],
      ['Всего', 'Всего', 103, 103],
    ]);
  });
});

describe('a debt', () => {
  it('by age, with the whole of it', () => {
    const ages = [
      { age: 0, debt_kopecks: 100, garages: 1 },
      { age: 4, debt_kopecks: 20, garages: 2 },
    ];
    const [title, columns, ...rows] = said(ageTable({ on: '2026-11-20', ages } as unknown as AgeingReply));
    expect([title, columns]).toEqual(['Возраст долга', ['Возраст, дней', 'Долг на 20.11.2026, ₽', 'Гаражей']]);
    expect(rows.map((row) => (row as unknown[]).slice(1))).toEqual([
      [100, 1],
      [20, 2],
      [120, 3],
    ]);
    expect((rows.at(-1) as unknown[])[0]).toBe('Всего');
  });

  it('garage by garage: those whose debt moved, and those who owe', () => {
    const row = (section: string, number: string, debt_before_kopecks: number, debt_kopecks: number) => ({
      po: { name: 'КАС № 1' },
      section,
      number,
      owners: [{ full_name: 'Петров П. П.' }, { full_name: 'Иванов И. И.' }],
      debt_before_kopecks,
      debt_kopecks,
    });
    const owed = {
      data: [row('А', '45', 100, 250), row('', '7', 30, 0)] as unknown as DebtorRow[],
      debt_before_kopecks: 130,
      debt_kopecks: 250,
    };
    const days = { from: '2026-11-01', to: '2026-11-20' };
    expect(said(debtorTable('movers', days, owed))).toEqual([
      'Чей долг изменился',
      ['ПО', 'Гараж', 'Владельцы', 'До 01.11.2026, ₽', 'На 20.11.2026, ₽', 'За период, ₽'],
      ['КАС № 1', 'А 45', 'Петров П. П., Иванов И. И.', 100, 250, 150],
      ['КАС № 1', '7', 'Петров П. П., Иванов И. И.', 30, 0, -30],
      ['Всего', null, null, 130, 250, 120],
    ]);
    expect(said(debtorTable('debtors', days, owed))[0]).toBe('Кто должен');
  });
});
