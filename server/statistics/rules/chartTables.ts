// What charts and the pivot show, as tables of a file. Pure.
import {
  chartTables,
  type PivotLine,
  type PivotReply,
  type PivotShape,
  type StatCharts,
  type StatTable,
} from '../../../contract/statistics.ts';
import type { FigureTable } from './tables.ts';

export type ChartTable = (typeof chartTables)[number];
export const isOfChart = (table: StatTable): table is ChartTable =>
  (chartTables as readonly StatTable[]).includes(table);

const number = (title: string) => ({ title, kind: 'number' as const });
const money = (title: string) => ({ title, kind: 'money' as const });

/** A table of one chart. */
export function chartTable(charts: StatCharts, table: ChartTable): FigureTable {
  const counted = (
    title: string,
    of: string,
    rows: readonly { name: string; count: number | null }[],
    what = 'Переоформлений',
  ): FigureTable => ({
    title,
    columns: [{ title: of }, number(what)],
    rows: rows.map((row) => [row.name, row.count]),
  });
  switch (table) {
    case 'statuses':
      return counted('По состояниям', 'Состояние', charts.statuses);
    case 'reasons':
      return counted('По основаниям', 'Основание', charts.reasons);
    case 'terms':
      return {
        title: 'Сроки по МО',
        columns: [{ title: 'МО' }, number('Дней, медиана'), number('Завершено')],
        rows: charts.terms.map((row) => [row.name, row.days, row.count]),
      };
    case 'papers':
      return {
        title: 'По видам и ПО',
        columns: [{ title: 'ПО' }, { title: 'Вид документа' }, number('Действующих документов')],
        rows: charts.papers.map((row) => [row.po.name, row.type.name, row.count]),
      };
    case 'people':
      return {
        title: 'Кто работал',
        columns: [{ title: charts.grain === 'week' ? 'Неделя с' : 'Месяц с', kind: 'date' }, number('Человек')],
        rows: charts.people.map((row) => [row.at, row.count]),
      };
    case 'members':
      return counted('Членство в ВОА', 'Членство', charts.members, 'Человек');
    case 'lacks':
      return counted('Чего не хватает', 'Чего нет', charts.lacks, 'Человек');
    case 'privileges':
      return {
        title: 'Льготы',
        columns: [{ title: 'Льгота' }, { title: 'Человек' }],
        rows: charts.privileges.map((row) => [row.name, row.count === null ? 'меньше 5' : String(row.count)]),
      };
    case 'quality':
      return {
        title: 'Порядок в данных',
        columns: [{ title: 'Где' }, number('Из 100'), number('Людей'), number('Гаражей')],
        rows: charts.quality.map((row) => [row.name, row.score, row.people, row.garages]),
      };
    case 'types':
      return counted('Гаражи по типам', 'Тип', charts.types, 'Гаражей');
    case 'states':
      return counted('Гаражи по состоянию', 'Состояние', charts.states, 'Гаражей');
  }
}

const MONTHS = 'Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь'.split(' ');
const heads = { region: 'Регион', mo: 'МО', po: 'ПО', kind: 'Вид' } as const;

/** The pivot as it stands on the screen: rows, columns, the whole of both; rows told by kinds have their own sum after them. */
export function pivotTable(pivot: Omit<PivotReply, 'period'>, { side, rows, columns }: PivotShape): FigureTable {
  const isSplit = pivot.kinds.length > 0;
  const sums = ({ cells, kopecks }: Pick<PivotLine, 'cells' | 'kopecks'>) => [
    ...cells.map((cell) => cell.kopecks),
    kopecks,
  ];
  const told = (name: string, line: Pick<PivotLine, 'cells' | 'kopecks'>, kinds: readonly PivotLine[]) =>
    isSplit
      ? [...kinds.map((kind) => [name, kind.name, ...sums(kind)]), [name, 'Всего', ...sums(line)]]
      : [[name, ...sums(line)]];
  const nameOf = (key: string, name: string) => (columns === 'kind' ? name : periodWord(key));
  return {
    title: `Сводная, ${side === 'charged' ? 'начислено' : 'оплачено'}`,
    columns: [
      { title: heads[rows] },
      ...(isSplit ? [{ title: heads.kind }] : []),
      ...pivot.columns.map(({ key, name }) => money(`${nameOf(key, name)}, ₽`)),
      money('Всего, ₽'),
    ],
    rows: [
      ...pivot.rows.flatMap((row) => told(row.name, row, row.kinds)),
      ...told('Всего', { cells: pivot.columns, kopecks: pivot.kopecks }, pivot.kinds),
    ],
  };
}

/** «Март 2026» of `2026-03`, «1 кв. 2026» of `2026-1`, a year as it is. */
function periodWord(key: string): string {
  if (key.length === 4) return key;
  const [year, nth] = key.split('-');
  return key.length === 6 ? `${nth} кв. ${year}` : `${MONTHS[Number(nth) - 1]} ${year}`;
}
