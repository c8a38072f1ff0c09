// The one search box through the API: what each reading finds, who sees it, what is written down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { duplicateHints, profiles } from '../../contract/profiles.ts';
import { globalSearch, type SearchAnswer } from '../../contract/search.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody, newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save } from '../reregistrations/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let kiselev: number;
let garage: number;
let account: string;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  const person = await newPerson(mo, w.po, {
    lastName: 'Киселёв',
    firstName: 'Пётр',
    fatherName: 'Семёнович',
    phoneNumberList: ['+79000004567'],
    passSeria: '4012',
    passNum: '123456',
  });
  kiselev = person.id;
  const card = await newGarage(mo, w.po, {
    section: 'А',
    number: '45',
    alreadyExistProfile: [{ profileId: kiselev, isPrimary: true }],
  });
  [garage, account] = [card.id, card.account_no];
  await newGarage(mo, w.po, { section: 'Б', number: '45' });
  await newGarage(mo, w.siblingPo, { section: 'А', number: '45' });
});
afterAll(() => t.close());

const search = async (q: string, who = mo, limit?: number): Promise<SearchAnswer> => {
  const { status, body } = await who.call(globalSearch, { query: { q, ...(limit ? { limit } : {}) } });
  expect(status).toBe(200);
  return body;
};
const ids = (group: { items: { id: number }[] }) => group.items.map((item) => item.id);

describe('finds a person by', () => {
  it.each([
    ['surname', 'Киселёв'],
    ['surname without ё', 'киселев'],
    ['part of it', 'исел'],
    ['words in any order', 'петр киселев'],
    ['three words', 'Семёнович Пётр Киселёв'],
    ['tail of the phone', '4567'],
    ['tail as it is written', '45-67'],
    ['whole phone', '8 (900) 000-45-67'],
  ])('%s: «%s»', async (_, query) => {
    const answer = await search(query);
    expect(ids(answer.profiles)).toContain(kiselev);
    expect(answer.corrected).toBeNull();
  });

  it('the other keyboard layout', async () => {
    const answer = await search('rbctk`d');
    expect(ids(answer.profiles)).toEqual([kiselev]);
    expect(answer.corrected).toEqual({ kind: 'layout', words: ['киселёв'] });
  });

  it.each(['кисилев', 'кселев', 'киселеф', 'икселев'])('a name with slips: «%s»', async (typed) => {
    const answer = await search(typed);
    expect(ids(answer.profiles)).toContain(kiselev);
    expect(answer.corrected).toEqual({ kind: 'near', words: ['киселев'] });
  });

  it('two words, one of them with a slip', async () => {
    expect(ids((await search('кисилев петр')).profiles)).toEqual([kiselev]);
  });

  it('the tail of a phone from four digits on: fewer would list half the register', async () => {
    expect(ids((await search('4567')).profiles)).toEqual([kiselev]);
    for (const query of ['7', '67', '567']) expect((await search(query)).profiles.total, query).toBe(0);
  });

  it('the nearest of very many names that are like the typed one', async () => {
    const ending = (n: number) => [...String(n).padStart(5, '0')].map((digit) => 'абвгдежзик'[Number(digit)]).join('');
    const like = (n: number) => `Переяславский${ending(n)}`;
    const { id } = await newPerson(mo, w.po, { lastName: 'Переяславскиянов' });
    for (let n = 0; n < 45; n += 3)
      await newPerson(mo, w.po, { lastName: like(n), firstName: like(n + 1), fatherName: like(n + 2) });
    const answer = await search('переяславскияноф');
    expect([ids(answer.profiles), answer.corrected]).toEqual([[id], { kind: 'near', words: ['переяславскиянов'] }]);
  });

  it('nothing like it: an empty answer, not an error', async () => {
    for (const query of ['абракадабра', '%', '_____', '\\', "'; drop table profile", '🚗', '(((']) {
      const answer = await search(query);
      expect([answer.garages.total, answer.profiles.total], query).toEqual([0, 0]);
    }
  });

  it('a number that nobody and nothing has finds nothing, re-registrations neither', async () => {
    const sold = await ownedGarage(mo, w.po);
    const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
    const { id } = await save(mo, { ...form(sold.id, 1, { newOwner }), apply: true } as never);
    expect(ids((await search(sold.owners[0]!.full_name)).reregistrations)).toEqual([id]);
    const none = { total: 0, items: [] };
    for (const query of ['99999', '8 (900) 999-99-99', '9999 999999', '№'])
      expect(await search(query), query).toEqual({
        query,
        corrected: null,
        garages: none,
        profiles: none,
        reregistrations: none,
      });
  });

  it('the former name is forgotten, the new one is found', async () => {
    const person = await newPerson(mo, w.po, { lastName: 'Тюльпанова', firstName: 'Анна' });
    const { body: card } = await mo.call(profiles.one, { params: { id: person.id } });
    const changed = await mo.call(profiles.update, {
      params: { id: person.id },
      body: {
        lastName: 'Ромашкина',
        firstName: 'Анна',
        phoneNumberList: [],
        isVOAMember: false,
        version: card.version,
      },
    });
    expect(changed.status).toBe(200);
    expect((await search('тюльпанова')).profiles.total).toBe(0);
    expect(ids((await search('ромашкина')).profiles)).toEqual([person.id]);
  });
});

