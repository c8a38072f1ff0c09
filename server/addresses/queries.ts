// Addresses that people of the asker's own place have: as far as their house, never a flat.
import { sql } from 'kysely';
import { foldText } from '../../contract/kernel/words.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { likeText } from '../kernel/list.ts';
import { houseOf, streetOf } from '../kernel/masking.ts';
import { personOfPlace, presentOfPlace } from '../kernel/scope.ts';
import { read } from '../kernel/read.ts';
import { ADDRESS_LIMIT, type AddressSuggestion } from '../ports/addresses.ts';
import { limitTo } from '../db/planned.ts';

const MAX_WORDS = 6;

/** Up to five addresses on record at the actor's place, most frequent first; without capability 1 they end at the street. */
export async function recordedAddresses(ctx: Ctx, query: string): Promise<AddressSuggestion[]> {
  const words = foldText(query)
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  if (!words.length) return [];
  const shown = (ctx.actor.capabilities.includes(1) ? houseOf : streetOf)(sql`p.registration_address`);
  // What is looked through is what is shown: a flat can't be guessed at by asking for it.
  const conditions = words.map((word) => sql`fold(known.address) like ${`%${likeText(word)}%`}`);
  const rows = await read(
    ctx.db,
    sql<{ address: string }>`
    select known.address from (select ${shown} as address from profile p
        where p.registration_address is not null and p.merged_into is null and ${personOfPlace(ctx.actor, 'p')}
          and ${presentOfPlace(ctx.actor, 'p', todayOf(ctx))}) as known
    where known.address <> '' and ${sql.join(conditions, sql` and `)}
    group by known.address order by count(*) desc, known.address ${limitTo(ADDRESS_LIMIT)}`,
  );
  return rows.map(({ address }) => split(address));
}

function split(address: string): AddressSuggestion {
  const match = /^(\d{6}),\s*(.+)$/.exec(address);
  return match
    ? { value: match[2]!, postal_code: match[1]!, fias_id: null }
    : { value: address, postal_code: null, fias_id: null };
}
