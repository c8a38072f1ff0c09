// Sums that are kept for every ПО: what people read is what the garages say; archiving and payments at once leave them right; a recount
// names the ПО and the figure.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveGarage, garageSelection, garages, restoreGarage } from '../../contract/garages.ts';
import { login } from '../../contract/session.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { Database } from '../../server/db/open.ts';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { onServer } from '../kit/database.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { postLines } from './posting.ts';

/** What a list and a selection say of a filter. */
async function said(call: Caller['call'], filter: object) {
  const [list, selection] = await Promise.all([
    call(garages.list, { query: { filter, range: [0, 0] } }),
    call(garageSelection, { body: { filter, included: [], excluded: [], all: true, expected: 0 } }),
  ]);
  expect([list.status, selection.status]).toEqual([200, 200]);
  const totals = JSON.parse(String(list.headers['x-totals'])) as Record<string, number>;
  expect(selection.body).toEqual(totals);
  expect(String(list.headers['content-range'])).toMatch(new RegExp(`/${totals.count}$`));
  return totals;
}
/** True for every garage in use, and a filter for the database: it counts. */
const counted = { debtFrom: 0 };

describe('the demo world', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ DEMO: '1' });
    await seedDemo(t.deps, t.deps.clock.now());
  });
  afterAll(() => t.close());

  it.each(demoAccounts.map(({ email }) => [email]))('%s reads what the garages say, place by place', async (email) => {
    const entered = await caller(t.app)(login, { body: { email, password: DEMO_PASSWORD } });
    const call = caller(t.app, (entered.body as { token: string }).token);
    const whole = await said(call, {});
    expect(whole).toEqual(await said(call, counted));
    expect(whole.count).toBeGreaterThan(0);
    expect(whole.debtors).toBeGreaterThan(0);
    expect(whole.advance_kopecks).toBeGreaterThan(0);
    const { rows } = await t.deps.engine.query('select id, mo_id from po order by id');
    for (const { id, mo_id } of rows as { id: number; mo_id: number }[])
      for (const places of [{ poFilter: [id] }, { moFilter: [mo_id] }, { moFilter: [mo_id], poFilter: [id] }])
        expect(await said(call, places)).toEqual(await said(call, { ...places, ...counted }));
  });

  it('names every ПО and figure that differs', async () => {
    const [first, second] = (await t.deps.engine.query('select id, name from po order by id limit 2')).rows as {
      id: number;
      name: string;
    }[];
    const sumFaults = async () =>
      (await verifyLedger(t.deps.db)).flatMap((fault) => (fault.what === 'sum' ? [fault.text] : []));
    expect(await sumFaults()).toEqual([]);
    await t.deps.engine.query(
      `update po_sum set debtors = debtors + 1, debt_kopecks = debt_kopecks - 12345 where po_id = ${first!.id}`,
    );
    await t.deps.engine.query(`delete from po_sum where po_id = ${second!.id}`);
    const found = await sumFaults();
    expect(found.map((text) => text.replace(/ [\d −,-]+( ₽)?, по гаражам.*$/, ''))).toEqual([
      `${first!.name}: должников`,
      `${first!.name}: долг`,
      ...['гаражей', 'должников', 'долг', 'аванс'].map((figure) => `${second!.name}: ${figure}`),
    ]);
    await t.deps.engine.query('select fill_po_sums()');
    expect(await sumFaults()).toEqual([]);
  });
});

