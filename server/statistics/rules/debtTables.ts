// Debts as tables of a file: by age, and garage by garage. Pure.
import { debtAges, type AgeingReply } from '../../../contract/balance.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { debtTables, type DebtorRow, type StatTable } from '../../../contract/statistics.ts';
import type { FileColumn } from '../../kernel/cells.ts';
import type { Days } from '../../kernel/periods.ts';
import type { FigureTable } from './tables.ts';

export type DebtTable = (typeof debtTables)[number];
export const isOfDebt = (table: StatTable): table is DebtTable => (debtTables as readonly StatTable[]).includes(table);

const money = (title: string): FileColumn => ({ title, kind: 'money' });

/** The chart of ages: what is owed today. */
export function ageTable({ on, ages }: AgeingReply): FigureTable {
  return {
    title: 'Возраст долга',
    columns: [{ title: 'Возраст, дней' }, money(`Долг на ${formatDate(on)}, ₽`), { title: 'Гаражей', kind: 'number' }],
    rows: [
      ...ages.map(({ age, debt_kopecks, garages }) => [debtAges[age], debt_kopecks, garages]),
      ['Всего', ages.reduce((sum, one) => sum + one.debt_kopecks, 0), ages.reduce((sum, one) => sum + one.garages, 0)],
    ],
  };
}

interface Owed {
  data: readonly DebtorRow[];
  debt_kopecks: number;
  debt_before_kopecks: number;
}

/** Garages behind a debt as they stand on the screen, the whole of them last. */
export function debtorTable(which: 'movers' | 'debtors', { from, to }: Days, owed: Owed): FigureTable {
  return {
    title: which === 'movers' ? 'Чей долг изменился' : 'Кто должен',
    columns: [
      { title: 'ПО' },
      { title: 'Гараж' },
      { title: 'Владельцы' },
      money(`До ${formatDate(from)}, ₽`),
      money(`На ${formatDate(to)}, ₽`),
      money('За период, ₽'),
    ],
    rows: [
      ...owed.data.map((row) => [
        row.po.name,
        [row.section, row.number].filter(Boolean).join(' '),
        row.owners.map((owner) => owner.full_name).join(', '),
        row.debt_before_kopecks,
        row.debt_kopecks,
        row.debt_kopecks - row.debt_before_kopecks,
      ]),
      ['Всего', null, null, owed.debt_before_kopecks, owed.debt_kopecks, owed.debt_kopecks - owed.debt_before_kopecks],
    ],
  };
}
