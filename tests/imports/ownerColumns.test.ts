// Several columns that could name the owner, or the number of a garage: decided by titles and cells, else asked.
import { describe, expect, it } from 'vitest';
import { guessTitle } from '../../server/imports/rules/headers.ts';
import { decideNumber, decideOwner } from '../../server/imports/rules/ownerColumns.ts';
import type { Decision, TableFacts } from '../../server/imports/rules/tableFacts.ts';
import { factsOf } from './columnTable.ts';

function decided(
  decide: typeof decideOwner,
  titles: readonly string[],
  rows: string[][] = [],
  more: Partial<TableFacts> = {},
): Decision {
  const facts = factsOf(titles, rows, { table: 2, ...more });
  return decide(
    facts,
    facts.titles.map(({ own, above }) => guessTitle(own, above)),
  );
}
/** Fields from left to right (a dash: left alone), what is prepared, values of the options. */
function short({ fields, question }: Decision, titles: readonly string[]) {
  const told = titles.map((_, at) => (fields.has(at) ? (fields.get(at) ?? null) : '-'));
  return question ? [told, question.prepared, question.options.map(({ value }) => value)] : [told];
}
const owners = (...titles: string[]) => short(decided(decideOwner, titles), titles);

describe('the owner', () => {
  it.each([
    [[]],
    [['Телефон', 'Долг']],
    [['ФИО']],
    [['Собственник', 'Телефон']],
    [['Фамилия', 'Имя', 'Отчество']],
    // A title like «Владелец» over names in parts says the same again.
    [['Фамилия', 'Имя', 'Владелец']],
  ])('of %j is asked of nobody', (titles) => {
    expect(decided(decideOwner, titles)).toEqual({ fields: new Map(), question: null });
  });

  it.each([
    'Совладелец',
    'Сособственник',
    'Второй собственник',
    'Второго владельца',
    'Второй хозяин',
    'Собственник 2',
    'Владелец № 3',
    'Владелец №9',
    'Хозяин2',
    'ФИО 2',
    'Ф.И.О. 2',
    'Владелец гаража 2',
    'Совладелец / Ф.И.О.',
    'Второй собственник / фио',
    'Совладелец / Ф. И. О.',
    'Совладелец / Ф И О',
    'Второй / собственник / ФИО',
    'Собственник, 2',
    'Собственник (2)',
    'Собственник «2»',
    'Собственник "2"',
    'Второй (собственник)',
    'Ф.И.О.2',
  ])('with «%s» beside him is one of two', (title) => {
    expect(owners('ФИО', title)).toEqual([['owner', 'owner']]);
    expect(owners(title, 'Собственник')).toEqual([['owner', 'owner']]);
  });
  it.each([
    'Телефон совладельца',
    'Тел. совладельца',
    'Адрес арендатора',
    'Паспорт арендатора',
    'Дата рожд. совладельца',
    'Рождение совладельца',
    'Договор арендатора',
    'Долг арендатора',
    'Дата арендатора',
    'Почта арендатора',
    'E-mail арендатора',
    'email арендатора',
    'Доля совладельца',
  ])('stands alone beside «%s»', (title) => {
    expect(owners('ФИО', title)).toEqual([['-', '-']]);
  });
  it.each(['Арендатор', 'Наниматель', 'Пользователь', 'Плательщик', 'Арендатор / Ф.И.О.', 'Наниматель / фио'])(
    'or «%s» is asked',
    (title) => {
      expect(owners('ФИО', title)).toEqual([['owner', null], '0', ['0', '1', 'none']]);
      expect(owners(title, 'ФИО')).toEqual([[null, 'owner'], '1', ['0', '1', 'none']]);
      // Alone he is no owner unless a person says so.
      expect(owners(title)).toEqual([[null], 'none', ['0', 'none']]);
    },
  );
  it('is a tenant whatever group of titles stands over other columns', () => {
    expect(owners('ФИО', 'Арендатор / Комната')).toEqual([['-', '-']]);
    expect(owners('Телефон', 'Телеграм арендатора')).toEqual([['-', null], 'none', ['1', 'none']]);
  });
  it('the question in full', () => {
    const titles = ['Собственник', 'Совладелец', 'Сдаёт / Арендатор'];
    const option = (value: string, label: string, ...fields: ('owner' | null)[]) => ({
      value,
      label,
      fields: fields.map((field, index) => ({ table: 2, index, field })),
      sumKopecks: null,
    });
    expect(decided(decideOwner, titles)).toEqual({
      fields: new Map([
        [0, 'owner'],
        [1, 'owner'],
        [2, null],
      ]),
      question: {
        kind: 'owner',
        table: 2,
        text: '«Собственник» и «Совладелец» и «Сдаёт / Арендатор»: кого записать владельцем?',
        proof: [],
        sure: false,
        prepared: 'both',
        options: [
          option('0', '«Собственник»', 'owner', null, null),
          option('2', '«Сдаёт / Арендатор»', null, null, 'owner'),
          option('both', 'Все — совладельцы: «Собственник», «Совладелец»', 'owner', 'owner', null),
          option('none', 'Владельцев не загружать', null, null, null),
        ],
        columns: [
          { index: 0, title: 'Собственник' },
          { index: 1, title: 'Совладелец' },
          { index: 2, title: 'Сдаёт / Арендатор' },
        ],
      },
    });
  });
  it('of several is the one whose title says most', () => {
    expect(owners('ФИО', 'Владелец')).toEqual([[null, 'owner'], '1', ['0', '1', 'both', 'none']]);
    expect(owners('Владелец', 'Собственник')).toEqual([[null, 'owner'], '1', ['0', '1', 'both', 'none']]);
    expect(owners('Член кооператива', 'ФИО')).toEqual([[null, 'owner'], '1', ['0', '1', 'both', 'none']]);
    expect(owners('Контрагент', 'Член кооператива')[1]).toBe('1');
    expect(owners('Контрагент', 'Ф.И.О.')[1]).toBe('1');
    expect(owners('ФИО', 'Владелец 2024')[1]).toBe('1');
    expect(owners('Хозяин', 'Контрагент', 'Ф. И. О.')[1]).toBe('2');
    expect(owners('Собственник', 'Собственник / ФИО')[1]).toBe('0');
    expect(owners('ФИО', 'Владелец', 'Совладелец')).toEqual([[null, 'owner', null], '1', ['0', '1', 'both', 'none']]);
    expect(owners('Совладелец', 'Сособственник')).toEqual([[null, null], 'none', ['both', 'none']]);
    expect(owners('Совладелец')).toEqual([[null], 'none', ['none']]);
  });
  it('in parts stays in parts unless a person says otherwise', () => {
    const titles = ['Фамилия', 'Имя', 'Арендатор'];
    expect(owners(...titles)).toEqual([['-', '-', null], 'apart', ['apart', '2']]);
    expect(decided(decideOwner, titles).question!.options[0]!.label).toBe(
      'Фамилия, имя, отчество в отдельных столбцах',
    );
    expect(owners('Фамилия', 'Имя', 'ФИО')).toEqual([['-', '-', null], 'apart', ['apart', '2']]);
    expect(owners('Фамилия', 'Имя', 'Владелец', 'Арендатор')[1]).toBe('apart');
    expect(owners('Фамилия', 'Имя', 'Владелец', 'ФИО')[1]).toBe('apart');
    expect(owners('Фамилия', 'Имя', 'ФИО', 'Совладелец').slice(1)).toEqual(['apart', ['apart', '2', 'both']]);
    expect(owners('Фамилия', 'Имя', 'Совладелец')).toEqual([['-', '-', null], 'apart', ['apart']]);
  });
  it('is not looked for in hidden columns nor in those of another table', () => {
    const titles = ['Арендатор', 'ФИО', 'Плательщик'];
    const of = (more: Partial<TableFacts>) => short(decided(decideOwner, titles, [], more), titles)[0];
    expect(of({ hidden: [true, false, true] })).toEqual(['-', '-', '-']);
    expect(of({ firstColumn: 1, lastColumn: 1 })).toEqual(['-', '-', '-']);
    expect(of({ firstColumn: 1 })).toEqual(['-', 'owner', null]);
    expect(of({ lastColumn: 1 })).toEqual([null, 'owner', '-']);
  });
});

