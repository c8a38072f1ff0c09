// Re-registrations through the API: each reason to its end, debts, fees, the lock, exchange, transit, annulment.
import { sql } from 'kysely';
import { takePayment } from '../../contract/payments.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reregistrations, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import * as extra from '../../contract/reregistrations/tariffs.ts';
import { menuCounters } from '../../contract/session.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { doDue } from '../../server/jobs/due.ts';
import { completeDue } from '../../server/reregistrations/planned.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import {
  bringPapers,
  charge,
  comesOf,
  details,
  form,
  garageNow,
  inWork,
  move,
  ownedGarage,
  save,
  tariff,
  TODAY,
} from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  for (const group of ['full', 'relative', 'heir', 'court', 'half'] as const) await tariff(t, group, 300_000);
  await tariff(t, 'full', 200_000, { is_member: true });
});
afterAll(() => t.close());

const newcomers = async (n = 1) => {
  const people = [];
  for (let nth = 0; nth < n; nth += 1) people.push({ profileId: (await newPerson(mo, w.po)).id });
  return people;
};
const names = (garage: { owners: { full_name: string }[] }) => garage.owners.map((owner) => owner.full_name);

describe('each reason', () => {
  it.each([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13])('%i goes from the application to the end', async (reason) => {
    const garage = await ownedGarage(mo, w.po, reason === 10 ? 2 : 1);
    const newOwner = comesOf(reason) === 'nobody' ? [] : await newcomers();
    const more =
      reason === 9
        ? { newOwner: [{ ...newOwner[0], share: '1/2' }], shares: { [garage.owners[0]!.id]: '1/2' } }
        : reason === 10
          ? { leaving: [garage.owners[1]!.id], shares: { [garage.owners[0]!.id]: '1/1' } }
          : { newOwner };
    const card = await inWork(mo, form(garage.id, reason, more));
    expect(card.preview.checks.filter((check) => check.state === 'blocks')).toEqual([]);
    expect((await garageNow(mo, garage.id)).reregistration_id).toBe(card.id);
    const done = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect(done.status, done.text).toBe(200);
    expect(done.body.status).toBe(3);
    const now = await garageNow(mo, garage.id);
    expect(now.reregistration_id).toBeNull();
    const left = { 7: 0, 9: 2, 10: 1 }[reason] ?? 1;
    expect(now.owners).toHaveLength(left);
    if (reason === 12) expect(now.owners[0]!.full_name).toContain('Переименованная');
    else if (newOwner.length && reason !== 9) expect(now.owners[0]!.profile_id).toBe(newOwner[0]!.profileId);
    const fee = [7, 12, 13].includes(reason) ? 0 : done.body.fee_kopecks;
    expect(now.balance_kopecks + fee).toBe(0);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});

it('a completed case still tells who stayed, with the shares of before', async () => {
  const garage = await ownedGarage(mo, w.po);
  const [stays] = garage.owners;
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id, share: '1/2' }];
  const card = await inWork(mo, form(garage.id, 9, { newOwner, shares: { [stays!.id]: '1/2' } }));
  const done = (await move(mo, card, 'complete')).body as ReregistrationCard;
  const before = [{ id: stays!.id, full_name: stays!.full_name, share: null, started_on: '2020-01-01' }];
  expect([done.status, done.owners]).toEqual([3, before]);
  expect((await mo.call(reregistrations.one, { params: { id: done.id } })).body.owners).toEqual(before);
});

it('a change of name tells the whole name before and after, also once the card has the new one', async () => {
  const garage = await ownedGarage(mo, w.po);
  const was = garage.owners[0]!.full_name;
  const [, ...rest] = was.split(' ');
  const renamed = { before: was, after: ['Переименованная', ...rest].join(' ') };
  const card = await inWork(mo, form(garage.id, 12));
  expect(card.renamed).toEqual(renamed);
  expect(card.preview.lines.find((line) => line.key === 'rename')!.text).toBe(
    `Имя владельца станет «${renamed.after}»`,
  );
  const done = (await move(mo, card, 'complete')).body as ReregistrationCard;
  expect([done.status, done.renamed]).toEqual([3, renamed]);
  expect((await garageNow(mo, garage.id)).owners[0]!.full_name).toBe(renamed.after);
});

