// Handing over when a chairman changes: figures on a day, who sees it, rights given and taken in one step.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askHandover,
  confirmHandover,
  declineHandover,
  handoverCard,
  handoverChairmen,
  handoverList,
  withdrawHandover,
  type HandoverCard,
} from '../../contract/instruments/handovers.ts';
import { closingReadiness, type PoReadiness } from '../../contract/closing.ts';
import { takePayment } from '../../contract/payments.ts';
import { destroyPerson } from '../../server/instruments/writing/destroying.ts';
import { act as written } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { paymentLine, postLines } from '../balance/posting.ts';
import { pay, special } from '../payments/desk.ts';
import { charge, form, inWork, move, ownedGarage } from '../reregistrations/kit.ts';
import { newPerson } from '../kit/rows.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let foreign: Caller;
let po: Caller;
let nth = 0;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [admin, mo, foreign] = await Promise.all([
    as(t, { mo: w.foreignMo, isSuperuser: 2, role: 'superuser' }),
    as(t, { mo: w.mo }),
    as(t, { mo: w.foreignMo }),
  ]);
  po = await as(t, { po: w.po, role: 'chairman' });
  await t.deps.db.updateTable('user_right').set({ role: 'chairman' }).where('user_id', '=', po.userId).execute();
});
afterAll(() => t.close());

const body = (more: object = {}) => ({
  po: w.po,
  onDate: '2026-11-20',
  lastName: 'Новиков',
  firstName: 'Пётр',
  fatherName: 'Ильич',
  email: `new-chairman-${(nth += 1)}@example.ru`,
  phone: null,
  things: 'Ключи от сторожки',
  ...more,
});
const card = (caller: Caller, id: number) => caller.call(handoverCard, { params: { id } });
const rightsAt = (poId: number) =>
  t.deps.db
    .selectFrom('user_right as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .where('r.po_id', '=', poId)
    .where('u.is_active', '=', true)
    .select(['u.email', 'r.role'])
    .execute();

describe('a handover', () => {
  it('is asked for by the МО, seen in its place alone, confirmed by a superuser in one step', async () => {
    const wrong = await mo.call(askHandover, { body: body({ po: w.cousinPo }) });
    expect(wrong.body.errors.po).toContain('своего МО');
    expect((await mo.call(askHandover, { body: body({ onDate: '2026-11-21' }) })).body.errors.onDate).toContain(
      'позже',
    );
    expect((await po.call(askHandover, { body: body() })).status).toBe(403);
    const wish = body();
    const { id } = (await mo.call(askHandover, { body: wish })).body;
    expect((await mo.call(askHandover, { body: body() })).body.errors.po).toContain('уже ждёт');
    expect((await card(foreign, id)).status).toBe(404);
    expect((await foreign.call(handoverList)).body.data).toEqual([]);
    expect((await card(mo, id)).body).toMatchObject({
      state: 'asked',
      taker: 'Новиков Пётр Ильич',
      things: 'Ключи от сторожки',
    });
    const { rights } = (await card(admin, id)).body;
    expect((await mo.call(confirmHandover, { params: { id }, body: { rights } })).status).toBe(403);
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).status).toBe(204);
    expect(await rightsAt(w.po)).toEqual([{ email: wish.email, role: 'chairman' }]);
    const former = await t.deps.db
      .selectFrom('app_user')
      .where('id', '=', po.userId)
      .select('is_active')
      .executeTakeFirstOrThrow();
    expect(former.is_active).toBe(false);
    expect((await po.call(handoverList)).status).toBe(401);
    const place = await t.deps.db
      .selectFrom('po')
      .where('id', '=', w.po)
      .select(['chairman_name', 'chairman_email'])
      .executeTakeFirstOrThrow();
    expect(place).toEqual({ chairman_name: 'Новиков Пётр Ильич', chairman_email: wish.email });
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).body.errors.form).toContain(
      'уже решено',
    );
  });

  it('leaves everything as it was when the rights can’t be given', async () => {
    const off = await as(t, { po: w.siblingPo });
    const { email } = await t.deps.db
      .selectFrom('app_user')
      .where('id', '=', off.userId)
      .select('email')
      .executeTakeFirstOrThrow();
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', off.userId).execute();
    const { id } = (await mo.call(askHandover, { body: body({ po: w.siblingPo, email }) })).body;
    expect((await card(mo, id)).body.problem).toContain('отключена');
    const { rights } = (await card(admin, id)).body;
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).body.errors.form).toContain(
      'отключена',
    );
    expect((await card(mo, id)).body.state).toBe('asked');
    expect((await admin.call(declineHandover, { params: { id }, body: { reason: 'Нет протокола' } })).status).toBe(204);
    expect((await card(mo, id)).body).toMatchObject({ state: 'declined', decline_reason: 'Нет протокола' });
  });
});

