// SQL of charges whose debt a case has moved.
import { sql } from 'kysely';

/** Garages where a standing charge of a document was moved, with the names of the former owners who owe it. */
export const movedGarages = (document: number) => sql<{ garage_id: number; formers: string | null }>`
  select m.garage_id, string_agg(distinct p.full_name, ', ') as formers
  from balance_operation o join balance_operation m on m.origin_id = o.id and m.sign < 0 and m.reversal_of is null
    left join profile debtor on debtor.id = m.debtor_id left join profile p on p.id = coalesce(debtor.merged_into, debtor.id)
  where o.contribution_id = ${document} and o.reversal_of is null and not exists (select 1 from balance_operation r where r.reversal_of = m.id)
  group by 1`;

/** Garages where a charge of a document was ever moved: a move that was counted to nothing moves what is more of it again. */
export const everMoved = (document: number) => sql<{ garage_id: number }>`
  select distinct m.garage_id from balance_operation o join balance_operation m on m.origin_id = o.id and m.reversal_of is null
  where o.contribution_id = ${document} and o.reversal_of is null`;
