// SQL of the global search: garages and people of the scope, the first of each and their number.
import { sql, type RawBuilder } from 'kysely';
import type { SearchAnswer } from '../../contract/search.ts';
import { restrictionKinds } from '../garages/queries.ts';
import { allWords, garageCondition, type Reading, type Words } from '../garages/queries/finding.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { likeText } from '../kernel/list.ts';
import { inScope, personPresent } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';
import { maskedPhone, OWNERS_SEPARATOR, phoneCondition } from '../profiles/queries.ts';
import { nearestWords, swapped } from './rules.ts';
import { limitTo, onePlan, onePlanOfWords } from '../db/planned.ts';

/** More is not counted: who gets a thousand answers asks again. */
const MAX_COUNTED = 1000;
const MAX_SIMILAR = 40;

type Garages = SearchAnswer['garages'];
type People = SearchAnswer['profiles'];
/** Whether one of the names in a folded column begins with a word that was typed: «иван» means Иванова before Иванович. */
const bySurname = (column: RawBuilder<unknown>, words: Words): RawBuilder<boolean> =>
  words.length
    ? sql<boolean>`(${sql.join(
        words
          .flat()
          .flatMap((word) => [
            sql`${column} like ${`${likeText(word)}%`}`,
            sql`${column} like ${`%${OWNERS_SEPARATOR}${likeText(word)}%`}`,
          ]),
        sql` or `,
      )})`
    : sql<boolean>`true`;

/** Garages found, active first, then those whose owner's surname was typed, in the official order. */
export async function searchGarages(ctx: Ctx, reading: Reading, words: Words, limit: number): Promise<Garages> {
  const condition = garageCondition(ctx.actor, reading, words);
  if (!condition) return { total: 0, items: [] };
  // The person whose name was meant: told where it is not the first owner, who stands in the row anyway.
  const meant = words.length ? allWords(sql`p.name_key`, words) : sql`false`;
  const rows = await read(
    ctx.db,
    onePlanOfWords(
      words.flat(),
      sql<Garages>`
    with found as materialized (
      select g.id, g.po_id, g.is_active, g.section_key, g.number_key, ${bySurname(sql`g.owners_key`, words)} as by_surname from garage g where ${inScope(ctx.actor, 'g')} and not g.is_withdrawn and ${condition} ${limitTo(MAX_COUNTED)}
    ), first as (
      select found.id, row_number() over (order by not found.is_active, not by_surname, po.sort_key, section_key, number_key, found.id) as nth
      from found join po on po.id = found.po_id order by nth ${limitTo(limit)}
    )
    select (select count(*)::int from found) as total, coalesce(json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number,
        'po_name', po.name, 'is_active', g.is_active, 'account_no', g.account_no, 'restrictions', ${restrictionKinds(sql`g.id`, todayOf(ctx))}, 'balance_kopecks', coalesce(b.balance_kopecks, 0), 'aside_kopecks', coalesce(b.aside_kopecks, 0), 'former_kopecks', coalesce(b.former_debt_kopecks, 0),
        'owner', (select p.full_name from ownership o join profile p on p.id = o.profile_id
          where o.garage_id = g.id and o.ended_on is null order by o.is_primary desc, o.id limit 1),
        'co_owner', (select case when not o.is_first then o.full_name end
          from (select p.full_name, ${meant} as is_meant, row_number() over (order by o.is_primary desc, o.id) = 1 as is_first, o.id
            from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null) as o
          where o.is_meant order by o.is_first desc, o.id limit 1)) order by first.nth), '[]') as items
    from first join garage g using (id) join po on po.id = g.po_id left join garage_balance b on b.garage_id = g.id`,
    ),
  );
  return rows[0]!;
}

/** People of the scope by the words of their names. A name beside a garage number asks for garages. */
export async function searchByName(ctx: Ctx, words: Words, limit: number): Promise<People> {
  return people(
    ctx,
    sql`select distinct place.profile_id as id, place.name_key, not ${bySurname(sql`place.name_key`, words)} as rank from profile_place as place
      where ${inScope(ctx.actor, 'place')} and ${allWords(sql`place.name_key`, words)}`,
    limit,
    personPresent(ctx.actor, 'p', todayOf(ctx)),
    words.flat(),
  );
}

/** People of the scope by the last four digits of a phone, or a whole one. */
export async function searchByPhone(ctx: Ctx, digits: string, limit: number): Promise<People> {
  return presentPeople(ctx, phoneCondition(ctx.actor, digits), limit);
}

/** People of the scope whose passport has this fingerprint. */
export async function searchByPassport(ctx: Ctx, fingerprint: Uint8Array, limit: number): Promise<People> {
  return presentPeople(ctx, sql`p.pass_hash = ${fingerprint}`, limit);
}

/** People by what only who works with them may search by; `condition` over `p`. Found first: their ties are asked of them alone. */
const presentPeople = (ctx: Ctx, condition: RawBuilder<unknown>, limit: number): Promise<People> =>
  people(
    ctx,
    sql`select p.id, p.name_key, false as rank from profile p
      where p.id = any(array(select p.id from profile p where p.merged_into is null and ${condition})) and ${personPresent(ctx.actor, 'p', todayOf(ctx))}`,
    limit,
    sql`true`,
  );

/**
 * `which`: their `id, name_key, rank`; `lives`: whether the place works with the person `p` now; `words`: those of a name that they are
 * found by.
 */
async function people(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  limit: number,
  lives: RawBuilder<boolean>,
  words?: readonly string[],
): Promise<People> {
  const query = sql<People>`
    with found as materialized (${which} ${limitTo(MAX_COUNTED)}), first as (select id, rank from found order by rank, name_key, id ${limitTo(limit)})
    select (select count(*)::int from found) as total, coalesce(json_agg(json_build_object('id', p.id, 'full_name', p.full_name, 'birthday', case when tie.lives then p.birthday end,
        'phone', case when tie.lives and p.phones <> '{}' then ${maskedPhone(sql`p.phones[1]`)} end, 'garages', own.garages) order by first.rank, p.name_key, p.id), '[]') as items
    from first join profile p using (id)
    cross join lateral (select ${lives} as lives offset 0) as tie
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active)
        order by g.po_id, g.section_key, g.number_key), '[]') as garages
      from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id
      where o.profile_id = p.id and o.ended_on is null and ${inScope(ctx.actor, 'g')}) as own`;
  const rows = await read(ctx.db, words ? onePlanOfWords(words, query) : onePlan(query));
  return rows[0]!;
}

/** For each typed word the words of names at the actor's place that may have been meant; null when one of them resembles nothing. */
export async function meantWords(ctx: Ctx, words: readonly string[]): Promise<string[][] | null> {
  const rows = await read(
    ctx.db,
    sql<{ typed: string; known: string[] }>`
    select typed, array(
      select word from name_word where (word % typed or word = any(string_to_array(swaps, ' '))) and exists (
        select 1 from place_word as known where known.word = name_word.word and ${inScope(ctx.actor, 'known')})
      order by similarity(word, typed) desc, word ${limitTo(MAX_SIMILAR)}) as known
    from unnest(${[...words]}::text[], ${words.map((word) => swapped(word).join(' '))}::text[]) as t(typed, swaps)`,
  );
  const known = new Map(rows.map((row) => [row.typed, row.known]));
  const meant = words.map((word) => nearestWords(word, known.get(word) ?? []));
  return meant.every((ways) => ways.length) ? meant : null;
}
