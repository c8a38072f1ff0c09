// What a re-registration refuses, field by field; a pledge that must be seen, all obstacles of an annulment, why this fee, two hands at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveGarage, garages, removeOwner } from '../../contract/garages.ts';
import { changeShares } from '../../contract/garages/shares.ts';
import { reregistrations, type Check } from '../../contract/reregistrations.ts';
import * as steps from '../../contract/reregistrations/steps.ts';
import * as extra from '../../contract/reregistrations/tariffs.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, garageNow, inWork, move, ownedGarage, save, tariff, TODAY } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  for (const group of ['full', 'heir', 'half'] as const) await tariff(t, group, 300_000);
});
afterAll(() => t.close());

const person = async () => ({ profileId: (await newPerson(mo, w.po)).id });
const apply = (body: object) => mo.call(reregistrations.create, { body: { ...body, apply: true } as never });
/** The words by which an application is refused. */
const refusal = async (body: object): Promise<Record<string, string>> => {
  const { status, body: answer, text } = await apply(body);
  expect(status, text).toBe(422);
  return answer.errors;
};

describe('an application is refused', () => {
  it('for the same person as the only owner', async () => {
    const garage = await ownedGarage(mo, w.po);
    const same = [{ profileId: garage.owners[0]!.profile_id }];
    expect(await refusal(form(garage.id, 1, { newOwner: same }))).toMatchObject({
      newOwner: 'Новый владелец уже владеет этим гаражом',
    });
  });

  it('for an error of the books where one leaves to who stays: an error of the shares alone leaves everybody', async () => {
    const garage = await ownedGarage(mo, w.po, 2);
    const [stays, leaves] = garage.owners.map(({ id }) => id) as [number, number];
    const said = await refusal(form(garage.id, 13, { leaving: [leaves], shares: { [stays]: '1/1' } }));
    expect(said).toEqual({ newOwner: 'Укажите нового владельца' });
    const both = { [stays]: '1/4', [leaves]: '3/4' };
    expect((await apply(form(garage.id, 13, { shares: both }))).status).toBe(200);
  });

  it('for shares that do not make one', async () => {
    const garage = await ownedGarage(mo, w.po);
    const newOwner = [
      { ...(await person()), share: '1/2' },
      { ...(await person()), share: '1/3' },
    ];
    expect(await refusal(form(garage.id, 3, { newOwner }))).toMatchObject({
      newOwner: 'Сумма долей должна быть равна 1',
    });
  });

  it('for a day before the last owner began, or later than thirty days ahead', async () => {
    const garage = await ownedGarage(mo, w.po);
    const newOwner = [await person()];
    const early = await refusal(form(garage.id, 5, { newOwner, date: '2019-12-31' }));
    expect(early.date).toBe('Дата не может быть раньше 01.01.2020: тогда владельцы менялись');
    // 20.11.2026 + 30 days.
    expect((await refusal(form(garage.id, 1, { newOwner, date: '2026-12-21' }))).date).toBe(
      'Дата перехода не позже 20.12.2026',
    );
    expect((await apply(form(garage.id, 1, { newOwner, date: '2026-12-20' }))).status).toBe(200);
  });

  it('for a locked, archived or foreign garage', async () => {
    const garage = await ownedGarage(mo, w.po);
    const first = await save(mo, { ...form(garage.id, 1, { newOwner: [await person()] }), apply: true } as never);
    const locked = await refusal(form(garage.id, 1, { newOwner: [await person()] }));
    expect(locked.garage).toBe(`По гаражу уже идёт переоформление № ${first.id}`);
    const gone = await ownedGarage(mo, w.po);
    const archived = await mo.call(archiveGarage, {
      params: { id: gone.id },
      body: { version: gone.version, reason: 'mistake' },
    });
    expect(archived.status, archived.text).toBe(200);
    expect((await refusal(form(gone.id, 1, { newOwner: [await person()] }))).garage).toBe('Гараж в архиве');
    const foreign = await as(t, { mo: w.siblingMo });
    const newOwner = [{ profileId: (await newPerson(foreign, w.cousinPo)).id }];
    const answer = await foreign.call(reregistrations.create, {
      body: { ...form(garage.id, 1, { newOwner }), apply: true } as never,
    });
    expect(answer.status).toBe(404);
  });

  it('for an exchange with itself or with a garage of another place', async () => {
    const garage = await ownedGarage(mo, w.po);
    expect((await refusal(form(garage.id, 4, { exchangeGarage: garage.id }))).exchangeGarage).toBe(
      'Нельзя обменять гараж сам на себя',
    );
    const foreign = await ownedGarage(await as(t, { mo: w.siblingMo }), w.cousinPo);
    expect((await refusal(form(garage.id, 4, { exchangeGarage: foreign.id }))).exchangeGarage).toBe(
      'Гараж для обмена не найден',
    );
    expect((await garageNow(await as(t, { mo: w.siblingMo }), foreign.id)).reregistration_id).toBeNull();
  });

  it('for a change of name of an owner who has left since: nobody is renamed in his place', async () => {
    const garage = await ownedGarage(mo, w.po, 2);
    const [stays, leaves] = garage.owners;
    const draft = await save(mo, form(garage.id, 12, { leaving: [leaves!.id] }));
    const removed = await mo.call(removeOwner, {
      params: { id: garage.id, ownershipId: leaves!.id },
      body: { date: TODAY, shares: { [stays!.id]: null }, check: true } as never,
    });
    expect(removed.status, removed.text).toBe(200);
    const applied = await move(mo, draft, 'apply');
    expect([applied.status, applied.body.errors]).toEqual([
      422,
      { leaving: 'Выберите одного владельца, у которого меняется имя' },
    ]);
    expect((await garageNow(mo, garage.id)).owners[0]!.full_name).toBe(stays!.full_name);
  });

  it('for a chain with a loop, out of order, or through the former owner', async () => {
    const garage = await ownedGarage(mo, w.po);
    const [one, two] = [await person(), await person()];
    const step = (owner: object, date: string) => ({ owner, date, reason: 1, paper: null });
    const chain = (steps_: object[]) =>
      form(garage.id, 1, { newOwner: [two], keepHimself: false, alreadyExistTransitProfile: steps_ });
    expect((await refusal(chain([step(one, '2026-11-01'), step(one, '2026-11-05')]))).transit).toBe(
      'Человек стоит в цепочке дважды',
    );
    expect((await refusal(chain([step(two, '2026-11-01')]))).transit).toBe('Человек стоит в цепочке дважды');
    const third = await person();
    expect((await refusal(chain([step(one, '2026-11-05'), step(third, '2026-11-01')]))).transit).toBe(
      'Даты цепочки идут не по порядку',
    );
    const former = { profileId: garage.owners[0]!.profile_id };
    expect((await refusal(chain([step(former, '2026-11-01')]))).transit).toBe(
      'Прежний владелец не может быть промежуточным',
    );
  });

  it('for a buyer who died or whose card was merged meanwhile', async () => {
    const garage = await ownedGarage(mo, w.po);
    const [dead, merged] = [await person(), await person()];
    await t.deps.db.updateTable('profile').set({ voa_status_id: 8 }).where('id', '=', dead.profileId).execute();
    expect((await refusal(form(garage.id, 1, { newOwner: [dead] }))).newOwner).toContain('отмечен как умерший');
    const draft = await save(mo, form(garage.id, 1, { newOwner: [merged] }));
    await t.deps.db
      .updateTable('profile')
      .set({ merged_into: (await person()).profileId })
      .where('id', '=', merged.profileId)
      .execute();
    const applied = await move(mo, draft, 'apply');
    expect(applied.body.errors.newOwner).toContain('карточка объединена с другой');
  });
});

