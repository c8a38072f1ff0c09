// A planned mailing at its moment: made anew for those who match by now, held against what its author was shown.
import { pages } from '../../contract/pages.ts';
import type { Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { writeToUser } from '../ports/userLetter.ts';
import { emptyPeople, reachedPeople, type Plan } from './planning.ts';
import type { KeptNotification } from './queries.ts';
import { whyItWaits } from './rules/planned.ts';
import { askApproval, startMailing } from './sending.ts';
import { tell } from './telling.ts';
import { placeOf } from './writing.ts';

/**
 * Starts what was planned. Whoever paid since gets nothing. What grew past the margin, needs a number typed that nobody typed, or
 * may not leave at all becomes a draft of its author again; what needs a second person now waits for him. The author is told.
 */
export async function startPlanned(ctx: Ctx, write: Write, kept: KeptNotification, plan: Plan): Promise<void> {
  const people = reachedPeople(plan);
  const why =
    Object.values(plan.problems)[0] ??
    whyItWaits(
      {
        people: kept.shown_people,
        cost: kept.shown_cost_kopecks === null ? null : Number(kept.shown_cost_kopecks),
        empty: kept.shown_empty,
        isTyped: kept.shown_typed,
      },
      { people, cost: plan.cost, empty: emptyPeople(plan), confirmAbove: plan.sender.confirm_above },
    );
  if (why) return backToAuthor(ctx, write, kept, plan, why);
  const { approve_above: limit } = plan.sender;
  if (limit === null || people <= limit || kept.approved_by !== null) return startMailing(ctx, write, kept, plan);
  await askApproval(write, kept, plan, null);
  await tellAuthor(
    ctx,
    write,
    kept,
    `Получателей ${people}, больше ${limit}: рассылка ждёт согласия второго сотрудника`,
  );
}

/** A draft again, with the reason on it: nothing was written to anybody. */
export async function backToAuthor(ctx: Ctx, write: Write, kept: KeptNotification, plan: Plan, why: string) {
  const row = await write.tx
    .updateTable('notification')
    .set({
      status: 0,
      scheduled_at: null,
      // What was agreed to and why it was urgent then are of another day.
      approved_by: null,
      urgent_reason: null,
      pause_reason: why,
      people: plan.receivers.length,
      unreachable: plan.unreachable.length,
      total: plan.total,
      segments: plan.segments,
      cost_kopecks: plan.cost,
      cost_ready: true,
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await write.log({
    object: { type: 'notification', id: kept.id, name: kept.title },
    place: placeOf(kept),
    text:
      kept.rule_id === null
        ? `Запланированная рассылка не ушла и снова черновик. ${why}`
        : `Напоминание по правилу не ушло само и ждёт как черновик. ${why}`,
  });
  await tell(write.tx, { ...row, cost_kopecks: Number(row.cost_kopecks) });
  await tellAuthor(ctx, write, kept, why);
}

/** The journal tells those who are there when he is not. */
const tellAuthor = (ctx: Ctx, { tx }: Write, kept: KeptNotification, why: string) =>
  writeToUser(tx, ctx, kept.created_by ?? 0, {
    subject: `Рассылка «${kept.title}» ждёт вас`,
    text: `${kept.rule_id === null ? 'Запланированная рассылка' : 'Напоминание по правилу'} «${kept.title}» не ушло${kept.rule_id === null ? 'а' : ''}.\n\n${why}.`,
    page: pages.notification(kept.id),
    what: `planned:${kept.id}:${kept.version}`,
  });
