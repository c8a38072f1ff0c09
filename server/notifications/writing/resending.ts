// Messages sent anew, one by hand or all that surely did not arrive; the messages of a mailing as a table.
import { writeXlsx } from 'hucre';
import { sql } from 'kysely';
import { unreachableReasons } from '../../../contract/notifications.ts';
import { messageFate } from '../../../contract/notifications/fates.ts';
import type { MessageRow } from '../../../contract/notifications/messages.ts';
import { act } from '../../kernel/act.ts';
import { copied } from '../../kernel/copied.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { noteTextFor } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import { HOME_ZONE } from '../../ports/clock.ts';
import { lockNotification, mayRepeat, messageRows, type KeptNotification } from '../queries.ts';
import { quietOf, senderFacts } from '../queries/receivers.ts';
import { nightWords, quietUntil } from '../rules.ts';
import { writeOutbox } from '../sending.ts';
import { recount } from '../telling.ts';
import { placeOf } from '../writing.ts';
import { OFTEN, payerOf, writeAnew } from './anew.ts';
import { reachNow } from './reaching.ts';

/** Fates after which a message may be sent anew by hand; of these it is not known whether it arrived. */
const ANEW = [4, 5, 6, 7, 8, 9, 11];
/** Of these nothing was sent: the message is made now, if the person may be written to by now. */
const NEVER_SENT = [7, 8, 9];
const MAY_HAVE_COME = [5, 11];

/**
 * Sends one message anew as a new attempt; answers its number. What was never sent is made as things stand now. Whoever withdrew his consent meanwhile is left out before it leaves.
 * @throws 422 for another fate, and where it may have arrived and nobody said «может прийти дважды»
 */
export async function resendToPerson(ctx: Ctx, id: number, mayComeTwice: boolean): Promise<number> {
  return act(ctx, 'notification.repeat', async ({ tx, log }) => {
    const found = await tx
      .selectFrom('notification_message')
      .where('id', '=', id)
      .select('notification_id')
      .executeTakeFirstOrThrow();
    const kept = await lockNotification(ctx, tx, found.notification_id);
    if (!kept) throw notFound();
    const old = await tx.selectFrom('notification_message').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    if (old.superseded || !ANEW.includes(old.status))
      throw invalid({ form: `Сообщение «${messageFate(old.status, old.reason)}» ещё раз не посылают` });
    if (![4, 5, 6].includes(kept.status)) throw invalid({ form: 'Рассылка ещё идёт или отменена' });
    if (MAY_HAVE_COME.includes(old.status) && !mayComeTwice)
      throw invalid({ mayComeTwice: 'Подтвердите: сообщение могло дойти и может прийти дважды' });
    const next = NEVER_SENT.includes(old.status)
      ? await reachNow(ctx, tx, kept, old)
      : await onceMore(ctx, tx, kept, id);
    await goOn(ctx, tx, kept);
    await log({
      object: { type: 'notification', id: kept.id, name: kept.title },
      place: placeOf(kept),
      text: `Ещё раз послано сообщение для ${old.person_name}${MAY_HAVE_COME.includes(old.status) ? ': может прийти дважды' : ''}`,
    });
    await recount(tx, [kept.id], ctx.now());
    return next;
  });
}

