// Rules of mailings by themselves: what waits for its author, which refusals are taken back, prices, words of values, sums.
import { describe, expect, it } from 'vitest';
import { MANY_SEGMENTS } from '../../contract/kernel/smsSegments.ts';
import type { MailingKind } from '../../contract/notifications.ts';
import { mayBeUrgent, quietUntil } from '../../server/notifications/rules.ts';
import { whyItWaits, type Come, type Shown } from '../../server/notifications/rules/planned.ts';
import { liftProblems } from '../../server/notifications/rules/refusals.ts';
import { SmsPrices } from '../../server/notifications/rules/smsPrices.ts';
import { Tally, type AllReach, type CountedMessage } from '../../server/notifications/rules/tally.ts';
import { valuesOf } from '../../server/notifications/rules/texts.ts';
import { merged, messagesFor, refusalOf } from '../../server/notifications/writing/reaching.ts';

describe('a planned mailing at its moment', () => {
  const shown: Shown = { people: 100, cost: 10_000, empty: 2, isTyped: false };
  const come: Come = { people: 100, cost: 10_000, empty: 2, confirmAbove: 200 };
  it.each<[string, Partial<Shown>, Partial<Come>, string | null]>([
    ['as it was shown', {}, {}, null],
    ['fewer people, less money', {}, { people: 5, cost: 1, empty: 0 }, null],
    ['people nobody wrote down', { people: null }, {}, 'Получателей 100, сколько было показано, неизвестно'],
    ['a cost nobody wrote down', { cost: null }, {}, 'Получателей 100, сколько было показано, неизвестно'],
    ['a number that is typed by hand from above it on', {}, { confirmAbove: 100 }, null],
    [
      'one person more than goes without typing',
      {},
      { people: 101, confirmAbove: 100 },
      'Получателей стало 101, больше 100, а их число вписывают рукой',
    ],
    ['the same, typed', { isTyped: true }, { people: 101, confirmAbove: 100 }, null],
    ['one more empty value', {}, { empty: 3 }, 'Пустые значения стали у 3 человек, показано было 2'],
    [
      'an empty value nobody wrote down',
      { empty: null },
      { empty: 1 },
      'Пустые значения стали у 1 человека, показано было 0',
    ],
  ])('%s', (_state, before, now, words) => {
    expect(whyItWaits({ ...shown, ...before }, { ...come, ...now })?.replaceAll('\u00a0', ' ') ?? null).toBe(
      words && `${words}: проверьте и отправьте снова`,
    );
  });
});

describe('a refusal is taken back', () => {
  type Facts = Parameters<typeof liftProblems>[1];
  const facts: Facts = {
    kind: 'news',
    source: 'word',
    refusedOn: '2026-03-01',
    adsConsent: null,
    isRestricted: false,
    isDeceased: false,
    today: '2026-05-10',
  };
  const problem = (more: Partial<Facts>, ground = 'word', saidOn = '2026-05-10') =>
    liftProblems({ ground, saidOn } as never, { ...facts, ...more });
  it('by the word of the person, between the day of his refusal and today', () => {
    expect([problem({}), problem({}, 'word', '2026-03-01')]).toEqual([{}, {}]);
    expect(Object.keys(problem({}, 'word', '2026-05-11'))).toEqual(['saidOn']);
    expect(problem({}, 'word', '2026-02-28')).toEqual({ saidOn: 'Он отказался позже этого дня' });
  });
  it('not for the dead, nor while the processing of his data is stopped', () => {
    expect(problem({ isDeceased: true })).toEqual({ form: 'Умершему не пишут: отказ не снимают' });
    expect(problem({ isRestricted: true }).form).toContain('Обработка его данных ограничена');
  });
  it('what was closed at the operator is opened there, and nothing else is', () => {
    expect(problem({ source: 'operator' }, 'operator')).toEqual({});
    expect(problem({ source: 'operator' }).ground).toContain('снимает его там сам абонент');
    expect(problem({}, 'operator')).toEqual({ ground: 'Запрета у оператора не было' });
  });
  it('of advertising by a consent that is newer than it', () => {
    const words = { form: 'От рекламы он отказался: отзовите прежнее согласие на рекламу и запишите новое' };
    const ads = (adsConsent: string | null) => problem({ kind: 'ads', adsConsent });
    expect([ads(null), ads('2026-02-28'), ads('2026-03-01'), ads('2026-04-01')]).toEqual([words, words, {}, {}]);
  });
});

