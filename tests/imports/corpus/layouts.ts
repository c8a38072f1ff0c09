// Layouts people keep registers in: where the header is, where the section stands, how many tables and sheets there are.
import { forget, garagesOf, type Dirt, type Garage } from './garages.ts';
import type { Chance } from './random.ts';
import {
  emptySheet,
  header,
  shuffled,
  total,
  usualColumns,
  writeGarages,
  type Column,
  type CorpusFile,
} from './sheets.ts';

export type Layout = (chance: Chance, file: CorpusFile, dirt: ReadonlySet<Dirt>) => void;

const start = (file: CorpusFile, name = 'Реестр') => {
  file.sheets.push(emptySheet(name));
  return file.sheets.length - 1;
};
const titleLines = (chance: Chance, file: CorpusFile, sheet: number) => {
  const lines = chance.pick([
    [],
    ['Список членов кооператива'],
    ['КАС № 12', 'Реестр гаражей на 01.01.2026', ''],
    ['', 'Утверждаю: председатель Петров И. И.'],
  ]);
  for (const line of lines) file.sheets[sheet]!.rows.push(line ? [line] : []);
};
const count = (chance: Chance) => chance.between(8, 14);

/** Puts a usual table on a sheet. */
function table(
  chance: Chance,
  file: CorpusFile,
  sheet: number,
  columns: readonly Column[],
  garages: readonly Garage[],
): void {
  file.sheets[sheet]!.rows.push(header(chance, columns));
  writeGarages(file, sheet, columns, garages);
  if (chance.is(0.5)) file.sheets[sheet]!.rows.push(total(columns, garages));
  if (chance.is(0.3)) file.sheets[sheet]!.rows.push([], ['Председатель', 'Петров И. И.']);
}

const plain: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  titleLines(chance, file, sheet);
  const columns = shuffled(chance, usualColumns());
  table(chance, file, sheet, columns, [
    ...garagesOf(chance, '1', 1, count(chance), dirt),
    ...garagesOf(chance, '2', 1, count(chance), dirt),
  ]);
};

const noSections: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  titleLines(chance, file, sheet);
  table(
    chance,
    file,
    sheet,
    shuffled(chance, usualColumns(['section'])),
    garagesOf(chance, '', 1, count(chance), dirt),
  );
};

const ordinals = ['', 'Первый', 'Второй', 'Третий', 'Четвёртый'];
const headings: ((section: number) => string)[] = [
  (n) => `Ряд ${n}`,
  (n) => `РЯД № ${n}`,
  (n) => `${n} ряд`,
  (n) => `${n}-й ряд`,
  (n) => `Секция «${n}»`,
  (n) => `Блок ${n}`,
  (n) => `Ряд ${n} (гаражи 1-12)`,
  (n) => `${ordinals[n]} ряд`,
  (n) => `Линия ${n}:`,
];

const subtitles: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  titleLines(chance, file, sheet);
  const columns = shuffled(chance, usualColumns(['section']));
  const heading = chance.pick(headings);
  const { rows } = file.sheets[sheet]!;
  const isAbove = chance.is(0.2);
  const repeats = chance.is(0.3);
  const titles = header(chance, columns);
  if (!isAbove) rows.push(titles);
  for (const section of [1, 2, 3]) {
    const garages = garagesOf(chance, String(section), 1, chance.between(5, 9), dirt);
    rows.push([heading(section)]);
    if (repeats || (isAbove && section === 1)) rows.push(titles);
    writeGarages(file, sheet, columns, garages);
    if (chance.is(0.4)) rows.push(total(columns, garages));
  }
};

const sheetPerRow: Layout = (chance, file, dirt) => {
  const name = chance.pick([
    (n: number) => `Ряд ${n}`,
    (n: number) => `${n} ряд`,
    (n: number) => `Линия ${n}`,
    (n: number) => `${n}`,
  ]);
  for (const section of [1, 2, 3]) {
    const sheet = start(file, name(section));
    titleLines(chance, file, sheet);
    table(
      chance,
      file,
      sheet,
      shuffled(chance, usualColumns(['section'])),
      garagesOf(chance, String(section), 1, chance.between(6, 10), dirt),
    );
  }
};

/** The section stands once, at the top of its block; merged down or not. */
const sectionOnce: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const { section, ...rest } = usualColumns(['counter']);
  const columns = [section!, ...shuffled(chance, rest)];
  const spec = file.sheets[sheet]!;
  spec.rows.push(header(chance, columns));
  const isMerged = chance.is(0.5);
  for (const name of ['1', '2', '3']) {
    const from = spec.rows.length;
    writeGarages(file, sheet, columns, garagesOf(chance, name, 1, chance.between(5, 8), dirt));
    for (let row = from + 1; row < spec.rows.length; row += 1) spec.rows[row]![0] = null;
    if (isMerged) spec.merges.push({ startRow: from, endRow: spec.rows.length - 1, startCol: 0, endCol: 0 });
  }
};

