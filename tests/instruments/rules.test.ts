// The score of a pair as a sum of named parts; sides of fields, shares, Latin letters.
import { partWords } from '../../resources/admin/instruments/pairAddress.ts';
import { describe, expect, it } from 'vitest';
import {
  addShares,
  choicesOf,
  isTypoOf,
  latinPlaces,
  pairProblem,
  type CardFacts,
} from '../../server/instruments/rules/choices.ts';
import { scoreOf, scoreParts, type PairFacts } from '../../server/instruments/rules/score.ts';

const nothing: PairFacts = {
  isSamePassport: false,
  isSameName: false,
  isTypo: false,
  isSameBirthday: false,
  isSamePhone: false,
  isSameEmail: false,
  isSameAddress: false,
  surnameCount: 10,
  people: 1000,
};
const score = (more: Partial<PairFacts>) => scoreOf(scoreParts({ ...nothing, ...more }));

describe('the score', () => {
  it.each([
    [{ isSamePassport: true, isSameName: true }, 100],
    [{ isSamePassport: true, isSameName: true, isSameBirthday: true, surnameCount: 2 }, 100],
    [{ isSamePassport: true }, 60],
    [{ isSameName: true, isSameBirthday: true }, 90],
    [{ isSameName: true, isSamePhone: true }, 80],
    [{ isSameName: true, isSameEmail: true }, 80],
    // A second contact and an address beside other signs add little: they come together.
    [{ isSameName: true, isSamePhone: true, isSameEmail: true }, 85],
    [{ isSameName: true, isSamePhone: true, isSameAddress: true }, 85],
    [{ isTypo: true, isSameBirthday: true, isSameAddress: true }, 70],
    [{ isSameName: true, isSameAddress: true }, 70],
    [{ isTypo: true, isSameBirthday: true }, 65],
    [{ isSameName: true }, 0],
    [{ isSamePhone: true }, 0],
    [{}, 0],
  ])('%o → %i', (facts, sum) => expect(score(facts)).toBe(sum));

  it('a rare surname weighs more than a frequent one, and both are named', () => {
    const facts = { isSameName: true, isSameBirthday: true };
    expect(score({ ...facts, surnameCount: 2 })).toBe(95);
    expect(score({ ...facts, surnameCount: 40 })).toBe(85);
    expect(scoreParts({ ...nothing, ...facts, surnameCount: 40 }).at(-1)).toEqual({
      name: 'частая фамилия',
      points: -5,
    });
  });

  it.each([
    [3, 100, 5],
    [4, 100, 0],
    // Among fewer people every surname is rare.
    [3, 99, 0],
    [20, 4000, -5],
    [20, 4001, 0],
    [19, 100, 0],
  ])('a surname of %i of %i people adds %i', (surnameCount, people, points) => {
    expect(score({ isSameName: true, isSameBirthday: true, surnameCount, people })).toBe(90 + points);
  });

  it('what reaches a hundred by itself is not cut, what is over it is', () => {
    const names = (more: Partial<PairFacts>) => scoreParts({ ...nothing, ...more }).map(({ name }) => name);
    const hundred = { isSameName: true, isSameBirthday: true, isSameAddress: true, surnameCount: 2 };
    expect([score(hundred), names(hundred).includes('не больше 100')]).toEqual([100, false]);
    expect(names({ ...hundred, isSamePassport: true })).toContain('не больше 100');
  });
});

const card = (more: Partial<CardFacts> = {}): CardFacts => ({
  id: 1,
  version: 1,
  region_id: 1,
  kind: 'person',
  last_name: 'Сидоров',
  first_name: 'Павел',
  father_name: 'Андреевич',
  birthday: '1961-11-03',
  pass_hash: null,
  registration_address: null,
  actual_address: null,
  email: null,
  privilege_id: 0,
  privilege_end_date: null,
  is_voa_member: false,
  voa_status_id: 1,
  voa_entry_date: null,
  ticket_number: null,
  confirmed_at: null,
  updated_at: '2026-01-01',
  is_anonymised: false,
  is_restricted: false,
  merged_into: null,
  ...more,
});
const side = (field: string, one: Partial<CardFacts>, other: Partial<CardFacts>) => {
  const { taken, rule } = choicesOf(card(one), card({ id: 2, ...other }), '2026-11-20').find(
    (choice) => choice.field === field,
  )!;
  return [taken, rule];
};