describe('taking it back', () => {
  it('the МО withdraws what it asked for while nobody has decided, and may ask again', async () => {
    const own = await world(t.deps.db);
    const [office, place] = [await as(t, { mo: own.mo }), await as(t, { po: own.po })];
    const ask = () => office.call(askHandover, { body: body({ po: own.po }) });
    const { id } = (await ask()).body;
    const withdraw = (caller: Caller, which = id) => caller.call(withdrawHandover, { params: { id: which } });
    expect((await card(office, id)).body.may_withdraw).toBe(true);
    expect((await card(admin, id)).body.may_withdraw).toBe(false);
    expect([await withdraw(place), await withdraw(foreign), await withdraw(admin)].map(({ status }) => status)).toEqual(
      [403, 404, 404],
    );
    const { rights } = (await card(admin, id)).body;
    expect((await withdraw(office)).status).toBe(204);
    expect((await card(office, id)).body).toMatchObject({ state: 'withdrawn', may_withdraw: false });
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'user.handover')
      .where('object_id', '=', own.po)
      .where('object_type', '=', 'po')
      .orderBy('id', 'desc')
      .select(['text', 'user_id'])
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ text: 'Передача дел отозвана', user_id: office.userId });
    for (const late of [
      await withdraw(office),
      await admin.call(confirmHandover, { params: { id }, body: { rights } }),
      await admin.call(declineHandover, { params: { id }, body: { reason: 'Поздно' } }),
    ])
      expect(late.body.errors.form).toContain('уже решено');
    const again = (await ask()).body.id;
    const read = (await card(admin, again)).body.rights;
    expect((await admin.call(confirmHandover, { params: { id: again }, body: { rights: read } })).status).toBe(204);
    expect((await withdraw(office, again)).body.errors.form).toContain('уже решено');
  });
});

