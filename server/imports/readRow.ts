// Reads the cells of one garage row; knows nothing of the other rows.
import { isEnteredTooYoung } from '../../contract/profiles/membership.ts';
import { consentFields, importFields, moneyFields, type ConsentField } from '../../contract/importFields.ts';
import type { ImportField, TableLayout } from '../../contract/importFields.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { IssueLog, type Attention, type Issue } from './issueLog.ts';
import { readPlain, type ImportedColumns } from './plainFields.ts';
import { readConsent, type NamedConsent } from './rules/consents.ts';
import { readEmail, readPassport, readPhones, saysMore, type Passport, type ReadPassport } from './rules/contacts.ts';
import { readDate } from './rules/dates.ts';
import { plainSum, readBalance, roublesText } from './rules/money.ts';
import { yearOfTitle } from './rules/moneyTitles.ts';
import { readOwners, type NamedOwner, type ReadOwners } from './rules/owners.ts';
import { human, personal } from './rules/personalFields.ts';
import { readNumber, readSection, readSize, readSizes, type Size } from './rules/place.ts';
import { readShares, wholeShares } from './rules/shares.ts';
import { saysNothing, tidy } from './rules/text.ts';
import { readNote, readPrivilege, readType, type Privilege } from './rules/words.ts';
import type { RowView } from './rowView.ts';
import type { Cell } from './workbook.ts';

/** A garage as read. Sizes are metres, dates `YYYY-MM-DD`; `typeId` is null when no known type is named. */
export interface ParsedGarage extends Size {
  section: string;
  number: string;
  typeId: number | null;
  /** Plain fields by their columns. */
  plain: ImportedColumns;
  basis: string | null;
  /** The registry's own note. */
  note: string | null;
}

/** An owner as read; everything but the name and the share belongs to the first owner of a row. */
export interface ParsedOwner extends NamedOwner {
  birthday: string | null;
  phones: string[];
  email: string | null;
  registrationAddress: string | null;
  actualAddress: string | null;
  passport: Passport | null;
  passportIssued: string | null;
  privilegeId: number;
  privilegeCertificate: string | null;
  isVoaMember: boolean;
  voaEntryDate: string | null;
  ticketNumber: string | null;
  /** Absent when no column names any. */
  consents?: NamedConsent[];
  /** The code a full register gives to a person: rows that bear it speak of one and the same. */
  code?: string;
}

/** A part of the opening balance: of a year, or of none. */
export interface BalancePart {
  year: number | null;
  kopecks: number;
}

/** A row that names people and no garage. */
export interface ReadPersonRow {
  owners: ParsedOwner[];
  issues: Issue[];
}

export interface ReadGarageRow {
  garage: ParsedGarage;
  owners: ParsedOwner[];
  openingBalanceKopecks: number;
  balanceParts: BalancePart[];
  issues: Issue[];
  attention: Attention[];
  /** «он же»: the owner of the row above belongs here. */
  isDitto: boolean;
  /** A person wrote the sum: no other one is added to it. */
  isSumTyped?: true;
}

/** What a row is read under: its section when it names none, today (`YYYY-MM-DD`), the sums that must agree. */
export interface RowContext {
  section: string;
  today: string;
  check: TableLayout['check'];
  /** Nearly every row names a section. */
  expectsSection: boolean;
  /** The row names some of the owners: their shares are no whole. */
  isPart: boolean;
}

export function readGarageRow(view: RowView, context: RowContext): ReadGarageRow {
  const log = new IssueLog(view);
  const garage = readGarage(view, log, context);
  const people = readPeople(view, log, context.today, context.isPart);
  const balanceParts = readOpeningBalance(view, log);
  if (!view.isSumTyped) checkSums(view, log, context.check);
  noticeFormulas(view, log);
  const openingBalanceKopecks = balanceParts.reduce((sum, part) => sum + part.kopecks, 0);
  return {
    garage,
    ...people,
    openingBalanceKopecks,
    balanceParts,
    issues: log.issues,
    attention: log.attention,
    ...(view.isSumTyped ? { isSumTyped: true as const } : {}),
  };
}

export function readPersonRow(view: RowView, today: string): ReadPersonRow {
  const log = new IssueLog(view);
  const { owners } = readPeople(view, log, today);
  noticeFormulas(view, log);
  return { owners, issues: log.issues };
}

