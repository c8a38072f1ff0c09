// Rules of papers by themselves: what a kind is for, days and owners, debts, restrictions, slips and sheets, words of forms and children.
import { describe, expect, it } from 'vitest';
import type { DebtLine, DebtReply } from '../../contract/balance.ts';
import type { PrintRequest } from '../../contract/documents.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { Facts, GarageFacts, OwnerFacts, PersonFacts } from '../../server/documents/facts/types.ts';
import { actingWords, applicantIn, signaturesOf } from '../../server/documents/rules/acting.ts';
import { unknownThen } from '../../server/documents/rules/garageThen.ts';
import { fixedOfKind } from '../../server/documents/rules/kinds.ts';
import { boardOf, moInFull, poInFull, shortWordsOf } from '../../server/documents/rules/orgForms.ts';
import { aheadOf, overdueLines, termOf, termOfLine } from '../../server/documents/rules/overdue.ts';
import { heldBy, isArchivedOn, ownerless, ownersOn } from '../../server/documents/rules/ownersOn.ts';
import { labelSheet, letterSheets, type PlainLetter } from '../../server/documents/rules/pile.ts';
import { restrictionsOn } from '../../server/documents/rules/restrictions.ts';
import { completed, markOf, sheetCode, type PageMark } from '../../server/documents/rules/sheets.ts';
import { namedOn, readSlip, slipText } from '../../server/documents/rules/slips.ts';
import { unknownIn, variablesOfKind } from '../../server/documents/rules/templates.ts';
import {
  isOverTerm,
  moneyRefusal,
  receiptTerm,
  requestProblems,
  type DocumentKind,
  type MoneyWay,
} from '../../server/documents/rules.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';

describe('which paper a document of money has', () => {
  const cash = { id: 1, sign: 1, name: 'Наличные' };
  const card = { id: 2, sign: 1, name: 'Карта' };
  const off = { id: 7, sign: -1, name: 'Списание' };
  const receipt = { id: 3, code: 'receipt_qr' };
  const order = { id: 4, code: 'cash_order' };
  const added = { id: 100, code: 'added_100' };
  const fits = (kind: { id: number; code: string }, money: MoneyWay) => moneyRefusal(kind, money) === null;

  it.each<[string, MoneyWay, boolean, boolean, boolean]>([
    ['a charge: the receipt', { kind: 'accrual', method: null }, true, false, true],
    ['cash: the order', { kind: 'payment', method: cash }, false, true, true],
    ['other money: the receipt', { kind: 'payment', method: card }, true, false, true],
    ['what brought no money: none', { kind: 'payment', method: off }, false, false, false],
    ['a payment whose way is not known: none', { kind: 'payment', method: null }, false, false, false],
    ['a reversal, even of cash: none', { kind: 'reversal', method: cash }, false, false, false],
    ['a transfer, even of money: none', { kind: 'transfer', method: card }, false, false, false],
  ])('%s', (_rule, money, isReceipt, isOrder, isAdded) => {
    expect([fits(receipt, money), fits(order, money), fits(added, money)]).toEqual([isReceipt, isOrder, isAdded]);
  });

  it('says which paper there is instead', () => {
    expect(moneyRefusal(order, { kind: 'payment', method: card })).toEqual({
      reason: 'Приходный ордер выписывают на наличные, а эта оплата — «Карта». Напечатайте квитанцию',
      instead: 'receipt_qr',
    });
    expect(moneyRefusal(receipt, { kind: 'payment', method: cash })).toMatchObject({ instead: 'cash_order' });
    expect(moneyRefusal(order, { kind: 'reversal', method: cash })).toEqual({
      reason: 'Этот документ не для такой операции',
      instead: null,
    });
  });
});

it('a debtor is told today at the latest, tomorrow is not yet', () => {
  const kind = { code: 'court_order', date_mode: null } as DocumentKind;
  const told = (notified_on: string) =>
    requestProblems({} as Actor, kind, { court: { notified_on } } as PrintRequest, '2026-05-10', { po: 1, pos: null });
  expect(told('2026-05-10')).toEqual({});
  expect(Object.keys(told('2026-05-11'))).toEqual(['court.notified_on']);
});