describe('the act', () => {
  let own: World;
  let office: Caller;
  beforeAll(async () => {
    own = await world(t.deps.db);
    office = await as(t, { mo: own.mo });
  });
  const draw = async (onDate: string) => {
    const { id } = (await office.call(askHandover, { body: body({ po: own.po, onDate }) })).body;
    const act = (await card(office, id)).body as HandoverCard;
    await admin.call(declineHandover, { params: { id }, body: { reason: 'Только цифры' } });
    return { id, act };
  };

  it('names who owes and how much: a debt left to a former owner is his, money set aside lessens no debt', async () => {
    const sold = await ownedGarage(office, own.po);
    await charge(office, sold.id, 450_000);
    const buyer = await newPerson(office, own.po);
    const newOwner = [{ profileId: buyer.id }];
    const sale = await inWork(office, form(sold.id, 1, { newOwner, debtAnswer: 'stays_old' }));
    expect((await move(office, sale, 'complete', { expected: sale.preview.expected })).status).toBe(200);
    const owing = await ownedGarage(office, own.po);
    await charge(office, owing.id, 600_000);
    const paid = await office.call(takePayment, {
      body: {
        idempotencyKey: crypto.randomUUID(),
        date: '2026-11-10',
        lines: [{ garage: owing.id, amount: 450_000, accrualType: 4, year: 2026 }],
      },
    });
    expect(paid.status, paid.text).toBe(200);
    const seller = sold.owners[0]!;
    const expected = [
      { garage_id: owing.id, owner: owing.owners[0]!.full_name, is_former: false, debt_kopecks: 600_000 },
      { garage_id: sold.id, owner: seller.full_name, is_former: true, debt_kopecks: 450_000 },
    ];
    const { id, act } = await draw('2026-11-20');
    expect(act.debtors).toEqual(expected.map((one) => expect.objectContaining(one)));
    expect(act.figures).toMatchObject({
      debtors: 1,
      debt_kopecks: 600_000,
      former_kopecks: 450_000,
      advance_kopecks: 450_000,
    });
    const ready = (await office.call(closingReadiness, { query: { until: '2026-11-20' } })).body.data;
    expect(ready.find(({ po: { id: at } }: PoReadiness) => at === own.po)).toMatchObject({
      debtors: 1,
      debt_kopecks: 600_000,
      former_kopecks: 450_000,
    });
    // The day before the sale the seller owned it and owed.
    expect((await draw('2026-11-19')).act.debtors).toContainEqual(
      expect.objectContaining({ garage_id: sold.id, owner: seller.full_name, is_former: false, debt_kopecks: 450_000 }),
    );
    // Drawn and signed it stays as it was, whatever happens to people and garages.
    await t.deps.db
      .updateTable('profile')
      .set({ last_name: 'Переименованный' })
      .where('id', 'in', [seller.profile_id!, owing.owners[0]!.profile_id!])
      .execute();
    await t.deps.db.updateTable('garage').set({ number: '999' }).where('id', '=', owing.id).execute();
    expect((await card(office, id)).body.debtors).toEqual(act.debtors);
    // The name of one whose data is destroyed goes, and of nobody else.
    await written(workCtx(t.deps, {}), 'admin.test', async (write) => {
      const { counts } = await destroyPerson(write, workCtx(t.deps, {}), seller.profile_id!);
      await write.log({ text: 'проба' });
      expect(counts).toBeDefined();
    });
    const after = (await card(office, id)).body.debtors as HandoverCard['debtors'];
    expect(after[0]).toEqual(act.debtors[0]);
    expect(after[1]!.owner).toBe(`Удалено № ${seller.profile_id}`);
  });

  it('what was written off or corrected is neither charged nor paid, and the figures add up', async () => {
    const { figures: before } = (await draw('2026-11-20')).act;
    const garage = await ownedGarage(office, own.po);
    await charge(office, garage.id, 500_000);
    const done = [
      await special(office, 'write_off', garage.id, 70_000, { protocol: 'протокол № 3' }),
      await special(office, 'correction', garage.id, 30_000, { direction: 'lower', comment: 'сверка с ПО' }),
      await pay(office, garage.id, 100_000, { date: '2026-11-20' }),
    ];
    for (const { status, text } of done) expect(status, text).toBe(200);
    const { figures } = (await draw('2026-11-20')).act;
    const grown = (key: 'charged_kopecks' | 'paid_kopecks' | 'other_kopecks' | 'debt_kopecks') =>
      figures[key] - before[key];
    expect(grown('charged_kopecks')).toBe(500_000);
    expect(grown('paid_kopecks')).toBe(100_000);
    expect(grown('other_kopecks')).toBe(100_000);
    expect(grown('debt_kopecks')).toBe(300_000);
    const { charged_kopecks, paid_kopecks, other_kopecks, debt_kopecks, former_kopecks, advance_kopecks } = figures;
    expect(charged_kopecks - paid_kopecks - other_kopecks).toBe(debt_kopecks + former_kopecks - advance_kopecks);
  });

  it('leaves to close the days of the desk alone: cash that was taken at no desk of ours has none', async () => {
    const garage = await ownedGarage(office, own.po);
    const days = async () =>
      (await draw('2026-11-20')).act.figures.open.find(({ label }) => label === 'Незакрытые дни кассы')?.count ?? 0;
    const before = await days();
    await postLines(t, own, [paymentLine(garage.id, '2026-03-05', 100)]);
    expect(await days()).toBe(before);
    await pay(office, garage.id, 100, { date: '2026-03-06' });
    expect(await days()).toBe(before + 1);
  });

  it('counts garages and owners of its day, not of today', async () => {
    const before = (await draw('2026-09-01')).act.figures;
    const garage = await ownedGarage(office, own.po);
    const counts = async (day: string) => {
      const { garages, owners } = (await draw(day)).act.figures;
      return [garages - before.garages, owners - before.owners];
    };
    expect(await counts('2026-09-01')).toEqual([1, 1]);
    expect(await counts('2019-12-31')).toEqual([-before.garages, -before.owners]);
    await t.deps.db
      .updateTable('garage')
      .set({ is_active: false, archived_at: '2026-10-01T09:00:00Z' })
      .where('id', '=', garage.id)
      .execute();
    await t.deps.db
      .updateTable('ownership')
      .set({ ended_on: '2026-10-01' })
      .where('garage_id', '=', garage.id)
      .execute();
    expect(await counts('2026-09-30')).toEqual([1, 1]);
    expect(await counts('2026-10-01')).toEqual([0, 0]);
  });
});

