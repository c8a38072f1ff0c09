// Global search.
import { RestrictionKind } from './garages/restrictions.ts';
import { endpoint } from './kernel/endpoint.ts';
import { Kopecks } from './kernel/scalars.ts';
import { signedIn } from './kernel/scope.ts';
import { PlateRef } from './profiles.ts';
import { Closing, Status } from './reregistrations.ts';
import { z } from 'zod';

/** How a query that finds nothing as it stands was read: typed in the other keyboard layout, or as words near to it. */
export const Correction = z.object({ kind: z.enum(['layout', 'near']), words: z.array(z.string()) });

export type Correction = z.infer<typeof Correction>;

export const SearchAnswer = z.object({
  query: z.string(),
  corrected: Correction.nullable(),
  garages: z.object({
    total: z.number(),
    items: z.array(
      PlateRef.extend({
        account_no: z.string(),
        owner: z.string().nullable(),
        /** The other owner whose name was looked for; null when it is the first one or no name was typed. */
        co_owner: z.string().nullable(),
        balance_kopecks: Kopecks,
        aside_kopecks: Kopecks,
        former_kopecks: Kopecks,
        /** What stands in the way of a change of owners, or must be seen before it. */
        restrictions: z.array(RestrictionKind),
      }),
    ),
  }),
  reregistrations: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        id: z.number(),
        status: Status,
        closing: Closing.nullable(),
        reason_name: z.string(),
        date_request: z.string(),
        garage: PlateRef,
        old_owners: z.array(z.string()),
        new_owners: z.array(z.string()),
      }),
    ),
  }),
  profiles: z.object({
    total: z.number(),
    items: z.array(
      z.object({
        id: z.number(),
        full_name: z.string(),
        birthday: z.string().nullable(),
        phone: z.string().nullable(),
        garages: z.array(PlateRef),
      }),
    ),
  }),
});

export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** One box: name, phone tail (≥ 4 digits), account number, «12-3 45», passport (exact, capability 1, logged). */
export const globalSearch = endpoint({
  tag: 'Поиск',
  method: 'GET',
  path: '/api/global_search/',
  summary: 'Поиск',
  needs: signedIn,
  query: z.object({
    q: z.string().trim().max(100),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  reply: SearchAnswer,
});

/** What a search that found nothing says: five to nine digits are neither the tail of a phone nor a whole one. */
export const nothingFound = (query: string): string =>
  /^\d{5,9}$/.test(query.replace(/[\s()+-]/g, ''))
    ? 'Телефон ищется по четырём последним цифрам или целиком'
    : 'Ничего не найдено';
