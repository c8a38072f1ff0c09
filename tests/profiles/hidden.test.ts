// What of a person is told to whom: addresses, debts, privileges of health, phones by their digits.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressSuggestions } from '../../contract/addresses.ts';
import * as c from '../../contract/profiles.ts';
import { globalSearch } from '../../contract/search.ts';
import { houseOf, maskText, streetOf } from '../../server/kernel/masking.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

const INVALID = 3;
let t: TestApp;
let w: World;
let mo: Caller;
let far: Caller;
let reader: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  far = await as(t, { mo: w.siblingMo });
  reader = await as(t, { mo: w.mo, capabilities: [] });
});
afterAll(() => t.close());

describe('hints of addresses', () => {
  const hints = async (who: Caller, q: string) => {
    const { status, body } = await who.call(addressSuggestions, { query: { q } });
    expect(status).toBe(200);
    return body.suggestions.map((one: { value: string }) => one.value);
  };
  beforeAll(async () => {
    await newPerson(mo, w.po, { registrationAddress: 'г. Тайный, ул. Скрытая, д. 1, кв. 77' });
    await newPerson(far, w.cousinPo, { registrationAddress: 'г. Тайный, ул. Чужая, д. 5, кв. 12' });
  });
  it('come from the own place and end at the house', async () => {
    expect(await hints(mo, 'Тайный')).toEqual(['г. Тайный, ул. Скрытая, д. 1']);
    expect(await hints(far, 'Тайный')).toEqual(['г. Тайный, ул. Чужая, д. 5']);
    expect(await hints(await as(t, { mo: w.foreignMo }), 'Тайный')).toEqual([]);
  });
  it('do not answer to a flat', async () => expect(await hints(mo, 'Скрытая кв. 77')).toEqual([]));
  it('end at the street without capability 1', async () => {
    expect(await hints(reader, 'Тайный')).toEqual(['г. Тайный, ул. Скрытая']);
  });
});

describe('an address', () => {
  const shown = async (mask: typeof streetOf, text: string) =>
    (await sql<{ text: string }>`select ${mask(sql`${text}::text`)} as text`.execute(t.deps.db)).rows[0]!.text;
  it.each([
    ['190000, г. Санкт-Петербург, ул. Тихая, д. 3, кв. 14', 'г. Санкт-Петербург, ул. Тихая'],
    ['СПб, ул. Тихая 3-14', 'СПб, ул. Тихая'],
    ['ул. Скрытая, корп. 2, кв. 13', 'ул. Скрытая'],
    ['г Москва, ул Ленина, д 1, кв 5', 'г Москва, ул Ленина'],
    ['Ленина 12/3 кв.7', 'Ленина'],
    ['СПб, 9-я Советская ул., дом 4, литера А, квартира 8', 'СПб, 9-я Советская ул.'],
    ['п. Сосново, д.№ 7', 'п. Сосново'],
  ])('%s is told up to the street', async (text, street) => expect(await shown(streetOf, text)).toBe(street));
  it.each([
    ['г. Тайный, ул. Скрытая, д. 1, кв. 77', 'г. Тайный, ул. Скрытая, д. 1'],
    ['г Москва, ул Ленина, д 1, кв 5', 'г Москва, ул Ленина, д 1'],
    ['СПб, ул. Тихая 3-14', 'СПб, ул. Тихая 3'],
    ['ул. Тихая, д. 3, квартира № 14', 'ул. Тихая, д. 3'],
  ])('%s is hinted up to the house', async (text, house) => expect(await shown(houseOf, text)).toBe(house));
});

