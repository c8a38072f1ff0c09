// When books may be closed, and the days and terms that closed or careful books take.
import { expect, it } from 'vitest';
import { dateProblems } from '../../server/books/rules/dates.ts';
import { closingProblem } from '../../server/closing/rules.ts';

const FUTURE = 'Закрыть можно только прошедший период';
const SAME = 'Период уже закрыт до этой даты';
const OPENING = 'Открыть период может только суперпользователь';
it.each([
  ['2026-11-19', null, false, null],
  ['2026-11-20', null, false, FUTURE],
  ['2026-11-20', '2026-11-19', true, FUTURE],
  ['2026-10-31', '2026-09-30', false, null],
  ['2026-09-30', '2026-09-30', true, SAME],
  [null, null, false, SAME],
  ['2026-08-31', '2026-09-30', false, OPENING],
  ['2026-08-31', '2026-09-30', true, null],
  [null, '2026-09-30', false, OPENING],
  [null, '2026-09-30', true, null],
])('up to %s after %s, by a superuser: %s — %s', (next, now, isSuperuser, problem) =>
  expect(closingProblem(next, { now, today: '2026-11-20', isSuperuser })).toBe(problem),
);

it.each([
  ['1990-01-01', {}],
  ['1989-12-31', { date: 'Введите корректную дату' }],
  ['2026-11-20', {}],
  ['2026-11-21', { date: 'Дата не может быть позже сегодняшней' }],
])('a document of %s: %j', (date, errors) =>
  expect(dateProblems('date', date, { today: '2026-11-20', closedUntil: null })).toEqual(errors),
);
