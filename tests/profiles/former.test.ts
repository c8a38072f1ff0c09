// Former places: what a ПО reads of a person when everything between them is over, and what a mistake leaves.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import { addComment } from '../../contract/comments.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import { removeOwner } from '../../contract/garages.ts';
import * as c from '../../contract/profiles.ts';
import { addressSuggestions } from '../../contract/addresses.ts';
import { addConsents } from '../../contract/profiles/consents.ts';
import { exportList } from '../../contract/exports.ts';
import { heldData } from '../../contract/instruments/personal.ts';
import { garages } from '../../contract/garages.ts';
import { globalSearch } from '../../contract/search.ts';
import { personPresent, presentOfPlace } from '../../server/kernel/scope.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { chargeLine, postLines } from '../balance/posting.ts';
import { mailing, preview } from '../notifications/kit.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let home: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  home = await as(t, { po: w.po });
  other = await as(t, { po: w.siblingPo });
});
afterAll(() => t.close());

/** A person at home who also owned at the other ПО until a day. */
async function left(endedOn: string, reason = 'продан', more: object = {}) {
  const person = await newPerson(mo, w.po, {
    phoneNumberList: ['+79217776543'],
    passSeria: '4012',
    passNum: '345678',
    registrationAddress: 'г. Тайный, ул. Скрытая, д. 1, кв. 77',
    ...more,
  });
  const owner = { alreadyExistProfile: [{ profileId: person.id }], ownedSince: '2020-01-01' };
  await newGarage(mo, w.po, owner);
  const garage = await newGarage(mo, w.siblingPo, owner);
  const ended = await mo.call(removeOwner, {
    params: { id: garage.id, ownershipId: garage.owners[0]!.id },
    body: { date: endedOn, reason },
  });
  expect(ended.status).toBe(200);
  return { person, garage };
}
const card = (who: Caller, id: number) => who.call(c.profiles.one, { params: { id } });
const reveal = (who: Caller, id: number) => who.call(c.revealProfile, { params: { id }, body: { what: 'phones' } });
const save = (who: Caller, person: c.ProfileCard) =>
  who.call(c.profiles.update, {
    params: { id: person.id },
    body: {
      lastName: 'Чужой',
      firstName: null,
      fatherName: null,
      birthday: null,
      isVOAMember: false,
      version: 0,
    } as never,
  });

