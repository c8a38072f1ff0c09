// Columns that lead astray: turnovers, years, totals, signs, two owners, two numbers, money on a sheet of its own.
import type { CellValue } from 'hucre/xlsx';
import { forget, garagesOf, type Garage } from './garages.ts';
import type { Layout } from './layouts.ts';
import type { Chance } from './random.ts';
import { emptySheet, header, usualColumns, writeGarages, type Column, type CorpusFile } from './sheets.ts';

type Sums = Record<string, number>;

/** A table whose money columns are counted for each garage; `today` is the debt a right import finds. */
function moneyTable(
  chance: Chance,
  file: CorpusFile,
  titles: string[],
  count: (chance: Chance) => { cells: CellValue[]; today: number },
): void {
  file.sheets.push(emptySheet('Реестр'));
  const sheet = file.sheets.length - 1;
  const garages = garagesOf(chance, '', 1, chance.between(9, 14), new Set());
  const money = new Map<Garage, CellValue[]>();
  for (const garage of garages) {
    const { cells, today } = count(chance);
    money.set(garage, cells);
    Object.assign(garage.truth, {
      balance: today === 0 ? 0 : Math.round(-today * 100),
      birthday: null,
      passport: null,
    });
  }
  const { number, owner, phone } = usualColumns();
  const columns: Column[] = [
    number!,
    owner!,
    phone!,
    ...titles.map((title, at): Column => ({ titles: [title], value: (garage) => money.get(garage)![at]! })),
  ];
  const { rows } = file.sheets[sheet]!;
  if (chance.is(0.4)) rows.push(['Ведомость за 2025 год']);
  rows.push(header(chance, columns));
  writeGarages(file, sheet, columns, garages);
  if (chance.is(0.6)) {
    const sums = titles.map((_, at) => garages.reduce((sum, garage) => sum + Number(money.get(garage)![at] ?? 0), 0));
    rows.push(['Итого', garages.length, null, ...sums]);
  }
}

const roubles = (chance: Chance, zero = 0.3) => (chance.is(zero) ? 0 : chance.between(1, 40) * 250);
const orEmpty = (chance: Chance, sum: number): CellValue => (sum === 0 && chance.is(0.5) ? null : sum);

function year(chance: Chance): Sums {
  const [opening, charged] = [roubles(chance), 4500];
  const paid = chance.is(0.2) ? opening + charged + 500 : chance.is(0.4) ? opening + charged : roubles(chance);
  return { opening, charged, paid, closing: opening + charged - paid };
}

const turnover: Layout = (chance, file) => {
  const titles = chance.pick([
    ['Задолженность на 01.01.2025', 'Начислено', 'Оплачено', 'Задолженность на 31.12.2025'],
    ['Сальдо на начало', 'Начислено', 'Оплачено', 'Сальдо на конец'],
    ['Долг на начало года', 'Начислено за 2025', 'Поступило', 'Долг на конец года'],
    ['Остаток на 01.01.2025', 'Начисление', 'Оплата', 'Остаток на 01.01.2026'],
    ['Входящее сальдо', 'Начислено взносов', 'Внесено', 'Исходящее сальдо'],
  ]);
  moneyTable(chance, file, titles, () => {
    const { opening, charged, paid, closing } = year(chance);
    return { cells: [opening!, charged!, paid!, closing!], today: closing! };
  });
};

const turnoverWithPenalty: Layout = (chance, file) =>
  moneyTable(chance, file, ['Сальдо на начало', 'Начислено', 'Оплачено', 'Сальдо на конец', 'Пени', 'К оплате'], () => {
    const { opening, charged, paid, closing } = year(chance);
    const penalty = closing! > 0 ? 120.5 : 0;
    return { cells: [opening!, charged!, paid!, closing!, penalty, Math.max(0, closing! + penalty)], today: closing! };
  });

const years: Layout = (chance, file) => {
  const names = chance.pick([
    ['Долг 2022', 'Долг 2023', 'Долг 2024', 'Долг 2025'],
    ['Долг за 2023', 'Долг за 2024', 'Долг за 2025'],
    ['Задолженность за 2024 г.', 'Задолженность за 2025 г.'],
  ]);
  moneyTable(chance, file, names, () => {
    const cells = names.map(() => roubles(chance, 0.5));
    return { cells: cells.map((sum) => orEmpty(chance, sum)), today: cells.reduce((sum, one) => sum + one, 0) };
  });
};

const yearsAndTotal: Layout = (chance, file) => {
  const names = chance.pick([
    ['Долг за 2023', 'Долг за 2024', 'Долг за 2025', 'Долг на 01.01.2026'],
    ['Долг 2024', 'Долг 2025', 'Всего долг'],
    ['2022', '2023', '2024', '2025', 'Итого долг'],
    ['Долг 2024', 'Долг 2025', 'Итого'],
  ]);
  moneyTable(chance, file, names, () => {
    const cells = names.slice(1).map(() => roubles(chance, 0.5));
    const today = cells.reduce((sum, one) => sum + one, 0);
    return { cells: [...cells, today], today };
  });
};

