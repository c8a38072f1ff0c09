// «Прекратить обработку»: terms, grounds in words, mailings stopped at once, the due day and its act.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/instruments/demands.ts';
import { personalDuties } from '../../contract/instruments/personal.ts';
import { takePayment } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { destroyDue, lookAtDemands } from '../../server/instruments/writing/demands.ts';
import { forgetOldActs } from '../../server/instruments/retention.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { bringPapers, charge, form, move, save } from '../reregistrations/kit.ts';
import { mailing, preview, sendAs } from '../notifications/kit.ts';
import { at, demand, demandPlace, destroyNow, dueRun, leave, ofPerson, standing } from './demandKit.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, admin, mo, po } = await demandPlace());
});
afterAll(() => t.close());

describe('a demand', () => {
  it.each([
    ['unlawful', '2026-12-04'],
    ['wrong', '2026-12-01'],
    ['excessive', '2026-12-01'],
    ['revoked', '2026-12-20'],
    ['reached', '2026-12-20'],
  ])('%s has its term: %s', async (kind, due) => {
    const { id } = await newPerson(mo, w.po);
    const { status, body } = await demand(po, id, { kind });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.demand).toMatchObject({ kind, due_on: due, state: 'scheduled', destroy_on: due });
    expect((await mo.call(profiles.one, { params: { id } })).body.processing).toEqual({
      restricted_on: '2026-11-20',
      due_on: due,
      destroy_on: due,
    });
  });

  it('is refused at its field: later than today, long ago, without a ground, twice, of an organisation', async () => {
    const { id } = await newPerson(mo, w.po);
    const errors = async (more: object) => (await demand(mo, id, more)).body.errors;
    expect((await errors({ onDate: '2026-11-21' })).onDate).toContain('позже сегодняшней');
    expect((await errors({ onDate: '2025-11-01' })).onDate).toContain('год назад');
    expect((await errors({ ground: ' ' })).ground).toBeTruthy();
    expect((await errors({ kind: 'other' })).kind).toBeTruthy();
    expect((await demand(mo, id)).status).toBe(200);
    expect((await errors({})).form).toBe('Требование уже записано');
    // A year back, with a leap day in it, is still taken.
    const early = await newPerson(mo, w.po);
    expect((await demand(mo, early.id, { onDate: '2025-11-18' })).body.errors.onDate).toContain('год назад');
    expect((await demand(mo, early.id, { onDate: '2025-11-19' })).status).toBe(200);
    const gone = await newPerson(mo, w.po);
    expect((await destroyNow(admin, gone.id)).status).toBe(200);
    expect((await demand(mo, gone.id)).body.errors).toEqual({ form: 'Данные этого человека уже уничтожены' });
    const firm = await newPerson(mo, w.po, {
      kind: 'organisation',
      lastName: 'ООО «Ромашка»',
      inn: '7707083893',
      firstName: '',
      fatherName: '',
      birthday: null,
      passSeria: null,
      passNum: null,
    });
    expect((await demand(mo, firm.id)).body.errors.form).toContain('только у человека');
  });

  it('is taken in МО and ПО with the right; a stranger finds nothing, a region and a reader may not', async () => {
    const { id } = await newPerson(mo, w.po);
    for (const stranger of [await as(t, { mo: w.foreignMo }), await as(t, { po: w.siblingPo })]) {
      expect((await demand(stranger, id)).status).toBe(404);
      expect((await standing(stranger, id)).status).toBe(404);
    }
    expect((await demand(await as(t, { region: w.region }), id)).status).toBe(403);
    expect((await demand(await as(t, { mo: w.mo, capabilities: [2, 3] }), id)).status).toBe(403);
    expect((await mo.call(c.demands)).status).toBe(403);
  });

  it('is taken back with a reason: nothing is destroyed on its day', async () => {
    const { id } = await newPerson(mo, w.po);
    await demand(mo, id);
    const withdraw = (reason: string) => mo.call(c.withdrawDemand, { params: { id }, body: { reason } });
    expect((await withdraw('')).body.errors.reason).toBeTruthy();
    expect((await withdraw('Передумал')).body.demand).toBeNull();
    expect((await withdraw('Передумал')).body.errors.form).toContain('уже нет');
    await at(t, '2026-12-20T10:00:00Z', dueRun);
    expect(await ofPerson(t, id)).toMatchObject({ is_anonymised: false, restricted_at: null });
  });
});