describe('finds a garage by', () => {
  it('number and section', async () => {
    expect(ids((await search('А 45')).garages)).toContain(garage);
    expect((await search('А 45')).garages.total).toBe(2);
    expect((await search('гараж 45')).garages.total).toBe(3);
    expect((await search('45')).garages.total).toBe(3);
  });
  it('ПО and number; ПО, section and number', async () => {
    expect((await search('12-3 45')).garages.total).toBe(2);
    expect(ids((await search('12-3 А 45')).garages)).toEqual([garage]);
    expect(ids((await search('КАС № 12-3 а45')).garages)).toEqual([garage]);
    // «12-3» is not the tail of «12-10» nor the head of «12-30».
    expect((await search('12-1 45')).garages.total).toBe(0);
  });
  it('account number', async () => {
    expect(ids((await search(account)).garages)).toEqual([garage]);
  });
  it('owner, and owner with a number', async () => {
    expect(ids((await search('киселев')).garages)).toEqual([garage]);
    expect(ids((await search('киселев 45')).garages)).toEqual([garage]);
    expect((await search('киселев 46')).garages.total).toBe(0);
  });
  it('shows the plate, the place, the owner and the balance; archived garages last', async () => {
    const old = await newGarage(mo, w.po, { section: 'А', number: '77' });
    await t.deps.db.updateTable('garage').set({ is_active: false }).where('id', '=', old.id).execute();
    const live = await mo.call(garages.create, { body: garageBody(w.po, { section: 'Я', number: '77' }) });
    const answer = await search('77');
    expect(ids(answer.garages)).toEqual([live.body.id, old.id]);
    expect((await search('А 45')).garages.items.find((item) => item.id === garage)).toEqual({
      id: garage,
      section: 'А',
      restrictions: [],
      number: '45',
      po_name: 'КАС № 12-3',
      is_active: true,
      account_no: account,
      owner: 'Киселёв Пётр Семёнович',
      co_owner: null,
      balance_kopecks: 0,
      aside_kopecks: 0,
      former_kopecks: 0,
    });
  });
});

