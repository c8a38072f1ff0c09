// Pairs of cards that may be one person: found slice by slice over the whole register, listed for the screen.
import { sql, type RawBuilder } from 'kysely';
import { LIKELY, type MergePair } from '../../../contract/instruments/merging.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { pageClause } from '../../db/planned.ts';

export interface FoundPair {
  one_id: number;
  other_id: number;
  region_id: number;
  one_key: string;
  other_key: string;
  isSamePassport: boolean;
  isSameBirthday: boolean;
  isSamePhone: boolean;
  isSameEmail: boolean;
  isSameAddress: boolean;
}

/** By what two cards meet. Each is looked through in slices, so that nobody waits for the whole. */
export const meetings = ['passport', 'name', 'birthday', 'phone'] as const;
export type Meeting = (typeof meetings)[number];
type Indexed = Exclude<Meeting, 'phone'>;

/** People of one slice: as many as are looked through before somebody who waits for a list is answered. */
const SLICE = 10_000;
/** Phones lie in no order: each slice reads every card, so there are fewer of them. */
const PHONE_SLICES = 5;
/** A number that many people share is an office, not a person. */
const MOST_AT_PHONE = 20;

/** What an index holds in order, and what is before all of it: a slice is a stretch of it. */
const orders: Record<Indexed, { columns: readonly string[]; start: RawBuilder<unknown> }> = {
  passport: { columns: ['pass_hash'], start: sql`''::bytea` },
  name: { columns: ['region_id', 'name_key'], start: sql`0, ''` },
  birthday: { columns: ['birthday'], start: sql`'-infinity'::date` },
};
const columnsOf = (meeting: Indexed, of = 'p') =>
  sql.join(orders[meeting].columns.map((column) => sql.ref(`${of}.${column}`)));

/** Part of the people of a meeting: a stretch of its order, after the first bound up to the second, or a share of all phones. */
export type Slice =
  | { meeting: Indexed; after: RawBuilder<unknown>; upTo: RawBuilder<unknown> | null }
  | { meeting: 'phone'; nth: number; of: number };

/**
 * The slices of a meeting in turn; the next bound is looked for when the last slice was done.
 * @param people how many there are @param size people of one slice
 */
export async function* slicesOf(db: ReadDb, meeting: Meeting, people: number, size = SLICE): AsyncGenerator<Slice> {
  if (meeting === 'phone') {
    const of = Math.max(1, Math.ceil(people / size / PHONE_SLICES));
    for (let nth = 0; nth < of; nth += 1) yield { meeting, nth, of };
    return;
  }
  const columns = columnsOf(meeting);
  let after: RawBuilder<unknown> | null = orders[meeting].start;
  while (after) {
    const bounds: Record<string, unknown>[] = await read(
      db,
      sql<Record<string, unknown>>`select ${columns} from profile p where (${columns}) > (${after})
        order by ${columns} ${pageClause({ offset: size - 1, limit: 1 })}`,
    );
    const upTo: RawBuilder<unknown> | null = bounds[0]
      ? sql.join(orders[meeting].columns.map((column) => sql`${bounds[0]![column]}`))
      : null;
    yield { meeting, after, upTo };
    after = upTo;
  }
}

/** How many slices all meetings have together, about: people without a passport or a birthday are in none of theirs. */
export const countSlices = (people: number): number =>
  Math.ceil(people / SLICE + 1) * (meetings.length - 1) + Math.ceil(people / SLICE / PHONE_SLICES);

const isLive = sql`p.merged_into is null and not p.is_anonymised and p.kind = 'person'`;
const asMet = (at: RawBuilder<unknown>) => sql`p.id, p.region_id, ${at} as met, p.name_key as key`;

