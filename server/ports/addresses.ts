// Address suggestions: an outer service by setting, otherwise the addresses already on record.
import { foldText } from '../../contract/kernel/words.ts';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.ts';

export interface AddressSuggestion {
  value: string;
  postal_code: string | null;
}

export interface AddressSource {
  /** Up to five suggestions; an unreachable service answers none rather than failing the form. */
  suggest(query: string): Promise<AddressSuggestion[]>;
}

export const ADDRESS_LIMIT = 5;
const TIMEOUT_MS = 3000;

/** Addresses that people of this register already have, most frequent first. */
export function recordedAddresses(db: Kysely<DB>): AddressSource {
  return {
    async suggest(query) {
      const words = foldText(query)
        .split(/[\s,]+/)
        .filter(Boolean)
        .slice(0, 6);
      if (!words.length) return [];
      const conditions = words.map(
        (word) => sql`fold(registration_address) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
      );
      const found = await sql<{ address: string }>`
        select registration_address as address from profile
        where registration_address is not null and ${sql.join(conditions, sql` and `)}
        group by registration_address order by count(*) desc, registration_address limit ${ADDRESS_LIMIT}`.execute(db);
      return found.rows.map(({ address }) => split(address));
    },
  };
}

/** A service that takes `{query, count}` with a token and answers `{suggestions: [{value, data: {postal_code}}]}`. */
export function addressService(url: string, token: string, fallback: AddressSource): AddressSource {
  return {
    async suggest(query) {
      try {
        const reply = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Token ${token}` },
          body: JSON.stringify({ query, count: ADDRESS_LIMIT }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!reply.ok) return fallback.suggest(query);
        const answer = (await reply.json()) as {
          suggestions?: { value: string; data?: { postal_code?: string | null } }[];
        };
        return (answer.suggestions ?? [])
          .slice(0, ADDRESS_LIMIT)
          .map((item) => ({ value: item.value, postal_code: item.data?.postal_code ?? null }));
      } catch {
        return fallback.suggest(query);
      }
    },
  };
}

function split(address: string): AddressSuggestion {
  const match = /^(\d{6}),\s*(.+)$/.exec(address);
  return match ? { value: match[2]!, postal_code: match[1]! } : { value: address, postal_code: null };
}
