// SQL of the share that an owner had on a day.
import { sql, type RawBuilder } from 'kysely';

/** `YYYY-MM-DD`, or a column that holds a day. */
type Day = string | RawBuilder<unknown>;

/** Share of `ownership o` on a day as «1/2»; null where he owned together with others. */
export const shareOn = (day: Day): RawBuilder<unknown> =>
  sql`(case when exists (select 1 from share_period past where past.ownership_id = o.id and past.since <= ${day}::date and past.until > ${day}::date)
    then (select past.share_num || '/' || past.share_den from share_period past where past.ownership_id = o.id and past.since <= ${day}::date and past.until > ${day}::date limit 1)
    else o.share_num || '/' || o.share_den end)`;