describe('money', () => {
  it('blocks a debt, leaves it or moves it', async () => {
    for (const debtAnswer of ['stays_old', 'moves_new'] as const) {
      const garage = await ownedGarage(mo, w.po);
      await charge(mo, garage.id, 450_000);
      const newOwner = await newcomers();
      const blocked = await inWork(mo, form(garage.id, 1, { newOwner }));
      const refused = await move(mo, blocked, 'complete');
      expect(refused.status).toBe(422);
      expect(refused.body.errors.debtAnswer).toContain('Есть долг');
      const decided = await mo.call(reregistrations.update, {
        params: { id: blocked.id },
        body: { ...form(garage.id, 1, { newOwner, debtAnswer }), version: blocked.version },
      });
      const ready = await bringPapers(mo, decided.body);
      const done = await move(mo, ready, 'complete', { expected: ready.preview.expected });
      expect(done.status, done.text).toBe(200);
      const now = await garageNow(mo, garage.id);
      expect(now.former_kopecks).toBe(debtAnswer === 'stays_old' ? 450_000 : 0);
      expect(-now.balance_kopecks).toBe(done.body.fee_kopecks + (debtAnswer === 'moves_new' ? 450_000 : 0));
      const back = await move(mo, done.body, 'annul', { comment: 'Ошиблись' });
      expect(back.status, back.text).toBe(200);
      const again = await garageNow(mo, garage.id);
      expect(names(again)).toEqual(names(garage));
      expect([again.balance_kopecks, again.former_kopecks]).toEqual([-450_000, 0]);
      expect(await verifyLedger(t.deps.db)).toEqual([]);
    }
  });

  it('a figure that moved since the preview asks for another look', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: await newcomers(), debtAnswer: 'stays_old' }));
    await charge(mo, garage.id, 100_000);
    const reply = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect([reply.status, reply.body.code]).toEqual([409, 'changed']);
    expect(reply.body.current.debt_kopecks).toBe(100_000);
  });
});