/** `met`: people of the slice who may have met somebody, and by what. */
function metIn(slice: Slice): RawBuilder<unknown> {
  if (slice.meeting === 'phone')
    return sql`phones as materialized (
        select ${asMet(sql`phone`)} from profile p cross join lateral unnest(p.phones) as phone
        where ${isLive} and (hashtext(phone) & 2147483647) % ${slice.of}::int = ${slice.nth}::int),
      met as materialized (select phones.* from phones join (
        select region_id, met from phones group by 1, 2 having count(*) between 2 and ${MOST_AT_PHONE}) as shared using (region_id, met))`;
  const { meeting, after, upTo } = slice;
  const { columns } = orders[meeting];
  const at = columnsOf(meeting);
  const inSlice = sql`(${at}) > (${after}) ${upTo ? sql`and (${at}) <= (${upTo})` : sql``}`;
  const people = asMet(sql.ref(`p.${columns.at(-1)!}`));
  // A birthday is shared by nearly everybody; of names and passports most are met once, and of those no more is read than the index holds.
  if (meeting === 'birthday')
    return sql`met as materialized (select ${people} from profile p where ${inSlice} and ${isLive})`;
  return sql`shared as materialized (select ${at} from profile p where ${inSlice} group by ${at} having count(*) > 1),
      met as materialized (select ${people} from shared
        join profile p using (${sql.join(columns.map((column) => sql.ref(column)))}) where ${isLive})`;
}

const word = (of: string) => sql`split_part(${sql.ref(of)}.key, ' ', 1)`;
const rest = (of: string) => sql`substr(${sql.ref(of)}.key, strpos(${sql.ref(of)}.key, ' ') + 1)`;
const together = sql`select a.id as one_id, b.id as other_id from met a join met b using (region_id, met)`;
/** A slip is in one word: the rest of the name is the same. Apart, so that each is met by equality however many share a day. */
const nearNames = sql`${together} where a.id < b.id and a.key <> b.key and ${word('a')} = ${word('b')}
  union ${together} where a.id < b.id and a.key <> b.key and ${rest('a')} = ${rest('b')}`;
/** `near`: pairs of those who met that are worth reading their cards. */
const near: Record<Meeting, RawBuilder<unknown>> = {
  passport: sql`${together} where a.id < b.id`,
  name: sql`${together} where a.id < b.id and length(a.key) > 3`,
  birthday: nearNames,
  phone: nearNames,
};
/** Namesakes are many: something else must be the same too. */
const isSameContact = sql`(a.birthday = b.birthday or a.phones && b.phones or a.email = b.email or a.address = b.address)`;

/** How many people are looked through. */
export const countPeople = async (db: ReadDb): Promise<number> =>
  (await read(db, sql<{ n: number }>`select count(*)::int as n from profile p where ${isLive}`))[0]!.n;

/**
 * Pairs that meet in a slice. Different birthdays, different known passports and pairs that were said to be different people
 * are left out. It takes one processor and no more, the others are for those who wait for a list: PostgreSQL plans no workers for
 * a statement that names `set_config`, executed or not.
 */
export function pairsOf(db: ReadDb, slice: Slice): Promise<FoundPair[]> {
  return read(
    db,
    sql<FoundPair>`
    with alone as (select set_config('max_parallel_workers_per_gather', '0', true)),
      ${metIn(slice)},
      near as materialized (${near[slice.meeting]}),
      people as materialized (
        select p.id, p.region_id, p.name_key as key, p.birthday, p.pass_hash, p.phones, lower(p.email) as email,
          nullif(regexp_replace(fold(p.registration_address), '[^а-яa-z0-9]+', ' ', 'g'), '') as address
        from profile p where p.id in (select one_id from near union select other_id from near))
    select a.id as one_id, b.id as other_id, a.region_id, a.key as one_key, b.key as other_key,
      coalesce(a.pass_hash = b.pass_hash, false) as "isSamePassport", coalesce(a.birthday = b.birthday, false) as "isSameBirthday",
      a.phones && b.phones as "isSamePhone", coalesce(a.email = b.email, false) as "isSameEmail",
      coalesce(a.address = b.address, false) as "isSameAddress"
    from (select distinct one_id, other_id from near) as pair join people a on a.id = one_id join people b on b.id = other_id
    where (a.birthday = b.birthday) is not false and (a.pass_hash = b.pass_hash) is not false
      ${slice.meeting === 'name' ? sql`and ${isSameContact}` : sql``}
      and not exists (select 1 from merge_different d where d.one_id = a.id and d.other_id = b.id)`,
  );
}

