// How often something is done by itself: which days a rhythm has, and how a person reads it.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkRhythm, Rhythm, rhythmFields, rhythms, rhythmWords, weekDays } from '../../contract/kernel/rhythm.ts';

const Body = z.object(rhythmFields).superRefine(checkRhythm);
const faultsOf = (every: unknown, onDay: unknown) =>
  (Body.safeParse({ every, onDay }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a rhythm', () => {
  const noWeekDay = ['onDay: Выберите день недели'];
  const noDay = ['onDay: Введите день месяца: от 1 до 28'];
  it.each([
    ['day', null, []],
    ['week', 1, []],
    ['week', 7, []],
    ['week', 8, noWeekDay],
    ['week', 28, noWeekDay],
    ['week', null, noWeekDay],
    ['month', 1, []],
    ['month', 8, []],
    // Every month has a 28th, not every one a 29th.
    ['month', 28, []],
    ['month', 29, ['onDay: До 28']],
    ['month', null, noDay],
    ['month', 0, ['onDay: От 1']],
    ['week', -1, ['onDay: От 1']],
  ])('%s on %s', (every, onDay, faults) => expect(faultsOf(every, onDay)).toEqual(faults));
  it('has whole days, and is one of three', () => {
    expect(faultsOf('month', 1.5)).toHaveLength(1);
    expect(faultsOf('month', '5')).toHaveLength(1);
    expect(faultsOf('month', undefined)).toHaveLength(1);
    expect(faultsOf('year', 1)).toHaveLength(1);
    expect(Object.keys(rhythms)).toEqual(Rhythm.options);
  });
});

it.each([
  [{ every: 'day', onDay: null, atHour: 8 }, 'каждый день в 8:00'],
  [{ every: 'day', onDay: 3, atHour: 21 }, 'каждый день в 21:00'],
  [{ every: 'week', onDay: 1, atHour: 8 }, 'раз в неделю: понедельник в 8:00'],
  [{ every: 'week', onDay: 3, atHour: 10 }, 'раз в неделю: среда в 10:00'],
  [{ every: 'week', onDay: 7, atHour: 0 }, 'раз в неделю: воскресенье в 0:00'],
  [{ every: 'month', onDay: 10, atHour: 9 }, '10-го числа в 9:00'],
] as const)('%j is read «%s»', (schedule, words) => expect(rhythmWords(schedule)).toBe(words));

it('days of the week begin with Monday', () => {
  expect(weekDays.join(' ')).toBe('понедельник вторник среда четверг пятница суббота воскресенье');
  expect(rhythms).toEqual({ day: 'Каждый день', week: 'Раз в неделю', month: 'Раз в месяц' });
});