describe('a completion is refused', () => {
  it('in a closed period, and goes on when it is opened', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const close = (until: string | null) =>
      t.deps.db.updateTable('mo').set({ period_closed_until: until }).where('id', '=', w.mo).execute();
    await close('2026-12-31');
    const refused = await move(mo, card, 'complete');
    await close(null);
    expect(refused.body.errors.period).toBe('Период закрыт до 31.12.2026');
    expect((await move(mo, card, 'complete')).status).toBe(200);
  });

  it('when the fee was changed since it was shown: both sides stand in the answer', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
    await tariff(t, 'full', 310_000, { po_id: w.po });
    const refused = await move(mo, card, 'complete', { expected: card.preview.expected });
    await t.deps.db.deleteFrom('reregistration_tariff').where('po_id', '=', w.po).execute();
    expect([refused.status, refused.body.code, refused.body.current.fee_kopecks, card.preview.fee_kopecks]).toEqual([
      409,
      'changed',
      310_000,
      300_000,
    ]);
    expect((await garageNow(mo, garage.id)).owners[0]!.profile_id).toBe(garage.owners[0]!.profile_id);
  });

  it('of a stale card, with the card as it is now', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const { body: now } = await move(mo, card, 'return', { comment: 'Нет подписи' });
    const refused = await move(mo, card, 'complete');
    expect([refused.status, refused.body.code, refused.body.current.status]).toEqual([409, 'stale', 6]);
    expect(refused.body.current.version).toBe(now.version);
  });

  it('until a pledge was seen by who completes', async () => {
    const garage = await ownedGarage(mo, w.po);
    const set = await mo.call(extra.addRestriction, {
      params: { id: garage.id },
      body: { kind: 'pledge', ground: 'Договор залога 7', since: '2026-01-10' },
    });
    const pledge = set.body.data[0].id;
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const asks = (checks: Check[]) =>
      checks.filter((check) => check.restriction === pledge).map((check) => check.state);
    expect(asks(card.preview.checks)).toEqual(['blocks']);
    expect((await move(mo, card, 'complete')).body.errors.acknowledged).toBe(
      'Залог: Договор залога 7. Отметьте, что ознакомлены',
    );
    const done = await move(mo, card, 'complete', { acknowledged: [pledge] });
    expect([done.status, done.body.status], done.text).toEqual([200, 3]);
    expect(done.body.events.map((event: { text: string }) => event.text)).toContain(
      'Ознакомлены с ограничением: Договор залога 7',
    );
  });
});