it('the file of a receipt is kept three years to the moment; of any other paper for ever', () => {
  const now = new Date('2026-05-10T09:00:00Z');
  const at = (printed_at: string, type_code = 'receipt_qr') => isOverTerm({ type_code, printed_at }, now);
  expect(receiptTerm(now).toISOString()).toBe('2023-05-10T09:00:00.000Z');
  expect(at('2023-05-10T08:59:59.999Z')).toBe(true);
  expect(at('2023-05-10T09:00:00.000Z')).toBe(false);
  expect(at('2010-01-01T00:00:00.000Z', 'cash_order')).toBe(false);
});

it('kinds of the program keep what they are made of, each field with its reason', () => {
  const fixed = (id: number, is_used = false) => Object.keys(fixedOfKind({ id, is_used }));
  expect(fixed(1)).toEqual(['contexts']);
  expect(fixed(8)).toEqual(['contexts', 'date_mode']);
  expect(fixed(9)).toEqual(['contexts', 'is_personal']);
  expect(fixed(17)).toEqual(['contexts', 'is_personal', 'date_mode']);
  expect([fixed(100), fixed(100, true)]).toEqual([[], ['contexts']]);
  expect(Object.values(fixedOfKind({ id: 1, is_used: true }))).toEqual([
    'Вид пришёл с программой: откуда его печатают, не меняется',
  ]);
});

const garage = (more: Partial<GarageFacts> = {}): GarageFacts =>
  ({
    number: '45',
    section: '',
    type: 'Кирпич',
    size_x: null,
    size_y: null,
    size_z: null,
    is_active: true,
    archived_on: null,
    known_from: '2026-03-01',
    owners: [],
    later: [],
    ...more,
  }) as GarageFacts;

describe('a garage on a day', () => {
  it('what the log does not reach is told with what the garage has', () => {
    const words = (more: Partial<GarageFacts>) => unknownThen(garage(more), '2026-02-28')?.split('что записано: ')[1];
    expect(words({})).toBe('№ 45, кирпич');
    expect(words({ section: 'Б' })).toBe('№ 45 секции Б, кирпич');
    expect(words({ size_x: 6, size_y: 4 })).toBe('№ 45, кирпич, 6,00 × 4,00 м');
    expect(unknownThen(garage(), '2026-03-01')).toBeNull();
  });

  it('lies in the archive since its day; where the day is not known, on every day', () => {
    const gone = (archived_on: string | null, is_active = false) =>
      isArchivedOn(garage({ is_active, archived_on }), '2026-05-10');
    expect([gone('2026-05-10'), gone('2026-05-11'), gone(null)]).toEqual([true, false, true]);
    expect(gone(null, true)).toBe(false);
  });

  const owner = (profile_id: number, started_on: string | null, ended_on: string | null = null): OwnerFacts =>
    ({
      profile_id,
      full_name: `Владелец ${profile_id}`,
      share: null,
      started_on,
      ended_on,
      left_on: null,
    }) as OwnerFacts;

  it('who came later stand by their days, the earliest first', () => {
    const chain = [
      owner(3, '2026-07-01'),
      owner(2, '2026-06-10', '2026-07-01'),
      owner(4, '2026-07-01'),
      owner(1, null),
    ];
    const { later } = ownersOn(chain, { day: '2026-05-01', today: '2026-11-20' });
    expect(later.map((one) => one.profile_id)).toEqual([2, 3, 4]);
    expect(later[0]).toEqual({ profile_id: 2, started_on: '2026-06-10' });
  });

  it('a person holds what is his own and not over', () => {
    const owners = [owner(1, null), owner(2, null), owner(3, '2020-01-01', '2024-01-01')];
    const held = (id: number | null) =>
      heldBy({ garage: garage({ owners }), person: id === null ? null : ({ id } as PersonFacts) })?.profile_id ?? null;
    expect([held(1), held(2), held(3), held(9), held(null)]).toEqual([1, 2, null, null, null]);
  });

  it('without an owner on the day says since when there is one', () => {
    const words = (person: object | null, later: GarageFacts['later']) =>
      ownerless({ garage: garage({ later }), day: '2026-05-01', person } as unknown as Facts);
    const came = [{ profile_id: 2, started_on: '2026-06-10' }];
    expect(words(null, came)).toBe('На 01.05.2026 владельца гаража в реестре нет: он есть с 10.06.2026');
    expect([words({ id: 1 }, came), words(null, [])]).toEqual([null, null]);
  });

  it('has the restrictions of the day, the first and the last day among them', () => {
    const restrictions = [
      { kind: 'pledge', ground: 'договор № 5', since: '2026-03-01', until: '2026-04-01' as string | null },
    ];
    const on = (day: string, more = restrictions) => restrictionsOn({ garage: garage({ restrictions: more }), day });
    const words = 'залог (договор № 5) с 01.03.2026 по 01.04.2026';
    expect(['2026-02-28', '2026-03-01', '2026-04-01', '2026-04-02'].map((day) => on(day))).toEqual([
      '',
      words,
      words,
      '',
    ]);
    expect(on('2030-01-01', [{ ...restrictions[0]!, until: null }])).toBe('залог (договор № 5) с 01.03.2026');
    expect([
      restrictionsOn({ garage: garage(), day: '2026-03-01' }),
      restrictionsOn({ garage: null, day: '2026-03-01' }),
    ]).toEqual(['', '']);
  });
});

