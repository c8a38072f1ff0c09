// SQL of the global search: garages and people of the scope, ten of each.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../kernel/ctx.ts';
import { likeText } from '../kernel/list.ts';
import { inScope, personInScope } from '../kernel/scope.ts';
import { isAccountNumber } from '../garages/rules.ts';
import { maskedPhone } from '../profiles/queries.ts';
import type { Reading } from './rules.ts';

/** A word may differ from the name by a letter or two: share of common trigrams. */
const TYPO_SIMILARITY = 0.45;

function garageCondition(reading: Reading): RawBuilder<unknown> | null {
  const ways: RawBuilder<unknown>[] = [];
  if (reading.poAndGarage) {
    const { po, garage } = reading.poAndGarage;
    ways.push(sql`(g.number = ${garage} and g.po_id in (select id from po where fold(name) ~ ${`№\\s*${po}$`}))`);
  }
  if (reading.sectionAndNumber)
    ways.push(
      sql`(fold(g.section) = ${reading.sectionAndNumber.section} and g.number = ${reading.sectionAndNumber.number})`,
    );
  if (reading.number) ways.push(sql`g.number = ${reading.number}`);
  if (isAccountNumber(reading.digits)) ways.push(sql`g.account_no = ${reading.digits}`);
  if (reading.words.length)
    ways.push(
      sql`(${sql.join(
        reading.words.map((word) => sql`g.owners_key like ${`%${likeText(word)}%`}`),
        sql` and `,
      )})`,
    );
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : null;
}

/** Garages found, active first, as JSON text with their number. */
export async function searchGarages(
  ctx: Ctx,
  reading: Reading,
  limit: number,
): Promise<{ total: number; items: never[] }> {
  const condition = garageCondition(reading);
  if (!condition) return { total: 0, items: [] };
  const { rows } = await sql<{ total: number; items: never[] }>`
    with found as materialized (select g.id from garage g where ${inScope(ctx.actor, 'g')} and ${condition} limit 1000)
    select (select count(*)::int from found) as total, coalesce((select json_agg(item) from (
      select g.id, g.section, g.number, po.name as po_name, g.is_active, g.account_no,
        (select p.full_name from ownership o join profile p on p.id = o.profile_id where o.garage_id = g.id and o.ended_on is null order by o.is_primary desc, o.id limit 1) as owner,
        coalesce(b.balance_kopecks, 0) as balance_kopecks
      from found join garage g using (id) join po on po.id = g.po_id left join garage_balance b on b.garage_id = g.id
      order by not g.is_active, po.sort_key, g.section_key, g.number_key, g.id limit ${limit}) as item), '[]') as items`.execute(
    ctx.db as never,
  );
  return rows[0]!;
}

/** People found: exact passport or phone, then every word, then (only when nothing was found) words with a typo. */
export async function searchProfiles(
  ctx: Ctx,
  reading: Reading,
  passHash: Uint8Array | null,
  limit: number,
): Promise<{ total: number; items: never[] }> {
  const ways: RawBuilder<unknown>[] = [];
  if (passHash) ways.push(sql`p.pass_hash = ${passHash}`);
  if (reading.digits.length >= 4) ways.push(sql`p.phones_key like ${`%${reading.digits.slice(-10)} %`}`);
  if (reading.words.length)
    ways.push(
      sql`(${sql.join(
        reading.words.map((word) => sql`p.name_key like ${`%${likeText(word)}%`}`),
        sql` and `,
      )})`,
    );
  if (!ways.length) return { total: 0, items: [] };
  const exact = await people(ctx, sql`(${sql.join(ways, sql` or `)})`, sql`p.name_key`, limit);
  if (exact.total || !reading.words.length) return exact;
  const typed = reading.words.join(' ');
  // `<%` is answered by the trigram index; its threshold is set for this statement's transaction elsewhere by the default 0.6 of words.
  return people(
    ctx,
    sql`(${typed} <% p.name_key and word_similarity(${typed}, p.name_key) >= ${TYPO_SIMILARITY})`,
    sql`word_similarity(${typed}, p.name_key) desc, p.name_key`,
    limit,
  );
}

async function people(ctx: Ctx, condition: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<{ total: number; items: never[] }>`
    with found as materialized (select p.id from profile p where p.merged_into is null and ${condition} and ${personInScope(ctx.actor, 'p')} limit 1000)
    select (select count(*)::int from found) as total, coalesce((select json_agg(item) from (
      select p.id, p.full_name, p.birthday, case when p.phones <> '{}' then ${maskedPhone(sql`p.phones[1]`)} end as phone,
        coalesce((select json_agg(json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active) order by g.id)
          from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = p.id and o.ended_on is null and ${inScope(ctx.actor, 'g')}), '[]') as garages
      from found join profile p using (id) order by ${order}, p.id limit ${limit}) as item), '[]') as items`.execute(
    ctx.db as never,
  );
  return rows[0]!;
}
