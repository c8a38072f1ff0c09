// Restrictions of garages: set and lifted by an МО, they block a re-registration or must be seen.
import { sql } from 'kysely';
import { read } from '../../kernel/read.ts';
import * as contract from '../../../contract/reregistrations/tariffs.ts';
import { restrictionNames } from '../../../contract/garages/restrictions.ts';
import type { Restriction } from '../../../contract/reregistrations/steps.ts';
import { emitGarageChanged, garageObject, requireGarage } from '../../garages/writing.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { inScope } from '../../kernel/scope.ts';

/** Restrictions of a garage that nobody lifted. */
export async function restrictionsOf(ctx: Ctx, garageId: number): Promise<Restriction[]> {
  const rows = await read(
    ctx.db,
    sql<Restriction>`
    select r.id, r.kind, r.ground, r.since, r.until, coalesce(trim(u.last_name || ' ' || left(u.first_name, 1) || '.'), '') as set_by
    from garage_restriction r left join app_user u on u.id = r.set_by
    where r.garage_id = ${garageId} and r.lifted_at is null order by r.id`,
  );
  return rows;
}

const LIFTED = 'Ограничение уже снято';

export function restrictionRoutes(mount: Mount): void {
  mount(contract.garageRestrictions, async (ctx, { params }) => {
    await requireGarage(ctx, params.id);
    return { data: await restrictionsOf(ctx, params.id) };
  });
  mount(contract.addRestriction, async (ctx, { params, body }) => {
    const garage = await requireGarage(ctx, params.id);
    if (body.until && body.until < body.since) throw invalid({ until: 'Конец раньше начала' });
    await act(ctx, 'garage.restriction_add', async (write) => {
      await write.tx
        .insertInto('garage_restriction')
        .values({
          garage_id: garage.id,
          region_id: garage.region_id,
          mo_id: garage.mo_id,
          po_id: garage.po_id,
          kind: body.kind,
          ground: body.ground,
          since: body.since,
          until: body.until ?? null,
          set_by: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .execute();
      await write.log({
        ...garageObject(garage.id, garage),
        text: `Наложено ограничение: ${restrictionNames[body.kind].toLowerCase()}, ${body.ground}`,
      });
      await emitGarageChanged(write, garage, garage.id);
    });
    return { data: await restrictionsOf(ctx, garage.id) };
  });
  mount(contract.liftRestriction, async (ctx, { params, body }) => {
    const found = await ctx.db
      .selectFrom('garage_restriction as r')
      .where('r.id', '=', params.id)
      .where(inScope(ctx.actor, 'r'))
      .select(['r.garage_id', 'r.kind', 'r.lifted_at'])
      .executeTakeFirst();
    if (!found) throw notFound();
    if (found.lifted_at) throw invalid({ form: LIFTED });
    const garage = await requireGarage(ctx, found.garage_id);
    await act(ctx, 'garage.restriction_lift', async (write) => {
      const lifted = await write.tx
        .updateTable('garage_restriction')
        .set({ lifted_at: ctx.now().toISOString(), lifted_by: ctx.actor.userId, lift_ground: body.ground })
        .where('id', '=', params.id)
        .where('lifted_at', 'is', null)
        .executeTakeFirst();
      if (!lifted.numUpdatedRows) throw invalid({ form: LIFTED });
      await write.log({ ...garageObject(garage.id, garage), text: `Снято ограничение: ${body.ground}` });
      await emitGarageChanged(write, garage, garage.id);
    });
    return { data: await restrictionsOf(ctx, found.garage_id) };
  });
}