it('a part costs what the longest known beginning of its number says', () => {
  const prices = new SmsPrices([
    { prefix: '+7', kopecks: 300 },
    { prefix: '+7911', kopecks: 250 },
    { prefix: '+79112', kopecks: 200 },
  ]);
  const cost = ['+79112000000', '+79113000000', '+79000000000', '+7911', '+4900', null].map((one) => prices.of(one));
  expect(cost).toEqual([200, 250, 300, 250, 0, 0]);
  expect(new SmsPrices([]).of('+79112000000')).toBe(0);
});

it.each<[string, object, MailingKind, boolean]>([
  ['an МО about an accident', { mo: 1 }, 'news', true],
  ['an МО about a meeting', { mo: 1 }, 'meeting', true],
  ['an МО about a debt', { mo: 1 }, 'debt', false],
  ['an МО with advertising', { mo: 1 }, 'ads', false],
  ['a ПО', { mo: 1, po: 1 }, 'news', false],
  ['a region', { region: 1 }, 'news', false],
])('at night: %s', (_who, place, kind, may) => {
  expect(mayBeUrgent({ region: null, mo: null, po: null, ...place }, kind)).toBe(may);
});

it('SMS wait from nine in the evening till nine in the morning', () => {
  const until = (clock: string) => quietUntil(new Date(`2026-05-10T${clock}+03:00`), 'Europe/Moscow')?.toISOString();
  expect([until('09:00:00'), until('20:59:59')]).toEqual([undefined, undefined]);
  expect([until('21:00:00'), until('08:59:59')]).toEqual(['2026-05-11T06:00:00.000Z', '2026-05-10T06:00:00.000Z']);
});

describe('values of a message', () => {
  const garage = (section: string, number: string) => ({
    section,
    number,
    account: '',
    debt: 0,
    byType: '',
    penalty: 0,
  });
  const values = (more: object) =>
    valuesOf({
      lastName: 'Иванов',
      firstName: 'Иван',
      fatherName: '',
      garages: [],
      po: { name: 'КАС № 12', phone: '', chairman: '' },
      typed: {},
      ...more,
    });
  it('a garage is called by what it has', () => {
    const words = (...garages: object[]) => values({ garages }).short.Гараж;
    expect([words(garage('А', '14')), words(garage('', '14')), words(garage('А', '')), words()]).toEqual([
      'гараж А-14',
      'гараж 14',
      'гараж А',
      '',
    ]);
    expect(words(garage('А', '14'), garage('', '15'))).toBe('гаражи А-14, 15');
  });
  it('a day is written with its hour where it has one; other words stay as they are', () => {
    const typed = { Срок: '2026-12-31', Начало: '2026-12-31 9:30', Место: '2026-12-31 в зале' };
    const { long, short } = values({ typed });
    expect([long.Срок, long.Начало, long.Место]).toEqual(['31.12.2026', '31.12.2026 в 9:30', '2026-12-31 в зале']);
    expect([short.Срок, short.Начало]).toEqual(['31.12', '31.12 в 9:30']);
  });
});

describe('sums of a mailing', () => {
  const reach = (reason: string | null): AllReach =>
    ({
      own: { channels: reason ? [] : ['sms'], reason },
      smsLeft: Infinity,
      isRepeated: false,
      byRule: [],
    }) as unknown as AllReach;
  const message = (segments: number): CountedMessage => ({
    set: 0,
    channels: ['sms'],
    units: segments * 67,
    segments,
    cost: segments * 300,
    empty: [],
    isDebtless: false,
  });
  const person = (id: number, one: AllReach) => ({ at: id, id, poId: 1, garages: [], reach: one, price: 300 });

  it('a text of many parts is told of from one part more', () => {
    const tally = new Tally();
    for (const [id, segments] of [MANY_SEGMENTS, MANY_SEGMENTS + 1].entries())
      tally.add(person(id, reach(null)), [message(segments)], false);
    expect(tally.tooLong).toEqual({ ids: [1], count: 1 });
  });

  it('two hundred of those who get nothing are named, all are counted', () => {
    const tally = new Tally();
    for (let id = 0; id < 201; id += 1) tally.add(person(id, reach('no_contact')), [], false);
    expect([tally.none, tally.reasons, tally.unreached.length]).toEqual([201, { no_contact: 201 }, 200]);
  });
});

