// Figures of a tab as tables of a file: what stands on the screen and what its charts show. Pure.
import type { chartTables, debtTables, StatReply, StatTable } from '../../../contract/statistics.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { FileColumn } from '../../kernel/cells.ts';

export interface FigureTable {
  title: string;
  columns: FileColumn[];
  /** Cells in the order of the columns: money in kopecks, days as `YYYY-MM-DD`, shares in whole per cent. */
  rows: unknown[][];
}

export type FigureCut = Exclude<StatTable, (typeof chartTables)[number] | (typeof debtTables)[number] | 'pivot'>;
const titles: Record<FigureCut, string> = {
  po: 'По ПО',
  month: 'По месяцам',
  kind: 'По видам',
  series: 'По дням',
  users: 'По пользователям',
  hours: 'По часам',
};
const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];
const money = (title: string): FileColumn => ({ title, kind: 'money' });
const number = (title: string): FileColumn => ({ title, kind: 'number' });
/** What has closed charges of what was charged; where nothing was charged there is no share. */
const share = (collected: number | null, charged: number) =>
  collected !== null && charged > 0 ? Math.round((collected / charged) * 100) : null;

/** The table of a reply; what it holds nothing of has its head alone. */
export function figureTable(reply: StatReply, table: FigureCut): FigureTable {
  const isMoney = reply.money !== null && (table === 'po' || table === 'month' || table === 'kind');
  return { title: titles[table], ...(isMoney ? moneyTable(reply, table) : countTable(reply, table)) };
}

/** «Было 01.02.2025 – 28.02.2025» */
const wasTitle = ({ against, year, before }: StatReply) => {
  const { from, to } = against === 'year' ? year : before;
  return `было ${formatDate(from)} – ${formatDate(to)}`;
};

function moneyTable(reply: StatReply, table: 'po' | 'month' | 'kind'): Omit<FigureTable, 'title'> {
  const all = reply.money!;
  const was = wasTitle(reply);
  const rows = all.rows.filter(({ what }) =>
    table === 'kind' ? what === 'type' || what === 'method' : what === table,
  );
  const total = reply.against === 'year' ? 'year' : 'before';
  const head = [
    { title: { po: 'ПО', month: 'Месяц', kind: 'Вид' }[table] },
    money('Начислено, ₽'),
    money(`Начислено, ${was}, ₽`),
    money('Оплачено, ₽'),
    money(`Оплачено, ${was}, ₽`),
  ];
  const sums = rows.map((row) => [
    row.what === 'month' ? row.key : row.name || 'Без вида',
    row.what === 'method' ? null : row.charged_kopecks,
    row.what === 'method' ? null : row.charged_was_kopecks,
    row.what === 'type' ? null : row.paid_kopecks,
    row.what === 'type' ? null : row.paid_was_kopecks,
  ]);
  const whole = ['Всего', all.charged.now, all.charged[total], all.paid.now, all.paid[total]];
  if (table === 'kind') return { columns: head, rows: [...sums, whole] };
  const shares = rows.map((row) => share(row.collected_kopecks, row.charged_kopecks));
  const columns = [...head, number('Собираемость, %')];
  const last = [...whole, share(all.collected.now, all.charged.now)];
  if (table === 'month') return { columns, rows: [...sums.map((row, nth) => [...row, shares[nth]]), last] };
  return {
    columns: [...columns, money('Долг, ₽'), money('Долг за период, ₽'), number('Должников')],
    rows: [
      ...sums.map((row, nth) => {
        const { debt_kopecks: debt, debt_before_kopecks: before, debtors } = rows[nth]!;
        return [...row, shares[nth], debt, (debt ?? 0) - (before ?? 0), debtors];
      }),
      [...last, all.debt_kopecks, all.debt_kopecks - all.debt_before_kopecks, all.debtors],
    ],
  };
}

function countTable(reply: StatReply, table: FigureCut): Omit<FigureTable, 'title'> {
  const was = number(wasTitle(reply));
  if (table === 'series')
    return {
      columns: [{ title: 'С какого дня', kind: 'date' }, number('Действий'), was],
      rows: reply.series.map((point) => [point.at, point.count, point.was]),
    };
  if (table === 'users')
    return {
      columns: [{ title: 'Пользователь' }, number('Действий')],
      rows: reply.users.map((user) => [user.name, user.count]),
    };
  if (table === 'hours')
    return {
      columns: [{ title: 'День недели' }, number('Час, МСК'), number('Действий')],
      rows: reply.hours.map((cell) => [weekdays[cell.weekday - 1], cell.hour, cell.count]),
    };
  const what = table === 'kind' ? 'verb' : table;
  return {
    columns: [{ title: { po: 'ПО', month: 'Месяц', kind: 'Действие' }[table] }, number('Действий'), was],
    rows: [
      ...reply.rows
        .filter((row) => row.what === what)
        .map((row) => [row.key ? (row.what === 'month' ? row.key : row.name) : 'Без ПО', row.count, row.was]),
      ['Всего', reply.count.now, reply.count[reply.against]],
    ],
  };
}
