// Sheets of a corpus file: rows put one under another with the truth of each garage beside its line.
import type { CellValue } from 'hucre/xlsx';
import type { Garage, Truth } from './garages.ts';
import type { Chance } from './random.ts';

export interface TrueRow {
  sheet: number;
  row: number;
  column: number;
  truth: Truth;
}

export interface SheetSpec {
  name: string;
  rows: CellValue[][];
  merges: { startRow: number; endRow: number; startCol: number; endCol: number }[];
  hidden?: boolean;
  columns?: { hidden: boolean }[];
}

/** A file of the corpus: what is written and what a right import makes of it. */
export interface CorpusFile {
  name: string;
  kind: string;
  sheets: SheetSpec[];
  truth: TrueRow[];
}

export interface Column {
  titles: string[];
  value: (garage: Garage, at: number) => CellValue;
}

export const emptySheet = (name: string): SheetSpec => ({ name, rows: [], merges: [] });

const words = {
  number: ['№ гаража', 'Гараж №', 'Номер бокса', 'Бокс', '№ места', 'Гар. №', 'Гараж'],
  section: ['Ряд', 'Секция', 'Линия', '№ ряда'],
  owner: ['ФИО', 'Ф.И.О. владельца', 'Владелец', 'Собственник', 'Фамилия, имя, отчество', 'Хозяин'],
  birthday: ['Дата рождения', 'Дата рожд.', 'Д.р.'],
  phone: ['Телефон', 'Тел.', 'Контактный телефон', 'Моб. тел.'],
  passport: ['Паспорт', 'Паспортные данные', 'Серия и номер паспорта'],
  debt: ['Долг', 'Задолженность', 'Долг, руб.', 'Сумма долга на сегодня', 'Долг по взносам'],
} as const;

/** The usual columns; `without` leaves some out. */
export function usualColumns(without: readonly string[] = []): Record<string, Column> {
  const all: Record<string, Column> = {
    counter: { titles: ['№ п/п', 'п/п'], value: (_garage, at) => at + 1 },
    section: { titles: [...words.section], value: ({ truth }) => truth.section },
    number: { titles: [...words.number], value: (garage) => garage.number },
    owner: { titles: [...words.owner], value: (garage) => garage.owner },
    birthday: { titles: [...words.birthday], value: (garage) => garage.birthday },
    phone: { titles: [...words.phone], value: (garage) => garage.phone },
    passport: { titles: [...words.passport], value: (garage) => garage.passport },
    debt: { titles: [...words.debt], value: (garage) => garage.debt },
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => !without.includes(key)));
}

/** Columns in an order of chance; a counter stays first. */
export function shuffled(chance: Chance, columns: Record<string, Column>): Column[] {
  const { counter, ...rest } = columns;
  const list = Object.values(rest);
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = chance.between(0, at);
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return counter && chance.is(0.5) ? [counter, ...list] : list;
}

export function header(chance: Chance, columns: readonly Column[]): string[] {
  return columns.map((column) => chance.pick(column.titles));
}

/** Writes the garages under what is on the sheet already and remembers the truth of every line. */
export function writeGarages(
  file: CorpusFile,
  sheet: number,
  columns: readonly Column[],
  garages: readonly Garage[],
  at = 0,
): void {
  const { rows } = file.sheets[sheet]!;
  for (const [index, garage] of garages.entries()) {
    rows.push([...Array.from({ length: at }, () => null), ...columns.map((column) => column.value(garage, index))]);
    file.truth.push({ sheet, row: rows.length, column: at, truth: garage.truth });
  }
}

export const total = (columns: readonly Column[], garages: readonly Garage[]): CellValue[] =>
  columns.map((_, at) => (at === 0 ? 'Итого' : at === columns.length - 1 ? garages.length * 100 : null));
