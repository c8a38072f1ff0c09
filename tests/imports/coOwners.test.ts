// Sheet «Совладельцы» beside the sheet of a ПО: what is the same, what is taken, what is refused at its field.
import type { CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ImportField } from '../../contract/importFields.ts';
import { parseRegistry } from '../../server/imports/parse.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';
import { bookOf } from './kit.ts';
import { TODAY } from './toExpected.ts';

const titles = ['Секция', '№ гаража', 'Ф.И.О. владельца', 'Доля', 'Основание', 'Телефон', 'Код человека'];
const garageTitles = [...titles, 'Дата рождения'];
const garages: CellValue[][] = [
  ['А', '1', 'Первова Анна Ильинична; Вторых Олег Ильич', '2/3; 1/3', 'Наследство | Договор', '89110000001', 'c1; c2'],
  ['А', '2', 'Третьев Пётр Ильич', null, null, null, 'c3'],
  ['Б', '1', 'Четверов Глеб Ильич', null, null, null, 'c4', '01.02.1970'],
];
const ownerTitles = ['ПО', ...garageTitles];
const owner = (section: string, number: string, name: string, share: CellValue = null, more: CellValue[] = []) => [
  'КАС № 1',
  section,
  number,
  name,
  share,
  ...more,
];
const same: CellValue[][] = [
  owner('А', '1', 'Первова Анна Ильинична', '2/3', ['Наследство', '89110000001', 'c1']),
  owner('а', '1', 'Вторых Олег Ильич', '1/3', ['Договор', null, 'c2']),
];

async function readBook(
  owners: CellValue[][],
  typed: [number, ImportField, string][] = [],
  sheets: Record<string, CellValue[][]> = { Гаражи: [garageTitles, ...garages] },
) {
  const workbook = await readWorkbook(await bookOf({ ...sheets, Совладельцы: [ownerTitles, ...owners] }), 'a.xlsx');
  const sheet = Object.keys(sheets).length;
  const { layout } = await proposeLayout(workbook);
  expect(layout.tables.at(-1)).toMatchObject({ fate: 'owners', why: 'совладельцы гаражей' });
  const overrides = typed.map(([row, field, text]) => ({ sheet, row, column: 0, field, text }));
  const { rows } = await parseRegistry(workbook, layout, overrides, TODAY);
  return {
    garages: rows.filter((row) => row.sheet < sheet),
    told: rows.filter((row) => row.sheet === sheet),
  };
}
const fateOf = (row: ParsedRow | undefined) => row!.ignoredAs ?? row!.outcome;
const said = (row: ParsedRow | undefined) => row!.issues.map(({ field, message }) => `${field}: ${message}`);
const ownersOf = (row: ParsedRow | undefined) =>
  row!.owners.map(({ lastName, share }) => [lastName, share].filter(Boolean).join(' '));

it('rows that say what the sheet of the ПО says are the same, in any order and spelling of the section', async () => {
  const { garages: read, told } = await readBook(same.toReversed());
  expect(told.map(fateOf)).toEqual(['co_owner_same', 'co_owner_same']);
  expect(ownersOf(read[0])).toEqual(['Первова 2/3', 'Вторых 1/3']);
  expect([read[0]!.garage!.basis, said(read[0]).filter((one) => one.includes('листа'))]).toEqual([
    'Наследство | Договор',
    [],
  ]);
});

