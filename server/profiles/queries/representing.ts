// What a card says of representing: who is written to in place of the person, and in whose place he is.
import { sql } from 'kysely';
import type { ReachConsent } from '../../../contract/profiles/representatives.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { maskedEmail, maskedPhone } from '../../kernel/masking.ts';
import { isWard, personInScope } from '../../kernel/scope.ts';

const gave = (kind: ReachConsent) =>
  sql`exists (select 1 from consent c where c.profile_id = r.id and c.kind = ${kind} and c.revoked_at is null)`;

/** Columns over `p` with their JSON keys, for a place that works with the person (`tie.lives`). */
export const representingOf = (ctx: Ctx) => sql`
  'is_represented', tie.lives and ${isWard('p', todayOf(ctx))},
  'representative', case when tie.lives and ${isWard('p', todayOf(ctx))} then (select json_build_object('id', r.id, 'name', r.full_name,
      'phones_masked', coalesce((select json_agg(${maskedPhone(sql`phone`)}) from unnest(r.phones) as phone), '[]'), 'email', ${maskedEmail(sql`r.email`)},
      'lacks', array_to_json(array_remove(array[case when r.phones <> '{}' and not ${gave('sms_info')} then 'sms_info' end,
        case when r.email is not null and not r.is_voa_member and not ${gave('pd_processing')} then 'pd_processing' end], null)))
    from profile r where r.id = p.representative_id and r.merged_into is null and not r.is_anonymised) end,
  'represents', coalesce((select json_agg(json_build_object('id', w.id, 'name', w.full_name) order by w.name_key, w.id) from profile w
    where w.representative_id = p.id and w.merged_into is null and tie.lives and ${isWard('w', todayOf(ctx))} and ${personInScope(ctx.actor, 'w')}), '[]')`;