const repeatedHeader: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const columns = shuffled(chance, usualColumns());
  const { rows } = file.sheets[sheet]!;
  const titles = header(chance, columns);
  for (const [at, section] of ['1', '2', '3'].entries()) {
    if (at > 0) rows.push([], ['Продолжение списка']);
    rows.push(titles);
    if (chance.is(0.3)) rows.push(columns.map((_, index) => index + 1));
    const garages = garagesOf(chance, section, 1, chance.between(4, 7), dirt);
    writeGarages(file, sheet, columns, garages);
    rows.push(total(columns, garages));
  }
};

const stacked: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  for (const section of ['1', '2']) {
    const columns = shuffled(chance, usualColumns(['counter']));
    const { rows } = file.sheets[sheet]!;
    rows.push(header(chance, columns));
    writeGarages(file, sheet, columns, garagesOf(chance, section, 1, chance.between(5, 9), dirt));
    rows.push([], []);
  }
};

const sideBySide: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const columns = Object.values(usualColumns(['counter', 'section', 'birthday', 'passport']));
  const titles = header(chance, columns);
  const some = new Set([...dirt].filter((one) => one !== 'passports'));
  const [left, right] = [garagesOf(chance, '1', 1, 8, some), garagesOf(chance, '2', 1, 8, some)];
  for (const side of [left, right]) forget(side, ['birthday', 'passport']);
  const gap = chance.is(0.5) ? [null] : [];
  const { rows } = file.sheets[sheet]!;
  const width = columns.length + gap.length;
  rows.push(['Ряд 1', ...Array.from({ length: width - 1 }, () => null), 'Ряд 2'], [...titles, ...gap, ...titles]);
  for (const [at, garage] of left.entries()) {
    const cells = (one: Garage) => columns.map((column) => column.value(one, at));
    rows.push([...cells(garage), ...gap, ...cells(right[at]!)]);
    file.truth.push(
      { sheet, row: rows.length, column: 0, truth: garage.truth },
      { sheet, row: rows.length, column: width, truth: right[at]!.truth },
    );
  }
};

const groupedHeader: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  titleLines(chance, file, sheet);
  const columns: Column[] = [
    { titles: ['№ гаража'], value: (one) => one.number },
    { titles: ['Фамилия'], value: (one) => one.names[0] },
    { titles: ['Имя'], value: (one) => one.names[1] },
    { titles: ['Отчество'], value: (one) => one.names[2] },
    { titles: ['Телефон'], value: (one) => one.phone },
    { titles: ['Долг'], value: (one) => one.debt },
  ];
  const spec = file.sheets[sheet]!;
  const top = spec.rows.length;
  spec.rows.push(
    ['№ гаража', 'Владелец', null, null, 'Контакты', 'Долг'],
    [null, 'Фамилия', 'Имя', 'Отчество', 'Телефон', null],
  );
  spec.merges.push(
    { startRow: top, endRow: top, startCol: 1, endCol: 3 },
    ...[0, 5].map((column) => ({ startRow: top, endRow: top + 1, startCol: column, endCol: column })),
  );
  const garages = garagesOf(
    chance,
    '',
    1,
    count(chance),
    new Set([...dirt].filter((one) => one !== 'people' && one !== 'passports')),
  );
  forget(garages, ['birthday', 'passport']);
  writeGarages(file, sheet, columns, garages);
};

const headerless: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const columns = ['number', 'owner', 'phone', 'debt'].map((key) => usualColumns()[key]!);
  const garages = garagesOf(chance, '', 1, 12, new Set([...dirt].filter((one) => one === 'phones')));
  forget(garages, ['birthday', 'passport']);
  writeGarages(file, sheet, columns, garages);
};

const placeInOneCell: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const way = chance.pick([
    (one: Garage) => `${one.truth.section}/${one.truth.number}`,
    (one: Garage) => `${one.truth.section}-${one.truth.number}`,
    (one: Garage) => `ряд ${one.truth.section} гараж ${one.truth.number}`,
  ]);
  const { section: _section, number: _number, ...rest } = usualColumns();
  const columns = [{ titles: ['Ряд/гараж', 'Ряд, № гаража', 'Ряд-место'], value: way }, ...shuffled(chance, rest)];
  const some = new Set([...dirt].filter((one) => one !== 'numbers'));
  table(chance, file, sheet, columns, [...garagesOf(chance, '1', 1, 7, some), ...garagesOf(chance, '2', 1, 7, some)]);
};

const numberAndName: Layout = (chance, file) => {
  const sheet = start(file);
  const word = chance.pick(['гараж ', '', 'Бокс № ', '№ ']);
  const columns: Column[] = [
    {
      titles: ['Контрагент', 'Наименование', 'Член кооператива'],
      value: (one) => `${word}${one.truth.number} ${one.names.join(' ')}`,
    },
    { titles: ['Телефон'], value: (one) => one.phone },
    { titles: ['Долг'], value: (one) => one.debt },
  ];
  const garages = garagesOf(chance, '', 1, 12, new Set());
  forget(garages, ['birthday', 'passport']);
  table(chance, file, sheet, columns, garages);
};

