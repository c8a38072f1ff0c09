// What each column of a table holds by its title: the surest of equals, names over several columns, consents, sections told once.
import { describe, expect, it } from 'vitest';
import { askedOf, fieldsOf, read, rowsOf } from './columnTable.ts';

describe('titles', () => {
  it('name the fields; the surest stands, of equals the first, others are left out', () => {
    expect(read(['№ п/п', '№ гаража', 'ФИО', 'Цвет ворот']).columns).toEqual([
      { index: 0, title: '№ п/п', field: 'rowNumber', confidence: 1 },
      { index: 1, title: '№ гаража', field: 'number', confidence: 1 },
      { index: 2, title: 'ФИО', field: 'owner', confidence: 1 },
      { index: 3, title: 'Цвет ворот', field: null, confidence: 0 },
    ]);
    expect(fieldsOf(['Дата рождения', 'День рождения'])).toEqual(['birthday', null]);
    expect(fieldsOf(['Тип', 'Материал / Тип'])).toEqual(['type', null]);
    expect(fieldsOf(['Рождение / Дата', 'Дата рождения'])).toEqual([null, 'birthday']);
    expect(read(['Контакты / дом.', 'Контакты / моб.']).columns).toMatchObject([{ title: 'Контакты / дом.' }, {}]);
  });
  it('of phones, passports and notes may come several times', () => {
    expect(fieldsOf(['Телефон', 'Телефон 2', 'Паспорт', 'Паспорт, номер'])).toEqual([
      'phone',
      'phone',
      'passport',
      'passport',
    ]);
  });
  it('of owners are for a person to choose', () => {
    expect(read(['Гараж', 'ФИО', 'Арендатор'])).toMatchObject({
      columns: [{ field: 'number' }, { field: 'owner', confidence: 1 }, { field: null, confidence: 0 }],
      questions: [{ kind: 'owner' }],
    });
    expect(fieldsOf(['Фамилия', 'Владелец', 'Собственник'])).toEqual(['lastName', 'owner', null]);
    expect(fieldsOf(['Гараж', 'Совладелец', 'ФИО'])).toEqual(['number', 'owner', 'owner']);
  });
  it('of numbers too', () => {
    const rows = rowsOf(3, '#', '1#', 'Иванов Иван');
    expect(read(['№ гаража', '№ бокса', 'ФИО'], rows).questions.map(({ kind }) => kind)).toEqual(['number']);
    expect(fieldsOf(['№ гаража', '№ бокса', 'ФИО'], rows)).toEqual(['number', null, 'owner']);
  });
  it('a bare «№» counts rows where the place stands elsewhere', () => {
    expect(fieldsOf(['№', 'ФИО'])).toEqual(['number', 'owner']);
    expect(fieldsOf(['№', 'Ряд, № гаража', 'ФИО'])).toEqual(['rowNumber', 'place', 'owner']);
    expect(fieldsOf(['№', '№ гаража', 'ФИО'])).toEqual(['rowNumber', 'number', 'owner']);
    expect(read(['№', '№ гаража']).columns[0]!.confidence).toBe(0.5);
    expect(fieldsOf(['№ гаража', 'Ряд, № гаража'])).toEqual(['number', 'place']);
  });
  it('of hidden columns, and of another table beside, say nothing', () => {
    const titles = ['№ гаража', 'ФИО', 'Телефон', 'Долг'];
    expect(fieldsOf(titles, [], { hidden: [false, true, true, true] })).toEqual(['number', null, null, null]);
    expect(read(titles, [], { firstColumn: 1, lastColumn: 2 }).columns.map(({ index }) => index)).toEqual([1, 2]);
    expect(fieldsOf(titles, [], { firstColumn: 1, lastColumn: 2 })).toEqual(['owner', 'phone']);
    expect(fieldsOf(['Тип', 'Тип'], [], { firstColumn: 1 })).toEqual(['type']);
    expect(fieldsOf(['Тип', 'Тип'], [], { hidden: [true] })).toEqual([null, 'type']);
    expect(fieldsOf(['Рождение / Дата', 'Дата рождения'], [], { lastColumn: 0 })).toEqual(['birthday']);
  });
  it('of money are for their sums to choose', () => {
    const rows = [
      [1, 100, 50, 50],
      [2, 100, 40, 60],
    ];
    const { columns, questions, check } = read(['№ гаража', 'Начислено', 'Оплачено', 'Остаток'], rows);
    expect(columns.map(({ field }) => field)).toEqual(['number', null, null, 'signedDebt']);
    expect(columns[3]!.confidence).toBe(1);
    expect(check).toEqual({ plus: [1], minus: [2], total: [3] });
    expect(questions.map(({ kind }) => kind)).toEqual(['debt']);
    // Words under a title of money are no sums.
    expect(fieldsOf(['№ гаража', 'Долг'], rowsOf(3, '#', 'платит'))).toEqual(['number', null]);
    // What another field has taken is no money, whatever its words.
    expect(fieldsOf(['№ гаража', 'Согласие на обработку ПДн получено'], rowsOf(3, '#', '0#.02.2024'))).toEqual([
      'number',
      'consentPd',
    ]);
    expect(read(['№ гаража', 'ФИО']).check).toBeNull();
  });
});

