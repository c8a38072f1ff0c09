// What lines of «Переоформления», «Справки и документы» and «Копии» are about: the case or the paper as it is today, the file taken away.
import { sql, type RawBuilder } from 'kysely';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import type { LogSubject } from '../../../contract/actionLog.ts';
import type { LogTab } from '../../../contract/actionWords.ts';

/** A subject as SQL gives it: of a case the numbers of its reason and state, and how it was closed; all else in words. */
export type FoundSubject = Partial<Omit<LogSubject, 'state'>> & {
  case?: { reason: number; status: number; closing: string | null };
};

/** A garage as it is called in lists, «А 45». */
const plate = sql`nullif(trim(g.section || ' ' || g.number), '')`;

/** From the application to the end, else to today; a case that was closed counts no further. */
const daysOpen = (
  ctx: Ctx,
) => sql`greatest(0, coalesce((coalesce(r.completed_at, r.closed_at) at time zone 'Europe/Moscow')::date,
  ${todayOf(ctx)}::date) - r.date_request)`;

/** The tab of what was taken away; a value: written out it would be a word that changes something. */
const TAKEN = 'copy';
/** What was taken away: a copied paper is told by its garage or person where the reader sees it, all else as the line has it. */
const takenAway = (
  ctx: Ctx,
) => sql`json_build_object('file', l.after ->> 'file', 'reason', l.after ->> 'reason', 'place', coalesce(
    (select coalesce(${plate}, p.full_name) from document d left join garage g on g.id = d.garage_id left join profile p on p.id = d.profile_id
      where l.object_type = 'document' and d.id = l.object_id and ${inScope(ctx.actor, 'd')}), l.after ->> 'of', l.object_name))`;

/**
 * The subject of a line `l` as a JSON object (`FoundSubject`); null for lines about anything else, and where the case or the paper
 * is not the reader's to see: the line may be of his place when the thing has left it, and a draft is its author's alone.
 */
export const subjectOf = (ctx: Ctx): RawBuilder<FoundSubject | null> => sql`case
  when l.tab = ${TAKEN satisfies LogTab} then ${takenAway(ctx)}
  when l.object_type = 'reregistration' then (select json_build_object('number', r.id::text, 'place', ${plate}, 'days', ${daysOpen(ctx)},
      'case', json_build_object('reason', r.reason_id, 'status', r.status, 'closing', r.closing),
      'fee_kopecks', case when r.status in (3, 5) then r.fee_kopecks end)
    from reregistration r join garage g on g.id = r.garage_id where r.id = l.object_id and ${inScope(ctx.actor, 'r')}
      and (r.status <> 0 or r.author_id = ${ctx.actor.userId}))
  when l.object_type = 'document' then (select json_build_object('number', d.number, 'place', coalesce(${plate}, p.full_name), 'kind', t.name)
    from document d join document_type t on t.id = d.type_id left join garage g on g.id = d.garage_id
      left join profile p on p.id = d.profile_id where d.id = l.object_id and ${inScope(ctx.actor, 'd')}) end`;
