// A register as large as one is asked for, made by the database in a few statements: for measuring, not for reading.
import { sql } from 'kysely';
import { sealedHash } from '../../balance/ledger.ts';
import { act } from '../../kernel/act.ts';
import { workCtx, type Deps, type WriteDb } from '../../kernel/ctx.ts';
import { dateIn } from '../../ports/clock.ts';
import { hashPassword } from '../../session/passwords.ts';
import { demoAccounts, DEMO_PASSWORD } from './accounts.ts';
import { insertRows } from './rows.ts';
import { seedAccounts } from './seedPlaces.ts';
import { fathers, men, surnames, women } from './words.ts';

export interface BulkSize {
  regions: number;
  mosPerRegion: number;
  posPerMo: number;
  garages: number;
  people: number;
  /** Each year brings four lines a garage: two charges and two payments. */
  years: number;
}

/** Data set M: 8 regions, 96 МО, 1 536 ПО, 120 000 garages, 150 000 people, 2.4 million ledger lines. */
export const SIZE_M: BulkSize = {
  regions: 8,
  mosPerRegion: 12,
  posPerMo: 16,
  garages: 120_000,
  people: 150_000,
  years: 5,
};

type Progress = (stage: string) => void;

/**
 * Fills an empty database. Balances, monthly sums and seals are those that postings would have left; `verifyLedger` proves it.
 * @throws when the database already has places
 */
export async function seedBulk(deps: Deps, now: Date, size: BulkSize = SIZE_M, progress: Progress = () => {}) {
  if (await deps.db.selectFrom('region').select('id').limit(1).executeTakeFirst())
    throw new Error('База не пуста: большой набор данных создаётся только в пустой');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const ctx = workCtx(deps, { name: 'Большой набор данных' }, () => now);
  await act(ctx, 'admin.demo', async (write) => {
    const { tx } = write;
    await trustRows(tx);
    progress('места');
    const places = await bulkPlaces(tx, size);
    await seedAccounts(write, places, passwordHash);
    progress('люди');
    await bulkPeople(tx, size);
    progress('гаражи');
    await bulkGarages(tx, size);
    progress('операции');
    await bulkLedger(tx, size, dateIn(now), now);
    await write.log({ text: `Создан большой набор данных: гаражей ${size.garages}, людей ${size.people}` });
  });
  progress('индексы и статистика');
  await deps.engine.script('vacuum (analyze)');
}

/** Rows made from each other need no checking one by one; only an administrator of the database may say so. */
async function trustRows(tx: WriteDb) {
  const { rows } = await sql<{
    may: boolean;
  }>`select rolsuper as may from pg_roles where rolname = current_user`.execute(tx);
  if (rows[0]?.may) await sql`set local session_replication_role = replica`.execute(tx);
}

async function bulkPlaces(tx: WriteDb, size: BulkSize) {
  const regions = await insertRows(
    tx,
    'region',
    Array.from({ length: size.regions }, (_, i) => ({ name: `Региональное отделение № ${i + 1}` })),
  );
  const moRows = regions.flatMap((region_id) =>
    Array.from({ length: size.mosPerRegion }, (_, i) => ({
      region_id,
      name: `Местное отделение № ${i + 1}`,
      time_zone: 'Europe/Moscow',
    })),
  );
  const mos = await insertRows(tx, 'mo', moRows);
  const poRows = mos.flatMap((mo_id, at) =>
    Array.from({ length: size.posPerMo }, (_, i) => ({
      region_id: moRows[at]!.region_id,
      mo_id,
      name: `КАС № ${i + 1}-${(at % size.mosPerRegion) + 1}`,
      code: 1001 + at * size.posPerMo + i,
    })),
  );
  const pos = await insertRows(tx, 'po', poRows);
  await sql`insert into section (po_id, name, sort) select po.id, s.name, s.sort from po,
    unnest(array['А', 'Б', 'В']) with ordinality as s(name, sort)`.execute(tx);
  return {
    region: regions[0]!,
    mos,
    pos: pos.map((id, i) => ({ id, ...poRows[i]! })),
  };
}

/** One of `words`, by a number that walks over all of them. */
const pick = (words: readonly string[], by: string) =>
  sql`(${sql.lit(`{${words.join(',')}}`)}::text[])[1 + (${sql.raw(by)}) % ${sql.lit(words.length)}]`;

/** ПО number `nth`, all of them in turn. */
const placeOf = (nth: string) => sql`join po on po.code = 1001 + (${sql.raw(nth)}) % (select count(*) from po)`;

