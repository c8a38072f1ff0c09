// What the list of a case says, rule by rule: fields, people, chains, exchanges, papers, money.
import { describe, expect, it } from 'vitest';
import { deathProblems, keepsRest } from '../../server/reregistrations/rules/inheritance.ts';
import { checksOf } from '../../server/reregistrations/rules/checks.ts';
import type { CaseFacts, NewOwner, OwnerFacts, PersonFacts } from '../../server/reregistrations/rules/facts.ts';
import { exchangedOwners } from '../../server/reregistrations/rules/exchange.ts';
import { linesOf, newNameOf, owedAfter, type Money } from '../../server/reregistrations/rules/outcome.ts';
import { wordsOfCase, wordsOfDetails, wordsOfOwners } from '../../server/reregistrations/rules/words.ts';

const person = (id: number, more: Partial<PersonFacts> = {}): PersonFacts => ({
  profile_id: id,
  full_name: `Человек ${id}`,
  kind: 'person',
  is_member: false,
  entry_date: null,
  birthday: '1980-01-01',
  has_passport: true,
  has_address: true,
  has_phone: true,
  is_dead: false,
  is_merged: false,
  estate_of: null,
  ...more,
});
const owner = (id: number, more: Partial<OwnerFacts> = {}): OwnerFacts => ({
  id,
  profile_id: id,
  full_name: `Владелец ${id}`,
  last_name: 'Владелец',
  first_name: 'Иван',
  father_name: 'Иванович',
  share: null,
  started_on: '2020-01-01',
  is_primary: true,
  kind: 'person',
  birthday: '1980-01-01',
  dead: { profile_id: id, full_name: `Владелец ${id}`, is_marked: false },
  ...more,
});
const comes = (id: number, more: Partial<NewOwner> = {}): NewOwner => ({
  ...person(id),
  share: null,
  is_primary: true,
  ...more,
});
/** A sale of a garage of one owner with nothing wrong but its papers. */
const sale: CaseFacts = {
  caseId: 7,
  reason: 1,
  dateRequest: '2026-03-01',
  date: '2026-03-06',
  today: '2026-03-06',
  price: 5_000_000,
  details: {},
  comment: null,
  debtAnswer: null,
  garage: { is_active: true, locked_by: null },
  owners: [owner(1)],
  history: [],
  leaving: [],
  shares: {},
  newOwners: [comes(2)],
  transit: [],
  debt_kopecks: 0,
  exchange: null,
  received: ['contract', 'act', 'statement_old', 'statement_new', 'passports'],
  restrictions: [],
  acknowledged: [],
  expired: [],
  hasGuardian: false,
  hasOldGuardian: false,
  pib: { number: null, date: null, built: null },
  usedElsewhere: [],
  closedUntil: null,
  feeIsKnown: true,
};
/** Everything but what is well, as «field: text». */
const said = (more: Partial<CaseFacts>) =>
  checksOf({ ...sale, ...more })
    .filter(({ state, key }) => state !== 'ok' && !key.startsWith('paper:'))
    .map(({ field, text }) => `${field}: ${text.replaceAll('\u00a0', ' ')}`);

it('a sale with nothing wrong is said to be well', () => expect(said({})).toEqual([]));

