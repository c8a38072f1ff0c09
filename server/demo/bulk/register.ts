// People, garages with their owners, and the log of a bulk register.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';
import { fathers, men, surnames, women } from '../words.ts';
import { placeIndex, placesOf, type BulkSize } from './size.ts';

/** One of `words`, by a number that walks over all of them. */
const pick = (words: readonly string[], by: string) =>
  sql`(${sql.lit(`{${words.join(',')}}`)}::text[])[1 + (${sql.raw(by)}) % ${sql.lit(words.length)}]`;

/** Phones spread over all numbers of the code 000, which belong to nobody: a tail is as rare as in life. */
const phone = sql`lpad((n::bigint * 3572713 % 10000000)::text, 7, '0')`;

export async function bulkPeople(tx: WriteDb, size: BulkSize) {
  await sql`
    insert into profile (region_id, mo_id, po_id, last_name, first_name, father_name, birthday, registration_address, actual_address, email,
      phones, phones_key, is_voa_member, voa_status_id, voa_entry_date, privilege_id, confirmed_at)
    select po.region_id, po.mo_id, po.id,
      case when n % 4 = 0 then ${pick(surnames, 'n::bigint * 7919')} || 'а' else ${pick(surnames, 'n::bigint * 7919')} end,
      case when n % 4 = 0 then ${pick(women, 'n / 3')} else ${pick(men, 'n / 5')} end,
      ${pick(fathers, 'n / 11')} || case when n % 4 = 0 then 'на' else 'ич' end,
      date '1940-01-01' + (n::bigint * 37 % 22000)::int, '19' || 1000 + n % 900 || ', г. Санкт-Петербург, ул. Заречная, д. ' || n % 90 + 1, null,
      case when n % 5 < 2 then 'owner' || n || '@example.ru' end,
      array['+7000' || ${phone}], '7000' || ${phone} || ' ',
      n % 7 <> 0, case when n % 7 <> 0 then 3 else 1 end, case when n % 7 <> 0 then date '1996-01-01' + n % 9000 end,
      case when n % 9 = 0 then (array[2, 7, 8, 9, 10, 12])[1 + n % 6] else 0 end, case when n % 3 > 0 then date '2025-06-01' end
    from generate_series(0, ${size.people - 1}::int) as n join po on po.code = 1001 + ${placeIndex(size, size.people)} order by n`.execute(
    tx,
  );
  await sql`insert into profile_place (profile_id, po_id, mo_id, region_id, name_key) select id, po_id, mo_id, region_id, name_key from profile order by id`.execute(
    tx,
  );
  await sql`insert into profile_privilege (profile_id, privilege_id, number) select id, privilege_id, id::text as number from profile where privilege_id <> 0 order by id`.execute(
    tx,
  );
  // What triggers do for single rows; they sleep while rows are trusted.
  await sql`insert into name_word (word) select distinct word from profile, regexp_split_to_table(name_key, '[\\s-]+') as word where length(word) > 2
    on conflict do nothing`.execute(tx);
  await sql`insert into place_word (po_id, mo_id, region_id, word) select distinct on (po_id, word) po_id, mo_id, region_id, word
    from profile, regexp_split_to_table(name_key, '[\\s-]+') as word where length(word) > 2 order by po_id, word`.execute(
    tx,
  );
  await sql`insert into consent (profile_id, kind, signed_at) select id, 'pd_processing', date '2025-09-15' from profile where id % 6 <> 0 order by id`.execute(
    tx,
  );
  await sql`analyze profile`.execute(tx);
}

