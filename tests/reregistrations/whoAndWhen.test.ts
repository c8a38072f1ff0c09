// Who may change a case and its papers in each state, what a step asks for, restrictions by kind and day, days that are too early.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveGarage } from '../../contract/garages.ts';
import { reregistrations, type Check, type ReregistrationCard } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import { addRestriction, garageRestrictions, liftRestriction } from '../../contract/reregistrations/tariffs.ts';
import { doDue } from '../../server/jobs/due.ts';
import { completeDue } from '../../server/reregistrations/planned.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, save, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
});
afterAll(() => t.close());

const newOwner = async () => [{ profileId: (await newPerson(mo, w.po)).id }];
const sale = async (more: object = {}) =>
  form((await ownedGarage(mo, w.po)).id, 1, { newOwner: await newOwner(), ...more });
const read = async (id: number): Promise<ReregistrationCard> =>
  (await mo.call(reregistrations.one, { params: { id } })).body;
const change = async (who: Caller, id: number, body: object) =>
  who.call(reregistrations.update, { params: { id }, body: { ...body, version: (await read(id)).version } as never });
const applied = async (body: object, who = mo) =>
  who.call(reregistrations.create, { body: { ...body, apply: true } as never });
const wrong = async (body: object): Promise<Record<string, string>> => {
  const reply = await applied(body);
  expect(reply.status, reply.text).toBe(422);
  return reply.body.errors;
};

describe('the form', () => {
  it('is changed by the ПО while it waits for the МО or was returned, by the МО alone in work, by nobody once it is over', async () => {
    const body = await sale();
    const { id } = await save(po, { ...body, apply: true } as never);
    const hands = async () => {
      const may = [];
      for (const who of [po, mo]) may.push((await change(who, id, { ...body, comment: 'Уточнили' })).status);
      return may;
    };
    expect(await hands()).toEqual([200, 200]);
    await move(mo, await read(id), 'return', { comment: 'Поправьте' });
    expect(await hands()).toEqual([200, 200]);
    const again = await move(po, await read(id), 'apply');
    await move(mo, again.body, 'take');
    const inHands = await change(po, id, body);
    expect([inHands.status, inHands.body.message]).toEqual([403, 'Дело в работе меняет МО']);
    expect(await hands()).toEqual([403, 200]);
    await move(mo, await read(id), 'refuse', { comment: 'Нет подписи' });
    expect(await hands()).toEqual([403, 403]);
  });

  it('of a ПО that may not end a case is not taken straight to the end: nothing of it is kept', async () => {
    await t.deps.db.updateTable('po').set({ po_can_complete: false }).where('id', '=', w.po).execute();
    const body = await sale();
    const straight = await po.call(reregistrations.create, { body: { ...body, isComplete: true } as never });
    expect([straight.status, straight.body.message]).toEqual([403, 'Завершает МО: подайте заявку']);
    const found = await po.call(reregistrations.list, {
      query: { filter: JSON.stringify({ garage: body.garage }) } as never,
    });
    expect(found.body).toEqual([]);
    expect((await garageNow(mo, body.garage)).reregistration_id).toBeNull();
  });

  it('is repeated of an annulled case alone, a draft alone is removed', async () => {
    const { id } = await save(mo, { ...(await sale()), apply: true } as never);
    expect((await mo.call(steps.repeatReregistration, { params: { id } })).body.errors).toEqual({
      form: 'Повторить можно только аннулированное дело',
    });
    expect((await mo.call(steps.removeReregistrationDraft, { params: { id } })).body.errors).toEqual({
      form: 'Удалить можно только черновик',
    });
    expect((await read(id)).status).toBe(1);
  });
});

describe('papers and who acts', () => {
  it('of a case that was refused or annulled change no more; its data are corrected, those of an open one are not', async () => {
    const refused = (await move(mo, await inWork(mo, await sale()), 'refuse', { comment: 'Нет подписи' })).body;
    const done = (await move(mo, await inWork(mo, await sale()), 'complete')).body;
    const annulled = (await move(mo, done, 'annul', { comment: 'Ошиблись' })).body;
    const closed = { form: 'Дело закрыто' };
    for (const { id } of [refused, annulled] as ReregistrationCard[]) {
      const params = { id, kind: 'contract' };
      const ticked = await mo.call(steps.saveReregistrationPaper, { params, body: { received: false } });
      expect(ticked.body.errors).toEqual(closed);
      expect((await mo.call(steps.receiveReregistrationPapers, { params: { id } })).body.errors).toEqual(closed);
      const acting = { side: 'old' as const, fullName: 'Доверенный П. П.', number: '78/1', issuedOn: '2026-01-10' };
      expect((await mo.call(steps.addRepresentative, { params: { id }, body: acting })).body.errors).toEqual(closed);
      const { version } = await read(id);
      const filed = await mo.call(steps.correctReregistration, { params: { id }, body: { version, archiveNo: '7' } });
      expect([filed.status, filed.body.archive_no], filed.text).toEqual([200, '7']);
    }
    const { id, version } = await inWork(mo, await sale());
    const open = await mo.call(steps.correctReregistration, { params: { id }, body: { version, archiveNo: '7' } });
    expect(open.body.errors).toEqual({ form: 'Открытое дело меняют в мастере' });
  });
});