describe('fields of a reason', () => {
  const swap = { reason: 4, exchange: { is_active: true, locked_by: null, debt_kopecks: 0, isDebtDecided: false, owners: 1, isSame: false } }; // prettier-ignore
  it.each([
    ['999 999 999,99', []],
    ['1000000000', ['details.surcharge: Доплата: слишком большая сумма']],
  ])('a surcharge of %s: %j', (surcharge, found) => expect(said({ ...swap, details: { surcharge } })).toEqual(found));

  it.each([
    ['person', 'Новая фамилия'],
    ['organisation', 'Новое название'],
  ])('of a %s that takes another name «%s» is asked for', (kind, label) =>
    expect(said({ reason: 12, newOwners: [], owners: [owner(1, { kind })] })).toEqual([
      `details.newLastName: ${label}: заполните поле`,
    ]),
  );

  const protocol = { reason: 8, details: { protocolNumber: '1', protocolDate: '2026-03-06' } };
  it('a paper may be of today, not of tomorrow', () => {
    expect(said(protocol)).toEqual([]);
    expect(said({ ...protocol, details: { ...protocol.details, protocolDate: '2026-03-07' } })).toEqual([
      'details.protocolDate: Дата протокола: дата не может быть позже сегодняшней',
    ]);
  });

  it('an error of the books is told in 20 signs', () => {
    expect(said({ reason: 13, comment: 'а'.repeat(20) })).toEqual([]);
    expect(said({ reason: 13, comment: 'а'.repeat(19) })).toEqual(['comment: Опишите ошибку, не короче 20 знаков']);
  });
});

describe('people', () => {
  it('the only owner comes to his own garage where the books are corrected alone', () => {
    expect(said({ newOwners: [comes(1)] })).toEqual(['newOwner: Новый владелец уже владеет этим гаражом']);
    expect(said({ reason: 13, comment: 'а'.repeat(20), newOwners: [comes(1)] })).toEqual([]);
    const two = { owners: [owner(1), owner(2)], leaving: [1] };
    expect(said({ ...two, newOwners: [comes(2)] })).toEqual(['newOwner: Новый владелец уже владеет этим гаражом']);
    expect(said({ ...two, newOwners: [comes(3)] })).toEqual([]);
  });

  const left = { reason: 10, newOwners: [], owners: [owner(1, { share: '1/2' }), owner(2, { share: '1/2' }), owner(3)] }; // prettier-ignore
  it.each<[string, Partial<CaseFacts>, string[]]>([
    ['no fraction', { shares: { '2': 'половина', '3': '1/2' } }, ['shares.2: Владелец 2: доля пишется дробью: 1/2']],
    [
      'one cleared beside another’s',
      { shares: { '2': null, '3': '1/2' } },
      ['shares.2: Владелец 2 остаётся: впишите его долю или очистите доли у всех'],
    ],
    ['all cleared', { shares: { '2': null } }, []],
    ['the whole', { shares: { '2': '2/3', '3': '1/3' } }, []],
  ])('shares of those who stay: %s', (_name, more, found) =>
    expect(said({ ...left, leaving: [1], ...more })).toEqual(found),
  );

  it('shares that do not make a whole stand at the shares where nobody comes, else at the new owner', () => {
    const owners = [owner(1, { share: '1/2' }), owner(2, { share: '1/2' })];
    const books = { reason: 13, comment: 'а'.repeat(20), newOwners: [], owners };
    const [own, ...others] = said({ ...books, shares: { '1': '1/3' } });
    expect([own!.split(':')[0], others]).toEqual(['shares', []]);
    const [his, ...more] = said({ owners, leaving: [1], newOwners: [comes(3, { share: '1/3' })] });
    expect([his!.split(':')[0], more]).toEqual(['newOwner', []]);
  });

  it('what is not known of who comes hinders a sale, is said to a ПО, and has no fields in an exchange', () => {
    const newOwners = [comes(2, { has_address: false, has_phone: false })];
    const text = 'newOwner: Человек 2: нет данных (адрес регистрации, телефон)';
    const found = (more: Partial<CaseFacts>) =>
      checksOf({ ...sale, newOwners, ...more }).filter(({ key }) => key === 'person_data');
    expect(said({ newOwners })).toEqual([`${text}. Впишите их здесь или в карточке человека`]);
    expect(found({}).map(({ state }) => state)).toEqual(['blocks']);
    expect(found({ reason: 9 })).toMatchObject([{ state: 'warns', text: text.replace('newOwner: ', '') }]);
    expect(found({ reason: 4 })[0]!.text).toBe(`${text.replace('newOwner: ', '')}. Впишите их в карточке человека`);
  });

  it('nobody signs for a child who leaves and is known as dead', () => {
    const child = (is_marked: boolean) =>
      said({
        owners: [owner(1, { birthday: '2015-01-01', dead: { profile_id: 1, full_name: 'Владелец 1', is_marked } })],
      });
    expect(child(true)).toEqual([]);
    expect(child(false)).toEqual([expect.stringContaining('ещё нет 14 лет')]);
  });
});