describe('what is overdue', () => {
  const day = '2026-05-10';
  const line = (...charges: [due_on: string | null, kopecks: number, owed: number][]) =>
    ({
      charges: charges.map(([due_on, kopecks, owed_kopecks]) => ({ due_on, kopecks, owed_kopecks })),
    }) as unknown as DebtLine;
  const bill = (...lines: DebtLine[]) => ({ lines, debt_kopecks: 1000 }) as unknown as DebtReply;

  it('the day of payment itself is not over yet; money that was given back is owed at once', () => {
    const owed = (due_on: string | null) =>
      overdueLines(bill(line([due_on, 500, 300])), day).map((one) => one.owed_kopecks);
    expect([owed('2026-05-09'), owed('2026-05-10'), owed(null)]).toEqual([[300], [], [300]]);
    expect(aheadOf(bill(line(['2026-05-09', 500, 300])), day)).toBe(700);
    expect(overdueLines(bill(line(['2026-05-09', 500, 0])), day)).toEqual([]);
  });

  it.each<[string, DebtLine, string]>([
    ['ahead', line(['2026-12-31', 5, 5], ['2026-06-30', 5, 5]), 'до 30.06.2026'],
    ['passed, the last of the days', line(['2024-12-31', 5, 5], ['2025-12-31', 5, 5]), 'прошёл 31.12.2025'],
    ['both', line(['2025-12-31', 5, 5], ['2026-05-10', 5, 5]), 'прошёл 31.12.2025, до 10.05.2026'],
    ['without a day', line([null, 5, 5]), 'сразу'],
    ['of what is paid nothing is told', line(['2025-12-31', 5, 0], [null, 5, 5]), 'сразу'],
  ])('the day of a line: %s', (_rule, one, words) => {
    expect(termOfLine(one, day)).toBe(words);
  });

  it('the day of a bill: empty where nothing is owed', () => {
    const plain = (...lines: DebtLine[]) => termOf(bill(...lines), day).replaceAll('\u00a0', ' ');
    expect(plain(line(['2025-12-31', 5, 5]))).toBe('сразу: срок прошёл 31 декабря 2025 г.');
    expect(plain(line(['2026-12-31', 5, 5]))).toBe('до 31 декабря 2026 г.');
    expect(plain(line(['2026-12-31', 5, 5]), line(['2025-12-31', 5, 5]))).toBe(
      'до 31 декабря 2026 г.; за начисленное раньше — сразу: срок прошёл 31 декабря 2025 г.',
    );
    expect([plain(line(['2025-12-31', 5, 0])), termOf(null, day)]).toEqual(['', '']);
  });
});