it('a step that has to say why says it, or nothing happens', async () => {
  const done = (await move(mo, await inWork(mo, await sale()), 'complete')).body;
  const asked: [Promise<ReregistrationCard>, string, string][] = [
    [inWork(mo, await sale()), 'return', 'Напишите, что исправить'],
    [inWork(mo, await sale()), 'refuse', 'Напишите причину отказа'],
    [save(mo, { ...(await sale()), apply: true } as never), 'withdraw', 'Напишите, почему заявку отзывают'],
    [Promise.resolve(done), 'ask_annul', 'Напишите, почему нужно аннулировать'],
    [Promise.resolve(done), 'annul', 'Напишите причину'],
  ];
  for (const [made, verb, comment] of asked) {
    const card = await made;
    const silent = await move(mo, card, verb, { comment: ' ' });
    expect([silent.status, silent.body.errors], verb).toEqual([422, { comment }]);
    expect([(await read(card.id)).status, (await read(card.id)).version], verb).toEqual([card.status, card.version]);
  }
});

it('a case whose promise was taken back is not ended by its day', async () => {
  const body = await sale({ date: '2026-11-25' });
  const { owners } = await garageNow(mo, body.garage);
  const planned = await move(mo, await inWork(mo, body), 'complete');
  expect(planned.body.is_planned, planned.text).toBe(true);
  const back = await move(mo, planned.body, 'return', { comment: 'Передумали' });
  expect([back.body.status, back.body.is_planned]).toEqual([6, false]);
  await doDue({ ...t.deps, clock: { now: () => new Date('2026-11-25T05:00:00Z') } } as never, [completeDue]);
  const now = await read(planned.body.id);
  expect([now.status, now.plan_failure]).toEqual([6, null]);
  expect((await garageNow(mo, body.garage)).owners).toEqual(owners);
});