describe('a chain', () => {
  const step = (id: number, date: string, reason = 1, more: Partial<PersonFacts> = {}) => ({
    ...person(id, more),
    date,
    reason,
  });
  it.each<[string, CaseFacts['transit'], string[]]>([
    ['of one day', [step(5, '2026-03-06'), step(6, '2026-03-06')], []],
    ['that goes back', [step(5, '2026-03-05'), step(6, '2026-03-04')], ['Даты цепочки идут не по порядку']],
    ['from the day of the owner', [step(5, '2020-01-01')], []],
    [
      'from before the owner',
      [step(5, '2019-12-31')],
      ['Цепочка начинается раньше, чем гараж получил прежний владелец'],
    ],
    ['through an owner, not as the first', [step(5, '2026-01-01'), step(1, '2026-02-01')], ['Прежний владелец не может быть промежуточным']], // prettier-ignore
    ['through the dead', [step(5, '2026-01-01', 1, { is_dead: true })], ['Человек 5: отмечен как умерший']],
  ])('%s', (_name, transit, found) =>
    expect(said({ transit }).map((text) => text.replace(/^\w+: /, ''))).toEqual(found),
  );
  it('through one of two owners', () =>
    expect(said({ owners: [owner(1), owner(3)], transit: [step(3, '2026-01-01')] })).toContain(
      'transit: Прежний владелец не может быть промежуточным',
    ));
  it('after an owner whose day is not known', () =>
    expect(said({ owners: [owner(1, { started_on: null })], transit: [step(5, '2019-12-31')] })).toEqual([]));
});

describe('an exchange', () => {
  const other = { is_active: true, locked_by: null as number | null, debt_kopecks: 0, isDebtDecided: false, owners: 1, isSame: false }; // prettier-ignore
  it('the other garage is held by another case, not by this one', () => {
    expect(said({ reason: 4, exchange: { ...other, locked_by: 7 } })).toEqual([]);
    expect(said({ reason: 4, exchange: { ...other, locked_by: 8 } })).toEqual([
      'exchangeGarage: По второму гаражу уже идёт переоформление № 8',
    ]);
  });
});

describe('shares of those who come by an exchange', () => {
  const half = owner(1, { share: '1/2' });
  const none = owner(2, { share: null });
  const sharesOf = (leaving: OwnerFacts[], staying: OwnerFacts[], there: OwnerFacts[]) =>
    exchangedOwners({ leaving, staying }, { leaving: there, staying: [] }).map(({ share }) => share);
  it.each<[string, OwnerFacts[], OwnerFacts[], OwnerFacts[], (string | null)[]]>([
    ['who comes alone takes what is left', [half], [half], [owner(3)], ['1/2']],
    ['nothing is known to be left', [none], [half], [owner(3)], [null]],
    ['nothing is known of what was had there', [half], [half], [half, none], [null, null]],
    ['nothing is known to be left to several', [none], [half], [half, half], [null, null]],
    ['several part what is left as they had it', [half], [half], [half, half], ['1/4', '1/4']],
    ['nobody stays: as it was', [half, half], [], [owner(3, { share: '1/3' }), owner(4, { share: '2/3' })], ['1/3', '2/3']], // prettier-ignore
  ])('%s', (_name, leaving, staying, there, shares) => expect(sharesOf(leaving, staying, there)).toEqual(shares));
});

