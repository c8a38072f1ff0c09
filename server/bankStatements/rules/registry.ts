// Registry of a bank: the payers behind one document. Columns are guessed, the total and the sum of the document must agree.
import type { RegistryField, RegistryLayout } from '../../../contract/bankStatements.ts';
import { rubles } from '../../books/rules/words.ts';
import { isAccountNumber } from '../../garages/rules.ts';
import { entryIn, type EntryFound, type Years } from './entry.ts';
import { match, whoseOf, type Register, type Suggestion } from './match.ts';
import { fold } from './names.ts';
import { readDate, readSum } from './values.ts';

export interface RegistryRow {
  line: number;
  /** Null when the cell is empty, or there is no such column: the day of the document then. */
  onDate: string | null;
  accountNo: string;
  payer: string;
  amountKopecks: number;
  feeKopecks: number;
  cells: string[];
}

export interface BankRegistry {
  rows: RegistryRow[];
  sumKopecks: number;
  feeKopecks: number;
  /** Why it can not be attached, as sentences. */
  problems: string[];
}

const MAX_ROWS = 5000;
/** «=3;9000,00», «Итого;;9000,00»: what stands below the payments. */
const total = /^\s*(?:=|(?:итого|всего)(?![а-яё]))/i;
const isFooter = (cells: readonly string[]) => total.test(cells.find((cell) => cell.trim() !== '') ?? '');
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
/** «1123000455/17»: what stands after the account is the mark of a debtor. */
const accountIn = (cell: string) => cell.replace(/\/.*$/, '').replace(/\D/g, '');
const looksLikeName = (cell: string) => /^[а-яё.-]{2,}(?: [а-яё.-]+){1,4}$/i.test(cell.trim());

const titles: readonly [field: RegistryField, pattern: RegExp][] = [
  ['fee', /комисс/],
  ['account', /лиц[а-я.]* ?сч|(?<![а-я])лс(?![а-я])|л\/с/],
  ['payer', /фио|ф\. ?и\. ?о|плательщик|фамили/],
  ['date', /дата/],
  ['amount', /сумма/],
];

/** What every column holds: by its title, else by what stands in it; the sum is the column that gives the sum of the document. */
export function guessRegistry(records: readonly string[][], documentKopecks: number): RegistryLayout {
  const columns: RegistryLayout['columns'] = { date: null, account: null, payer: null, amount: null, fee: null };
  const headerRows = records.findIndex((cells) => !isFooter(cells) && cells.some((cell) => readSum(cell) !== null));
  const top = Math.max(0, headerRows);
  const body = records.slice(top).filter((cells) => !isBlank(cells) && !isFooter(cells));
  const width = Math.max(0, ...body.map((cells) => cells.length));
  const head = records[top - 1] ?? [];
  head.forEach((title, index) => {
    const field = titles.find(([, pattern]) => pattern.test(fold(title)))?.[0];
    if (field && columns[field] === null) columns[field] = index;
  });
  const share = (index: number, test: (cell: string) => boolean) =>
    body.filter((cells) => test(cells[index] ?? '')).length / Math.max(1, body.length);
  const first = (test: (cell: string) => boolean) =>
    Array.from({ length: width }, (_, index) => index).find((index) => share(index, test) >= 0.6) ?? null;
  const sumOf = (index: number) => body.reduce((sum, cells) => sum + (readSum(cells[index] ?? '') ?? 0), 0);
  const sums = Array.from({ length: width }, (_, index) => index).filter(
    (index) => share(index, (cell) => readSum(cell) !== null && !isAccountNumber(accountIn(cell))) === 1,
  );
  columns.date ??= first((cell) => readDate(cell) !== null);
  columns.account ??= first((cell) => isAccountNumber(accountIn(cell)));
  columns.payer ??= first(looksLikeName);
  columns.amount ??=
    sums.find((index) => sumOf(index) === documentKopecks) ??
    sums.find((index) => share(index, (cell) => /[.,]\d\d$/.test(cell.trim())) === 1) ??
    null;
  return { headerRows: top, columns };
}

/** Titles of a registry: another file laid out in the same way is read in the same way. */
export function registrySignature(records: readonly string[][], guessed: RegistryLayout): string {
  const head = records[guessed.headerRows - 1];
  const width = Math.max(0, ...records.slice(guessed.headerRows, guessed.headerRows + 20).map((cells) => cells.length));
  return head ? head.map(fold).join('|').slice(0, 500) : `${width} столбцов`;
}

