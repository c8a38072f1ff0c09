// SQL of a document's lines: garage by garage what was charged and what of it is still owed.
import { personOfLine } from '../../kernel/alias.ts';
import { allWords, garagesNamed, readQuery, wordsOf } from '../../garages/queries/finding.ts';
import { sql, type RawBuilder } from 'kysely';
import type { LineState } from '../../../contract/contributions.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { inScope } from '../../kernel/scope.ts';
import { owedLines } from './paid.ts';
import { pageClause } from '../../db/planned.ts';

const lineTables = sql`balance_operation o join garage g on g.id = o.garage_id join po on po.id = o.po_id left join profile p on p.id = ${personOfLine('o')}`;

function lineConditions(actor: Actor, id: number, q: string): RawBuilder<unknown> {
  const all = [sql`o.contribution_id = ${id}`, inScope(actor, 'o')];
  const text = q.trim();
  if (text) {
    // The payer of the line, who may own the garage no longer.
    const payer = readQuery(text).words;
    const named = payer.length ? allWords(sql`p.name_key`, wordsOf(readQuery(text))) : sql`false`;
    all.push(sql<boolean>`(${garagesNamed(actor, text)} or ${named})`);
  }
  return sql.join(all, sql` and `);
}

export interface LinePage {
  q: string;
  state?: LineState | undefined;
  offset: number;
  /** Null: all of them. */
  limit: number | null;
}

const states: Record<LineState, RawBuilder<unknown>> = { owed: sql`owed > 0`, paid: sql`owed = 0` };

/** Lines of a document by place with how many are paid: one page of `state` as one JSON text. */
export const linesJson = (actor: Actor, id: number, { q, state, offset, limit }: LinePage) => sql<{ json: string }>`
  with owing as (select o.id, true as is_kept, null::bigint as owed from ${lineTables} where ${lineConditions(actor, id, q)}
      union all select line_id, false, owed_kopecks from (${owedLines(actor, sql`o.contribution_id = ${id}`)}) as owed),
    line as materialized (select id, max(owed) as owed from owing group by id having bool_or(is_kept)),
    kept as materialized (select o.id, line.owed, o.sign * o.amount_kopecks as amount, g.id as garage_id,
        row_number() over (order by po.sort_key, o.po_id, g.section_key, g.number_key, o.id) as nth
      from line join balance_operation o on o.id = line.id join garage g on g.id = o.garage_id join po on po.id = o.po_id),
    wanted as (select * from kept where ${state ? states[state] : sql`true`}),
    page as (select * from wanted order by nth ${pageClause({ offset, limit })})
  select json_build_object(
    'total', (select count(*) from wanted), 'owed_kopecks', (select coalesce(sum(owed), 0) from wanted),
    'states', (select json_build_object('all', count(*), 'owed', count(*) filter (where ${states.owed}), 'paid', count(*) filter (where ${states.paid})) from kept),
    'data', (select coalesce(json_agg(row), '[]') from (
      select o.id, json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'po_name', po.name, 'is_active', g.is_active) as garage,
        p.full_name as owner, page.amount as amount_kopecks, page.owed as owed_kopecks, t.name as accrual_type, pt.name as payment_type,
        o.period_year as year, o.comment, exists (select 1 from balance_operation r where r.reversal_of = o.id) as is_reversed
      from page join balance_operation o on o.id = page.id join garage g on g.id = page.garage_id join po on po.id = o.po_id
        left join profile p on p.id = ${personOfLine('o')} left join accrual_type t on t.id = o.accrual_type_id left join payment_type pt on pt.id = o.payment_type_id order by page.nth) as row)
  )::text as json`;