describe('says what was meant', () => {
  let shared: number;
  let byPatronymic: number;
  beforeAll(async () => {
    const [first, second, third] = [
      await newPerson(mo, w.po, { lastName: 'Новиков', firstName: 'Борис', fatherName: 'Назарович' }),
      await newPerson(mo, w.po, { lastName: 'Назаров', firstName: 'Илья' }),
      await newPerson(mo, w.po, { lastName: 'Aбаев', firstName: 'Лев' }),
    ];
    byPatronymic = (
      await newGarage(mo, w.po, {
        section: 'В',
        number: '8',
        alreadyExistProfile: [{ profileId: first.id, isPrimary: true }],
      })
    ).id;
    shared = (
      await newGarage(mo, w.po, {
        section: 'В',
        number: '9',
        alreadyExistProfile: [
          { profileId: third.id, isPrimary: true },
          { profileId: second.id, isPrimary: false },
        ],
      })
    ).id;
  });

  it('a surname comes before a patronymic, and the co-owner who was meant is named', async () => {
    const answer = await search('назаров');
    expect(answer.profiles.items.map((person) => person.full_name.split(' ')[0])).toEqual(['Назаров', 'Новиков']);
    expect(answer.garages.items.map(({ id, co_owner }) => [id, co_owner])).toEqual([
      [shared, 'Назаров Илья Петрович'],
      [byPatronymic, null],
    ]);
  });
  it('where the first owner was meant nobody is named beside, be another meant too', async () => {
    const [first, second] = [
      await newPerson(mo, w.po, { lastName: 'Цветаев', firstName: 'Пётр' }),
      await newPerson(mo, w.po, { lastName: 'Цветаева', firstName: 'Анна', fatherName: 'Ильинична' }),
    ];
    // The first owner came into the register last: neither number nor letters put him first.
    const { id } = await newGarage(mo, w.po, {
      section: 'В',
      number: '11',
      alreadyExistProfile: [
        { profileId: second.id, isPrimary: true },
        { profileId: first.id, isPrimary: false },
      ],
    });
    const named = async (typed: string) =>
      (await search(typed)).garages.items.map((one) => [one.id, one.owner, one.co_owner]);
    expect(await named('цветаева')).toEqual([[id, second.full_name, null]]);
    expect(await named('цветаев')).toEqual([[id, second.full_name, null]]);
    expect(await named('цветаев пётр')).toEqual([[id, second.full_name, first.full_name]]);
  });
  it('a Latin letter in a name or in a query is the Cyrillic one it looks like, in order too', async () => {
    for (const typed of ['абаев', 'Aбаев', 'aбaeв']) {
      const answer = await search(typed);
      expect([ids(answer.garages), answer.corrected], typed).toEqual([[shared], null]);
    }
    const { body } = await mo.call(profiles.list, { query: { sort: '["full_name","ASC"]' } });
    expect((body as { full_name: string }[])[0]!.full_name).toBe('Aбаев Лев Петрович');
  });
  it.each(['12-3 В 9', 'В 9', 'назаров', 'aбаев 9', 'В9'])(
    'the box of the list reads «%s» as the search does',
    async (typed) => {
      const { body } = await mo.call(garages.list, { query: { filter: JSON.stringify({ nameFilter: typed }) } });
      const wanted = (await search(typed)).garages;
      expect(new Set(ids({ items: body as { id: number }[] }))).toEqual(new Set(ids(wanted)));
      expect(ids(wanted)).toContain(shared);
    },
  );
});

describe('a passport', () => {
  const lines = () =>
    t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.search_passport')
      .selectAll()
      .orderBy('id')
      .execute();

  it('is found whole, and it is written down who looked', async () => {
    const before = (await lines()).length;
    expect(ids((await search('4012 123456')).profiles)).toEqual([kiselev]);
    const written = (await lines()).slice(before);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({ user_id: mo.userId, object_type: 'profile', object_id: kiselev, mo_id: w.mo });
    expect(JSON.stringify(written)).not.toContain('123456');
  });
  it('on two cards: both are shown, and of both it is written down', async () => {
    const passport = { passSeria: '4013', passNum: '765432' };
    const twins: number[] = [];
    for (const phone of ['+79000007771', '+79000007772'])
      twins.push((await newPerson(mo, w.po, { ...passport, phoneNumberList: [phone] })).id);
    const before = (await lines()).length;
    const seen = async (from: number) => new Set((await lines()).slice(from).map((line) => Number(line.object_id)));
    expect(new Set(ids((await search('4013 765432')).profiles))).toEqual(new Set(twins));
    expect(await seen(before)).toEqual(new Set(twins));
    const hints = await mo.call(duplicateHints, {
      body: { lastName: 'Иной', phoneNumberList: [], ...passport } as never,
    });
    expect(hints.status, hints.text).toBe(200);
    expect(await seen(before + 2)).toEqual(new Set(twins));
  });
  it('is not found by a part, without capability 1, or from elsewhere; nothing is written', async () => {
    const before = (await lines()).length;
    const reader = await as(t, { mo: w.mo, capabilities: [2, 3] });
    const stranger = await as(t, { mo: w.foreignMo });
    expect((await search('4012 12345')).profiles.total).toBe(0);
    expect((await search('4012 123456', reader)).profiles.total).toBe(0);
    expect((await search('4012 123456', stranger)).profiles.total).toBe(0);
    expect(await lines()).toHaveLength(before);
  });
  it('a shorter number of a foreign document is looked for as a phone, never as a passport', async () => {
    await newPerson(mo, w.po, { passSeria: '75', passNum: '7654321', passForeign: true, phoneNumberList: [] });
    const before = (await lines()).length;
    expect((await search('75 7654321')).profiles.total).toBe(0);
    expect(await lines()).toHaveLength(before);
  });
  it('a ten-digit phone is no passport: nothing is written', async () => {
    const before = (await lines()).length;
    expect(ids((await search('9000004567')).profiles)).toEqual([kiselev]);
    expect(await lines()).toHaveLength(before);
  });
});

