// Owners of a garage from one cell or from three: names, initials, shares, several people at once.
import type { ImportIssueCode } from '../../../contract/importFields.ts';
import { isInn } from '../../orgs/rules.ts';
import { aside, namesNobody, readOwnerCell } from './ownerWords.ts';
import { fold, hasBothAlphabets, saysNothing, tidy, tidyLines, toCyrillic, type Read } from './text.ts';

/** A person as the owner cells name him; `share` like «1/2». */
export interface NamedOwner {
  lastName: string;
  firstName: string | null;
  fatherName: string | null;
  share: string | null;
  /** An organisation: its name stands in `lastName`. */
  organisation?: { inn: string | null };
}

/** Owner cells of a row: the whole name, or surname, first name and patronymic. */
export interface OwnerTexts {
  full: string;
  lastName: string;
  firstName: string;
  fatherName: string;
}

/** Owners with what else stood in their cells. */
export interface ReadOwners {
  people: NamedOwner[];
  /** «он же»: the owner of the row above. */
  isDitto: boolean;
  phone: string;
  birthday: string;
  passport: string;
  address: string;
  /** Texts that name no person and belong to no field. */
  rest: string[];
}

/** People named in the row; nobody gives `no_owner`. */
export function readOwners(texts: OwnerTexts): Read<ReadOwners> {
  const apart = [texts.lastName, texts.firstName, texts.fatherName];
  const isApart = !apart.every(namesNobody) && [texts.firstName, texts.fatherName].some((text) => !saysNothing(text));
  const whole = isApart ? '' : ([texts.lastName, texts.full].find((text) => !namesNobody(text)) ?? '');
  const mixed = isApart ? null : readMixed(whole);
  if (mixed) return mixed;
  const { marked, shares } = markShares(isApart ? texts.lastName : whole);
  const cell = readOwnerCell(marked);
  const found: ReadOwners = {
    people: [],
    isDitto: cell.kind === 'ditto',
    phone: cell.phone,
    birthday: cell.birthday,
    passport: cell.passport,
    address: cell.address,
    rest: [...cell.rest],
  };
  if (cell.kind === 'ditto') return { value: found, codes: ['owner_same_as_above'] };
  const organisation = cell.kind === 'organisation' ? readOrganisation(whole) : null;
  if (organisation)
    return {
      value: { ...found, people: [organisation.value] },
      codes: ['owner_is_organisation', ...organisation.codes],
    };
  if (cell.kind === 'organisation' || cell.kind === 'estate') {
    const code = cell.kind === 'organisation' ? 'owner_is_organisation' : 'owner_is_estate';
    return { value: { ...found, rest: [tidy(whole || apart.join(' '))] }, codes: [code, 'no_owner'] };
  }
  if (cell.kind === 'nobody' && !isApart) return { value: found, codes: ['no_owner'] };
  const parts = splitPeople(cell.names, shares);
  const people = isApart
    ? pairUp([parts, splitPeople(texts.firstName), splitPeople(texts.fatherName)])
    : parts.flatMap((part) => (isAside(part.text, found.rest) ? [] : splitJoined(part).map((one) => [one])));
  return namedPeople(people, found);
}

/** People and organisations in one cell, a semicolon or a line break between them; null when a part is neither. */
function readMixed(whole: string): Read<ReadOwners> | null {
  const parts = tidyLines(whole).split(/[;\n]/).map(tidy).filter(Boolean);
  if (parts.length < 2 || !parts.some((part) => readOwnerCell(part).kind === 'organisation')) return null;
  const reads = parts.map((full) => readOwners({ full, lastName: '', firstName: '', fatherName: '' }));
  if (reads.some(({ value }) => value.people.length === 0)) return null;
  const [first] = reads;
  const codes = new Set(reads.flatMap((read) => read.codes).concat('two_owners_in_cell'));
  return {
    value: {
      ...first!.value,
      people: reads.flatMap(({ value }) => value.people),
      // What stood beside the other names belongs to no field of the row.
      rest: reads.flatMap(({ value }, at) =>
        at === 0
          ? value.rest
          : [...value.rest, ...[value.phone, value.birthday, value.passport, value.address].filter(Boolean)],
      ),
    },
    codes: [...codes],
  };
}

/** Name, share and ИНН of one organisation; null when more than them stands in the cell. An ИНН that does not fit is none. */
function readOrganisation(whole: string): Read<NamedOwner> | null {
  const share = /\(\s*(?:доля\s*)?(\d+)\s*\/\s*(\d+)\s*\)/i.exec(whole);
  const text = share ? whole.replace(share[0], ' ') : whole;
  const inn = /[(,;]?\s*инн\s*[:№]?\s*(\d{12}|\d{10})(?!\d)\s*\)?/i.exec(text);
  const name = tidy(inn ? text.replace(inn[0], ' ') : text);
  const isOne = name.length <= LONGEST && !/[,;/()\n]|\d{5}| и /.test(name);
  if (!isOne) return null;
  const given = inn?.[1] ?? null;
  const fits = given !== null && isInn(given);
  return {
    value: {
      lastName: name,
      firstName: null,
      fatherName: null,
      share: share ? `${share[1]}/${share[2]}` : null,
      organisation: { inn: fits ? given : null },
    },
    codes: given && !fits ? ['inn_wrong'] : [],
  };
}

