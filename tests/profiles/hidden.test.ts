// What of a person is told to whom: addresses, debts, privileges of health, phones by their digits.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import { documentTypeInfo } from '../../contract/documents.ts';
import { planBatch } from '../../contract/documents/batches.ts';
import { addressSuggestions } from '../../contract/addresses.ts';
import { addComment, comments } from '../../contract/comments.ts';
import { exportList } from '../../contract/exports.ts';
import { postAccrual, previewAccrual, readingRows } from '../../contract/contributions/charging.ts';
import { garages, garageSelection } from '../../contract/garages.ts';
import * as c from '../../contract/profiles.ts';
import { addConsents } from '../../contract/profiles/consents.ts';
import { globalSearch } from '../../contract/search.ts';
import { houseOf, maskedText, maskText, streetOf } from '../../server/kernel/masking.ts';
import { fee } from '../contributions/park.ts';
import { inTime } from '../kit/busy.ts';
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
    sql`update garage_balance set balance_kopecks = ${-kopecks} where garage_id = ${garage}`.execute(t.deps.db);
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

it('the mailbox of a card is masked; nothing of a card is cached', async () => {
  const person = await newPerson(mo, w.po, { email: 'ivanov.petr@example.ru' });
  const seen = await reader.call(c.profiles.one, { params: { id: person.id } });
  expect(seen.body.email).toBe('i***@example.ru');
  expect(seen.headers['cache-control']).toBe('no-store');
});

