// A workbook and its layout in, garages with owners, balances and remarks out. Pure: nothing is stored here.
import { createHash } from 'node:crypto';
import type { IgnoredAs, ImportLayout, ImportOverride, RowPlace, TableLayout } from '../../contract/importFields.ts';
import { readGarageRow, readPersonRow } from './readRow.ts';
import { keysOfRow, relateRows } from './relateRows.ts';
import { placeKey, RowCache, type ParsedRegistry, type ParsedRow, type ReadRow } from './rows.ts';
import { inSlices } from './slices.ts';
import { RowView, tableColumns, type TableColumns } from './rowView.ts';
import { namesNobody } from './rules/ownerWords.ts';
import { looksLikeNumber } from './rules/place.ts';
import { poNamesOf } from './rules/poNames.ts';
import { classifyRow } from './rules/rowKinds.ts';
import { fold, tidy } from './rules/text.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** More rows than a sheet has. */
const ROWS_OF_TABLE = 2 ** 21;

/**
 * Reads every row of the tables by the rules of registries, in slices: requests of others are answered between them.
 * @param overrides corrections of the preview; a later one for the same row and field wins
 * @param today `YYYY-MM-DD`; dates after it are not believed
 * @param cache kept between two readings of one workbook under one layout
 */
export const parseRegistry = (
  workbook: Workbook,
  layout: ImportLayout,
  overrides: readonly ImportOverride[],
  today: string,
  cache = new RowCache(),
): Promise<ParsedRegistry> => inSlices(readTables(workbook, layout, overrides, today, cache));

/**
 * Where the row of a place stands among the rows, made in slices too. Corrections change what rows say, never which there are:
 * it is worked out once for a layout.
 */
export async function indexPlaces(rows: readonly ParsedRow[], cache: RowCache): Promise<ReadonlyMap<string, number>> {
  cache.indexes ??= await inSlices(indexing(rows));
  return cache.indexes;
}

function* indexing(rows: readonly ParsedRow[]): Generator<undefined, Map<string, number>> {
  const indexes = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (index % 250 === 0) yield;
    indexes.set(placeKey(row), index);
  }
  return indexes;
}

/** Stops after every few rows, so that the caller may let others go first. */
function* readTables(
  workbook: Workbook,
  layout: ImportLayout,
  overrides: readonly ImportOverride[],
  today: string,
  cache: RowCache,
): Generator<undefined, ParsedRegistry> {
  const typed = Map.groupBy(overrides, placeKey);
  const typedLines = new Set(overrides.map((one) => one.row));
  const rows: ReadRow[] = [];
  const carried = new Map<number, string>();
  for (const [index, table] of layout.tables.entries()) {
    if (table.fate === 'skip') continue;
    const sheet = workbook.sheets[table.sheetIndex];
    if (sheet) yield* readTable({ sheet, table, index, typed, typedLines, carried, today, cache }, rows);
  }
  return {
    headerRow: layout.tables.find((table) => table.fate !== 'skip')?.headerRow ?? 0,
    ...(yield* relateRows(rows, layout, cache)),
  };
}

interface TableWork {
  sheet: Sheet;
  table: TableLayout;
  index: number;
  typed: ReadonlyMap<string, ImportOverride[]>;
  /** Lines that have a correction somewhere. */
  typedLines: ReadonlySet<number>;
  /** Section named last on each sheet: it goes on under the next header. */
  carried: Map<number, string>;
  today: string;
  cache: RowCache;
}