describe('people and steps', () => {
  it('a ПО applies, the badge of the МО counts it, returned ones are the ПО`s', async () => {
    const garage = await ownedGarage(mo, w.po);
    const count = async (who: Caller) => (await who.call(menuCounters)).body.newReregistrations;
    const [before, beforePo] = [await count(mo), await count(po)];
    const card = await save(po, { ...form(garage.id, 1, { newOwner: await newcomers() }), apply: true } as never);
    expect(await count(mo)).toBe(before + 1);
    expect((await move(po, card, 'take')).status).toBe(403);
    expect((await move(mo, card, 'return')).body.errors).toEqual({ comment: 'Напишите, что исправить' });
    const back = await move(mo, card, 'return', { comment: 'Нет договора' });
    expect([back.body.status, await count(mo), await count(po)]).toEqual([6, before, beforePo + 1]);
    const again = await move(po, back.body, 'apply');
    expect([again.body.status, await count(po)]).toEqual([1, beforePo]);
    const gone = await move(po, again.body, 'withdraw', { comment: 'Передумали' });
    expect([gone.body.status, gone.body.closing]).toEqual([4, 'withdrawn']);
    expect((await garageNow(mo, garage.id)).reregistration_id).toBeNull();
  });

  it('a second case, a stale card and a foreign draft are refused', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await save(mo, { ...form(garage.id, 1, { newOwner: await newcomers() }), apply: true } as never);
    const second = await mo.call(reregistrations.create, {
      body: { ...form(garage.id, 2, { newOwner: await newcomers() }), apply: true } as never,
    });
    expect(second.body.errors.garage).toBe(`По гаражу уже идёт переоформление № ${card.id}`);
    expect((await move(mo, { ...card, version: 0 }, 'take')).body.code).toBe('stale');
    const draft = await save(mo, form((await ownedGarage(mo, w.po)).id, 1));
    expect((await po.call(reregistrations.one, { params: { id: draft.id } })).status).toBe(404);
    expect((await mo.call(steps.removeReregistrationDraft, { params: { id: draft.id } })).status).toBe(204);
  });

  it('says everything that is wrong at once', async () => {
    const garage = await ownedGarage(mo, w.po);
    const preview = await mo.call(steps.reregistrationPreview, {
      params: { id: garage.id },
      body: {
        ...form(garage.id, 1, { newOwner: [{ profileId: garage.owners[0]!.profile_id }] }),
        date: '2019-01-01',
        dateRequest: '2027-01-01',
        garagePrice: null,
      },
    });
    const wrong = preview.body.checks.filter((check: { state: string }) => check.state === 'blocks');
    expect(wrong.map((check: { key: string }) => check.key)).toEqual(
      expect.arrayContaining(['dateRequest', 'date', 'price', 'newOwner', 'paper:contract']),
    );
  });

  it('a preview says nothing of a stranger by his number, not even that there is one', async () => {
    const garage = await ownedGarage(mo, w.po);
    const far = await as(t, { mo: w.foreignMo });
    const stranger = await newPerson(far, w.foreignPo, { lastName: 'Чужаков' });
    const seen = async (profileId: number) => {
      const step = { owner: { profileId, share: null, isPrimary: false }, date: '2026-01-02', reason: 1, paper: null };
      const body = form(garage.id, 1, { newOwner: [{ profileId }], alreadyExistTransitProfile: [step] });
      const reply = await mo.call(steps.reregistrationPreview, { params: { id: garage.id }, body: body as never });
      expect(reply.status).toBe(200);
      return reply.text;
    };
    expect(await seen(stranger.id)).toBe(await seen(stranger.id + 100_000));
    expect(await seen((await newPerson(mo, w.po)).id)).not.toBe(await seen(stranger.id));
  });

  it('a restriction blocks until it is lifted', async () => {
    const garage = await ownedGarage(mo, w.po);
    const set = await mo.call(extra.addRestriction, {
      params: { id: garage.id },
      body: { kind: 'arrest', ground: 'Постановление 5', since: '2026-01-10' },
    });
    const body = { ...form(garage.id, 1, { newOwner: await newcomers() }), apply: true } as never;
    expect((await mo.call(reregistrations.create, { body })).body.errors.restriction).toContain('Арест');
    await mo.call(extra.liftRestriction, { params: { id: set.body.data[0].id }, body: { ground: 'Снят' } });
    expect((await mo.call(reregistrations.create, { body })).status).toBe(200);
  });
});

describe('chains and pairs', () => {
  it('heirs by shares, then a chain that leaves transit rows', async () => {
    const garage = await ownedGarage(mo, w.po);
    const heirs = (await newcomers(2)).map((one, nth) => ({ ...one, share: '1/2', isPrimary: nth === 0 }));
    const card = await inWork(mo, form(garage.id, 3, { newOwner: heirs, date: '2026-03-01' }));
    await move(mo, card, 'complete');
    expect((await garageNow(mo, garage.id)).owners.map((owner) => owner.share)).toEqual(['1/2', '1/2']);

    const other = await ownedGarage(mo, w.po);
    const [through] = await newcomers();
    const chain = [{ owner: through!, date: '2026-11-10', reason: 3, paper: 'свидетельство' }];
    const step = await inWork(
      mo,
      form(other.id, 1, { newOwner: await newcomers(), alreadyExistTransitProfile: chain }),
    );
    const done = await move(mo, step, 'complete');
    expect(done.status, done.text).toBe(200);
    const now = await garageNow(mo, other.id);
    const transit = now.owner_history.find((one) => one.profile_id === through!.profileId)!;
    expect([transit.started_on, transit.ended_on]).toEqual(['2026-11-10', TODAY]);
    expect(done.body.fee_kopecks % 2).toBe(0);
  });

  it('an exchange is completed whole or not at all', async () => {
    const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
    expect((await garageNow(mo, other.id)).reregistration_id).toBe(card.pair_id);
    await charge(mo, other.id, 100_000);
    const refused = await move(mo, card, 'complete');
    expect(refused.body.errors.exchange_debt).toContain('По второму гаражу есть долг');
    expect((await garageNow(mo, one.id)).owners[0]!.profile_id).toBe(one.owners[0]!.profile_id);
    const pair = (await mo.call(reregistrations.one, { params: { id: card.pair_id! } })).body;
    const decided = await mo.call(reregistrations.update, {
      params: { id: pair.id },
      body: { ...form(other.id, 4, { exchangeGarage: one.id, debtAnswer: 'stays_old' }), version: pair.version },
    });
    expect(decided.status, decided.text).toBe(200);
    const done = await move(mo, card, 'complete');
    expect(done.status, done.text).toBe(200);
    expect((await garageNow(mo, one.id)).owners[0]!.profile_id).toBe(other.owners[0]!.profile_id);
    expect((await garageNow(mo, other.id)).owners[0]!.profile_id).toBe(one.owners[0]!.profile_id);
  });
});

