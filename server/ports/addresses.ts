// Address suggestions of an outer service, by setting.
import { z } from 'zod';

export interface AddressSuggestion {
  value: string;
  postal_code: string | null;
  fias_id: string | null;
}

export interface AddressSource {
  /** Up to five suggestions; an unreachable service answers none rather than failing the form. */
  suggest(query: string): Promise<AddressSuggestion[]>;
}

export const ADDRESS_LIMIT = 5;
const TIMEOUT_MS = 3000;

/** The id as the service writes it; what is no UUID is none. */
export const fiasId = (said: unknown): string | null => z.uuid().toLowerCase().safeParse(said).data ?? null;

/** A service that takes `{query, count}` with a token and answers `{suggestions: [{value, data: {postal_code, fias_id}}]}`. */
export function addressService(url: string, token: string): AddressSource {
  return {
    async suggest(query) {
      try {
        const reply = await fetch(url, {
          method: 'POST',
          // A token goes nowhere but to the address of the setting: here and in the other ports.
          redirect: 'manual',
          headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Token ${token}` },
          body: JSON.stringify({ query, count: ADDRESS_LIMIT }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!reply.ok) return [];
        const answer = (await reply.json()) as {
          suggestions?: { value: string; data?: { postal_code?: string | null; fias_id?: string | null } }[];
        };
        return (answer.suggestions ?? []).slice(0, ADDRESS_LIMIT).map(({ value, data }) => ({
          value,
          postal_code: data?.postal_code ?? null,
          fias_id: fiasId(data?.fias_id),
        }));
      } catch {
        return [];
      }
    },
  };
}