describe('more than the sheet of the ПО says', () => {
  it('another co-owner is taken to his garage with all that is known of him, and it is said', async () => {
    const { garages: read, told } = await readBook([
      ...same,
      owner('А', '2', 'Третьев Пётр Ильич', '1/2', [null, null, 'c3']),
      owner('А', '2', 'Новых Яна Ильинична', '1/2', ['Дарение', '89110000009', null]),
    ]);
    expect(told.map(fateOf)).toEqual(['co_owner_same', 'co_owner_same', 'co_owner', 'co_owner']);
    expect(ownersOf(read[1])).toEqual(['Третьев 1/2', 'Новых 1/2']);
    expect(read[1]!.owners[1]!.phones).toEqual(['+79110000009']);
    expect([read[1]!.garage!.basis, read[1]!.outcome]).toEqual([' | Дарение', 'created_with_warning']);
    expect(said(read[1])).toEqual([
      'owner: С листа совладельцев взято: доля 1/2, «Третьев Пётр Ильич»; владелец «Новых Яна Ильинична», доля 1/2',
    ]);
  });

  it('a second owner without shares is taken too', async () => {
    const { garages: read, told } = await readBook([owner('Б', '1', 'Новых Яна Ильинична')]);
    expect([told.map(fateOf), ownersOf(read[2])]).toEqual([['co_owner'], ['Четверов', 'Новых']]);
  });

  it('what it knows more of a person under his code is his', async () => {
    const more = same.with(1, owner('А', '1', 'Вторых Олег Ильич', '1/3', ['Договор', '89110000002', 'c2']));
    const { told } = await readBook(more);
    expect(told.map(fateOf)).toEqual(['co_owner_same', 'created']);
    expect([told[1]!.garage, told[1]!.owners[0]!.phones]).toEqual([null, ['+79110000002']]);
  });

  it('what is empty in the row of the garage is filled, whoever has no code there is known by his name', async () => {
    const { garages: read, told } = await readBook([
      owner('А', '2', 'Третьев П.И.', '1/1', ['Дарение']),
      owner('Б', '1', 'Четверов Глеб Ильич', null, [null, '89110000004']),
    ]);
    expect(told.map(fateOf)).toEqual(['co_owner', 'co_owner']);
    expect([ownersOf(read[1]), read[1]!.garage!.basis]).toEqual([['Третьев 1/1'], 'Дарение']);
    expect(said(read[1])).toEqual([
      'owner: С листа совладельцев взято: доля 1/1, «Третьев Пётр Ильич»; основание «Дарение», «Третьев Пётр Ильич»',
    ]);
    expect([read[2]!.owners[0]!.phones, read[2]!.owners[0]!.code]).toEqual([['+79110000004'], 'c4']);
    expect(said(read[2])).toEqual(['owner: С листа совладельцев взято: сведения о владельце «Четверов Глеб Ильич»']);
  });

  it('a row that says nothing more, or less, changes nothing', async () => {
    const { garages: read, told } = await readBook([
      owner('А', '1', 'Первова Анна Ильинична'),
      owner('А', '1', 'Вторых Олег Ильич', null, [null, null, 'c2']),
      owner('А', '2', 'Третьев Пётр Ильич', null, [null, null, 'c3']),
    ]);
    expect(told.map(fateOf)).toEqual(Array(3).fill('co_owner_same'));
    expect(read.map(ownersOf)).toEqual([['Первова 2/3', 'Вторых 1/3'], ['Третьев'], ['Четверов']]);
    expect(read.flatMap(said)).toEqual(expect.not.arrayContaining([expect.stringContaining('взято')]));
  });

  it('a share of his and his phone come together to his garage', async () => {
    const { garages: read, told } = await readBook([
      owner('А', '2', 'Третьев Пётр Ильич', '1/1', [null, '89110000003', 'c3']),
    ]);
    expect([fateOf(told[0]), ownersOf(read[1]), read[1]!.owners[0]!.phones]).toEqual([
      'co_owner',
      ['Третьев 1/1'],
      ['+79110000003'],
    ]);
  });

  it('a row of two people is no row of one of them: it goes to the garage whole', async () => {
    const { garages: read, told } = await readBook([
      owner('Б', '1', 'Четверов Глеб Ильич; Новых Яна Ильинична', null, [null, '89110000004', 'c4; c9']),
    ]);
    expect([fateOf(told[0]), ownersOf(read[2])]).toEqual(['co_owner', ['Четверов', 'Новых']]);
    expect(read[2]!.owners[0]!.phones).toEqual(['+79110000004']);
  });

  it('a garage of nobody takes its owner and is nobody’s no more', async () => {
    const vacant = [garageTitles, ['В', '9', 'свободен'], ...garages];
    const { garages: read } = await readBook([owner('В', '9', 'Новых Яна Ильинична')], [], { Гаражи: vacant });
    expect([ownersOf(read[0]), read[0]!.issues.map(({ code }) => code)]).toEqual([['Новых'], ['co_owner_told']]);
  });

  it('what was noticed about him stays with his garage, what was noticed about the place does not', async () => {
    const { garages: read } = await readBook([owner('А', '02', 'Новых Яна Ильинична', null, [null, 'узнать у сына'])]);
    expect(read[1]!.issues.map(({ code }) => code)).toEqual(['phone_unparsable', 'co_owner_told']);
  });

  it('of several owners those it leaves out stay, and it is said', async () => {
    const { garages: read } = await readBook([same[0]!]);
    expect(ownersOf(read[0])).toEqual(['Первова 2/3', 'Вторых 1/3']);
    expect(said(read[0])).toContainEqual(expect.stringContaining('На нём нет: «Вторых Олег Ильич»'));
  });
});