it('a pledge that the case knows already is not told to have been seen anew', async () => {
  const garage = await ownedGarage(mo, w.po);
  const set = async (ground: string) => {
    const body = { kind: 'pledge' as const, ground, since: '2026-01-10' };
    const { body: now } = await mo.call(extra.addRestriction, { params: { id: garage.id }, body });
    return (now.data as { id: number; ground: string }[]).find((one) => one.ground === ground)!.id;
  };
  const known = await set('Договор залога 7');
  const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()], acknowledged: [known] }));
  const later = await set('Договор залога 8');
  expect((await move(mo, card, 'complete', { acknowledged: [known] })).body.errors).toEqual({
    acknowledged: 'Залог: Договор залога 8. Отметьте, что ознакомлены',
  });
  const done = await move(mo, card, 'complete', { acknowledged: [known, later] });
  expect(done.status, done.text).toBe(200);
  const seen = done.body.events
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => text.includes('залога'));
  expect(seen).toEqual(['Ознакомлены с ограничением: Договор залога 8']);
  expect(done.body.form.acknowledged).toEqual([known, later]);
});

describe('an annulment', () => {
  it('names every obstacle at once, each with its page', async () => {
    const garage = await ownedGarage(mo, w.po);
    const first = (await move(mo, await inWork(mo, form(garage.id, 1, { newOwner: [await person()] })), 'complete'))
      .body;
    expect(first.annul_obstacles).toEqual([]);
    const second = (
      await move(
        mo,
        await inWork(mo, form(garage.id, 2, { newOwner: [await person()], debtAnswer: 'stays_old' })),
        'complete',
      )
    ).body;
    const third = await save(mo, { ...form(garage.id, 2, { newOwner: [await person()] }), apply: true } as never);
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-12-31' }).where('id', '=', w.mo).execute();
    const card = (await mo.call(reregistrations.one, { params: { id: first.id } })).body;
    const refused = await move(mo, card, 'annul', { comment: 'Ошиблись' });
    await t.deps.db.updateTable('mo').set({ period_closed_until: null }).where('id', '=', w.mo).execute();
    expect(card.annul_obstacles.map((one: { path: string | null }) => one.path)).toEqual([
      null,
      `/reregistration/${third.id}`,
      `/reregistration/${second.id}`,
    ]);
    expect(refused.status).toBe(422);
    for (const { text } of card.annul_obstacles) expect(refused.body.errors.form).toContain(text);
  });

  it('is refused after the new owner gave the garage up: nobody stands there now', async () => {
    const garage = await ownedGarage(mo, w.po);
    const first = (await move(mo, await inWork(mo, form(garage.id, 1, { newOwner: [await person()] })), 'complete'))
      .body;
    const up = await inWork(mo, form(garage.id, 7, { debtAnswer: 'stays_old' }));
    expect((await move(mo, up, 'complete')).status).toBe(200);
    const now = (await mo.call(reregistrations.one, { params: { id: first.id } })).body;
    expect(now.annul_obstacles).toMatchObject([{ path: `/reregistration/${up.id}` }]);
    expect((await move(mo, now, 'annul', { comment: 'Ошиблись' })).status).toBe(422);
  });
});

it('the fee says why: the row that was taken, the others with what they lost by, who pays', async () => {
  await tariff(t, 'half', 90_000, { mo_id: w.mo });
  await tariff(t, 'half', 70_000, { mo_id: w.mo, is_member: false });
  const garage = await ownedGarage(mo, w.po);
  const { body } = await mo.call(steps.reregistrationPreview, {
    params: { id: garage.id },
    body: form(garage.id, 9, {
      newOwner: [{ ...(await person()), share: '1/2' }],
      shares: { [garage.owners[0]!.id]: '1/2' },
    }),
  });
  expect(body.fee_why.map((row: { kopecks: number; lost: string | null }) => [row.kopecks, row.lost])).toEqual([
    [70_000, null],
    [90_000, 'есть тариф для не членов ВОА'],
    [300_000, 'есть тариф ближе: МО'],
  ]);
  expect(body.payer_text).toContain('платит новый владелец');
});

