// What cells tell of a column: one without a title, one whose title promises something else, a table without a header.
import { describe, expect, it } from 'vitest';
import { readColumns } from '../../server/imports/rules/columns.ts';
import type { TableFacts } from '../../server/imports/rules/tableFacts.ts';
import { askedOf, factsOf, fieldsOf, read, rowsOf, type Value } from './columnTable.ts';

describe('columns without a known title', () => {
  const people = ['Иванов Иван', 'Петров Пётр', 'Сидоров Олег'];
  const table = (value: string) => people.map((name, at) => [`${at + 1}`, value.replace('#', name)]);
  it('that hold the owner are asked about', () => {
    const { columns, questions } = read(['№ гаража', 'Кто'], table('#'));
    expect(columns[1]).toEqual({ index: 1, title: 'Кто', field: 'owner', confidence: 0.5 });
    const option = (value: string, label: string, field: string | null) => ({
      value,
      label,
      fields: [{ table: 1, index: 1, field }],
      sumKopecks: null,
    });
    expect(questions).toEqual([
      {
        kind: 'content',
        table: 1,
        text: '«Кто»: это ф. и. о. владельца?',
        proof: [],
        sure: false,
        prepared: 'keep',
        options: [option('keep', 'Да: ф. и. о. владельца', 'owner'), option('drop', 'Не загружать столбец', null)],
        columns: [{ index: 1, title: 'Кто' }],
      },
    ]);
    expect(askedOf(['№ гаража', ''], table('#'))).toEqual(['«столбец 2»: это ф. и. о. владельца?']);
  });
  it('that hold the number are asked about when they have no title at all', () => {
    expect(askedOf(['', 'ФИО'], table('#'))).toEqual(['«столбец 1»: это номер гаража?']);
    expect(fieldsOf(['', 'ФИО'], table('#'))).toEqual(['number', 'owner']);
    expect(askedOf(['Порядок', 'ФИО'], table('#'))).toEqual([]);
    // A place of its own is known by its look, whatever is written over it.
    expect(
      fieldsOf(
        ['Где', 'ФИО'],
        people.map((name, at) => [`1/${at}`, name]),
      ),
    ).toEqual(['place', 'owner']);
  });
  it('that hold both end the search', () => {
    expect(
      fieldsOf(
        ['Список', 'Ещё'],
        people.map((name, at) => [`${at + 1} ${name}`, name]),
      ),
    ).toEqual(['numberAndOwner', null]);
    expect(
      fieldsOf(
        ['№ гаража', 'Список'],
        people.map((name, at) => [`${at}`, `${at + 1} ${name}`]),
      ),
    ).toEqual(['number', null]);
    // Under a title of owners nobody is asked.
    const both = read(
      ['ФИО', 'Телефон'],
      people.map((name, at) => [`${at + 1} ${name}`, '']),
    );
    expect(both.columns[0]).toMatchObject({ field: 'numberAndOwner', confidence: 0.8 });
    expect(both.questions).toEqual([]);
    expect(
      fieldsOf(
        ['ФИО', '№ гаража'],
        people.map((name, at) => [`${at + 1} ${name}`, `${at}`]),
      )[0],
    ).toBe('owner');
    expect(fieldsOf(['ФИО'], [['1 Иванов Иван'], ['2 Петров Пётр'], ['Сидоров Олег']])).toEqual(['owner']);
  });
  it('are not taken for what is there already', () => {
    expect(
      askedOf(
        ['№ гаража', 'ФИО', 'Кто'],
        people.map((name, at) => [`${at}`, name, name]),
      ),
    ).toEqual([]);
    expect(
      askedOf(
        ['№ гаража', 'Фамилия', 'Кто'],
        people.map((name, at) => [`${at}`, 'Иванов', name]),
      ),
    ).toEqual([]);
    expect(
      askedOf(
        ['Ряд, № гаража', 'ФИО', ''],
        people.map((name, at) => [`1/${at}`, name, `${at}`]),
      ),
    ).toEqual([]);
    expect(
      askedOf(
        ['№ гаража', 'Арендатор', 'Кто'],
        people.map((name, at) => [`${at}`, name, name]),
      ),
    ).toEqual(['«Арендатор»: кого записать владельцем?']);
    // What a title says of another field, though that has its column, is not overruled.
    expect(
      fieldsOf(
        ['№ гаража', 'Тип', 'Тип'],
        people.map((name, at) => [`${at}`, '', name]),
      )[2],
    ).toBeNull();
    // What is missing is found one after the other, a list with both as well.
    expect(
      fieldsOf(
        ['', '', 'Телефон'],
        people.map((name, at) => [`${at}`, name, '']),
      ),
    ).toEqual(['number', 'owner', 'phone']);
    expect(
      fieldsOf(
        ['ФИО', 'Что'],
        people.map((name, at) => [name, `${at + 1} ${name}`]),
      ),
    ).toEqual(['owner', 'numberAndOwner']);
    // Nor one after the other: the first is the owner.
    expect(
      fieldsOf(
        ['№ гаража', 'Кто', 'Ещё кто'],
        people.map((name, at) => [`${at}`, name, name]),
      ),
    ).toEqual(['number', 'owner', null]);
    expect(
      askedOf(
        ['№ гаража', 'ФИО', 'Арендатор', 'Кто'],
        people.map((name, at) => [`${at}`, name, name, name]),
      ),
    ).toEqual(['«ФИО» и «Арендатор»: кого записать владельцем?']);
  });
  it.each(['Кадастровый №', 'Арендует', 'Представитель', 'Контактное лицо', 'Телефон'])(
    'are not those titled «%s»',
    (title) => expect(fieldsOf(['№ гаража', title], table('#'))[1]).not.toBe('owner'),
  );
  it('are not hidden ones', () => {
    expect(fieldsOf(['№ гаража', 'Кто'], table('#'), { hidden: [false, true] })).toEqual(['number', null]);
  });
});