describe('words of the form of an association', () => {
  const org = (org_form: string, more = {}) => ({
    org_form,
    mo_name: 'МО «Приморское»',
    po_name: 'КАС № 12',
    payee_name: null,
    ...more,
  });
  it('short words of the society are told in full, those alone that are there', () => {
    expect(moInFull(org('voa_po'))).toBe('местное отделение');
    expect(moInFull(org('voa_po', { mo_name: 'МОТОР' }))).toBe('');
    expect(poInFull(org('voa_po'))).toBe('коллективная автостоянка, первичная организация — ПО');
    expect(poInFull(org('voa_legal'))).toBe('коллективная автостоянка');
    expect(shortWordsOf(org('voa_legal', { payee_name: 'ВОА по Приморскому району' }))).toBe(
      'МО — местное отделение, КАС — коллективная автостоянка, ВОА — Всероссийское общество автомобилистов',
    );
  });
  it('a cooperative and a partnership have none of them', () => {
    for (const form of ['gsk', 'tsn'])
      expect([moInFull(org(form)), poInFull(org(form)), shortWordsOf(org(form))]).toEqual(['', '', '']);
  });
  it('only a ПО without a legal person of its own has a bureau', () => {
    expect(boardOf({ org_form: 'voa_po' })).toEqual({ nominative: 'бюро', genitive: 'бюро' });
    for (const org_form of ['voa_legal', 'gsk', 'tsn'])
      expect(boardOf({ org_form })).toEqual({ nominative: 'правление', genitive: 'правления' });
  });
});

it('for a child under 14 the representative acts, from 14 on the child with his consent, from 18 on nobody', () => {
  const child = {
    kind: 'person',
    birthday: '2012-05-10',
    full_name: 'Иванов Пётр Олегович',
    last_name: 'Иванов',
    first_name: 'Пётр',
    father_name: 'Олегович',
    guardian: { full_name: 'Гаражова Анна Ивановна' },
  };
  const by = 'законного представителя Гаражовой Анны Ивановны';
  expect(actingWords(child, '2026-05-09')).toBe(`, в лице ${by}`);
  expect(actingWords(child, '2026-05-10')).toBe(`, с согласия ${by}`);
  expect(actingWords(child, '2030-05-10')).toBe('');
  expect(applicantIn(child, '2026-05-10')).toBe(`Иванова Петра Олеговича, с согласия ${by}`);
  expect(signaturesOf('Заявитель', child, '2026-05-09')).toEqual([
    ['Заявитель: законный представитель', 'Гаражова Анна Ивановна'],
  ]);
  expect(signaturesOf('Заявитель', child, '2026-05-10')).toEqual([
    ['Заявитель', 'Иванов Пётр Олегович'],
    ['Согласен: законный представитель', 'Гаражова Анна Ивановна'],
  ]);
});