describe('the inventory paper', () => {
  it.each<[CaseFacts['pib'], string[]]>([
    [{ number: '1', date: '2026-03-06', built: '2026-03-06' }, []],
    [{ number: '1', date: '1900-01-01', built: null }, []],
    [{ number: '1', date: '2026-03-07', built: null }, ['pibDate: Справка ПИБ: дата не может быть позже сегодняшней']],
    [{ number: '1', date: '1899-12-31', built: null }, ['pibDate: Справка ПИБ: введите корректную дату']],
    [{ number: '1', date: '2026-03-05', built: '2026-03-06' }, ['pibDate: Справка ПИБ: дата раньше постройки гаража']],
    [{ number: '', date: '2026-03-06', built: null }, ['pibNumber: Справка ПИБ: впишите номер или уберите дату']],
    [{ number: '1', date: null, built: '2026-03-06' }, []],
  ])('%j: %j', (pib, found) => expect(said({ pib })).toEqual(found));
});

describe('money', () => {
  it('a debt is taken by who comes or by who stays', () => {
    const moves = { reason: 10, debtAnswer: 'moves_new', newOwners: [], owners: [owner(1), owner(2)] };
    const nobody = 'debtAnswer: Долг принять некому: нового владельца нет';
    expect(said({ ...moves, leaving: [1] })).not.toContain(nobody);
    expect(said({ ...moves, leaving: [1, 2] })).toContain(nobody);
    expect(said({ debtAnswer: 'moves_new' })).not.toContain(nobody);
    // In an exchange who comes is known from the other case.
    expect(said({ reason: 4, debtAnswer: 'moves_new', newOwners: [] })).not.toContain(nobody);
  });
  it.each([
    ['2026-03-05', []],
    ['2026-03-06', ['null: Период закрыт до 06.03.2026']],
    ['2026-12-31', ['null: Период закрыт до 31.12.2026']],
  ])('books closed up to %s: %j', (closedUntil, found) => expect(said({ closedUntil })).toEqual(found));
});

describe('an inheritance', () => {
  const deathDate = '2026-02-01';
  it.each([
    [{ deathDate, inheritanceDate: deathDate }, deathDate, []],
    [{ deathDate, inheritanceDate: '2026-01-31' }, deathDate, ['details.inheritanceDate']],
    [{ deathDate, inheritanceDate: null }, '2026-01-31', ['date']],
    [{ deathDate: null, inheritanceDate: '2026-01-31' }, '2026-01-31', []],
  ])('nothing is before the death: %j, passed on %s', (details, date, fields) =>
    expect(deathProblems(details, date).map(({ field }) => field)).toEqual(fields),
  );
  it('an estate alone keeps the rest beside another heir', () => {
    const heirs = [1, 2].map(() => comes(1));
    expect(keepsRest({ reason: 3, newOwners: heirs }, 'estate')).toBe(true);
    expect(keepsRest({ reason: 3, newOwners: heirs }, 'person')).toBe(false);
    expect(keepsRest({ reason: 3, newOwners: [comes(1)] }, 'estate')).toBe(false);
    expect(keepsRest({ reason: 1, newOwners: heirs }, 'estate')).toBe(false);
  });
});

