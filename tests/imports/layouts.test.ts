// The same garages kept in other layouts give the same import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { parseRegistry, rowHash } from '../../server/imports/parse.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { guessTitle } from '../../server/imports/rules/headers.ts';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook, unpackWorkbook } from '../../server/imports/workbook.ts';
import type { ImportOverride } from '../../contract/importFields.ts';
import { readFile, TODAY } from './toExpected.ts';

const clean = readFileSync(join(import.meta.dirname, '../fixtures/registries/clean.xlsx'));
const original = await readFile(clean, 'clean.xlsx');
const garages = original.rows.filter((row) => row.outcome === 'created');
const xlsx = (rows: CellValue[][], more: object = {}) => writeXlsx({ sheets: [{ name: 'Лист', rows, ...more }] });
const date = (iso: string | null) => (iso ? new Date(`${iso}T00:00:00Z`) : null);

type Column = [title: string, value: (row: ParsedRow, index: number) => CellValue];

/** Columns that say everything the original says, in words of their own. */
const said: Record<string, Column> = {
  counter: ['№ п/п', (_row, index) => index + 1],
  section: ['Линия', ({ garage }) => `линия № ${garage!.section}`],
  number: ['Бокс №', ({ garage }) => garage!.number],
  type: ['Материал стен', ({ garage }) => wordOfType[garage!.typeId!]!],
  length: ['Длина, м', ({ garage }) => garage!.sizeX],
  width: ['Ширина, м', ({ garage }) => garage!.sizeY],
  height: ['Высота, м', ({ garage }) => garage!.sizeZ],
  lastName: ['Фамилия', ({ owners }) => owners[0]!.lastName],
  firstName: ['Имя', ({ owners }) => owners[0]!.firstName],
  fatherName: ['Отчество', ({ owners }) => owners[0]!.fatherName],
  birthday: ['Д.р.', ({ owners }) => date(owners[0]!.birthday)],
  phone: ['Моб. телефон', ({ owners }) => owners[0]!.phones[0] ?? null],
  secondPhone: ['Дом. тел.', ({ owners }) => owners[0]!.phones[1] ?? null],
  email: ['Эл. почта', ({ owners }) => owners[0]!.email],
  address: ['Адрес регистрации', ({ owners }) => owners[0]!.registrationAddress],
  actual: ['Фактический адрес', ({ owners }) => owners[0]!.actualAddress],
  passport: ['Паспортные данные', ({ owners }) => passportText(owners[0]!)],
  privilege: ['Льготная категория', ({ raw }) => raw.privilege ?? null],
  certificate: ['Удостоверение', ({ owners }) => owners[0]!.privilegeCertificate],
  since: ['Вступил в ВОА', ({ owners }) => date(owners[0]!.voaEntryDate)],
  ticket: ['Членский билет', ({ owners }) => owners[0]!.ticketNumber],
  built: ['Построен', ({ garage }) => date(garage!.plain.date_of_construction)],
  pib: ['Данные БТИ', ({ garage }) => garage!.plain.pib_number],
  basis: ['Основание', ({ garage }) => garage!.basis],
  lastYear: [
    'Долг 2024',
    ({ openingBalanceKopecks }) => (openingBalanceKopecks! < 0 ? -openingBalanceKopecks! / 200 : null),
  ],
  thisYear: [
    'Задолженность за 2025 г., руб.',
    ({ openingBalanceKopecks }) => (openingBalanceKopecks! < 0 ? -openingBalanceKopecks! / 200 : null),
  ],
  credit: [
    'Переплата',
    ({ openingBalanceKopecks }) => (openingBalanceKopecks! > 0 ? openingBalanceKopecks! / 100 : null),
  ],
  note: ['Комментарий', ({ garage }) => garage!.note],
};
const wordOfType: Record<number, string> = {
  1: 'кирп.',
  2: 'мет.',
  3: 'ж/б',
  4: 'пеноблок',
  5: 'дер.',
  6: 'комб.',
  7: 'бокс',
  8: 'м/место',
  9: 'тент',
  10: 'откр. место',
  99: 'прочее',
};

function passportText(owner: ParsedRow['owners'][number]): string | null {
  if (!owner.passport) return null;
  return `серия ${owner.passport.series} № ${owner.passport.number}${owner.passportIssued ? ` выдан ${owner.passportIssued}` : ''}`;
}

const all = Object.values(said);
const data = (columns: Column[]) => garages.map((row, index) => columns.map(([, value]) => value(row, index)));
const titles = (columns: Column[]) => columns.map(([title]) => title);

