// Owners of a garage from one cell or from three: names, initials, shares, several people at once.
import { fold, hasBothAlphabets, saysNothing, tidy, tidyLines, toCyrillic, type Read } from './text.ts';

/** A person as the owner cells name him; `share` like «1/2». */
export interface NamedOwner {
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  share: string | null;
}

/** Owner cells of a row: the whole name, or surname, first name and patronymic. */
export interface OwnerTexts {
  full: string;
  lastName: string;
  firstName: string;
  fatherName: string;
}

/** People named in the row; nobody gives `no_owner`. */
export function readOwners(texts: OwnerTexts): Read<NamedOwner[]> {
  const apart = [texts.lastName, texts.firstName, texts.fatherName];
  const people = apart.every(namesNobody)
    ? splitPeople(texts.full).map((part) => [part])
    : pairUp(apart.map(splitPeople));
  if (people.length === 0) return { value: [], codes: ['no_owner'] };
  const read = people.map(readPerson);
  const codes = new Set(read.flatMap((person) => person.codes));
  if (read.length > 1) codes.add('two_owners_in_cell');
  return { value: read.map((person) => person.value), codes: [...codes] };
}

interface Part {
  text: string;
  share: string | null;
}

const sharePattern =
  /\(\s*(?:доля\s*)?(\d+)\s*\/\s*(\d+)(?:\s*дол[иья])?\s*\)|(?<!\d)(\d{1,3})\s*\/\s*(\d{1,3})(?!\d)/gi;

/** Parts of a cell; a share is taken out before the cut, because it holds a slash itself. */
function splitPeople(cell: string): Part[] {
  if (namesNobody(cell)) return [];
  const shares: string[] = [];
  const marked = tidyLines(cell).replace(
    sharePattern,
    (_all, part?: string, of?: string, barePart?: string, bareOf?: string) => {
      shares.push(`${part ?? barePart}/${of ?? bareOf}`);
      return ` \ue000${shares.length - 1}\ue000 `;
    },
  );
  return marked
    .split(/[,;/\n]|\s+и\s+/)
    .map((part) => {
      const index = /\ue000(\d+)\ue000/.exec(part)?.[1];
      return {
        text: tidy(part.replace(/\ue000\d+\ue000/g, ' ')),
        share: index ? (shares[Number(index)] ?? null) : null,
      };
    })
    .filter((part) => !saysNothing(part.text));
}

/** Parts of the three columns by position; a surname standing once belongs to everybody of its cell. */
function pairUp(columns: Part[][]): Part[][] {
  const [lastNames = [], firstNames = [], fatherNames = []] = columns;
  const count = Math.max(lastNames.length, firstNames.length, fatherNames.length);
  const none: Part = { text: '', share: null };
  return Array.from({ length: count }, (_, index) => [
    lastNames[index] ?? (lastNames.length === 1 ? { text: lastNames[0]!.text, share: null } : none),
    firstNames[index] ?? none,
    fatherNames[index] ?? none,
  ]);
}

function readPerson(parts: Part[]): Read<NamedOwner> {
  const share = parts.find((part) => part.share)?.share ?? null;
  const written = parts.map((part) => part.text);
  const mixed = hasBothAlphabets(written.join(' '));
  const [lastName = '', ...given] = mixed ? written.map(toCyrillic) : written;
  const names = given.some(Boolean) ? givenNames(lastName, given) : fullName(lastName);
  const initials = [names.firstName, names.fatherName].some((name) => name !== null && /^\p{L}\.$/u.test(name));
  return {
    value: { ...names, share },
    codes: [...(mixed ? ['latin_in_cyrillic' as const] : []), ...(initials ? ['owner_initials_only' as const] : [])],
  };
}

type Names = Omit<NamedOwner, 'share'>;

/** Surname, first name, and the rest is the patronymic («Ахмед оглы»). */
function fullName(text: string): Names {
  const words = text.split(' ').filter(Boolean);
  const initialsFirst = words.length > 1 && initialsOf(words[0]!) && !initialsOf(words.at(-1)!);
  const [lastName = '', ...rest] = initialsFirst ? [words.at(-1)!, ...words.slice(0, -1)] : words;
  const initials = initialsOf(rest.join(''));
  if (initials) return { lastName, firstName: initials[0] ?? null, fatherName: initials[1] ?? null };
  return { lastName, firstName: rest[0] ?? null, fatherName: rest.slice(1).join(' ') || null };
}

/** Names in cells of their own, as given; initials may stand together in one of them. */
function givenNames(surname: string, given: string[]): Names {
  const [first = '', father = ''] = given;
  const initials = initialsOf((first + father).replaceAll(' ', ''));
  if (initials) return { lastName: surname, firstName: initials[0] ?? null, fatherName: initials[1] ?? null };
  if (surname === '') return fullName(given.filter(Boolean).join(' '));
  return { lastName: surname, firstName: first || null, fatherName: father || null };
}

/** «И.И.», «И.», «ИИ» without spaces → «И.», «И.»; null when the text is a name. */
function initialsOf(text: string): string[] | null {
  const match = /^(\p{Lu})\.?(?:(\p{Lu})\.?)?$/u.exec(text);
  return match ? [match[1], match[2]].filter(Boolean).map((letter) => `${letter}.`) : null;
}

const nobody = /^(?:свобод(?:ен|но|ный)|(?:владелец )?не ?(?:установлен|известен|определен)|нет владельца|н\/д)\.?$/;

function namesNobody(text: string): boolean {
  return saysNothing(text) || nobody.test(fold(text));
}
