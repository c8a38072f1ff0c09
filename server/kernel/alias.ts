// A person entered twice: what is never re-pointed by a merge is read through the card that stays.
import { sql, type RawBuilder } from 'kysely';

/** Rows of a person by any of his cards; `column` names the card in the row, `id` the card that stays. */
export const ofAnyCard = (column: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${column} = any(array(select ${id} union all select alias.id from profile alias where alias.merged_into = ${id}))`;

/** Whose a ledger line is: as it was written, or as was said of it when merged cards were separated. `line`: alias of `balance_operation`. */
export const personOfLine = (line: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`coalesce((select said.profile_id from line_person said where said.line_id = ${sql.ref(`${line}.id`)}), ${sql.ref(`${line}.owner_id`)})`;

/** The card that stays of a card. */
export const cardThere = (id: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select merged.merged_into from profile merged where merged.id = ${id}), ${id})`;