/** What is stored, without what depends on where and how it was written. */
const content = (rows: ParsedRow[]) =>
  rows
    .filter((row) => row.outcome !== 'ignored')
    .map(({ outcome, garage, owners, openingBalanceKopecks, issues }) => ({
      outcome,
      garage,
      owners,
      openingBalanceKopecks,
      issues,
    }));

async function expectSame(bytes: Uint8Array, name: string): Promise<void> {
  const read = await readFile(bytes, name);
  expect(content(read.rows)).toEqual(content(garages));
  expect(read.summary.people).toBe(original.summary.people);
  expect(read.rows.filter((row) => row.garage).map(rowHash)).toEqual(garages.map(rowHash));
}

describe('other layouts of the same registry', () => {
  it('other titles, names in three columns, sizes in three, debts by year, section in a column', async () => {
    await expectSame(await xlsx([titles(all), ...data(all)]), 'a.xlsx');
  });

  it('columns in any order', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const shuffled = all
        .map((column, index) => ({ column, key: (Math.imul(index + 1, 2_654_435_761 * seed) >>> 0) % 1000 }))
        .sort((one, other) => one.key - other.key)
        .map(({ column }) => column);
      // Phones keep their order: the order in the cells is the order of the list.
      const [first, second] = [shuffled.indexOf(said.phone!), shuffled.indexOf(said.secondPhone!)];
      if (first > second) [shuffled[first], shuffled[second]] = [said.secondPhone!, said.phone!];
      await expectSame(await xlsx([titles(shuffled), ...data(shuffled)]), 'a.xlsx');
    }
  });

  it('sections in subtitles, titles and column numbers above, totals and signatures between and below', async () => {
    const columns = all.filter((column) => column !== said.section);
    const rows: CellValue[][] = [['КАС № 12-3'], [], titles(columns), columns.map((_, index) => index + 1)];
    let section = '';
    for (const row of garages) {
      if (row.garage!.section !== section)
        rows.push(['Всего по ряду', 7, null, 100], [`РЯД № ${row.garage!.section}`], []);
      section = row.garage!.section;
      rows.push(columns.map(([, value]) => value(row, rows.length)));
    }
    rows.push(['Итого', garages.length], [], ['Председатель', 'Петров И. И.']);
    const read = await readFile(await xlsx(rows), 'a.xlsx');
    expect(content(read.rows)).toEqual(content(garages));
    expect(read.headerRow).toBe(3);
    expect(new Set(read.rows.map((row) => row.ignoredAs))).toEqual(
      new Set([undefined, 'column_numbers', 'total', 'subtitle', 'blank', 'footer']),
    );
  });

  it('a header of two rows, merged and not merged', async () => {
    const groups: Record<string, string> = {
      length: 'Размеры',
      width: 'Размеры',
      height: 'Размеры',
      lastName: 'Владелец',
      firstName: 'Владелец',
      fatherName: 'Владелец',
      phone: 'Контакты',
      secondPhone: 'Контакты',
      lastYear: 'Долг',
      thisYear: 'Долг',
    };
    const own: Record<string, string> = {
      phone: 'моб.',
      secondPhone: 'дом.',
      lastYear: '2024',
      thisYear: '2025',
      length: 'длина',
      width: 'ширина',
      height: 'высота',
    };
    const keys = Object.keys(said);
    const top = keys.map((key, index) =>
      groups[key] ? (groups[key] === groups[keys[index - 1] ?? ''] ? null : groups[key]) : said[key]![0],
    );
    const low = keys.map((key) => (groups[key] ? (own[key] ?? said[key]![0]) : null));
    const columns = keys.map((key) => said[key]!);
    const merges = keys.flatMap((key, index) => {
      if (!groups[key]) return [{ startRow: 1, endRow: 2, startCol: index, endCol: index }];
      if (top[index] === null) return [];
      const end = keys.findLastIndex((other) => groups[other] === groups[key]);
      return [{ startRow: 1, endRow: 1, startCol: index, endCol: end }];
    });
    const rows: CellValue[][] = [['Реестр на 01.01.2026'], top, low, ...data(columns)];
    await expectSame(await xlsx(rows, { merges }), 'merged.xlsx');
    await expectSame(await xlsx(rows), 'plain.xlsx');
  });

  it('a section merged down over its rows', async () => {
    const columns = [said.section!, ...all.filter((column) => column !== said.section)];
    const rows = data(columns);
    const merges = [...new Set(garages.map((row) => row.garage!.section))].map((section) => {
      const first = garages.findIndex((row) => row.garage!.section === section);
      const last = garages.findLastIndex((row) => row.garage!.section === section);
      for (let index = first + 1; index <= last; index += 1) rows[index]![0] = null;
      return { startRow: first + 1, endRow: last + 1, startCol: 0, endCol: 0 };
    });
    await expectSame(await xlsx([titles(columns), ...rows], { merges }), 'a.xlsx');
  });

  it.each([
    [';', 'UTF-8 with a byte order mark', '\ufeff'],
    [',', 'UTF-8', ''],
    ['\t', 'UTF-8', ''],
  ])('CSV cut by «%s», %s', async (delimiter, _encoding, mark) => {
    const line = (values: CellValue[]) => values.map(shown).join(delimiter);
    const csv = `${mark}${[titles(all), ...data(all)].map(line).join('\r\n')}\r\n`;
    await expectSame(new TextEncoder().encode(csv), 'registry.csv');
  });

  it('hidden columns and sheets are not imported', async () => {
    const columns = [...all, ['Долг 2019 (архив)', () => 700] as Column];
    const hidden = columns.map((_, index) => ({ hidden: index === columns.length - 1 }));
    const rows = [titles(columns), ...data(columns)];
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Старый',
          rows: [
            ['Гараж №', 'ФИО', 'Долг'],
            [1, 'Никто', 1],
          ],
          hidden: true,
        },
        { name: 'Новый', rows, columns: hidden },
      ],
    });
    await expectSame(bytes, 'a.xlsx');
  });
});