describe('what will happen', () => {
  const money: Money = { fee: { kopecks: 0, text: '' }, parts: [], payer: null, entrance: [] };
  const keys = (more: Partial<CaseFacts>) => linesOf({ ...sale, ...more }, money).map(({ key }) => key);
  const heir = { reason: 3, details: { deathDate: '2026-02-01' } };
  it('only who is not yet known as dead will be marked, on the day that is named', () => {
    const known = owner(1, { dead: { profile_id: 1, full_name: 'Владелец 1', is_marked: true } });
    expect(keys(heir)).toContain('dead');
    expect(keys({ ...heir, details: {} })).not.toContain('dead');
    expect(keys({ ...heir, owners: [known] })).not.toContain('dead');
  });
  it('a change of name moves no debt', () => {
    const owed = { debt_kopecks: 100, since_kopecks: 50 };
    expect(keys(owed)).toEqual(expect.arrayContaining(['debt', 'since']));
    const corrected = keys({ ...owed, reason: 13 });
    expect([corrected.includes('debt'), corrected.includes('since')]).toEqual([false, false]);
    expect(keys({ ...owed, reason: 10, newOwners: [] })).not.toContain('since');
  });
  it('the new owner owes the debt he takes; one of a reason that leaves debts alone owes none', () => {
    const owed = { debt_kopecks: 100, since_kopecks: 50, debtAnswer: 'moves_new' };
    expect(owedAfter({ ...sale, ...owed }, money)).toEqual({ name: 'Человек 2', kopecks: 150 });
    expect(owedAfter({ ...sale, ...owed, debtAnswer: 'stays_old' }, money)?.kopecks).toBe(50);
    expect(owedAfter({ ...sale, ...owed, reason: 13 }, money)?.kopecks).toBe(0);
  });
  it('what is left empty of a new name stays', () => {
    const was = { last_name: 'Петрова', first_name: 'Анна', father_name: 'Ивановна' };
    const name = (details: CaseFacts['details']) => newNameOf({ details }, was);
    expect(name({ newLastName: 'Седова', newFirstName: '', newFatherName: '' })).toBe('Седова Анна Ивановна');
    expect(name({ newLastName: 'Седова', newFirstName: 'Яна', newFatherName: 'Олеговна' })).toBe('Седова Яна Олеговна');
  });
});

describe('a case in words', () => {
  const form = {
    reason: 3,
    dateRequest: '2026-03-01',
    date: '2026-03-06',
    garagePrice: null,
    debtAnswer: null as string | null,
    details: {},
    shares: {},
    exchangeGarage: null,
    pibNumber: null as string | null,
    pibDate: null as string | null,
    comment: null,
  };
  it('tells the people of each side, each with what is his', () => {
    const people = [
      { side: 'old', full_name: 'Первый', share: '1/2', on_date: null },
      { side: 'old', full_name: 'Второй', share: null, on_date: null },
      { side: 'transit', full_name: 'Третий', share: null, on_date: '2026-02-01' },
      { side: 'transit', full_name: 'Четвёртый', share: null, on_date: null },
    ];
    expect(wordsOfCase(form, people)).toMatchObject({
      Выбывают: 'Первый, 1/2; Второй',
      'Новые владельцы': null,
      'Через кого': 'Третий, с 01.02.2026; Четвёртый',
    });
  });
  it.each<[Partial<typeof form>, Record<string, string | null>]>([
    [{}, { 'Доли тех, кто остаётся': null, Долг: null, 'Справка ПИБ': null }],
    [{ shares: { '1': '1/2', '2': null } }, { 'Доли тех, кто остаётся': '1/2 + без доли' }],
    [{ debtAnswer: 'moves_new' }, { Долг: 'принимает новый владелец' }],
    [{ pibNumber: '12' }, { 'Справка ПИБ': '12' }],
    [{ pibDate: '2026-02-01' }, { 'Справка ПИБ': 'от 01.02.2026' }],
    [{ pibNumber: '12', pibDate: '2026-02-01' }, { 'Справка ПИБ': '12 от 01.02.2026' }],
  ])('%j: %j', (more, words) => expect(wordsOfCase({ ...form, ...more }, [])).toMatchObject(words));
  it('a day that is none stays as it was written', () =>
    expect(wordsOfDetails(8, { protocolNumber: '2026-02-01', protocolDate: 'в марте' })).toEqual({
      'Номер протокола': '2026-02-01',
      'Дата протокола': 'в марте',
    }));
  it('owners of nothing are nobody', () => {
    expect(wordsOfOwners([])).toEqual({ Владельцы: null });
    expect(
      wordsOfOwners([
        { full_name: 'Первый', share: '1/2' },
        { full_name: 'Второй', share: null },
      ]),
    ).toEqual({
      Владельцы: 'Первый, 1/2; Второй',
    });
  });
});
