// Sums that are kept for every ПО: what people read is what the garages say; archiving and payments at once leave them right; a recount
// names the ПО and the figure.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debtAgeing } from '../../contract/balance.ts';
import { archiveGarage, garageSelection, garages, restoreGarage } from '../../contract/garages.ts';
import { payments, reverseOperation } from '../../contract/payments.ts';
import { login } from '../../contract/session.ts';
import { reverseLine } from '../../server/balance/ledger.ts';
import { closeLedgerDay } from '../../server/balance/writing/days.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import type { Database } from '../../server/db/open.ts';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { actAlone } from '../kit/act.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { onServer } from '../kit/database.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { posting, postLines } from './posting.ts';

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
  const signedIn = async (email: string) => {
    const entered = await caller(t.app)(login, { body: { email, password: DEMO_PASSWORD } });
    return caller(t.app, (entered.body as { token: string }).token);
  };
  const UNDONE = 3;

  it('undoes some payments', async () => {
    const call = await signedIn('mo@example.ru');
    const { body } = await call(payments.list, { query: { filter: {}, range: [0, 99] } });
    let undone = 0;
    for (const { id } of body) {
      if (undone === UNDONE) break;
      const asked = { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'Внесено дважды' };
      if ((await call(reverseOperation, { params: { id }, body: asked as never })).status === 200) undone += 1;
    }
    expect(undone).toBe(UNDONE);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it.each(demoAccounts.map(({ email }) => [email]))('%s reads what the garages say, place by place', async (email) => {
    const call = await signedIn(email);
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

  it.each(demoAccounts.map(({ email }) => [email]))('%s reads what payments say, method by method', async (email) => {
    const call = await signedIn(email);
    const paid = async (filter: object) => {
      const list = await call(payments.list, { query: { filter, range: [0, 0] } });
      expect(list.status).toBe(email === 'auditor@example.ru' ? 403 : 200);
      if (list.status === 403) return {};
      return JSON.parse(String(list.headers['x-totals'])) as Record<string, number>;
    };
    const whole = await paid({});
    expect(whole).toEqual(await paid({ amountFrom: 0 }));
    if (/super|region|mo/.test(email)) expect(whole.standing).toBe(whole.count! - UNDONE);
    const { rows } = await t.deps.engine.query('select id, mo_id from po order by id');
    for (const { id, mo_id } of rows as { id: number; mo_id: number }[])
      for (const some of [{ poFilter: [id] }, { moFilter: [mo_id], paymentTypeFilter: [1, 2], kind: 'payment' }])
        expect(await paid(some)).toEqual(await paid({ ...some, amountFrom: 0 }));
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
    await t.deps.engine.query(
      `update payment_sum set undone_kopecks = undone_kopecks + 100 where (po_id, payment_type_id) = (select po_id, payment_type_id from payment_sum order by 1, 2 limit 1)`,
    );
    expect(await sumFaults()).toEqual([expect.stringMatching(/^\S.*, «.+»: сумма отменённого .+ ₽, по строкам .+ ₽$/)]);
    await t.deps.engine.query('select fill_payment_sums()');
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

describe('years of a garage', () => {
  let t: TestApp;
  let w: World;
  let mo: Caller;
  beforeAll(async () => {
    t = await testApp();
    w = await world(t.deps.db);
    mo = await as(t, { mo: w.mo });
  });
  afterAll(() => t.close());
  const uncounted = async () =>
    (await t.deps.engine.query('select count(*)::int as n from garage_balance where years is null')).rows[0]!.n;
  const charge = {
    accrual_type_id: 1,
    payment_type_id: null,
    period_year: 2026,
    on_date: '2026-02-01',
    sign: -1,
  } as const;
  const payment = {
    accrual_type_id: null,
    payment_type_id: 1,
    period_year: 2026,
    on_date: '2026-03-01',
    sign: 1,
  } as const;

  it('of a large document that may move money wait for the night; until then they are counted for every reader', async () => {
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const many = Array.from({ length: 301 }, (_, nth) => ({
      ...place,
      number: String(nth + 1),
      account_no: `y${nth}`,
    }));
    const ids = (await t.deps.db.insertInto('garage').values(many).returning('id').execute()).map((row) => row.id);
    const each = (line: Omit<Parameters<typeof postLines>[2][number], 'garage_id'>) =>
      postLines(
        t,
        w,
        ids.map((garage_id) => ({ ...line, garage_id })),
      );
    const read = async () => {
      const { body } = await mo.call(garages.list, { query: { filter: {}, sort: ['number', 'ASC'], range: [0, 0] } });
      return body[0].years;
    };
    const years = (state: string) => [
      { year: 2024, state: 'none' },
      { year: 2025, state: 'none' },
      { year: 2026, state },
    ];
    expect(await read()).toEqual(years('none'));
    // Charges alone, newer than all there is: known without counting.
    await each({ ...charge, amount_kopecks: 50_000 });
    expect([await uncounted(), await read()]).toEqual([0, years('unpaid')]);
    await each({ ...payment, amount_kopecks: 20_000 });
    expect([await uncounted(), await read()]).toEqual([301, years('partly')]);
    await closeLedgerDay(t.deps);
    expect([await uncounted(), await read()]).toEqual([0, years('partly')]);
    const { body } = await mo.call(debtAgeing, {});
    expect(body.top[0]).toMatchObject({ debt_kopecks: 30_000, since: '2026-02-01' });
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    // A small document counts its own.
    await postLines(t, w, [{ ...payment, garage_id: ids[0]!, amount_kopecks: 30_000, on_date: '2026-04-01' }]);
    expect([await uncounted(), await read()]).toEqual([0, years('paid')]);
  });

  it.each(['2026-11-20', '2026-11-25'])(
    'money named for a charge that was undone goes back when it is made anew on %s',
    async (on_date) => {
      const { id: garage_id } = await newGarage(mo, w.siblingPo);
      const named = { accrual_type_id: 4, period_year: 2024 };
      const a = { ...charge, ...named, garage_id, amount_kopecks: 100, on_date: '2026-02-06' };
      const [undone] = await postLines(t, w, [a]);
      await postLines(t, w, [{ ...charge, garage_id, amount_kopecks: 100, period_year: 2025, on_date: '2026-03-01' }]);
      await postLines(t, w, [{ ...payment, ...named, garage_id, amount_kopecks: 90, on_date: '2026-09-01' }]);
      await actAlone(t, (tx) => reverseLine(tx, posting(w, { onDate: '2026-11-20' }), undone!));
      const years = async () =>
        (
          await t.deps.db
            .selectFrom('garage_balance')
            .where('garage_id', '=', garage_id)
            .select('years')
            .executeTakeFirst()
        )?.years;
      expect(await years()).toEqual({ 2025: 'partly' });
      // 50 of the 90 close what is charged anew, the rest is all that is left for the other.
      await postLines(t, w, [{ ...a, amount_kopecks: 50, on_date }]);
      expect(await years()).toEqual({ 2024: 'paid', 2025: 'partly' });
      expect(await verifyLedger(t.deps.db)).toEqual([]);
    },
  );

  it('hold whatever is posted at once', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => newGarage(mo, w.siblingPo)));
    const ids = made.map((garage) => garage.id).sort((one, other) => one - other);
    const lines = (nth: number) =>
      ids
        .filter((_, at) => (nth >> at) % 2 === 0)
        .map((garage_id) =>
          nth % 3 === 0
            ? {
                ...payment,
                garage_id,
                amount_kopecks: 7_000 + nth,
                on_date: `2026-05-${String(1 + (nth % 28)).padStart(2, '0')}`,
              }
            : {
                ...charge,
                garage_id,
                amount_kopecks: 5_000 + nth,
                period_year: 2023 + (nth % 4),
                on_date: `2026-05-${String(28 - (nth % 28)).padStart(2, '0')}`,
              },
        );
    await Promise.all(Array.from({ length: 15 }, (_, nth) => postLines(t, w, lines(nth))));
    expect(await uncounted()).toBe(0);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    await t.deps.engine.query(`update garage_balance set years = '{"2020": "paid"}' where garage_id = ${ids[0]}`);
    expect((await verifyLedger(t.deps.db)).map((fault) => [fault.what, fault.id])).toEqual([['years', String(ids[0])]]);
    await t.deps.engine.query(`select count_years(array[${ids[0]}])`);
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
