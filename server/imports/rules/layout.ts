// What a workbook is: its tables, what each column holds, what happens to each table, what has to be asked.
import type { ImportField, ImportLayout, ImportQuestion, TableLayout } from '../../../contract/importFields.ts';
import type { Sheet, Workbook } from '../workbook.ts';
import { inSlices } from '../slices.ts';
import { readColumns } from './columns.ts';
import { looksLikeNumber, sectionOfSubtitle } from './place.ts';
import { relateTables, type ReadTable } from './sheetFates.ts';
import type { OpenQuestion, TableFacts } from './tableFacts.ts';
import { findTables, type FoundTable } from './tables.ts';
import { tidy } from './text.ts';

const SAMPLE_ROWS = 3000;
const SHOWN_SAMPLES = 5;

export interface Proposal {
  layout: ImportLayout;
  questions: ImportQuestion[];
}

/**
 * Best guess of the layout of every sheet with the questions it leaves open; prepared answers are laid in already. Made in slices:
 * requests of others are answered between them.
 * @param others sheets that are not for this ПО, by index, with the reason
 * @param only sheets that are looked at, all of them when omitted
 * @param poes of `many` ПО the same numbers are garages of each, of `one` they are told twice
 */
export const proposeLayout = (...args: Parameters<typeof proposing>): Promise<Proposal> => inSlices(proposing(...args));

function* proposing(
  workbook: Workbook,
  others: ReadonlyMap<number, string> = new Map(),
  only: ReadonlySet<number> | null = null,
  poes: 'one' | 'many' = 'one',
): Generator<undefined, Proposal> {
  const tables: ReadTable[] = [];
  const open: OpenQuestion[] = [];
  for (const [sheetIndex, sheet] of workbook.sheets.entries()) {
    if (sheet.rowCount === 0 || (only && !only.has(sheetIndex))) continue;
    for (const found of yield* findTables(sheet)) {
      const facts = yield* factsOf(sheet, found, tables.length);
      const read = readColumns(facts, found.headerLast >= 0);
      yield;
      const layout = tableOf(sheet, sheetIndex, found, facts, read.columns, read.filled);
      yield;
      tables.push({ layout: { ...layout, check: read.check }, sheet, facts });
      open.push(...read.questions);
    }
  }
  open.push(...relateTables(tables, others, poes));
  // What is not loaded needs no answer.
  const asked = open.filter(
    (one) => one.kind === 'tables' || one.kind === 'header' || tables[one.table]!.layout.fate !== 'skip',
  );
  return {
    layout: { tables: tables.map((one) => one.layout), answers: {} },
    questions: asked.map((one) => ({
      ...one,
      id: `${one.kind}:${one.table}:${one.columns[0]?.index ?? 0}`,
      samples: samplesOf(tables[one.table]!, one),
    })),
  };
}

function* factsOf(sheet: Sheet, found: FoundTable, table: number): Generator<undefined, TableFacts> {
  const rows: { line: number; cells: ReturnType<Sheet['row']> }[] = [];
  for (let index = found.firstRow; index <= found.lastRow && rows.length < SAMPLE_ROWS; index += 1) {
    if (index % 100 === 0) yield;
    const cells = sheet.row(index);
    const filled = cells.slice(found.firstColumn, found.lastColumn + 1).filter((cell) => cell.text.trim() !== '');
    const isTotal = filled.some((cell) => /^(?:итого|всего)(?![а-яё])/i.test(cell.text.trim()));
    if (filled.length < 2 || isTotal || filled.every((cell, at) => cell.text.trim() === String(at + 1))) continue;
    rows.push({ line: sheet.lineOf(index), cells });
  }
  const { titles, firstColumn, lastColumn } = found;
  return { table, titles, hidden: sheet.hiddenColumns, firstColumn, lastColumn, rows };
}