function namedPeople(people: Part[][], found: ReadOwners): Read<ReadOwners> {
  const codes = new Set<ImportIssueCode>();
  for (const parts of people) {
    const read = readPerson(parts);
    if (isName(read.value)) {
      found.people.push(read.value);
      read.codes.forEach((code) => codes.add(code));
    } else {
      found.rest.push(
        parts
          .map((part) => part.text)
          .filter(Boolean)
          .join(' '),
      );
      codes.add('name_unparsable');
    }
  }
  if (found.people.length > 1) codes.add('two_owners_in_cell');
  if (found.people.length === 0) codes.add('no_owner');
  if (found.rest.length && !codes.has('name_unparsable')) codes.add('owner_words');
  return { value: found, codes: [...codes] };
}

/** «зам. председателя», «умер»: told about the owner, no owner himself. */
function isAside(text: string, rest: string[]): boolean {
  const isFullName = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}*\.?){1,2}$/u.test(text);
  const told = (aside.test(fold(text)) && !isFullName) || !/\p{L}{2}/u.test(text);
  if (told && /[\p{L}\d]/u.test(text)) rest.push(text);
  return told;
}

/** Two people without a comma: the second begins after the patronymic or the initials of the first. */
function splitJoined(part: Part): Part[] {
  const words = part.text.replace(/(\p{Lu})\.\s*(?=\p{Lu}\.)/gu, '$1.').split(' ');
  const ends = (word: string) => /(?:вич|вна|чна|ьич|шна)$/i.test(word) || /^(?:\p{Lu}\.?){2}$/u.test(word);
  const at = words.findIndex(
    (word, index) =>
      index > 0 && ends(word) && !/^(?:оглы|кызы|заде)$/i.test(words[index + 1] ?? '') && words.length - index - 1 >= 2,
  );
  if (at < 0) return [part];
  return [
    { text: words.slice(0, at + 1).join(' '), share: part.share },
    ...splitJoined({ text: words.slice(at + 1).join(' '), share: null }),
  ];
}

const nameText = /^\p{L}[\p{L}'’ʼ.\s-]*$/u;

/** Letters, hyphens and apostrophes; a surname of two letters at least; no more words than names have. */
/** Letters of one name on a card. */
const LONGEST = 80;

function isName({ lastName, firstName, fatherName }: NamedOwner): boolean {
  const given = [firstName, fatherName].filter((name): name is string => Boolean(name));
  if ([lastName, ...given].some((name) => name.length > LONGEST)) return false;
  if (![lastName, ...given].every((name) => nameText.test(name))) return false;
  if (!/\p{L}{2}/u.test(lastName) || lastName.split(' ').length > 3 || (fatherName ?? '').split(' ').length > 2)
    return false;
  // «Анна Петровна» beside «Иванов Иван Иванович»: a name without a surname.
  return !(firstName && !fatherName && /(?:ович|евич|овна|евна|ична)$/i.test(firstName));
}

interface Part {
  text: string;
  share: string | null;
}

const sharePattern =
  /\(\s*(?:доля\s*)?(\d+)\s*\/\s*(\d+)(?:\s*дол[иья])?\s*\)|(?<!\d)(\d{1,3})\s*\/\s*(\d{1,3})(?!\d)/gi;

/** A share is taken out before the cut, because it holds a slash itself; a mark stays in its place. */
function markShares(cell: string): { marked: string; shares: string[] } {
  const shares: string[] = [];
  const marked = tidyLines(cell).replace(
    sharePattern,
    (_all, part?: string, of?: string, barePart?: string, bareOf?: string) => {
      shares.push(`${part ?? barePart}/${of ?? bareOf}`);
      return ` \ue000${shares.length - 1}\ue000 `;
    },
  );
  return { marked, shares };
}

function splitPeople(cell: string, shares: readonly string[] = []): Part[] {
  if (namesNobody(cell)) return [];
  return tidyLines(cell)
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
  const raw = given.some(Boolean) ? givenNames(lastName, given) : fullName(lastName);
  const names = {
    lastName: nameCase(raw.lastName),
    firstName: raw.firstName && nameCase(raw.firstName),
    fatherName: raw.fatherName && nameCase(raw.fatherName),
  };
  const recased =
    names.lastName !== raw.lastName || names.firstName !== raw.firstName || names.fatherName !== raw.fatherName;
  const initials = [names.firstName, names.fatherName].some((name) => name !== null && /^\p{L}\.$/u.test(name));
  return {
    value: { ...names, share },
    codes: [
      ...(mixed ? ['latin_in_cyrillic' as const] : []),
      ...(recased ? ['name_case' as const] : []),
      ...(initials ? ['owner_initials_only' as const] : []),
    ],
  };
}

type Names = Omit<NamedOwner, 'share'>;

/** Surname, first name, and the rest is the patronymic («Ахмед оглы»). */
function fullName(text: string): Names {
  const words = text.split(' ');
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

/** «ИВАНОВ», «иванов» → «Иванов»; «оглы», initials and what has both kinds of letters stay. */
function nameCase(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => {
    if (word.length < 2 || /^(?:оглы|кызы|заде|де|фон|ван|эль|аль|бин)$/.test(word)) return word;
    const isShouted = word === word.toUpperCase();
    return isShouted || word === word.toLowerCase() ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word;
  });
}

/** «И.И.», «И.», «ИИ» without spaces → «И.», «И.»; null when the text is a name. */
function initialsOf(text: string): string[] | null {
  const match = /^(\p{Lu})\.?(?:(\p{Lu})\.?)?$/u.exec(text);
  return match ? [match[1], match[2]].filter(Boolean).map((letter) => `${letter}.`) : null;
}
