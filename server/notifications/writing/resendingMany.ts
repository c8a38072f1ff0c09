// Many messages that were never sent, made anew by one act: by the rules of the single one, each that stays behind named with its reason.
import { sql } from 'kysely';
import type { z } from 'zod';
import { messageFate } from '../../../contract/notifications/fates.ts';
import type { MessageSelection, previewResend, resendMessages } from '../../../contract/notifications/messages.ts';
import { MOST_RECEIVERS, RECALL_S } from '../../../contract/notifications.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound, refuseIf, Refused } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';
import { lockNotification, readNotification, type KeptNotification } from '../queries.ts';
import { holdLimit, quietOf } from '../queries/receivers.ts';
import { nightWords, quietUntil } from '../rules.ts';
import { writeOutbox } from '../sending.ts';
import { recount } from '../telling.ts';
import { placeOf } from '../writing.ts';
import { payerOf } from './anew.ts';
import { planReach, writeReach, type Old, type Reach } from './reaching.ts';

type Asked = z.output<typeof MessageSelection>;
interface Refusal {
  id: number;
  name: string;
  reason: string;
}

/** Of these nothing was sent. */
const NEVER_SENT = [7, 8, 9];
/** So many are named in the journal, the others counted. */
const NAMED = 50;

/** @throws 404, 409 when others are chosen than were seen, 422 */
export async function previewResending(
  ctx: Ctx,
  id: number,
  asked: Asked,
): Promise<z.output<typeof previewResend.reply>> {
  const kept = await readNotification(ctx, ctx.db, id);
  const { reach, refused } = await outcomeOf(ctx, ctx.db, kept, asked);
  const { sums, sender } = reach;
  const quiet = quietFor(ctx, kept!, reach);
  return {
    people: sums.people,
    messages: sums.total,
    email: sums.mail,
    sms: sums.sms,
    segments: sums.segments,
    cost: sums.cost,
    left: sender.left,
    refused,
    problems: reach.messages.length ? { ...reach.problems, ...secondPerson(ctx, kept!, reach) } : {},
    confirm_above: sender.confirm_above,
    quiet_until: quiet && sums.sms ? quiet.toISOString() : null,
  };
}

/** Sends what the person saw. They may still be stopped within a minute. @throws 404, 409, 422 by field */
export async function resendMany(
  ctx: Ctx,
  id: number,
  { seen, confirmed, ...asked }: z.output<typeof resendMessages.body>,
): Promise<z.output<typeof resendMessages.reply>> {
  return act(ctx, 'notification.repeat', async ({ tx, log }) => {
    const kept = await lockNotification(ctx, tx, id);
    if (kept) await holdLimit(payerOf(ctx, kept), tx);
    // Whoever marks one of them meanwhile waits.
    await sql`select m.id ${chosen(id, asked)} order by m.id for update`.execute(tx);
    const { reach, refused } = await outcomeOf(ctx, tx, kept, asked);
    const { sums, messages, sender } = reach;
    if (!messages.length) throw invalid({ form: `Послать некому: ${reasonWords(refused)}` });
    refuseIf({ ...reach.problems, ...secondPerson(ctx, kept!, reach) });
    if (seen.messages !== sums.total || seen.cost !== sums.cost || seen.refused !== refused.length)
      throw changed('Пока вы смотрели, стало другим, кому можно послать. Проверьте снова');
    if (sums.people > sender.confirm_above && confirmed !== sums.people)
      throw invalid({ confirmed: `Впишите число получателей: ${sums.people}` });
    await send(ctx, tx, kept!, reach);
    await log({
      object: { type: 'notification', id, name: kept!.title },
      place: placeOf(kept!),
      text: `Посланы ещё раз те, кому ничего не отправляли: сообщений ${sums.total}, стоимость ${(sums.cost / 100).toFixed(2).replace('.', ',')} ₽${
        refused.length ? `. Не посланы ${refused.length}: ${reasonWords(refused)}` : ''
      }`,
    });
    await recount(tx, [id], ctx.now());
    return { messages: sums.total, cost: sums.cost, refused };
  });
}

