// Kinds of consent by themselves: what each sheet is for and of what it keeps silent, whose contacts it names, what a reader may be told.
import { describe, expect, it } from 'vitest';
import { ConsentKind } from '../../contract/profiles.ts';
import {
  CONSENT,
  consentOf,
  consentTitles,
  consentWords,
  paperTitle,
  tellsContacts,
  USUAL,
} from '../../server/documents/rules/consents.ts';

const kinds = ConsentKind.options;

it('is that to the processing of data where nobody says which', () => {
  expect(CONSENT).toBe('consent_pd');
  expect(USUAL).toBe('pd_processing');
  expect(consentOf(undefined)).toBe('pd_processing');
  expect(consentOf(null)).toBe('pd_processing');
  expect(kinds.map(consentOf)).toEqual(kinds);
});

describe('a paper is called', () => {
  const name = 'Согласие на обработку ПДн';
  const health = 'Согласие на обработку сведений о здоровье';
  it.each([
    [null, name, name],
    [undefined, name, name],
    ['', name, name],
    ['pd_processing', name, name],
    // That somebody gave one about his health is itself of his health.
    ['health', name, health],
    ['sms_info', 'Согласие на СМС-сообщения', 'Согласие на СМС-сообщения'],
    ['email_info', 'Согласие на письма по e-mail', 'Согласие на письма по e-mail'],
    ['ads', 'Согласие на рекламу', 'Согласие на рекламу'],
    ['of former days', name, name],
  ])('of the kind %s: «%s», and «%s» to who may read of health', (kind, toAll, toSome) => {
    expect(paperTitle(name, kind, false)).toBe(toAll);
    expect(paperTitle(name, kind, true)).toBe(toSome);
  });
  it('by every kind but the usual one', () => {
    expect([USUAL, ...Object.keys(consentTitles)].toSorted()).toEqual([...kinds].toSorted());
  });
});

it.each([
  ['pd_processing', false, false],
  ['health', false, false],
  ['sms_info', true, false],
  ['email_info', false, true],
  ['ads', true, true],
] as const)('the sheet of %s names phones: %s, the mailbox: %s', (kind, phones, email) => {
  expect(tellsContacts(kind)).toEqual({ phones, email });
});

describe('the sheet', () => {
  const wholeOf = (kind: ConsentKind) => {
    const { title, what, purpose, data, actions, third, term, revoking, note } = consentWords[kind];
    return [title, what('моих данных'), purpose, data, actions, third, term, revoking, note].join('\n');
  };
  it.each([
    ['pd_processing', 'на обработку персональных данных', 'на обработку моих данных'],
    [
      'health',
      'на обработку сведений о состоянии здоровья (специальной категории персональных данных)',
      'на обработку моих данных, относящихся к состоянию здоровья',
    ],
    ['sms_info', 'на получение СМС-сообщений', 'на отправку мне СМС-сообщений и на обработку для этого моих данных'],
    [
      'email_info',
      'на получение писем по электронной почте',
      'на отправку мне писем по электронной почте и на обработку для этого моих данных',
    ],
    ['ads', 'на получение рекламы', 'на получение рекламы по СМС и e-mail и на обработку для этого моих данных'],
  ] as const)('of %s is «СОГЛАСИЕ %s»', (kind, title, what) => {
    expect(consentWords[kind].title).toBe(title);
    expect(consentWords[kind].what('моих данных')).toBe(what);
  });

  it('has every part that the law asks for; only what a refusal changes may be left unsaid', () => {
    for (const kind of kinds) {
      const { what: _, note, ...parts } = consentWords[kind];
      for (const [part, words] of Object.entries(parts))
        expect([kind, part, words.length > 10]).toEqual([kind, part, true]);
      expect([kind, note === '']).toEqual([kind, kind === USUAL]);
    }
  });

  it.each([
    // One kind, one sheet: consent to ads is merged with no other, health stands in its own alone.
    ['pd_processing', /без сведений о здоровье/, /СМС|реклам|диагноз|инвалидн/i],
    [
      'health',
      /инвалидности[^]*Распространение не допускается[^]*иным лицам эти сведения не передаются/,
      /СМС|e-mail|реклам/i,
    ],
    ['sms_info', /номер телефона[^]*отправку СМС/, /e-mail|здоров|паспорт|товаров/i],
    ['email_info', /адрес e-mail[^]*почтовые службы/, /СМС|здоров|паспорт|товаров/i],
    ['ads', /номер телефона и адрес e-mail[^]*Партнёрам данные не передаются/, /здоров|паспорт|взнос/i],
  ] as const)('of %s says what it is for and nothing of the others', (kind, said, unsaid) => {
    expect(wholeOf(kind)).toMatch(said);
    expect(wholeOf(kind)).not.toMatch(unsaid);
  });

  it('lets data be used, ended, and told to those alone who are named', () => {
    const actionsOf = (kind: ConsentKind) => consentWords[kind].actions;
    for (const kind of kinds)
      expect(actionsOf(kind)).toMatch(/хранение.*использование.*блокирование, удаление, уничтожение/);
    const toThird = kinds.filter((kind) => actionsOf(kind).includes('передача третьим лицам'));
    expect(toThird.toSorted()).toEqual(['ads', 'email_info', 'pd_processing', 'sms_info']);
    // Only what is kept in the register is collected by its sheet: a phone is there already.
    const collected = kinds.filter((kind) => actionsOf(kind).startsWith('сбор, запись'));
    expect(collected.toSorted()).toEqual(['health', 'pd_processing']);
  });

  it('is revoked by a letter to the operator; what is sent also at a reception, and letters by their own link', () => {
    const letter = 'письменным заявлением оператору';
    for (const kind of kinds) expect(consentWords[kind].revoking.startsWith(letter)).toBe(true);
    const byHand = kinds.filter((kind) => consentWords[kind].revoking.includes('на приёме'));
    const byLink = kinds.filter((kind) => consentWords[kind].revoking.includes('«отписаться»'));
    expect(byHand.toSorted()).toEqual(['ads', 'email_info', 'sms_info']);
    expect(byLink.toSorted()).toEqual(['ads', 'email_info']);
  });

  it.each([
    ['pd_processing', 'до прекращения членства и владения гаражом и пять лет после этого.'],
    ['sms_info', 'до отзыва согласия или прекращения владения гаражом.'],
    ['email_info', 'до отзыва согласия или прекращения владения гаражом.'],
    ['ads', 'до отзыва согласия.'],
  ] as const)('of %s is good %s', (kind, term) => expect(consentWords[kind].term).toBe(term));
});
