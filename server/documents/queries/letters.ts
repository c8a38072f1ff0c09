// Letters on paper in the place of messages of a mailing that have reached nobody.
import { sql } from 'kysely';
import type { WriteDb } from '../../kernel/ctx.ts';

/** A message `m` in whose place a letter on paper may come: nothing of the same matter has reached the person or is on its way. */
export const needsLetter = sql`(m.profile_id is not null and not m.superseded and (m.status between 4 and 9 or m.status = 11)
  and coalesce(m.reason, '') not in ('former', 'deceased', 'restricted', 'repeated', 'had_template', 'trial', 'empty')
  and not exists (select 1 from notification_message o where o.notification_id = m.notification_id and o.profile_id = m.profile_id
    and o.garage_ids = m.garage_ids and not o.superseded and o.status in (0, 1, 2, 3, 10)))`;

/** Whom the paper in place of a message `m` is about, as `who(id)`: those for whom its receiver reads, and himself where something of it is his. */
export const paperIsAbout = sql`cross join lateral (select unnest(m.ward_ids) union select m.profile_id where m.ward_ids = '{}'
  or exists (select 1 from ownership own where own.profile_id = m.profile_id and own.garage_id = any(m.garage_ids) and own.ended_on is null)) as who(id)`;

interface Letter {
  mailing: number;
  person: number;
}
/**
 * Notes on messages when the letters in their place were printed, whichever window printed them. Printing is not handing over: no
 * message changes its status by it.
 */
export async function noteLetters(tx: WriteDb, letters: readonly Letter[], at: Date): Promise<void> {
  if (!letters.length) return;
  await sql`update notification_message set letter_printed_at = ${at.toISOString()} where id in (select m.id
    from json_to_recordset(${JSON.stringify(letters)}::json) as l(mailing int, person int)
      join notification_message m on m.notification_id = l.mailing ${paperIsAbout}
    where who.id = l.person and ${needsLetter})`.execute(tx);
}