const bareYears: Layout = (chance, file) => {
  const names = ['2021', '2022', '2023', '2024', '2025'].slice(chance.between(0, 2));
  moneyTable(chance, file, names, () => {
    const cells = names.map(() => roubles(chance, 0.5));
    return { cells: cells.map((sum) => orEmpty(chance, sum)), today: cells.reduce((sum, one) => sum + one, 0) };
  });
};

const datedDebts: Layout = (chance, file) =>
  moneyTable(chance, file, ['Долг на 01.01.2024', 'Долг на 01.01.2025', 'Долг на 01.01.2026'], () => {
    const cells = [roubles(chance), roubles(chance), roubles(chance)];
    return { cells, today: cells[2]! };
  });

const signed: Layout = (chance, file) => {
  const [title, way] = chance.pick<[string, number]>([
    ['Долг (+) / Переплата (-)', 1],
    ['Долг(+), аванс(-)', 1],
    ['Задолженность (+) Переплата (–)', 1],
    ['Долг (-) / Переплата (+)', -1],
    ['Долг/переплата', 1],
    ['Сальдо', -1],
    ['Остаток (минус - долг)', -1],
  ]);
  moneyTable(chance, file, [title], () => {
    const today = chance.is(0.3) ? -roubles(chance) : roubles(chance);
    return { cells: [today * way], today };
  });
};

const bookkeeper: Layout = (chance, file) => {
  file.sheets.push(emptySheet('Оборотка'));
  const spec = file.sheets[0]!;
  const garages = garagesOf(chance, '', 1, 12, new Set());
  spec.rows.push([
    'Гараж',
    'ФИО',
    'Сальдо на начало периода',
    null,
    'Обороты за период',
    null,
    'Сальдо на конец периода',
    null,
  ]);
  spec.rows.push([null, null, 'Дебет', 'Кредит', 'Дебет', 'Кредит', 'Дебет', 'Кредит']);
  for (const column of [2, 4, 6]) spec.merges.push({ startRow: 0, endRow: 0, startCol: column, endCol: column + 1 });
  for (const garage of garages) {
    const { opening, charged, paid, closing } = year(chance);
    spec.rows.push([
      garage.number,
      garage.owner,
      opening!,
      null,
      charged!,
      paid!,
      Math.max(0, closing!) || null,
      Math.max(0, -closing!) || null,
    ]);
    Object.assign(garage.truth, {
      balance: closing === 0 ? 0 : -closing! * 100,
      birthday: null,
      phones: [],
      passport: null,
    });
    file.truth.push({ sheet: 0, row: spec.rows.length, column: 0, truth: garage.truth });
  }
};

/** The same as an accounting program prints it: the garage and its owner in one cell. */
const accounting: Layout = (chance, file) => {
  file.sheets.push(emptySheet('TDSheet'));
  const spec = file.sheets[0]!;
  const garages = garagesOf(chance, '', 1, 10, new Set());
  const word = chance.pick(['гараж ', 'Гараж №', 'бокс ']);
  spec.rows.push(['Оборотно-сальдовая ведомость по счёту 76.5 за 2025 г.'], []);
  spec.rows.push([
    'Контрагенты',
    'Сальдо на начало периода',
    null,
    'Обороты за период',
    null,
    'Сальдо на конец периода',
    null,
  ]);
  spec.rows.push([null, 'Дебет', 'Кредит', 'Дебет', 'Кредит', 'Дебет', 'Кредит']);
  for (const garage of garages) {
    const { opening, charged, paid, closing } = year(chance);
    const end = [Math.max(0, closing!) || null, Math.max(0, -closing!) || null];
    spec.rows.push([
      `${word}${garage.truth.number} ${garage.names.join(' ')}`,
      opening!,
      null,
      charged!,
      paid!,
      ...end,
    ]);
    Object.assign(garage.truth, {
      balance: closing === 0 ? 0 : -closing! * 100,
      birthday: null,
      phones: [],
      passport: null,
    });
    file.truth.push({ sheet: 0, row: spec.rows.length, column: 0, truth: garage.truth });
  }
  spec.rows.push(['Итого', 1, 2, 3, 4, 5, 6]);
};

/** Charged and paid year by year under titles of two lines, the debt at the end. */
const yearPairs: Layout = (chance, file) => {
  file.sheets.push(emptySheet('Взносы'));
  const spec = file.sheets[0]!;
  const garages = garagesOf(chance, '', 1, 10, new Set());
  spec.rows.push(['Гараж', 'ФИО', '2024', null, '2025', null, 'Долг']);
  spec.rows.push([null, null, 'начислено', 'оплачено', 'начислено', 'оплачено', null]);
  for (const garage of garages) {
    const [first, second] = [chance.pick([0, 4500]), chance.pick([0, 2500, 5000])];
    const today = 9500 - first - second;
    spec.rows.push([garage.number, garage.owner, 4500, first, 5000, second, today]);
    Object.assign(garage.truth, {
      balance: today === 0 ? 0 : -today * 100,
      birthday: null,
      phones: [],
      passport: null,
    });
    file.truth.push({ sheet: 0, row: spec.rows.length, column: 0, truth: garage.truth });
  }
};