export async function bulkGarages(tx: WriteDb, size: BulkSize) {
  const pos = placesOf(size);
  const inSection = Math.ceil(size.garages / pos / 3) + 1;
  // The Luhn digit of nine digits: every second from the right is doubled, nines are cast out.
  await sql`
    insert into garage (region_id, mo_id, po_id, section, number, account_no, type_id, size_x, size_y, date_of_construction, pib_number)
    select po.region_id, po.mo_id, po.id, (array['А', 'Б', 'В'])[1 + spot.seq / ${sql.lit(inSection)}], (1 + spot.seq % ${sql.lit(inSection)})::text,
      spot.digits || (10 - luhn.sum % 10) % 10, (array[1, 1, 1, 2, 3, 4])[1 + n % 6], 5 + n % 20 / 10.0, 3 + n % 9 / 10.0,
      date '1965-01-01' + (n::bigint * 13 % 18000)::int, case when n % 5 < 2 then 'ПИБ-' || n end
    from generate_series(0, ${size.garages - 1}::int) as n cross join lateral (select ${placeIndex(size, size.garages)} as at) as place
    join po on po.code = 1001 + place.at
    cross join lateral (select (n - (place.at::bigint * ${sql.lit(size.garages)} + ${sql.lit(pos - 1)}) / ${sql.lit(pos)})::int as seq) as own
    cross join lateral (select own.seq, po.code || lpad((own.seq + 1)::text, 5, '0') as digits) as spot
    cross join lateral (select sum(case when place % 2 = 1 then digit * 2 - case when digit > 4 then 9 else 0 end else digit end)::int as sum
      from (select place, substr(spot.digits, 10 - place, 1)::int as digit from generate_series(1, 9) as place) as digits) as luhn
    order by n`.execute(tx);
  await sql`analyze garage`.execute(tx);
  await bulkOwners(tx);
  await sql`update po set next_garage_seq = own.n + 1, garage_count = own.n from (select po_id, count(*)::int as n from garage group by 1) as own where own.po_id = po.id`.execute(
    tx,
  );
}

/** The n-th garage of a ПО belongs to its n-th person. Every twelfth has a second owner. */
async function bulkOwners(tx: WriteDb) {
  const nth = (table: string, order: 'asc' | 'desc') =>
    sql`(select id, po_id, row_number() over (partition by po_id order by id ${sql.raw(order)}) as nth from ${sql.table(table)})`;
  await sql`
    insert into ownership (garage_id, profile_id, is_primary, started_on, start_reason)
    select g.id, p.id, true, date '1990-01-01' + g.id % 11000, 'Распределение ПО'
    from ${nth('garage', 'asc')} as g join ${nth('profile', 'asc')} as p using (po_id, nth) order by g.id`.execute(tx);
  await sql`analyze ownership`.execute(tx);
  await sql`
    insert into ownership (garage_id, profile_id, is_primary, started_on, start_reason)
    select g.id, p.id, false, date '2015-01-01', 'Добавление совладельца'
    from ${nth('garage', 'desc')} as g join ${nth('profile', 'desc')} as p using (po_id, nth)
    where g.id % 12 = 0 and not exists (select 1 from ownership o where o.garage_id = g.id and o.profile_id = p.id)`.execute(
    tx,
  );
  await sql`update garage set owners_key = own.names from (
      select o.garage_id, string_agg(p.name_key, '; ' order by o.is_primary desc, o.id) as names
      from ownership o join profile p on p.id = o.profile_id group by 1) as own where own.garage_id = garage.id`.execute(
    tx,
  );
}

/** What the log would hold: a line for each document and one change of each garage in the last year. */
export async function bulkLog(tx: WriteDb, now: Date) {
  const at = now.toISOString();
  await sql`
    insert into action_log (at, user_name, verb, object_type, object_id, object_name, region_id, mo_id, po_id, text, before, after)
    select made.at, 'Белов О. И.', verb, object_type, object_id, object_name, region_id, mo_id, po_id, text, before, after from (
      select c.created_at as at, 'balance_operation.' || c.kind as verb, 'contribution', c.id::bigint, null::text, c.region_id, c.mo_id, c.po_id,
        'Гаражей ' || c.garage_count, null::jsonb, null::jsonb from contribution c
      union all
      select ${at}::timestamptz - g.id % 525600 * interval '1 minute', 'garage.update', 'garage', g.id, g.section || ' ' || g.number, g.region_id, g.mo_id, g.po_id,
        'Изменён гараж ' || g.section || ', ' || g.number || ': тип', '{"type_id": 1}', '{"type_id": 2}' from garage g
    ) as made (at, verb, object_type, object_id, object_name, region_id, mo_id, po_id, text, before, after) order by made.at`.execute(
    tx,
  );
}
