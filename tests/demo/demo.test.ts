// The demo world: as large and as varied as promised, invented from end to end, true to its own ledger, fresh on any day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profiles } from '../../contract/profiles.ts';
import { login } from '../../contract/session.ts';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { sample } from '../kit/deep.ts';
import { mailing, preview } from '../notifications/kit.ts';

async function seeded(moment: string): Promise<TestApp> {
  const t = await testApp({ DEMO: '1' });
  t.setNow(moment);
  await seedDemo(t.deps, t.deps.clock.now());
  return t;
}
const ask = async (t: TestApp, text: string) => (await t.deps.engine.query(text)).rows;
const one = async (t: TestApp, text: string) => Number(Object.values((await ask(t, text))[0]!)[0]);

/** Everybody's name, to compare two worlds. */
const people = async (t: TestApp) =>
  (await ask(t, 'select full_name from profile order by id')).map((row) => row.full_name);
let known: unknown[] = [];

describe('on an autumn day', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await seeded('2026-11-20T09:00:00Z');
    known = await people(t);
  });
  afterAll(() => t.close());

  it.each([
    ['region', 1],
    ['mo', 3],
    ['po', 8],
    ['garage', 600],
    ['profile', 480],
    ['app_user', 6],
    ['reregistration', 40],
  ])('%s: %i', async (table, count) => {
    expect(await one(t, `select count(*) from ${table}`)).toBe(count);
  });

  it('has re-registrations in every state, each reason', async () => {
    const states = await ask(t, 'select status, count(*)::int as n from reregistration group by 1 order by 1');
    expect(states.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(states.every(({ n }) => Number(n) >= 3)).toBe(true);
    expect(await one(t, 'select count(distinct reason_id) from reregistration')).toBe(13);
    // Who is taken out leaves somebody behind; beside whom somebody is put does not leave.
    const alone = `select count(*)::int from reregistration r where reason_id = 10 and not exists (select 1 from ownership o
      where o.garage_id = r.garage_id and o.ended_on is null and o.id not in (select p.ownership_id from reregistration_party p where p.reregistration_id = r.id))`;
    expect(await one(t, alone)).toBe(0);
    expect(
      await one(
        t,
        "select count(*)::int from reregistration_party p join reregistration r on r.id = p.reregistration_id where r.reason_id = 9 and p.side = 'old'",
      ),
    ).toBe(0);
  });

  it('has papers of every kind, with and without force, and copies', async () => {
    const kinds = await ask(t, 'select distinct type_id from document order by 1');
    expect(kinds.map(({ type_id }) => type_id)).toEqual(Array.from({ length: 18 }, (_, nth) => nth + 1));
    expect(await one(t, 'select count(*) from document')).toBeGreaterThan(40);
    const states = await ask(t, 'select distinct state from document order by 1');
    expect(states.map(({ state }) => state)).toEqual(['cancelled', 'replaced', 'valid']);
    expect(await one(t, 'select count(*) from document where copy_of is not null')).toBeGreaterThan(0);
  });

  it('shows who stands for others: a child and an estate of the first ПО are written to through somebody who is reached', async () => {
    const [chairman] = demoAccounts.filter(({ role }) => role === 'chairman');
    const entered = await caller(t.app)(login, { body: { email: chairman!.email, password: DEMO_PASSWORD } });
    const po = caller(t.app, entered.body.token);
    const wards = await ask(t, 'select id from profile where representative_id is not null order by id');
    expect(wards).toHaveLength(2);
    for (const { id } of wards) {
      const { body } = await po(profiles.one, { params: { id: Number(id) } });
      expect(body).toMatchObject({ is_represented: true, representative: { lacks: [] }, isVOAMember: false });
    }
    const asked = mailing(
      wards.map(({ id }) => Number(id)),
      { channel: 'sms', kind: 'news', sms_text: 'Свет', skipRepeated: false },
    );
    const told = await preview({ call: po } as Caller, asked);
    expect(told.receivers.map(({ name }) => name)).toEqual([
      'Наследство: Назаров Владимир Андреевич (через представителя: Макарова Анна Владимировна)',
      'Осипова Вера Сергеевна (через представителя: Осипова Анна Михайловна)',
    ]);
    // Two messages of one part each by the price of their numbers.
    expect([told.cost, await one(t, 'select count(*) from sms_price')]).toEqual([1100, 6]);
    const paper = `select count(*) from reregistration_representative where not is_legal and valid_until > '2026-11-20'`;
    expect(await one(t, paper)).toBe(1);
    expect(await one(t, `select count(*) from notification_message where ward_ids <> '{}' and status = 2`)).toBe(1);
  });

  it('has places of every kind of name', async () => {
    const names = (await ask(t, 'select name from po order by id')).map((row) => row.name);
    expect(names).toEqual(expect.arrayContaining(['КАС № 2', 'КАС № 12-3', 'КАС № 12-10', 'Автолюбитель']));
    expect(await one(t, 'select count(*) from po where sort_pinned')).toBe(1);
  });

  it('the first ПО is the one of the examples', async () => {
    const [po] = await ask(t, `select * from po where name = 'КАС № 12-3'`);
    expect(po).toMatchObject({ code: 1123, garage_count: 120 });
    const [garage] = await ask(
      t,
      `select * from garage where po_id = ${String(po!.id)} and section = 'А' and number = '45'`,
    );
    expect(garage!.account_no).toBe('1123000455');
    expect(
      await ask(
        t,
        `select section, count(*)::int as n from garage where po_id = ${String(po!.id)} and is_active group by 1 order by 1`,
      ),
    ).toEqual([
      { section: 'А', n: 45 },
      { section: 'Б', n: 40 },
      { section: 'В', n: 35 },
    ]);
    expect(await one(t, `select count(*) from garage where po_id = ${String(po!.id)} and not is_active`)).toBe(3);
    const halved = `select count(distinct g.id) from garage g join ownership o on o.garage_id = g.id and o.is_primary and o.ended_on is null
      join profile p on p.id = o.profile_id join privilege v on v.id = p.privilege_id
      where g.po_id = ${String(po!.id)} and v.discount_percent = 50 and coalesce(p.privilege_end_date, '2099-01-01') > '2026-11-20'`;
    expect(await one(t, halved)).toBe(7);
  });

  it('is varied: types, co-owners, privileges that ran out, people without papers', async () => {
    expect(await one(t, 'select count(distinct type_id) from garage')).toBe(
      await one(t, 'select count(*) from garage_type'),
    );
    const shared = await one(
      t,
      `select 100.0 * count(*) / (select count(*) from garage) from (select garage_id from ownership where ended_on is null group by 1 having count(*) > 1) x`,
    );
    expect(shared).toBeGreaterThan(5);
    expect(shared).toBeLessThan(12);
    const privileged = await one(t, 'select 100.0 * count(*) filter (where privilege_id <> 0) / count(*) from profile');
    expect(privileged).toBeGreaterThan(9);
    expect(privileged).toBeLessThan(16);
    const zeroes = [
      `select count(*) from profile where privilege_end_date < '2026-11-20'`,
      `select count(*) from profile p where not exists (select 1 from consent c where c.profile_id = p.id)`,
      `select count(*) from garage where not is_active`,
      `select count(*) from garage where owners_key = '' and is_active`,
      `select count(*) from ownership where ended_on is not null`,
      `select count(*) from profile where phones = '{}'`,
    ];
    for (const text of zeroes) expect(await one(t, text), text).toBeGreaterThan(0);
    expect(await one(t, 'select count(*) from action_log')).toBeGreaterThanOrEqual(200);
    expect(
      await one(
        t,
        `select count(*) from action_log l where l.object_type = 'profile'
          and l.object_name is distinct from (select p.full_name from profile p where p.id = l.object_id)`,
      ),
    ).toBe(0);
    expect(await one(t, 'select count(*) from comment')).toBeGreaterThan(40);
  });

  it('keeps its own rules: shares, health consents, scope of people, garages numbered once', async () => {
    const wrong = [
      `select count(*) from (select garage_id from ownership where ended_on is null and share_num is not null group by 1 having sum(share_num::numeric / share_den) <> 1) x`,
      `select count(*) from profile p join privilege v on v.id = p.privilege_id where v.is_health
        and not exists (select 1 from consent c where c.profile_id = p.id and c.kind = 'health')`,
      `select count(*) from ownership o join garage g on g.id = o.garage_id where not exists (select 1 from profile_place x where x.profile_id = o.profile_id and x.po_id = g.po_id)`,
      `select count(*) from garage g where pib_date < date_of_construction`,
      `select count(*) from profile where is_voa_member <> (voa_status_id in (3, 4, 7)) or is_voa_member and voa_entry_date is null`,
      `select count(*) from garage where owners_key <> coalesce((select string_agg(p.name_key, '; ' order by o.is_primary desc, o.id)
        from ownership o join profile p on p.id = o.profile_id where o.garage_id = garage.id and o.ended_on is null), '')`,
      `select count(*) from (select unnest(phones) as phone from profile) x group by phone having count(*) > 1`,
    ];
    for (const text of wrong)
      expect((await ask(t, text)).map((row) => Number(Object.values(row)[0])).filter(Boolean), text).toEqual([]);
  });

  it('about one garage in seven owes; the ledger proves itself', async () => {
    const debtors = await one(
      t,
      `select 100.0 * count(*) filter (where balance_kopecks < 0) / count(*) from garage_balance join garage g on g.id = garage_id where g.is_active`,
    );
    expect(debtors).toBeGreaterThan(10);
    expect(debtors).toBeLessThan(20);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });

  it('is invented: documents, phones, letters, the bank belong to nobody', async () => {
    const real = [
      `select count(*) from profile where pass_masked is not null and pass_masked not like '99**%'`,
      `select count(*) from (select unnest(phones) as phone from profile) x where phone not like '+7900000____'`,
      `select count(*) from profile where email is not null and email not like '%@example.ru'`,
      `select count(*) from app_user where email not like '%@example.ru'`,
      `select count(*) from po where bik <> '040000999' or account <> '40703810900000012303'`,
    ];
    for (const text of real) expect(await one(t, text), text).toBe(0);
  });

  it.each(demoAccounts.map((account) => account.email))('%s signs in', async (email) => {
    const answer = await caller(t.app)(login, { body: { email, password: DEMO_PASSWORD } });
    expect(answer.status).toBe(200);
  });
});

describe.each(sample(['2028-02-29', '2027-01-10'], 1))('on %s', (day) => {
  it('nothing is dated later, somebody owes, and the same people live there', async () => {
    const t = await seeded(`${day}T09:00:00Z`);
    expect(await one(t, `select count(*) from balance_operation where on_date > '${day}'`)).toBe(0);
    expect(await one(t, `select count(*) from contribution where on_date > '${day}'`)).toBe(0);
    expect(await one(t, 'select count(*) from garage_balance where balance_kopecks < 0')).toBeGreaterThan(20);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
    expect(await people(t)).toEqual(known);
    await t.close();
  });
});
