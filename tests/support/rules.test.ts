// Rules of the desk by themselves: what may be done with a question, how long a screen is shown, hours and promises.
import { describe, expect, it } from 'vitest';
import {
  answerBy,
  CONSENT_MS,
  hasConsent,
  isWorkingTime,
  moveProblem,
  titleOf,
  withoutPeople,
  type Move,
  type Status,
} from '../../server/support/rules.ts';

const now = new Date('2026-11-20T07:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms).toISOString();

it('a screen is shown until its moment and not at it', () => {
  const seen = (consent_until: string | null) => hasConsent({ consent_until }, now);
  expect([seen(null), seen(later(-1)), seen(later(0)), seen(later(1)), seen(later(CONSENT_MS))]).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});

it.each<[Move, Status, number | null, string | null]>([
  ['take', 'waiting', null, null],
  ['take', 'taken', 7, null],
  ['take', 'taken', 8, 'Уже отвечает Орлов'],
  ['take', 'solved', null, 'Вопрос уже решён'],
  ['release', 'taken', 8, null],
  ['release', 'waiting', null, 'Вопрос и так в очереди'],
  ['release', 'solved', 7, 'Вопрос уже решён'],
  ['solve', 'waiting', null, null],
  ['solve', 'solved', 7, 'Вопрос уже решён'],
  ['look', 'taken', 7, 'Человек не разрешил смотреть его экран'],
  ['look', 'solved', 7, 'Вопрос уже решён'],
])('%s of what is %s by %s', (move, status, assignee_id, problem) => {
  expect(moveProblem(move, { status, assignee_id, assignee: 'Орлов', consent_until: null }, 7, now)).toBe(problem);
});
it('with his consent the screen is seen', () => {
  const thread = { status: 'taken' as const, assignee_id: 7, assignee: 'Орлов', consent_until: later(1) };
  expect(moveProblem('look', thread, 7, now)).toBeNull();
});

it('a question is called by its first line, eighty signs of it', () => {
  expect(titleOf('  Не печатается  \nвторая строка')).toBe('Не печатается');
  expect(titleOf('а'.repeat(80))).toBe('а'.repeat(80));
  expect(titleOf('а'.repeat(81))).toBe(`${'а'.repeat(79)}…`);
});

describe('hours of the desk', () => {
  const at = (moment: string) => new Date(`${moment}+03:00`);
  // 2026-11-16 is a Monday.
  const days = (hours: string) =>
    ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'].filter((_day, nth) =>
      isWorkingTime(hours, at(`2026-11-${16 + nth}T12:00`)),
    );
  it.each([
    ['пн-пт 09:00-18:00', 'пн вт ср чт пт'],
    ['ср-ср 09:00-18:00', 'ср'],
    ['вс-вт 09:00-18:00', 'пн вт вс'],
    ['сб-вт 09:00-18:00', 'пн вт сб вс'],
    ['пт-вс 09:00-18:00', 'пт сб вс'],
    ['пн-вс 09:00-18:00', 'пн вт ср чт пт сб вс'],
    ['', 'пн вт ср чт пт сб вс'],
    ['по будням', ''],
  ])('«%s» are %s', (hours, named) => expect(days(hours).join(' ')).toBe(named));

  const promised = (hours: string, moment: string) => answerBy(hours, at(moment)).toISOString();
  it('an answer that is ready when the desk closes is still of today', () => {
    expect(promised('пн-пт 09:00-18:00', '2026-11-20T15:00')).toBe(at('2026-11-20T18:00').toISOString());
    expect(promised('пн-пт 09:00-18:00', '2026-11-20T15:01')).toBe(at('2026-11-23T12:00').toISOString());
    expect(promised('ср-ср 09:00-18:00', '2026-11-18T17:00')).toBe(at('2026-11-25T12:00').toISOString());
  });
  it('without hours, and where a day is too short for an answer, it is promised in three hours', () => {
    for (const hours of ['', 'пн-пт 09:00-10:00'])
      expect(promised(hours, '2026-11-20T22:00')).toBe(at('2026-11-21T01:00').toISOString());
  });
});

it('a refusal is read by the desk without people', () => {
  expect(withoutPeople('«Петров Иван» и Петров И. С., Петров Иван Сергеевич: a@b.ru гараж 45, +7 921 123-45-67')).toBe(
    '«…» и …, …: … гараж 45, …',
  );
});
