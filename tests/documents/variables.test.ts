// What each variable of a text says of the facts, by itself: an empty card leaves nothing in its place, never «null».
import { describe, expect, it } from 'vitest';
import { plainText, type RichBlock, type RichText } from '../../contract/kernel/richTextFold.ts';
import type { Facts, GarageFacts, PersonFacts } from '../../server/documents/facts/types.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { areaOf, pibNumberOf, variables, withoutEmpty } from '../../server/documents/rules/values.ts';

const person: PersonFacts = {
  id: 1,
  kind: 'person',
  last_name: 'Петров',
  first_name: 'Иван',
  father_name: '',
  full_name: 'Петров Иван',
  name_genitive: null,
  name_dative: null,
  name_instrumental: null,
  birthday: null,
  passport: null,
  registration_address: null,
  actual_address: null,
  phones: [],
  email: null,
  is_voa_member: false,
  voa_entry_date: null,
  ticket_number: null,
  ticket_issued_at: null,
  privilege: null,
  guardian: null,
};
const garage: GarageFacts = {
  id: 1,
  section: '',
  number: '45',
  account_no: '0045',
  type: 'Кирпич',
  size_x: null,
  size_y: null,
  size_z: null,
  built_on: null,
  pib_number: null,
  pib_date: null,
  is_active: true,
  archived_on: null,
  known_from: '2020-01-01',
  owners: [],
  later: [],
};
const facts = (
  more: { person?: Partial<PersonFacts> | null; garage?: Partial<GarageFacts> | null } & Record<string, unknown> = {},
) =>
  ({
    day: '2026-05-10',
    from: null,
    org: { org_form: 'voa_po', po_name: 'ПО', mo_name: 'МО', region_name: 'Регион', address: null },
    bill: null,
    statement: null,
    ...more,
    person: more.person === null ? null : { ...person, ...more.person },
    garage: more.garage === null ? null : { ...garage, ...more.garage },
  }) as unknown as Facts;
const says = (key: string, more: Parameters<typeof facts>[0] = {}) =>
  variables[key]!.value(facts(more)).replaceAll('\u00a0', ' ');

describe('a variable', () => {
  it('without its record, or of an empty card, is text all the same', () => {
    for (const key of Object.keys(variables))
      for (const more of [{}, { person: null, garage: null }]) {
        expect([key, typeof variables[key]!.value(facts(more))]).toEqual([key, 'string']);
        expect(says(key, more)).not.toMatch(/null|undefined|false/);
      }
    const empty = [
      'ДатаРождения',
      'ДатаВступления',
      'ЧленВОА',
      'Билет',
      'Льгота',
      'Секция',
      'Размеры',
      'Площадь',
      'ПИБ',
    ];
    for (const key of [...empty, 'ГодПостройки', 'Доля', 'ДатаС', 'Долг', 'ПоследняяОплата', 'ВидыВзносов'])
      expect([key, says(key)]).toEqual([key, '']);
  });

  it.each<[string, Partial<PersonFacts>, string]>([
    ['ДатаРождения', { birthday: '1980-03-05' }, '5 марта 1980 года рождения'],
    ['ДатаВступления', { voa_entry_date: '2015-12-01' }, '1 декабря 2015 г.'],
    ['ЧленВОА', { is_voa_member: true }, 'является членом ВОА'],
    ['ЧленВОА', { is_voa_member: true, voa_entry_date: '2015-12-01' }, 'является членом ВОА с 1 декабря 2015 г.'],
    ['ЧленВОА', { is_voa_member: true, ticket_number: '77' }, 'является членом ВОА (билет № 77)'],
    ['ЧленВОА', { voa_entry_date: '2015-12-01', ticket_number: '77' }, ''],
  ])('%s of %o', (key, more, words) => {
    expect(says(key, { person: more })).toBe(words);
  });

  it.each<[string, Partial<GarageFacts>, string]>([
    ['ГаражПолностью', {}, '№ 45'],
    ['ГаражПолностью', { section: 'Б' }, '№ 45 секции Б'],
    ['ГаражПолностью', { is_active: false }, '№ 45 (в архиве)'],
    ['ТипРазмеры', {}, 'кирпич'],
    ['ТипРазмеры', { size_x: 6, size_y: 4, size_z: 2.5 }, 'кирпич, 6,00 × 4,00 × 2,50 м'],
    ['Площадь', { size_x: 6, size_y: 4 }, '24,00'],
    ['Площадь', { size_x: 6 }, ''],
    ['ПИБ', { pib_number: 'ПИБ-1103', pib_date: '2019-02-05' }, '№ 1103 от 5 февраля 2019 г.'],
    ['ПИБ', { pib_number: '1103' }, '№ 1103'],
    ['ПИБ', { pib_date: '2019-02-05' }, 'от 5 февраля 2019 г.'],
  ])('%s of %o', (key, more, words) => {
    expect(says(key, { garage: more })).toBe(words);
  });

  it('a number that is nothing but its words is left as it is written', () => {
    expect(['ПИБ', 'пиб № 5', '17', null].map((pib_number) => pibNumberOf({ pib_number }))).toEqual([
      'ПИБ',
      '5',
      '17',
      null,
    ]);
    expect(areaOf({ ...garage, size_y: 4 })).toBe('');
  });

  it('what was paid last is the money of the last document that still stands', () => {
    const line = (document_id: number, on_date: string, amount_kopecks: number, more = {}) => ({
      kind: 'payment',
      is_money: true,
      is_reversed: false,
      document_id,
      on_date,
      amount_kopecks,
      ...more,
    });
    const last = (...lines: object[]) => says('ПоследняяОплата', { statement: { lines } });
    const paid = [line(1, '2026-01-10', 10_000), line(2, '2026-02-10', 20_000), line(2, '2026-02-10', 5_000)];
    const words = '250,00 (двести пятьдесят) рублей 00 копеек принята 10 февраля 2026 г.';
    expect(last(...paid)).toBe(words);
    for (const later of [{ kind: 'charge' }, { is_money: false }, { is_reversed: true }])
      expect(last(...paid, line(3, '2026-03-10', 70_000, later))).toBe(words);
    expect(last(...paid, line(3, '2026-03-10', 0))).toBe(words);
    expect(last(line(3, '2026-03-10', -100))).toBe('');
  });

  it('kinds of contributions are named once each', () => {
    const bill = {
      lines: ['Членский взнос', 'Целевой взнос', 'Членский взнос'].map((accrual_type) => ({
        accrual_type,
        charges: [],
      })),
    };
    expect(says('ВидыВзносов', { bill })).toBe('членский взнос, целевой взнос');
  });
});

