// Where a person `p` stands with his data: consent to their processing, a demand to stop it, destruction. `mo` is his МО.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { CONSENT_DAYS, type ConsentKind } from '../../../contract/profiles.ts';
import type { ReadDb } from '../../kernel/ctx.ts';

const hasConsent = sql`exists (select 1 from consent c where c.profile_id = p.id and c.kind = 'pd_processing' and c.revoked_at is null)`;

/** Nobody but a person gives one. */
export const lacksConsent = sql`(p.kind = 'person' and not ${hasConsent})`;

/** The list's filter; `overdue`: the days for which a consent may be put off are over. `today`: `YYYY-MM-DD`, or SQL of it. */
export const consentCondition = (wanted: 'none' | 'given' | 'overdue', today: string | RawBuilder<unknown>) => {
  if (wanted === 'given') return hasConsent;
  if (wanted === 'none') return lacksConsent;
  return sql`(${lacksConsent} and not p.is_anonymised and p.voa_status_id <> 8
    and (p.created_at at time zone (select at.time_zone from mo at where at.id = p.mo_id))::date < ${today}::date - ${sql.lit(CONSENT_DAYS)})`;
};

/** Contacts by the filter of the list. */
export const contactCondition = {
  no_phone: sql`p.phones = '{}'`,
  no_email: sql`p.email is null`,
  has_phone: sql`p.phones <> '{}'`,
  has_email: sql`p.email is not null`,
} as const;

/** Consent to SMS in force. */
export const smsConsentCondition = (wanted: 'given' | 'none') =>
  sql`${wanted === 'none' ? sql`not` : sql``} exists (select 1 from consent c where c.profile_id = p.id and c.kind = 'sms_info' and c.revoked_at is null)`;

/** Day until which the consent could be put off; null for those who gave one, and who are asked for none. */
export const consentDue = sql`case when p.kind = 'person' and not p.is_anonymised and not ${hasConsent}
  then (p.created_at at time zone mo.time_zone)::date + ${sql.lit(CONSENT_DAYS)} end`;

/** By an act: a card that a load took back is empty too, and may come back. */
export const isDestroyed = sql`(p.is_anonymised and p.withdrawn_key is null)`;

export const processing = sql`(select json_build_object('restricted_on', (p.restricted_at at time zone mo.time_zone)::date,
    'due_on', d.due_on, 'destroy_on', d.destroy_on)
  from processing_demand d where d.profile_id = p.id and d.state in ('scheduled', 'restricted'))`;

/** Whether a consent of the kind is in force. */
export const hasConsentOf = async (db: ReadDb, id: number, kind: ConsentKind) =>
  Boolean(
    await db
      .selectFrom('consent')
      .where('profile_id', '=', id)
      .where('kind', '=', kind)
      .where('revoked_at', 'is', null)
      .select('id')
      .executeTakeFirst(),
  );

/** A consent on health says that there is something to consent to: it is told as a privilege of health is. */
export const mayTell = (actor: Actor, kind: RawBuilder<unknown>) =>
  actor.capabilities.includes(1) ? sql`true` : sql`${kind} <> 'health'`;