describe('hidden values', () => {
  const secret = {
    phoneNumberList: ['+79213334455'],
    email: 'secret@example.ru',
    registrationAddress: 'г. Тайный, ул. Скрытая, д. 1, кв. 77',
    actualAddress: 'г. Тайный, ул. Явная, д. 2, кв. 88',
  };
  const reveal = async (id: number, what: 'passport' | 'phones' | 'contacts') =>
    (await mo.call(c.revealProfile, { params: { id }, body: { what } })).body;
  const bodyOf = (card: c.ProfileCard, more: object) => ({
    lastName: card.lastName,
    firstName: card.firstName,
    fatherName: card.fatherName,
    birthday: card.birthday,
    isVOAMember: false,
    version: card.version,
    ...more,
  });
  it('stay as they are when a save does not carry them, and are cleared when it carries nothing', async () => {
    const card = await newPerson(mo, w.po, secret);
    expect(card).toMatchObject({
      email: 's***@example.ru',
      phones_masked: ['+7 *** ***-44-55'],
      registrationAddress: 'г. Тайный, ул. Скрытая',
      actualAddress: 'г. Тайный, ул. Явная',
    });
    const save = async (more: object, from: c.ProfileCard) =>
      (await mo.call(c.profiles.update, { params: { id: card.id }, body: bodyOf(from, more) as never })).body;
    const saved = await save({ lastName: 'Переименованов' }, card);
    const { phoneNumberList: phones, ...rest } = secret;
    expect(await reveal(card.id, 'contacts')).toMatchObject({ phones, ...rest });
    await save({ email: null, phoneNumberList: [], actualAddress: '' }, saved);
    expect(await reveal(card.id, 'contacts')).toMatchObject({
      phones: [],
      email: null,
      actualAddress: null,
      registrationAddress: secret.registrationAddress,
    });
  });
  it('are shown no further than asked', async () => {
    const card = await newPerson(mo, w.po, { ...secret, passSeria: '4012', passNum: '345678' });
    const none = { email: null, registrationAddress: null, actualAddress: null };
    expect(await reveal(card.id, 'passport')).toMatchObject({ passNum: '345678', phones: [], ...none });
    expect(await reveal(card.id, 'phones')).toMatchObject({ passNum: '', phones: secret.phoneNumberList, ...none });
  });
  it('phones of a page come in one call and one line of the log; strangers are left out', async () => {
    const people = [await newPerson(mo, w.po), await newPerson(mo, w.po), await newPerson(far, w.cousinPo)];
    const ids = people.map(({ id }) => id);
    const count = async () =>
      (
        await t.deps.db
          .selectFrom('action_log')
          .where('verb', '=', 'profile.reveal')
          .where('user_id', '=', mo.userId)
          .select((e) => e.fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = Number(await count());
    const { body } = await mo.call(c.revealPhones, { body: { ids } });
    expect(body.data.map((one: { id: number }) => one.id)).toEqual(ids.slice(0, 2));
    expect(body.data[0].phones[0]).toMatch(/^\+7\d{10}$/);
    expect(Number(await count())).toBe(before + 1);
    expect((await mo.call(c.revealPhones, { body: { ids: ids.slice(2) } })).status).toBe(404);
    expect((await mo.call(c.revealPhones, { body: { ids: Array(201).fill(ids[0]) } })).body.errors.ids).toContain(
      '200',
    );
  });
  it('a search by a whole phone is written down, once a day; by its end it is not', async () => {
    const person = await newPerson(mo, w.po, { phoneNumberList: ['+79219990011'] });
    const lines = async () =>
      (
        await t.deps.db
          .selectFrom('action_log')
          .where('verb', '=', 'profile.search_phone')
          .where('object_id', '=', person.id)
          .select('id')
          .execute()
      ).length;
    await mo.call(globalSearch, { query: { q: '0011' } });
    expect(await lines()).toBe(0);
    await mo.call(globalSearch, { query: { q: '+7 921 999-00-11' } });
    expect(await lines()).toBe(1);
    await mo.call(c.profiles.list, { query: { filter: { nameFilter: '89219990011' } } });
    expect(await lines()).toBe(1);
    await reader.call(garages.list, { query: { filter: { nameFilter: '89219990011' } } });
    expect(await lines()).toBe(2);
  });
  it('one phone on many cards: everybody who was shown is written down', async () => {
    const holders: number[] = [];
    for (let nth = 0; nth < 7; nth += 1)
      holders.push((await newPerson(mo, w.po, { phoneNumberList: ['+79219990033'] })).id);
    const found = await mo.call(globalSearch, { query: { q: '89219990033' } });
    expect(found.body.profiles.total).toBe(7);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.search_phone')
      .where('object_id', 'in', holders)
      .select('object_id')
      .execute();
    expect(lines.map(({ object_id }) => Number(object_id)).sort((one, other) => one - other)).toEqual(holders);
  });
  it('a selection, a run of charges, a pile of papers and a marking of consents by it are written down too', async () => {
    const phone = '89219990022';
    const person = await newPerson(mo, w.po, { phoneNumberList: ['+79219990022'] });
    const filter = { nameFilter: phone };
    const all = { filter, all: true, included: [], excluded: [], expected: 0 };
    const terms = fee({ isAllGaragSelected: true, selectedGarageFilters: filter });
    const ways: ((who: Caller) => Promise<unknown>)[] = [
      (who) => who.call(garageSelection, { body: all }),
      (who) => who.call(previewAccrual, { body: terms }),
      (who) => who.call(readingRows, { body: terms }),
      (who) =>
        who.call(postAccrual, {
          body: { ...terms, idempotencyKey: randomUUID(), expected: { garages: 1, amount_kopecks: 1 } },
        }),
      (who) => who.call(planBatch, { body: { kind: 'labels', selection: all, date: '2026-11-20' } }),
      (who) =>
        who.call(addConsents, {
          body: { ...all, kind: 'pd_processing', signedAt: '2026-11-20', docNo: null, source: 'paper' },
        }),
    ];
    for (const [nth, way] of ways.entries()) {
      const who = await as(t, { mo: w.mo });
      await way(who);
      const found = await t.deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'profile.search_phone')
        .where('object_id', '=', person.id)
        .where('user_id', '=', who.userId)
        .select('id')
        .execute();
      expect([nth, found.length]).toEqual([nth, 1]);
    }
  });
  it('a list to call by carries whole phones for a reason, on record, to capability 1', async () => {
    await newPerson(mo, w.po, { lastName: 'Обзвонов', phoneNumberList: ['+79215556677'] });
    const take = (who: Caller, phonesReason: string | null) =>
      who.call(exportList, {
        params: { resource: 'profiles' },
        body: {
          format: 'csv',
          columns: ['name', 'phone'],
          sort: ['full_name', 'ASC'],
          filter: { nameFilter: 'Обзвонов' },
          phonesReason,
        },
      });
    expect((await take(mo, null)).text).toContain('8 *** ***-66-77');
    expect((await take(mo, 'Собрание 5 декабря')).text).toContain('89215556677');
    expect((await take(mo, 'так')).body.errors.phonesReason).toContain('для чего');
    expect((await take(reader, 'Собрание 5 декабря')).status).toBe(403);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.export')
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow();
    expect(line.text).toContain('Для чего: Собрание 5 декабря');
  });
});

describe('words that somebody wrote', () => {
  it.each([
    ['тел. 8 (921) 765-43-21', 'тел. +7 *** ***-43-21'],
    ['79217654321', '+7 *** ***-43-21'],
    ['звонить 921 765 43 21', 'звонить +7 *** ***-43-21'],
    ['ЛС 9217654321', 'ЛС 9217654321'],
    ['серия 4012 номер 345678', 'серия 40** ***678'],
    ['паспорт 4012345678', 'паспорт 40** ***678'],
    ['почта ivanov.p@example.ru', 'почта i***@example.ru'],
    ['живёт в кв. 77', 'живёт в кв. ***'],
    ['Квартира № 77а, звонок', 'Квартира. ***, звонок'],
    ['оплата за 2 кв. 2025', 'оплата за 2 кв. 2025'],
    ['ул. Тихая 3-14', 'ул. Тихая 3-***'],
    ['д. 3, 14', 'д. 3-***'],
    ['Изменён гараж А, 45: размер', 'Изменён гараж А, 45: размер'],
    ['Гараж 12-3 45, долг 4 500,00 ₽ с 01.02.2025', 'Гараж 12-3 45, долг 4 500,00 ₽ с 01.02.2025'],
  ])('%s is read as %s, alike by the server and the database', async (text, shown) => {
    expect(maskText(text)).toBe(shown);
    const [row] = (await sql<{ text: string }>`select ${maskedText(sql`${text}::text`)} as text`.execute(t.deps.db))
      .rows;
    expect(row!.text).toBe(shown);
  });
  it('notes and comments are whole for capability 1, masked for others', async () => {
    const text = 'Звонить 8 921 444-55-66, «ул. Тайная, кв. 99»\nкв. 99';
    const garage = await newGarage(mo, w.po, { note: text });
    await mo.call(addComment, { params: { type: 'garage', objectId: garage.id }, body: { text } });
    const seen = async (who: Caller) => [
      (await who.call(garages.one, { params: { id: garage.id } })).body.note,
      (await who.call(comments, { params: { type: 'garage', objectId: garage.id } })).body.data[0].text,
    ];
    expect(await seen(mo)).toEqual([text, text]);
    const masked = 'Звонить +7 *** ***-55-66, «ул. Тайная, кв. ***»\nкв. ***';
    expect(await seen(reader)).toEqual([masked, masked]);
    // His own words he edits as he wrote them.
    await reader.call(addComment, { params: { type: 'garage', objectId: garage.id }, body: { text } });
    expect(await seen(reader)).toEqual([masked, text]);
  });
  it('a phone written into a name is whole for capability 1 alone: card, list, search, garage, export', async () => {
    const person = await newPerson(mo, w.po, { lastName: 'Зуммеров 89214445566' });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id }], ownedSince: '2020-01-01' });
    const body = { format: 'csv', columns: ['name'], sort: ['full_name', 'ASC'], filter: { id: [person.id] } };
    const seen = async (who: Caller) => {
      const [card, list, search, plates, file] = await Promise.all([
        who.call(c.profiles.one, { params: { id: person.id } }),
        who.call(c.profiles.list, { query: { filter: { id: [person.id] } } }),
        who.call(globalSearch, { query: { q: 'Зуммеров' } }),
        who.call(garages.list, { query: { filter: { nameFilter: 'Зуммеров' } } }),
        who.call(exportList, { params: { resource: 'profiles' }, body: body as never }),
      ]);
      return [card, list, search, plates, file].map((reply) => reply.text);
    };
    for (const text of await seen(mo)) expect(text).toContain('89214445566');
    for (const text of await seen(reader)) {
      expect(text).toContain('+7 *** ***-55-66');
      expect(text).not.toContain('9214445566');
    }
    const found = (q: string) => reader.call(c.profiles.list, { query: { filter: { nameFilter: q } } });
    expect([(await found('Зуммеров 8921')).body.length, (await found('Зуммеров')).body.length]).toEqual([0, 1]);
  });
});

