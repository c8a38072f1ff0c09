// Rules of garages: account numbers, shares, dates, what an editor may hold.
import { garageFields } from '../../contract/fields/garages.ts';
import { fieldsWith } from '../../contract/kernel/fields.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type { archiveReasons } from '../../contract/garages.ts';
import { formatDate, NOT_LATER } from '../../contract/kernel/words.ts';

/** Account number of a garage: code of the ПО (4 digits), its number in order (5 digits), a Luhn digit. */
export function accountNumber(poCode: number, seq: number): string {
  const digits = `${String(poCode).padStart(4, '0')}${String(seq).padStart(5, '0')}`;
  return digits + luhnDigit(digits);
}

/** Check digit that makes a number pass the Luhn test. */
export function luhnDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** True for ten digits whose last one is right. */
export const isAccountNumber = (text: string) =>
  /^\d{10}$/.test(text) && luhnDigit(text.slice(0, 9)) === Number(text[9]);

export interface Share {
  num: number;
  den: number;
}

/** «1/2» as a fraction; null for an empty text, undefined for one that is no share. */
export function parseShare(text: string | null | undefined): Share | null | undefined {
  if (!text?.trim()) return null;
  const match = /^(\d{1,3})\s*\/\s*(\d{1,4})$/.exec(text.trim());
  const [num, den] = [Number(match?.[1]), Number(match?.[2])];
  return match && num > 0 && den >= num && den <= 1000 ? { num, den } : undefined;
}

export const WRONG_SHARES = 'Сумма долей должна быть равна 1';

/** Shares of all owners: all empty (owned together) or exactly one in sum. */
export function sharesProblem(shares: readonly (Share | null | undefined)[]): string | null {
  if (shares.some((share) => share === undefined)) return 'Доля пишется дробью: 1/2';
  const given = shares.filter((share): share is Share => Boolean(share));
  if (!given.length) return null;
  if (given.length < shares.length) return WRONG_SHARES;
  // Added as whole numbers over a common denominator: no rounding.
  const common = given.reduce((product, { den }) => lcm(product, BigInt(den)), 1n);
  const sum = given.reduce((total, { num, den }) => total + (BigInt(num) * common) / BigInt(den), 0n);
  return sum === common ? null : WRONG_SHARES;
}

function lcm(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a / x) * b;
}

/**
 * What is wrong with the shares of the editor: it names every present owner, one of them gets the receipts, and the sum
 * is right. `changed` is false when the form says what is so already.
 */
export function ownerSharesProblem(
  form: readonly { id: number; share: string | null; isPrimary: boolean }[],
  present: readonly { id: number; share: string | null; is_primary: boolean }[],
): { changed: boolean; problem: string | null } {
  const known = new Map(present.map((owner) => [owner.id, owner]));
  if (form.length !== present.length || form.some((owner) => !known.has(owner.id)))
    return { changed: true, problem: 'Состав владельцев изменился. Обновите страницу' };
  const shareText = (text: string | null) => text?.replace(/\s/g, '') || null;
  const changed = form.some(({ id, share, isPrimary }) => {
    const now = known.get(id)!;
    return shareText(share) !== now.share || isPrimary !== now.is_primary;
  });
  if (!form.length) return { changed, problem: null };
  const primary = form.filter((owner) => owner.isPrimary).length;
  return {
    changed,
    problem:
      sharesProblem(form.map((owner) => parseShare(owner.share))) ??
      (primary === 1 ? null : 'Выберите одного владельца, который получает квитанции'),
  };
}

export interface GarageForm {
  type: { value: number };
  sizeX: number | null;
  sizeY: number | null;
  sizeZ: number | null;
  dateOfConstruction: string | null;
  pibDate: string | null;
}

/** Dates of the card are of the past. */
const dates = fieldsWith(garageFields, (field) => field.plain && field.kind === 'date').map(([key]) => key);