async function bulkPeople(tx: WriteDb, size: BulkSize) {
  // Numbers of the code 000 belong to nobody.
  await sql`
    insert into profile (region_id, mo_id, po_id, last_name, first_name, father_name, birthday, registration_address, actual_address, email,
      phones, phones_key, is_voa_member, voa_status_id, voa_entry_date, privilege_id, confirmed_at)
    select po.region_id, po.mo_id, po.id,
      case when n % 4 = 0 then ${pick(surnames, 'n * 7919')} || 'а' else ${pick(surnames, 'n * 7919')} end,
      case when n % 4 = 0 then ${pick(women, 'n / 3')} else ${pick(men, 'n / 5')} end,
      ${pick(fathers, 'n / 11')} || case when n % 4 = 0 then 'на' else 'ич' end,
      date '1940-01-01' + (n * 37 % 22000), '19' || 1000 + n % 900 || ', г. Санкт-Петербург, ул. Заречная, д. ' || n % 90 + 1, null,
      case when n % 5 < 2 then 'owner' || n || '@example.ru' end,
      array['+7000' || lpad(n::text, 7, '0')], '7000' || lpad(n::text, 7, '0') || ' ',
      n % 7 <> 0, case when n % 7 <> 0 then 3 else 1 end, case when n % 7 <> 0 then date '1996-01-01' + n % 9000 end,
      case when n % 9 = 0 then (array[2, 7, 8, 9, 10, 12])[1 + n % 6] else 0 end, case when n % 3 > 0 then date '2025-06-01' end
    from generate_series(0, ${size.people - 1}::int) as n ${placeOf('n')} order by n`.execute(tx);
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id, name_key) select id, po_id, mo_id, region_id, name_key from profile order by id`.execute(
    tx,
  );
  // What triggers do for single rows; they sleep while rows are trusted.
  await sql`insert into name_word (word) select distinct word from profile, regexp_split_to_table(name_key, '[\\s-]+') as word where length(word) > 2
    on conflict do nothing`.execute(tx);
  await sql`insert into consent (profile_id, kind, signed_at) select id, 'pd_processing', date '2025-09-15' from profile where id % 6 <> 0`.execute(
    tx,
  );
}

async function bulkGarages(tx: WriteDb, size: BulkSize) {
  // The Luhn digit of nine digits: every second from the right is doubled, nines are cast out.
  await sql`
    insert into garage (region_id, mo_id, po_id, section, number, account_no, type_id, size_x, size_y, date_of_construction, pib_number)
    select po.region_id, po.mo_id, po.id, (array['А', 'Б', 'В'])[1 + spot.seq / 30], (1 + spot.seq % 30)::text,
      spot.digits || (10 - luhn.sum % 10) % 10, (array[1, 1, 1, 2, 3, 4])[1 + n % 6], 5 + n % 20 / 10.0, 3 + n % 9 / 10.0,
      date '1965-01-01' + n * 13 % 18000, case when n % 5 < 2 then 'ПИБ-' || n end
    from generate_series(0, ${size.garages - 1}::int) as n ${placeOf('n')}
    cross join lateral (select n / (select count(*)::int from po) as seq, po.code || lpad((n / (select count(*)::int from po) + 1)::text, 5, '0') as digits) as spot
    cross join lateral (select sum(case when place % 2 = 1 then digit * 2 - case when digit > 4 then 9 else 0 end else digit end)::int as sum
      from (select place, substr(spot.digits, 10 - place, 1)::int as digit from generate_series(1, 9) as place) as digits) as luhn
    order by n`.execute(tx);
  // The n-th garage belongs to the n-th person: both walk over ПО in the same turn. Every twelfth has a second owner.
  await sql`
    insert into ownership (garage_id, profile_id, is_primary, started_on, start_reason)
    select g.id, p.id, true, date '1990-01-01' + g.nth::int % 11000, 'Распределение ПО'
    from (select id, row_number() over (order by id) as nth from garage) as g
    join (select id, row_number() over (order by id) as nth from profile) as p using (nth)`.execute(tx);
  await sql`
    insert into ownership (garage_id, profile_id, is_primary, started_on, start_reason)
    select g.id, p.id, false, date '2015-01-01', 'Добавление совладельца'
    from (select id, po_id, row_number() over (partition by po_id order by id desc) as nth from garage) as g
    join (select id, po_id, row_number() over (partition by po_id order by id desc) as nth from profile) as p using (po_id, nth)
    where g.id % 12 = 0 and not exists (select 1 from ownership o where o.garage_id = g.id and o.profile_id = p.id)`.execute(
    tx,
  );
  await sql`update garage set owners_key = own.names from (
      select o.garage_id, string_agg(p.name_key, '; ' order by o.is_primary desc, o.id) as names
      from ownership o join profile p on p.id = o.profile_id group by 1) as own where own.garage_id = garage.id`.execute(
    tx,
  );
  await sql`update po set next_garage_seq = own.n + 1, garage_count = own.n from (select po_id, count(*)::int as n from garage group by 1) as own where own.po_id = po.id`.execute(
    tx,
  );
}

/**
 * Twenty lines a garage in five years. Fees are charged in February and May and paid in two parts; every seventh garage has paid
 * nothing this year and is charged twice more instead. A document covers one МО.
 */
async function bulkLedger(tx: WriteDb, size: BulkSize, today: string, now: Date) {
  const thisYear = Number(today.slice(0, 4));
  const at = now.toISOString();
  await sql`create temporary table bulk_step on commit drop as
    select y as year, step, ((y - ${thisYear - size.years + 1}) * 4 + step)::int as seq, least(make_date(y, (array[2, 5, 3, 9])[step], (array[1, 15, 10, 20])[step]), ${today}::date) as on_date
    from generate_series(${thisYear - size.years + 1}::int, ${thisYear}::int) as y, generate_series(1, 4) as step`.execute(
    tx,
  );
  await sql`
    insert into contribution (region_id, mo_id, kind, accrual_type_id, payment_type_id, period_year, on_date, source, idempotency_key, created_at)
    select mo.region_id, mo.id, case when step < 3 then 'accrual' else 'payment' end, (array[1, 5])[step], (array[null, null, 1, 2])[step], year, on_date,
      case when step < 3 then 'mass' else 'statement' end, 'bulk:' || mo.id || ':' || seq, ${at}::timestamptz
    from bulk_step, mo order by seq, mo.id`.execute(tx);
  await sql`
    insert into balance_operation (garage_id, owner_id, region_id, mo_id, po_id, contribution_id, sign, amount_kopecks, accrual_type_id, payment_type_id,
      period_year, on_date, created_at)
    select g.id, o.profile_id, g.region_id, g.mo_id, g.po_id, c.id, case when charged then -1 else 1 end, (array[450000, 63000, 400000, 113000])[s.step],
      case when charged then (array[1, 5, 8, 9])[s.step] end, case when not charged then (array[null, null, 1, 2])[s.step] end, s.year, s.on_date, ${at}::timestamptz
    from bulk_step s join contribution c on c.idempotency_key = 'bulk:' || c.mo_id || ':' || s.seq
    join garage g on g.mo_id = c.mo_id left join ownership o on o.garage_id = g.id and o.is_primary
    cross join lateral (select s.step < 3 or s.year = ${thisYear} and g.id % 7 = 3 as charged) as kind
    order by s.seq, g.mo_id, g.id`.execute(tx);
  await sql`update contribution c set amount_kopecks = own.sum, garage_count = own.garages from (select contribution_id, sum(amount_kopecks) as sum,
    count(*)::int as garages from balance_operation group by 1) as own where own.contribution_id = c.id`.execute(tx);
  await sql`
    insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks, last_payment_on)
    select garage_id, region_id, mo_id, po_id, sum(sign * amount_kopecks), max(on_date) filter (where payment_type_id is not null)
    from balance_operation group by 1, 2, 3, 4 order by 1`.execute(tx);
  await sql`
    insert into ledger_month (po_id, mo_id, region_id, month, sign, accrual_type_id, payment_type_id, lines, amount_kopecks)
    select po_id, mo_id, region_id, date_trunc('month', on_date)::date, sign, coalesce(accrual_type_id, 0), coalesce(payment_type_id, 0), count(*), sum(amount_kopecks)
    from balance_operation group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  await bulkSeals(tx, at);
}