describe('today is 20.11.2026; the tie lives for 60 days', () => {
  it.each([
    ['2026-09-22', 200],
    ['2026-09-21', 403],
  ])('owned until %s: a reveal is answered %i', async (day, status) => {
    const { person } = await left(day);
    expect((await reveal(other, person.id)).status).toBe(status);
  });
  it('who owes there is present, under whichever of his cards he owes', async () => {
    const { person, garage } = await left('2026-01-15');
    const gone = await left('2026-01-15', 'продан', { passNum: '345679', phoneNumberList: ['+79217776544'] });
    const posted = await postLines(t, { ...w, po: w.siblingPo }, [
      {
        garage_id: gone.garage.id,
        sign: -1,
        amount_kopecks: 671_250,
        accrual_type_id: 1,
        payment_type_id: null,
        period_year: 2024,
        on_date: '2024-02-01',
        owner_id: gone.person.id,
        debtor_id: gone.person.id,
      },
    ]);
    expect(posted).toHaveLength(1);
    expect((await reveal(other, gone.person.id)).status).toBe(200);
    expect((await reveal(other, person.id)).status).toBe(403);
    // The card that owes is merged into the other: his lines stay as they were written.
    await t.deps.db.updateTable('profile').set({ merged_into: person.id }).where('id', '=', gone.person.id).execute();
    expect((await reveal(other, person.id)).status).toBe(200);
    const bill = await other.call(garageDebt, { params: { id: gone.garage.id }, query: {} });
    expect(bill.body.former).toMatchObject([{ full_name: person.full_name, debt_kopecks: 671_250 }]);
    expect(garage.id).not.toBe(gone.garage.id);
  });
  it('then the name and the own history are left: no reveal, no writing, no search by phone', async () => {
    const { person, garage } = await left('2026-01-15');
    const { status, body } = await card(other, person.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      full_name: person.full_name,
      is_former: true,
      birthday: null,
      pass_masked: null,
      phones_masked: [],
      registrationAddress: null,
      email: null,
      consents: [],
      garages: [{ id: garage.id, ended_on: '2026-01-15' }],
      inn: null,
      po: { id: w.siblingPo },
    });
    const [row] = (await other.call(c.profiles.list, { query: { filter: { id: [person.id] } } })).body;
    expect([row.full_name, row.birthday, row.phones, row.po.id]).toEqual([person.full_name, null, [], w.siblingPo]);
    expect((await save(other, person)).status).toBe(403);
    const said = { params: { type: 'profile', objectId: person.id }, body: { text: 'Слово' } } as const;
    expect((await other.call(addComment, said)).status).toBe(403);
    expect((await other.call(c.revealPhones, { body: { ids: [person.id] } })).status).toBe(404);
    const found = async (who: Caller, q: string) =>
      (await who.call(globalSearch, { query: { q } })).body.profiles.items.map((one: { id: number }) => one.id);
    expect(await found(other, '9217776543')).not.toContain(person.id);
    expect(await found(home, '9217776543')).toContain(person.id);
    await t.deps.db.updateTable('profile').set({ inn: '7707083893' }).where('id', '=', person.id).execute();
    expect([(await card(other, person.id)).body.inn, (await card(home, person.id)).body.inn]).toEqual([
      null,
      '7707083893',
    ]);
    // At home nothing is over.
    expect((await card(home, person.id)).body).toMatchObject({
      is_former: false,
      phones_masked: ['+7 *** ***-65-43'],
      po: { id: w.po },
    });
  });
  it('a debt left to him keeps it', async () => {
    const { person, garage } = await left('2026-01-15');
    const charged = await mo.call(postAccrual, {
      body: {
        isAllGaragSelected: false,
        includedGarages: [garage.id],
        contributionAmount: 45_000,
        contributionDate: '2026-01-10',
        idempotencyKey: crypto.randomUUID(),
        expected: { garages: 1, amount_kopecks: 45_000 },
      },
    });
    expect(charged.status).toBe(200);
    expect((await reveal(other, person.id)).status).toBe(403);
    await sql`insert into balance_operation (garage_id, region_id, mo_id, po_id, owner_id, debtor_id, sign, amount_kopecks, accrual_type_id,
        period_year, on_date, contribution_id, created_by)
      select garage_id, region_id, mo_id, po_id, ${person.id}, ${person.id}, sign, amount_kopecks, accrual_type_id, period_year, on_date,
        contribution_id, created_by from balance_operation where garage_id = ${garage.id}`.execute(t.deps.db);
    expect((await reveal(other, person.id)).status).toBe(200);
  });
  it('is found by a debt that was left to him only where he owes it', async () => {
    const { person, garage } = await left('2026-01-15');
    const owing = async (who: Caller) =>
      (await who.call(c.profiles.list, { query: { filter: { id: [person.id], debt: 'left' } } })).body.map(
        (row: { id: number }) => row.id,
      );
    expect([await owing(home), await owing(other), await owing(mo)]).toEqual([[], [], []]);
    const his = { owner_id: person.id, debtor_id: person.id };
    await postLines(t, w, [chargeLine(garage.id, '2025-02-01', 45_000, his)]);
    expect([await owing(home), await owing(other), await owing(mo)]).toEqual([[], [person.id], [person.id]]);
  });
  it('an open case keeps it', async () => {
    const { person, garage } = await left('2026-01-15');
    const { id } = await t.deps.db
      .insertInto('reregistration')
      .values({
        garage_id: garage.id,
        region_id: w.region,
        mo_id: w.mo,
        po_id: w.siblingPo,
        status: 1,
        reason_id: 1,
        date_request: '2026-02-01',
        on_date: '2026-02-01',
        author_id: mo.userId,
        last_event_at: '2026-02-01T00:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.deps.db
      .insertInto('reregistration_party')
      .values({ reregistration_id: id, side: 'old', nth: 1, profile_id: person.id })
      .execute();
    expect((await reveal(other, person.id)).status).toBe(200);
    // A draft is opened by anybody for himself.
    await t.deps.db.updateTable('reregistration').set({ status: 0 }).where('id', '=', id).execute();
    expect((await reveal(other, person.id)).status).toBe(403);
    await t.deps.db
      .updateTable('reregistration')
      .set({ last_event_at: '2026-11-19T00:00:00Z' })
      .where('id', '=', id)
      .execute();
    expect((await reveal(other, person.id)).status).toBe(403);
    await t.deps.db
      .updateTable('reregistration')
      .set({ last_event_at: '2026-02-01T00:00:00Z' })
      .where('id', '=', id)
      .execute();
    const ended = async (event: string, completed: string) => {
      const times = { applied_at: '2026-01-15T10:00:00Z', completed_at: completed, last_event_at: event };
      await t.deps.db
        .updateTable('reregistration')
        .set({ status: 5, ...times })
        .where('id', '=', id)
        .execute();
      return (await reveal(other, person.id)).status;
    };
    expect(await ended('2026-02-01T00:00:00Z', '2026-01-16T10:00:00Z')).toBe(403);
    expect(await ended('2026-09-21T12:00:00Z', '2026-01-16T10:00:00Z')).toBe(403);
    expect(await ended('2026-09-22T12:00:00Z', '2026-01-16T10:00:00Z')).toBe(200);
    // Applied for and completed in one press: it never stood open.
    expect(await ended('2026-11-19T12:00:00Z', '2026-01-15T10:00:05Z')).toBe(403);
    expect(await ended('2026-11-19T12:00:00Z', '2026-01-15T10:00:05.001Z')).toBe(200);
  });
});

describe('of a former person nothing hidden is found out another way', () => {
  let person: c.ProfileCard;
  let garage: Awaited<ReturnType<typeof left>>['garage'];
  beforeAll(async () => {
    ({ person, garage } = await left('2026-01-15', 'продан', {
      lastName: 'Уехалов',
      birthday: '1950-03-03',
      phoneNumberList: ['+79215550077'],
      email: 'gone@example.ru',
      passSeria: '4012',
      passNum: '777888',
      registrationAddress: 'г. Дальний, ул. Бывшая, д. 1, кв. 7',
    }));
  });
  it('he gets no mailing, and it is said why; elsewhere he does', async () => {
    const at = async (who: Caller) => (await preview(who, mailing([person.id]))).receiverCounter;
    expect(await at(other)).toMatchObject({ email: 0, sms: 0, reasons: { former: 1 } });
    expect((await at(home)).reasons).not.toHaveProperty('former');
  });
  it('his address is no hint', async () => {
    const hints = async (who: Caller) =>
      (await who.call(addressSuggestions, { query: { q: 'Дальний' } })).body.suggestions.length;
    expect([await hints(other), await hints(home)]).toEqual([0, 1]);
  });
  it('his birthday puts him nowhere in the order, his phone finds him in no list', async () => {
    const young = await newPerson(other, w.siblingPo, { birthday: '1990-01-01' });
    const listed = async (who: Caller, filter: object, order: 'ASC' | 'DESC' = 'ASC') =>
      (await who.call(c.profiles.list, { query: { filter, sort: ['birthday', order] } })).body.map(
        (row: { id: number }) => row.id,
      );
    const both = { id: [person.id, young.id] };
    expect([await listed(other, both), await listed(other, both, 'DESC')]).toEqual([
      [young.id, person.id],
      [young.id, person.id],
    ]);
    expect(await listed(mo, both)).toEqual([person.id, young.id]);
    for (const nameFilter of ['0077', '+7 921 555-00-77']) {
      expect(await listed(other, { nameFilter })).not.toContain(person.id);
      expect(await listed(home, { nameFilter })).toContain(person.id);
    }
  });
  it('passport, phone and mailbox of a form do not give him away; his name is told with nothing beside it', async () => {
    const hints = async (who: Caller, body: object) =>
      (await who.call(c.duplicateHints, { body: body as never })).body.data.filter(
        (one: { id: number }) => one.id === person.id,
      );
    const { lastName, firstName, fatherName } = person;
    expect(await hints(home, { passSeria: '4012', passNum: '777888' })).toHaveLength(1);
    expect(await hints(other, { passSeria: '4012', passNum: '777888', phoneNumberList: ['+79215550077'] })).toEqual([]);
    const [hint] = await hints(other, { lastName, firstName, fatherName, birthday: '1950-03-03' });
    expect(hint).toMatchObject({ birthday: null, phones: [], score: 60 });
    expect(hint.reason).toContain('прежде был у вас');
  });
  it('the sheet of his data is refused in words; an export and the history of the garage carry the name', async () => {
    const sheet = await other.call(heldData, { params: { id: person.id }, body: {} });
    expect([sheet.status, sheet.body.message]).toEqual([403, expect.stringContaining('Связь человека')]);
    const file = await other.call(exportList, {
      params: { resource: 'profiles' },
      body: {
        format: 'csv',
        columns: ['name', 'birthday', 'phone', 'consents'],
        sort: ['full_name', 'ASC'],
        filter: { nameFilter: 'Уехалов' },
      },
    });
    expect(file.text).toContain('Уехалов');
    expect(file.text).not.toMatch(/1950|00-77|да$/m);
    // Nor does a list to call by, and the log does not say that his phone was seen.
    const calling = await other.call(exportList, {
      params: { resource: 'profiles' },
      body: {
        format: 'csv',
        columns: ['name', 'phone'],
        sort: ['full_name', 'ASC'],
        filter: { nameFilter: 'Уехалов' },
        phonesReason: 'обзвон должников',
      },
    });
    expect(calling.text).toContain('Уехалов');
    expect(calling.text).not.toContain('0077');
    const { after } = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.export')
      .where('text', 'like', '%обзвон должников')
      .select('after')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(after)).not.toContain('people');
    const seen = await other.call(garages.one, { params: { id: garage.id } });
    expect(seen.body.owner_history[0]).toMatchObject({ phone: null, isVOAMember: false, privilege: null });
  });
});