describe('rights', () => {
  let own: World;
  let office: Caller;
  beforeAll(async () => {
    own = await world(t.deps.db);
    office = await as(t, { mo: own.mo });
  });
  const emailOf = async ({ userId }: Caller) =>
    (await t.deps.db.selectFrom('app_user').where('id', '=', userId).select('email').executeTakeFirstOrThrow()).email;

  it('say every capability that an account gets elsewhere, and what was not read is not confirmed', async () => {
    const auditor = await as(t, { po: own.siblingPo, role: 'auditor', capabilities: [1] });
    await t.deps.db.updateTable('user_right').set({ role: 'auditor' }).where('user_id', '=', auditor.userId).execute();
    const wish = body({ po: own.po, email: await emailOf(auditor) });
    const { id } = (await office.call(askHandover, { body: wish })).body;
    const told = (await card(admin, id)).body.rights as string[];
    expect(told.join('. ')).toContain('К полномочиям учётной записи добавятся «Взносы и баланс», «Рассылки»');
    expect(told.join('. ')).toMatch(/«Взносы и баланс», «Рассылки» она получит и здесь: .+ — ревизор/);
    expect(told.join('. ')).toContain('в ней записан Чиновников');
    // Where somebody works in other places is no business of a МО.
    expect(((await card(office, id)).body.rights as string[]).join('. ')).not.toContain('ревизор');
    const short = await admin.call(confirmHandover, { params: { id }, body: { rights: told.slice(0, 1) } });
    expect(short.body.errors.form).toContain('прочитайте ещё раз');
    await t.deps.db
      .insertInto('user_right')
      .values({ user_id: auditor.userId, mo_id: own.foreignMo, role: 'clerk' })
      .execute();
    const late = await admin.call(confirmHandover, { params: { id }, body: { rights: told } });
    expect(late.body.errors.form).toContain('прочитайте ещё раз');
    const { rights } = (await card(admin, id)).body;
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).status).toBe(204);
    const account = await t.deps.db
      .selectFrom('app_user')
      .where('id', '=', auditor.userId)
      .select('capabilities')
      .executeTakeFirstOrThrow();
    expect(account.capabilities).toEqual([1, 2, 3]);
  });

  it('say that nothing is added to an account that has every capability', async () => {
    const clerk = await as(t, { po: own.siblingPo, capabilities: [1, 2, 3] });
    const wish = body({ po: own.po, email: await emailOf(clerk) });
    const { id } = (await office.call(askHandover, { body: wish })).body;
    const told = ((await card(admin, id)).body.rights as string[]).join('. ');
    expect(told).toContain('Полномочия учётной записи не изменятся');
    expect(told).not.toContain('добавятся');
  });

  it('of an account that has no right in the МО not even its being there is told to the МО', async () => {
    const stranger = await as(t, { mo: own.foreignMo, capabilities: [1] });
    const email = await emailOf(stranger);
    await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', stranger.userId).execute();
    const ask = async (to: string) => {
      const { id } = (await office.call(askHandover, { body: body({ po: own.siblingPo, email: to }) })).body;
      const [seen, whole] = [(await card(office, id)).body, (await card(admin, id)).body];
      await t.deps.db.updateTable('handover').set({ state: 'declined' }).where('id', '=', id).execute();
      return { told: [seen.problem, seen.rights.join('. ').replaceAll(to, '')], whole };
    };
    const [known, unknown] = [await ask(email), await ask('nobody.at.all@example.ru')];
    expect(known.told).toEqual(unknown.told);
    expect(known.whole.problem).toContain('отключена');
  });

  it('a confirmation is a change of the ПО: a form opened before it is stale, the log has both chairmen', async () => {
    const at = await world(t.deps.db);
    const { id } = (
      await (
        await as(t, { mo: at.mo })
      ).call(askHandover, { body: body({ po: at.po, email: 'taker.of.version@example.ru' }) })
    ).body;
    const version = async () =>
      (await t.deps.db.selectFrom('po').where('id', '=', at.po).select('version').executeTakeFirstOrThrow()).version;
    const before = await version();
    const { rights } = (await card(admin, id)).body;
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).status).toBe(204);
    expect(await version()).toBe(before + 1);
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'po')
      .where('object_id', '=', at.po)
      .where('text', 'like', 'Дела переданы%')
      .select(['before', 'after'])
      .executeTakeFirstOrThrow();
    expect(Object.keys(line.after as object)).toContain('chairman_name');
  });

  it('of two chairmen the one who is named leaves; unnamed, nobody is guessed', async () => {
    const [first, second] = [
      await as(t, { po: own.siblingPo, role: 'chairman' }),
      await as(t, { po: own.siblingPo, role: 'chairman' }),
    ];
    const ids = [first.userId, second.userId];
    // One has the role by this right, the other by the account.
    await t.deps.db.updateTable('user_right').set({ role: 'chairman' }).where('user_id', '=', ids[0]!).execute();
    await t.deps.db.updateTable('user_right').set({ role: null }).where('user_id', '=', ids[1]!).execute();
    const chairmen = (await office.call(handoverChairmen, { query: { po: own.siblingPo } })).body.data;
    expect(chairmen.map((one: { id: number }) => one.id)).toEqual(ids);
    expect((await foreign.call(handoverChairmen, { query: { po: own.siblingPo } })).body.data).toEqual([]);
    const ask = (more: object) => office.call(askHandover, { body: body({ po: own.siblingPo, ...more }) });
    expect((await ask({})).body.errors.former).toContain('Председателей в этом ПО 2');
    expect((await ask({ former: mo.userId })).body.errors.former).toContain('уже не председатель');
    expect((await ask({ former: first.userId, email: await emailOf(second) })).body.errors.email).toContain(
      'и сейчас председатель',
    );
    const { id } = (await ask({ former: second.userId })).body;
    const { rights, former } = (await card(admin, id)).body;
    expect(former).toContain('Чиновников');
    expect(rights.at(-1)).toContain('других прав нет — учётная запись отключается');
    expect((await admin.call(confirmHandover, { params: { id }, body: { rights } })).status).toBe(204);
    const active = await t.deps.db
      .selectFrom('app_user')
      .where('id', 'in', ids)
      .where('is_active', '=', true)
      .select('id')
      .execute();
    expect(active).toEqual([{ id: first.userId }]);
  });
});
