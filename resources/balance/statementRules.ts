// The statement as text: what a line says, the table that is copied to a letter or a spreadsheet.
import type { StatementLine, StatementReply } from '../../contract/balance.ts';
import { formatDate, formatSum } from '../../widgets/format.ts';

/** «Начисление: Членский годовой взнос», «Оплата: Касса за целевой», «Сторно: Касса». */
export function lineTitle(line: StatementLine): string {
  const kinds = { accrual: 'Начисление', payment: 'Оплата', reversal: 'Сторно', transfer: 'Перенос' } as const;
  if (line.kind === 'transfer') return line.name;
  return `${kinds[line.kind]}: ${line.name}${line.purpose ? `, за «${line.purpose}»` : ''}`;
}

/**
 * Money of a line in its column: what was charged, what was paid; a reversal stands with a minus where it undoes. What is
 * neither (a write-off, a correction, a debt moved) stands over both.
 */
export function columnsOf({ counts, amount_kopecks: kopecks }: StatementLine) {
  return {
    charged: counts === 'charged' ? -kopecks : null,
    paid: counts === 'paid' ? kopecks : null,
    other: counts === 'charged' || counts === 'paid' ? null : kopecks,
  };
}

type Sums = Pick<
  StatementReply,
  'accrued_kopecks' | 'paid_kopecks' | 'written_off_kopecks' | 'corrected_kopecks' | 'moved_kopecks'
>;
/** What lines come to, reversals counted back. */
export function turnoverOf(lines: readonly StatementLine[]): Sums {
  const sum = (counts: StatementLine['counts']) =>
    lines.reduce((total, line) => total + (line.counts === counts ? line.amount_kopecks : 0), 0);
  return {
    accrued_kopecks: 0 - sum('charged'),
    paid_kopecks: sum('paid'),
    written_off_kopecks: sum('written_off'),
    corrected_kopecks: sum('corrected'),
    moved_kopecks: sum('moved'),
  };
}

/** What changed the debt without being charged or paid, in words; a minus raises the debt. */
export const othersOf = (sums: Sums): [string, number][] =>
  [
    ['Списано', sums.written_off_kopecks] as [string, number],
    ['Корректировки', sums.corrected_kopecks] as [string, number],
    ['Перенесено (− на этот счёт)', sums.moved_kopecks] as [string, number],
  ].filter(([, kopecks]) => kopecks !== 0);

/** «с 01.01.2026 по 20.11.2026», «по 20.11.2026». */
export const periodWords = ({ from, to }: Pick<StatementReply, 'from' | 'to'>) =>
  `${from ? `с ${formatDate(from)} ` : ''}по ${formatDate(to)}`;

/** A balance in words: «долг 4 500,00», «аванс 100,00», «0,00». */
export const balanceWords = (kopecks: number) =>
  `${kopecks < 0 ? 'долг ' : kopecks > 0 ? 'аванс ' : ''}${formatSum(Math.abs(kopecks))}`;

/** The whole statement with tabs between the cells: pasted into a spreadsheet it is a table. */
export function statementText(title: string, reply: StatementReply): string {
  const rows = reply.lines.map((line) => {
    const { charged, paid, other } = columnsOf(line);
    const sum = (kopecks: number | null) => (kopecks === null ? '' : formatSum(kopecks));
    const undone = line.is_reversed ? ' (сторнировано)' : '';
    const details = [line.paper_no && `№ ${line.paper_no}`, line.comment].filter(Boolean).join(', ');
    return [
      formatDate(line.on_date),
      lineTitle(line) + undone,
      details,
      line.year,
      // As words: a spreadsheet that adds the column up leaves it out.
      other === null ? sum(charged) : `не в итогах: ${sum(other)}`,
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
    ...othersOf(reply).map(([words, kopecks]) => [words, '', '', '', formatSum(kopecks), '', '']),
    ['Остаток на конец', '', '', '', '', '', balanceWords(reply.closing_kopecks)],
  ]
    .map((cells) => cells.map((cell) => String(cell).replace(/[\t\n]/g, ' ')).join('\t'))
    .join('\n');
}