it('what is said of one garage of an exchange is not said of the other; the payment of either keeps МО from undoing both', async () => {
  const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
  await charge(mo, one.id, 100_000);
  await t.deps.db.updateTable('garage').set({ pib_number: '77' }).where('id', '=', other.id).execute();
  const said = { debtAnswer: 'stays_old', pibNumber: '123', pibDate: '2010-05-01' };
  const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id, ...said }));
  const pair = (await mo.call(reregistrations.one, { params: { id: card.pair_id! } })).body;
  expect([pair.form.debtAnswer, pair.form.pibNumber, pair.form.pibDate]).toEqual([null, null, null]);
  const done = await move(mo, card, 'complete');
  expect(done.status, done.text).toBe(200);
  const now = [await garageNow(mo, one.id), await garageNow(mo, other.id)];
  expect(now.map(({ pibNumber }) => pibNumber)).toEqual(['123', '77']);
  const may = async () => {
    const { steps } = (await mo.call(reregistrations.one, { params: { id: card.id } })).body as ReregistrationCard;
    return steps.find((step) => step.verb === 'annul')?.refusal === null;
  };
  expect(await may()).toBe(true);
  const now0 = t.deps.clock.now().toISOString();
  t.setNow(new Date(Date.parse(now0) + 60_000).toISOString());
  const line = { garage: other.id, amount: 50_000, accrualType: null, year: null, debtor: null };
  const paid = await mo.call(takePayment, {
    body: { idempotencyKey: crypto.randomUUID(), date: TODAY, paymentType: 1, confirmDuplicate: true, lines: [line] },
  });
  expect(paid.status, paid.text).toBe(200);
  expect(await may()).toBe(false);
  t.setNow(now0);
});

describe('a day ahead', () => {
  const due = async (garage: { id: number }, more: object = {}) => {
    const newOwner = await newcomers();
    const card = await inWork(mo, form(garage.id, 1, { newOwner, date: '2026-11-25', ...more }));
    const planned = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect(planned.status, planned.text).toBe(200);
    expect([planned.body.status, planned.body.is_planned]).toEqual([2, true]);
    expect((await garageNow(mo, garage.id)).owners[0]!.profile_id).not.toBe(newOwner[0]!.profileId);
    return { card: planned.body, newOwner };
  };
  const at = (moment: string) => ({ ...t.deps, clock: { now: () => new Date(moment) } });

  it('completes the case on that day, not before', async () => {
    const garage = await ownedGarage(mo, w.po);
    const { card, newOwner } = await due(garage);
    await doDue(at('2026-11-24T20:59:00Z') as never, [completeDue]);
    expect((await mo.call(reregistrations.one, { params: { id: card.id } })).body.status).toBe(2);
    await doDue(at('2026-11-24T21:01:00Z') as never, [completeDue]);
    const done = (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
    expect([done.status, done.is_planned]).toEqual([3, false]);
    const [owner] = (await garageNow(mo, garage.id)).owners;
    expect([owner!.profile_id, owner!.started_on]).toEqual([newOwner[0]!.profileId, '2026-11-25']);
  });

  it('brings it back to work with the reason when something came between', async () => {
    const garage = await ownedGarage(mo, w.po);
    const { card } = await due(garage);
    await charge(mo, garage.id, 100_000);
    await doDue(at('2026-11-25T05:00:00Z') as never, [completeDue]);
    const back = (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
    expect([back.status, back.is_planned]).toEqual([2, false]);
    expect(back.plan_failure).toContain('Есть долг');
  });
});

describe('an exchange planned for a day ahead', () => {
  const planned = async () => {
    const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id, date: '2026-11-25' }));
    const reply = await move(mo, card, 'complete', { expected: card.preview.expected });
    expect(reply.status, reply.text).toBe(200);
    const half = (await read(card.pair_id!))!;
    expect([reply.body.is_planned, half.is_planned]).toEqual([true, true]);
    return { one, other, card: reply.body, half };
  };
  const read = async (id: number) => (await mo.call(reregistrations.one, { params: { id } })).body;

  it('both halves come back to work when the day brings a hindrance', async () => {
    const { other, card, half } = await planned();
    await charge(mo, other.id, 100_000);
    await doDue({ ...t.deps, clock: { now: () => new Date('2026-11-25T05:00:00Z') } } as never, [completeDue]);
    for (const { id } of [card, half]) {
      const back = await read(id);
      expect([back.status, back.is_planned, back.plan_failure]).toEqual([2, false, expect.stringContaining('долг')]);
    }
  });

  it.each(['card', 'half'] as const)('editing the %s takes the promise off both', async (which) => {
    const made = await planned();
    const { id } = made[which];
    const [garage, exchangeGarage] = which === 'card' ? [made.one.id, made.other.id] : [made.other.id, made.one.id];
    const edited = await mo.call(reregistrations.update, {
      params: { id },
      body: {
        ...form(garage, 4, { exchangeGarage, debtAnswer: 'stays_old', date: '2026-11-25' }),
        version: (await read(id)).version,
      },
    });
    expect(edited.status, edited.text).toBe(200);
    expect([(await read(made.card.id)).is_planned, (await read(made.half.id)).is_planned]).toEqual([false, false]);
    await doDue({ ...t.deps, clock: { now: () => new Date('2026-11-25T05:00:00Z') } } as never, [completeDue]);
    expect([(await read(made.card.id)).status, (await read(made.half.id)).status]).toEqual([2, 2]);
  });
});

