// Documents and lines for tests of the ledger, and posting them straight, as a slice would inside its own act.
import { randomUUID } from 'node:crypto';
import { linesOf, post, type Line, type Posting } from '../../server/balance/ledger.ts';
import { actAlone } from '../kit/act.ts';
import type { TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';

export type TestLine = Omit<Line, 'owner_id'> & { owner_id?: number | null };

/** A document of the world's МО, entered by hand. */
export const posting = (w: World, more: Partial<Posting> = {}): Posting => ({
  kind: 'accrual',
  source: 'hand',
  idempotencyKey: randomUUID(),
  place: { region_id: w.region, mo_id: w.mo, po_id: null },
  onDate: '2026-02-01',
  createdBy: null,
  at: '2026-11-20T09:00:00.000Z',
  ...more,
});

/** A charge of a garage on a day, kopecks. */
export const chargeLine = (
  garage_id: number,
  on_date: string,
  amount_kopecks: number,
  more: Partial<TestLine> = {},
): Line => ({
  garage_id,
  owner_id: null,
  sign: -1,
  amount_kopecks,
  accrual_type_id: 1,
  payment_type_id: null,
  period_year: Number(on_date.slice(0, 4)),
  on_date,
  ...more,
});
/** A payment of a garage on a day, kopecks. */
export const paymentLine = (garage_id: number, on_date: string, amount_kopecks: number, more: Partial<TestLine> = {}) =>
  chargeLine(garage_id, on_date, amount_kopecks, { sign: 1, accrual_type_id: null, payment_type_id: 1, ...more });

/** Posts one document with these lines; answers their ids in the order given. */
export async function postLines(t: TestApp, w: World, lines: TestLine[]): Promise<number[]> {
  const full: Line[] = lines.map((line) => ({ owner_id: null, ...line }));
  return actAlone(t, async (tx) => {
    const { contributionId } = await post(tx, posting(w, { onDate: full[0]!.on_date }), linesOf(full));
    const rows = await tx
      .selectFrom('balance_operation')
      .where('contribution_id', '=', contributionId)
      .select('id')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  });
}