function tableOf(
  sheet: Sheet,
  sheetIndex: number,
  found: FoundTable,
  facts: TableFacts,
  columns: TableLayout['columns'],
  filled: boolean,
): TableLayout {
  const has = (field: ImportField) => columns.some((column) => column.field === field);
  const hasSection = has('section') || has('place');
  const subtitles = !hasSection && (found.section !== '' || hasSubtitles(sheet, found));
  const line = (index: number) => sheet.lineOf(index);
  return {
    sheetIndex,
    firstRow: line(found.firstRow),
    lastRow: found.lastRow >= sheet.rowCount - 1 ? null : line(found.lastRow),
    firstColumn: facts.firstColumn,
    headerRow: found.headerLast >= 0 ? line(found.headerLast) : 0,
    columns,
    sectionFrom: hasSection ? (filled ? 'filled' : 'column') : subtitles ? 'subtitles' : null,
    section: hasSection ? '' : found.section.slice(0, 20),
    check: null,
    fate: 'load',
    why: '',
  };
}

function hasSubtitles(sheet: Sheet, found: FoundTable): boolean {
  for (let index = found.firstRow; index <= found.lastRow; index += 1) {
    const filled = sheet
      .row(index)
      .slice(found.firstColumn, found.lastColumn + 1)
      .filter((cell) => cell.text.trim() !== '');
    if (filled.length === 0 || filled.length > 2) continue;
    if (sectionOfSubtitle(filled.map((cell) => tidy(cell.text)).join(' ')) !== null) return true;
  }
  return false;
}

/** Rows that show what the question is about: the largest sum, a zero, the ones most filled. */
function samplesOf({ facts }: ReadTable, question: OpenQuestion): ImportQuestion['samples'] {
  const columns = question.columns.map((column) => column.index);
  const numberAt = (cells: (typeof facts.rows)[number]['cells']) =>
    cells.find((cell) => looksLikeNumber(cell))?.text ?? '';
  const weight = (row: (typeof facts.rows)[number]) => {
    const texts = columns.map((index) => row.cells[index]?.text.trim() ?? '');
    return new Set(texts).size * 10 + texts.filter(Boolean).length;
  };
  return facts.rows
    .slice(0, 400)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, SHOWN_SAMPLES)
    .toSorted((one, other) => one.line - other.line)
    .map((row) => ({
      row: row.line,
      cells: [numberAt(row.cells), ...columns.map((index) => row.cells[index]?.text.slice(0, 60) ?? '')],
    }));
}

/** The layout under other answers; an unknown question or value changes nothing. */
export function answerQuestions(
  layout: ImportLayout,
  questions: readonly ImportQuestion[],
  answers: Record<string, string>,
): ImportLayout {
  const tables = structuredClone(layout.tables);
  for (const [id, value] of Object.entries(answers)) {
    const option = questions.find((one) => one.id === id)?.options.find((one) => one.value === value);
    for (const { table, index, field } of option?.fields ?? []) {
      const column = tables[table]?.columns.find((one) => one.index === index);
      if (column) Object.assign(column, { field, confidence: 1 });
    }
    for (const { table, fate } of option?.fates ?? []) if (tables[table]) tables[table].fate = fate;
    for (const { table, section } of option?.sections ?? [])
      if (tables[table]) Object.assign(tables[table], { section, sectionFrom: section ? 'sheet' : null });
    for (const { table, names } of option?.names ?? []) {
      if (!tables[table]) continue;
      if (names) tables[table].po = names;
      else delete tables[table].po;
    }
    if (option) dropChecks(tables);
  }
  return { tables, answers: { ...layout.answers, ...answers } };
}

/** Sums are compared only with the column that is loaded. */
function dropChecks(tables: TableLayout[]): void {
  for (const table of tables) {
    const loaded = new Set(table.columns.flatMap((column) => (column.field ? [column.index] : [])));
    if (table.check && !table.check.total.some((index) => loaded.has(index))) table.check = null;
  }
}
