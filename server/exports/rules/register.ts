// Rows of the full register: the titles and the cells that the loader of registries understands. Pure.
import { garageFields } from '../../../contract/fields/garages.ts';
import { profileFields } from '../../../contract/fields/profiles.ts';
import { fieldsWith, plainFields, type Field, type Fields } from '../../../contract/kernel/fields.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import {
  consentFields,
  GROUNDS_BETWEEN,
  importFields,
  LOADED_GROUND,
  type ConsentField,
} from '../../../contract/importFields.ts';
import { safeText } from '../../kernel/cells.ts';
import { ABOVE, type BookCell } from '../../kernel/workbook.ts';
import type { PlainColumns } from '../../kernel/plainFields.ts';

export interface RegisterPassport {
  number: string;
  issued: string;
}

interface Personal {
  /** Null of a garage nobody owns. */
  profile_id: number | null;
  inn: string | null;
  /** Kind, day (`YYYY-MM-DD`) and number of each consent in force, the latest first; null: there is none. */
  consents: [kind: string, day: string, number: string | null][] | null;
  birthday: string | null;
  registration_address: string | null;
  actual_address: string | null;
  phones: readonly string[] | null;
  email: string | null;
  privilege: string | null;
  certificate: string | null;
  voa_entry_date: string | null;
  ticket_number: string | null;
}
/** A garage with one of its owners; of one nobody owns the name is null. */
export interface RegisterGarage extends Personal, PlainColumns<typeof garageFields> {
  id: number;
  section: string;
  number: string;
  type: string;
  size_x: number | null;
  size_y: number | null;
  size_z: number | null;
  balance_kopecks: number;
  name: string | null;
  share: string | null;
  /** By what he owns it. */
  ground: string | null;
}
/** One of several owners of a garage. */
export interface RegisterCoOwner extends Personal {
  po: string;
  section: string;
  number: string;
  name: string;
  share: string | null;
  ground: string | null;
  /** The day he owns it from (`YYYY-MM-DD`), where it is known. */
  since: string | null;
}
export interface RegisterPerson extends Personal {
  name: string;
  /** The ПО he is known in. */
  po: string;
}
/** What is read beside a row: his passport opened, his code. */
export interface Beside {
  passport: RegisterPassport | null;
  code: string | null;
}

const titlesOf = (fields: Fields, wanted: (field: Field) => unknown) =>
  fieldsWith(fields, (field) => field.register && wanted(field)).map(([, field]) => field.register!);

const consentColumns = Object.entries(consentFields) as [ConsentField, string][];
const CODE = 'Код человека';
const personal = titlesOf(profileFields, (field) => field !== profileFields.fullName);
/** Plain fields stand between the size and the owner, long texts at the end. */
const plain = plainFields(garageFields).filter(([, field]) => field.register);
const facts = plain.filter(([, field]) => field.kind !== 'longText').map(([, field]) => field);
const notes = plain.filter(([, field]) => field.kind === 'longText').map(([, field]) => field);

/** A registry is loaded from a day of its own: no loader takes this one. */
const SINCE = 'Владеет с (для чтения)';

/** Titles over dates. */
export const dateTitles: ReadonlySet<string> = new Set([
  SINCE,
  ...[garageFields, profileFields].flatMap((fields) => titlesOf(fields, (field) => field.kind === 'date')),
]);

/** Titles of a ПО's sheet; the balance is that of the day. */
export const registerTitles = (today: string): string[] => [
  '№ п/п',
  garageFields.section.register,
  garageFields.number.register,
  garageFields.type.register,
  'Размер',
  ...facts.map((field) => field.register!),
  garageFields.owner.register,
  'Доля',
  importFields.basis.label,
  ...personal,
  `Сальдо на ${formatDate(today)} (минус — долг)`,
  ...notes.map((field) => field.register!),
  ...consentColumns.map(([field]) => importFields[field].label),
  CODE,
];
export const coOwnerTitles: readonly string[] = [
  'ПО',
  garageFields.section.register,
  garageFields.number.register,
  garageFields.owner.register,
  'Доля',
  importFields.basis.label,
  SINCE,
  ...personal,
  ...consentColumns.map(([field]) => importFields[field].label),
  CODE,
];
export const peopleTitles: readonly string[] = [
  'ПО',
  profileFields.fullName.register,
  ...personal,
  ...consentColumns.map(([field]) => importFields[field].label),
  CODE,
];

/**
 * The line of a garage: all its owners by name and code, and what is known of the first.
 * @param owners the garage with each of its owners, the primary one first
 */