describe('a text without what nobody knows', () => {
  const values = { ФИО: 'Петров', Льгота: '', Дата: '5 марта 2026 г.' };
  const words = (text: RichText) => plainText(withoutEmpty(text, values), values);
  const block = (line: string) => richLines(line).doc[0]!;
  const text = (...doc: RichBlock[]): RichText => ({ v: 1, doc });
  const [line, kept] = ['Дана {ФИО}, {Льгота}, в том', 'Дана Петров, в том'];

  it('is closed up in quotations, lists and parts of a condition too', () => {
    expect(words(text({ type: 'blockquote', content: [block(line)] }))).toBe(`> ${kept}`);
    expect(words(text({ type: 'ifFilled', attrs: { key: 'ФИО' }, content: [block(line)] }))).toBe(kept);
    const content = [{ type: 'listItem' as const, content: [block(line)] }];
    expect(words(text({ type: 'bulletList', content }))).toBe(`— ${kept}`);
    expect(words(text({ type: 'orderedList', content }))).toBe(`1. ${kept}`);
    expect(words(text({ type: 'horizontalRule' }))).toBe('———');
  });

  const paragraph = (...content: NonNullable<Extract<RichBlock, { type: 'paragraph' }>['content']>) =>
    words(text({ type: 'paragraph', content }));
  const none = { type: 'variable', attrs: { key: 'Льгота' } } as const;
  const name = { type: 'variable', attrs: { key: 'ФИО' } } as const;
  const said = (part: string) => ({ type: 'text', text: part }) as const;
  it('before the end of a line a comma goes, at its beginning the marks', () => {
    expect(paragraph(said('Дана, '), none, { type: 'hardBreak' }, said('в том'))).toBe('Дана\nв том');
    expect(paragraph(said('Дана'), { type: 'hardBreak' }, none, said(', в том'))).toBe('Дана\nв том');
    expect(paragraph(none, said(', в том'))).toBe('в том');
    expect(paragraph(said('Дана, '), none, name)).toBe('Дана, Петров');
    expect(paragraph(said('Дана '), none, said(' в том, что'))).toBe('Дана в том, что');
    expect(paragraph(said('Дана '), none, said(') в том'))).toBe('Дана) в том');
  });

  it('a full stop behind a date that ends with one is not doubled; other words stay', () => {
    const date = { type: 'variable', attrs: { key: 'Дата' } } as const;
    expect(paragraph(said('от '), date, said('. Выдана'))).toBe('от 5 марта 2026 г. Выдана');
    expect(paragraph(said('от '), date, said(', выдана.'))).toBe('от 5 марта 2026 г., выдана.');
    expect(paragraph(date, name)).toBe('5 марта 2026 г.Петров');
    expect(paragraph(name, said('. Выдана'))).toBe('Петров. Выдана');
  });
});