describe('writing', () => {
  let t: TestApp;
  let w: World;
  beforeAll(async () => {
    t = await testApp();
    w = await world(t.deps.db);
  });
  afterAll(() => t.close());

  it('follows charges, payments, archiving and return', async () => {
    const mo = await as(t, { mo: w.mo });
    const [one, two] = [await newGarage(mo, w.po), await newGarage(mo, w.po)];
    const line = {
      accrual_type_id: 1,
      payment_type_id: null,
      period_year: 2026,
      on_date: '2026-02-01',
      sign: -1,
    } as const;
    await postLines(t, w, [
      { ...line, garage_id: one.id, amount_kopecks: 100_000 },
      { ...line, garage_id: two.id, amount_kopecks: 30_000 },
    ]);
    const paid = { ...line, sign: 1, accrual_type_id: null, payment_type_id: 1, on_date: '2026-03-01' } as const;
    await postLines(t, w, [{ ...paid, garage_id: two.id, amount_kopecks: 50_000 }]);
    const both = { count: 2, debtors: 1, debt_kopecks: 100_000, advance_kopecks: 20_000 };
    expect(await said(mo.call, {})).toEqual(both);
    const archive = { version: one.version, reason: 'demolished', comment: 'Снесён', confirmBalance: true };
    const { body: archived } = await mo.call(archiveGarage, { params: { id: one.id }, body: archive as never });
    expect(await said(mo.call, {})).toEqual({ count: 1, debtors: 0, debt_kopecks: 0, advance_kopecks: 20_000 });
    // What is charged to an archived garage is no debt of the list until it is back.
    await postLines(t, w, [{ ...line, garage_id: one.id, amount_kopecks: 700, on_date: '2026-04-01' }]);
    expect(await said(mo.call, {})).toMatchObject({ debtors: 0, debt_kopecks: 0 });
    await mo.call(restoreGarage, { params: { id: one.id }, body: { version: archived.version } as never });
    expect(await said(mo.call, {})).toEqual({ ...both, debt_kopecks: 100_700 });
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});

describe.skipIf(!canHavePostgres())('two transactions at once on a server', () => {
  let server: PostgresServer;
  let database: Database;
  let ids: number[];
  beforeAll(async () => {
    server = await somePostgres();
    database = await onServer(server.url);
    const w = await world(database.db);
    const place = { region_id: w.region, mo_id: w.mo };
    const rows = [w.po, w.siblingPo].flatMap((po_id) =>
      Array.from({ length: 6 }, (_, nth) => ({
        ...place,
        po_id,
        number: String(nth + 1),
        account_no: `${po_id}-${nth}`,
      })),
    );
    ids = (await database.db.insertInto('garage').values(rows).returning('id').execute()).map((row) => row.id);
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });
  const wrongSums = async () => (await verifyLedger(database.db)).filter((fault) => fault.what === 'sum');
  const owes = (id: number, kopecks: number) =>
    `update garage_balance set balance_kopecks = balance_kopecks - ${kopecks} where garage_id = ${id}`;
  const archives = (id: number, isActive: boolean) => `update garage set is_active = ${isActive} where id = ${id}`;

  it.each([
    ['a debt is posted, then the garage is archived', (id: number) => [owes(id, 500), archives(id, false)]],
    ['the garage is archived, then a debt is posted', (id: number) => [archives(id, false), owes(id, 300)]],
    ['the garage comes back while a debt is posted', (id: number) => [archives(id, true), owes(id, 70)]],
    ['two debts of one garage', (id: number) => [owes(id, 11), owes(id, 13)]],
  ])('%s', async (_what, statementsOf) => {
    const [first, second] = statementsOf(ids[0]!);
    const [one, other] = [await database.engine.acquire(), await database.engine.acquire()];
    await one.query('begin');
    await one.query(first!);
    await other.query('begin');
    const waits = other.query(second!);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await one.query('commit');
    await waits;
    await other.query('commit');
    for (const connection of [one, other]) connection.release();
    expect(await wrongSums()).toEqual([]);
  });

  it('many documents over both ПО neither wait in a ring nor lose a kopeck', async () => {
    const work = async (nth: number) => {
      const connection = await database.engine.acquire();
      try {
        await connection.query('begin');
        if (nth % 5 === 4) await connection.query(archives(ids[nth % ids.length]!, nth % 2 === 0));
        else
          await connection.query(
            `with held as materialized (select garage_id from garage_balance where garage_id % 3 = ${nth % 3} order by garage_id for update)
            update garage_balance b set balance_kopecks = balance_kopecks + ${(nth % 7) * 100 - 250} from held where held.garage_id = b.garage_id`,
          );
        await connection.query('commit');
      } finally {
        connection.release();
      }
    };
    await Promise.all(Array.from({ length: 60 }, (_, nth) => work(nth)));
    expect(await wrongSums()).toEqual([]);
    const { rows } = await database.engine.query('select sum(garages)::int as n from po_sum');
    const { rows: there } = await database.engine.query('select count(*)::int as n from garage where is_active');
    expect(rows).toEqual(there);
  });
});