const debtAndCredit: Layout = (chance, file) =>
  moneyTable(chance, file, [chance.pick(['Долг', 'Задолженность']), chance.pick(['Переплата', 'Аванс'])], () => {
    const today = chance.is(0.3) ? -roubles(chance) : roubles(chance);
    return { cells: [Math.max(0, today) || null, Math.max(0, -today) || null], today };
  });

const notDebts: Layout = (chance, file) =>
  moneyTable(chance, file, ['Оплачено 2024', 'Долг', 'Взнос 2025', 'Площадь'], () => {
    const today = roubles(chance);
    return { cells: [4500, today, 5000, 24], today };
  });

/** A column more that looks like the number or the owner. */
function rival(
  chance: Chance,
  file: CorpusFile,
  title: string,
  at: number,
  value: (garage: Garage, at: number) => CellValue,
  ownerTitle?: string,
): void {
  file.sheets.push(emptySheet('Реестр'));
  const { number, owner, phone, debt } = usualColumns();
  const columns: Column[] = [number!, ownerTitle ? { ...owner!, titles: [ownerTitle] } : owner!, phone!, debt!];
  columns.splice(at, 0, { titles: [title], value });
  const garages = garagesOf(chance, '', 1, chance.between(9, 14), new Set());
  forget(garages, ['birthday', 'passport']);
  file.sheets[0]!.rows.push(header(chance, columns));
  writeGarages(file, 0, columns, garages);
}

const cadastre: Layout = (chance, file) =>
  rival(
    chance,
    file,
    chance.pick(['Кадастровый номер гаража', 'Кадастровый №']),
    0,
    (_garage, at) => `78:34:0412100:${1200 + at}`,
  );
const vehicle: Layout = (chance, file) =>
  rival(
    chance,
    file,
    chance.pick(['Паспорт ТС', 'Гос. номер', 'Марка автомобиля', '№ договора']),
    chance.between(1, 3),
    (_garage, at) => `78 УН 12345${at}`,
  );
const oldNumber: Layout = (chance, file) =>
  rival(
    chance,
    file,
    chance.pick(['Старый № гаража', 'Прежний номер гаража']),
    chance.between(0, 1),
    (_garage, at) => 500 + at * 3,
  );
const tenant: Layout = (chance, file) =>
  rival(
    chance,
    file,
    chance.pick(['ФИО арендатора', 'Арендатор', 'Пользователь']),
    chance.between(1, 2),
    (_garage, at) => `Арендаторов Иван ${['Ильич', 'Петрович'][at % 2]}`,
    chance.pick(['Собственник по документам', 'Собственник', 'Владелец']),
  );

const secondOwner: Layout = (chance, file) => {
  rival(
    chance,
    file,
    chance.pick(['Совладелец', 'Второй собственник', 'Собственник 2']),
    2,
    (_garage, at) => (at % 3 === 0 ? `Вторых Анна ${['Ильинична', 'Петровна'][at % 2]}` : null),
    'Собственник',
  );
  file.truth.forEach(({ truth }, at) => {
    if (at % 3 === 0) truth.owners = [...truth.owners, `Вторых Анна ${['Ильинична', 'Петровна'][at % 2]}`];
  });
};

/** Owners on one sheet, debts by row and number on another. */
const moneySheet: Layout = (chance, file) => {
  file.sheets.push(emptySheet('Ряды'), emptySheet('Долги'));
  const { section, number, owner, phone, debt } = usualColumns();
  const garages = [...garagesOf(chance, '1', 1, 8, new Set()), ...garagesOf(chance, '2', 1, 8, new Set())];
  forget(garages, ['birthday', 'passport']);
  const people = [section!, number!, owner!, phone!];
  file.sheets[0]!.rows.push(header(chance, people));
  writeGarages(file, 0, people, garages);
  const money = [section!, number!, debt!];
  file.sheets[1]!.rows.push(
    header(chance, money),
    ...garages.map((garage, at) => money.map((column) => column.value(garage, at))),
  );
};

export const moneyLayouts: Record<string, Layout> = {
  turnover,
  turnoverWithPenalty,
  years,
  yearsAndTotal,
  bareYears,
  datedDebts,
  signed,
  bookkeeper,
  accounting,
  yearPairs,
  debtAndCredit,
  notDebts,
  cadastre,
  vehicle,
  oldNumber,
  tenant,
  secondOwner,
  moneySheet,
};