describe('a restriction', () => {
  const put = async (garage: number, kind: string, since: string, until: string | null = null) => {
    const ground = `с ${since}${until ? ` по ${until}` : ''}`;
    const reply = await mo.call(addRestriction, {
      params: { id: garage },
      body: { kind: kind as 'arrest', ground, since, until },
    });
    expect(reply.status, reply.text).toBe(200);
  };
  const states = async (garage: number, reason: number) => {
    const { body } = await mo.call(steps.reregistrationPreview, {
      params: { id: garage },
      body: form(garage, reason) as never,
    });
    return (body.checks as Check[]).filter(({ key }) => key === 'restriction').map(({ state, text }) => [state, text]);
  };

  it('of an inheritance stops every reason but inheritance and the decision of a court; an arrest, a dispute, an objection stop all', async () => {
    for (const kind of ['estate', 'arrest', 'dispute', 'objection']) {
      const { id } = await ownedGarage(mo, w.po);
      await put(id, kind, '2026-01-10');
      for (let reason = 1; reason <= 13; reason += 1) {
        const [[state] = []] = await states(id, reason);
        expect([kind, reason, state]).toEqual([
          kind,
          reason,
          kind === 'estate' && [3, 5].includes(reason) ? 'warns' : 'blocks',
        ]);
      }
    }
  });

  it('is lifted once, whoever of two presses first', async () => {
    const { id } = await ownedGarage(mo, w.po);
    await put(id, 'arrest', TODAY);
    const { data } = (await mo.call(garageRestrictions, { params: { id } })).body;
    const other = await as(t, { mo: w.mo });
    const lift = (who: Caller) =>
      who.call(liftRestriction, { params: { id: data[0]!.id }, body: { ground: 'Определение об отмене' } });
    const answers = await Promise.all([lift(mo), lift(other)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const told = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'garage')
      .where('object_id', '=', id)
      .where('verb', '=', 'garage.restriction_lift')
      .select('text')
      .execute();
    expect(told).toEqual([{ text: 'Снято ограничение: Определение об отмене' }]);
  });

  it('counts from its first day to its last', async () => {
    const { id } = await ownedGarage(mo, w.po);
    await put(id, 'arrest', '2026-11-21');
    await put(id, 'arrest', '2026-01-01', '2026-11-19');
    expect(await states(id, 1)).toEqual([]);
    await put(id, 'arrest', TODAY);
    await put(id, 'arrest', '2026-01-01', TODAY);
    expect(await states(id, 1)).toEqual([
      ['blocks', `Арест: с ${TODAY}`],
      ['blocks', `Арест: с 2026-01-01 по ${TODAY}`],
    ]);
  });
});

describe('an application is refused', () => {
  it('for a day before it, but of an inheritance and of a court', async () => {
    const body = await sale({ dateRequest: '2026-11-19', date: '2026-11-18' });
    for (const reason of [1, 2, 6, 11])
      expect((await wrong({ ...body, reason })).date, `${reason}`).toBe('Переход не может быть раньше заявки');
    expect((await wrong({ ...body, dateRequest: '2026-11-21', date: '2026-11-21' })).dateRequest).toBe(
      'Дата не может быть позже сегодняшней',
    );
    const court = await applied({ ...body, reason: 5 });
    expect(court.status, court.text).toBe(200);
    const heir = await applied({ ...body, garage: (await ownedGarage(mo, w.po)).id, reason: 3 });
    expect(heir.status, heir.text).toBe(200);
    const sameDay = await applied(await sale({ dateRequest: '2026-11-19', date: '2026-11-19' }));
    expect(sameDay.status, sameDay.text).toBe(200);
  });

  it('for a chain by a reason that has none, or one that begins before the owner did', async () => {
    const [first] = await newOwner();
    const chain = (date: string) => ({
      keepHimself: false,
      alreadyExistTransitProfile: [{ owner: first, date, reason: 1, paper: null }],
    });
    expect((await wrong({ ...(await sale(chain('2026-11-01'))), reason: 8 })).transit).toBe(
      'По этому основанию цепочки не бывает',
    );
    expect((await wrong(await sale(chain('2019-12-31')))).transit).toBe(
      'Цепочка начинается раньше, чем гараж получил прежний владелец',
    );
    for (const reason of [7, 9, 10, 12, 13]) {
      const [step] = chain('2026-11-01').alreadyExistTransitProfile;
      const said = await wrong(await sale({ ...chain(''), alreadyExistTransitProfile: [{ ...step, reason }] }));
      expect(said.transit, `${reason}`).toMatch(/^В цепочке гараж не переходит по основанию «/);
    }
    const early = await applied(await sale(chain('2020-01-01')));
    expect(early.status, early.text).toBe(200);
  });

  it('for a debt that nobody is there to take', async () => {
    const garage = await ownedGarage(mo, w.po);
    await charge(mo, garage.id, 100_000);
    expect((await wrong(form(garage.id, 7, { debtAnswer: 'moves_new' }))).debtAnswer).toBe(
      'Долг принять некому: нового владельца нет',
    );
    const stays = await applied(form(garage.id, 7, { debtAnswer: 'stays_old' }));
    expect(stays.status, stays.text).toBe(200);
  });

  it('for an exchange with an archived garage, or one that nobody owns', async () => {
    const [own, gone] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const archived = await mo.call(archiveGarage, {
      params: { id: gone.id },
      body: { version: gone.version, reason: 'mistake' },
    });
    expect(archived.status, archived.text).toBe(200);
    const against = async (exchangeGarage: number | null) => {
      const { body } = await mo.call(steps.reregistrationPreview, {
        params: { id: own.id },
        body: form(own.id, 4, { exchangeGarage }) as never,
      });
      return (body.checks as Check[]).flatMap(({ key, state, text }) =>
        key === 'exchange' && state === 'blocks' ? [text] : [],
      );
    };
    expect(await against(gone.id)).toContain('Второй гараж в архиве');
    expect(await against((await newGarage(mo, w.po)).id)).toEqual(['У второго гаража нет владельца']);
    expect(await against(null)).toEqual(['Выберите гараж для обмена']);
    expect(await against((await ownedGarage(mo, w.po)).id)).toEqual([]);
  });
});

it('a share that goes through a chain is the same in every hand', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const [[between], comes] = [await newOwner(), await newOwner()];
  const chain = [{ owner: between, date: '2026-11-01', reason: 1, paper: null }];
  const more = {
    newOwner: comes,
    leaving: [garage.owners[0]!.id],
    keepHimself: false,
    alreadyExistTransitProfile: chain,
  };
  const done = await move(mo, await inWork(mo, form(garage.id, 1, more)), 'complete');
  expect(done.status, done.text).toBe(200);
  const held = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', garage.id)
    .orderBy('id')
    .select(['profile_id', 'share_num', 'share_den', 'is_transit'])
    .execute();
  expect(held.slice(2)).toEqual([
    { profile_id: between!.profileId, share_num: 1, share_den: 2, is_transit: true },
    { profile_id: comes[0]!.profileId, share_num: 1, share_den: 2, is_transit: false },
  ]);
});