describe('the list that the console exports', () => {
  const titles = ['Гараж', 'МО', 'Тип', 'Владелец', 'Телефон', 'Лицевой счёт', 'Построен', 'Долг, ₽'];
  const fields = ['place', null, 'type', 'owner', null, null, 'dateOfConstruction', 'signedDebt'];
  it('has a place in one cell, a debt with a sign and masked phones', () => {
    expect(fieldsOf(titles)).toEqual(fields);
    expect(fieldsOf(titles.map((title) => title.toUpperCase()))).toEqual(fields);
    expect(read(titles)).toMatchObject({ questions: [], check: null, filled: false });
    expect(read(titles).columns.slice(0, 2)).toEqual([
      { index: 0, title: 'Гараж', field: 'place', confidence: 1 },
      { index: 1, title: 'МО', field: null, confidence: 0 },
    ]);
  });
  it.each(['Гараж', 'Владелец', 'Лицевой счёт', 'Долг, ₽'])('is a registry without «%s»', (left) => {
    expect(fieldsOf(titles.filter((title) => title !== left))).toContain('phone');
  });
});

describe('a name merged over columns', () => {
  it('is a surname, a first name and a patronymic', () => {
    expect(fieldsOf(['№ гаража', 'Ф.И.О.', 'Ф.И.О.', 'Ф.И.О.'])).toEqual([
      'number',
      'lastName',
      'firstName',
      'fatherName',
    ]);
    expect(fieldsOf(['Ф.И.О.', 'Ф.И.О.', 'Телефон'])).toEqual(['lastName', 'firstName', 'phone']);
    expect(read(['ФИО', 'ФИО']).columns[0]!.confidence).toBe(0.8);
    expect(fieldsOf(['ФИО', 'ФИО', 'ФИО', 'ФИО'])).not.toContain('lastName');
    expect(fieldsOf(['ФИО', 'Собственник'])).not.toContain('lastName');
  });
  const names = [
    ['Иванов', 'Иван', 'Ильич', '+79001110001'],
    ['Петров-Водкин', 'Кузьма', 'Сергеевич', '+79001110002'],
    ['Ёлкин', 'Пётр', '', '+79001110003'],
  ];
  it('or stands over its first column alone, a word in each', () => {
    expect(fieldsOf(['ФИО', '', '', 'Телефон'], names)).toEqual(['lastName', 'firstName', 'fatherName', 'phone']);
    expect(
      fieldsOf(
        ['ФИО', '', 'Телефон'],
        names.map((row) => [row[0]!, row[1]!, row[3]!]),
      ),
    ).toEqual(['lastName', 'firstName', 'phone']);
    expect(fieldsOf(['ФИО', '', '', ''], names)).toEqual(['lastName', 'firstName', 'fatherName', null]);
  });
  it('no longer when more than a word stands there, or hardly anything', () => {
    const whole = names.map(([last, first, ...rest]) => [`${last} ${first}`, first!, ...rest]);
    expect(fieldsOf(['ФИО', '', ''], whole)).toEqual(['owner', null, null]);
    const empty = names.map(([last]) => [last!, 'пустует сейчас', '']);
    expect(fieldsOf(['ФИО', '', ''], empty)).not.toContain('lastName');
    expect(
      fieldsOf(
        ['ФИО', ''],
        [
          ['Иванов', 'Иван'],
          ['Петров', 'нет'],
        ],
      ),
    ).toEqual(['owner', null]);
    expect(
      fieldsOf(
        ['ФИО', ''],
        [
          ['Иванов', 'иван'],
          ['Петров', 'Пётр1'],
        ],
      ),
    ).toEqual(['owner', null]);
    // A word under a title of its own is no first name; of four words one is left over.
    const cars = names.map(([last]) => [last!, 'Жигули']);
    expect(fieldsOf(['ФИО', 'Машина'], cars)).not.toContain('lastName');
    const more = names.map(([last, first, father]) => [last!, first!, father!, 'Жигули']);
    expect(fieldsOf(['ФИО', '', '', ''], more)).toEqual(['lastName', 'firstName', 'fatherName', null]);
    expect(fieldsOf(['ФИО', ''], [['Иванов', 'Иван'], ['Петров', 'Пётр'], ['Ёлкин'], []])).toEqual([
      'lastName',
      'firstName',
    ]);
    const four = rowsOf(4, 'Иванов', 'Иван');
    expect(fieldsOf(['ФИО', ''], [...four, ['Петров', 'П. П.']])).not.toContain('lastName');
    expect(fieldsOf(['ФИО', ''], [...four, ...four, ['Петров', 'П. П.']])[0]).toBe('lastName');
  });
});

