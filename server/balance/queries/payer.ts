// SQL of whose garage it was on a day: charges and payments of that day are his, whoever has left since;
// those of a day when nobody owned it are nobody's.
import { sql, type RawBuilder } from 'kysely';

/** `YYYY-MM-DD`, or a column that holds a day. */
type Day = string | RawBuilder<unknown>;

/** The owner `o` had come by that day. */
export const ownedThen = (date: Day): RawBuilder<unknown> => sql`coalesce(o.started_on, '1900-01-01') <= ${date}::date`;
/** Somebody's days were over by that day: what came before the owner `o` is known. */
const wasKnown = (date: Day) => sql`exists (select 1 from ownership earlier where earlier.garage_id = o.garage_id
  and earlier.ended_on <= ${date}::date and earlier.ended_on > coalesce(earlier.started_on, '1900-01-01'))`;
/**
 * Owners of a day over `ownership o`. A day between two known owners is nobody's; before the first one that is known, whom
 * the books don't tell, the present ones stand for him.
 */
export const ownersOf = (date: Day): RawBuilder<unknown> =>
  sql`((${ownedThen(date)} and (o.ended_on is null or o.ended_on > ${date}::date))
    or (o.ended_on is null and not ${ownedThen(date)} and not ${wasKnown(date)}))`;
/** Whether the owner was the primary one on that day: the flag of now or of his last day, or a day of before. */
const primaryThen = (date: Day) => sql`(o.is_primary and coalesce(o.primary_since, '1900-01-01') <= ${date}::date
  or exists (select 1 from primary_period held where held.ownership_id = o.id and held.since <= ${date}::date and held.until > ${date}::date))`;
/** The share on that day as a number; −1 where he had none of his own. */
const shareThen = (
  date: Day,
) => sql`coalesce((select coalesce(held.share_num::numeric / held.share_den, -1) from share_period held
    where held.ownership_id = o.id and held.since <= ${date}::date and held.until > ${date}::date), o.share_num::numeric / o.share_den, -1)`;
/** The payer first: the primary owner of that day, else the largest share, the earliest start, the lower number. */
export const payerFirst = (date: Day): RawBuilder<unknown> => sql`(${ownedThen(date)}) desc, ${primaryThen(date)} desc,
  ${shareThen(date)} desc, o.started_on nulls first, o.id`;

/** The payer of a garage on a day as an expression. */
export const payerOn = (garageId: RawBuilder<unknown>, date: Day): RawBuilder<unknown> => sql`(
  select o.profile_id from ownership o where o.garage_id = ${garageId} and ${ownersOf(date)} order by ${payerFirst(date)} limit 1)`;
