// What charts, the pivot and debts show, as tables of a file: titles, columns and rows as they stand on the screen.
import { describe, expect, it } from 'vitest';
import type { AgeingReply } from '../../contract/balance.ts';
import type {
  DebtorRow,
  LogRow,
  MoneyRow,
  PivotLine,
  PivotShape,
  StatCharts,
  StatReply,
} from '../../contract/statistics.ts';
import { chartTable, pivotTable, type ChartTable } from '../../server/statistics/rules/chartTables.ts';
import { ageTable, debtorTable } from '../../server/statistics/rules/debtTables.ts';
import { figureTable, type FigureTable } from '../../server/statistics/rules/tables.ts';

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

describe('figures of a tab', () => {
  const count = { now: 10, before: 4, year: 5 };
  const reply = {
    against: 'year',
    before: { from: '2026-10-01', to: '2026-10-31' },
    year: { from: '2025-11-01', to: '2025-11-30' },
    count,
    rows: [
      { what: 'po', key: '7', name: 'КАС № 7', count: 6, was: 2 },
      { what: 'po', key: '', name: '', count: 3, was: 0 },
      { what: 'month', key: '2026-11', name: 'Ноябрь 2026', count: 10, was: null },
      { what: 'verb', key: 'garage.update', name: 'Изменён', count: 9, was: 1 },
    ] as LogRow[],
    series: [{ at: '2026-11-02', count: 8, was: 3 }],
    users: [{ key: '5', name: 'Петров П. П.', count: 7 }],
    hours: [{ weekday: 7, hour: 23, count: 1 }],
    money: null,
  } as unknown as StatReply;
  const year = 'было 01.11.2025 – 30.11.2025';

  it.each<[Parameters<typeof figureTable>[1], unknown[]]>([
    ['po', ['По ПО', ['ПО', 'Действий', year], ['КАС № 7', 6, 2], ['Без ПО', 3, 0], ['Всего', 10, 5]]],
    ['month', ['По месяцам', ['Месяц', 'Действий', year], ['2026-11', 10, null], ['Всего', 10, 5]]],
    ['kind', ['По видам', ['Действие', 'Действий', year], ['Изменён', 9, 1], ['Всего', 10, 5]]],
    ['series', ['По дням', ['С какого дня', 'Действий', year], ['2026-11-02', 8, 3]]],
    ['users', ['По пользователям', ['Пользователь', 'Действий'], ['Петров П. П.', 7]]],
    ['hours', ['По часам', ['День недели', 'Час, МСК', 'Действий'], ['Вс', 23, 1]]],
  ])('%s of actions', (table, wanted) => expect(said(figureTable(reply, table))).toEqual(wanted));

  it('are held against the days before where these are asked for', () => {
    const [, columns, ...rows] = said(figureTable({ ...reply, against: 'before' }, 'kind'));
    expect(columns).toEqual(['Действие', 'Действий', 'было 01.10.2026 – 31.10.2026']);
    expect(rows.at(-1)).toEqual(['Всего', 10, 4]);
  });

  const row = (what: MoneyRow['what'], name: string, more: Partial<MoneyRow> = {}): MoneyRow => ({
    what,
    key: '2026-11',
    name,
    charged_kopecks: 200,
    charged_was_kopecks: 40,
    charged_lines: 1,
    paid_kopecks: 150,
    paid_was_kopecks: 30,
    paid_lines: 1,
    collected_kopecks: 100,
    collected_was_kopecks: 10,
    debt_kopecks: null,
    debt_before_kopecks: null,
    debtors: null,
    ...more,
  });
  const paid = {
    ...reply,
    money: {
      charged: { now: 600, before: 300, year: 120 },
      charged_lines: 3,
      paid: { now: 450, before: 200, year: 90 },
      paid_lines: 3,
      collected: { now: 300, before: 100, year: 60 },
      debt_kopecks: 900,
      debt_before_kopecks: 750,
      debtors: 4,
      rows: [
        row('po', 'КАС № 7', { debt_kopecks: 500, debt_before_kopecks: 450, debtors: 2 }),
        row('po', 'КАС № 8', { collected_kopecks: null }),
        row('po', 'КАС № 9', { charged_kopecks: 0, collected_kopecks: 0 }),
        row('month', 'Ноябрь 2026'),
        row('type', 'Членский взнос', { paid_kopecks: 1, paid_was_kopecks: 1 }),
        row('type', '', { charged_kopecks: 3 }),
        row('method', 'Касса', { charged_kopecks: 1, charged_was_kopecks: 1 }),
      ],
    },
  } as StatReply;
  const moneyHead = (first: string, was: string) => [
    first,
    'Начислено, ₽',
    `Начислено, ${was}, ₽`,
    'Оплачено, ₽',
    `Оплачено, ${was}, ₽`,
  ];

  it('of money by ПО: where it is not told how much was collected, or nothing was charged, there is no share', () => {
    expect(said(figureTable(paid, 'po'))).toEqual([
      'По ПО',
      [...moneyHead('ПО', year), 'Собираемость, %', 'Долг, ₽', 'Долг за период, ₽', 'Должников'],
      ['КАС № 7', 200, 40, 150, 30, 50, 500, 50, 2],
      ['КАС № 8', 200, 40, 150, 30, null, null, 0, null],
      ['КАС № 9', 0, 40, 150, 30, null, null, 0, null],
      ['Всего', 600, 120, 450, 90, 50, 900, 150, 4],
    ]);
  });

  it('of money by months, against the days before', () => {
    const before = 'было 01.10.2026 – 31.10.2026';
    expect(said(figureTable({ ...paid, against: 'before' }, 'month'))).toEqual([
      'По месяцам',
      [...moneyHead('Месяц', before), 'Собираемость, %'],
      ['2026-11', 200, 40, 150, 30, 50],
      ['Всего', 600, 300, 450, 200, 50],
    ]);
  });

  it('of money by kinds: a type is charged, a method is paid by, a share of neither is told', () => {
    expect(said(figureTable(paid, 'kind'))).toEqual([
      'По видам',
      moneyHead('Вид', year),
      ['Членский взнос', 200, 40, null, null],
      ['Без вида', 3, 40, null, null],
      ['Касса', null, null, 150, 30],
      ['Всего', 600, 120, 450, 90],
    ]);
  });

  it('of points, people and hours are counts beside money too', () => {
    expect(said(figureTable(paid, 'series'))).toEqual(said(figureTable(reply, 'series')));
    expect(said(figureTable(paid, 'users'))).toEqual(said(figureTable(reply, 'users')));
  });
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
