// Handing over when a chairman changes: figures on a day, who sees it, rights given and taken in one step.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askHandover,
  confirmHandover,
  declineHandover,
  handoverCard,
  handoverList,
} from '../../contract/instruments/handovers.ts';
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
    expect((await mo.call(confirmHandover, { params: { id }, body: {} })).status).toBe(403);
    expect((await admin.call(confirmHandover, { params: { id }, body: {} })).status).toBe(204);
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
    expect((await admin.call(confirmHandover, { params: { id }, body: {} })).body.errors.form).toContain('уже решено');
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
    expect((await admin.call(confirmHandover, { params: { id }, body: {} })).body.errors.form).toContain('отключена');
    expect((await card(mo, id)).body.state).toBe('asked');
    expect((await admin.call(declineHandover, { params: { id }, body: { reason: 'Нет протокола' } })).status).toBe(204);
    expect((await card(mo, id)).body).toMatchObject({ state: 'declined', decline_reason: 'Нет протокола' });
  });
});
