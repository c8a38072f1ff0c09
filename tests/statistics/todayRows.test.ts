// Checks of the cockpit in words: what waits, what is near, what is well, where each list is dealt with, what is missing first.
import { describe, expect, it } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { checks, worklists, type Check, type TodayReply, type Waiting } from '../../contract/today.ts';
import { listPage, qualityRows, rowsOf } from '../../resources/statistics/todayRows.ts';

const waits = (check: Check, count: number, more: Partial<Waiting> = {}): Waiting => ({
  check,
  count,
  kopecks: null,
  since: '2026-11-05',
  ...more,
});
const quality: TodayReply['quality'] = { score: 100, people: 0, garages: 0, parts: [], no_email: 0, members: 0 };
const reply = (...waiting: Waiting[]): TodayReply => ({ day: '2026-11-20', waiting, debt: null, quality });
const told = (one: Waiting) => {
  const { waiting, soon } = rowsOf(reply(one));
  expect(waiting.length + soon.length).toBe(1);
  return [...waiting, ...soon][0]!;
};

describe('what waits', () => {
  it.each([
    [
      waits('bank_rows', 1, { kopecks: 450_000 }),
      'Платёж не опознан, 4\u00a0500,00\u00a0₽',
      'самый давний — 05.11.2026',
    ],
    [waits('bank_rows', 2, { kopecks: 1 }), 'Платежа не опознаны, 0,01\u00a0₽', 'самый давний — 05.11.2026'],
    [waits('bank_rows', 5, { since: null }), 'Платежей не опознаны, 0,00\u00a0₽', ''],
    [waits('cases', 1), 'Переоформление стоит больше 7 дней', 'самый давний — 05.11.2026'],
    [waits('cases', 3), 'Переоформления стоят больше 7 дней', 'самый давний — 05.11.2026'],
    [waits('cases', 11), 'Переоформлений стоят больше 7 дней', 'самый давний — 05.11.2026'],
    [waits('letters', 21), 'Письмо не ушло', 'самый давний — 05.11.2026'],
    [waits('letters', 4), 'Письма не ушли', 'самый давний — 05.11.2026'],
    [waits('letters', 7), 'Писем не ушли', 'самый давний — 05.11.2026'],
    [waits('upkeep', 1_200), 'Программа не смогла сделать сама: 1\u00a0200', 'первое — 05.11.2026'],
    [waits('upkeep', 1, { since: null }), 'Программа не смогла сделать сама: 1', ''],
    [waits('mailings', 1), 'Рассылка дошла не до всех', 'за 30 дней, первая — 05.11.2026'],
    [waits('mailings', 2), 'Рассылки дошли не до всех', 'за 30 дней, первая — 05.11.2026'],
    [waits('mailings', 5, { since: null }), 'Рассылок дошли не до всех', ''],
    [waits('statement', 1), 'День без выписки банка', 'последняя за 05.11.2026, за этот месяц выписки нет'],
    [waits('statement', 2), 'Дня без выписки банка', 'последняя за 05.11.2026, за этот месяц выписки нет'],
    [waits('statement', 20), 'Дней без выписки банка', 'последняя за 05.11.2026, за этот месяц выписки нет'],
    [waits('month', 1), 'Месяц не закрыт', 'закрыто по 05.11.2026'],
    [waits('month', 2), 'Месяца не закрыты', 'закрыто по 05.11.2026'],
    [waits('month', 6), 'Месяцев не закрыты', 'закрыто по 05.11.2026'],
    [waits('cash_days', 1), 'День кассы не закрыт', 'самый давний — 05.11.2026'],
    [waits('cash_days', 2), 'Дня кассы не закрыты', 'самый давний — 05.11.2026'],
    [waits('cash_days', 5, { since: null }), 'Дней кассы не закрыты', ''],
    [waits('privileges_expired', 1), 'Льгота истекла', 'самая давняя — 05.11.2026, взнос считается полным'],
    [waits('privileges_expired', 2), 'Льготы истекли', 'самая давняя — 05.11.2026, взнос считается полным'],
    [waits('privileges_expired', 5), 'Льгот истекли', 'самая давняя — 05.11.2026, взнос считается полным'],
    [waits('privileges_soon', 1), 'Льгота истекает за 30 дней', 'ближайшая — 05.11.2026'],
    [waits('privileges_soon', 3), 'Льготы истекают за 30 дней', 'ближайшая — 05.11.2026'],
    [waits('privileges_soon', 5), 'Льгот истекают за 30 дней', 'ближайшая — 05.11.2026'],
    [waits('no_owner', 1), 'Гараж без владельца', ''],
    [waits('no_owner', 2), 'Гаража без владельца', ''],
    [waits('no_owner', 5), 'Гаражей без владельца', ''],
  ])('$check of $count: %s', (one, title, note) => {
    expect(told(one)).toMatchObject({ check: one.check, count: one.count, title, note });
  });

  it.each([
    ['bank_rows', 'Разобрать', '/contributions/payments/statement', false],
    ['cases', 'Открыть', '/reregistrations?{"status":[1,2,6],"idle":true}', true],
    ['letters', 'Посмотреть', '/admin/outbox?{"state":"failed"}', true],
    ['upkeep', 'Разобрать', '/admin/outbox', true],
    ['mailings', 'Разобрать', '/notifications?{"failedFilter":true}', false],
    ['statement', 'Загрузить', '/contributions/payments/statement', true],
    ['month', 'Закрытие периода', '/contributions/closing', false],
    ['cash_days', 'Закрыть день', '/contributions/payments#day', false],
    ['privileges_expired', 'Показать', '/profiles?{"privilegeState":"expired"}', false],
    ['privileges_soon', 'Показать', '/profiles?{"privilegeState":"expires30"}', false],
    ['no_owner', 'Показать', '/?{"profileCounter":"none"}', false],
  ] as const)('%s: «%s» leads to %s, late: %s', (check, verb, to, isLate) => {
    const row = told(waits(check, 1));
    expect([row.verb, decodeURIComponent(row.to).replace('?filter=', '?'), row.isLate]).toEqual([verb, to, isLate]);
    expect(listPage(check)).toBe(row.to);
  });

  it('what is near stands apart, what is well is said in words, all in the order they come', () => {
    const asked = rowsOf(
      reply(
        waits('no_owner', 3),
        waits('letters', 0),
        waits('privileges_soon', 1),
        waits('bank_rows', 1, { kopecks: 100 }),
        waits('privileges_expired', 0),
      ),
    );
    expect(asked.waiting.map(({ check }) => check)).toEqual(['no_owner', 'bank_rows']);
    expect(asked.soon.map(({ check }) => check)).toEqual(['privileges_soon']);
    expect(asked.calm).toEqual(['Все письма ушли', 'Истекших льгот нет']);
    expect(rowsOf(reply())).toEqual({ waiting: [], soon: [], calm: [] });
  });

  it('each check that is well has words of praise', () => {
    expect(rowsOf(reply(...checks.map((check) => waits(check, 0)))).calm).toEqual([
      'Платежи из выписок разобраны',
      'Переоформления движутся',
      'Все письма ушли',
      'Программа всё делает сама в срок',
      'Рассылки дошли до всех',
      'Выписка этого месяца загружена',
      'Прошлые месяцы закрыты',
      'Дни кассы закрыты',
      'Истекших льгот нет',
      'За 30 дней льготы не истекают',
      'У всех гаражей есть владельцы',
    ]);
  });

  it('where no statement was ever loaded and no month closed nothing is praised and nothing waits', () => {
    for (const check of ['statement', 'month'] as const)
      for (const count of [0, 3])
        expect(rowsOf(reply(waits(check, count, { since: null })))).toEqual({ waiting: [], soon: [], calm: [] });
    // Of all others a day that is not known hides nothing.
    expect(rowsOf(reply(waits('cases', 0, { since: null }))).calm).toEqual(['Переоформления движутся']);
    expect(rowsOf(reply(waits('cases', 2, { since: null }))).waiting).toHaveLength(1);
  });
});

