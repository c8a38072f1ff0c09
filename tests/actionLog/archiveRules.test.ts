// What a month's archive holds itself to: its days, its seal, its file.
import { expect, it } from 'vitest';
import * as rules from '../../server/actionLog/rules/archive.ts';

const kept: rules.ArchiveFacts = {
  month: '2021-05-01',
  lines: 30,
  actions: 12,
  first_id: 101,
  last_id: 130,
  bytes: 4096,
  sha256: 'ab',
  previous: 'cd',
};

it.each([
  [{ bytes: 4097 }, 'файл изменён'],
  [{ sha256: 'ac' }, 'файл изменён'],
  [{ lines: 29 }, 'строк в файле 29, а должно быть 30'],
  [{ first_id: 100 }, 'в файле другие строки'],
  [{ last_id: 131 }, 'в файле другие строки'],
  [{ first_id: null }, 'в файле другие строки'],
  [{}, null],
])('a file that says %j', (found, fault) => expect(rules.fileFault(kept, { ...kept, ...found })).toBe(fault));

it('every fact alone makes another seal', () => {
  const others = { month: '2021-06-01', lines: 31, actions: 13, first_id: 1, last_id: 2, bytes: 1, sha256: 'x' };
  const seals = [{}, { previous: null }, ...Object.entries(others).map(([key, value]) => ({ [key]: value }))].map(
    (changed) => rules.sealText({ ...kept, ...changed }),
  );
  expect(new Set(seals).size).toBe(9);
});

it('a month leaves on the first day after its five years, not a day before', () => {
  expect(rules.leavesOn('2021-05-01')).toBe('2026-06-01');
  expect(rules.dueMonths('2021-05-01', '2026-05-31')).toEqual([]);
  expect(rules.dueMonths('2021-05-01', '2026-06-01')).toEqual(['2021-05-01']);
  expect(rules.dueMonths('2021-11-01', '2027-01-01')).toEqual(['2021-11-01', '2021-12-01']);
  expect(rules.plusMonths('2021-01-01', -1)).toBe('2020-12-01');
});

it('says what waits to leave the log, when the first month will, or that there is nothing', () => {
  const next = { month: '2022-01-01', on: '2027-02-01' };
  expect(rules.dueWords([{ month: '2021-05-01' }, { month: '2021-06-01' }], next)).toBe(
    'ждут выноса: 2\u00a0месяца, первый — май 2021',
  );
  expect(rules.dueWords([], next)).toBe('старше пяти лет ничего нет, январь 2022 станет старше 01.02.2027');
  expect(rules.dueWords([], null)).toBe('журнал пуст');
});
