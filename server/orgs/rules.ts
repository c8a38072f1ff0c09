// Rules of the organisation: check digits of requisites.
import type { FieldErrors } from '../../contract/kernel/problems.ts';

const weighed = (digits: string, weights: readonly number[]) =>
  (weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11) % 10;

/** True for ten or twelve digits whose check digits are right. */
export function isInn(inn: string): boolean {
  if (/^\d{10}$/.test(inn)) return weighed(inn, [2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(inn[9]);
  if (!/^\d{12}$/.test(inn)) return false;
  return (
    weighed(inn, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(inn[10]) &&
    weighed(inn, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(inn[11])
  );
}

/** True when the key digit of a 20-digit account fits the bank. Correspondent accounts are keyed by the branch part of the БИК. */
export function fitsBank(account: string, bik: string, isCorrespondent: boolean): boolean {
  const prefix = isCorrespondent ? `0${bik.slice(4, 6)}` : bik.slice(-3);
  const sum = [...(prefix + account)].reduce(
    (total, digit, i) => total + ((Number(digit) * [7, 1, 3][i % 3]!) % 10),
    0,
  );
  return sum % 10 === 0;
}

/** So many garages are named. */
const NAMED = 3;

/** «Секцию не переименовать, пока по её гаражам идут переоформления: А 45 (№ 12) и ещё 2»; null when nothing holds the sections. */
export function heldText(held: readonly { section: string; number: string; by: number | null }[]): string | null {
  if (!held.length) return null;
  const named = held.slice(0, NAMED).map(({ section, number, by }) => `${section} ${number} (№ ${by})`);
  const rest = held.length > NAMED ? ` и ещё ${held.length - NAMED}` : '';
  return `Секцию не переименовать, пока по её гаражам идут переоформления: ${named.join(', ')}${rest}`;
}

export interface Requisites {
  inn: string | null;
  bik: string | null;
  account: string | null;
  corr_account: string | null;
}

/** What is wrong with the list of sections; `kept` are the sections of today with the number of their garages. */
export function sectionsProblem(
  sections: readonly { name: string; was?: string | null | undefined }[],
  kept: readonly { name: string; garages: number; numbers: readonly string[] }[],
): string | null {
  const twice = sections.find(
    (one, index) => sections.findIndex((other) => other.name.toLowerCase() === one.name.toLowerCase()) < index,
  );
  if (twice) return `Секция ${twice.name} указана дважды`;
  // Where its garages go is not guessed.
  const torn = sections.find(({ was }, index) => was && sections.findIndex((other) => other.was === was) < index);
  if (torn) return `Секция ${torn.was} переименована дважды: оставьте одно новое название`;
  const stays = new Set(sections.map((one) => one.was ?? one.name));
  const lost = kept.filter((one) => one.garages > 0 && !stays.has(one.name));
  const garagesIn = ({ garages, numbers }: (typeof lost)[number]) =>
    numbers.join(', ') + (garages > numbers.length ? ` и ещё ${garages - numbers.length}` : '');
  return lost.length ? lost.map((one) => `Секция ${one.name} занята: гаражи ${garagesIn(one)}`).join('; ') : null;
}

/** Everything wrong with requisites, by field. Lengths are checked by the schema. */
export function requisitesProblems(requisites: Requisites): FieldErrors {
  const { inn, bik, account, corr_account } = requisites;
  const errors: FieldErrors = {};
  if (inn && !isInn(inn)) errors.inn = 'Неверный ИНН: не сходится контрольная цифра';
  if ((account || corr_account) && !bik) errors.bik = 'Укажите БИК';
  if (bik && account && !fitsBank(account, bik, false)) errors.account = 'Счёт не подходит к БИК: не сходится ключ';
  if (bik && corr_account && !fitsBank(corr_account, bik, true))
    errors.corr_account = 'Счёт не подходит к БИК: не сходится ключ';
  return errors;
}
