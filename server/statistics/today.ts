// The cockpit of a place: checks that the person may read, the debt with its line, the score of data.
import { plusDays } from '../../contract/kernel/days.ts';
import { canMail, financeRead, levelOf, refusal, SUPERUSER } from '../../contract/kernel/scope.ts';
import type { Check, TodayReply, Waiting } from '../../contract/today.ts';
import { largestDebts, overdueDebt } from '../balance/queries/ageing.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { failedMailings } from '../notifications/queries.ts';
import { debtsAt } from './queries/money.ts';
import { moneyFigures } from './queries/moneyFigures.ts';
import * as q from './queries/today.ts';
import { pointsOf } from '../kernel/periods.ts';
import { qualityOf } from './rules/quality.ts';

/** Days that the movement of the debt is told over. */
const WEEK = 7;

export async function cockpit(ctx: Ctx): Promise<TodayReply> {
  const day = todayOf(ctx);
  const seesMoney = refusal(ctx.actor, financeRead) === null && levelOf(ctx.actor) !== null;
  return {
    day,
    waiting: await waiting(ctx, day, seesMoney),
    debt: seesMoney ? await debt(ctx, day) : null,
    quality: await quality(ctx, day),
  };
}

async function waiting(ctx: Ctx, day: string, seesMoney: boolean): Promise<Waiting[]> {
  const keepsBooks = seesMoney && levelOf(ctx.actor) !== 'region';
  const all: [Check, boolean, () => Promise<q.Found>][] = [
    ['bank_rows', keepsBooks, () => q.bankRows(ctx)],
    ['cases', true, () => q.stillCases(ctx)],
    ['letters', ctx.actor.isSuperuser === SUPERUSER, () => q.failedLetters(ctx)],
    ['upkeep', ctx.actor.isSuperuser === SUPERUSER, () => q.failedUpkeep(ctx)],
    ['mailings', canMail(ctx.actor), () => failedMailings(ctx)],
    ['statement', keepsBooks, () => q.daysWithoutStatement(ctx, day)],
    ['month', keepsBooks, () => q.openMonths(ctx, day)],
    ['cash_days', keepsBooks, () => q.openDays(ctx, day)],
    ['privileges_expired', true, () => q.privileges(ctx, 'expired')],
    ['privileges_soon', true, () => q.privileges(ctx, 'expires30')],
    ['no_owner', true, () => q.withoutOwner(ctx)],
  ];
  const found: Waiting[] = [];
  for (const [check, may, count] of all) if (may) found.push({ check, ...(await count()) });
  return found;
}

async function debt(ctx: Ctx, day: string): Promise<TodayReply['debt']> {
  const week = { from: plusDays(day, 1 - WEEK), to: day };
  const year = { from: `${day.slice(0, 4)}-01-01`, to: day };
  const months = pointsOf(year, 'month');
  const { now, began } = await debtsAt(ctx, [week.from, ...months]);
  const { periods } = await moneyFigures(ctx, {}, [
    { days: week, byRows: false },
    { days: year, byRows: false },
  ]);
  const [moved, since] = periods.map(({ sums }) => sums.get('all ')!);
  // What was owed as each month of the year began.
  const line = months.map((on, nth) => ({ on, kopecks: began[nth + 1]! }));
  line.push({ on: day, kopecks: now });
  return {
    now_kopecks: now,
    overdue_kopecks: await overdueDebt(ctx, day),
    week_ago_kopecks: began[0]!,
    week_ago: plusDays(day, -WEEK),
    charged_kopecks: moved!.charged,
    paid_kopecks: moved!.paid,
    line,
    year_charged_kopecks: since!.charged,
    year_collected_kopecks: periods[1]!.collected?.get('all ') ?? null,
    top: await largestDebts(ctx),
  };
}

async function quality(ctx: Ctx, day: string): Promise<TodayReply['quality']> {
  const { no_email, members, ...lacks } = await q.missing(ctx, day);
  return { ...qualityOf(lacks), no_email, members };
}