describe('shares and balances of a layout', () => {
  it('shares stand beside the names or in a column; a balance has its sign', async () => {
    const bytes = await xlsx([
      ['№ гаража', 'ФИО', 'Доля', 'Сальдо'],
      ['1', 'Иванов Иван Иванович; Иванова Анна Ивановна', '1/3; 2/3', -4500],
      ['2', 'Петров Пётр Петрович', '1/2', 500],
      ['3', 'Сидоров Иван (1/4), Сидорова Анна (1/4)', null, null],
    ]);
    const { rows } = await readFile(bytes, 'a.xlsx');
    expect(rows.map((row) => row.owners.map((owner) => owner.share))).toEqual([['1/3', '2/3'], [null], [null, null]]);
    expect(rows.map((row) => row.openingBalanceKopecks)).toEqual([-450_000, 50_000, 0]);
    const unread = rows.map((row) => row.issues.find((issue) => issue.code === 'share_unparsable'));
    expect(unread.map((issue) => issue && [issue.field, issue.raw])).toEqual([
      undefined,
      ['share', '1/2'],
      ['owner', 'Сидоров Иван (1/4), Сидорова Анна (1/4)'],
    ]);
    expect(rows[1]!.notes).toBe('Доля: 1/2');
  });
});

describe('the list that the console exports', () => {
  it('is understood: the place is split, the sign of the debt kept, masked phones left out', async () => {
    const bytes = await xlsx([
      ['Гараж', 'ПО', 'Тип', 'Владелец', 'Телефон', 'Лицевой счёт', 'Долг, ₽'],
      ['1 1', 'КАС', 'Кирпич', 'Иванов Иван Ильич', '8 *** ***-45-67', '0001000017', 500],
      ['А 12а', 'КАС', 'Кирпич', 'Петров Иван Ильич', '8 *** ***-45-68', '0001000025', -300],
    ]);
    const { rows } = await readFile(bytes, 'a.xlsx');
    expect(rows.map((row) => [row.garage!.section, row.garage!.number, row.openingBalanceKopecks])).toEqual([
      ['1', '1', -50_000],
      ['А', '12а', 30_000],
    ]);
    expect(rows.flatMap((row) => row.owners.flatMap((owner) => owner.phones))).toEqual([]);
  });
});

