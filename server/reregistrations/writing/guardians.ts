// Who acts for a child in a case is written to in his place from then on.
import { sql } from 'kysely';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { isWard } from '../../kernel/scope.ts';
import { tieRepresentatives } from '../../profiles/writing/representatives.ts';

/**
 * Names the parent or guardian of a completed case, the one who was named last, as the representative of the children it brought; of an
 * exchange he may stand beside those who leave the other garage.
 */
export async function linkGuardians(tx: WriteDb, ctx: Ctx, caseId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`update profile p set representative_id = guardian.profile_id
    from (select r.profile_id from reregistration c join reregistration_representative r on r.is_legal and r.profile_id is not null
          and (r.reregistration_id = c.id and r.side = 'new' or r.reregistration_id = c.pair_id and r.side = 'old')
        where c.id = ${caseId} order by r.id desc limit 1) as guardian, reregistration_party y
    where y.reregistration_id = ${caseId} and y.side = 'new' and p.id = y.profile_id and p.id <> guardian.profile_id
      and ${isWard('p', todayOf(ctx))} returning p.id`.execute(tx);
  if (rows.length)
    await tieRepresentatives(
      tx,
      rows.map(({ id }) => id),
    );
}