describe('what holds the data', () => {
  it('a garage, a debt, an open case, in words; another place is told without them', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const other = await newGarage(mo, w.siblingPo, {
      alreadyExistProfile: [{ profileId: id }],
      ownedSince: '2020-01-01',
    });
    await charge(mo, garage.id, 671_250);
    await save(mo, {
      ...form(garage.id, 1, { newOwner: [{ profileId: (await newPerson(mo, w.po)).id }] }),
      apply: true,
    } as never);
    const { body } = await demand(mo, id);
    expect(body.demand).toMatchObject({ state: 'restricted', destroy_on: null });
    const words = body.grounds.map((one: { words: string }) => one.words).join('\n');
    expect(words).toMatch(new RegExp(`Владеет гаражом № А-${garage.number} \\(КАС № 12-3`));
    expect(words).toMatch(new RegExp(`Владеет гаражом № А-${other.number} \\(КАС № 12-10`));
    expect(words).toMatch(/Долг 6.712,50/);
    expect(words).toContain('Идёт переоформление №');
    const told = (await standing(po, id)).body.grounds.map((one: { words: string }) => one.words);
    expect(told.join('\n')).not.toContain('12-10');
    expect(told).toContain('Есть основание в другой организации');
    const refused = await destroyNow(admin, id);
    expect([refused.status, refused.body.errors.form]).toEqual([422, expect.stringContaining('Владеет гаражом')]);
  });

  it('an advance that nobody took holds too; five years of the books are told and hold nothing', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    const paid = await mo.call(takePayment, {
      body: {
        idempotencyKey: crypto.randomUUID(),
        date: '2026-11-02',
        lines: [{ garage: garage.id, amount: 100_000 }],
      },
    });
    expect(paid.status, paid.text).toBe(200);
    await leave(t, id, '2026-11-10');
    const { body } = await demand(mo, id);
    expect(body.grounds).toEqual([
      { words: expect.stringMatching(/^Аванс 1.000,00.₽ по гаражу/), holds: true },
      { words: expect.stringContaining('хранится до 10.11.2031'), holds: false },
    ]);
    expect((await destroyNow(admin, id)).body.errors.form).toContain('Аванс');
  });

  it('a debt left to a former owner holds him when the garage is another’s', async () => {
    const { id } = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    await charge(mo, garage.id, 50_000);
    const heir = await newPerson(mo, w.po);
    const card = await save(mo, {
      ...form(garage.id, 1, { newOwner: [{ profileId: heir.id }], debtAnswer: 'stays_old' }),
      apply: true,
    } as never);
    const ready = await bringPapers(mo, (await move(mo, card, 'take')).body);
    const done = await move(mo, ready, 'complete', { expected: ready.preview.expected });
    expect(done.status, done.text).toBe(200);
    expect((await demand(mo, id)).body.grounds[0].words).toMatch(/^Долг 500,00/);
    expect((await standing(mo, heir.id)).body.grounds.map((one: { words: string }) => one.words).join()).not.toContain(
      'Долг',
    );
  });

  it('a ground that falls lets the data go the next night; one that comes back holds them again', async () => {
    const { id } = await newPerson(mo, w.po);
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    expect((await demand(mo, id)).body.demand.state).toBe('restricted');
    await leave(t, id, '2026-11-20');
    await at(t, '2026-12-25T00:00:00Z', () => lookAtDemands(t.deps));
    expect((await standing(mo, id)).body.demand).toMatchObject({ state: 'scheduled', destroy_on: '2026-12-26' });
    await t.deps.db.updateTable('ownership').set({ ended_on: null }).where('profile_id', '=', id).execute();
    await at(t, '2026-12-26T00:30:00Z', dueRun);
    expect((await standing(mo, id)).body.demand).toMatchObject({ state: 'restricted', destroy_on: null });
    expect((await ofPerson(t, id)).is_anonymised).toBe(false);
  });
});