describe('sides of fields', () => {
  it('Cyrillic before Latin, what holds before what ran out, earlier membership, else newer; what one alone says', () => {
    expect(side('lastName', { last_name: 'Cидоров' }, {})).toEqual(['other', 'кириллица']);
    expect(side('lastName', {}, {})).toEqual(['same', null]);
    expect(side('otherNames', {}, { first_name: 'Пaвел' })).toEqual(['one', 'кириллица']);
    // Where letters of both may stand, they say nothing.
    const address = 'г Псков, ул Мира, д 5';
    expect(
      side('registrationAddress', { registration_address: `${address}A` }, { registration_address: address }),
    ).toEqual(['one', 'новее']);
    const over = { privilege_id: 8, privilege_end_date: '2026-02-01' };
    expect(side('privilege', over, { privilege_id: 12 })).toEqual(['other', 'действует']);
    const member = { is_voa_member: true, voa_status_id: 3 };
    expect(
      side('membership', { ...member, voa_entry_date: '2011-04-03' }, { ...member, voa_entry_date: '2008-05-17' }),
    ).toEqual(['other', 'раньше']);
    expect(side('email', { email: 'a@example.ru' }, { email: 'b@example.ru', confirmed_at: '2026-05-05' })).toEqual([
      'other',
      'новее',
    ]);
    expect(side('passport', {}, { pass_hash: 'ff' })).toEqual(['other', null]);
  });

  it('what one card does not say at all is taken from the other', () => {
    expect(side('lastName', { last_name: '' }, {})).toEqual(['other', null]);
    expect(side('otherNames', {}, { first_name: '', father_name: '' })).toEqual(['one', null]);
  });

  it('a privilege holds through its last day', () => {
    const until = (privilege_end_date: string | null, privilege_id = 8) => ({ privilege_id, privilege_end_date });
    expect(side('privilege', until(null), until('2026-11-19'))).toEqual(['one', 'действует']);
    expect(side('privilege', until('2026-11-19'), until(null))).toEqual(['other', 'действует']);
    expect(side('privilege', until('2026-11-20'), { ...until(null), confirmed_at: '2026-05-05' })).toEqual([
      'other',
      'новее',
    ]);
  });

  it('of members the one since earlier, where both say since when', () => {
    const since = (voa_entry_date: string | null, more = {}) => ({
      is_voa_member: true,
      voa_status_id: 3,
      voa_entry_date,
      ...more,
    });
    const newer = { ticket_number: '77', confirmed_at: '2026-05-05' };
    expect(side('membership', since('2008-05-17'), since('2011-04-03', newer))).toEqual(['one', 'раньше']);
    expect(side('membership', since(null), since('2011-04-03', newer))).toEqual(['other', 'новее']);
    expect(side('membership', since('2008-05-17'), since(null, newer))).toEqual(['other', 'новее']);
    expect(side('membership', since('2008-05-17'), since('2008-05-17', newer))).toEqual(['other', 'новее']);
  });

  it('the dead stay dead: a member that is newer does not bring them back', () => {
    const dead = { is_voa_member: false, voa_status_id: 8, confirmed_at: '2020-01-01' };
    const alive = { is_voa_member: true, voa_status_id: 3, voa_entry_date: '2008-05-17', confirmed_at: '2026-05-05' };
    expect(side('membership', dead, alive)).toEqual(['one', 'умер']);
    expect(side('membership', alive, dead)).toEqual(['other', 'умер']);
    // Never a member, and not known to be dead: no better.
    expect(side('membership', { ...alive, is_voa_member: false, voa_status_id: 1 }, dead)).toEqual(['other', 'умер']);
    expect(side('membership', dead, { ...dead, ticket_number: '77', confirmed_at: '2026-01-01' })).toEqual([
      'other',
      'новее',
    ]);
  });

  it('forbids one card, a merged one, an anonymised one, other kinds and other regions', () => {
    const other = (more: Partial<CardFacts>) => pairProblem(card(), card({ id: 2, ...more }));
    expect(pairProblem(card(), card())).toBe('Это одна и та же карточка');
    expect(other({ merged_into: 3 })).toBe('Карточка 2 уже вошла в карточку 3');
    expect(other({ is_anonymised: true })).toBe('Карточка 2 обезличена');
    expect(other({ is_restricted: true })).toBe(
      'По карточке 2 записано требование прекратить обработку: сначала закончите его',
    );
    expect(other({ kind: 'organisation' })).toContain('не объединяют');
    expect(other({ region_id: 2 })).toContain('разных регионов');
    expect(other({})).toBeNull();
  });
});

it('adds shares; what has no sum is owned together', () => {
  const share = (share_num: number | null, share_den: number | null) => ({ share_num, share_den });
  expect(addShares(share(1, 4), share(1, 4))).toEqual(share(1, 2));
  expect(addShares(share(1, 3), share(1, 6))).toEqual(share(1, 2));
  expect(addShares(share(3, 4), share(1, 2))).toEqual(share(null, null));
  expect(addShares(share(null, null), share(1, 2))).toEqual(share(null, null));
  expect(addShares(share(1, 997), share(1, 991))).toEqual(share(null, null));
  expect(addShares(share(1, 2), share(1, 2))).toEqual(share(1, 1));
  // A thousandth can still be written.
  expect(addShares(share(1, 1000), share(1, 500))).toEqual(share(3, 1000));
  expect(addShares(share(1, 1001), share(1, 1001))).toEqual(share(null, null));
  for (const half of [share(1, null), share(null, 2), share(null, null)]) {
    expect(addShares(half, share(1, 2))).toEqual(share(null, null));
    expect(addShares(share(1, 2), half)).toEqual(share(null, null));
  }
});

it('a slip is one letter, not the same word', () => {
  expect(['Петров', 'Петрав', 'Пертов', 'Петровы', 'Сидоров'].map((word) => isTypoOf('Петров', word))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

it('shows Latin letters inside a Cyrillic word only', () => {
  expect(latinPlaces('Cидоров')).toEqual([0]);
  expect(latinPlaces('Сидоров')).toEqual([]);
  expect(latinPlaces('Smith')).toEqual([]);
});

it('the parts of a score read as a sum; what is taken off says so', () => {
  const parts = [
    { name: 'паспорт', points: 100 },
    { name: 'ФИО', points: 45 },
    { name: 'не больше 100', points: -45 },
  ];
  expect(partWords(parts)).toBe('паспорт 100 + ФИО 45, не больше 100: −45');
  expect(partWords([{ name: 'другое ФИО', points: -40 }])).toBe('другое ФИО: −40');
});