function readGarage(view: RowView, log: IssueLog, { section: given, today, expectsSection }: RowContext): ParsedGarage {
  const number = readNumber(view.cell('number'));
  log.add(number.codes, 'number', number.value);
  if (/^0\d/.test(number.value) && !view.isTyped('number')) log.add(['number_zeros'], 'number', '', number.value);
  if (view.placeWasDate && !view.isTyped('number'))
    log.add(
      number.codes.includes('number_was_date') ? [] : ['number_was_date'],
      'place',
      tidy(`${view.text('section')}/${number.value}`),
      view.placeWasDate,
    );
  const section = readSection(view.cell('section')) || (view.isTyped('section') ? '' : given);
  if (section === '' && expectsSection && !view.isTyped('section')) log.add(['section_missing'], 'section');
  if (number.value === '') log.add(['number_missing'], 'number');
  if (number.value.length > 20) log.add(['place_too_long'], 'number');
  if (section.length > 20) log.add(['place_too_long'], 'section', '', section);
  const type = readType(view.text('type'));
  log.add(type.codes, 'type');
  const note = view
    .cells('note')
    .map((cell) => tidy(cell.text))
    .filter((text) => !saysNothing(text))
    .join('; ');
  log.add(readNote(note), 'note', '', note);
  const basis = limited(log, 'basis', plainText(view, 'basis'), GARAGE_NOTE / 2);
  return {
    section,
    number: number.value,
    typeId: type.value,
    ...readGarageSize(view, log),
    plain: readPlain({
      date: (field) => readDay(view, log, field, today).date,
      text: (field, max) => limited(log, field, plainText(view, field), max),
    }),
    basis,
    note: limited(log, 'note', note || null, basis ? GARAGE_NOTE / 2 - 20 : GARAGE_NOTE),
  };
}

function readGarageSize(view: RowView, log: IssueLog): Size {
  const apart = (['sizeX', 'sizeY', 'sizeZ'] as const).filter((field) => view.text(field) !== '');
  if (apart.length === 0) {
    const size = readSize(view.cell('size'));
    log.add(size.codes, 'size');
    return size.value;
  }
  const sizes = readSizes([view.cell('sizeX'), view.cell('sizeY'), view.cell('sizeZ')]);
  const raw = (['sizeX', 'sizeY', 'sizeZ'] as const)
    .map((field) => view.text(field))
    .filter(Boolean)
    .join(' × ');
  log.add(sizes.codes, apart[0]!, '', raw);
  return sizes.value;
}

const EARLIEST = '1850-01-01';
const earliest: Partial<Record<ImportField, string>> = { birthday: '1900-01-02', voaEntryDate: '1900-01-02' };

/** A date; a year alone becomes its 1 January, except a birthday: a made-up day would match strangers. */
function readDay(
  view: RowView,
  log: IssueLog,
  field: ImportField,
  today: string,
  cell: Cell = view.cell(field),
): { date: string | null } {
  const { value, codes } = readDate(cell);
  const ofYear = value.year !== null && field !== 'birthday' ? `${value.year}-01-01` : null;
  const date = value.date ?? ofYear;
  const day = date ?? (value.year === null ? null : `${value.year}-06-01`);
  if (day && (day > today || day < (earliest[field] ?? EARLIEST))) {
    log.add(['date_doubtful'], field, '', tidy(cell.text));
    return { date: null };
  }
  log.add(codes, field, date ? formatDate(date) : '', tidy(cell.text));
  return { date };
}

function plainText(view: RowView, field: ImportField): string | null {
  const text = view.text(field);
  return saysNothing(text) ? null : text;
}

/** Letters of a garage's note; the ground of ownership stands in it too. */
export const GARAGE_NOTE = 4000;

/** A text that the card would not take is not stored; it is never cut. */
function limited(log: IssueLog, field: ImportField, text: string | null, max: number): string | null {
  if (text === null || text.length <= max) return text;
  log.add(['value_too_long'], field, String(max), text);
  return null;
}

