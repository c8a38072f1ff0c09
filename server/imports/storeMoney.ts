// Opening balances of a chunk: debts as accrual 15 «Входящее сальдо», advances as payment 9 «Перенос остатка».
import { post, linesOf, type Line } from '../balance/ledger.ts';
import { closedPeriod } from '../balance/rules.ts';
import type { Write } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import type { ParsedRow } from './rows.ts';
import type { RowPlan } from './plan.ts';
import type * as q from './queries.ts';

interface Work {
  batch: q.Batch;
  place: q.Place;
  rows: ParsedRow[];
  plans: RowPlan[];
  garageIds: (number | null)[];
  profileIds: number[][];
  closedUntil: string | null;
}

/** A debt of a year is dated 31.12 of it, unless that is ahead or in closed books: then the chosen day. */
function dayOf(year: number | null, chosen: string, closedUntil: string | null): string {
  const end = `${year}-12-31`;
  return year === null || end >= chosen || closedPeriod(end, closedUntil) ? chosen : end;
}

/** Posts the balances of new garages year by year, and what a person chose to take from the file for known ones. */
export async function balancesOf(write: Write, ctx: Ctx, work: Work): Promise<void> {
  const { batch, rows, plans, garageIds, profileIds, closedUntil } = work;
  const chosen = batch.balance_date ?? todayOf(ctx);
  const lines = rows.flatMap((row, i): Line[] => {
    const plan = plans[i]!;
    if (!garageIds[i]) return [];
    const parts =
      plan.step === 'create'
        ? row.balanceParts
        : plan.step === 'update' && plan.changes.balance !== 0
          ? partsOf(row, plan)
          : [];
    return parts.map(({ year, kopecks }) => ({
      garage_id: garageIds[i]!,
      owner_id: profileIds[i]?.[0] ?? plan.person?.id ?? null,
      sign: kopecks < 0 ? -1 : 1,
      amount_kopecks: Math.abs(kopecks),
      accrual_type_id: kopecks < 0 ? 15 : null,
      payment_type_id: kopecks < 0 ? null : 9,
      period_year: year ?? Number(chosen.slice(0, 4)),
      on_date: dayOf(year, chosen, closedUntil),
      comment: plan.step === 'create' ? 'Загружено из реестра' : 'Остаток приведён к реестру из файла',
    }));
  });
  if (!lines.length) return;
  const closed = closedPeriod(chosen, closedUntil);
  if (closed) throw invalid({ balanceDate: closed });
  for (const [at, group] of Map.groupBy(lines, (line) => `${line.on_date}:${line.sign}`))
    await postGroup(write, ctx, work, at, group);
}

/** A garage without money so far takes the debt year by year, as a new one does; one that has some, the difference alone. */
const partsOf = (row: ParsedRow, { garage, changes }: RowPlan) =>
  garage && !garage.has_money && row.balanceParts.reduce((sum, part) => sum + part.kopecks, 0) === changes.balance
    ? row.balanceParts
    : [{ year: null, kopecks: changes.balance }];

/** One document for lines of one day and one kind. */
async function postGroup(
  write: Write,
  ctx: Ctx,
  { batch, place, rows }: Work,
  at: string,
  lines: Line[],
): Promise<void> {
  const isDebt = lines[0]!.sign < 0;
  const first = rows[0]!;
  await post(
    write.tx,
    {
      source: 'import' as const,
      place,
      onDate: lines[0]!.on_date,
      importBatchId: batch.id,
      createdBy: batch.created_by,
      at: ctx.now().toISOString(),
      ...(isDebt ? { kind: 'accrual' as const, accrualTypeId: 15 } : { kind: 'payment' as const, paymentTypeId: 9 }),
      idempotencyKey: `import:${batch.id}:${first.sheet}:${first.row}:${first.column}:${at}`,
    },
    linesOf(lines),
  );
}
