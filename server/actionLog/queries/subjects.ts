// What lines of «Переоформления» and «Справки и документы» are about: the case or the paper as it is today.
import { sql, type RawBuilder } from 'kysely';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import type { LogSubject } from '../../../contract/actionLog.ts';

/** A subject as SQL gives it: reason and state of a case by their numbers, how it was closed; the kind of a paper by its name. */
export type FoundSubject = Omit<LogSubject, 'state' | 'kind'> &
  (
    | { kind: null; reason: number; status: number; closing: string | null }
    | { kind: string; reason: null; status: null; closing: null }
  );

/** A garage as it is called in lists, «А 45». */
const plate = sql`nullif(trim(g.section || ' ' || g.number), '')`;

/** From the application to the end, else to today; a case that was closed counts no further. */
const daysOpen = (
  ctx: Ctx,
) => sql`greatest(0, coalesce((coalesce(r.completed_at, r.closed_at) at time zone 'Europe/Moscow')::date,
  ${todayOf(ctx)}::date) - r.date_request)`;

/**
 * The subject of a line `l` as a JSON object (`FoundSubject`); null for lines about anything else, and where the case or the paper
 * is not the reader's to see: the line may be of his place when the thing has left it, and a draft is its author's alone.
 */
export const subjectOf = (ctx: Ctx): RawBuilder<FoundSubject | null> => sql`case l.object_type
  when 'reregistration' then (select json_build_object('number', r.id::text, 'place', ${plate}, 'kind', null, 'reason', r.reason_id,
      'status', r.status, 'closing', r.closing, 'days', ${daysOpen(ctx)},
      'fee_kopecks', case when r.status in (3, 5) then r.fee_kopecks end)
    from reregistration r join garage g on g.id = r.garage_id where r.id = l.object_id and ${inScope(ctx.actor, 'r')}
      and (r.status <> 0 or r.author_id = ${ctx.actor.userId}))
  when 'document' then (select json_build_object('number', d.number, 'place', coalesce(${plate}, p.full_name), 'kind', t.name,
      'reason', null, 'status', null, 'closing', null, 'days', null, 'fee_kopecks', null)
    from document d join document_type t on t.id = d.type_id left join garage g on g.id = d.garage_id
      left join profile p on p.id = d.profile_id where d.id = l.object_id and ${inScope(ctx.actor, 'd')}) end`;