describe('who got nothing is written to later', () => {
  const message = (key: string, channels: string[], empty: string[] = []) => ({ key, channels, empty }) as never;
  const shown = (messages: readonly { key: string; channels: readonly string[] }[]) =>
    messages.map(({ key, channels }) => `${key} ${channels.join('+')}`);
  const made = (rule: string, old: { channel: string | null; receiver: string }, ...messages: never[]) =>
    shown(messagesFor(messages, { channel: rule } as never, old as never));
  const both = message('profile:7', ['mail', 'sms']);

  it('of a mailing by both channels by the one that did not go; by all of them where none went', () => {
    expect(made('both', { channel: 'sms', receiver: 'profile:7' }, both)).toEqual(['profile:7 sms']);
    expect(made('both', { channel: null, receiver: 'profile:7' }, both)).toEqual(['profile:7 mail+sms']);
    expect(made('both', { channel: 'mail', receiver: 'profile:7' }, message('profile:7', ['sms']))).toEqual([]);
    // By another rule the way is chosen anew.
    expect(made('email_else_sms', { channel: 'mail', receiver: 'profile:7' }, message('profile:7', ['sms']))).toEqual([
      'profile:7 sms',
    ]);
  });

  it('of one for each garage that of this garage alone; where one is left it takes its place', () => {
    const [five, six] = [message('profile:7:garage:5', ['sms']), message('profile:7:garage:6', ['sms'])];
    const old = { channel: null, receiver: 'profile:7:garage:5' };
    expect(made('sms', old, five, six)).toEqual(['profile:7:garage:5 sms']);
    expect(made('sms', old, message('profile:7', ['sms']))).toEqual(['profile:7:garage:5 sms']);
    expect(made('sms', { channel: null, receiver: 'profile:7' }, five, six)).toEqual([
      'profile:7:garage:5 sms',
      'profile:7:garage:6 sms',
    ]);
    expect(made('sms', old, message('profile:7:garage:5', []))).toEqual([]);
  });

  it('two rows that ask for one message make it once, by the channels of both', () => {
    const [mail, sms, other] = [
      message('profile:7', ['mail']),
      message('profile:7', ['sms', 'mail']),
      message('profile:8', ['sms']),
    ];
    expect(shown(merged([mail, other, sms]))).toEqual(['profile:7 mail+sms', 'profile:8 sms']);
  });

  it('each who is not reached is told why', () => {
    const why = (
      receivers: string[],
      { messages = [], reasons = {}, capped = [] }: { messages?: never[]; reasons?: object; capped?: string[] } = {},
    ) =>
      refusalOf(
        { receivers: receivers.map((key) => ({ key })), messages } as never,
        new Map(Object.entries(reasons)) as never,
        new Set(capped),
      )?.words ?? null;
    expect(why(['profile:7'], { messages: [both] })).toBeNull();
    expect(
      why(['profile:7'], {
        messages: [message('profile:7', ['sms'], ['Долг', 'ЛС']), message('profile:7', ['mail'], ['ЛС'])],
      }),
    ).toBe('Для него в тексте нет значения: Долг, ЛС');
    // One of those who read for him is enough.
    expect(why(['profile:7', 'profile:8'], { capped: ['profile:8'], reasons: { 'profile:7': 'no_contact' } })).toBe(
      'Больше двух СМС о долге в день и четырёх в неделю одному человеку не шлют',
    );
    expect(why(['profile:7', 'profile:8'], { reasons: { 'profile:8': 'unsubscribed' } })).toBe(
      'Послать нельзя: отписан',
    );
    expect(why(['profile:7'])).toBe('Послать нельзя: по этому каналу ему не пишут');
    expect(why([])).toBe('Послать нельзя: человека больше нет в списках места');
  });
});