export function registerRow(
  owners: readonly [RegisterGarage, ...RegisterGarage[]],
  nth: number,
  { passport }: Pick<Beside, 'passport'>,
  codes: readonly (string | null)[],
): BookCell[] {
  const [garage] = owners;
  const shares = owners.map(({ share }) => share);
  return [
    nth,
    text(garage.section),
    text(garage.number),
    garage.type,
    sizeOf(garage),
    ...facts.map((field) => plainCell(garage, field)),
    text(owners.map(nameOf).join('; ')),
    shares.every(Boolean) ? shares.join('; ') : null,
    text(groundsCell(owners)),
    ...personalCells(garage, passport),
    garage.balance_kopecks / 100,
    ...notes.map((field) => plainCell(garage, field)),
    ...consentCells(garage),
    codes.filter(Boolean).join('; ') || null,
  ];
}

/** The line below it of a co-owner: the number and what stands before it are one with the garage's own. */
export const coOwnerRow = (owner: RegisterGarage, { passport, code }: Beside): BookCell[] => [
  ABOVE,
  ABOVE,
  ABOVE,
  null,
  null,
  ...facts.map(() => null),
  text(nameOf(owner)),
  null,
  null,
  ...personalCells(owner, passport),
  null,
  ...notes.map(() => null),
  ...consentCells(owner),
  code,
];

/** The line of a co-owner on the sheet of his own: it names the garage, so that it stands anywhere. */
export const apartRow = (owner: RegisterCoOwner, { passport, code }: Beside): BookCell[] => [
  text(owner.po),
  text(owner.section),
  text(owner.number),
  text(nameOf(owner)),
  owner.share,
  text(owner.ground === LOADED_GROUND ? null : owner.ground),
  day(owner.since),
  ...personalCells(owner, passport),
  ...consentCells(owner),
  code,
];

export const peopleRow = (person: RegisterPerson, { passport, code }: Beside): BookCell[] => [
  text(person.po),
  text(nameOf(person)),
  ...personalCells(person, passport),
  ...consentCells(person),
  code,
];

/** One ground for all owners, or one for each as the loader tells them apart; one that a load has made up is none. */
function groundsCell(owners: readonly RegisterGarage[]): string {
  const grounds = owners.map(({ ground }) => (ground && ground !== LOADED_GROUND ? ground : ''));
  return new Set(grounds).size > 1 ? grounds.join(GROUNDS_BETWEEN) : grounds[0]!;
}

/** The loader knows an organisation by its ИНН. */
const nameOf = ({ name, inn }: { name: string | null; inn: string | null }) =>
  (name ?? '') + (inn ? ` (ИНН ${inn})` : '');

/** «№ 15 от 01.02.2024»: the latest consent of each kind that is in force. */
function consentCells({ consents }: Personal): BookCell[] {
  return consentColumns.map(([, kind]) => {
    const [, day, number] = consents?.find(([one]) => one === kind) ?? [];
    const told = number && !/\p{L}{4,}|\d[./-]\d/u.test(number) ? `№ ${number} от` : '';
    return day ? text([told, formatDate(day)].filter(Boolean).join(' ')) : null;
  });
}

function personalCells(person: Personal, passport: RegisterPassport | null): BookCell[] {
  return [
    day(person.birthday),
    text(passport?.number),
    text(passport?.issued),
    text(person.registration_address),
    text(person.actual_address),
    // «8…», because a plus at the beginning would be taken for a formula.
    text(person.phones?.map((phone) => phone.replace(/^\+7/, '8')).join(', ')),
    text(person.email),
    text(person.privilege),
    text(person.certificate),
    day(person.voa_entry_date),
    text(person.ticket_number),
  ];
}

const sizeOf = ({ size_x, size_y, size_z }: RegisterGarage) =>
  size_x !== null && size_y !== null
    ? [size_x, size_y, size_z]
        .filter((side) => side !== null)
        .map((side) => String(side).replace('.', ','))
        .join('×')
    : null;

const day = (date: string | null) => (date ? new Date(`${date}T00:00:00Z`) : null);

const text = (value: string | null | undefined) => (value ? safeText(value) : null);

function plainCell(garage: RegisterGarage, { column, kind }: Field & { column: string }): BookCell {
  const value = (garage as unknown as Record<string, string | null>)[column] ?? null;
  return kind === 'date' ? day(value) : text(value);
}

/** A sheet's name: no forbidden letters, 31 at most, each once. */
export function sheetName(name: string, taken: Set<string>): string {
  const plain =
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 27) || 'ПО';
  let free = plain;
  for (let nth = 2; taken.has(free.toLowerCase()); nth += 1) free = `${plain} ${nth}`;
  taken.add(free.toLowerCase());
  return free;
}
