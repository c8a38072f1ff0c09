// The bill of a debt in words: what a line is called, how it arose, the marks of its years.
import type { DebtLine, DebtReply } from '../../contract/balance.ts';
import type { YearMark } from '../../widgets/YearMarks.tsx';
import { countOf, formatDate, formatSum } from '../../widgets/format.ts';

export const chargeForms = ['начисление', 'начисления', 'начислений'] as const;
/** A remark longer than this stands in the details, not in the name. */
const SHORT_REMARK = 40;
/** Accrual type «Пени»: its remark is the calculation. */
const PENALTY = 11;
const MARK_YEARS = 3;

/** «Членский годовой взнос 2026, льгота 50 %». */
export function lineName(line: DebtLine): string {
  const remark = line.accrual_type_id === PENALTY ? null : onlyRemark(line);
  const name = `${line.accrual_type} ${line.year}`;
  return remark && remark.length <= SHORT_REMARK ? `${name}, ${remark}` : name;
}

/** «начислено 15.01.2026, не оплачено» or «начислено 5 000,00, оплачено 750,00». */
export function lineStory(line: DebtLine): string {
  const [first] = line.charges;
  const counted = line.charges.length > 1 ? ` (${countOf(line.charges.length, chargeForms)})` : '';
  const calculation = line.accrual_type_id === PENALTY ? onlyRemark(line) : null;
  if (line.paid_kopecks > 0)
    return `начислено ${formatSum(line.accrued_kopecks)}${counted}, оплачено ${formatSum(line.paid_kopecks)}`;
  if (calculation) return calculation;
  if (first && !counted) return `начислено ${formatDate(first.on_date)}, не оплачено`;
  return `начислено ${formatSum(line.accrued_kopecks)}${counted}, не оплачено`;
}

/** «аванс на Членский годовой взнос 2026», with the sum of what is set aside for it. */
export function asideByEntry(aside: DebtReply['aside']): { name: string; kopecks: number }[] {
  const sums = new Map<string, number>();
  for (const part of aside) {
    const name = `аванс на ${part.accrual_type} ${part.year}`;
    sums.set(name, (sums.get(name) ?? 0) + part.kopecks);
  }
  return [...sums].map(([name, kopecks]) => ({ name, kopecks }));
}

/** Key of a line inside one bill. */
export const lineKey = (line: DebtLine) => `${line.accrual_type_id ?? 'back'} ${line.year}`;

/** Lines that are still owed, in the order in which payments would close them. */
export const owedLines = (lines: readonly DebtLine[]) => lines.filter((line) => line.owed_kopecks > 0);

/** What is owed under each type, all years together, in the order of the bill. */
export function owedByType(lines: readonly DebtLine[]): { name: string; kopecks: number }[] {
  const sums = new Map<string, number>();
  for (const line of owedLines(lines))
    sums.set(line.accrual_type, (sums.get(line.accrual_type) ?? 0) + line.owed_kopecks);
  return [...sums].map(([name, kopecks]) => ({ name, kopecks }));
}

/** Marks of the three years up to the day of the bill, by the same rule as those of the card. */
export function marksOf({ on, lines }: Pick<DebtReply, 'on' | 'lines'>): YearMark[] {
  const last = Number(on.slice(0, 4));
  return Array.from({ length: MARK_YEARS }, (_, index) => {
    const year = last - MARK_YEARS + 1 + index;
    const own = lines.filter((line) => line.year === year);
    const charged = own.reduce((sum, line) => sum + line.accrued_kopecks, 0);
    const owed = own.reduce((sum, line) => sum + line.owed_kopecks, 0);
    if (!lines.some((line) => line.year <= year)) return { year, state: 'none' };
    return { year, state: owed === 0 ? 'paid' : owed >= charged ? 'unpaid' : 'partly' };
  });
}

const onlyRemark = (line: DebtLine) => (line.charges.length === 1 ? (line.charges[0]?.comment ?? null) : null);
