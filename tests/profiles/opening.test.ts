// «Кто видел мои данные»: a card that is opened leaves one line for a reader, a person and a day.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldData } from '../../contract/instruments/personal.ts';
import * as c from '../../contract/profiles.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { logOpening } from '../../server/profiles/writing/opening.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [mo, po] = await Promise.all([as(t, { mo: w.mo }), as(t, { po: w.po, capabilities: [] })]);
});
afterAll(() => t.close());

const open = async (who: Caller, id: number) => (await who.call(c.profiles.one, { params: { id } })).status;
const lines = (id: number) =>
  t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .where('object_id', '=', id)
    .where('verb', '=', 'profile.open')
    .orderBy('id')
    .select(['user_id', 'text', 'po_id', 'mo_id'])
    .execute();

it('once for a reader and a day of his МО, whatever he does with it; another day, another reader, another person anew', async () => {
  const one = (await newPerson(mo, w.po)).id;
  const other = (await newPerson(mo, w.po)).id;
  // Two windows at once, then again.
  expect(await Promise.all([open(mo, one), open(mo, one), open(mo, one)])).toEqual([200, 200, 200]);
  expect(await open(mo, one)).toBe(200);
  expect(await lines(one)).toEqual([{ user_id: mo.userId, text: 'Открыта карточка', po_id: null, mo_id: w.mo }]);
  await open(po, one);
  await open(mo, other);
  expect((await lines(one)).map(({ user_id: user }) => user)).toEqual([mo.userId, po.userId]);
  expect(await lines(other)).toHaveLength(1);
  // The day turns at Moscow's midnight, 21:00 by UTC.
  const day = t.deps.clock.now().toISOString().slice(0, 10);
  const at = (time: string, timeZone?: string) =>
    logOpening(
      workCtx(t.deps, { userId: mo.userId, mo: w.mo }, () => new Date(`${day}T${time}Z`), timeZone),
      other,
    );
  await at('20:59:00');
  expect(await lines(other)).toHaveLength(1);
  await at('21:01:00');
  expect(await lines(other)).toHaveLength(2);
  // In Kamchatka it has been that day for nine hours.
  await at('21:02:00', 'Asia/Kamchatka');
  expect(await lines(other)).toHaveLength(2);
});

it('windows that all look before any has written leave one line', async () => {
  const { id } = await newPerson(mo, w.po);
  const ctx = workCtx(t.deps, { userId: mo.userId, mo: w.mo });
  const windows: Promise<void>[] = [];
  // Nobody writes the log until all have looked.
  await t.deps.db.transaction().execute(async (tx) => {
    await sql`lock table action_log in exclusive mode`.execute(tx);
    for (let nth = 0; nth < 3; nth += 1) windows.push(logOpening(ctx, id));
    await new Promise((done) => setTimeout(done, 300));
  });
  await Promise.all(windows);
  expect((await lines(id)).map(({ user_id: user }) => user)).toEqual([mo.userId]);
});

it('stands in the sheet of what is held; a card that may not be opened and one of somebody destroyed leave none', async () => {
  const { id } = await newPerson(mo, w.po);
  await open(po, id);
  const stranger = await as(t, { mo: w.foreignMo });
  expect(await open(stranger, id)).toBe(404);
  const held = (await mo.call(heldData, { params: { id }, body: {} })).body;
  expect(held.seen.map(({ what }: { what: string }) => what)).toEqual(['Открыта карточка']);
  await t.deps.db.updateTable('profile').set({ is_anonymised: true }).where('id', '=', id).execute();
  await open(mo, id);
  expect(await lines(id)).toHaveLength(1);
});

it('the old link of a merged card is an opening of the card that stays', async () => {
  const stays = (await newPerson(mo, w.po)).id;
  const gone = (await newPerson(mo, w.po)).id;
  await t.deps.db.updateTable('profile').set({ merged_into: stays }).where('id', '=', gone).execute();
  expect(await open(mo, gone)).toBe(200);
  expect([await lines(stays), await lines(gone)].map((rows) => rows.length)).toEqual([1, 0]);
});