describe('what a case refuses', () => {
  it('a day that no calendar has, at its field', async () => {
    const garage = await ownedGarage(mo, w.po);
    const wrong = { ...details, courtDecisionDate: '2026-02-31' };
    const applied = await mo.call(reregistrations.create, {
      body: { ...form(garage.id, 5, { newOwner: await newcomers(), details: wrong }), apply: true } as never,
    });
    expect(applied.status, applied.text).toBe(422);
    expect(Object.keys(applied.body.errors)).toEqual(['details.courtDecisionDate']);
  });
  it('the removal of a draft that was applied meanwhile', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await save(mo, form(garage.id, 1, { newOwner: await newcomers() }));
    const { db } = t.deps;
    // Applied between the look at the draft and its removal.
    await sql`create or replace function applied_meanwhile() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      db,
    );
    await sql`create trigger applied_meanwhile before delete on reregistration for each row execute function applied_meanwhile()`.execute(
      db,
    );
    const reply = await mo.call(steps.removeReregistrationDraft, { params: { id: card.id } });
    await sql`drop function applied_meanwhile cascade`.execute(db);
    expect(reply.status, reply.text).toBe(422);
    expect((await mo.call(reregistrations.one, { params: { id: card.id } })).status).toBe(200);
  });
});

describe('annulment', () => {
  it('asks the МО within a day, a superuser later; a later change stands in the way', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: await newcomers() }));
    const done = (await move(mo, card, 'complete')).body;
    await t.deps.db
      .updateTable('reregistration')
      .set({ completed_at: '2026-11-18T09:00:00.000Z' })
      .where('id', '=', done.id)
      .execute();
    expect((await move(mo, done, 'annul', { comment: 'Поздно' })).status).toBe(422);
    const asked = await move(mo, done, 'ask_annul', { comment: 'Подделка' });
    const root = await as(t, { mo: w.mo, isSuperuser: 2 });
    const undone = await move(root, asked.body, 'annul', { comment: 'Подтверждаю' });
    expect(undone.body.status, undone.text).toBe(5);
    expect((await garageNow(mo, garage.id)).balance_kopecks).toBe(0);
    const repeat = await mo.call(steps.repeatReregistration, { params: { id: done.id } });
    expect([repeat.body.status, repeat.body.repeats_id]).toEqual([0, done.id]);
  });
});