describe('the number', () => {
  const numbers = (titles: string[], rows: string[][]) => short(decided(decideNumber, titles, rows), titles);
  const both = [
    ['1', '11'],
    ['2', '12'],
    ['3', '13'],
  ];
  it('of one column is asked of nobody, a bare «№» is none', () => {
    for (const titles of [['№ гаража'], ['№', '№ гаража'], ['ФИО']])
      expect(decided(decideNumber, titles, both)).toEqual({ fields: new Map(), question: null });
  });
  it('of two that both hold numbers is asked; the first is prepared', () => {
    const titles = ['№ гаража', 'Здание / Бокс'];
    expect(numbers(titles, both)).toEqual([['number', null], '0', ['0', '1']]);
    expect(decided(decideNumber, titles, both).question).toEqual({
      kind: 'number',
      table: 2,
      text: '«№ гаража» и «Здание / Бокс»: где номер гаража?',
      proof: [],
      sure: false,
      prepared: '0',
      options: [
        {
          value: '0',
          label: '«№ гаража»',
          fields: [
            { table: 2, index: 0, field: 'number' },
            { table: 2, index: 1, field: null },
          ],
          sumKopecks: null,
        },
        {
          value: '1',
          label: '«Здание / Бокс»',
          fields: [
            { table: 2, index: 0, field: null },
            { table: 2, index: 1, field: 'number' },
          ],
          sumKopecks: null,
        },
      ],
      columns: [
        { index: 0, title: '№ гаража' },
        { index: 1, title: 'Здание / Бокс' },
      ],
    });
  });
  it('of two that say the same is the first', () => {
    expect(
      numbers(
        ['№ гаража', 'Бокс'],
        [
          ['1', ' 1'],
          ['2', '2'],
          ['3', '3'],
        ],
      ),
    ).toEqual([['number', null]]);
    expect(
      numbers(
        ['№ гаража', 'Бокс', 'Место'],
        both.map(([one, other]) => [one!, other!, one!]),
      ),
    ).toEqual([['number', null, null], '0', ['0', '1']]);
    // A cell that is missing says nothing, as an empty one does.
    for (const last of [[], [''], ['', '']])
      expect(numbers(['№ гаража', 'Бокс'], [['1', '1'], ['2', '2'], last])).toEqual([['number', null]]);
    expect(
      numbers(
        ['Ворота', '№ гаража', 'Бокс'],
        [
          ['а', '1', '1'],
          ['б', '', ''],
        ],
      ),
    ).toEqual([['-', 'number', null]]);
    expect(
      numbers(
        ['№ гаража', 'Бокс'],
        [
          ['1', '1'],
          ['2', '12'],
          ['3', '13'],
        ],
      )[1],
    ).toBe('0');
  });
  it('is not where fewer than two of five cells are numbers', () => {
    const words = (count: number) =>
      [1, 2, 3, 4, 5].map((at) => [at <= count ? `у въезда ${at}` : String(at), `1${at}`]);
    expect(numbers(['Место', '№ гаража'], words(4))).toEqual([[null, 'number']]);
    expect(numbers(['Место', '№ гаража'], words(3))).toEqual([['number', null], '0', ['0', '1']]);
    expect(
      numbers(
        ['Место', '№ гаража'],
        [
          ['у въезда', 'угол'],
          ['двор', 'двор'],
          ['а б', 'б а'],
        ],
      ),
    ).toEqual([['number', null]]);
    // Of two rows nobody can tell.
    expect(
      numbers(
        ['Место', '№ гаража'],
        [
          ['у въезда', '1'],
          ['двор', '2'],
        ],
      ),
    ).toEqual([['number', null], '0', ['0', '1']]);
  });
  it.each([
    'Старый № гаража',
    'Прежний № гаража',
    '№ гаража был',
    'Бывший № гаража',
    '№ гаража по тех. плану',
    'По БТИ / № бокса',
    '№ места по плану',
    'Старый / № гаража',
  ])('of today is not «%s»', (title) =>
    expect(numbers([title, '№ гаража'], both)).toEqual([[null, 'number'], '1', ['0', '1']]),
  );
  it('is rather where hardly any comes again, and today’s above all', () => {
    const rows = [
      ['1', '11'],
      ['1', '12'],
      ['1', '13'],
    ];
    expect(numbers(['№ гаража', 'Бокс'], rows)).toEqual([[null, 'number'], '1', ['0', '1']]);
    expect(numbers(['№ гаража', 'Старый № гаража'], rows)).toEqual([['number', null], '0', ['0', '1']]);
  });
});
