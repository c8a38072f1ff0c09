// What a payment is for: «по порядку», a debt of the garage, or any type and year that a person types. Pure.
import { foldText } from '../../contract/kernel/words.ts';
import type { DebtLine } from '../../contract/balance.ts';

/** «по порядку»: the oldest debt first, penalties last. */
export const IN_ORDER = 'order';
export const IN_ORDER_LABEL = 'по порядку';

/** `IN_ORDER` or `type:year`, with the words that a person reads. */
export interface Purpose {
  value: string;
  label: string;
  hint?: string | undefined;
}
export const inOrder: Purpose = { value: IN_ORDER, label: IN_ORDER_LABEL };

const purposeKey = (type: number, year: number) => `${type}:${year}`;
/** The purpose of a line that has been posted. */
export const purposeFrom = (type: { id: number; name: string } | null, year: number | null): Purpose =>
  type && year ? { value: purposeKey(type.id, year), label: `${type.name} ${year}` } : inOrder;

/** As the server wants it: type and year together or neither. */
export function purposeOf(key: string): { accrualType: number | null; year: number | null } {
  const [type, year] = key.split(':').map(Number);
  return key === IN_ORDER ? { accrualType: null, year: null } : { accrualType: type!, year: year! };
}

/** The first year that books may have. */
const FIRST_YEAR = 1990;

export interface PurposeFacts {
  /** Debts of the garage. */
  owed: readonly DebtLine[];
  types: readonly { id: number; name: string }[];
  /** Of the payment: types are offered for it. */
  year: number;
  /** The last year that may be typed. */
  lastYear: number;
  money: (kopecks: number) => string;
}

/**
 * What to choose from for the typed words. Nothing typed: «по порядку», what is owed, every type for the year.
 * «целевой 2019» or «2019» gives types of that year; words alone narrow the list.
 */
export function findPurposes(facts: PurposeFacts, query = ''): Purpose[] {
  const debts = facts.owed
    .filter((line) => line.accrual_type_id !== null && line.owed_kopecks > 0)
    .map((line) => ({
      value: purposeKey(line.accrual_type_id!, line.year),
      label: `${line.accrual_type} ${line.year}`,
      hint: `долг ${facts.money(line.owed_kopecks)}`,
    }));
  const { words, year } = readQuery(query);
  const years = year === null ? facts.year : yearProblem(year, facts.lastYear) ? null : year;
  const typed = years === null ? [] : facts.types.map((type) => purposeFrom(type, years));
  const known = new Set(debts.map((debt) => debt.value));
  const all = [inOrder, ...debts, ...typed.filter((option) => !known.has(option.value))];
  return all.filter(({ label }) => {
    const text = plain(label);
    return words.every((word) => text.includes(word)) && (year === null || text.endsWith(` ${year}`));
  });
}

/** Why the typed words find nothing, when it is the year. */
export function wrongYear(query: string, lastYear: number): string | null {
  const { year } = readQuery(query);
  return year === null ? null : yearProblem(year, lastYear);
}

const yearProblem = (year: number, lastYear: number) =>
  year < FIRST_YEAR || year > lastYear ? `Год от ${FIRST_YEAR} до ${lastYear}` : null;

/** Words and the year after them; a year that is still being typed is a word. */
function readQuery(query: string): { words: string[]; year: number | null } {
  const parts = plain(query).split(/\s+/).filter(Boolean);
  const last = parts.at(-1) ?? '';
  return /^\d{4,}$/.test(last) ? { words: parts.slice(0, -1), year: Number(last) } : { words: parts, year: null };
}
const plain = (text: string) => foldText(text.trim());