function readPeople(
  view: RowView,
  log: IssueLog,
  today: string,
  isPart = false,
): Pick<ReadGarageRow, 'owners' | 'isDitto'> {
  const texts = {
    full: view
      .cells('owner')
      .map(lines)
      .filter((text) => !saysNothing(text))
      .join('\n'),
    lastName: lines(view.cell('lastName')),
    firstName: lines(view.cell('firstName')),
    fatherName: lines(view.cell('fatherName')),
  };
  const field: ImportField = view.has('owner') && saysNothing(texts.lastName) ? 'owner' : 'lastName';
  const raw = tidy(field === 'owner' ? texts.full : [texts.lastName, texts.firstName, texts.fatherName].join(' '));
  const { value: named, codes } = readOwners(texts);
  const shown = named.people
    .map((owner) => [owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' '))
    .join(', ');
  log.add(codes, field, shown, raw);
  const read = readPersonal(view, log, named, today);
  // Everything personal of a row is of the first owner.
  const isOrganisation = Boolean(named.people[0]?.organisation);
  const own = isOrganisation ? withoutHuman(read) : read;
  if (isOrganisation) for (const field of human) log.keep(field, view.text(field));
  if (named.people.length === 0 && !named.isDitto) keepPersonal(view, log);
  const given = codesOf(view, named.people.length);
  const owners = withShares(named.people, view, log, raw, isPart).map((owner, index) => ({
    ...owner,
    ...(index === 0 ? own : nothingPersonal()),
    ...(given[index] ? { code: given[index] } : {}),
  }));
  return { owners, isDitto: named.isDitto };
}

/** Codes of `count` people, one for each or of the first alone. */
function codesOf(view: RowView, count: number): string[] {
  const codes = view
    .text('personCode')
    .split(/[;,\s]+/)
    .filter(Boolean);
  return codes.length === count || codes.length === 1 ? codes.map((code) => code.slice(0, 40)) : [];
}

/** Shares beside the names or in their own column; those that do not make a whole are told and not stored. */
function withShares(owners: NamedOwner[], view: RowView, log: IssueLog, names: string, isPart: boolean): NamedOwner[] {
  const column = readShares(view.cell('share'), owners.length);
  const shares = owners.map((owner, index) => owner.share ?? column.value[index] ?? null);
  const isWhole = isPart || wholeShares(shares);
  if (column.codes.length || !isWhole) {
    const inColumn = !saysNothing(view.text('share'));
    log.add(['share_unparsable'], inColumn ? 'share' : 'owner', '', inColumn ? view.text('share') : names);
  }
  return owners.map((owner, index) => ({ ...owner, share: isWhole ? shares[index]! : null }));
}

function lines(cell: Cell): string {
  return cell.kind === 'error' ? '' : cell.text;
}

type Personal = Omit<ParsedOwner, keyof NamedOwner>;

const notOfOrganisations = () => ({
  birthday: null,
  passport: null,
  passportIssued: null,
  privilegeId: 0,
  privilegeCertificate: null,
  isVoaMember: false,
  voaEntryDate: null,
  ticketNumber: null,
});

function withoutHuman(read: Personal): Personal {
  const rest = { ...read, ...notOfOrganisations() };
  delete rest.consents;
  return rest;
}

function nothingPersonal(): Personal {
  return { phones: [], email: null, registrationAddress: null, actualAddress: null, ...notOfOrganisations() };
}

/** Personal cells of the row; what stood beside the name fills those that are empty. */
function readPersonal(view: RowView, log: IssueLog, named: ReadOwners, today: string): Personal {
  const passportText = [view.text('passport'), named.passport].find((text) => !saysNothing(text)) ?? '';
  const passport = readPassport(passportText);
  const email = readEmail(view.text('email'));
  const privilege = readPrivilege(view.text('privilege'), view.text('privilegeCertificate'));
  log.add(passport.codes, 'passport', '', passportText);
  log.add(email.codes, 'email');
  log.add(privilege.codes, 'privilege');
  keepHomeless(view, log, passport.value, passportText, privilege.value);
  const voaEntryDate = readDay(view, log, 'voaEntryDate', today).date;
  const inName = named.birthday && saysNothing(view.text('birthday'));
  const bornCell: Cell = inName ? { kind: 'text', value: named.birthday, text: named.birthday } : view.cell('birthday');
  const birthday = readDay(view, log, 'birthday', today, bornCell).date;
  const consents = readConsents(view, log, today);
  const isTooEarly = birthday !== null && voaEntryDate !== null && isEnteredTooYoung(birthday, voaEntryDate);
  if (isTooEarly) log.add(['date_doubtful'], 'voaEntryDate');
  return {
    birthday,
    phones: readAllPhones(view, log, named.phone),
    email: email.value,
    registrationAddress: limited(
      log,
      'registrationAddress',
      plainText(view, 'registrationAddress') ?? (named.address || null),
      300,
    ),
    actualAddress: limited(log, 'actualAddress', plainText(view, 'actualAddress'), 300),
    passport: passport.value.passport,
    passportIssued: limited(
      log,
      'passportIssued',
      [passport.value.issued, plainText(view, 'passportIssued')].filter(Boolean).join(' ') || null,
      500,
    ),
    privilegeId: privilege.value.privilegeId,
    privilegeCertificate: limited(log, 'privilegeCertificate', privilege.value.certificate, 40),
    isVoaMember: voaEntryDate !== null && !isTooEarly,
    voaEntryDate: isTooEarly ? null : voaEntryDate,
    ticketNumber: limited(log, 'ticketNumber', plainText(view, 'ticketNumber'), 40),
    ...(consents.length ? { consents } : {}),
  };
}