/** Rows of a registry and everything that does not agree. */
export function readRegistry(
  records: readonly string[][],
  layout: RegistryLayout,
  documentKopecks: number,
): BankRegistry {
  const rows: RegistryRow[] = [];
  const problems: string[] = [];
  const totals: number[] = [];
  let hasTotal = false;
  records.forEach((cells, index) => {
    if (index < layout.headerRows || isBlank(cells)) return;
    if (isFooter(cells)) {
      totals.push(...totalsIn(cells));
      hasTotal ||= cells.some((cell) => cell.trimStart().startsWith('=')) || totals.length > 0;
    } else if (layout.columns.amount !== null) {
      const row = rowOf(cells, index + 1, layout);
      if (row) rows.push(row);
      const date = layout.columns.date === null ? '' : (cells[layout.columns.date] ?? '').trim();
      const wrong = !row
        ? `сумма «${cells[layout.columns.amount] ?? ''}»`
        : date && row.onDate === null
          ? `дата «${date}»`
          : null;
      if (wrong && problems.length < 5) problems.push(`Строка ${index + 1}: ${wrong} не читается`);
    }
  });
  const sumKopecks = rows.reduce((sum, row) => sum + row.amountKopecks, 0);
  const feeKopecks = rows.reduce((sum, row) => sum + row.feeKopecks, 0);
  const registry = { rows, sumKopecks, feeKopecks };
  if (layout.columns.amount === null) return { ...registry, problems: ['Укажите столбец с суммой'] };
  if (!rows.length) problems.push('В реестре нет ни одной строки с платежом');
  if (rows.length > MAX_ROWS) problems.push('В реестре больше 5 000 строк');
  if (hasTotal && !totals.includes(sumKopecks))
    problems.push(`Итог в последней строке не равен сумме строк ${rubles(sumKopecks)}`);
  // A bank that keeps its fee sends less than the payers paid; they are credited with all of it.
  if (sumKopecks !== documentKopecks && sumKopecks - feeKopecks !== documentKopecks)
    problems.push(`Сумма реестра ${rubles(sumKopecks)} не равна сумме документа ${rubles(documentKopecks)}`);
  return { ...registry, problems };
}

function rowOf(cells: readonly string[], line: number, { columns }: RegistryLayout): RegistryRow | null {
  const cell = (field: RegistryField) => (columns[field] === null ? '' : (cells[columns[field]] ?? '').trim());
  const amountKopecks = readSum(cell('amount'));
  if (!amountKopecks) return null;
  return {
    line,
    onDate: readDate(cell('date')),
    accountNo: accountIn(cell('account')),
    payer: cell('payer'),
    amountKopecks,
    feeKopecks: readSum(cell('fee')) ?? 0,
    cells: cells.map((one) => one.trim()),
  };
}

const totalsIn = (footer: readonly string[]) =>
  footer.flatMap((cell) => readSum(cell.replace(total, '').replace(/^[\s:-]+/, '')) ?? []);

/** Whose garage a row is for: the account column first, then everything the row says. */
export function matchRegistryRow(
  register: Register,
  row: Pick<RegistryRow, 'accountNo' | 'cells' | 'payer'>,
): Suggestion {
  const garage = isAccountNumber(row.accountNo) ? register.byAccount.get(row.accountNo) : undefined;
  const payment = { purpose: row.cells.join(' '), payer: row.payer };
  if (!garage) return match(register, payment);
  return whoseOf(register, { garage: garage.id, certainty: 'sure', reason: `ЛС ${row.accountNo} в реестре` }, payment);
}

/** What a row names, else what its document names. Cells are read apart: a sum or a day of one is no year of another. */
export function registryEntry(
  row: Pick<RegistryRow, 'cells' | 'amountKopecks'>,
  purpose: string,
  known: { has: (type: number) => boolean },
  years: Years,
): EntryFound {
  const words = row.cells.filter((cell) => readDate(cell) === null && readSum(cell) === null).join(' ; ');
  const own = entryIn(words, known, years, row.amountKopecks);
  if (own.entry || own.note) return own;
  return entryIn(purpose, known, years);
}
