// Rows of the full register and of a list on paper, each by its rule.
import { describe, expect, it } from 'vitest';
import { importFields, LOADED_GROUND } from '../../contract/importFields.ts';
import { MOST_READING_ROWS, readingNote } from '../../server/exports/rules/reading.ts';
import { listPaper } from '../../server/exports/rules/listPaper.ts';
import {
  peopleRow,
  peopleTitles,
  registerRow,
  registerTitles,
  sheetName,
  type RegisterGarage,
} from '../../server/exports/rules/register.ts';

const garage = {
  id: 1,
  section: 'А',
  number: '45',
  type: 'Кирпич',
  size_x: 3.5,
  size_y: 6,
  size_z: null,
  balance_kopecks: -150_050,
  profile_id: 7,
  name: 'Петров Иван',
  inn: null,
  share: null,
  ground: null,
  consents: null,
  phones: null,
} as unknown as RegisterGarage;
const titles = registerTitles('2026-11-20');

describe('the line of a garage', () => {
  const cells = (owners: Partial<RegisterGarage>[], codes: (string | null)[] = []) => {
    const [first, ...others] = owners.map((one) => ({ ...garage, ...one }));
    const row = registerRow([first!, ...others], 1, { passport: null }, codes);
    expect(row).toHaveLength(titles.length);
    return Object.fromEntries(titles.map((title, at) => [title, row[at]]));
  };
  const owner = titles[titles.indexOf('Доля') - 1]!;
  const ground = titles[titles.indexOf('Доля') + 1]!;

  it.each<[string, Partial<RegisterGarage>[], object]>([
    ['one owner', [{}], { [owner]: 'Петров Иван', Доля: null }],
    [
      'an organisation by its ИНН',
      [{ name: 'ООО «Луч»', inn: '7801002274' }],
      { [owner]: 'ООО «Луч» (ИНН 7801002274)' },
    ],
    ['nobody', [{ name: null }], { [owner]: null }],
    [
      'shares of all',
      [{ share: '1/3' }, { name: 'Иванов Олег', share: '2/3' }],
      { [owner]: 'Петров Иван; Иванов Олег', Доля: '1/3; 2/3' },
    ],
    [
      'no shares where one is not known: they would go to others',
      [{ share: '1/3' }, { share: null }, { share: '1/3' }],
      { Доля: null },
    ],
    ['a ground of all', [{ ground: 'Дарение' }, { ground: 'Дарение' }], { [ground]: 'Дарение' }],
    ['a ground of each', [{ ground: 'Дарение' }, { ground: LOADED_GROUND }], { [ground]: 'Дарение | ' }],
    ['a size of two sides', [{}], { Размер: '3,5×6' }],
    ['a size of three', [{ size_z: 2.4 } as never], { Размер: '3,5×6×2,4' }],
    ['no size without the depth', [{ size_y: null, size_z: 2.4 } as never], { Размер: null }],
    ['no size without the width', [{ size_x: null } as never], { Размер: null }],
    ['a debt with a minus', [{}], { 'Сальдо на 20.11.2026 (минус — долг)': -1500.5 }],
  ])('tells %s', (_, owners, wanted) => expect(cells(owners)).toMatchObject(wanted));

  it('tells the codes that are known, nothing where none is', () => {
    expect(cells([{}, {}], ['А1', null])['Код человека']).toBe('А1');
    expect(cells([{}, {}], ['А1', 'Б2'])['Код человека']).toBe('А1; Б2');
    expect(cells([{}, {}], [null, null])['Код человека']).toBe(null);
  });
});

describe('of a consent is told', () => {
  const at = peopleTitles.indexOf(importFields.consentPd.label);
  it.each([
    ['15', '№ 15 от 01.02.2024'],
    ['15/А', '№ 15/А от 01.02.2024'],
    [null, '01.02.2024'],
    ['', '01.02.2024'],
    ['15 от 01.02.2023', '01.02.2024'],
    ['устно по телефону', '01.02.2024'],
  ])('of number %j: %s', (number, told) => {
    const person = {
      ...garage,
      po: 'КАС № 1',
      name: 'Петров Иван',
      consents: [['pd_processing', '2024-02-01', number]],
    };
    expect(peopleRow(person as never, { passport: null, code: null })[at]).toBe(told);
  });
});

it('a sheet for reading says that its earlier rows are not there, when they are not', () => {
  expect(readingNote(MOST_READING_ROWS)).toBe('Лист для чтения: при загрузке реестра он пропускается.');
  expect(readingNote(MOST_READING_ROWS + 1)).toBe(
    'Лист для чтения: при загрузке реестра он пропускается. Показаны последние 300000, более ранних здесь нет.',
  );
});

it('a sheet of a ПО whose name has no letter that a workbook takes is called so still', () => {
  const taken = new Set<string>();
  expect(sheetName('[*]', taken)).toBe('ПО');
  expect(sheetName('///', taken)).toBe('ПО 2');
});

describe('a list on paper', () => {
  const money = (title: string) => ({ title, kind: 'money' as const });
  const paper = { title: 'Люди', place: 'КАС № 1', conditions: null, today: '2026-11-20' };
  const source = (title: string, rows: unknown[][]) =>
    listPaper(
      {
        ...paper,
        title,
        columns: [{ title: 'ФИО' }, money('Долг'), money('Оплачено')],
        keys: ['name', 'debt', 'paid'],
      },
      rows,
    ).replaceAll('\u00a0', ' ');

  it('adds up what people paid, never what they owe: co-owners owe the same rouble', () => {
    const rows = [
      ['Петров', 100, 1000],
      ['Иванов', 100, 2000],
    ];
    expect(source('Люди', rows)).toContain('30,00');
    expect(source('Люди', rows)).not.toContain('2,00');
    expect(source('Гаражи', rows)).toContain('2,00');
  });

  it('leaves the cell empty where there is nothing', () => {
    const text = source('Гаражи', [['Петров', null, undefined]]);
    expect(text).not.toMatch(/null|undefined|NaN/);
    expect(text).not.toContain('0,00');
  });
});