describe('what is missing', () => {
  const parts = (...of: [TodayReply['quality']['parts'][number]['part'], number, number][]) =>
    of.map(([part, missing, gain]) => ({ part, missing, gain }));

  it('the largest gain comes first, what gains nothing comes last, what lacks nothing is left out', () => {
    const rows = qualityRows({
      ...quality,
      no_email: 4,
      parts: parts(['phone', 1, 2.5], ['consent', 0, 0], ['birthday', 2, 7.1], ['address', 3, 0.4]),
    });
    expect(rows.map(({ list, gain }) => [list, gain])).toEqual([
      ['no_birthday', 7.1],
      ['no_phone', 2.5],
      ['no_address', 0.4],
      ['no_email', null],
    ]);
    // Of equal gains the order is that of the weights.
    const equal = qualityRows({ ...quality, parts: parts(['address', 1, 1], ['owner', 1, 1]) });
    expect(equal.map(({ list }) => list)).toEqual(['no_address', 'no_owner']);
    expect(qualityRows(quality)).toEqual([]);
  });

  it.each([
    ['phone', 'no_phone', '1\u00a0человек без телефона', 'Дописать', '/profiles?{"contacts":"no_phone"}'],
    ['consent', 'no_consent', '1\u00a0человек без согласия', 'Показать', '/profiles?{"consent":"none"}'],
    ['birthday', 'no_birthday', '1\u00a0человек без даты рождения', 'Дописать', '/profiles?{"lacks":"birthday"}'],
    ['address', 'no_address', '1\u00a0человек без адреса', 'Дописать', '/profiles?{"lacks":"address"}'],
    ['owner', 'no_owner', '1\u00a0гараж без владельца', 'Показать', '/?{"profileCounter":"none"}'],
    ['duplicates', 'duplicates', '1\u00a0человек с двойниками', 'Показать', '/profiles?{"lacks":"duplicates"}'],
    [
      'confirmed',
      'not_confirmed',
      '1\u00a0человек: данные не подтверждались год',
      'Показать',
      '/profiles?{"confirmed":"older_12m"}',
    ],
  ] as const)('%s', (part, list, text, verb, to) => {
    const [row] = qualityRows({ ...quality, parts: parts([part, 1, 5]) });
    expect({ ...row, to: decodeURIComponent(row!.to).replace('?filter=', '?') }).toEqual({
      list,
      gain: 5,
      text,
      verb,
      to,
    });
    expect(listPage(list)).toBe(row!.to);
  });

  it('counts are told with their nouns', () => {
    const text = (part: 'phone' | 'owner', missing: number) =>
      qualityRows({ ...quality, parts: parts([part, missing, 1]) })[0]!.text;
    expect([2, 5].map((count) => text('phone', count))).toEqual([
      '2\u00a0человека без телефона',
      '5\u00a0человек без телефона',
    ]);
    expect([2, 5].map((count) => text('owner', count))).toEqual([
      '2\u00a0гаража без владельца',
      '5\u00a0гаражей без владельца',
    ]);
  });

  it('people without a mailbox are told beside the score', () => {
    expect(qualityRows({ ...quality, no_email: 2 })).toEqual([
      { list: 'no_email', gain: null, text: '2\u00a0человека без почты', verb: 'Дописать', to: listPage('no_email') },
    ]);
    expect(qualityRows({ ...quality, no_email: 1 })[0]!.text).toBe('1\u00a0человек без почты');
    expect(decodeURIComponent(listPage('no_email'))).toBe(`${pages.profiles}?filter={"contacts":"no_email"}`);
  });

  it('each list that is given to a colleague has a page, and no two have the same one', () => {
    const addresses = worklists.map((list) => listPage(list));
    expect(addresses.filter((one) => !one.startsWith('/'))).toEqual([]);
    // The bank's rows and its statement stand on one page.
    expect(new Set(addresses).size).toBe(worklists.length - 1);
  });
});
