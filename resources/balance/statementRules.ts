// The statement as text: what a line says, the table that is copied to a letter or a spreadsheet.
import type { StatementLine, StatementReply } from '../../contract/balance.ts';
import { formatDate, formatSum } from '../../widgets/format.ts';

/** «Начисление: Членский годовой взнос», «Оплата: Касса за целевой», «Сторно: Касса». */
export function lineTitle(line: StatementLine): string {
  const kinds = { accrual: 'Начисление', payment: 'Оплата', reversal: 'Сторно', transfer: 'Перенос' } as const;
  if (line.kind === 'transfer') return line.name;
  return `${kinds[line.kind]}: ${line.name}${line.purpose ? `, за «${line.purpose}»` : ''}`;
}

/** Money of a line in its column: what was charged, what was paid; a reversal stands with a minus where it undoes. */
export function columnsOf(line: StatementLine): { charged: number | null; paid: number | null } {
  const isPayment = line.kind === 'payment' || (line.kind === 'reversal' && line.is_payment);
  return isPayment ? { charged: null, paid: line.amount_kopecks } : { charged: -line.amount_kopecks, paid: null };
}

/** What lines charge and pay together, reversals counted back. */
export function turnoverOf(lines: readonly StatementLine[]): { charged: number; paid: number } {
  const sums = lines.map(columnsOf);
  return {
    charged: sums.reduce((total, { charged }) => total + (charged ?? 0), 0),
    paid: sums.reduce((total, { paid }) => total + (paid ?? 0), 0),
  };
}

/** «с 01.01.2026 по 20.11.2026», «по 20.11.2026». */
export const periodWords = ({ from, to }: Pick<StatementReply, 'from' | 'to'>) =>
  `${from ? `с ${formatDate(from)} ` : ''}по ${formatDate(to)}`;

/** A balance in words: «долг 4 500,00», «аванс 100,00», «0,00». */
export const balanceWords = (kopecks: number) =>
  `${kopecks < 0 ? 'долг ' : kopecks > 0 ? 'аванс ' : ''}${formatSum(Math.abs(kopecks))}`;

/** The whole statement with tabs between the cells: pasted into a spreadsheet it is a table. */
export function statementText(title: string, reply: StatementReply): string {
  const rows = reply.lines.map((line) => {
    const { charged, paid } = columnsOf(line);
    const sum = (kopecks: number | null) => (kopecks === null ? '' : formatSum(kopecks));
    const undone = line.is_reversed ? ' (сторнировано)' : '';
    const details = [line.paper_no && `№ ${line.paper_no}`, line.comment].filter(Boolean).join(', ');
    return [
      formatDate(line.on_date),
      lineTitle(line) + undone,
      details,
      line.year,
      sum(charged),
      sum(paid),
      balanceWords(line.balance_kopecks),
    ];
  });
  return [
    [`${title}, ${periodWords(reply)}`],
    ['Остаток на начало', '', '', '', '', '', balanceWords(reply.opening_kopecks)],
    ['Дата', 'Операция', 'Документ', 'Год', 'Начислено, ₽', 'Оплачено, ₽', 'Остаток, ₽'],
    ...rows,
    ['Всего за период', '', '', '', formatSum(reply.accrued_kopecks), formatSum(reply.paid_kopecks), ''],
    ['Остаток на конец', '', '', '', '', '', balanceWords(reply.closing_kopecks)],
  ]
    .map((cells) => cells.map((cell) => String(cell).replace(/[\t\n]/g, ' ')).join('\t'))
    .join('\n');
}