describe('otherwise than the sheet of the ПО', () => {
  it.each<[string, CellValue[], string]>([
    [
      'another share',
      owner('А', '1', 'Вторых Олег Ильич', '1/2', [null, null, 'c2']),
      'share: «Вторых Олег Ильич»: на листе ПО доля 1/3, здесь 1/2',
    ],
    [
      'an unread share',
      owner('А', '1', 'Вторых Олег Ильич', 'треть', [null, null, 'c2']),
      'share: Доля «треть» не прочитана',
    ],
    [
      'a share above one',
      owner('А', '1', 'Вторых Олег Ильич', '3/2', [null, null, 'c2']),
      'share: Доля «3/2» не прочитана',
    ],
    [
      'another name under the code',
      owner('А', '1', 'Чужих Олег Ильич', '1/3', [null, null, 'c2']),
      'owner: На листе ПО под этим кодом «Вторых Олег Ильич», здесь «Чужих Олег Ильич»',
    ],
    [
      'another ground',
      owner('А', '1', 'Вторых Олег Ильич', '1/3', ['Дарение', null, 'c2']),
      'basis: «Вторых Олег Ильич»: на листе ПО основание «Договор», здесь «Дарение»',
    ],
    [
      'another phone',
      owner('А', '1', 'Первова Анна Ильинична', '2/3', [null, '89110000077', 'c1']),
      'owner: О владельце «Первова Анна Ильинична» на листе ПО сказано иначе',
    ],
    [
      'a third owner whose share is too much',
      owner('А', '1', 'Новых Яна Ильинична', '1/3'),
      'share: Доли вместе не дают целого: Первова Анна Ильинична — 2/3, Вторых Олег Ильич — 1/3, Новых Яна Ильинична — 1/3',
    ],
    [
      'a share beside an owner without one',
      owner('А', '2', 'Новых Яна Ильинична', '1/2'),
      'share: Доли вместе не дают целого: Третьев Пётр Ильич — доля не указана, Новых Яна Ильинична — 1/2',
    ],
    [
      'a garage that is not there',
      owner('А', '77', 'Новых Яна Ильинична'),
      'number: «А 77»: такого гаража нет на листах с гаражами',
    ],
    [
      'a garage without a section that is not there',
      owner('', '77', 'Новых Яна Ильинична'),
      'number: «77»: такого гаража нет на листах с гаражами',
    ],
    [
      'another birthday under the same name',
      owner('Б', '1', 'Четверов Глеб Ильич', null, [null, null, null, '02.03.1970']),
      'owner: О владельце «Четверов Глеб Ильич» на листе ПО сказано иначе',
    ],
    ['nobody', owner('А', '2', '', null, [null, null, 'c3']), 'owner: Совладелец не назван или имя не прочитано'],
  ])('%s is refused at its field, the garage stands', async (_name, row, words) => {
    const { garages: read, told } = await readBook([row]);
    expect(fateOf(told[0])).toBe('error');
    expect(said(told[0])).toContainEqual(`${words}. Эта строка не загружается: исправьте её или лист ПО`);
    expect(read.map(ownersOf)).toEqual([['Первова 2/3', 'Вторых 1/3'], ['Третьев'], ['Четверов']]);
  });

  it('whoever stands beside a stranger under a known code is not taken either', async () => {
    const row = owner('Б', '1', 'Чужих Олег Ильич; Новых Яна Ильинична', null, [null, null, 'c4; c9']);
    const { garages: read, told } = await readBook([row]);
    expect([fateOf(told[0]), ownersOf(read[2])]).toEqual(['error', ['Четверов']]);
  });

  it('of a garage that is refused himself it is said so', async () => {
    const wrong = [garageTitles, ['А', '1 1', 'Первова Анна Ильинична'], ...garages];
    const { told } = await readBook([owner('А', '11', 'Новых Яна Ильинична')], [], { Гаражи: wrong });
    expect(said(told[0])).toContainEqual(
      'number: «А 11»: гараж не загружается, в его строке ошибка. Эта строка не загружается: исправьте её или лист ПО',
    );
  });

  it('corrected in the preview it is the same', async () => {
    const wrong = owner('А', '1', 'Вторых Олег Ильич', '1/2', [null, null, 'c2']);
    const { told } = await readBook([wrong], [[2, 'share', '1/3']]);
    expect(fateOf(told[0])).toBe('co_owner_same');
  });

  it('a garage that is refused takes no owners', async () => {
    const twice = [...garages, garages[1]!];
    const { told } = await readBook([owner('А', '2', 'Новых Яна Ильинична')], [], { Гаражи: [garageTitles, ...twice] });
    expect(fateOf(told[0])).toBe('co_owner');
    const long = [garageTitles, ['А', '1'.repeat(21), 'Первова Анна Ильинична', null, null, null, 'c1'], garages[2]!];
    const { told: refused } = await readBook([owner('А', '1'.repeat(21), 'Новых Яна Ильинична')], [], { Гаражи: long });
    expect(fateOf(refused[0])).toBe('error');
  });
});