function readConsents(view: RowView, log: IssueLog, today: string): NamedConsent[] {
  return (Object.keys(consentFields) as ConsentField[]).flatMap((field) => {
    const { value, codes } = readConsent(field, view.cell(field), today);
    log.add(codes, field);
    return value ?? [];
  });
}

function readAllPhones(view: RowView, log: IssueLog, inName: string): string[] {
  const phones = new Set<string>();
  for (const text of [...view.cells('phone').map((cell) => cell.text), ...(inName ? [inName] : [])]) {
    const read = readPhones(text);
    read.value.forEach((phone) => phones.add(phone));
    log.add(read.codes, 'phone', '', tidy(text));
    if (read.value.length && saysMore(text)) log.keep('phone', tidy(text));
  }
  return [...phones];
}

/** A paper without its privilege, an issuer without his passport, words after its number: no card takes them, their texts stay with the garage. */
function keepHomeless(
  view: RowView,
  log: IssueLog,
  { passport, issued }: ReadPassport,
  passportText: string,
  { privilegeId, certificate }: Privilege,
): void {
  if (!passport) log.keep('passportIssued', view.text('passportIssued'));
  if (passport ? !issued && /\d\D*\p{L}{2}\D*$/u.test(passportText) : issued) log.keep('passport', passportText);
  if (privilegeId || !certificate) return;
  for (const field of ['privilege', 'privilegeCertificate'] as const) log.keep(field, view.text(field));
}

/** Nobody owns the garage, yet personal cells are filled: their texts stay with the garage. */
function keepPersonal(view: RowView, log: IssueLog): void {
  for (const field of personal) log.keep(field, view.text(field));
}

function readOpeningBalance(view: RowView, log: IssueLog): BalancePart[] {
  const parts: BalancePart[] = [];
  for (const column of moneyFields) {
    for (const { title, cell } of view.titled(column)) {
      const read = readBalance(cell, column);
      log.add(read.codes, column, roublesText(read.value), tidy(cell.text));
      if (read.value !== 0) parts.push({ year: yearOfTitle(title), kopecks: read.value });
    }
  }
  return parts;
}

/** A row whose sums do not agree, in a table where they agree almost everywhere. */
function checkSums(view: RowView, log: IssueLog, check: RowContext['check']): void {
  if (!check) return;
  const sum = (columns: readonly number[]) => columns.reduce((whole, column) => whole + plainSum(view.at(column)), 0);
  const [counted, written] = [sum(check.plus) - sum(check.minus), sum(check.total)];
  if (Number.isNaN(counted) || Number.isNaN(written) || Math.abs(counted - written) < 0.01) return;
  const field = (['debt', 'balance', 'signedDebt', 'credit'] as const).find((one) => view.has(one)) ?? 'debt';
  const shown = (amount: number) => amount.toFixed(2).replace('.', ',');
  log.add(['balance_mismatch'], field, shown(counted), shown(written));
}

/** Formulas and texts that only look like them, in every imported column; in «№ п/п» they do not matter. */
function noticeFormulas(view: RowView, log: IssueLog): void {
  for (const field of view.fields()) {
    if (field === 'rowNumber' || !(field in importFields)) continue;
    for (const cell of view.cells(field)) {
      const raw = tidy(cell.text);
      if (cell.formula || cell.kind === 'error') log.add(['formula_value'], field, '', raw);
      if (cell.kind === 'error') log.keep(field, raw);
      if (field !== 'phone' && cell.kind === 'text' && !cell.formula && /^[=+@]/.test(raw))
        log.add(['text_looks_like_formula'], field, '', raw);
    }
  }
}