/** How many people of a region bear each of the surnames (folded), and how many people it has. */
export async function surnameCounts(db: ReadDb, surnames: readonly string[]) {
  const [counts, people] = await Promise.all([
    read(
      db,
      sql<{ region_id: number; surname: string; n: number }>`
      select p.region_id, split_part(p.name_key, ' ', 1) as surname, count(*)::int as n from profile p
      where p.merged_into is null and p.kind = 'person' and split_part(p.name_key, ' ', 1) = any(${surnames}::text[]) group by 1, 2`,
    ),
    read(
      db,
      sql<{
        region_id: number;
        n: number;
      }>`select region_id, count(*)::int as n from profile where merged_into is null and kind = 'person' group by 1`,
    ),
  ]);
  const bySurname = new Map(counts.map(({ region_id, surname, n }) => [`${region_id} ${surname}`, n]));
  const byRegion = new Map(people.map(({ region_id, n }) => [region_id, n]));
  return {
    of: (region: number, surname: string) => bySurname.get(`${region} ${surname}`) ?? 0,
    people: (region: number) => byRegion.get(region) ?? 0,
  };
}

const side = (
  card: string,
  place: string,
) => sql`json_build_object('id', ${sql.ref(`${card}.id`)}, 'name', ${sql.ref(`${card}.full_name`)},
  'birthday', ${sql.ref(`${card}.birthday`)}, 'place', ${sql.ref(`${place}.name`)})`;
const cards = sql`join profile one on one.id = c.one_id and one.merged_into is null join profile other on other.id = c.other_id and other.merged_into is null
  join po at_one on at_one.id = one.po_id join po at_other on at_other.id = other.po_id`;
const isSaidDifferent = (pair: 'c' | 'x') =>
  sql`exists (select 1 from merge_different d where d.one_id = ${sql.ref(`${pair}.one_id`)} and d.other_id = ${sql.ref(`${pair}.other_id`)})`;

export type PairLevel = 'all' | 'likely' | 'possible' | 'different';
const conditions: Record<PairLevel, RawBuilder<unknown>> = {
  all: sql`not ${isSaidDifferent('c')}`,
  likely: sql`c.score >= ${LIKELY} and not ${isSaidDifferent('c')}`,
  possible: sql`c.score < ${LIKELY} and not ${isSaidDifferent('c')}`,
  different: sql`true`,
};
const source = (level: PairLevel) =>
  level === 'different'
    ? sql`(select d.one_id, d.other_id, coalesce(k.score, 0) as score, coalesce(k.parts, '[]') as parts from merge_different d
        left join merge_candidate k on k.one_id = d.one_id and k.other_id = d.other_id)`
    : sql`merge_candidate`;

export function listPairs(db: ReadDb, level: PairLevel, offset: number, limit: number): Promise<MergePair[]> {
  return read(
    db,
    sql<MergePair>`
    select ${side('one', 'at_one')} as one, ${side('other', 'at_other')} as other, c.score, c.parts,
      (select count(*)::int from merge_candidate x where (x.one_id in (c.one_id, c.other_id) or x.other_id in (c.one_id, c.other_id))
        and (x.one_id, x.other_id) <> (c.one_id, c.other_id) and not ${isSaidDifferent('x')}) as others
    from ${source(level)} c ${cards} where ${conditions[level]} order by c.score desc, c.one_id, c.other_id ${pageClause({ offset, limit })}`,
  );
}

export async function countPairs(db: ReadDb): Promise<{ likely: number; possible: number; different: number }> {
  const [row] = await read(
    db,
    sql<{ likely: number; possible: number; different: number }>`
    select count(*) filter (where ${conditions.likely})::int as likely, count(*) filter (where ${conditions.possible})::int as possible,
      (select count(*)::int from merge_different c ${cards}) as different
    from merge_candidate c ${cards}`,
  );
  return row!;
}

/** Score of a pair as the last search found it. */
export async function scoreOfPair(db: ReadDb, one: number, other: number) {
  const [row] = await read(
    db,
    sql<{ score: number; parts: { name: string; points: number }[]; isDifferent: boolean }>`
    select coalesce(c.score, 0) as score, coalesce(c.parts, '[]') as parts, ${isSaidDifferent('c')} as "isDifferent"
    from (select least(${one}::int, ${other}::int) as one_id, greatest(${one}::int, ${other}::int) as other_id) as asked
      left join merge_candidate k using (one_id, other_id)
      cross join lateral (select asked.one_id, asked.other_id, k.score, k.parts) as c`,
  );
  return row!;
}
