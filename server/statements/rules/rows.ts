// Rules of rows: what stands in the way of posting one, what an assignment may hold. Pure.
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { dateProblems } from '../../contributions/rules/documents.ts';
import { rubles } from '../../contributions/rules/words.ts';

/** Where money of a row goes, as it is kept. */
export interface Part {
  garage: number;
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
  /** A document made of it stands. */
  is_posted: boolean;
  /** The same payment was posted from another file. */
  posted_elsewhere: boolean;
  parts: readonly { amount: number; is_active: boolean | null; place: string }[];
}

export interface Calendar {
  today: string;
  closedUntil: string | null;
}

/** Why a row can not be posted, as a sentence; null when it can. */
export function rowRefusal(row: RowFacts, calendar: Calendar): string | null {
  if (row.kind === 'outgoing') return 'Это списание: проводятся только поступления';
  if (row.kind === 'duplicate') return 'Этот документ уже загружен раньше';
  if (row.has_registry) return 'Проводятся строки приложенного реестра';
  if (row.is_posted) return 'Уже проведено';
  if (row.posted_elsewhere) return 'Этот платёж уже проведён из другого файла';
  if (row.is_skipped) return 'Строка пропущена: верните её, чтобы провести';
  if (!row.parts.length) return 'Выберите гараж';
  if (row.parts.reduce((sum, part) => sum + part.amount, 0) !== row.amount_kopecks)
    return `Части не дают сумму платежа ${rubles(row.amount_kopecks)}`;
  const archived = row.parts.find((part) => !part.is_active);
  if (archived) return `Гараж ${archived.place} в архиве: верните его или выберите другой`;
  return Object.values(dateProblems('on_date', row.on_date, calendar))[0] ?? null;
}

export interface PartFacts {
  /** Null when the garage is not of the account or not seen by the person. */
  garage: { is_active: boolean; place: string } | null;
  knownType: boolean;
}

/** Everything wrong with an assignment, by field. */
export function partsProblems(
  parts: readonly { amount_kopecks: number }[],
  facts: readonly PartFacts[],
  amount: number,
): FieldErrors {
  const errors: FieldErrors = {};
  facts.forEach(({ garage, knownType }, index) => {
    if (!garage) errors[`parts.${index}.garage`] = 'Такого гаража нет среди гаражей этого счёта';
    else if (!garage.is_active) errors[`parts.${index}.garage`] = `Гараж ${garage.place} в архиве`;
    if (!knownType) errors[`parts.${index}.accrual_type`] = 'Выберите вид начисления из списка';
  });
  const sum = parts.reduce((total, part) => total + part.amount_kopecks, 0);
  if (parts.length && sum !== amount)
    errors.parts = `Части дают ${rubles(sum)}, а платёж ${rubles(amount)}: разница ${rubles(sum - amount)}`;
  return errors;
}
