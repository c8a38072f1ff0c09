// Reports by the clock in words: what is sent, what it is called, what is saved again.
import { describe, expect, it } from 'vitest';
import { logTabs } from '../../contract/actionWords.ts';
import { exportedLists } from '../../contract/kernel/objects.ts';
import type { Report, ReportSource } from '../../contract/reports.ts';
import { StatTable } from '../../contract/statistics.ts';
import { bodyOfReport, formats, letterStates, sourceWords, usualName } from '../../resources/reports/words.ts';

type Of<Kind> = Extract<ReportSource, { of: Kind }>;
const list = (resource: Of<'list'>['resource']): ReportSource => ({
  of: 'list',
  resource,
  columns: ['name'],
  sort: ['name', 'ASC'],
  filter: {},
});
const figures = (more: Partial<Of<'statistics'>>): ReportSource => ({
  of: 'statistics',
  tab: 'balance_operation',
  table: 'po',
  filter: {},
  against: 'year',
  period: 'last_month',
  ...more,
});

describe('what is sent', () => {
  it.each([
    ['garages', 'Гаражи'],
    ['profiles', 'Люди'],
    // The list of documents of payment shares its object with the operations.
    ['payments', 'Платежи'],
    ['balance_operations', 'Операции по балансу'],
    ['poes', 'ПО'],
  ] as const)('the list %s: «%s»', (resource, name) => {
    expect(sourceWords(list(resource))).toBe(`список «${name}»`);
    expect(usualName(list(resource))).toBe(name);
  });
  it('each list that can be taken away has a Russian name', () => {
    for (const resource of exportedLists) expect(usualName(list(resource)), resource).toMatch(/^[А-ЯЁ]/);
  });

  it.each([
    [figures({}), 'статистика «Взносы» по ПО, прошлый месяц', 'Взносы по ПО'],
    [
      figures({ tab: 'all', table: 'users', period: 'yesterday' }),
      'статистика «Все действия» по пользователям, вчера',
      'Все действия по пользователям',
    ],
    [
      figures({ tab: 'profile', table: 'lacks', period: 'as_is' }),
      'статистика «Люди» чего не хватает, дни из отбора',
      'Люди чего не хватает',
    ],
    [figures({ period: 'this_year' }), 'статистика «Взносы» по ПО, с начала года', 'Взносы по ПО'],
  ])('%o', (source, words, name) => {
    expect([sourceWords(source), usualName(source)]).toEqual([words, name]);
  });
  it('each table and each tab has words', () => {
    const tables = StatTable.options.map((table) => usualName(figures({ table })).replace('Взносы ', ''));
    expect(tables.filter((words) => !/^[а-я][А-Яа-яё ]+$/.test(words))).toEqual([]);
    expect(new Set(tables).size).toBe(tables.length);
    for (const tab of Object.keys(logTabs) as (keyof typeof logTabs)[])
      expect(usualName(figures({ tab }))).toBe(`${logTabs[tab].title} по ПО`);
  });
});

it('formats and fates of letters', () => {
  expect(formats).toEqual({ xlsx: 'Книга Excel', pdf: 'PDF, лист А4' });
  expect(letterStates).toEqual({
    queued: 'в очереди',
    sending: 'уходит',
    sent: 'ушло',
    failed: 'не ушло',
    unknown: 'неизвестно, дошло ли',
    cancelled: 'отменено',
  });
});

it('a report is saved again with what it says and nothing of what came of it', () => {
  const said = {
    name: 'Долги',
    source: figures({}),
    conditions: 'ПО: КАС № 12-3',
    format: 'pdf',
    every: 'month',
    onDay: 5,
    atHour: 8,
    skipsEmpty: true,
  };
  const report = {
    ...said,
    id: 3,
    version: 2,
    place: 'МО «Север»',
    isPaused: true,
    receivers: [
      { id: 7, name: 'Петров', place: null, refusal: null },
      { id: 9, name: 'Белова', place: 'КАС № 12-3', refusal: 'отключён' },
    ],
  };
  expect(bodyOfReport(report as unknown as Report)).toEqual({ ...said, receivers: [7, 9] });
});