it('a debt is that of the garages the reader may see: list, sort, filter and card', async () => {
  const person = await newPerson(mo, w.po, { lastName: 'Должников' });
  const owner = { id: person.id, share: '1/1', reason: 'purchase', startedOn: '2020-01-01' };
  const own = await newGarage(mo, w.po);
  const other = await newGarage(far, w.cousinPo);
  for (const [garage, place] of [
    [own, { po_id: w.po, mo_id: w.mo }],
    [other, { po_id: w.cousinPo, mo_id: w.siblingMo }],
  ] as const) {
    await t.deps.db
      .insertInto('ownership')
      .values({ garage_id: garage.id, profile_id: owner.id, started_on: owner.startedOn, start_reason: owner.reason })
      .execute();
    await t.deps.db
      .insertInto('profile_place')
      .values({ profile_id: owner.id, region_id: w.region, ...place })
      .onConflict((on) => on.doNothing())
      .execute();
  }
  const owe = (garage: number, kopecks: number) =>
    sql`insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks)
      select id, region_id, mo_id, po_id, ${-kopecks} from garage where id = ${garage}
      on conflict (garage_id) do update set balance_kopecks = excluded.balance_kopecks`.execute(t.deps.db);
  await owe(other.id, 55_500);
  const debt = async (who: Caller) => {
    const filter = { id: [person.id] };
    const [list, owing, card] = await Promise.all([
      who.call(c.profiles.list, { query: { filter, sort: ['debt_kopecks', 'DESC'] } }),
      who.call(c.profiles.list, { query: { filter: { ...filter, debt: 'has' } } }),
      who.call(c.profiles.one, { params: { id: person.id } }),
    ]);
    return [list.body[0].debt_kopecks, owing.body.length, card.body.debt_kopecks];
  };
  expect(await debt(mo)).toEqual([0, 0, 0]);
  expect(await debt(far)).toEqual([55_500, 1, 55_500]);
  await owe(own.id, 1_000);
  expect(await debt(mo)).toEqual([1_000, 1, 1_000]);
  expect(await debt(await as(t, { region: w.region }))).toEqual([56_500, 1, 56_500]);
});

it('a privilege of health is told to capability 1 alone: id, filter, dictionary, certificate', async () => {
  const person = await newPerson(mo, w.po, {
    lastName: 'Льготников',
    isVOAMember: true,
    voaEntryDate: '2020-01-01',
    statusVoa: { id: 3 },
    privilege: { value: INVALID },
    privilegeCertificateSeria: 'МСЭ',
    privilegeCertificateNumber: '123456',
    privilegeCertificateText: 'Бюро МСЭ № 5',
    privilegeCertificateDate: '2024-01-01',
  });
  const look = async (who: Caller) => {
    const query = { filter: { id: [person.id] } };
    const [card, list, filtered, lists] = await Promise.all([
      who.call(c.profiles.one, { params: { id: person.id } }),
      who.call(c.profiles.list, { query }),
      who.call(c.profiles.list, { query: { filter: { ...query.filter, privilegeCatFilter: [INVALID] } } }),
      who.call(c.profileLists, {}),
    ]);
    return {
      value: card.body.privilege.value,
      isHealth: card.body.privilege.is_health,
      seria: card.body.privilegeCertificateSeria,
      text: card.body.privilegeCertificateText,
      id: list.body[0].privilege.id,
      filtered: filtered.body.length,
      known: lists.body.privileges.some((one: { value: number }) => one.value === INVALID),
    };
  };
  expect(await look(mo)).toEqual({
    value: INVALID,
    isHealth: true,
    seria: 'МСЭ',
    text: 'Бюро МСЭ № 5',
    id: INVALID,
    filtered: 1,
    known: true,
  });
  const hidden = { value: -1, isHealth: false, seria: null, text: null, id: -1, filtered: 0, known: false };
  expect(await look(reader)).toEqual(hidden);
});

it('a phone is found by the four digits that are shown or whole, never by a growing tail', async () => {
  const person = await newPerson(mo, w.po, { lastName: 'Звонков', phoneNumberList: ['+79217776543'] });
  const byList = async (nameFilter: string) =>
    (await reader.call(c.profiles.list, { query: { filter: { id: [person.id], nameFilter } } })).body.length;
  const bySearch = async (q: string) => (await reader.call(globalSearch, { query: { q } })).body.profiles.total;
  for (const whole of ['6543', '+7 921 777-65-43', '9217776543'])
    expect([whole, await byList(whole), await bySearch(whole)]).toEqual([whole, 1, 1]);
  for (const tail of ['76543', '776543', '7776543', '17776543', '217776543'])
    expect([tail, await byList(tail), await bySearch(tail)]).toEqual([tail, 0, 0]);
});

it('the mailbox of a card is masked without capability 1; nothing of a card is cached', async () => {
  const person = await newPerson(mo, w.po, { email: 'ivanov.petr@example.ru' });
  const seen = await reader.call(c.profiles.one, { params: { id: person.id } });
  expect(seen.body.email).toBe('i***@example.ru');
  expect(seen.headers['cache-control']).toBe('no-store');
});

it.each(['а', '8', '8 ', 'а.', '+7 (', '4012 '])(
  'masking «%s» a million times over takes no longer than its length',
  (part) => {
    const from = performance.now();
    maskText(part.repeat(1_000_000 / part.length));
    expect(performance.now() - from).toBeLessThan(3000);
  },
);