describe('letters and labels', () => {
  const letter: PlainLetter = {
    to: 'Иванову Ивану',
    address: 'г. Пермь, ул. Ленина, д. 5',
    garage: 'гараж 45',
    title: 'О взносах',
    body: ['Первая строка', 'Вторая строка'],
    from: 'КАС № 12',
    chairman: 'Орлов В. Н.',
    phone: '342 000-00-00',
    date: '2026-03-31',
    slip: 'LETTER:1:2:abcdefghijkl',
  };
  const quoted = (source: string) =>
    [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!.replaceAll('\u00a0', ' '));
  it('each line of a plain text is a paragraph, a ready text stays as it is', () => {
    expect(letterSheets([letter]).match(/#par\[/g)).toHaveLength(2);
    expect(letterSheets([{ ...letter, body: '#strong[Готово]' }])).toContain('\n#strong[Готово]\n');
    expect(letterSheets([{ ...letter, body: '#strong[Готово]' }])).not.toContain('#par[');
  });
  it('what is not known leaves no line and no comma behind', () => {
    expect(quoted(letterSheets([letter])).join('\n')).toMatch(/КАС № 12, тел\. 342 000-00-00$/m);
    const bare = quoted(letterSheets([{ ...letter, phone: '', garage: '', address: null }])).join('\n');
    expect(bare).toMatch(/^КАС № 12$/m);
    expect(bare).toMatch(/^Иванову Ивану$/m);
    expect(bare).not.toMatch(/тел\.|, $|^$/m);
  });
  it('a label without an address has the name alone', () => {
    expect(quoted(labelSheet([{ name: 'Иванов', address: null, garage: '45' }])).join()).not.toContain('null');
  });
});

describe('slips of letters', () => {
  const [here, there] = [secretsFrom(new Uint8Array(32)), secretsFrom(new Uint8Array(32).fill(1))];
  const text = slipText(here, { notification: 15, profile: 7 });
  it('a slip is known by the mark of its installation', () => {
    expect(readSlip(here, text)).toEqual({ notification: 15, profile: 7 });
    expect(readSlip(there, text)).toBeNull();
    expect(readSlip(here, text.replace(':7:', ':8:'))).toBeNull();
    expect(readSlip(here, 'https://reestr.example.ru/d/7K4M-Q2XF-9TRB')).toBeNull();
  });
  it('whoever made it, it names whom it is of', () => {
    expect(namedOn(text)).toEqual({ notification: 15, profile: 7 });
    expect(namedOn(`${text}!`)).toBeNull();
  });
});

describe('sheets of a scanned pile', () => {
  it('the link is in capital letters where the house has a host of its own', () => {
    expect(sheetCode('https://reestr.ru/d/7K4M-Q2XF-9TRB')).toBe('HTTPS://REESTR.RU/D/7K4M-Q2XF-9TRB');
    expect(sheetCode('https://reestr.ru/Гаражи/d/7K4M-Q2XF-9TRB')).toBe('https://reestr.ru/Гаражи/d/7K4M-Q2XF-9TRB');
  });
  const sheet = (nth: number | null, code = 'AAAA-AAAA-AAAA'): PageMark => ({ code, nth, of: nth && 4 });
  const unread: PageMark = { code: null, nth: null, of: null };
  it('a page without a code is a sheet of the paper around it when the numbers say so, and nobody’s otherwise', () => {
    expect(completed([sheet(1), unread, sheet(3)])[1]).toEqual(sheet(2));
    const other = sheet(3, 'BBBB-BBBB-BBBB');
    for (const pile of [
      [sheet(1), unread, sheet(4)],
      [sheet(1), unread, other],
      [sheet(null), unread, sheet(3)],
      [sheet(null), unread, sheet(2)],
      [sheet(1), unread, sheet(null)],
      [unread, sheet(2)],
      [sheet(1), unread],
      [sheet(1), { ...unread, isTwo: true as const }, sheet(3)],
    ])
      expect(completed(pile)).toEqual(pile);
  });
  it('a page says its sheet; codes of two papers say neither', () => {
    const url = (code: string, tail = '') => `https://reestr.ru/d/${code}${tail}`;
    expect(markOf([url('aaaa-aaaa-aaaa'), url('AAAA-AAAA-AAAA', '/2/4')])).toEqual(sheet(2));
    expect(markOf([url('AAAA-AAAA-AAAA', '/2/4'), url('BBBB-BBBB-BBBB', '/2/4')])).toEqual({ ...unread, isTwo: true });
  });
});

describe('names in the text of a paper', () => {
  const likely = (text: string) => unknownIn(richLines(text), 'plain');
  it('an unknown name is told with the likely one: a third of its letters may differ', () => {
    expect(likely('{ФИО} {Долгг}')).toEqual([{ key: 'Долгг', likely: 'Долг' }]);
    // Two letters of seven are a third of them, two of four are more.
    expect(likely('{Гаражхх}')).toEqual([{ key: 'Гаражхх', likely: 'Гараж' }]);
    expect(likely('{Дохх}')).toEqual([{ key: 'Дохх', likely: null }]);
    expect(likely('{Щщщщщщщщщ}')).toEqual([{ key: 'Щщщщщщщщщ', likely: null }]);
  });
  it('a kind has each name once, its own in place of the common one', () => {
    for (const code of [
      'receipt_qr',
      'court_order',
      'debt_notice',
      'ref_member',
      'plain',
      'ticket',
      'meeting_notice',
    ]) {
      const keys = variablesOfKind(code).map(({ key }) => key);
      expect([code, keys.length - new Set(keys).size]).toEqual([code, 0]);
    }
  });
});
