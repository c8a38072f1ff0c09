// What a row says that the register says otherwise: filled where empty, asked where different. Pure.
import { consentFields, GROUNDS_BETWEEN, LOADED_GROUND } from '../../contract/importFields.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { importedFields } from './plainFields.ts';
import type { Difference, DifferenceField, ImportChoices } from '../../contract/importChoices.ts';
import type { ParsedRow } from './rows.ts';
import type { KnownGarage, KnownPerson } from './queries.ts';
import type { ParsedOwner } from './readRow.ts';
import { consentText, type NamedConsent } from './rules/consents.ts';
import { couldBeOne } from './rules/person.ts';
import { shownValue } from './rules/masks.ts';
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
    passportIssued?: string;
    privilege?: { id: number; number: string | null };
    voa_entry_date?: string;
    ticket_number?: string;
    consents?: NamedConsent[];
  };
  balance: number;
  differences: Difference[];
}

interface Compared {
  field: DifferenceField;
  was: string;
  becomes: string;
  isEmpty: boolean;
  /** Why it stays as it is whatever is chosen. */
  locked?: string;
  apply: (changes: Changes) => void;
}

export interface Terms {
  choices: ImportChoices;
  /** The same row was loaded before: what is empty now was emptied by somebody, so it is asked too. */
  isLoaded: boolean;
  /** Whom and when the passport of a person was given by, '' when it is not known. */
  issuedOf: (person: KnownPerson) => string;
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
  { choices, isLoaded, issuedOf }: Terms,
): Changes {
  const changes: Changes = { garage: {}, person: {}, balance: 0, differences: [] };
  for (const one of [
    ...(garage ? garageValues(row, garage) : []),
    ...(person ? personValues(row, person, passportHash, issuedOf) : []),
  ]) {
    if (one.isEmpty && !isLoaded && !one.locked) one.apply(changes);
    else {
      const choice = one.locked ? 'keep' : choiceOf(choices, place, one.field);
      const { field, was, becomes, locked } = one;
      changes.differences.push({ field, was, becomes, choice, ...(locked ? { locked } : {}) });
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
  found.push(...ownersValue(row, known));
  const oneLine = (text: string | null) => fold((text ?? '').replace(/\s+/g, ' '));
  const isKnown = (ground: string) => known.grounds.some((one) => oneLine(one) === oneLine(ground));
  const isGround = row.owners.length > 0 && (!known.grounds.length || groundsOf(row).every(isKnown));
  const note = noteOf(row, isGround);
  // A load of an earlier version has put the ground there.
  const isSaid = [note, noteOf(row, false)].some((one) => oneLine(one) === oneLine(known.note));
  if (note && !isSaid) plain('note', 'note', known.note, note);
  const delta = (row.openingBalanceKopecks ?? 0) - known.balance_kopecks;
  const saysMoney =
    row.isSumTold ||
    row.balanceParts.length > 0 ||
    ['debt', 'credit', 'balance', 'signedDebt'].some((field) => row.raw[field as keyof typeof row.raw] !== undefined);
  // A sum that was not read is no nought: the money of the register stands.
  const isUnread = known.has_money && row.issues.some(({ code }) => code === 'balance_unparsable');
  if (delta !== 0 && saysMoney && !isUnread)
    found.push({
      field: 'debt',
      was: rubles(known.balance_kopecks),
      becomes: rubles(row.openingBalanceKopecks ?? 0),
      isEmpty: !known.has_money,
      apply: (changes) => (changes.balance = delta),
    });
  return found;
}

function personValues(
  row: ParsedRow,
  known: KnownPerson,
  passportHash: string | null,
  issuedOf: Terms['issuedOf'],
): Compared[] {
  const owner = row.owners[0]!;
  const found: Compared[] = [];
  const plain = (
    field: DifferenceField,
    column: 'birthday' | 'email' | 'registration_address' | 'actual_address' | 'ticket_number',
    was: string | null,
    becomes: string | null,
  ) => {
    if (!becomes || fold(becomes) === fold(was ?? '')) return;
    found.push({
      field,
      was: shownValue(field, was ?? ''),
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
      was: shownValue('phone', known.phones.join(', ')),
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
  const issued = known.pass && owner.passportIssued ? issuedOf(known) : null;
  if (issued !== null && fold(issued) !== fold(owner.passportIssued!))
    found.push({
      field: 'passportIssued',
      was: shownValue('passportIssued', issued),
      becomes: owner.passportIssued!,
      isEmpty: issued === '',
      apply: (changes) => (changes.person.passportIssued = owner.passportIssued!),
    });
  plain('ticketNumber', 'ticket_number', known.ticket_number, owner.ticketNumber);
  return [...found, ...standingValues(row, known), ...consentValues(owner, known)];
}

/** Privilege with its paper, and membership. */
function standingValues(row: ParsedRow, known: KnownPerson): Compared[] {
  const owner = row.owners[0]!;
  const { privilegeId: id, privilegeCertificate: number } = owner;
  const found: Compared[] = [];
  if (id && id !== known.privilege_id)
    found.push({
      field: 'privilege',
      was: known.privilege ?? '',
      becomes: [row.raw.privilege, number && `№ ${number}`].filter(Boolean).join(', '),
      isEmpty: known.privilege_id === 0,
      apply: (changes) => (changes.person.privilege = { id, number }),
    });
  else if (id && number && number !== known.certificate)
    found.push({
      field: 'privilegeCertificate',
      was: known.certificate ?? '',
      becomes: number,
      isEmpty: !known.certificate,
      apply: (changes) => (changes.person.privilege = { id, number }),
    });
  const since = owner.voaEntryDate;
  if (since && (since !== known.voa_entry_date || !known.is_voa_member))
    found.push({
      field: 'voaEntryDate',
      was: known.voa_entry_date ? formatDate(known.voa_entry_date) : known.is_voa_member ? 'член, дата не указана' : '',
      becomes: formatDate(since),
      isEmpty: !known.voa_entry_date && [NOT_MEMBER, MEMBER].includes(known.voa_status_id),
      apply: (changes) => (changes.person.voa_entry_date = since),
    });
  return found;
}

/** A consent the register has not; one it has or had revoked is asked, and a file never revokes. */
function consentValues(owner: ParsedOwner, known: KnownPerson): Compared[] {
  return (owner.consents ?? []).flatMap((one): Compared[] => {
    const papers = known.consents.filter((paper) => paper.kind === consentFields[one.field]);
    const inForce = papers.find((paper) => !paper.revoked_at);
    const last = inForce ?? papers[0];
    const isSame = inForce && one.given && (!one.signedAt || inForce.signed_at === one.signedAt);
    if (isSame || (!one.given && !inForce)) return [];
    const was = !last
      ? ''
      : last.revoked_at
        ? `отозвано ${formatDate(last.revoked_at)}`
        : consentText({ field: one.field, given: true, signedAt: last.signed_at, docNo: last.doc_no });
    return [
      {
        field: one.field,
        was,
        becomes: consentText(one),
        isEmpty: !last,
        ...(one.given ? {} : { locked: 'Отзыв согласия записывают в карточке человека' }),
        apply: (changes) => (changes.person.consents = [...(changes.person.consents ?? []), one]),
      },
    ];
  });
}

/** Ids of the membership statuses «не состоит» and «состоит». */
const NOT_MEMBER = 1;
const MEMBER = 3;

/** Who owns and in what shares: changed by a case of re-registration, never by a file. */
function ownersValue(row: ParsedRow, known: KnownGarage): Compared[] {
  if (!row.owners.length || !known.owners.length) return [];
  const isWhole = row.owners.every((owner) => owner.share) || row.owners.every((owner) => !owner.share);
  const shareOf = (share: string | null | undefined) => (share ? fractionOf(share) : null);
  const sameShare = (owner: ParsedOwner) => {
    const share = shareOf(owner.share);
    const there = known.owners.filter((one) => couldBeOne(one, owner));
    return share === null || there.some((one) => shareOf(one.share) === share);
  };
  if (row.owners.length === known.owners.length && isWhole && row.owners.every(sameShare)) return [];
  const names = (
    owners: readonly { lastName: string; firstName: string | null; fatherName: string | null; share?: string | null }[],
  ) =>
    owners
      .map((one) =>
        [one.lastName, one.firstName, one.fatherName, one.share && `(${one.share})`].filter(Boolean).join(' '),
      )
      .join('; ');
  return [
    {
      field: 'owners',
      was: names(known.owners),
      becomes: names(row.owners),
      isEmpty: false,
      locked: 'Владельцев и доли меняет переоформление',
      apply: () => undefined,
    },
  ];
}

/** «2/4» is «1/2». */
function fractionOf(share: string): number {
  const [num = 0, den = 1] = share.split('/').map(Number);
  return Math.round((num / den) * 1e6);
}

/**
 * The registry's own note. The ground of ownership stands in the history of owners; where the row brings no owner, or they came by
 * another one, in the note.
 */
export function noteOf(row: ParsedRow, hasGround: boolean): string | null {
  const basis = !hasGround && row.garage?.basis;
  const lines = [row.garage?.note, basis && `Основание: ${basis}`].filter(Boolean);
  return lines.join('\n').slice(0, 4000) || null;
}

/** Grounds of the owners of a row, in their order: one for all, or one for each. */
export function groundsOf({ garage, owners }: ParsedRow): string[] {
  const basis = garage?.basis;
  if (!basis) return owners.map(() => LOADED_GROUND);
  const apart = basis.split(GROUNDS_BETWEEN).map((part) => part.trim());
  return owners.map((_, at) => (apart.length === owners.length ? apart[at] || LOADED_GROUND : basis));
}