function* readTable(work: TableWork, rows: ReadRow[]): Generator<undefined, void> {
  const { sheet, table, index, carried } = work;
  const columns = tableColumns(sheet, table);
  const titles = new Map(table.columns.map((column) => [column.index, fold(column.title.split(' / ').at(-1) ?? '')]));
  const expectsSection = table.sectionFrom === 'column' && filledSections(sheet, table, columns) > 0.8;
  const names = table.po ? poNamesOf(sheet, table) : null;
  let section = table.section || (table.sectionFrom === 'subtitles' ? (carried.get(table.sheetIndex) ?? '') : '');
  for (let at = 0; at < sheet.rowCount; at += 1) {
    if (at % 20 === 0) yield;
    const line = sheet.lineOf(at);
    if (line < table.firstRow || line <= table.headerRow || (table.lastRow !== null && line > table.lastRow)) continue;
    const place = { sheet: table.sheetIndex, row: line, column: table.firstColumn };
    if (table.fate === 'people') {
      rows.push(readPerson(work, columns, titles, at, place, names));
      continue;
    }
    if (names && isOfOthers(names[at]!, table.po!, () => new RowView(sheet, at, columns, []))) {
      rows.push({ ...place, table: index, kind: 'other_po', read: null, keys: null, raw: {}, typed: '', under: '' });
      continue;
    }
    const row = readRow(work, columns, titles, at, place, { section, expectsSection });
    if (row.section !== undefined) section = row.section;
    rows.push(row);
  }
  if (table.sectionFrom === 'subtitles' || table.sectionFrom === null) carried.set(table.sheetIndex, section);
}

/** A garage that names another ПО, or none where all others do. */
const isOfOthers = (name: string, ours: readonly string[], view: () => RowView) =>
  name === '' ? looksLikeNumber(view().cell('number')) : !ours.includes(name);

/** What was typed over a row, and what was read of it before: that stands while nothing else is typed. */
function beforeOf({ index, typed, typedLines, cache }: TableWork, at: number, place: RowPlace) {
  const key = index * ROWS_OF_TABLE + at;
  const corrections = (typedLines.has(place.row) && typed.get(placeKey(place))) || [];
  return {
    key,
    corrections,
    said: corrections.length ? JSON.stringify(corrections) : '',
    known: cache.rows.get(key),
  };
}

function readRow(
  work: TableWork,
  columns: TableColumns,
  titles: ReadonlyMap<number, string>,
  at: number,
  place: RowPlace,
  { section, expectsSection }: { section: string; expectsSection: boolean },
): ReadRow {
  const { sheet, table, index, today, cache } = work;
  const { key, corrections, said, known } = beforeOf(work, at, place);
  if (known && known.typed === said && known.under === section) return known;
  const view = new RowView(sheet, at, columns, corrections);
  const ownSection = table.sectionFrom === 'filled' ? tidy(view.text('section')) : '';
  const common = { ...place, table: index, typed: said, under: section };
  const kind = kindOf(view, titles, corrections.length > 0);
  let row: ReadRow;
  if (kind.kind === 'subtitle')
    row = {
      ...common,
      kind: 'subtitle',
      read: null,
      keys: null,
      raw: {},
      section: table.sectionFrom === 'sheet' ? section : kind.section,
    };
  else {
    const isGarage = kind.kind === 'garage' || kind.kind === 'continuation';
    const context = {
      section: ownSection || section,
      today,
      check: table.check,
      expectsSection,
      isPart: table.fate === 'owners',
    };
    const read = isGarage ? readGarageRow(view, context) : null;
    const raw = isGarage || kind.kind === 'footer' ? view.raw() : {};
    const keys = read && keysOfRow(cache, read);
    row = { ...common, kind: kind.kind, read, keys, raw, ...(ownSection ? { section: ownSection } : {}) };
  }
  cache.rows.set(key, row);
  return row;
}

/** A row of a table that names people: whoever has a name is one. */
function readPerson(
  work: TableWork,
  columns: TableColumns,
  titles: ReadonlyMap<number, string>,
  at: number,
  place: RowPlace,
  names: readonly string[] | null,
): ReadRow {
  const { sheet, table, index, today, cache } = work;
  const { key, corrections, said, known } = beforeOf(work, at, place);
  if (known?.typed === said) return known;
  const view = new RowView(sheet, at, columns, corrections);
  const isOfOther = names !== null && !table.po!.includes(names[at]!);
  const kind = personKind(view, titles, isOfOther);
  const row: ReadRow = {
    ...place,
    table: index,
    kind,
    read: null,
    keys: null,
    raw: kind === 'person' || kind === 'footer' ? view.raw() : {},
    typed: said,
    under: '',
    ...(kind === 'person' ? { person: readPersonRow(view, today) } : {}),
  };
  cache.rows.set(key, row);
  return row;
}

