// Owners of a garage through the API: adding, removing, shares, receipts, and what follows them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/garages.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { testEngine } from '../kit/database.ts';
import { newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const two = (more: object = {}) => [
  { person: personBody(), share: '1/2', isPrimary: true, ...more },
  { person: personBody(), share: '1/2' },
];
const noShares = (garage: c.GarageCard) => Object.fromEntries(garage.owners.map((owner) => [owner.id, null]));
const lock = (id: number, number: number | null) =>
  t.deps.db.updateTable('garage').set({ locked_by_reregistration: number }).where('id', '=', id).execute();
const keyOf = async (id: number) =>
  (await t.deps.db.selectFrom('garage').where('id', '=', id).select('owners_key').executeTakeFirstOrThrow()).owners_key;
const end = (
  garage: c.GarageCard,
  ownershipId: number,
  body: { date: string; shares?: Record<string, string | null> },
) => mo.call(c.removeOwner, { params: { id: garage.id, ownershipId }, body });

describe('adding', () => {
  it('needs a date, shares and somebody new', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ person: personBody() }] });
    const person = await newPerson(mo, w.po);
    const add = (more: object) =>
      mo.call(c.addOwner, { params: { id: garage.id }, body: { profileId: person.id, date: '2026-01-15', ...more } });
    expect((await add({ share: '1/2' })).body.errors).toEqual({ share: 'Сумма долей должна быть равна 1' });
    expect((await add({ share: 'пол' })).body.errors).toEqual({ share: 'Доля пишется дробью: 1/2' });
    expect((await add({ date: '2030-01-01' })).body.errors).toEqual({ date: 'Дата не может быть позже сегодняшней' });
    expect((await add({ profileId: null })).body.errors).toEqual({ profileId: 'Выберите человека или внесите нового' });
    expect((await add({ profileId: 999_999, date: '2030-01-01' })).body.errors).toEqual({
      profileId: 'Человек не найден',
      date: 'Дата не может быть позже сегодняшней',
    });
    const shares = { [garage.owners[0]!.id]: '1/2' };
    const added = await add({ share: '1/2', shares, check: true, reason: 'Раздел имущества' });
    expect(added.body.owners.map((owner: c.OwnerLine) => owner.share)).toEqual(['1/2', '1/2']);
    expect(added.body.version).toBe(garage.version + 1);
    expect((await add({ share: '1/2', shares })).body.errors).toMatchObject({
      profileId: 'Новый владелец уже владеет этим гаражом',
    });
    expect(await keyOf(garage.id)).toBe(
      [garage.owners[0]!.full_name, person.full_name].map((name) => name.toLowerCase()).join('; '),
    );
  });

  it('a co-owner begins not before the present owners, a returning one not before he left', async () => {
    const garage = await newGarage(mo, w.po, { ownedSince: '2015-05-01', alreadyExistProfile: two() });
    const person = await newPerson(mo, w.po);
    const body = (date: string) => ({ profileId: person.id, date, share: null, shares: noShares(garage) });
    const add = (date: string) => mo.call(c.addOwner, { params: { id: garage.id }, body: body(date) });
    expect((await add('2015-04-30')).body.errors).toEqual({ date: 'Дата не может быть раньше 01.05.2015' });
    const added = await add('2016-01-01');
    const own = added.body.owners.find((owner: c.OwnerLine) => owner.profile_id === person.id);
    expect((await end(garage, own.id, { date: '2020-02-02' })).status).toBe(200);
    expect((await add('2019-01-01')).body.errors).toEqual({ date: 'Дата не может быть раньше 02.02.2020' });
  });

  it('makes known a person of another ПО, enters a new one, and both see their place', async () => {
    const garage = await newGarage(mo, w.siblingPo);
    const stranger = await newPerson(mo, w.po);
    const body = { profileId: stranger.id, date: '2026-01-01' };
    const first = await mo.call(c.addOwner, { params: { id: garage.id }, body });
    expect(first.body.owners[0]).toMatchObject({ profile_id: stranger.id, is_primary: true });
    const places = await t.deps.db
      .selectFrom('profile_place')
      .where('profile_id', '=', stranger.id)
      .select('po_id')
      .execute();
    expect(new Set(places.map((place) => place.po_id))).toEqual(new Set([w.po, w.siblingPo]));
    const wrong = await mo.call(c.addOwner, {
      params: { id: garage.id },
      body: { person: personBody({ birthday: '2090-01-01' }), date: '2026-01-01', isNew: true },
    });
    expect(wrong.body.errors).toEqual({ 'person.birthday': 'Дата не может быть позже сегодняшней' });
    const second = await mo.call(c.addOwner, {
      params: { id: garage.id },
      body: { person: personBody({ lastName: 'Новосёлов' }), date: '2026-01-01', isNew: true, isPrimary: true },
    });
    expect(second.body.owners.map((owner: c.OwnerLine) => [owner.full_name.split(' ')[0], owner.is_primary])).toEqual([
      ['Новосёлов', true],
      [stranger.lastName, false],
    ]);
  });

  it('a person out of scope is not found', async () => {
    const other = await as(t, { mo: w.foreignMo });
    const stranger = await newPerson(other, w.foreignPo);
    const garage = await newGarage(mo, w.po);
    const refused = await mo.call(c.addOwner, {
      params: { id: garage.id },
      body: { profileId: stranger.id, date: '2026-01-01' },
    });
    expect(refused.body.errors).toEqual({ profileId: 'Человек не найден' });
  });
});

