// Fates of messages by groups: which statuses each counts, and what is said under its number. A kept draft as it is changed.
import { describe, expect, it } from 'vitest';
import type { NotificationCard } from '../../contract/notifications.ts';
import { contentOf } from '../../resources/notifications/contentOf.ts';
import { countIn, groups, sum, type Group } from '../../resources/notifications/history/groups.ts';

const cardOf = (statuses: Record<number, number>, more: Partial<NotificationCard> = {}) =>
  ({
    total: Object.values(statuses).reduce((all, count) => all + count, 0),
    delivered: 0,
    repeatable: 0,
    statuses,
    ...more,
  }) as NotificationCard;
const group = (key: Group['key']) => groups.find((one) => one.key === key)!;
const hint = (key: Group['key'], card: NotificationCard) => group(key).hint(card);
/** One of each status. */
const each = cardOf(Object.fromEntries(Array.from({ length: 12 }, (_, status) => [status, 1])));

it('each message is of one group, and all of them are «Все»', () => {
  expect(groups.map(({ key, label, statuses }) => [key, label, statuses])).toEqual([
    ['all', 'Все', []],
    ['delivered', 'Доставлено', [2, 10]],
    ['read', 'Прочитано', [3]],
    ['moving', 'В пути', [0, 1]],
    ['failed', 'Не доставлено', [4, 5, 6]],
    ['unknown', 'Неизвестно', [11]],
    ['none', 'Не отправляли', [7, 8, 9]],
  ]);
  expect(groups.map((one) => countIn(each, one))).toEqual([12, 2, 1, 2, 3, 1, 3]);
  expect(groups.map((one) => countIn(cardOf({}), one))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

it('messages are counted by their statuses', () => {
  const card = cardOf({ 2: 5, 3: 7, 10: 1 });
  expect([sum(card, [2]), sum(card, [2, 10]), sum(card, [4]), sum(card, [])]).toEqual([5, 6, 0, 13]);
});

describe('under the number', () => {
  it('of delivered ones stands their share', () => {
    expect(hint('delivered', cardOf({ 2: 1, 10: 1, 4: 4 }))).toBe('33 % из 6');
    expect(hint('delivered', cardOf({ 2: 2, 4: 1 }, { total: 1_200 }))).toBe('0 % из 1\u00a0200');
    expect(hint('delivered', cardOf({ 10: 5, 4: 1 }))).toBe('83 % из 6');
    expect(hint('delivered', cardOf({ 2: 2, 4: 1 }))).toBe('67 % из 3');
    expect(hint('delivered', cardOf({}))).toBe('');
  });
  it('of read ones how it is known', () => {
    expect([hint('read', cardOf({ 3: 1 })), hint('read', cardOf({ 2: 1 }))]).toEqual(['по ссылке', '']);
  });
  it('of those on their way what is waited for: letters that the mail has taken wait for nothing', () => {
    // Delivered are those that came by SMS (2, 3, 10) and letters that were taken (of 0 and 1).
    expect(hint('moving', cardOf({ 1: 3 }))).toBe('ответ ждём 72 часа');
    expect(hint('moving', cardOf({ 0: 1 }))).toBe('ответ ждём 72 часа');
    expect(hint('moving', cardOf({ 0: 1, 1: 2 }, { delivered: 3 }))).toBe('3\u00a0письма: почта приняла');
    expect(hint('moving', cardOf({ 0: 1, 1: 2 }, { delivered: 1 }))).toBe(
      '1\u00a0письмо: почта приняла, ответ ждём 72 часа',
    );
    expect(hint('moving', cardOf({ 1: 6, 2: 4, 3: 1, 10: 2 }, { delivered: 12 }))).toBe(
      '5\u00a0писем: почта приняла, ответ ждём 72 часа',
    );
    expect(hint('moving', cardOf({ 2: 4, 3: 1, 10: 2 }, { delivered: 7 }))).toBe('');
    // Counted a moment apart: never below nought.
    expect(hint('moving', cardOf({ 1: 1, 2: 4 }, { delivered: 3 }))).toBe('ответ ждём 72 часа');
  });
  it('of those that did not arrive how many may be sent anew', () => {
    expect(hint('failed', cardOf({ 4: 5 }, { repeatable: 1_200 }))).toBe('1\u00a0200 можно повторить');
    expect(hint('failed', cardOf({ 4: 5 }))).toBe('');
  });
  it('of unknown ones that they are left alone', () => {
    expect([hint('unknown', cardOf({ 11: 1 })), hint('unknown', cardOf({ 4: 1 }))]).toEqual(['не повторяем сами', '']);
  });
  it('of those that were not sent the reasons, each with its number', () => {
    expect(hint('none', cardOf({ 7: 1_200, 8: 2, 9: 3 }))).toBe(
      '1\u00a0200 нет контакта, 2 нет согласия, 3 отписаны или пропущены',
    );
    expect(hint('none', cardOf({ 8: 1, 7: 0 }))).toBe('1 нет согласия');
    expect(hint('none', cardOf({ 4: 1 }))).toBe('');
  });
  it('of all nothing', () => expect(hint('all', each)).toBe(''));
});

it('a kept draft is changed with all that it says and nothing else', () => {
  const content = {
    title: 'Собрание',
    kind: 'meeting',
    channel: 'email_else_sms',
    sms_text: 'Приходите',
    email_text: { v: 1, doc: [] },
    selection: { of: 'owners', all: true },
    typed: { Тема: 'взносы' },
    meeting: { on: '2026-12-01' },
    onePerPerson: false,
    ignoreUnnotifiable: true,
    skipRepeated: false,
    skipTemplate: true,
  };
  const card = {
    ...each,
    ...content,
    id: 5,
    version: 2,
    segments: 1,
    template: { id: 9, name: 'Собрание', color: 'blue' },
  };
  expect(contentOf(card as unknown as NotificationCard)).toEqual({ ...content, template: 9 });
  expect(contentOf({ ...card, template: null, onePerPerson: true } as unknown as NotificationCard)).toEqual({
    ...content,
    onePerPerson: true,
    template: null,
  });
});