function personKind(view: RowView, titles: ReadonlyMap<number, string>, isOfOther: boolean): 'person' | IgnoredAs {
  const name = tidy(view.text('owner') || view.text('lastName'));
  if (!view.all().some((cell) => cell.text.trim() !== '')) return 'blank';
  if (repeatsTitles(view, titles)) return 'header';
  if (namesNobody(name)) return 'footer';
  if (/^(?:итого|всего)(?![а-я])/.test(fold(name))) return 'total';
  return isOfOther ? 'other_po' : 'person';
}

/** «Иванова Анна Ивановна» in the column of owners: a second owner or a garage without a number, no signature. */
const fullName = /^\p{Lu}[\p{L}-]+ \p{Lu}\p{L}+ \p{Lu}\p{L}*(?:вич|вна|чна|шна|ьич)$/iu;

type Kind = { kind: 'garage' | Exclude<IgnoredAs, 'subtitle'> } | { kind: 'subtitle'; section: string };

function kindOf(view: RowView, titles: ReadonlyMap<number, string>, isTyped: boolean): Kind {
  const hasNumber = looksLikeNumber(view.cell('number'));
  const money = (['debt', 'credit', 'balance', 'signedDebt'] as const).some((field) =>
    view.cells(field).some((cell) => /[1-9]/.test(cell.text)),
  );
  const named = /\p{L}{2}\s+\p{L}/u.test(view.text('owner') || view.text('lastName'));
  const kind = classifyRow({
    visible: view.visible(),
    all: view.all(),
    hasNumber,
    isPerson: (money && named) || fullName.test(tidy(view.text('owner'))),
  });
  // A corrected row was rescued by a person.
  if (isTyped && (kind.kind !== 'garage' || view.isContinuation))
    return { kind: hasNumber ? 'garage' : kind.kind === 'subtitle' ? 'footer' : kind.kind };
  if (kind.kind === 'garage' && repeatsTitles(view, titles)) return { kind: 'header' };
  return kind.kind === 'garage' && view.isContinuation ? { kind: 'continuation' } : kind;
}

/** The header printed again: most cells say what stands over their columns. */
function repeatsTitles(view: RowView, titles: ReadonlyMap<number, string>): boolean {
  let [filled, same] = [0, 0];
  for (const [column, title] of titles) {
    const text = view.at(column).text;
    if (text.trim() === '') continue;
    filled += 1;
    if (view.at(column).kind === 'text' && fold(text) === title) same += 1;
  }
  return same >= 2 && same >= filled * 0.6;
}

function filledSections(sheet: Sheet, table: TableLayout, columns: TableColumns): number {
  const at = columns.byField.get('section')?.[0]?.index ?? -1;
  const number = columns.byField.get('number')?.[0]?.index ?? -1;
  let [rows, filled] = [0, 0];
  for (let index = 0; index < Math.min(sheet.rowCount, 400); index += 1) {
    if (sheet.lineOf(index) <= table.headerRow) continue;
    const cells = sheet.row(index);
    if (!/\d/.test(cells[number]?.text ?? '')) continue;
    rows += 1;
    if ((cells[at]?.text ?? '').trim() !== '' || columns.merged.get(at)?.has(index)) filled += 1;
  }
  return rows >= 5 ? filled / rows : 0;
}

/**
 * SHA-256 (hex) over what the row says, not over where it stands or how it was written: the same garage with the same
 * data gives the same hash in another file, so that a second run changes nothing. Codes of people are another installation's.
 */
export function rowHash(row: Pick<ParsedRow, 'garage' | 'owners' | 'openingBalanceKopecks' | 'notes'>): string {
  const owners = row.owners.map((owner) => ({ ...owner, code: undefined }));
  const said = { garage: row.garage, owners, balance: row.openingBalanceKopecks, notes: row.notes };
  return createHash('sha256').update(JSON.stringify(said, sortedKeys)).digest('hex');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
