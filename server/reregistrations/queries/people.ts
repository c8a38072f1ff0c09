// What the rules ask about the people of a case, as far as the reader's place may know it.
import { sql } from 'kysely';
import { read } from '../../kernel/read.ts';
import { personPresent } from '../../kernel/scope.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import type { PersonFacts } from '../rules/facts.ts';

/**
 * Of people whose tie to the reader's place is over a preview and a draft tell the name alone: nothing is missing and nothing is
 * known. Once the case is applied for they stand in it, and all is asked before its end.
 */
export async function peopleFacts(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  ids: readonly number[],
  caseId: number | null,
): Promise<Map<number, PersonFacts>> {
  const rows = await read(
    db,
    sql<PersonFacts>`
    select p.id as profile_id, p.full_name, p.kind, p.is_voa_member and told.of as is_member, case when told.of then p.voa_entry_date end as entry_date,
      case when told.of then p.birthday end as birthday, p.pass_hash is not null or not told.of as has_passport,
      p.registration_address is not null or not told.of as has_address, p.phones <> '{}' or not told.of as has_phone,
      p.voa_status_id = 8 and told.of as is_dead, p.merged_into is not null as is_merged, p.estate_of, not told.of as is_hidden
    from profile p cross join lateral (select ${personPresent(ctx.actor, 'p', todayOf(ctx))} or exists (
        select 1 from reregistration_party y join reregistration r on r.id = y.reregistration_id
        where y.profile_id = p.id and r.id = ${caseId}::int and r.status <> 0) as of offset 0) as told
    where p.id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.profile_id, row]));
}
