// Posting lines straight into the ledger, as a slice would inside its own act.
import { randomUUID } from 'node:crypto';
import { linesOf, post, type Line } from '../../server/balance/ledger.ts';
import { act } from '../../server/kernel/act.ts';
import { nobody, type Ctx } from '../../server/kernel/ctx.ts';
import type { TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';

export type TestLine = Omit<Line, 'owner_id'> & { owner_id?: number | null };

/** Posts one document with these lines; answers their ids in the order given. */
export async function postLines(t: TestApp, w: World, lines: TestLine[]): Promise<number[]> {
  const ctx: Ctx = {
    actor: nobody,
    db: t.deps.db,
    deps: t.deps,
    ip: '',
    fingerprint: '',
    now: () => t.deps.clock.now(),
  };
  const full: Line[] = lines.map((line) => ({ owner_id: null, ...line }));
  return act(ctx, 'balance_operation.test', async ({ tx, log }) => {
    await log({ text: 'проба' });
    const { contributionId } = await post(
      tx,
      {
        kind: 'accrual',
        source: 'hand',
        idempotencyKey: randomUUID(),
        place: { region_id: w.region, mo_id: w.mo, po_id: null },
        onDate: full[0]!.on_date,
        createdBy: null,
        at: '2026-11-20T09:00:00.000Z',
      },
      linesOf(full),
    );
    const rows = await tx
      .selectFrom('balance_operation')
      .where('contribution_id', '=', contributionId)
      .select('id')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  });
}