describe('without sheets of garages', () => {
  it('each place is a garage with the owners of all its rows, and it is said', async () => {
    const { told } = await readBook([...same, owner('Б', '5', 'Пятых Олег Ильич')], [], {});
    expect(told.map(fateOf)).toEqual(['created_with_warning', 'co_owner', 'created_with_warning']);
    expect([ownersOf(told[0]), told[0]!.garage!.basis]).toEqual([
      ['Первова 2/3', 'Вторых 1/3'],
      'Наследство | Договор',
    ]);
    expect(said(told[0])).toContainEqual(expect.stringContaining('На листах с гаражами его нет'));
  });

  it('one person in two rows owns once; what the second knows more under his code is his', async () => {
    const { told } = await readBook(
      [
        owner('Б', '5', 'Пятых Олег Ильич', null, [null, null, 'c5']),
        owner('Б', '5', 'Пятых Олег Ильич', null, [null, null, 'c5']),
        owner('Б', '5', 'Пятых Олег Ильич', null, [null, '89110000005', 'c5']),
      ],
      [],
      {},
    );
    expect(ownersOf(told[0])).toEqual(['Пятых']);
    expect([told.map(fateOf), told[2]!.owners[0]!.phones]).toEqual([
      ['created_with_warning', 'co_owner', 'created'],
      ['+79110000005'],
    ]);
  });

  it('a row that is not read takes no part, and where none is read there is no garage', async () => {
    const unread = owner('А', '1', 'Вторых Олег Ильич', 'треть', [null, null, 'c2']);
    const { told } = await readBook([owner('А', '1', 'Первова Анна Ильинична'), unread, owner('Б', '7', '')], [], {});
    expect([told.map(fateOf), ownersOf(told[0])]).toEqual([['created_with_warning', 'error', 'error'], ['Первова']]);
  });

  it('shares that make no whole are told and not stored, as on any sheet', async () => {
    const { told } = await readBook([same[0]!], [], {});
    expect(ownersOf(told[0])).toEqual(['Первова']);
    expect(said(told[0])).toContainEqual(expect.stringContaining('Доли «2/3» не прочитаны или вместе не дают целого'));
  });
});