/** Everything wrong with a garage's form, by field. `duplicate` is the text about a garage of the same number. */
export function garageProblems(
  form: GarageForm,
  facts: { today: string; type: { has_size: boolean } | null; duplicate?: string | null },
): FieldErrors {
  const errors: FieldErrors = {};
  if (facts.duplicate) errors.number = facts.duplicate;
  for (const field of dates) {
    const date = form[field as 'pibDate'];
    if (date && date > facts.today) errors[field] = NOT_LATER;
    else if (date && date < '1900-01-01') errors[field] = 'Введите корректную дату';
  }
  if (!facts.type) errors.type = 'Выберите тип из списка';
  else if (!facts.type.has_size && (form.sizeX ?? form.sizeY ?? form.sizeZ) !== null)
    errors.sizeX = 'У этого типа нет размеров';
  if (form.pibDate && form.dateOfConstruction && form.pibDate < form.dateOfConstruction)
    errors.pibDate ??= 'Справка ПИБ не может быть раньше постройки';
  return errors;
}

export interface OwnershipDates {
  profile_id: number;
  started_on: string | null;
  ended_on: string | null;
}

/**
 * The first day on which a new owner may begin: a co-owner not before the first of the present owners, a new owner of
 * an empty garage not before the last one left, and nobody before his own former ownership ended.
 */
export function firstDayFor(profileId: number | null, ownerships: readonly OwnershipDates[]): string | null {
  const present = ownerships.filter((one) => !one.ended_on);
  const starts = present.map((one) => one.started_on);
  const former = ownerships.filter((one) => one.ended_on && (!present.length || one.profile_id === profileId));
  const days = former.map((one) => one.ended_on!);
  if (starts.length && starts.every((day) => day !== null)) days.push(starts.reduce((a, b) => (a! < b! ? a : b))!);
  return days.length ? days.reduce((a, b) => (a > b ? a : b)) : null;
}

/** When an ownership may begin or end. */
export function ownershipDateProblem(date: string, facts: { today: string; notBefore: string | null }): string | null {
  if (date > facts.today) return NOT_LATER;
  if (facts.notBefore && date < facts.notBefore) return `Дата не может быть раньше ${formatDate(facts.notBefore)}`;
  return null;
}

/** The last day of construction that the garage amnesty takes. */
const AMNESTY_BUILT_BEFORE = '2004-12-30';
/** The last day of the amnesty for a capital garage that was built in time; null when none applies or `until` is past. */
export const amnestyFor = (garage: { built: string | null; is_capital: boolean }, today: string, until: string) =>
  garage.is_capital && garage.built !== null && garage.built < AMNESTY_BUILT_BEFORE && today <= until ? until : null;

export const duplicateText = (number: string, section: string) =>
  section ? `Гараж № ${number} в секции ${section} уже есть в этом ПО` : `Гараж № ${number} уже есть в этом ПО`;

/**
 * What is wrong with the garages that are to stand in the place of an archived one; null when nothing is. `asked` are the
 * ids that were sent, `found` those of them that the ПО has.
 */
export function becameProblem(
  reason: keyof typeof archiveReasons,
  id: number,
  asked: readonly number[],
  found: readonly { number: string; is_active: boolean }[],
): string | null {
  const isMerged = reason === 'merged';
  if (!isMerged && reason !== 'split')
    return asked.length ? 'Другие гаражи называют только у объединённого и разделённого' : null;
  if (asked.includes(id)) return 'Гараж не может встать на своё место: выберите другой';
  if (isMerged && asked.length !== 1) return 'Выберите гараж, с которым он объединён: он остаётся в реестре';
  if (!isMerged && asked.length < 2) return 'Выберите гаражи, на которые он разделён: не меньше двух';
  if (found.length < asked.length) return 'Гараж не найден в этом ПО';
  const gone = found.find((one) => !one.is_active);
  return gone ? `Гараж № ${gone.number} в архиве: выберите действующий` : null;
}