/** A mailing that had ended goes on with what was made anew; at night of the place that wrote it SMS wait, and it says so. */
async function goOn(ctx: Ctx, tx: WriteDb, kept: KeptNotification): Promise<void> {
  const now = ctx.now();
  const sender = await senderFacts(payerOf(ctx, kept), tx, kept.id);
  const quiet = sender && !kept.urgent_reason ? quietUntil(now, sender.time_zone, quietOf(sender)) : null;
  await writeOutbox(ctx, tx, kept, { mail: now, sms: quiet ?? now });
  const waits = await tx
    .selectFrom('notification_message')
    .where('notification_id', '=', kept.id)
    .where('status', '=', 0)
    .where('channel', '=', 'sms')
    .select('id')
    .executeTakeFirst();
  await tx
    .updateTable('notification')
    .set({
      status: 3,
      finished_at: null,
      pause_reason: quiet && waits ? nightWords(sender!.quiet_to) : null,
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .execute();
}

async function onceMore(ctx: Ctx, tx: WriteDb, kept: KeptNotification, id: number): Promise<number> {
  const { rows, often } = await writeAnew(ctx, tx, kept, sql`m.id = ${id}`);
  if (often.length) throw invalid({ form: OFTEN });
  return rows[0]!.id;
}

/**
 * Sends anew what surely did not arrive: refused by the way, or held back by «Остановить». What may have arrived is never
 * sent by this. Whoever withdrew his consent meanwhile is left out before anything leaves.
 */
export async function repeatMailing(ctx: Ctx, id: number): Promise<void> {
  await act(ctx, 'notification.repeat', async ({ tx, log }) => {
    const kept = await lockNotification(ctx, tx, id);
    if (!kept) throw notFound();
    if (![4, 5, 6].includes(kept.status)) throw invalid({ form: 'Повторить можно законченную рассылку' });
    const { rows, often } = await writeAnew(ctx, tx, kept, sql`m.notification_id = ${id} and ${mayRepeat}`);
    if (!rows.length && often.length) throw invalid({ form: `${OFTEN}: ${often.join(', ')}` });
    if (!rows.length) throw invalid({ form: 'Повторять нечего: ни одного сообщения, которое точно не ушло' });
    await goOn(ctx, tx, kept);
    await log({
      object: { type: 'notification', id, name: kept.title },
      place: placeOf(kept),
      text: `Повторены сообщения, которые не ушли: ${rows.length}${often.length ? `. ${OFTEN}, не повторены: ${often.join(', ')}` : ''}`,
    });
    await recount(tx, [id], ctx.now());
  });
}

const channelWords = { mail: 'e-mail', sms: 'СМС' } as const;
const MOST_ROWS = 100_000;

/** Messages of one mailing with their fates, in the order of the page. Written to the journal. */
export async function exportMessages(ctx: Ctx, notification: number, statuses: number[]) {
  const request = { field: 'attention', direction: 'asc' as const, offset: 0, limit: MOST_ROWS };
  const filter = { notification, statusFilter: statuses };
  const messages = await read(ctx.db, sql<MessageRow>`${messageRows(ctx, { ...request, filter } as never)}`);
  const rows: (string | number)[][] = [
    [
      'Получатель',
      'Гаражи',
      'Канал',
      'Куда',
      'Статус',
      'Причина',
      'Частей',
      'Стоимость, ₽',
      'Создано',
      'Передано',
      'Вручено',
    ],
    ...messages.map((one) => [
      noteTextFor(ctx.actor, one.name),
      one.plates.map(({ section, number }) => [section, number].filter(Boolean).join('-')).join(', '),
      one.channel ? channelWords[one.channel] : '',
      one.address ?? '',
      messageFate(one.status, one.reason),
      unreachableReasons[one.reason as keyof typeof unreachableReasons] ?? one.reason ?? '',
      one.segments,
      one.cost / 100,
      momentOf(ctx, one.created_at),
      momentOf(ctx, one.handed_at),
      one.handed_on ?? '',
    ]),
  ];
  const name = `Сообщения рассылки ${notification}, ${todayOf(ctx)}.xlsx`;
  await act(ctx, 'copy.export', ({ log }) =>
    log({
      object: { type: 'notification', id: notification },
      text: `Выгрузка сообщений рассылки: строк ${messages.length}`,
      after: copied({ file: name, of: `Рассылка № ${notification}` }),
    }),
  );
  return {
    name,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await writeXlsx({ sheets: [{ name: 'Сообщения', rows }] }),
    inline: false,
  };
}

/** By the clock of the reader's МО. */
const momentOf = ({ timeZone }: Ctx, moment: string | Date | null) =>
  moment ? new Date(moment).toLocaleString('ru-RU', { timeZone: timeZone ?? HOME_ZONE }) : '';