it('one person asked and a whole place asked are of one mind about every tie', async () => {
  const seen = new Set<boolean>();
  for (const who of [{ po: w.po }, { po: w.siblingPo }, { mo: w.mo }, { region: w.region }]) {
    const actor = { region: null, mo: null, po: null, ...who, capabilities: [1] } as never;
    const { rows } = await sql<{ one: boolean; all: boolean }>`select ${personPresent(actor, 'p', '2026-11-20')} as one,
      ${presentOfPlace(actor, 'p', '2026-11-20')} as all from profile p`.execute(t.deps.db);
    expect(rows.filter(({ one, all }) => one !== all)).toEqual([]);
    for (const { one } of rows) seen.add(one);
  }
  expect(seen.size).toBe(2);
});

it('a tie ended as a mistake is gone', async () => {
  const { person } = await left('2026-11-19', 'внесён по ошибке');
  expect((await card(other, person.id)).status).toBe(404);
  expect((await reveal(other, person.id)).status).toBe(404);
  expect((await card(home, person.id)).status).toBe(200);
});

it('a reveal is told in the log of every place where the tie lives', async () => {
  const person = await newPerson(mo, w.po);
  const owner = { alreadyExistProfile: [{ profileId: person.id }], ownedSince: '2020-01-01' };
  await newGarage(mo, w.siblingPo, owner);
  await reveal(other, person.id);
  const lines = await t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', 'profile.reveal')
    .where('object_id', '=', person.id)
    .orderBy('po_id')
    .select(['po_id', 'mo_id'])
    .execute();
  expect(lines).toEqual([
    { po_id: w.po, mo_id: w.mo },
    { po_id: w.siblingPo, mo_id: w.mo },
  ]);
});