describe('who sees what', () => {
  it.each([
    ['own ПО', () => ({ po: w.po }), true],
    ['own region', () => ({ region: w.region }), true],
    ['sibling ПО', () => ({ po: w.siblingPo }), false],
    ['sibling МО', () => ({ mo: w.siblingMo }), false],
    ['foreign region', () => ({ region: w.foreignRegion }), false],
  ])('%s', async (_, place, sees) => {
    const person = await as(t, place());
    for (const query of ['киселев', 'кисилев', 'rbctk`d', '4567', account, 'А 45']) {
      const answer = await search(query, person);
      expect(
        [...ids(answer.profiles), ...ids(answer.garages)].some((id) => id === kiselev || id === garage),
        query,
      ).toBe(sees);
    }
  });

  it('phones are masked for everybody', async () => {
    const answer = await search('киселев');
    expect(answer.profiles.items[0]!.phone).toBe('+7 *** ***-45-67');
    expect(JSON.stringify(answer)).not.toContain('9000004567');
  });

  it('an owner who lives in another ПО is found where he owns, with the garages of the scope only', async () => {
    const guest = await newPerson(mo, w.siblingPo, { lastName: 'Гостев', firstName: 'Илья' });
    const own = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: guest.id, isPrimary: true }] });
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: guest.id, isPrimary: true }] });
    const po = await as(t, { po: w.po });
    const answer = await search('гостев', po);
    expect(ids(answer.profiles)).toEqual([guest.id]);
    expect(answer.profiles.items[0]!.garages.map((plate) => plate.id)).toEqual([own.id]);
    expect((await search('гостев')).profiles.total).toBe(1);
  });

  it('without a token: 401', async () => {
    expect((await caller(t.app)(globalSearch, { query: { q: 'киселев' } })).status).toBe(401);
  });
});

describe('limits', () => {
  it('gives as many as asked, and says how many there are', async () => {
    for (let i = 0; i < 12; i += 1)
      await newPerson(mo, w.po, { lastName: 'Многолюдов', firstName: `Имя${'абвгдежзикл'[i] ?? ''}` });
    const few = await search('многолюдов', mo, 5);
    expect([few.profiles.items.length, few.profiles.total]).toEqual([5, 12]);
    expect((await search('многолюдов')).profiles.items).toHaveLength(10);
  });
  it.each([{ q: 'x'.repeat(101) }, { q: 'а', limit: 51 }, { q: 'а', limit: 0 }])('%j is refused', async (query) => {
    expect((await mo.call(globalSearch, { query })).status).toBe(422);
  });
});

it('nothing typed is nothing found', async () => {
  for (const q of ['', '   ']) {
    const { garages: places, profiles: people, reregistrations: cases, corrected } = await search(q);
    expect([places.items, people.items, cases.items, corrected]).toEqual([[], [], [], null]);
  }
});