const latinTitles: Layout = (chance, file, dirt) => {
  const sheet = start(file);
  const { number, owner, phone, debt } = usualColumns();
  const english = chance.is(0.5);
  const title = (column: Column | undefined, text: string): Column => ({ titles: [text], value: column!.value });
  const columns = english
    ? [title(number, 'Garage No'), title(owner, 'Owner'), title(phone, 'Phone'), title(debt, 'Debt')]
    : [title(number, 'No garazha'), title(owner, 'FIO'), title(phone, 'Telefon'), title(debt, 'Dolg')];
  const garages = garagesOf(chance, '', 1, count(chance), new Set([...dirt].filter((one) => one !== 'passports')));
  forget(garages, ['birthday', 'passport']);
  const shifted = chance.is(0.5) ? 1 : 0;
  file.sheets[sheet]!.rows.push([...Array.from({ length: shifted }, () => null), ...header(chance, columns)]);
  writeGarages(file, sheet, columns, garages, shifted);
  for (const row of file.truth) row.column = 0;
};

/** A second owner on a line of his own under a number merged down. */
const mergedOwners: Layout = (chance, file) => {
  const sheet = start(file);
  const columns = Object.values(usualColumns(['counter', 'section']));
  const spec = file.sheets[sheet]!;
  spec.rows.push(header(chance, columns));
  for (const garage of garagesOf(chance, '', 1, count(chance), new Set())) {
    writeGarages(file, sheet, columns, [garage]);
    if (!chance.is(0.4)) continue;
    const second = `Дополнительнов ${chance.pick(['Иван', 'Олег'])} Петрович`;
    spec.rows.push([null, second]);
    spec.merges.push({ startRow: spec.rows.length - 2, endRow: spec.rows.length - 1, startCol: 0, endCol: 0 });
    garage.truth.owners = [...garage.truth.owners, second];
  }
};

/** A second owner on a line of his own, nothing merged: a person decides what it is. */
const loneOwners: Layout = (chance, file) => {
  const sheet = start(file);
  const columns = Object.values(usualColumns(['counter', 'section', 'birthday', 'passport']));
  const { rows } = file.sheets[sheet]!;
  rows.push(header(chance, columns));
  const garages = garagesOf(chance, '', 1, count(chance), new Set());
  forget(garages, ['birthday', 'passport']);
  for (const garage of garages) {
    writeGarages(file, sheet, columns, [garage]);
    if (!chance.is(0.3)) continue;
    rows.push([null, `Дополнительнова Анна Петровна`, chance.is(0.5) ? '89001112233' : null]);
    file.truth.push({ sheet, row: rows.length, column: 0, truth: { ...garage.truth, refused: true } });
  }
};

const hiddenThings: Layout = (chance, file, dirt) => {
  file.sheets.push({
    ...emptySheet('Архив 2019'),
    hidden: true,
    rows: [
      ['№ гаража', 'ФИО', 'Долг'],
      [1, 'Никто Никакой Никакович', 777],
    ],
  });
  const sheet = start(file);
  const columns = [...shuffled(chance, usualColumns()), { titles: ['Долг 2019 (архив)'], value: () => 700 }];
  file.sheets[sheet]!.columns = columns.map((_, at) => ({ hidden: at === columns.length - 1 }));
  table(chance, file, sheet, columns, garagesOf(chance, '1', 1, count(chance), dirt));
};

const keysSheet: Layout = (chance, file, dirt) => {
  plain(chance, file, dirt);
  file.sheets.push({
    ...emptySheet('Ключи'),
    rows: [
      ['№ гаража', 'Кому выдан ключ'],
      [1, 'сторож'],
      [2, 'электрик'],
    ],
  });
  file.sheets.push({
    ...emptySheet('Расходы'),
    rows: [
      ['Месяц', 'Электричество', 'Охрана'],
      ['январь', 100, 200],
      ['февраль', 150, 200],
    ],
  });
};

/** Last year's sheet beside this year's: the same garages. */
const yearSheets: Layout = (chance, file, dirt) => {
  const columns = shuffled(chance, usualColumns());
  const garages = garagesOf(chance, '1', 1, count(chance), dirt);
  const before = start(file, '2024');
  file.sheets[before]!.rows.push(header(chance, columns));
  for (const [at, garage] of garages.entries())
    file.sheets[before]!.rows.push(columns.map((column) => column.value(garage, at)));
  const now = start(file, '2025');
  table(chance, file, now, columns, garages);
};

export const layouts: Record<string, Layout> = {
  plain,
  noSections,
  subtitles,
  sheetPerRow,
  sectionOnce,
  repeatedHeader,
  stacked,
  sideBySide,
  groupedHeader,
  headerless,
  placeInOneCell,
  numberAndName,
  latinTitles,
  mergedOwners,
  loneOwners,
  hiddenThings,
  keysSheet,
  yearSheets,
};
