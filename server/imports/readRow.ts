// Reads the cells of one garage row; knows nothing of the other rows.
import { importFields, type ImportField, type ImportIssueCode } from '../../contract/importFields.ts';
import { readEmail, readPassport, readPhones, type Passport } from './rules/contacts.ts';
import { readDate } from './rules/dates.ts';
import { issueMessage, keepsRawText } from './rules/messages.ts';
import { readBalance } from './rules/money.ts';
import { readOwners, type NamedOwner } from './rules/owners.ts';
import { readNumber, readSection, readSize, readSizes, type Size } from './rules/place.ts';
import { readShares, wholeShares } from './rules/shares.ts';
import { saysNothing, tidy } from './rules/text.ts';
import { readNote, readPrivilege, readType } from './rules/words.ts';
import type { RowView } from './rowView.ts';
import type { Cell } from './workbook.ts';

/** Something noticed in a cell; `message` is a Russian sentence for the official. */
export interface Issue {
  code: ImportIssueCode;
  field: ImportField;
  raw: string;
  message: string;
}

/** A garage as read. Sizes are metres, dates `YYYY-MM-DD`; `typeId` is null when no known type is named. */
export interface ParsedGarage extends Size {
  section: string;
  number: string;
  typeId: number | null;
  dateOfConstruction: string | null;
  pib: string | null;
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
}

export interface ReadGarageRow {
  garage: ParsedGarage;
  owners: ParsedOwner[];
  openingBalanceKopecks: number;
  issues: Issue[];
  notes: string[];
}

/** @param subtitleSection section named by the last subtitle above, '' when none */
export function readGarageRow(view: RowView, subtitleSection: string): ReadGarageRow {
  const log = new IssueLog(view);
  const garage = readGarage(view, log, subtitleSection);
  const owners = readPeople(view, log);
  const openingBalanceKopecks = readOpeningBalance(view, log);
  noticeFormulas(view, log);
  return { garage, owners, openingBalanceKopecks, issues: log.issues, notes: log.notes };
}

/** Collects issues, one of a code and field, and the raw texts that must not be lost. */
class IssueLog {
  readonly issues: Issue[] = [];
  readonly notes: string[] = [];
  readonly #view: RowView;

  constructor(view: RowView) {
    this.#view = view;
  }

  add(codes: readonly ImportIssueCode[], field: ImportField, shown = '', raw = this.#view.text(field)): void {
    const title = this.#view.title(field);
    for (const code of codes) {
      // One code says its thing once for a row, however many cells show it.
      if (!this.issues.some((issue) => issue.code === code)) {
        this.issues.push({ code, field, raw, message: issueMessage(code, { raw, shown, title }) });
      }
      if (keepsRawText.has(code)) this.keep(title, raw);
    }
  }

  /** Keeps a text that found no place of its own. */
  keep(title: string, raw: string): void {
    const line = `${title}: ${raw}`;
    if (!saysNothing(raw) && !this.notes.includes(line)) this.notes.push(line);
  }
}

