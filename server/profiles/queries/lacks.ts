// SQL of what is missing of people's data.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { personOfPlace, presentOfPlace } from '../../kernel/scope.ts';

/** People of whom something is missing: as the score of data counts them. An organisation and an estate were never born. */
export function lackOf(actor: Actor, lacks: 'birthday' | 'address' | 'duplicates', today: string): RawBuilder<unknown> {
  if (lacks === 'birthday') return sql`(p.kind = 'person' and p.birthday is null)`;
  if (lacks === 'address') return sql`coalesce(p.registration_address, '') = ''`;
  return sql`(p.name_key, p.birthday) in (select twin.name_key, twin.birthday from profile twin
    where twin.merged_into is null and twin.birthday is not null and ${personOfPlace(actor, 'twin')} and ${presentOfPlace(actor, 'twin', today)}
    group by 1, 2 having count(*) > 1)`;
}