describe('mailings', () => {
  it('leave him out at once, also what waits; reasons sum to the people', async () => {
    const people = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await newPerson(mo, w.po, {
        isVOAMember: true,
        statusVoa: { id: 3 },
        voaEntryDate: '2010-01-01',
        email: `m${nth}@example.ru`,
      });
      await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
      people.push(id);
    }
    const body = mailing(people, { channel: 'email', kind: 'news', skipRepeated: false });
    const sent = await sendAs(po, body);
    expect(sent.status, sent.text).toBe(200);
    await demand(mo, people[0]!, { kind: 'excessive' });
    const message = await t.deps.db
      .selectFrom('notification_message')
      .where('profile_id', '=', people[0]!)
      .select(['status', 'reason'])
      .executeTakeFirstOrThrow();
    expect(message).toEqual({ status: 9, reason: 'restricted' });
    for (const selection of [body.selection, { of: 'profiles', all: true, filter: {}, included: [], excluded: [] }]) {
      const { receiverCounter } = await preview(po, { ...body, selection });
      expect(receiverCounter.reasons.restricted).toBeGreaterThanOrEqual(1);
      const reasons = Object.values(receiverCounter.reasons as Record<string, number>).reduce((sum, n) => sum + n, 0);
      expect(reasons).toBe(receiverCounter.none);
    }
  });
});