function readGarage(view: RowView, log: IssueLog, subtitleSection: string): ParsedGarage {
  const number = readNumber(view.cell('number'));
  log.add(number.codes, 'number', number.value);
  const section = readSection(view.cell('section')) || subtitleSection;
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
  return {
    section,
    number: number.value,
    typeId: type.value,
    ...readGarageSize(view, log),
    dateOfConstruction: readDay(view, log, 'dateOfConstruction').date,
    pib: plainText(view, 'pib'),
    basis: plainText(view, 'basis'),
    note: note || null,
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

/** A date; a year alone becomes its 1 January, except a birthday: a made-up day would match strangers. */
function readDay(
  view: RowView,
  log: IssueLog,
  field: 'dateOfConstruction' | 'birthday' | 'voaEntryDate',
): { date: string | null } {
  const { value, codes } = readDate(view.cell(field));
  const ofYear = value.year !== null && field !== 'birthday' ? `${value.year}-01-01` : null;
  const date = value.date ?? ofYear;
  log.add(codes, field, date ? date.split('-').toReversed().join('.') : '');
  return { date };
}

function plainText(view: RowView, field: ImportField): string | null {
  const text = view.text(field);
  return saysNothing(text) ? null : text;
}

function readPeople(view: RowView, log: IssueLog): ParsedOwner[] {
  const texts = {
    full: lines(view.cell('owner')),
    lastName: lines(view.cell('lastName')),
    firstName: lines(view.cell('firstName')),
    fatherName: lines(view.cell('fatherName')),
  };
  const field: ImportField = view.has('owner') && saysNothing(texts.lastName) ? 'owner' : 'lastName';
  const raw = tidy(field === 'owner' ? texts.full : [texts.lastName, texts.firstName, texts.fatherName].join(' '));
  const named = readOwners(texts);
  const shown = named.value
    .map((owner) => [owner.lastName, owner.firstName, owner.fatherName].filter(Boolean).join(' '))
    .join(', ');
  log.add(named.codes, field, shown, raw);
  const personal = readPersonal(view, log);
  if (named.value.length === 0) keepPersonal(view, log);
  return withShares(named.value, view, log, raw).map((owner, index) => ({
    ...owner,
    ...(index === 0 ? personal : nothingPersonal()),
  }));
}

/** Shares beside the names or in their own column; those that do not make a whole are told and not stored. */
function withShares(owners: NamedOwner[], view: RowView, log: IssueLog, names: string): NamedOwner[] {
  const column = readShares(view.cell('share'), owners.length);
  const shares = owners.map((owner, index) => owner.share ?? column.value[index] ?? null);
  const isWhole = wholeShares(shares);
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

function nothingPersonal(): Personal {
  return {
    birthday: null,
    phones: [],
    email: null,
    registrationAddress: null,
    actualAddress: null,
    passport: null,
    passportIssued: null,
    privilegeId: 0,
    privilegeCertificate: null,
    isVoaMember: false,
    voaEntryDate: null,
    ticketNumber: null,
  };
}

function readPersonal(view: RowView, log: IssueLog): Personal {
  const passport = readPassport(view.text('passport'));
  const email = readEmail(view.text('email'));
  const privilege = readPrivilege(view.text('privilege'), view.text('privilegeCertificate'));
  log.add(passport.codes, 'passport');
  log.add(email.codes, 'email');
  log.add(privilege.codes, 'privilege');
  const voaEntryDate = readDay(view, log, 'voaEntryDate').date;
  return {
    birthday: readDay(view, log, 'birthday').date,
    phones: readAllPhones(view, log),
    email: email.value,
    registrationAddress: plainText(view, 'registrationAddress'),
    actualAddress: plainText(view, 'actualAddress'),
    passport: passport.value.passport,
    passportIssued: [passport.value.issued, plainText(view, 'passportIssued')].filter(Boolean).join(' ') || null,
    privilegeId: privilege.value.privilegeId,
    privilegeCertificate: privilege.value.certificate,
    isVoaMember: voaEntryDate !== null,
    voaEntryDate,
    ticketNumber: plainText(view, 'ticketNumber'),
  };
}

function readAllPhones(view: RowView, log: IssueLog): string[] {
  const phones = new Set<string>();
  for (const cell of view.cells('phone')) {
    const read = readPhones(cell.text);
    read.value.forEach((phone) => phones.add(phone));
    log.add(read.codes, 'phone', '', tidy(cell.text));
  }
  return [...phones];
}

/** Nobody owns the garage, yet personal cells are filled: their texts stay with the garage. */
function keepPersonal(view: RowView, log: IssueLog): void {
  const personal = [
    'share',
    'birthday',
    'phone',
    'email',
    'registrationAddress',
    'actualAddress',
    'passport',
    'passportIssued',
    'privilege',
    'privilegeCertificate',
    'voaEntryDate',
    'ticketNumber',
  ] as const;
  for (const field of personal) log.keep(view.title(field), view.text(field));
}

function readOpeningBalance(view: RowView, log: IssueLog): number {
  let kopecks = 0;
  for (const column of ['debt', 'credit', 'balance'] as const) {
    for (const cell of view.cells(column)) {
      const read = readBalance(cell, column);
      log.add(read.codes, column, roubles(read.value), tidy(cell.text));
      kopecks += read.value;
    }
  }
  return kopecks;
}

/** «долг 4 500,50 ₽», «переплата 500,00 ₽», «0,00 ₽», with non-breaking spaces. */
function roubles(kopecks: number): string {
  const [whole = '0', rest = '00'] = (Math.abs(kopecks) / 100).toFixed(2).split('.');
  const amount = `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${rest}\u00a0₽`;
  return kopecks === 0 ? amount : `${kopecks < 0 ? 'долг' : 'переплата'} ${amount}`;
}

/** Formulas and texts that only look like them, in every imported column; in «№ п/п» they do not matter. */
function noticeFormulas(view: RowView, log: IssueLog): void {
  for (const field of view.fields()) {
    if (field === 'rowNumber' || !(field in importFields)) continue;
    for (const cell of view.cells(field)) {
      const raw = tidy(cell.text);
      if (cell.formula || cell.kind === 'error') log.add(['formula_value'], field, '', raw);
      if (cell.kind === 'error') log.keep(view.title(field), raw);
      if (field !== 'phone' && cell.kind === 'text' && !cell.formula && /^[=+@]/.test(raw))
        log.add(['text_looks_like_formula'], field, '', raw);
    }
  }
}