describe('a title over other cells', () => {
  const over = (title: string, ...cells: Value[]) => {
    const { columns, questions } = read(
      ['№ гаража', 'Владелец', title],
      cells.map((value, at) => [at + 1, 'Иванов Иван', value]),
    );
    return [columns[2]!.field, questions.map(({ text, prepared }) => `${text} ${prepared}`)];
  };
  const words = ['ключи у сторожа', 'живёт на даче', 'приедет весной'];
  it('is asked about, and dropped unless a person keeps it', () => {
    for (const title of ['Телефон', 'Паспорт'])
      expect(over(title, ...words)).toEqual([null, [`«${title}»: в столбце что-то другое. Загрузить? drop`]]);
    expect(over('Дата рождения', 1500, 2300, 700)[0]).toBeNull();
    expect(over('Телефон', 'у Анны', 'у Веры', 'у Кати')[0]).toBeNull();
    const { questions } = read(['№ гаража', 'Владелец'], [...rowsOf(3, '#', 'пустует'), ['4']]);
    expect(questions).toMatchObject([
      { prepared: 'drop', options: [{ value: 'keep', fields: [{ field: 'owner' }] }, { value: 'drop' }] },
    ]);
  });
  it('is loaded where one cell of ten is what it promises, or too few are filled', () => {
    const nine = Array.from({ length: 9 }, () => 'живёт на даче');
    expect(over('Телефон', '+79001110001', ...nine)).toEqual(['phone', []]);
    expect(over('Телефон', '+79001110001', ...nine, 'приедет')[0]).toBeNull();
    expect(over('Телефон', 'приедет', 'весной', 'нет')).toEqual(['phone', []]);
  });
  it('is loaded over what is only not read: words of days, addresses, names, passports', () => {
    expect(over('Дата рождения', ...words)).toEqual(['birthday', []]);
    expect(over('Дата рождения', 1500, 2300, 'весной', 'летом', 'не помнит')).toEqual(['birthday', []]);
    expect(over('E-mail', ...words)).toEqual(['email', []]);
    expect(over('Паспорт', ...words, 'загран. 75 123456')).toEqual(['passport', []]);
    expect(over('Паспорт', ...words, 'загран. 12345')[0]).toBeNull();
    expect(askedOf(['№ гаража', 'Владелец'], [...rowsOf(2, '#', 'пустует'), ['3', 'гр. Иванов']])).toEqual([]);
  });
  it('is loaded where several columns share it', () => {
    const rows = words.map((word, at) => [at + 1, 'Иванов Иван', word, word]);
    expect(read(['№ гаража', 'Владелец', 'Телефон', 'Телефон 2'], rows).questions).toEqual([]);
  });
});