describe('the due day', () => {
  it('destroys by an act; the list of demands and the act tell of it; late it asks', async () => {
    const { id } = await newPerson(mo, w.po);
    const late = await newPerson(mo, w.po);
    await demand(po, id, { kind: 'wrong' });
    await demand(po, late.id, { kind: 'wrong', onDate: '2026-11-19' });
    const list = (await admin.call(c.demands)).body.demands;
    expect(list.map((one: { due_on: string }) => one.due_on)).toEqual(
      list.map((one: { due_on: string }) => one.due_on).toSorted(),
    );
    await at(t, '2026-11-30T21:00:00Z', dueRun);
    expect((await ofPerson(t, id)).is_anonymised).toBe(false);
    await at(t, '2026-12-01T01:00:00Z', dueRun);
    expect(await ofPerson(t, id)).toMatchObject({ is_anonymised: true, last_name: `Удалено № ${id}` });
    const act = (await admin.call(personalDuties)).body.destructions.find(
      (one: { profile_id: number }) => one.profile_id === id,
    );
    expect(act.ground).toContain('Заявление от 20.11.2026');
    const paper = await t.app.inject({
      method: 'POST',
      url: `/api/destructions/${act.id}/act/`,
      payload: {},
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([paper.statusCode, paper.headers['content-type'], paper.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const kept = await t.deps.db
      .selectFrom('destruction')
      .where('id', '=', act.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(kept.extract)).toContain('Требование прекратить обработку от 20.11.2026');
    // Three years later its number and day are left.
    await at(t, '2029-12-03T00:00:00Z', () => forgetOldActs(t.deps));
    const later = await t.deps.db
      .selectFrom('destruction')
      .where('id', '=', act.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([later.act_no, later.ground, later.extract]).toEqual([kept.act_no, '', []]);

    const asked = await newPerson(mo, w.po);
    await demand(po, asked.id, { kind: 'wrong' });
    await at(t, '2026-12-05T01:00:00Z', dueRun);
    const due = await t.deps.db.selectFrom('due_moment').where('what', '=', destroyDue.what).selectAll().execute();
    expect(due.filter(({ state }) => state === 'asks').length).toBeGreaterThanOrEqual(1);
    expect((await ofPerson(t, asked.id)).is_anonymised).toBe(false);
  });

  it('a moment that was left from another day, of a held or a taken back demand destroys nothing', async () => {
    const people = {
      later: (await newPerson(mo, w.po)).id,
      held: (await newPerson(mo, w.po)).id,
      back: (await newPerson(mo, w.po)).id,
      due: (await newPerson(mo, w.po)).id,
    };
    const set = async (id: number, more: object) => {
      await demand(mo, id);
      const { id: of } = await t.deps.db
        .updateTable('processing_demand')
        .set({ destroy_on: '2026-12-01', ...more })
        .where('profile_id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow();
      await t.deps.db.deleteFrom('due_moment').where('object', '=', String(of)).execute();
      await t.deps.db
        .insertInto('due_moment')
        .values({ what: destroyDue.what, object: String(of), due_at: '2026-12-01T00:00:00Z' })
        .execute();
    };
    await set(people.later, { destroy_on: '2026-12-02' });
    await set(people.held, { state: 'restricted', destroy_on: null });
    await set(people.back, { state: 'withdrawn', withdrawn_at: '2026-11-20T09:00:00Z' });
    await set(people.due, {});
    await at(t, '2026-12-01T01:00:00Z', dueRun);
    const gone = await Promise.all(Object.values(people).map(async (id) => (await ofPerson(t, id)).is_anonymised));
    expect(gone).toEqual([false, false, false, true]);
  });

  it('former owners whose five years are over are named, those who owe are not', async () => {
    const [free, owes, both] = [await newPerson(mo, w.po), await newPerson(mo, w.po), await newPerson(mo, w.po)];
    const garages = [];
    for (const { id } of [free, owes, both, both]) {
      const garage = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2015-01-01' });
      garages.push(garage.id);
      if (id === owes.id) await charge(mo, garage.id, 10_000);
    }
    for (const { id } of [free, owes, both]) await leave(t, id, '2020-05-01');
    // What was left to him of one garage is owed, though of another he has paid as much too much.
    const left = { debtor_id: both.id };
    await postLines(t, w, [
      chargeLine(garages[2]!, '2020-03-01', 700, left),
      paymentLine(garages[3]!, '2020-03-01', 700, left),
    ]);
    const { former, former_total } = (await admin.call(c.demands)).body;
    expect(former).toEqual([{ id: free.id, name: free.full_name, left_on: '2020-05-01' }]);
    expect(former_total).toBe(1);
  });
});

describe('terms', () => {
  it('are seen and changed by a superuser, checked and logged; demands of before keep their day', async () => {
    const root = await as(t, { mo: w.foreignMo, isSuperuser: 2, role: 'superuser' });
    expect((await mo.call(c.demandTerms)).status).toBe(403);
    const was = (await root.call(c.demandTerms)).body.data as c.DemandTerm[];
    expect(was).toHaveLength(5);
    const save = (terms: object[], seen = was) =>
      root.call(c.setDemandTerms, { body: { terms: terms as c.DemandTerm[], was: seen } });
    const other = (part: object) => was.map((one) => (one.kind === 'revoked' ? { ...one, ...part } : one));
    expect((await save(other({ days: 0 }))).status).toBe(422);
    expect((await save(other({ days: 366 }))).status).toBe(422);
    expect((await save(other({ article: ' ' }))).status).toBe(422);
    expect((await save(was.slice(1))).status).toBe(422);
    expect((await save(was)).body.errors.form).toContain('не изменилось');
    const early = (await newPerson(mo, w.po)).id;
    const ask = (id: number) =>
      mo.call(c.takeDemand, { params: { id }, body: { kind: 'revoked', onDate: '2026-11-20', ground: 'Заявление' } });
    const day = (await ask(early)).body.demand.due_on;
    const next = other({ days: 3, is_working: true, article: 'ст. 21 ч. 5.1 152-ФЗ' });
    expect((await save(next)).body.data).toEqual(next);
    expect((await save(other({ days: 5 }))).body.message).toContain('уже изменены');
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.demand_terms')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringContaining('30 дней (календарных), ст. 21 ч. 5 152-ФЗ → 3 дня (рабочих), ст. 21 ч. 5.1 152-ФЗ'),
    ]);
    const late = (await newPerson(mo, w.po)).id;
    expect((await ask(late)).body.demand.due_on).toBe('2026-11-25');
    expect((await mo.call(c.demandOf, { params: { id: early } })).body.demand.due_on).toBe(day);
    expect((await save(was, next)).status).toBe(200);
  });
});
