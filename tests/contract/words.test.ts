// Words of the agreement: months that left the log, reasons of re-registrations, when and where a meeting is.
import { describe, expect, it } from 'vitest';
import { goneText, monthName } from '../../contract/logWords.ts';
import { Meeting, OptionalMeeting } from '../../contract/notifications/meetings.ts';
import { reasonNames } from '../../contract/reregistrations/reasons.ts';

it('months are called by their names and years', () => {
  const months = Array.from({ length: 12 }, (_, nth) => monthName(`2021-${String(nth + 1).padStart(2, '0')}-01`));
  expect(months.map((name) => name.replace(' 2021', ''))).toEqual(
    'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' '),
  );
  expect(months[4]).toBe('май 2021');
  expect(monthName('1999-12-01')).toBe('декабрь 1999');
  expect(goneText('2021-06-01')).toBe('Строки до 01.06.2021 вынесены в архив');
});

it('reasons of re-registrations are these', () => {
  expect(Object.entries(reasonNames).map(([id, name]) => `${id} ${name}`)).toEqual([
    '1 Купля-продажа',
    '2 Дарение',
    '3 Наследование',
    '4 Обмен',
    '5 Решение суда',
    '6 Раздел имущества / брачный договор',
    '7 Отказ в пользу ПО',
    '8 Распределение ПО',
    '9 Добавление совладельца',
    '10 Исключение совладельца',
    '11 Передача близкому родственнику',
    '12 Смена ФИО/документа владельца',
    '13 Исправление ошибки учёта',
  ]);
});

describe('a meeting', () => {
  const unsaid = { day: null, time: '', place: '' };
  it.each([
    [{}, unsaid],
    [{ day: null }, unsaid],
    [
      { day: '2026-03-05', time: ' 18:00 ', place: ' Правление ' },
      { day: '2026-03-05', time: '18:00', place: 'Правление' },
    ],
    // What is no time stops the mailing, not the draft.
    [{ time: 'утро' }, { ...unsaid, time: 'утро' }],
    [{ place: 'а'.repeat(200) }, { ...unsaid, place: 'а'.repeat(200) }],
  ])('%j', (sent, kept) => {
    expect(Meeting.parse(sent)).toEqual(kept);
    expect(OptionalMeeting.parse(sent)).toEqual(kept);
  });
  it.each([
    [{ day: '2026-02-30' }, 'day', 'Введите корректную дату'],
    [{ time: '18:000' }, 'time', 'Напишите как 18:00'],
    [{ place: 'а'.repeat(201) }, 'place', 'Не длиннее 200 знаков'],
    [{ place: 'у\u0000ворот' }, 'place', 'Недопустимые знаки'],
    [{ place: 'у\nворот' }, 'place', 'Недопустимые знаки'],
    [{ place: 'у\u001fворот' }, 'place', 'Недопустимые знаки'],
    [{ place: 'у\u007fворот' }, 'place', 'Недопустимые знаки'],
  ])('%j is refused', (sent, field, message) => {
    const issues = Meeting.safeParse(sent).error?.issues ?? [];
    expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });
  it('may be left out', () => {
    expect(OptionalMeeting.parse(null)).toBeNull();
    expect(OptionalMeeting.parse(undefined)).toBeNull();
    expect(Meeting.safeParse(null).success).toBe(false);
  });
});
