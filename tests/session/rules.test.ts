// When signing in pauses, which passwords hold, what of a mailbox is shown.
import { describe, expect, it } from 'vitest';
import { DAY_MS, isBesieged, LOCKOUT_MS, passwordProblem } from '../../server/session/rules.ts';
import { checkPassword } from '../../server/session/passwords.ts';
import { maskedEmail } from '../../server/session/rules/links.ts';

describe('an account is guessed at', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  /** Tries over a time, newest first, the last of them so long ago. */
  const tries = (count: number, over: number, ago = 0) =>
    Array.from({ length: count }, (_, nth) => now - ago - Math.floor((nth * over) / count));
  it.each([
    ['a hundred tries of a day, few of them now', tries(100, DAY_MS - LOCKOUT_MS, LOCKOUT_MS), true],
    ['one less than a hundred', tries(99, DAY_MS - LOCKOUT_MS, LOCKOUT_MS), false],
    ['thirty tries at once', tries(30, 60_000), true],
    ['one less than thirty', tries(29, 60_000), false],
    ['thirty tries at once, a quarter of an hour ago', tries(30, 60_000, LOCKOUT_MS), false],
    ['no tries', [], false],
  ])('%s', (_, failures, isSo) => expect(isBesieged(failures, now)).toBe(isSo));
});

describe('a password', () => {
  const common = 'Такой пароль слишком распространён';
  it.each([
    ['of four letters and figures over and over', 'xk7mxk7mxk7m', 'p@example.ru', common],
    ['of five of them', 'xk7mbxk7mbxk', 'p@example.ru', null],
    ['that begins with the word at the root of many', 'password-38-12', 'p@example.ru', common],
    ['that begins with the last of these words', 'osen-38-12-77', 'p@example.ru', common],
    [
      'with a mailbox of four letters in it',
      'моя-Lena-и-7-кошек',
      'lena@example.ru',
      'Пароль не должен содержать адрес почты',
    ],
    ['with a mailbox of three letters in it: any long text may hold them', 'моя-Yan-и-7-кошек', 'yan@example.ru', null],
  ])('%s', (_, password, email, problem) => expect(passwordProblem(password, email)).toBe(problem));
});

it.each([
  ['petrov@example.ru', 'p***@example.ru'],
  ['p@example.ru', 'p***@example.ru'],
  ['"a@b"@example.ru', '"***@example.ru'],
  ['petrov', 'p***'],
])('of «%s» is shown «%s»', (email, shown) => expect(maskedEmail(email)).toBe(shown));

it('nobody signs in to an account without a password, whatever is typed', async () => {
  // What an unknown account is compared with, so that the answer takes as long.
  expect(await checkPassword(null, 'no such person')).toBe(false);
  expect(await checkPassword(null, '')).toBe(false);
});