describe('titles', () => {
  it.each([
    ['number', '№ гаража|Гар. №|Бокс|№ места|Номер бокса|Бокс/гараж|№ г-жа|Машиноместо'],
    ['section', 'Ряд|Секция/ряд|№ ряда|Линия|Этаж'],
    ['owner', 'ФИО|Ф.И.О. собственника|Владелец|Фамилия, имя, отчество|Фамилия И.О.|Собственник гаража'],
    ['lastName', 'Фамилия|Ф.'],
    ['birthday', 'Дата рожд.|Год рожд.|Д.р.|Дата рожд. владельца'],
    ['phone', 'Тел.|тел. дом.|Моб.|Сотовый|Контакты|Телефон владельца'],
    ['email', 'E-mail|Эл. почта|Электронный адрес'],
    ['registrationAddress', 'Адрес|Адрес прописки|Прописка'],
    ['actualAddress', 'Адрес факт.|Почтовый адрес|Место жительства'],
    ['passport', 'Паспорт|Паспорт (серия, номер, кем выдан)|Паспортные данные'],
    ['privilege', 'Льгота|Льгота, № удост.|Льготная категория'],
    ['privilegeCertificate', '№ удост.|Удостоверение|№ удостоверения по льготе'],
    ['voaEntryDate', 'Член ВОА с|В ВОА с|Вступил в ВОА|Дата вступления|Членство'],
    ['ticketNumber', '№ билета|Членский билет'],
    ['dateOfConstruction', 'Год постройки|Год (дата) постройки|Год строительства'],
    ['debt', 'Долг|Долг 2024|Задолженность на 01.01|Долг по членским взносам, руб.'],
    ['credit', 'Переплата|Аванс на 01.01.2026'],
    ['balance', 'Сальдо|Остаток на 01.01.2026|Баланс, руб.'],
    ['share', 'Доля|Доли владельцев|Доля в праве'],
    ['note', 'Примечание|Прим.|Особые отметки'],
    ['rowNumber', '№ п/п|№ п.п.|п/п'],
    [null, 'Оплачено 2024|Площадь|Дата выдачи билета|Взнос 2025'],
  ])('%s: %s', (field, list) => {
    for (const title of list.split('|')) expect([title, guessTitle(title, [])?.field ?? null]).toEqual([title, field]);
  });

  it('a bare title means what stands above it; a bare «№» beside a garage number only counts', async () => {
    expect(guessTitle('Номер', ['Паспорт'])!.field).toBe('passport');
    expect(guessTitle('№', ['Гараж'])!.field).toBe('number');
    expect(guessTitle('2024', ['Долг'])!.field).toBe('debt');
    const fieldsOf = async (titles: string[]) =>
      (
        await proposeLayout(await readWorkbook(await xlsx([titles, ['1', 'Иванов Иван', '2']]), 'a.xlsx'))
      ).layout.tables[0]!.columns.map((column) => column.field);
    expect(await fieldsOf(['№', 'ФИО', '№ гаража'])).toEqual(['rowNumber', 'owner', 'number']);
    expect(await fieldsOf(['№', 'ФИО', 'Ряд'])).toEqual(['number', 'owner', 'section']);
    expect(await fieldsOf(['Гараж', 'Долг 2023', 'Долг всего'])).toEqual(['number', null, 'debt']);
  });
});

