// Years of work on top of the demo world: what `lived.sql` writes, and money that only real calls can move.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reverseOperation } from '../../contract/payments.ts';
import { previewPenalties, postPenalties } from '../../contract/penalties.ts';
import { followLog } from '../../server/actionLog/counting.ts';
import { leaveDebtWithFormerOwner } from '../../server/balance/writing/transfers.ts';
import { followDebts } from '../../server/balance/writing/debts.ts';
import { chargeLine, paymentLine, postLines } from '../balance/posting.ts';
import { actAlone } from '../kit/act.ts';
import type { Caller, TestApp } from '../kit/app.ts';

/** Writes all of it; the kept figures follow, but for the last lines. @throws naming the statement that was refused */
export async function liveIn(t: TestApp, mo: Caller): Promise<void> {
  for (const statement of readFileSync(join(import.meta.dirname, 'lived.sql'), 'utf8').split(/;\n/))
    if (statement.trim()) await written(t, statement);
  await moneyMoves(t, mo);
  for (let turn = 0; turn < 3; turn += 1) await followLog(t.deps);
  await followDebts(t.deps);
  // A few lines that the kept figures do not know yet.
  const here = { region: 1, mo: 1, po: 1 } as never;
  await postLines(t, here, [chargeLine(4, '2026-11-18', 12_300), paymentLine(5, '2026-11-19', 4_500)]);
}

async function written(t: TestApp, statement: string): Promise<void> {
  try {
    await t.deps.engine.query(statement);
  } catch (error) {
    throw new Error(statement.trim().slice(0, 200), { cause: error });
  }
}

/** A payment undone, money ahead of its charge, a debt left with who has gone and paid by him, penalties, and the books of the other region. */
async function moneyMoves(t: TestApp, mo: Caller): Promise<void> {
  const here = { region: 1, mo: 1, po: 1 } as never;
  const [undone] = await postLines(t, here, [paymentLine(6, '2026-10-05', 70_000)]);
  await good(
    mo.call(reverseOperation, {
      params: { id: undone! },
      body: { idempotencyKey: randomUUID(), date: '2026-11-10', reason: 'Не тот гараж', penalties_kopecks: 0 } as never,
    }),
  );
  await postLines(t, here, [paymentLine(7, '2026-09-09', 300_000, { accrual_type_id: 1, period_year: 2027 })]);
  const { owner } = await t.deps.db
    .selectFrom('ownership')
    .where('garage_id', '=', 8)
    .where('ended_on', 'is', null)
    .orderBy('id')
    .select('profile_id as owner')
    .executeTakeFirstOrThrow();
  await postLines(t, here, [chargeLine(8, '2026-06-01', 44_400, { owner_id: owner })]);
  await actAlone(t, (tx) =>
    leaveDebtWithFormerOwner(tx, owner, {
      garageId: 8,
      place: { region_id: 1, mo_id: 1, po_id: 1 },
      onDate: '2026-07-01',
      at: '2026-07-01T09:00:00.000Z',
      owners: null,
      before: null,
      since: null,
      idempotencyKey: randomUUID(),
      comment: 'Переоформление',
      createdBy: null,
    }),
  );
  await postLines(t, here, [paymentLine(8, '2026-08-01', 10_000, { owner_id: owner, debtor_id: owner })]);
  const terms = { date: '2026-11-19', poFilter: [3], basisDocument: 'Протокол № 1' };
  const seen = await mo.call(previewPenalties, { body: terms as never });
  await good(Promise.resolve(seen));
  const { garages, sum_kopecks } = seen.body;
  await good(
    mo.call(postPenalties, {
      body: { ...terms, idempotencyKey: randomUUID(), expected: { garages, amount_kopecks: sum_kopecks } } as never,
    }),
  );
  const far = { region: 90, mo: 90, po: 90 } as never;
  await postLines(t, far, [chargeLine(9001, '2026-03-01', 555_500), paymentLine(9001, '2026-04-01', 111_100)]);
}

/** @throws when a call was refused */
export async function good(reply: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
}
