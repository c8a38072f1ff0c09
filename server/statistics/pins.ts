// Figures pinned to the cockpit: counted anew within the actor's place and rights each time they are looked at.
import { formatDate } from '../../contract/kernel/words.ts';
import { financeRead, levelOf, refusal } from '../../contract/kernel/scope.ts';
import { MOST_PINS, pinFigures, type Pin, type PinFigure } from '../../contract/pins.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused } from '../kernel/errors.ts';
import { placeOfActor } from '../kernel/scope.ts';
import { asked, tabFigures, type Tab } from './queries/figures.ts';
import { pinsOf, type KeptPin } from './queries/pins.ts';

/** Pins whose figure the actor may see now. */
export async function allPins(ctx: Ctx): Promise<{ data: Pin[] }> {
  const data: Pin[] = [];
  for (const kept of await pinsOf(ctx, ctx.db)) {
    if (kept.figure !== 'count' && refusal(ctx.actor, financeRead)) continue;
    const { id, tab, figure, filter, conditions, value: pinned_value, pinned_at } = kept;
    const now = await countPin(ctx, kept);
    data.push({ id, tab, figure, filter, conditions, pinned_value, pinned_at, ...now });
  }
  return { data };
}

/** What a pin is now; nothing when its conditions are no longer known. */
async function countPin(
  ctx: Ctx,
  pin: Pick<KeptPin, 'tab' | 'figure' | 'filter'>,
): Promise<Pick<Pin, 'period' | 'value'>> {
  try {
    const { filter, days } = asked(ctx, pin.tab, JSON.stringify(pin.filter));
    const reply = await tabFigures(ctx, pin.tab, filter, days, 'year');
    return { period: days, value: figureOf(reply, pin.figure) };
  } catch (error) {
    if (error instanceof Refused) return { period: null, value: null };
    throw error;
  }
}

/** Kopecks, lines or whole per cent; null where there is no such figure. */
function figureOf({ count, money }: StatReply, figure: PinFigure): number | null {
  if (figure === 'count') return count.now;
  if (!money) return null;
  if (figure === 'debt') return money.debt_kopecks;
  if (figure === 'share') {
    const { now } = money.collected;
    return now !== null && money.charged.now > 0 ? Math.round((now / money.charged.now) * 100) : null;
  }
  return money[figure].now;
}

interface Asked {
  tab: Tab;
  figure: PinFigure;
  filter: Record<string, unknown>;
  conditions: string | null;
}

/** Pins a figure at the actor's place. @throws 403 without the right to money, 422 */
export async function pin(ctx: Ctx, { tab, figure, filter, conditions }: Asked): Promise<void> {
  const reason = figure === 'count' ? null : refusal(ctx.actor, financeRead);
  if (reason) throw forbidden(reason);
  if (!levelOf(ctx.actor)) throw invalid({ form: 'Выберите место работы' });
  const { days } = asked(ctx, tab, JSON.stringify(filter));
  const { value } = await countPin(ctx, { tab, figure, filter });
  if (figure !== 'count' && tab !== 'balance_operation') throw invalid({ figure: 'Деньги считает вкладка «Взносы»' });
  if ((await pinsOf(ctx, ctx.db)).length >= MOST_PINS) throw invalid({ form: `Не больше ${MOST_PINS} показателей` });
  await act(ctx, 'user.pin', async ({ tx, log }) => {
    await tx
      .insertInto('stat_pin')
      .values({
        user_id: ctx.actor.userId,
        ...placeOfActor(ctx.actor),
        tab,
        figure,
        filter: JSON.stringify(filter),
        conditions,
        value,
        pinned_at: ctx.now().toISOString(),
      })
      .execute();
    await log({
      text: `Закреплён показатель «${pinFigures[figure]}», с ${formatDate(days.from)} на ${formatDate(todayOf(ctx))}`,
    });
  });
}

/** @throws 404 for a pin of somebody else */
export async function unpin(ctx: Ctx, id: number): Promise<void> {
  const kept = await ctx.db
    .selectFrom('stat_pin')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.userId)
    .select('figure')
    .executeTakeFirst();
  if (!kept) throw notFound();
  await act(ctx, 'user.pin', async ({ tx, log }) => {
    await tx.deleteFrom('stat_pin').where('id', '=', id).execute();
    await log({ text: `Откреплён показатель «${pinFigures[kept.figure as PinFigure]}»` });
  });
}
