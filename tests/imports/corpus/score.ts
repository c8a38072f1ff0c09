// How a file was read: rows right, right after one obvious choice, named, and silently wrong.
import { parseRegistry } from '../../../server/imports/parse.ts';
import type { ParsedRow } from '../../../server/imports/rows.ts';
import { answerQuestions, proposeLayout } from '../../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../../server/imports/workbook.ts';
import type { ImportField, ImportLayout, ImportQuestion } from '../../../contract/importFields.ts';
import { TODAY } from '../toExpected.ts';
import type { Truth } from './garages.ts';
import type { MadeFile } from './generate.ts';
import type { TrueRow } from './sheets.ts';

export interface Score {
  name: string;
  rows: number;
  right: number;
  /** Right after an answer to a question asked before anything else. */
  choice: number;
  named: number;
  silent: number;
  /** What was named or silent, for a person to look at. */
  notes: string[];
}

interface Judged {
  right: number;
  named: number;
  silent: number;
  notes: string[];
}

/** Reads a file as an official who answers every doubtful question rightly and touches nothing else. */
export async function scoreFile(file: MadeFile): Promise<Score> {
  const workbook = await readWorkbook(file.bytes, file.name);
  const { layout, questions } = await proposeLayout(workbook);
  const judge = async (one: ImportLayout) =>
    judgeRows(file.truth, (await parseRegistry(workbook, one, [], TODAY)).rows);
  const prepared = await judge(layout);
  let best = { layout, judged: prepared };
  for (const question of questions.filter((one) => !one.sure))
    best = await bestAnswer(question, best, questions, judge);
  const choice = Math.max(0, best.judged.right - prepared.right);
  const { right, named, silent, notes } = best.judged;
  return { name: file.name, rows: file.truth.length, right: right - choice, choice, named, silent, notes };
}

async function bestAnswer(
  question: ImportQuestion,
  now: { layout: ImportLayout; judged: Judged },
  questions: ImportQuestion[],
  judge: (layout: ImportLayout) => Promise<Judged>,
) {
  let best = now;
  for (const option of question.options) {
    const layout = answerQuestions(now.layout, questions, { [question.id]: option.value });
    const judged = await judge(layout);
    const better =
      judged.right > best.judged.right || (judged.right === best.judged.right && judged.silent < best.judged.silent);
    if (better) best = { layout, judged };
  }
  return best;
}

const groups: Record<string, readonly ImportField[]> = {
  section: ['section', 'number', 'place'],
  number: ['number', 'place', 'numberAndOwner'],
  owners: ['owner', 'lastName', 'firstName', 'fatherName', 'numberAndOwner'],
  birthday: ['birthday', 'owner', 'lastName'],
  phones: ['phone', 'owner', 'lastName'],
  passport: ['passport', 'owner', 'lastName'],
  balance: ['debt', 'credit', 'balance', 'signedDebt'],
};

function judgeRows(truth: readonly TrueRow[], parsed: readonly ParsedRow[]): Judged {
  const result: Judged = { right: 0, named: 0, silent: 0, notes: [] };
  const byPlace = new Map(parsed.map((row) => [`${row.sheet}:${row.row}:${row.column}`, row]));
  const expected = new Set<ParsedRow>();
  for (const row of truth) {
    const read = byPlace.get(`${row.sheet}:${row.row}:${row.column}`);
    if (read) expected.add(read);
    const wrong = differences(row.truth, read);
    const where = `${row.sheet + 1}:${row.row}`;
    if (wrong.length === 0) result.right += 1;
    else if (read && wrong.every((field) => isNamed(field, read))) {
      result.named += 1;
      result.notes.push(`named ${where} ${wrong.join(', ')}: ${read.issues.map((issue) => issue.code).join(', ')}`);
    } else {
      result.silent += 1;
      result.notes.push(
        `SILENT ${where} ${wrong.map((field) => `${field}: ${valueOf(field, row.truth)} ≠ ${read ? readValue(field, read) : 'not read'}`).join('; ')}`,
      );
    }
  }
  for (const row of parsed) {
    if (expected.has(row) || row.outcome === 'ignored' || row.outcome === 'error') continue;
    result.silent += 1;
    result.notes.push(
      `SILENT ${row.sheet + 1}:${row.row} a garage of nowhere: ${row.garage?.section} ${row.garage?.number}`,
    );
  }
  return result;
}

function differences(truth: Truth, read: ParsedRow | undefined): string[] {
  if (!read || !read.garage) return ['row'];
  if (truth.refused) return read.outcome === 'error' ? [] : ['number'];
  if (read.outcome === 'error') return ['refused'];
  return Object.keys(groups).filter((field) => valueOf(field, truth) !== readValue(field, read));
}

function isNamed(field: string, read: ParsedRow): boolean {
  if (read.outcome === 'error') return true;
  return read.issues.some((issue) => groups[field]?.includes(issue.field));
}

function valueOf(field: string, truth: Truth): string {
  const value = truth[field as keyof Truth];
  return Array.isArray(value) ? value.toSorted().join(' | ') : String(value ?? '');
}

function readValue(field: string, read: ParsedRow): string {
  const first = read.owners[0];
  const values: Record<string, () => string> = {
    section: () => read.garage?.section ?? '',
    number: () => read.garage?.number ?? '',
    owners: () =>
      read.owners
        .map((one) => [one.lastName, one.firstName, one.fatherName].filter(Boolean).join(' '))
        .toSorted()
        .join(' | '),
    birthday: () => first?.birthday ?? '',
    phones: () => (first?.phones ?? []).toSorted().join(' | '),
    passport: () => (first?.passport ? first.passport.series + first.passport.number : ''),
    balance: () => String(read.openingBalanceKopecks ?? 0),
  };
  return values[field]?.() ?? '';
}
