// Passwords that are guessed first: words with a tail, few letters over and over, walks over the keyboard and the alphabet.
import { describe, expect, it } from 'vitest';
import { isCommon } from '../../server/session/rules/commonPasswords.ts';

describe('words', () => {
  it.each([
    'password',
    'Password2024',
    'ПАРОЛЬ',
    'пароль1987!',
    '!!admin-77-12',
    '2024бухгалтер2024',
    '№1 гараж',
    'registry_2026',
  ])('«%s»', (password) => expect(isCommon(password)).toBe(true));
  it.each([
    // Letters before or behind the word make another word.
    'passwordы-2024',
    'мойпароль2024',
    // Digits inside it are no tail.
    'админ7истратор',
    'пароль и гараж',
    'шпаклёвка-74',
  ])('«%s» is none of them', (password) => expect(isCommon(password)).toBe(false));
});

describe('few letters', () => {
  it.each([
    ['', true],
    ['x', true],
    ['xk7mxk7mxk7m', true],
    ['xk7mbxk7mbxk', false],
    // Large and small letters are one, so are ё and е.
    ['xKXk7mXk7Mxk', true],
    ['xёе7mxё7mеxе', true],
    ['xёу7mxё7mуxу', false],
  ])('«%s»: %s', (password, common) => expect(isCommon(password)).toBe(common));
});

describe('walks', () => {
  const woven = (...rows: string[]) => [...rows[0]!].map((_, nth) => rows.map((row) => row[nth]).join('')).join('');
  const digits = '1234567890';
  const walks = [
    ['digits, past nought too', `0${digits}${digits.slice(0, 9)}`],
    ['rows of Latin letters', 'qwertyuiop' + 'asdfghjkl' + 'zxcvbnm'],
    ['rows of Russian letters', 'йцукенгшщзхъ' + 'фывапролджэ' + 'ячсмитьбю'],
    ['the Latin alphabet', Array.from({ length: 26 }, (_, nth) => String.fromCharCode(97 + nth)).join('')],
    ['the Russian alphabet', Array.from({ length: 32 }, (_, nth) => String.fromCharCode(1072 + nth)).join('')],
    ['columns', woven('1234567', 'qwertyu', 'asdfghj', 'zxcvbnm')],
    ['digits and letters', woven(digits, 'qwertyuiop')],
    ['letters and digits', woven('qwertyuiop', digits)],
    ['digits and the alphabet', woven(digits, 'abcdefghij')],
    ['the alphabet and digits', woven('abcdefghij', digits)],
  ] as const;
  const back = (walk: string) => [...walk].reverse().join('');

  it.each(walks)('along %s, there and back', (_, walk) => {
    expect(isCommon(walk)).toBe(true);
    expect(isCommon(back(walk))).toBe(true);
    // Each of them is one: two walks are no secret yet, a third makes one.
    expect(isCommon(walk + walk)).toBe(true);
    expect(isCommon(walk + back(walk).slice(1))).toBe(true);
    expect(isCommon(`${walk}#${back(walk)}`)).toBe(false);
  });
  it.each([
    ['qwert12345', true],
    ['12345qwert', true],
    ['qwert12345zxcvb', false],
    // What is off any walk counts one each.
    ['12345#', true],
    ['#12345', true],
    ['12345##', false],
    ['#12345#', false],
    ['QWERT12345', true],
    // ё is written е.
    ['абвгдёжзик', true],
    ['семьж', false],
  ])('«%s»: %s', (password, common) => expect(isCommon(password)).toBe(common));
});