describe('shares alone', () => {
  const ground = 'Доли перепутаны при записи, акт комиссии № 4';

  it('are corrected by a case that nobody leaves; annulled, they are as they were', async () => {
    const garage = await ownedGarage(mo, w.po, 2);
    await charge(mo, garage.id, 50_000);
    const [one, two] = garage.owners.map((owner) => owner.id);
    const change = (shares: object, more: object = {}) =>
      mo.call(changeShares, {
        params: { id: garage.id },
        body: { date: TODAY, shares: shares as never, reason: ground, check: true, ...more },
      });
    expect((await change({ [one!]: '1/3' })).body.errors).toEqual({ share: 'Сумма долей должна быть равна 1' });
    expect((await change({ [one!]: '1/2' })).body.errors).toEqual({ share: 'Доли те же, что и были' });
    expect((await change({ 999999: '1/2' })).body.errors).toEqual({
      share: 'Состав владельцев изменился. Обновите страницу',
    });
    expect((await change({ [one!]: '1/3', [two!]: '2/3' }, { reason: 'мало' })).body.errors.reason).toContain(
      '20 знаков',
    );
    const done = await change({ [one!]: '1/3', [two!]: '2/3' });
    expect(done.status, done.text).toBe(200);
    const shares = (card: { owners: { id: number; share: string | null }[] }) =>
      Object.fromEntries(card.owners.map((owner) => [owner.id, owner.share]));
    expect(shares(done.body)).toEqual({ [one!]: '1/3', [two!]: '2/3' });
    const list = await mo.call(reregistrations.list, {
      query: { filter: JSON.stringify({ garage: garage.id, any: true }) } as never,
    });
    const row = (list.body as { id: number; reason: number; status: number }[])[0]!;
    expect([row.reason, row.status]).toEqual([13, 3]);
    const card = (await mo.call(reregistrations.one, { params: { id: row.id } })).body;
    expect((await move(mo, card, 'annul', { comment: 'Акт отменён' })).status).toBe(200);
    expect(shares(await garageNow(mo, garage.id))).toEqual(shares(garage));
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('are not written by the editor any more', async () => {
    const garage = await ownedGarage(mo, w.po, 2);
    const owners = garage.owners.map(({ id, is_primary }, nth) => ({
      id,
      share: nth ? '1/4' : '3/4',
      isPrimary: is_primary,
    }));
    const answer = await mo.call(garages.update, {
      params: { id: garage.id },
      body: {
        section: garage.section,
        number: garage.number,
        type: { value: garage.type.value },
        version: garage.version,
        owners,
      },
    });
    expect(answer.body.errors.owners).toBe('Доли меняют на карточке гаража: «Изменить доли»');
  });
});

describe('two hands at once', () => {
  it('complete one case once', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await inWork(mo, form(garage.id, 1, { newOwner: [await person()] }));
    const other = await as(t, { mo: w.mo });
    const answers = await Promise.all([move(mo, card, 'complete'), move(other, card, 'complete')]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const now = await garageNow(mo, garage.id);
    expect([now.owners.length, now.balance_kopecks]).toEqual([1, -300_000]);
  });

  it('complete both halves of an exchange once, whichever half each of them presses', async () => {
    const [one, other] = [await ownedGarage(mo, w.po), await ownedGarage(mo, w.po)];
    const card = await inWork(mo, form(one.id, 4, { exchangeGarage: other.id }));
    const pair = (await mo.call(reregistrations.one, { params: { id: card.pair_id! } })).body;
    expect(card.pair ?? pair.pair).toMatchObject({ old_owners: expect.any(Array) });
    const second = await as(t, { mo: w.mo });
    const answers = await Promise.all([move(mo, card, 'complete'), move(second, pair, 'complete')]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const [garage, owner] of [
      [one, other],
      [other, one],
    ] as const) {
      const now = await garageNow(mo, garage.id);
      expect(now.owners.map((row) => row.profile_id)).toEqual([owner.owners[0]!.profile_id]);
      expect(now.balance_kopecks).toBe(-300_000);
    }
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('the МО completes while the ПО withdraws: one of them wins, the other is told', async () => {
    const garage = await ownedGarage(mo, w.po);
    const card = await save(po, { ...form(garage.id, 1, { newOwner: [await person()] }), apply: true } as never);
    const answers = await Promise.all([move(mo, card, 'take'), move(po, card, 'withdraw', { comment: 'Передумали' })]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status } = (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
    expect((await garageNow(mo, garage.id)).reregistration_id).toBe(status === 2 ? card.id : null);
  });
});
