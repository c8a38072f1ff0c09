// How a person is found and taken out of texts: cases of grammar, initials, phones; relatives and strangers stay.
import { describe, expect, it } from 'vitest';
import { findingPattern, forgetIn, forgetter, isOwnWord } from '../../server/instruments/rules/nameTraces.ts';
import { isWorkDay, plusWorkDays } from '../../contract/kernel/workDays.ts';

const petrov = { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' };
const traces = (more: object = {}) => ({
  names: [petrov],
  isOnly: false,
  phones: ['+79211234567'],
  others: ['petrov@example.ru', 'Санкт-Петербург, ул. Мира, д. 5', '9999 500001'],
  ...more,
});
const NAME = 'Удалено № 7';

describe('taking a person out of a text', () => {
  const forget = forgetter(traces(), NAME);
  it.each([
    ['Взнос Петров Иван Сергеевич, гараж 5', `Взнос ${NAME}, гараж 5`],
    ['ПЕТРОВ ИВАН СЕРГЕЕВИЧ//гараж', `${NAME}//гараж`],
    ['от Петрова Ивана Сергеевича', `от ${NAME}`],
    ['Петрову И.С. вручено', `${NAME} вручено`],
    ['Петров И. С. и Сидоров П. П.', `${NAME} и Сидоров П. П.`],
    ['И. С. Петров, член ВОА', `${NAME}, член ВОА`],
    ['Иван Петров звонил', `${NAME} звонил`],
    ['звонить 8 (921) 123-45-67', 'звонить •••'],
    ['Petrov@Example.ru', '•••'],
    ['Санкт-Петербург, ул. Мира, д. 5 кв. 7', '••• кв. 7'],
  ])('«%s»', (text, clean) => expect(forget(text)).toBe(clean));

  it.each([
    'Петрова Анна Ивановна',
    'Анна Петровна',
    'Петров Олег',
    'Петровский Иван',
    '892112345678',
    'сумма 500001',
    'Санкт-Петербург, ул. Мира, д. 55',
  ])('«%s» is somebody else', (text) => expect(forget(text)).toBe(text));

  it('a surname alone names him when nobody else has it', () => {
    expect(forget('Петров звонил')).toBe('Петров звонил');
    const alone = forgetter(traces({ isOnly: true }), NAME);
    expect(alone('Петров звонил, у Петрова долг')).toBe(`${NAME} звонил, у ${NAME} долг`);
    expect(alone('Анна Петровна')).toBe('Анна Петровна');
    // A word in small letters is none, as long as no name stands by it.
    expect(alone('у петрова крестителя')).toBe('у петрова крестителя');
    expect(alone('петров иван сергеевич')).toBe(NAME);
    expect(['Пеня', 'Земля', 'Мороз', 'Петров'].map(isOwnWord)).toEqual([true, true, false, false]);
  });

  it('who has no patronymic is known by his name alone; words beside it stay', () => {
    const short = forgetter(traces({ names: [{ ...petrov, fatherName: '' }] }), NAME);
    expect(short('Петров Иван и Анна')).toBe(`${NAME} и Анна`);
    expect(short('Иван Петров и Анна')).toBe(`${NAME} и Анна`);
    expect(short('И. Петров звонил')).toBe(`${NAME} звонил`);
    expect(short('Петров И. звонил')).toBe(`${NAME} звонил`);
    expect(short('Петров Олег')).toBe('Петров Олег');
  });

  const called = (lastName: string) => traces({ names: [{ lastName, firstName: 'Анна', fatherName: 'Львовна' }] });
  it('a surname of three letters is known by its beginning', () => {
    expect(forgetter(called('Цой'), NAME)('Цой Анна Львовна, гараж 5')).toBe(`${NAME}, гараж 5`);
    expect(new RegExp(findingPattern({ ...called('Цой'), phones: [], others: [] })!).test('ЦОЙ')).toBe(true);
  });

  it.each([
    ['Ли Анна Львовна, гараж 5', `${NAME}, гараж 5`],
    ['ЛИ АННА ЛЬВОВНА', NAME],
    ['от Ли Анны', `от ${NAME}`],
    ['Ли А. Л. и Ли А.Л.', `${NAME} и ${NAME}`],
    ['Анна Львовна Ли, А. Л. Ли и А.Л.Ли', `${NAME}, ${NAME} и ${NAME}`],
    ['{"кто": "Ли Анна"}', `{"кто": "${NAME}"}`],
  ])('a shorter one by the name beside it: «%s»', (text, clean) => {
    expect(forgetter(called('Ли'), NAME)(text)).toBe(clean);
    // What is not found in the database is not read at all.
    expect(new RegExp(findingPattern({ ...called('Ли'), phones: [], others: [] })!).test(text)).toBe(true);
  });
  it.each([
    'или Анна Львовна',
    'пришла ли Анна Львовна',
    'Ли пришла',
    'Ли Олег',
    'Анна Лившиц',
    'Ли А. П.',
    'Лия Анна',
  ])('«%s» is somebody else, or a word', (text) => expect(forgetter(called('Ли'), NAME)(text)).toBe(text));
  it('who typed it in a search used small letters; alone, or without a name, it tells nobody', () => {
    expect(forgetter(called('Ли'), NAME, true)('ли анна')).toBe(NAME);
    expect(forgetter({ ...called('Ли'), isOnly: true }, NAME)('Ли пришла')).toBe('Ли пришла');
    for (const lastName of ['Ли', '']) {
      const unnamed = { names: [{ lastName, firstName: '', fatherName: '' }], isOnly: true, phones: [], others: [] };
      expect([forgetter(unnamed, NAME)('Ли пришла ли'), findingPattern(unnamed)]).toEqual(['Ли пришла ли', null]);
    }
    const pattern = new RegExp(findingPattern({ ...called('Ли'), phones: [], others: [] })!);
    expect(['знает ли она', 'Анна или Львовна', 'ли'].map((text) => pattern.test(text))).toEqual([false, false, false]);
    const short = {
      names: [{ lastName: 'Ли', firstName: 'Анна', fatherName: '' }],
      isOnly: false,
      phones: [],
      others: [],
    };
    expect(forgetter(short, NAME)('Ли Анна и Ли А. Л.')).toBe(`${NAME} и Ли А. Л.`);
    expect(new RegExp(findingPattern(short)!).test('Анна Ли')).toBe(true);
  });

  it('of a card that says nothing else a text stays as it is', () => {
    const nobody = { names: [], isOnly: true, phones: [], others: [] };
    expect(forgetter(nobody, NAME)('Петров Иван, 8 (921) 123-45-67')).toBe('Петров Иван, 8 (921) 123-45-67');
    expect(forgetter({ ...nobody, names: [petrov] }, NAME)('Петров И.С., 8 (921) 123-45-67')).toBe(
      `${NAME}, 8 (921) 123-45-67`,
    );
    expect(findingPattern(nobody)).toBeNull();
  });

  it('too short a mailbox or phone would be found everywhere: seven signs, ten figures at least', () => {
    const others = { names: [], isOnly: false, phones: ['123-45-67'], others: ['a@b.ru', 'ab@c.ru'] };
    const clean = forgetter(others, NAME);
    expect(clean('a@b.ru, ab@c.ru, 123-45-67')).toBe('a@b.ru, •••, 123-45-67');
    const pattern = new RegExp(findingPattern(others)!);
    expect(['a@b.ru', '123-45-67', 'AB@C.RU'].map((text) => pattern.test(text))).toEqual([false, false, true]);
  });

  it('«е» and «ё» are one letter to the database too', () => {
    const finds = (lastName: string, text: string) =>
      new RegExp(findingPattern({ ...traces(), names: [{ ...petrov, lastName }], phones: [], others: [] })!).test(text);
    expect([finds('Алёхин', 'АЛЕХИН'), finds('Алехин', 'Алёхин'), finds('Алёхин', 'алёхина')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('inside JSON strings change, keys and numbers stay', () =>
    expect(forgetIn({ 'Петров Иван': [79211234567, 'Петров Иван', null] }, forget)).toEqual({
      'Петров Иван': [79211234567, NAME, null],
    }));

  it('the pattern of the database needs no case of letters', () => {
    const pattern = new RegExp(findingPattern(traces())!);
    for (const text of ['ПЕТРОВ', 'петровым', 'PETROV@EXAMPLE.RU', '+7 921 123-45-67'])
      expect(pattern.test(text)).toBe(true);
  });
});

describe('working days', () => {
  it.each([
    ['2026-01-09', false],
    ['2026-01-12', true],
    ['2026-03-09', false],
    ['2026-05-11', false],
    ['2026-05-12', true],
    ['2026-11-04', false],
    ['2026-12-31', false],
    ['2025-02-24', true],
    ['2025-03-10', true],
    ['2025-11-01', true],
    ['2025-11-03', false],
    ['2027-05-03', false],
  ])('%s', (day, works) => expect(isWorkDay(day)).toBe(works));
  it('the day itself is not counted, holidays neither', () => {
    expect(plusWorkDays('2026-11-20', 7)).toBe('2026-12-01');
    expect(plusWorkDays('2026-11-20', 10)).toBe('2026-12-04');
    expect(plusWorkDays('2026-11-02', 2)).toBe('2026-11-05');
    expect(plusWorkDays('2025-12-30', 1)).toBe('2026-01-12');
  });
});