describe('without a header', () => {
  const rows = [
    ['1', 'Иванов Иван', '8 900 111-00-01', 'х', '100,5'],
    ['2', 'Петров Пётр', '8 900 111-00-02', 'у', '200,5'],
    ['3', 'Сидоров Олег', '8 900 111-00-03', '', '100,5'],
  ];
  const bare = (table: string[][], more: Partial<TableFacts> = {}) =>
    readColumns(
      factsOf(
        (table[0] ?? []).map(() => ''),
        table,
        more,
      ),
      false,
    );
  it('cells tell what a column is; a person is asked whether that is so', () => {
    const { columns, questions, check, filled } = bare(rows);
    expect(columns.map(({ field, confidence }) => [field, confidence])).toEqual([
      ['number', 0.5],
      ['owner', 0.5],
      ['phone', 0.5],
      [null, 0],
      ['debt', 0.5],
    ]);
    expect([check, filled]).toEqual([null, false]);
    expect(questions).toEqual([
      {
        kind: 'header',
        table: 1,
        text: 'В таблице нет заголовка. Столбцы определены по содержимому: верно?',
        proof: ['столбец 1: номер гаража', 'столбец 2: ф. и. о. владельца', 'столбец 3: телефон', 'столбец 5: долг'],
        sure: false,
        prepared: 'yes',
        options: [
          {
            value: 'yes',
            label: 'Верно',
            fields: [
              { table: 1, index: 0, field: 'number' },
              { table: 1, index: 1, field: 'owner' },
              { table: 1, index: 2, field: 'phone' },
              { table: 1, index: 4, field: 'debt' },
            ],
            sumKopecks: null,
          },
          {
            value: 'skip',
            label: 'Не загружать таблицу',
            fields: [],
            fates: [{ table: 1, fate: 'skip' }],
            sumKopecks: null,
          },
        ],
        columns: [
          { index: 0, title: 'Номер гаража' },
          { index: 1, title: 'Ф. И. О. владельца' },
          { index: 2, title: 'Телефон' },
          { index: 4, title: 'Долг' },
        ],
      },
    ]);
  });
  it('days, passports and addresses are known too', () => {
    const { columns } = bare([
      ['1', '01.02.1965', '4012 123456', 'a@example.ru'],
      ['2', '03.04.1970', '4012 123457', 'b@example.ru'],
    ]);
    expect(columns.map(({ field, title }) => [field, title])).toEqual([
      ['number', ''],
      ['birthday', ''],
      ['passport', ''],
      ['email', ''],
    ]);
  });
  it('each field is found once, a place in one form alone', () => {
    expect(
      bare([
        ['1', '11'],
        ['2', '12'],
      ]).columns.map(({ field }) => field),
    ).toEqual(['number', 'debt']);
    expect(
      bare([
        ['1/1', '11', '1 Иванов Иван'],
        ['1/2', '12', '2 Петров Пётр'],
      ]).columns.map(({ field }) => field),
    ).toEqual(['place', 'debt', null]);
    expect(
      bare([
        ['1', '1/1'],
        ['2', '1/2'],
      ]).columns.map(({ field }) => field),
    ).toEqual(['number', null]);
    expect(
      bare([
        ['Иванов Иван', 'Иванов Иван'],
        ['Петров Пётр', 'Петров Пётр'],
      ]).columns[1]!.field,
    ).toBeNull();
  });
  it('nothing is asked where no garage is seen', () => {
    expect(bare([['Иванов Иван'], ['Петров Пётр']]).questions).toEqual([]);
    expect(bare([['1 Иванов Иван'], ['2 Петров Пётр']]).questions).toHaveLength(1);
    expect(bare([['1/1'], ['1/2']]).questions).toHaveLength(1);
    expect(bare([['1'], ['2']]).questions).toHaveLength(1);
    expect(bare(rows, { hidden: [true] }).questions).toEqual([]);
  });
});