async function bulkSeals(tx: WriteDb, at: string) {
  await sql`create temporary table bulk_print on commit drop as
    select *, row_number() over (partition by po_id order by contribution_id)::int as seq
    from (select po_id, contribution_id, count(*)::int as lines, ${sealedHash} as hash from balance_operation group by 1, 2) as prints`.execute(
    tx,
  );
  await sql`create index on bulk_print (po_id, seq)`.execute(tx);
  await sql`
    insert into ledger_seal (po_id, seq, contribution_id, lines, lines_hash, hash, created_at)
    with recursive chain as (
      select po_id, seq, contribution_id, lines, hash as lines_hash, hash from bulk_print where seq = 1
      union all
      select p.po_id, p.seq, p.contribution_id, p.lines, p.hash, sha256(chain.hash || p.hash) from chain join bulk_print p on p.po_id = chain.po_id and p.seq = chain.seq + 1
    ) select po_id, seq, contribution_id, lines, lines_hash, hash, ${at}::timestamptz from chain`.execute(tx);
  await sql`insert into ledger_head (po_id, seq, hash) select distinct on (po_id) po_id, seq, hash from ledger_seal order by po_id, seq desc`.execute(
    tx,
  );
}

/** Accounts that open the bulk register, for the closing words of the command. */
export const bulkAccounts = demoAccounts.map((account) => `${account.email.padEnd(24)} ${account.label}`);