describe('leaving', () => {
  it('the next becomes the primary one; the former stays in history', async () => {
    const garage = await newGarage(mo, w.po, {
      ownedSince: '2020-01-01',
      alreadyExistProfile: [{ person: personBody(), isPrimary: true }, { person: personBody() }],
    });
    const [first, second] = garage.owners;
    const gone = await end(garage, first!.id, { date: '2026-02-01' });
    expect(gone.body.owners.map((owner: c.OwnerLine) => [owner.id, owner.is_primary])).toEqual([[second!.id, true]]);
    expect(gone.body.owner_history).toHaveLength(2);
    expect((await end(garage, second!.id, { date: '2019-01-01' })).body.errors).toEqual({
      date: 'Дата не может быть раньше 01.01.2020',
    });
    expect((await end(garage, first!.id, { date: '2026-02-02' })).status).toBe(404);
    expect((await end(garage, second!.id, { date: '2026-03-01' })).body.owners).toEqual([]);
    expect(await keyOf(garage.id)).toBe('');
  });

  it('receipts go to an owner of the garage: not to one who left, nor to one of another', async () => {
    const two = { ownedSince: '2020-01-01', alreadyExistProfile: [{ person: personBody(), isPrimary: true }, { person: personBody() }] }; // prettier-ignore
    const [garage, other] = [await newGarage(mo, w.po, two), await newGarage(mo, w.po, two)];
    const [first, second] = garage.owners;
    await end(garage, first!.id, { date: '2026-02-01' });
    const choose = (ownershipId: number) => mo.call(c.makePrimary, { params: { id: garage.id, ownershipId } });
    for (const stranger of [first!.id, other.owners[0]!.id, 2_000_000_000])
      expect((await choose(stranger)).status).toBe(404);
    expect((await choose(second!.id)).body.owners).toMatchObject([{ id: second!.id, is_primary: true }]);
  });

  it('those who stay own the whole', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
    const [first, second] = garage.owners;
    const left = await end(garage, first!.id, { date: '2026-02-01' });
    expect(left.body.errors).toEqual({ share: 'Сумма долей должна быть равна 1' });
    const right = await end(garage, first!.id, { date: '2026-02-01', shares: { [second!.id]: null } });
    expect(right.body.owners.map((owner: c.OwnerLine) => owner.share)).toEqual([null]);
  });
});

describe('receipts in the editor', () => {
  const save = (garage: c.GarageCard, owners: object[]) =>
    mo.call(c.garages.update, {
      params: { id: garage.id },
      body: {
        section: garage.section,
        number: garage.number,
        type: { value: garage.type.value },
        version: garage.version,
        owners: owners as c.OwnerShare[],
      },
    });

  it('are checked and saved', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
    const [first, second] = garage.owners.map((owner) => owner.id);
    const form = (share1: string | null, share2: string | null, primary = first) => [
      { id: first, share: share1, isPrimary: primary === first },
      { id: second, share: share2, isPrimary: primary === second },
    ];
    expect((await save(garage, form('1/2', '1/3'))).body.errors).toEqual({ owners: 'Сумма долей должна быть равна 1' });
    expect((await save(garage, form('1/2', '1/2', 0))).body.errors).toEqual({
      owners: 'Выберите одного владельца, который получает квитанции',
    });
    expect((await save(garage, form('1/1', null).slice(0, 1))).body.errors).toEqual({
      owners: 'Состав владельцев изменился. Обновите страницу',
    });
    const kept = garage.owners.map((owner) => owner.share);
    const saved = await save(garage, form(kept[0]!, kept[1]!, second));
    expect(saved.body.owners.map((owner: c.OwnerLine) => [owner.id, owner.share, owner.is_primary])).toEqual([
      [second, kept[1], true],
      [first, kept[0], false],
    ]);
    const [last] = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', garage.id)
      .where('verb', '=', 'garage.update')
      .select('text')
      .execute();
    expect(last!.text).toBe('Изменён: получатель квитанций');
  });

  it('stay as they are while a re-registration goes on; the rest is saved', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
    await lock(garage.id, 77);
    const same = garage.owners.map(({ id, share, is_primary }) => ({ id, share, isPrimary: is_primary }));
    const other = same.map((owner) => ({ ...owner, isPrimary: !owner.isPrimary }));
    expect((await save(garage, other)).body.errors).toEqual({ owners: 'По гаражу уже идёт переоформление № 77' });
    expect((await save(garage, same)).status).toBe(200);
  });
});

