// What a row says that the register says otherwise: filled where empty, asked where different. Pure.
import { formatDate } from '../../contract/kernel/words.ts';
import { importedFields } from './plainFields.ts';
import type { Difference, DifferenceField, ImportChoices } from '../../contract/imports.ts';
import type { ParsedRow } from './rows.ts';
import type { KnownGarage, KnownPerson } from './queries.ts';
import { fold } from './rules/text.ts';

/** New values of the garage's columns, of its first owner, and the change of the balance, kopecks. */
export interface Changes {
  garage: Record<string, string | number>;
  person: {
    birthday?: string;
    phones?: string[];
    email?: string;
    registration_address?: string;
    actual_address?: string;
    passport?: true;
  };
  balance: number;
  differences: Difference[];
}

interface Compared {
  field: DifferenceField;
  was: string;
  becomes: string;
  isEmpty: boolean;
  apply: (changes: Changes) => void;
}

/** The choice that stands for a value: its own, its column's, everybody's; null while nobody has decided. */
export function choiceOf(choices: ImportChoices, place: string, field: DifferenceField): 'file' | 'keep' | null {
  return choices.rows[place]?.[field] ?? choices.fields[field] ?? choices.all ?? null;
}

/**
 * @param garage the garage of the row in the register, if it is there
 * @param person the first owner of the row in the register, if he is there
 * @param passportHash keyed hash (hex) of the passport of the row
 */
export function compareRow(
  row: ParsedRow,
  place: string,
  garage: KnownGarage | null,
  person: KnownPerson | null,
  passportHash: string | null,
  choices: ImportChoices,
): Changes {
  const changes: Changes = { garage: {}, person: {}, balance: 0, differences: [] };
  for (const one of [
    ...(garage ? garageValues(row, garage) : []),
    ...(person ? personValues(row, person, passportHash) : []),
  ]) {
    if (one.isEmpty) one.apply(changes);
    else {
      const choice = choiceOf(choices, place, one.field);
      changes.differences.push({ field: one.field, was: one.was, becomes: one.becomes, choice });
      if (choice === 'file') one.apply(changes);
    }
  }
  return changes;
}

const metres = (size: number | null) => (size === null ? null : size.toFixed(2));
const rubles = (kopecks: number) =>
  `${(Math.abs(kopecks) / 100).toFixed(2).replace('.', ',')} ₽${kopecks < 0 ? ' долга' : kopecks > 0 ? ' переплаты' : ''}`;

function garageValues(row: ParsedRow, known: KnownGarage): Compared[] {
  const garage = row.garage!;
  const found: Compared[] = [];
  const plain = (
    field: DifferenceField,
    column: string,
    was: string | null,
    becomes: string | null,
    shown: (text: string) => string = String,
  ) => {
    if (becomes === null || becomes === '' || becomes === was) return;
    found.push({
      field,
      was: was === null ? '' : shown(was),
      becomes: shown(becomes),
      isEmpty: was === null || was === '',
      apply: (changes) => (changes.garage[column] = becomes),
    });
  };
  if (garage.typeId !== null && garage.typeId !== known.type_id)
    found.push({
      field: 'type',
      was: known.type_name ?? '',
      becomes: row.raw.type ?? '',
      isEmpty: known.type_id === 99,
      apply: (changes) => (changes.garage.type_id = garage.typeId!),
    });
  const size = [garage.sizeX, garage.sizeY, garage.sizeZ].map(metres);
  const knownSize = [known.size_x, known.size_y, known.size_z];
  if (size[0] !== null && size.some((side, at) => side !== null && side !== knownSize[at]))
    found.push({
      field: 'size',
      was: knownSize.filter(Boolean).join(' × '),
      becomes: size.filter(Boolean).join(' × '),
      isEmpty: knownSize.every((side, at) => side === null || side === size[at]),
      apply: (changes) =>
        ['size_x', 'size_y', 'size_z'].forEach((column, at) => size[at] && (changes.garage[column] = size[at])),
    });
  for (const { key, column, kind } of importedFields)
    plain(key as DifferenceField, column, known[column], garage.plain[column], kind === 'date' ? formatDate : String);
  const note = noteOf(row);
  const oneLine = (text: string | null) => fold((text ?? '').replace(/\s+/g, ' '));
  if (note && oneLine(note) !== oneLine(known.note)) plain('note', 'note', known.note, note);
  const delta = (row.openingBalanceKopecks ?? 0) - known.balance_kopecks;
  const saysMoney =
    row.balanceParts.length > 0 ||
    ['debt', 'credit', 'balance', 'signedDebt'].some((field) => row.raw[field as keyof typeof row.raw] !== undefined);
  if (delta !== 0 && saysMoney)
    found.push({
      field: 'debt',
      was: rubles(known.balance_kopecks),
      becomes: rubles(row.openingBalanceKopecks ?? 0),
      isEmpty: !known.has_money,
      apply: (changes) => (changes.balance = delta),
    });
  return found;
}

function personValues(row: ParsedRow, known: KnownPerson, passportHash: string | null): Compared[] {
  const owner = row.owners[0]!;
  const found: Compared[] = [];
  const plain = (
    field: DifferenceField,
    column: 'birthday' | 'email' | 'registration_address' | 'actual_address',
    was: string | null,
    becomes: string | null,
  ) => {
    if (!becomes || fold(becomes) === fold(was ?? '')) return;
    found.push({
      field,
      was: was ?? '',
      becomes,
      isEmpty: !was,
      apply: (changes) => (changes.person[column] = becomes),
    });
  };
  plain('birthday', 'birthday', known.birthday, owner.birthday);
  plain('email', 'email', known.email, owner.email);
  plain('registrationAddress', 'registration_address', known.registration_address, owner.registrationAddress);
  plain('actualAddress', 'actual_address', known.actual_address, owner.actualAddress);
  if (owner.phones.some((phone) => !known.phones.includes(phone)))
    found.push({
      field: 'phone',
      was: known.phones.join(', '),
      becomes: owner.phones.join(', '),
      isEmpty: known.phones.length === 0,
      apply: (changes) => (changes.person.phones = owner.phones),
    });
  if (owner.passport && passportHash && passportHash !== known.pass)
    found.push({
      field: 'passport',
      was: known.pass_masked ?? '',
      becomes: `${owner.passport.series} ${owner.passport.number}`,
      isEmpty: !known.pass,
      apply: (changes) => (changes.person.passport = true),
    });
  return found;
}

/** The registry's own note and the ground of ownership. */
export function noteOf(row: ParsedRow): string | null {
  const lines = [row.garage?.note, row.garage?.basis && `Основание: ${row.garage.basis}`].filter(Boolean);
  return lines.join('\n').slice(0, 4000) || null;
}
