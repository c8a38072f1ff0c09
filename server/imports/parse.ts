// A sheet and its layout in, garages with owners, balances and remarks out. Pure: nothing is stored here.
import { createHash } from 'node:crypto';
import {
  importFields,
  refusingIssues,
  type IgnoredAs,
  type ImportField,
  type ImportIssueCode,
  type ImportLayout,
  type ImportOutcome,
  type ImportOverride,
} from '../../contract/importFields.ts';
import { personKey, sameSpelling, type PersonIdentity } from './rules/person.ts';
import { classifyRow } from './rules/rowKinds.ts';
import { looksLikeNumber } from './rules/place.ts';
import { issueMessage } from './rules/messages.ts';
import { readGarageRow, type Issue, type ParsedGarage, type ParsedOwner } from './readRow.ts';
import { RowView, sheetColumns } from './rowView.ts';
import type { Workbook } from './workbook.ts';

/** A row below the header. An ignored row has no garage, owners or issues. Money is kopecks, negative = debt. */
export interface ParsedRow {
  row: number;
  outcome: ImportOutcome;
  ignoredAs?: IgnoredAs;
  garage: ParsedGarage | null;
  owners: ParsedOwner[];
  openingBalanceKopecks: number | null;
  issues: Issue[];
  /** Raw texts that were changed, dropped or only partly read, a line for each cell: they belong to the garage's note. */
  notes: string;
  /** Texts of the mapped cells as a person sees them. */
  raw: Partial<Record<ImportField, string>>;
}

export interface ImportSummary extends Record<ImportOutcome, number> {
  /** Distinct people of the rows that are not refused. */
  people: number;
}

export interface ParsedRegistry {
  headerRow: number;
  summary: ImportSummary;
  rows: ParsedRow[];
}

/**
 * Reads every row below the header by the rules of registries.
 * @param overrides corrections of the preview; a later one for the same row and field wins
 */
export function parseRegistry(
  workbook: Workbook,
  layout: ImportLayout,
  overrides: readonly ImportOverride[] = [],
): ParsedRegistry {
  const sheet = workbook.sheets[layout.sheetIndex];
  if (!sheet || layout.sheetIndex !== workbook.sheetIndex) throw new Error(`Sheet ${layout.sheetIndex} is not loaded`);
  const columns = sheetColumns(sheet, layout);
  const corrections = Map.groupBy(overrides, (override) => override.row);
  const book: Book = { garages: new Map(), people: new Map(), unknownPeople: 0 };
  const rows: ParsedRow[] = [];
  let section = '';
  for (let index = 0; index < sheet.rowCount; index += 1) {
    const line = sheet.lineOf(index);
    if (line <= layout.headerRow) continue;
    const view = new RowView(sheet, index, columns, corrections.get(line) ?? []);
    const kind = classifyRow(view.visible(), view.all(), looksLikeNumber(view.cell('number')));
    if (kind.kind === 'subtitle') section = kind.section;
    rows.push(kind.kind === 'garage' ? enter(book, line, view, section) : ignored(line, kind.kind));
  }
  return { headerRow: layout.headerRow, summary: summarise(rows, book), rows };
}

/** What is already known from the rows above. */
interface Book {
  /** Line of the first garage under each section and number. */
  garages: Map<string, number>;
  /** First met spelling of each person. */
  people: Map<string, PersonIdentity>;
  unknownPeople: number;
}

function ignored(row: number, ignoredAs: IgnoredAs): ParsedRow {
  return {
    row,
    outcome: 'ignored',
    ignoredAs,
    garage: null,
    owners: [],
    openingBalanceKopecks: null,
    issues: [],
    notes: '',
    raw: {},
  };
}

function enter(book: Book, row: number, view: RowView, section: string): ParsedRow {
  const read = readGarageRow(view, section);
  noticeRepeat(book, row, read.garage, read.issues);
  const refused = read.issues.some((issue) => refusingIssues.includes(issue.code));
  if (!refused) for (const owner of read.owners) recognise(book, owner, view, read);
  const outcome = refused ? 'error' : read.issues.length > 0 ? 'created_with_warning' : 'created';
  return {
    row,
    outcome,
    garage: read.garage,
    owners: read.owners,
    openingBalanceKopecks: read.openingBalanceKopecks,
    issues: read.issues,
    notes: read.notes.join('\n'),
    raw: view.raw(),
  };
}

function noticeRepeat(book: Book, row: number, garage: ParsedGarage, issues: Issue[]): void {
  if (garage.number === '') return;
  const key = `${garage.section}\n${garage.number}`;
  const first = book.garages.get(key);
  if (first === undefined) {
    book.garages.set(key, row);
    return;
  }
  const place = `№ ${garage.number}${garage.section ? ` в секции ${garage.section}` : ''} уже есть в строке ${first}`;
  const message = issueMessage('duplicate_garage', { raw: garage.number, shown: place, title: '' });
  issues.push({ code: 'duplicate_garage', field: 'number', raw: garage.number, message });
}

/** Counts the owner, or finds him among the people above and takes over the spelling met first. */
function recognise(book: Book, owner: ParsedOwner, view: RowView, read: { issues: Issue[]; notes: string[] }): void {
  const key = personKey(owner);
  if (key === null) {
    book.unknownPeople += 1;
    return;
  }
  const known = book.people.get(key);
  if (!known) {
    const { lastName, firstName, fatherName, birthday } = owner;
    book.people.set(key, { lastName, firstName, fatherName, birthday });
    return;
  }
  if (sameSpelling(known, owner)) return;
  const raw = nameOf(owner);
  Object.assign(owner, { lastName: known.lastName, firstName: known.firstName, fatherName: known.fatherName });
  const code: ImportIssueCode = 'same_person_other_spelling';
  const title = importFields.owner.label;
  read.issues.push({
    code,
    field: view.has('owner') ? 'owner' : 'lastName',
    raw,
    message: issueMessage(code, { raw, shown: nameOf(known), title }),
  });
  read.notes.push(`${title}: ${raw}`);
}

function nameOf(person: PersonIdentity): string {
  return [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' ');
}

function summarise(rows: ParsedRow[], book: Book): ImportSummary {
  const summary: ImportSummary = {
    created: 0,
    created_with_warning: 0,
    error: 0,
    ignored: 0,
    people: book.people.size + book.unknownPeople,
  };
  for (const row of rows) summary[row.outcome] += 1;
  return summary;
}

/**
 * SHA-256 (hex) over what the row says, not over where it stands or how it was written: the same garage with the same
 * data gives the same hash in another file, so that a second run changes nothing.
 */
export function rowHash(row: Pick<ParsedRow, 'garage' | 'owners' | 'openingBalanceKopecks' | 'notes'>): string {
  const said = { garage: row.garage, owners: row.owners, balance: row.openingBalanceKopecks, notes: row.notes };
  return createHash('sha256').update(JSON.stringify(said, sortedKeys)).digest('hex');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