async function send(ctx: Ctx, tx: WriteDb, kept: KeptNotification, reach: Reach) {
  await writeReach(ctx, tx, kept, reach);
  const soon = new Date(ctx.now().getTime() + RECALL_S * 1000);
  const quiet = quietFor(ctx, kept, reach);
  await writeOutbox(ctx, tx, kept, { mail: soon, sms: quiet ?? soon });
  await tx
    .updateTable('notification')
    .set({
      status: 3,
      finished_at: null,
      pause_reason: quiet && reach.sums.sms ? nightWords(reach.sender.quiet_to) : null,
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .execute();
}

const quietFor = (ctx: Ctx, { urgent_reason }: KeptNotification, { sender }: Reach) =>
  urgent_reason ? null : quietUntil(ctx.now(), sender.time_zone, quietOf(sender));

/** Above the number of its МО a mailing takes two: who wrote it, and another who sends it anew. */
function secondPerson(ctx: Ctx, { created_by }: KeptNotification, { sender, sums }: Reach): { form?: string } {
  const { approve_above: most } = sender;
  return most !== null && sums.people > most && created_by === ctx.actor.userId
    ? { form: `Получателей больше ${most}: ещё раз посылает не автор, а другой сотрудник` }
    : {};
}

/** What becomes of each chosen message. */
async function outcomeOf(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  kept: KeptNotification | undefined,
  asked: Asked,
): Promise<{ reach: Reach; refused: Refusal[] }> {
  if (!kept || kept.status === 0) throw notFound();
  if (![4, 5, 6].includes(kept.status)) throw invalid({ form: 'Рассылка ещё идёт или отменена' });
  const rows = await read(
    db,
    sql<Old>`select m.* ${chosen(kept.id, asked)} order by fold(m.person_name), m.id ${limitTo(MOST_RECEIVERS + 1)}`,
  );
  if (rows.length > MOST_RECEIVERS) throw invalid({ form: `За один раз не больше ${MOST_RECEIVERS} сообщений` });
  if (rows.length !== asked.expected)
    throw changed(`Вы видели ${asked.expected}, сейчас выбрано ${rows.length}. Проверьте выбор`);
  const never = rows.filter(({ status }) => NEVER_SENT.includes(status));
  const reach = await planReach(ctx, db, kept, never);
  const refused = new Map(reach.refused.map(({ old, why }) => [old, why]));
  const reached = new Set(reach.reached);
  return {
    reach,
    refused: rows
      .filter((old) => !reached.has(old))
      .map((old) => ({ id: old.id, name: old.person_name, reason: refused.get(old) ?? notHere(old) })),
  };
}

/** Of what was sent once a person decides message by message. */
const notHere = ({ status, reason }: Old) => `уже посылали: «${messageFate(status, reason)}»`;

/** Messages `m` that are chosen. */
function chosen(id: number, { all, filter, included, excluded }: Asked) {
  const fates = filter.statusFilter.length ? sql`and m.status = any(${filter.statusFilter}::int[])` : sql``;
  const which = all ? sql`not m.id = any(${excluded}::int[]) ${fates}` : sql`m.id = any(${included}::int[])`;
  return sql`from notification_message m where m.notification_id = ${id} and not m.superseded and ${which}`;
}

const changed = (message: string) =>
  new Refused(409, { message, code: 'selection_changed', errors: { form: message } });

/** «нет согласия: Иванов Пётр, Петрова Анна; отписан: …»: the first by name. */
function reasonWords(refused: readonly Refusal[]): string {
  const named = [...Map.groupBy(refused.slice(0, NAMED), ({ reason }) => reason)].map(
    ([reason, some]) => `${reason}: ${some.map(({ name }) => name).join(', ')}`,
  );
  return named.join('; ') + (refused.length > NAMED ? ` и ещё ${refused.length - NAMED}` : '');
}
