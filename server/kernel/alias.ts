// A person entered twice: what is never re-pointed by a merge is read through the card that stays.
import { sql, type RawBuilder } from 'kysely';

/** Rows of a person by any of his cards; `column` names the card in the row, `id` the card that stays. */
export const ofAnyCard = (column: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(array(select ${id} union all select alias.id from profile alias where alias.merged_into = ${id}))`;