describe('consents', () => {
  it('to nobody knows what are asked about, of those not said elsewhere', () => {
    const { columns, questions } = read(['№ гаража', 'ФИО', 'Согласие', 'Согласие на СМС']);
    expect(columns.map(({ field }) => field)).toEqual(['number', 'owner', null, 'consentSms']);
    const option = (value: string, label: string, field: string | null) => ({
      value,
      label,
      fields: [{ table: 1, index: 2, field }],
      sumKopecks: null,
    });
    expect(questions).toEqual([
      {
        kind: 'content',
        table: 1,
        text: '«Согласие»: на что дано это согласие?',
        proof: [],
        sure: false,
        prepared: 'drop',
        options: [
          option('consentPd', 'Согласие на обработку ПДн', 'consentPd'),
          option('consentEmail', 'Согласие на e-mail', 'consentEmail'),
          option('drop', 'Не загружать столбец', null),
        ],
        columns: [{ index: 2, title: 'Согласие' }],
      },
    ]);
  });
  it('to all three may be meant where none is said', () => {
    expect(read(['№ гаража', 'ФИО', 'Согласие']).questions[0]!.options.map(({ value }) => value)).toEqual([
      'consentPd',
      'consentSms',
      'consentEmail',
      'drop',
    ]);
  });
  it.each([
    'СОГЛАСИЕ НА РЕКЛАМУ',
    'Согласие на рекламу',
    'Согласие о здоровье',
    'Согласие на обработку ПДн',
    'Примечание',
  ])('«%s» is not asked about', (title) => expect(askedOf(['№ гаража', 'ФИО', title])).toEqual([]));
  it('of a hidden column are not asked about', () => {
    expect(askedOf(['№ гаража', 'ФИО', 'Согласие'], [], { hidden: [false, false, true] })).toEqual([]);
  });
});

describe('a section', () => {
  const filled = (...sections: string[]) =>
    read(
      ['Ряд', '№ гаража', 'ФИО'],
      sections.map((section, at) => [section, `${at + 1}`, 'Иванов Иван']),
    ).filled;
  it.each([
    [['А', '', ''], true],
    [['А', '', '', 'Б', ''], true],
    [['А', 'А', '', '', 'Б', ''], true],
    // Three of five are as many as it may be.
    [['А', 'Б', 'В', '', ''], true],
    [['А', 'Б', 'В', 'Г', '', ''], false],
    [['А', 'А', 'А'], false],
    [['', 'А', ''], false],
    [['А', ''], false],
    [['А', 'А', '', 'Б', '', 'А', '', '', ''], false],
    [['А', '', 'Б', '', 'А', ''], true],
    [[], false],
  ])('%j stands once at the top of its block: %s', (sections, once) => expect(filled(...sections)).toBe(once));
  it('of no column is none', () => {
    expect(read(['№ гаража', 'ФИО'], rowsOf(3, '#', 'Иванов Иван')).filled).toBe(false);
  });
});
