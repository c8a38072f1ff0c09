// A planned mailing whose moment was missed: it waits for a person, and everybody whom it concerns hears of it.
import { sql } from 'kysely';
import { pages } from '../../contract/pages.ts';
import type { Due } from '../jobs/due.ts';
import { act, type Write } from '../kernel/act.ts';
import { workCtx, type Ctx, type Deps } from '../kernel/ctx.ts';
import { writeToUser } from '../ports/userLetter.ts';
import { authorOf } from './author.ts';
import type { KeptNotification } from './queries.ts';
import { tell } from './telling.ts';
import { placeOf } from './writing.ts';

/** «20.11.2026 в 12:10» by the clock of the place. */
const momentIn = (at: Date, timeZone = 'Europe/Moscow') => {
  const of = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('ru-RU', { timeZone, ...how }).format(at);
  const day = of({ day: '2-digit', month: '2-digit', year: 'numeric' });
  return `${day} в ${of({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`;
};

/** Says on the mailing, in the journal and by letter that it did not leave. */
export async function missPlanned(deps: Deps, due: Due): Promise<void> {
  const kept = await deps.db
    .selectFrom('notification')
    .where('id', '=', Number(due.object))
    .selectAll()
    .executeTakeFirst();
  if (kept?.status !== 1) return;
  const { timeZone } = (await authorOf(deps, deps.db, kept)).ctx;
  const ctx = workCtx(deps, {}, undefined, timeZone);
  const why = `Не ушла ${momentIn(due.dueAt, timeZone)}: сервер в этот час не работал. Отзовите её, или её отправит суперпользователь`;
  await act(ctx, 'notification.send', async (write) => {
    const row = await write.tx
      .updateTable('notification')
      .set({ pause_reason: why })
      .where('id', '=', kept.id)
      .where('status', '=', 1)
      .returningAll()
      .executeTakeFirst();
    await due.done(write.tx);
    await write.log({
      object: { type: 'notification', id: kept.id, name: kept.title },
      place: placeOf(kept),
      text: row ? `Запланированная рассылка пропущена. ${why}` : 'Рассылка уже не запланирована',
    });
    if (!row) return;
    await tell(write.tx, { ...row, cost_kopecks: Number(row.cost_kopecks) });
    await tellPlace(ctx, write, row, { why, at: due.dueAt });
  });
}

/** Its author and whoever else sends mailings of this organisation. */
async function tellPlace(ctx: Ctx, { tx }: Write, kept: KeptNotification, { why, at }: { why: string; at: Date }) {
  const place = kept.po_id
    ? sql<boolean>`r.po_id = ${kept.po_id}`
    : kept.mo_id
      ? sql<boolean>`r.mo_id = ${kept.mo_id} and r.po_id is null`
      : sql<boolean>`r.region_id = ${kept.region_id} and r.mo_id is null`;
  const officials = await tx
    .selectFrom('app_user as u')
    .innerJoin('user_right as r', 'r.user_id', 'u.id')
    .where(place)
    .where(sql<boolean>`u.capabilities @> array[3]`)
    .select('u.id')
    .distinct()
    .execute();
  for (const user of new Set([kept.created_by ?? 0, ...officials.map(({ id }) => id)]))
    await writeToUser(tx, ctx, user, {
      subject: `Рассылка «${kept.title}» не ушла в срок`,
      text: `Запланированная рассылка «${kept.title}» никому не отправлена.\n\n${why}.`,
      page: pages.notification(kept.id),
      what: `missed:${kept.id}:${at.toISOString()}`,
    });
}