describe('corrections of the preview', () => {
  it('a typed text takes the place of the cell, also where the sheet has no such column', async () => {
    const bytes = await xlsx([
      ['Гараж №', 'ФИО', 'Тип', 'Дата рожд.', 'Долг'],
      ['12-мар', 'Иванов И.И.', 'шлакоблок', '31.02.1985', 'долг 3000'],
      [12, 'Петров Пётр', 'кирпич', null, 5],
    ]);
    const workbook = await readWorkbook(bytes, 'a.xlsx');
    const { layout } = await proposeLayout(workbook);
    const read = async (overrides: ImportOverride[]) =>
      (await parseRegistry(workbook, layout, overrides, TODAY)).rows[0]!;
    const before = await read([]);
    expect(before.issues.map((issue) => issue.code).sort()).toEqual([
      'balance_text',
      'date_impossible',
      'number_was_date',
      'owner_initials_only',
      'value_unknown',
    ]);
    expect(before.notes.split('\n')).toEqual([
      'Гараж №: 12-мар',
      'Тип: шлакоблок',
      'Дата рожд.: 31.02.1985',
      'Долг: долг 3000',
    ]);
    const typed = {
      number: '45',
      owner: 'Иванов Иван Ильич',
      type: 'кирпич',
      birthday: '28.02.1985',
      debt: '3000',
      section: '2',
    } as const;
    const after = await read(
      Object.entries(typed).map(([field, text]) => ({
        sheet: 0,
        column: 0,
        row: 2,
        field: field as keyof typeof typed,
        text,
      })),
    );
    expect(after).toMatchObject({
      outcome: 'created',
      notes: '',
      openingBalanceKopecks: -300_000,
      garage: { number: '45', section: '2', typeId: 1 },
    });
    expect(after.owners[0]).toMatchObject({ firstName: 'Иван', birthday: '1985-02-28' });
  });

  it('phones without a title, half of them dirt, are a column of phones: none is lost without a word', async () => {
    const bytes = await xlsx([
      [1, 'Тарасов Николай Кузьмич', '8907019694', 15_000],
      [2, 'Семёнов Олег Сергеевич', '8-997-541-72-99', 5500],
      [3, 'Тарасов Олег Кузьмич', '89174792779 доб. 12', 18_000],
      [4, 'Попов Юрий Петрович', 'узнать', 11_500],
      [5, 'Новиков Юрий Сергеевич', '8934287758500', 28_500],
      [6, 'Иванов Николай Николаевич', 'узнать', 0],
      [7, 'Морозов Олег Юрьевич', '8975629221000', 6000],
      [8, 'Зайцев Иван Кузьмич', '8-923-715-87-27', 2000],
      [9, 'Беляев Юрий Иванович', '9889274411', 20_500],
      [10, 'Смирнов Николай Ильич', '8-970-706-35-53', null],
    ]);
    const { rows } = await readFile(bytes, 'a.xlsx');
    const told = rows.map((row) => [row.owners[0]!.phones, row.issues.some((issue) => issue.field === 'phone')]);
    expect(told.filter(([phones]) => (phones as string[]).length).map(([phones]) => phones)).toEqual([
      ['+79975417299'],
      ['+79174792779'],
      ['+79237158727'],
      ['+79889274411'],
      ['+79707063553'],
    ]);
    expect(told.filter(([phones, isTold]) => !(phones as string[]).length && !isTold)).toEqual([]);
  });

  it('a garage with its owner in one cell under the titles is no second line of them', async () => {
    const bytes = await xlsx([
      ['Наименование', 'Телефон', 'Долг'],
      ['Бокс № 1 Лебедев Алексей Иванович', '8-955-174-88-54', 2000],
      ['Бокс № 2 Семёнов Иван Кузьмич', '+7 (992) 319-56-31', 11_500],
      ['Бокс № 3 Соколов Николай Николаевич', '+7 (911) 688-72-31', 4500],
      ['Бокс № 4 Павлов Сергей Юрьевич', '+7 (926) 718-46-52', null],
    ]);
    const { rows } = await readFile(bytes, 'a.xlsx');
    const read = rows.map((row) => [row.garage!.number, row.owners[0]?.lastName, row.openingBalanceKopecks]);
    expect(read).toEqual([
      ['1', 'Лебедев', -200_000],
      ['2', 'Семёнов', -1_150_000],
      ['3', 'Соколов', -450_000],
      ['4', 'Павлов', 0],
    ]);
  });

  it('a repeated number is refused until it is corrected', async () => {
    const bytes = await xlsx([
      ['Гараж №', 'ФИО', 'Долг'],
      [1, 'Иванов Иван', 5],
      ['№1', 'Петров Пётр', 6],
    ]);
    const workbook = await readWorkbook(bytes, 'a.xlsx');
    const { layout } = await proposeLayout(workbook);
    const read = async (overrides: ImportOverride[]) =>
      (await parseRegistry(workbook, layout, overrides, TODAY)).rows[1]!;
    const second = await read([]);
    expect(second.outcome).toBe('error');
    expect(second.issues.find((issue) => issue.code === 'duplicate_garage')!.message).toBe(
      'Гараж № 1 уже есть в строке 2. Эта строка не будет загружена',
    );
    const corrected = await read([{ sheet: 0, column: 0, row: 3, field: 'number', text: '2' }]);
    expect(corrected.outcome).toBe('created');
  });
});

function shown(value: CellValue): string {
  const text =
    value === null || value === undefined
      ? ''
      : value instanceof Date
        ? value.toISOString().slice(0, 10).split('-').reverse().join('.')
        : typeof value === 'number'
          ? String(value).replace('.', ',')
          : String(value);
  return /[;,\t"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

it('a stray cell far away makes no places of the rows before it: empty ones are one and the same', async () => {
  const stray = [...Array.from({ length: 30 }, () => null), 'x'];
  const bytes = await xlsx([['Номер', 'Ряд'], [null, null, null], [], [7, null], stray]);
  const { rows } = (await unpackWorkbook(bytes, 'a.xlsx')).sheets[0]!;
  expect(rows.map((row) => row.length)).toEqual([2, 0, 0, 1, 31]);
  expect(rows[1]).toBe(rows[2]);
});
