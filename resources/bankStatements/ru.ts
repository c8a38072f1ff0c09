// Words of the statement page: counts, states, what a payment names.
import type { RowPart, Statement, StatementRow } from '../../contract/bankStatements.ts';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';

/** Groups whose rows wait for a person. */
const openGroups = ['partial', 'assigned', 'sure', 'likely', 'possible', 'none'];
export const isOpen = (row: Pick<StatementRow, 'group'>) => openGroups.includes(row.group);

export const paymentsOf = (count: number) => countOf(count, ['платёж', 'платежа', 'платежей']);
export const rowsOf = (count: number) => countOf(count, ['строка', 'строки', 'строк']);

/** «Членский годовой взнос, 2026», or what happens without a name. */
export const entryOf = (part: Pick<RowPart, 'accrual_type' | 'year'>) =>
  part.accrual_type ? `${part.accrual_type.name}, ${part.year}` : 'по порядку';

/** What stands on the garage before the payment: its debt, its advance, both where they stand side by side. */
export const standingWords = ({
  debtor,
  debt_kopecks,
  advance_kopecks,
}: Pick<RowPart, 'debtor' | 'debt_kopecks' | 'advance_kopecks'>) =>
  debtor
    ? `прежний владелец, долг ${formatMoney(debtor.debt_kopecks)}`
    : [
        debt_kopecks > 0 && `долг ${formatMoney(debt_kopecks)}`,
        advance_kopecks > 0 && `аванс ${formatMoney(advance_kopecks)}`,
      ]
        .filter(Boolean)
        .join(', ') || 'долга нет';

/** «02.02.2026 – 27.02.2026». */
export const periodOf = ({ date_from, date_to }: Pick<Statement, 'date_from' | 'date_to'>) =>
  date_from && date_to && date_from !== date_to
    ? `${formatDate(date_from)} – ${formatDate(date_to)}`
    : formatDate(date_from ?? date_to);

/** Rows that still wait for a person. */
export const openRows = (counts: Statement['counts']) => counts.filter(isOpen).reduce((sum, one) => sum + one.rows, 0);

export const countIn = (counts: Statement['counts'], group: string) =>
  counts.find((one) => one.group === group) ?? { rows: 0, amount_kopecks: 0 };

/** Name of a row for screen readers. */
export const nameOf = (row: StatementRow) =>
  `${row.payer || 'Без плательщика'}, ${formatMoney(row.amount_kopecks)} от ${formatDate(row.on_date)}`;

/** «4070 3810 9000 0001 2303» is easier to compare than twenty digits. */
export const accountText = (account: string) => account.replace(/(.{4})(?=.)/g, '$1\u00a0');
