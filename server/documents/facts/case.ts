// A re-registration as papers tell it: both sides with their shares, the reason, the price, the answer about the debt.
import { sql } from 'kysely';
import type { Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { inScope } from '../../kernel/scope.ts';
import { reasonBy } from '../layouts/reasons.ts';
import { peopleFacts } from './person.ts';
import type { CaseFacts, CaseParty } from './types.ts';

interface Row {
  id: number;
  garage_id: number;
  po_id: number;
  status: number;
  on_date: string;
  date_request: string;
  reason_id: number;
  price_kopecks: number | null;
  details: Record<string, unknown>;
  debt_answer: string | null;
  other_garage: string | null;
  parties: { side: 'old' | 'new' | 'transit'; profile_id: number; share: string | null }[];
}

/** The case in the actor's place; undefined when it is not his. */
export async function caseRow(ctx: Ctx, id: number): Promise<Row | undefined> {
  const [row] = await read(
    ctx.db,
    sql<Row>`select c.id, c.garage_id, c.po_id, c.status, c.on_date, c.date_request, c.reason_id, c.price_kopecks, c.details, c.debt_answer,
      (select '№ ' || g.number || case when g.section <> '' then ' секции ' || g.section else '' end || ', ' || po.name from reregistration q
        join garage g on g.id = q.garage_id join po on po.id = g.po_id where q.id = c.pair_id) as other_garage,
      coalesce((select json_agg(json_build_object('side', p.side, 'profile_id', p.profile_id, 'share', p.share_num || '/' || p.share_den)
        order by p.side, p.nth) from reregistration_party p where p.reregistration_id = c.id), '[]') as parties
    from reregistration c where c.id = ${id} and ${inScope(ctx.actor, 'c')} and (c.status > 0 or c.author_id = ${ctx.actor.userId})`,
  );
  return row;
}

/** Who comes by a case that the actor sees, in their order. */
export const newcomersOf = ({ db }: Pick<Ctx, 'db'>, id: number) =>
  read(
    db,
    sql<{ id: number; name: string }>`select p.id, p.full_name as name from reregistration_party y
      join profile p on p.id = y.profile_id where y.reregistration_id = ${id} and y.side = 'new' order by y.nth`,
  );

export async function caseFacts(ctx: Ctx, row: Row, isWhole: boolean): Promise<CaseFacts> {
  const people = await peopleFacts(
    ctx,
    row.parties.map((party) => party.profile_id),
    isWhole,
  );
  const side = (which: 'old' | 'new'): CaseParty[] =>
    row.parties.flatMap((party) => {
      const person = party.side === which ? people.get(party.profile_id) : undefined;
      return person ? [{ ...person, share: party.share }] : [];
    });
  return {
    id: row.id,
    on_date: row.on_date,
    date_request: row.date_request,
    reason_id: row.reason_id,
    reason: reasonBy(row.reason_id),
    price_kopecks: row.price_kopecks,
    details: row.details,
    debt_answer: row.debt_answer,
    other_garage: row.other_garage,
    old: side('old'),
    new: side('new'),
  };
}
