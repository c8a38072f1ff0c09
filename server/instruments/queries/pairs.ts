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

const key = sql`p.name_key`;
/** A number that many people share is an office, not a person. */
const MOST_AT_PHONE = 20;

const meetAt: Record<Meeting, RawBuilder<unknown>> = {
  passport: sql`encode(p.pass_hash, 'hex')`,
  name: sql`${key}`,
  birthday: sql`p.birthday::text`,
  phone: sql`phone`,
};
const oneWord = (of: string) => sql`split_part(${sql.ref(of)}.key, ' ', 1)`;
const otherWords = (of: string) => sql`substr(${sql.ref(of)}.key, strpos(${sql.ref(of)}.key, ' ') + 1)`;
/** A slip is in one word: the rest of the name is the same. */
const isNearName = sql`a.key <> b.key and (${oneWord('a')} = ${oneWord('b')} or ${otherWords('a')} = ${otherWords('b')})`;
const isSameContact = sql`(a.birthday = b.birthday or a.phones && b.phones or a.email = b.email or a.address = b.address)`;
const also: Record<Meeting, RawBuilder<unknown>> = {
  passport: sql`true`,
  name: sql`length(a.key) > 3 and ${isSameContact}`,
  birthday: isNearName,
  phone: isNearName,
};

/** How many people there are, and the part of them that `slices` cuts. */
export const countPeople = async (db: ReadDb): Promise<number> =>
  (
    await read(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from profile p where p.merged_into is null and not p.is_anonymised and p.kind = 'person'`,
    )
  )[0]!.n;

/**
 * Pairs that meet by `meeting` in slice `nth` of `slices`. Different birthdays, different known passports and pairs that were
 * said to be different people are left out.
 */
export function pairsOf(db: ReadDb, meeting: Meeting, nth: number, slices: number): Promise<FoundPair[]> {
  const at = meetAt[meeting];
  return read(
    db,
    sql<FoundPair>`
    with live as materialized (
      select p.id, p.region_id, ${key} as key, p.birthday, p.pass_hash, p.phones, lower(p.email) as email, ${at} as met,
        nullif(regexp_replace(fold(p.registration_address), '[^а-яa-z0-9]+', ' ', 'g'), '') as address
      from profile p ${meeting === 'phone' ? sql`cross join lateral unnest(p.phones) as phone` : sql``}
      where p.merged_into is null and not p.is_anonymised and p.kind = 'person' and ${at} is not null
        and (hashtext(${at}) & 2147483647) % ${slices}::int = ${nth}::int),
      shared as (select region_id, met from live group by 1, 2 having count(*) > 1 ${meeting === 'phone' ? sql`and count(*) <= ${MOST_AT_PHONE}` : sql``})
    select distinct a.id as one_id, b.id as other_id, a.region_id, a.key as one_key, b.key as other_key,
      coalesce(a.pass_hash = b.pass_hash, false) as "isSamePassport", coalesce(a.birthday = b.birthday, false) as "isSameBirthday",
      a.phones && b.phones as "isSamePhone", coalesce(a.email = b.email, false) as "isSameEmail",
      coalesce(a.address = b.address, false) as "isSameAddress"
    from shared join live a using (region_id, met) join live b using (region_id, met)
    where a.id < b.id and (a.birthday = b.birthday) is not false and (a.pass_hash = b.pass_hash) is not false and ${also[meeting]}
      and not exists (select 1 from merge_different d where d.one_id = a.id and d.other_id = b.id)`,
  );
}

/** How many people of a region bear each of the surnames (folded), and how many people it has. */
export async function surnameCounts(db: ReadDb, surnames: readonly string[]) {
  const [counts, people] = await Promise.all([
    read(
      db,
      sql<{ region_id: number; surname: string; n: number }>`
      select p.region_id, split_part(${key}, ' ', 1) as surname, count(*)::int as n from profile p
      where p.merged_into is null and p.kind = 'person' and split_part(${key}, ' ', 1) = any(${surnames}::text[]) group by 1, 2`,
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
const isSaidDifferent = sql`exists (select 1 from merge_different d where d.one_id = c.one_id and d.other_id = c.other_id)`;

export type PairLevel = 'all' | 'likely' | 'possible' | 'different';
const conditions: Record<PairLevel, RawBuilder<unknown>> = {
  all: sql`not ${isSaidDifferent}`,
  likely: sql`c.score >= ${LIKELY} and not ${isSaidDifferent}`,
  possible: sql`c.score < ${LIKELY} and not ${isSaidDifferent}`,
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
        and (x.one_id, x.other_id) <> (c.one_id, c.other_id)) as others
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
    select coalesce(c.score, 0) as score, coalesce(c.parts, '[]') as parts, ${isSaidDifferent} as "isDifferent"
    from (select least(${one}::int, ${other}::int) as one_id, greatest(${one}::int, ${other}::int) as other_id) as asked
      left join merge_candidate k using (one_id, other_id)
      cross join lateral (select asked.one_id, asked.other_id, k.score, k.parts) as c`,
  );
  return row!;
}
