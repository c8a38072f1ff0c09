// A message to whom nothing was sent, made later: he has a contact by now, a consent, or takes his refusal back.
import { sql, type Selectable } from 'kysely';
import { unreachableReasons, type MailingContent } from '../../../contract/notifications.ts';
import type { NotificationMessageTable } from '../../db/types.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid, refuseIf } from '../../kernel/errors.ts';
import { planMailing, type Plan } from '../planning.ts';
import type { KeptNotification } from '../queries.ts';
import { holdLimit } from '../queries/receivers.ts';
import { insertMessages } from '../sending.ts';
import { contentOf } from '../writing.ts';
import { OFTEN, payerOf, recost } from './anew.ts';

type Old = Selectable<NotificationMessageTable>;

/**
 * Writes the messages of one who got nothing, by the rules, the register and the prices of now, in place of what stands of him;
 * answers the number of the first.
 * @throws 422 with the reason where he still may not be written to
 */
export async function reachNow(ctx: Ctx, tx: WriteDb, kept: KeptNotification, old: Old): Promise<number> {
  const payer = payerOf(ctx, kept);
  await holdLimit(payer, tx);
  const content = { ...contentOf(kept), selection: selectionOf(old, contentOf(kept).selection) };
  const plan = await planMailing(payer, tx, content, kept.id, { garages: old.garage_ids });
  const messages = messagesOf(plan, kept, old);
  if (!messages.length) throw invalid({ form: whyNot(plan) });
  const empty = messages.flatMap((one) => one.empty);
  if (empty.length) throw invalid({ form: `Для него в тексте нет значения: ${[...new Set(empty)].join(', ')}` });
  refuseIf(plan.problems);
  await tx.updateTable('notification_message').set({ superseded: true }).where('id', '=', old.id).execute();
  const { attempt } = await tx
    .selectFrom('notification_message')
    .where('notification_id', '=', kept.id)
    .where(
      'receiver',
      'in',
      messages.map(({ key }) => key),
    )
    .select(sql<number>`coalesce(max(attempt), 0) + 1`.as('attempt'))
    .executeTakeFirstOrThrow();
  const next = Math.max(attempt, old.attempt + 1);
  await insertMessages(payer, tx, kept, { unreachable: [], capped: [], messages }, next);
  // One of a few garages was left out: its person was reached by the others.
  if (old.channel === null && old.reason !== 'often')
    await sql`update notification set unreachable = greatest(unreachable - 1, 0) where id = ${kept.id}`.execute(tx);
  await recost(tx, kept.id);
  const first = await tx
    .selectFrom('notification_message')
    .where('notification_id', '=', kept.id)
    .where('attempt', '=', next)
    .where('receiver', '=', messages[0]!.key)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return first.id;
}

/** Whom the message was for: an official, a person, or those for whom somebody reads. */
function selectionOf(
  { user_id, profile_id, ward_ids }: Old,
  chosen: MailingContent['selection'],
): MailingContent['selection'] {
  const some = { all: false, excluded: [] };
  if (user_id !== null) return { of: 'officials', included: [user_id], ...some };
  const people = ward_ids.length ? ward_ids : profile_id === null ? [] : [profile_id];
  // Of former owners the filter says that they are written to as debtors.
  return { of: 'profiles', filter: chosen.of === 'profiles' ? chosen.filter : {}, included: people, ...some };
}

/** Of a mailing by both channels only the one that did not go; of one for each garage only that of this one. */
function messagesOf(plan: Plan, { channel: rule }: KeptNotification, { channel, receiver }: Old): Plan['messages'] {
  const isOfGarage = receiver.includes(':garage:');
  return plan.messages.flatMap((message) => {
    const channels = rule === 'both' && channel ? message.channels.filter((one) => one === channel) : message.channels;
    if (!channels.length || (isOfGarage && plan.messages.length > 1 && message.key !== receiver)) return [];
    return [{ ...message, key: isOfGarage ? receiver : message.key, channels }];
  });
}

function whyNot({ receivers, unreachable, capped }: Plan): string {
  if (capped.length) return OFTEN;
  const [first] = unreachable;
  if (first) return `Послать нельзя: ${unreachableReasons[first.reason]}`;
  return receivers.length
    ? 'Послать нельзя: по этому каналу ему не пишут'
    : 'Послать нельзя: человека больше нет в списках места';
}
