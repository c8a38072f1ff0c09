// Rules of rows: what stands in the way of posting one, what an assignment may hold. Pure.
import { MAX_AMOUNT_KOPECKS } from '../../../contract/books.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { NO_DEBT_LEFT } from '../../balance/rules.ts';
import { dateProblems } from '../../books/rules/dates.ts';
import { rubles } from '../../books/rules/words.ts';

/** Where money of a row goes, as it is kept. */
export interface Part {
  garage: number;
  /** The former owner whose debt it is, as his lines are marked; null: the present owners. */
  debtor: number | null;
  accrual_type: number | null;
  year: number | null;
  amount: number;
}

export interface RowFacts {
  kind: string;
  on_date: string;
  amount_kopecks: number;
  is_skipped: boolean;
  has_registry: boolean;
  /** Money of it in the books, and what is left to post. */
  standing_kopecks: number;
  left_kopecks: number;
  /** The same payment was posted from another file. */
  posted_elsewhere: boolean;
  parts: readonly {
    amount: number;
    year: number | null;
    is_active: boolean | null;
    place: string;
    /** The former owner it is for, and what he owes. */
    debtor: { full_name: string; debt_kopecks: number } | null;
  }[];
}

export interface Calendar {
  today: string;
  closedUntil: string | null;
}

/** Said to whoever still has the rows of a withdrawn statement on screen. */
export const WITHDRAWN = 'Выписку отозвали: её строки больше не разносятся. Обновите страницу';

export const YEAR_TOO_LATE = 'Год не позже следующего';
const isTooLate = (year: number | null, { today }: Calendar) => year !== null && year > Number(today.slice(0, 4)) + 1;

/** Why a row can not be posted, as a sentence; null when it can. */
export function rowRefusal(row: RowFacts, calendar: Calendar): string | null {
  if (row.kind === 'outgoing') return 'Это списание: проводятся только поступления';
  if (row.kind === 'withdrawn') return WITHDRAWN;
  if (row.kind === 'duplicate') return 'Этот документ уже загружен раньше';
  if (row.has_registry) return 'Проводятся строки приложенного реестра';
  if (!row.left_kopecks) return 'Уже проведено';
  if (row.posted_elsewhere) return 'Этот платёж уже проведён из другого файла';
  if (row.is_skipped) return 'Строка пропущена: верните её, чтобы провести';
  if (!row.parts.length)
    return row.standing_kopecks ? `Назначьте остаток ${rubles(row.left_kopecks)}` : 'Выберите гараж';
  if (row.parts.reduce((sum, part) => sum + part.amount, 0) !== row.left_kopecks)
    return `Части не дают ${row.standing_kopecks ? 'остаток' : 'сумму платежа'} ${rubles(row.left_kopecks)}`;
  if (row.parts.some((part) => part.amount > MAX_AMOUNT_KOPECKS))
    return `Одному гаражу не больше ${rubles(MAX_AMOUNT_KOPECKS)}: разделите платёж`;
  const archived = row.parts.find((part) => !part.is_active);
  if (archived) return `Гараж ${archived.place} в архиве: верните его или выберите другой`;
  const settled = row.parts.find((part) => part.debtor && part.debtor.debt_kopecks <= 0);
  if (settled) return `За прежним владельцем ${settled.debtor!.full_name} долга больше нет: выберите, чей это платёж`;
  if (row.parts.some((part) => isTooLate(part.year, calendar))) return YEAR_TOO_LATE;
  return Object.values(dateProblems('on_date', row.on_date, calendar))[0] ?? null;
}

/** «Похоже на платёж 4 500,00 ₽ от 12.02.2026 по гаражу А 45 (Касса, ПКО 7)». */
export function resemblesText(like: {
  on_date: string;
  method: string | null;
  paper_no: string | null;
  amount_kopecks: number;
  place: string;
}): string {
  const how = [like.method, like.paper_no].filter(Boolean).join(', ');
  return `Похоже на платёж ${rubles(like.amount_kopecks)} от ${formatDate(like.on_date)} по гаражу ${like.place}${how && ` (${how})`}`;
}

export interface PartFacts {
  /** Null when the garage is not of the account or not seen by the person. */
  garage: { is_active: boolean; place: string } | null;
  /** A former owner that is named owes nothing of this garage. */
  strangeDebtor: boolean;
  knownType: boolean;
}

/** Everything wrong with an assignment, by field; the parts must give what is left of the payment. */
export function partsProblems(
  parts: readonly { amount_kopecks: number; year: number | null }[],
  facts: readonly PartFacts[],
  row: Pick<RowFacts, 'standing_kopecks' | 'left_kopecks'>,
  calendar: Calendar,
): FieldErrors {
  const errors: FieldErrors = {};
  facts.forEach(({ garage, strangeDebtor, knownType }, index) => {
    if (!garage) errors[`parts.${index}.garage`] = 'Такого гаража нет среди гаражей этого счёта';
    else if (!garage.is_active) errors[`parts.${index}.garage`] = `Гараж ${garage.place} в архиве`;
    if (garage && strangeDebtor) errors[`parts.${index}.debtor`] = NO_DEBT_LEFT;
    if (!knownType) errors[`parts.${index}.accrual_type`] = 'Выберите вид начисления из списка';
    if (isTooLate(parts[index]!.year, calendar)) errors[`parts.${index}.year`] = YEAR_TOO_LATE;
  });
  const sum = parts.reduce((total, part) => total + part.amount_kopecks, 0);
  const left = row.left_kopecks;
  if (parts.length && sum !== left)
    errors.parts = `Части дают ${rubles(sum)}, а ${row.standing_kopecks ? 'остаток' : 'платёж'} ${rubles(left)}: разница ${rubles(sum - left)}`;
  return errors;
}