it.each(['а', '8', '8 ', 'а.', '+7 (', '4012 ', 'ул. ', 'кв. ', 'д. 3, ', '9'])(
  'masking «%s» a million times over takes no longer than its length',
  (part) => {
    const from = performance.now();
    maskText(part.repeat(1_000_000 / part.length));
    expect(performance.now() - from).toBeLessThan(inTime(3000));
  },
);

it('a consent on health is told as a privilege of health is: to those who keep the register alone', async () => {
  const person = await newPerson(mo, w.po);
  for (const kind of ['health', 'sms_info'] as const)
    expect(
      (await mo.call(c.addConsent, { params: { id: person.id }, body: { kind, signedAt: '2026-11-01' } as never }))
        .status,
    ).toBe(200);
  const reader = await as(t, { po: w.po, capabilities: [2] });
  const kinds = async (who: Caller) => ({
    card: (await who.call(c.profiles.one, { params: { id: person.id } })).body.consents.map(
      ({ kind }: { kind: string }) => kind,
    ),
    list: (await who.call(c.profiles.list, { query: { filter: { id: [person.id] } as never } })).body[0].consents,
  });
  expect(await kinds(reader)).toEqual({ card: ['sms_info'], list: ['sms_info'] });
  expect(await kinds(mo)).toEqual({ card: ['sms_info', 'health'], list: ['health', 'sms_info'] });
  const { body } = await reader.call(actionLog.list, { query: { filter: { tab: 'profile' } as never } });
  expect(JSON.stringify(body)).not.toContain('Сведения о здоровье');
  const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: person.id }] });
  const plan = {
    kind: 'consents',
    consent_kind: 'health',
    date: '2026-11-20',
    selection: { filter: {}, included: [garage.id], all: false, expected: 1 },
  };
  expect((await reader.call(planBatch, { body: plan as never })).status).toBe(403);
  const info = { body: { document_types: [10], profile_id: person.id } as never };
  const consents = async (who: Caller) =>
    (await who.call(documentTypeInfo, info)).body.data[0].consents.map(({ kind }: { kind: string }) => kind);
  expect(await consents(reader)).not.toContain('health');
  expect(await consents(mo)).toContain('health');
});
