// The bulk register, small: it must be one that postings, account rules and scope would have left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { seedBulk } from '../../server/demo/bulk.ts';
import { isAccountNumber } from '../../server/garages/rules.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';

const size = { regions: 2, mosPerRegion: 2, posPerMo: 3, garages: 500, people: 640, years: 5 };
let t: TestApp;
let indexes: unknown;
const indexesOf = async () =>
  (
    await t.deps.engine.query(
      "select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname",
    )
  ).rows;
beforeAll(async () => {
  t = await testApp();
  indexes = await indexesOf();
  await seedBulk(t.deps, t.deps.clock.now(), size);
});
afterAll(() => t.close());
const one = async (text: string) => Number(Object.values((await t.deps.engine.query(text)).rows[0]!)[0]);

describe('a bulk register', () => {
  it.each([
    ['region', 2],
    ['mo', 4],
    ['po', 12],
    ['garage', 500],
    ['profile', 640],
    ['balance_operation', 500 * 20],
    ['reregistration', 250],
  ])('%s: %i', async (table, count) => {
    expect(await one(`select count(*) from ${table}`)).toBe(count);
  });

  it('has cases that read as cases: open ones hold their garages, complete ones are how the owner came', async () => {
    const mo = await one('select min(mo_id) from reregistration where status = 2');
    const clerk = await as(t, { mo });
    const list = (filter: object) =>
      clerk.call(reregistrations.list, { query: { filter: JSON.stringify(filter) } as never });
    const { body } = await list({ any: true });
    expect(body.length).toBeGreaterThan(10);
    for (const row of body) {
      const { body: card, text } = await clerk.call(reregistrations.one, { params: { id: row.id } });
      expect([card.id, card.turn], text).toEqual([row.id, row.turn]);
      const isOpen = [1, 2, 6].includes(card.status);
      const { body: garage } = await clerk.call(garages.one, { params: { id: card.garage.id } });
      expect(garage.reregistration_id).toBe(isOpen ? card.id : null);
      if (card.status === 3) {
        expect(card.annul_obstacles).toEqual([]);
        expect(garage.owners.map((owner: { full_name: string }) => owner.full_name)).toContain(row.new_owners[0]);
      } else expect([row.old_owners.length, row.new_owners.length]).toEqual([1, 1]);
    }
  });

  it('leaves every index as it was', async () => {
    expect(await indexesOf()).toEqual(indexes);
  });

  it('fills every ПО with as many garages, the first ones first', async () => {
    const { rows } = await t.deps.engine.query(
      'select garage_count as n, next_garage_seq - 1 as seq, (select count(*)::int from garage where po_id = po.id) as there from po order by id',
    );
    for (const { n, seq, there } of rows) expect([n, seq]).toEqual([there, there]);
    expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([41, 42]));
    expect(
      await one(
        'select count(*) from (select po_id from garage group by po_id having max(id) - min(id) >= count(*)) as torn',
      ),
    ).toBe(0);
  });

  it('proves its ledger; about one garage in seven owes', async () => {
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    const debtors = await one(
      'select 100.0 * count(*) filter (where balance_kopecks < 0) / count(*) from garage_balance',
    );
    expect(debtors).toBeGreaterThan(10);
    expect(debtors).toBeLessThan(20);
  });

  it('has right account numbers and owners at home', async () => {
    const { rows } = await t.deps.engine.query('select account_no from garage');
    expect(rows.filter((row) => !isAccountNumber(String(row.account_no)))).toEqual([]);
    expect(
      await one(
        'select count(*) from ownership o join garage g on g.id = o.garage_id join profile p on p.id = o.profile_id where p.po_id <> g.po_id',
      ),
    ).toBe(0);
  });

  it('answers like any other register', async () => {
    const region = await one('select min(id) from region');
    const expected = await one(`select count(*) from garage where region_id = ${region}`);
    const person = await as(t, { region });
    const { status, body, headers } = await person.call(garages.list, { query: { filter: {} } });
    expect(status).toBe(200);
    expect(body).toHaveLength(25);
    expect(String(headers['content-range'])).toBe(`garages 0-24/${expected}`);
  });

  it('is refused where there is data already', async () => {
    await expect(seedBulk(t.deps, t.deps.clock.now(), size)).rejects.toThrow('не пуста');
  });
});
