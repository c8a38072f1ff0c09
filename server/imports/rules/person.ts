// Who is the same person: within a registry, and against the people already known.
import { foldName } from '../../../contract/kernel/words.ts';
import { tidy } from './text.ts';

/** As the database compares names: Latin look-alikes included. */
const fold = (text: string) => foldName(tidy(text));

/** The names and the birthday (`YYYY-MM-DD`) a person is recognised by. */
export interface PersonIdentity {
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  birthday: string | null;
  organisation?: { inn: string | null } | null;
}

/**
 * Key under which two records are one person: the same full name (ё = е, any case) and the same known birthday.
 * @returns null when nothing can be proved: the birthday is unknown or a name is only an initial
 */
export function personKey(person: PersonIdentity): string | null {
  if (person.organisation) return `${fold(person.lastName)}|organisation`;
  const names = [person.lastName, person.firstName ?? '', person.fatherName ?? ''].map(fold);
  if (!person.birthday || !names[1] || names.some((name) => /^\p{L}\.?$/u.test(name))) return null;
  return [...names, person.birthday].join('|');
}

/** The same letters in all three names, ё and case included. */
export function sameSpelling(one: PersonIdentity, other: PersonIdentity): boolean {
  return one.lastName === other.lastName && one.firstName === other.firstName && one.fatherName === other.fatherName;
}

/**
 * Whether two records may be one person: the same surname, names that agree as far as they are given, no two birthdays.
 * Organisations are told apart by their ИНН, however they are spelt.
 */
export function couldBeOne(one: PersonIdentity, other: PersonIdentity): boolean {
  if (one.organisation?.inn && other.organisation?.inn) return one.organisation.inn === other.organisation.inn;
  if (one.birthday && other.birthday && one.birthday !== other.birthday) return false;
  if (fold(one.lastName) !== fold(other.lastName)) return false;
  return agree(one.firstName, other.firstName) && agree(one.fatherName, other.fatherName);
}

/** The same name, one of them only an initial or not given. */
function agree(one: string | null, other: string | null): boolean {
  const [a, b] = [fold(one ?? ''), fold(other ?? '')];
  if (a === '' || b === '' || a === b) return true;
  const isInitial = (text: string) => /^\p{L}\.?$/u.test(text);
  return (isInitial(a) || isInitial(b)) && a[0] === b[0];
}