describe('a garage under re-registration', () => {
  it.runIf(testEngine === 'server')(
    'keeps its number and its receiver from a case that is opened while the form is being saved',
    async () => {
      const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
      const { section, number, type, version } = garage;
      const form = { section, number, type: { value: type.value }, version };
      const owners = garage.owners.map(({ id, share, is_primary }) => ({ id, share, isPrimary: !is_primary }));
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(t.deps.db);
        return rows.length;
      };
      for (const [field, more] of [
        ['number', { number: '7654' }],
        ['owners', { owners }],
      ] as const) {
        const opening = await t.deps.db.startTransaction().execute();
        await opening
          .updateTable('garage')
          .set({ locked_by_reregistration: 318 })
          .where('id', '=', garage.id)
          .execute();
        const saving = mo.call(c.garages.update, { params: { id: garage.id }, body: { ...form, ...more } });
        try {
          await expect.poll(waiting).toBe(1);
        } finally {
          await opening.commit().execute();
        }
        expect((await saving).body.errors).toEqual({ [field]: 'По гаражу уже идёт переоформление № 318' });
        await lock(garage.id, null);
      }
    },
  );

  it('keeps its section and number: papers of the case name them; the rest is saved', async () => {
    const garage = await newGarage(mo, w.po, {});
    await lock(garage.id, 318);
    const { section, type, version } = garage;
    const update = (number: string) =>
      mo.call(c.garages.update, {
        params: { id: garage.id },
        body: { section, number, type: { value: type.value }, version, note: 'Ворота новые' },
      });
    expect((await update('9876')).body.errors).toEqual({ number: 'По гаражу уже идёт переоформление № 318' });
    expect((await update(garage.number)).status).toBe(200);
  });

  it('keeps its owners and does not leave for the archive', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
    const person = await newPerson(mo, w.po);
    await lock(garage.id, 318);
    const params = { id: garage.id, ownershipId: garage.owners[1]!.id };
    const answers = [
      await mo.call(c.removeOwner, { params, body: { date: '2026-02-01' } }),
      await mo.call(c.makePrimary, { params }),
      await mo.call(c.addOwner, { params, body: { profileId: person.id, date: '2026-02-01' } }),
      await mo.call(c.archiveGarage, { params, body: { version: garage.version, reason: 'mistake' } }),
    ];
    for (const answer of answers)
      expect([answer.status, answer.body.message]).toEqual([422, 'По гаражу уже идёт переоформление № 318']);
    expect((await mo.call(c.garages.one, { params })).body.owners).toEqual(garage.owners);
    await lock(garage.id, null);
    const chosen = await mo.call(c.makePrimary, { params });
    expect(chosen.body.owners[0].id).toBe(params.ownershipId);
  });
});

describe('rights', () => {
  it('of every level: capability 1 inside the scope, 404 outside', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: two() });
    const params = { id: garage.id, ownershipId: garage.owners[1]!.id };
    const tries = {
      po: await as(t, { po: w.po }),
      region: await as(t, { region: w.region }),
      reader: await as(t, { mo: w.mo, capabilities: [2, 3] }),
      sibling: await as(t, { po: w.siblingPo }),
      foreign: await as(t, { mo: w.foreignMo }),
    };
    const answers: Record<string, number> = {};
    for (const [name, person] of Object.entries(tries))
      answers[name] = (await person.call(c.makePrimary, { params })).status;
    expect(answers).toEqual({ po: 200, region: 200, reader: 403, sibling: 404, foreign: 404 });
    const { foreign } = tries;
    expect((await foreign.call(c.removeOwner, { params, body: { date: '2026-01-01' } })).status).toBe(404);
    const added = await foreign.call(c.addOwner, { params, body: { profileId: 1, date: '2026-01-01' } });
    expect(added.status).toBe(404);
    expect((await mo.call(c.garages.one, { params })).body.owners).toHaveLength(2);
  });

  it('two who add the last half at once: one is refused', async () => {
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ person: personBody() }] });
    const other = await as(t, { mo: w.mo });
    const shares = { [garage.owners[0]!.id]: '1/2' };
    const add = (who: Caller) =>
      who.call(c.addOwner, {
        params: { id: garage.id },
        body: { person: personBody(), date: '2026-01-15', share: '1/2', shares },
      });
    const answers = await Promise.all([add(mo), add(other)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});