describe('consents of everybody found', () => {
  it('are marked for those who are here; former ones are counted apart and stay as they are', async () => {
    const { person } = await left('2021-05-01');
    const here = await newPerson(mo, w.siblingPo);
    await newGarage(mo, w.siblingPo, { alreadyExistProfile: [{ profileId: here.id }], ownedSince: '2020-01-01' });
    const filter = { id: [person.id, here.id] };
    const seen = (await other.call(c.profiles.list, { query: { filter } })).body as c.ProfileRow[];
    expect(seen.filter(({ is_former: isFormer }) => isFormer).map(({ id }) => id)).toEqual([person.id]);
    expect(seen).toHaveLength(2);
    const chosen = { all: true, filter, included: [], excluded: [], expected: seen.length };
    const given = { kind: 'sms_info' as const, signedAt: '2026-01-10', docNo: null, source: 'paper' as const };
    const { status, body } = await other.call(addConsents, { body: { ...chosen, ...given } });
    expect([status, body]).toEqual([200, { marked: 1, had: 0, left: 0, former: 1 }]);
    const written = await t.deps.db
      .selectFrom('consent')
      .where('kind', '=', 'sms_info')
      .where('profile_id', 'in', [person.id, here.id])
      .select('profile_id')
      .execute();
    expect(written).toEqual([{ profile_id: here.id }]);
    const fewer = await other.call(addConsents, { body: { ...chosen, ...given, expected: 1 } });
    expect(fewer.status).toBe(409);
  });
});
