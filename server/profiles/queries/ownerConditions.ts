// Conditions by what a place reads of its present people: privilege, consents, contacts; of people and of owners of garages alike.
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../contract/kernel/scope.ts';
import type { profiles } from '../../../contract/profiles.ts';
import { consentCondition, contactCondition, smsConsentCondition } from './standing.ts';

type OwnerFilter = Pick<
  z.output<typeof profiles.filter>,
  'privilegeCatFilter' | 'consent' | 'smsConsent' | 'contacts' | 'privilegeState'
>;

/** Privileges that tell of somebody's health are for those with capability 1; `table` is the alias of the privilege. */
export const isShown = (actor: Actor, table: string): RawBuilder<boolean> =>
  actor.capabilities.includes(1) ? sql<boolean>`true` : sql<boolean>`not ${sql.ref(`${table}.is_health`)}`;

/** Conditions over `profile as p`, none where nothing is asked; `today` is a day or SQL of one. */
export function ownerConditions(
  actor: Actor,
  { privilegeCatFilter, consent, smsConsent, contacts, privilegeState }: OwnerFilter,
  today: string | RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  if (privilegeCatFilter?.length)
    all.push(sql`p.privilege_id = any(array(select seen.id from privilege seen
      where seen.id = any(${privilegeCatFilter}::int[]) and ${isShown(actor, 'seen')}))`);
  if (consent) all.push(consentCondition(consent, today));
  if (smsConsent) all.push(smsConsentCondition(smsConsent));
  if (contacts) all.push(contactCondition[contacts]);
  if (privilegeState === 'expired') all.push(sql`p.privilege_id <> 0 and p.privilege_end_date < ${today}::date`);
  if (privilegeState === 'expires30')
    all.push(sql`p.privilege_id <> 0 and p.privilege_end_date between ${today}::date and ${today}::date + 30`);
  return all;
}
