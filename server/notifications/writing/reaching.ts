// Messages to those to whom nothing was sent, made later: they have a contact by now, a consent, or take their refusal back.
import { sql, type Selectable } from 'kysely';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { unreachableReasons, type MailingContent } from '../../../contract/notifications.ts';
import type { NotificationMessageTable } from '../../db/types.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { invalid, refuseIf } from '../../kernel/errors.ts';
import { read } from '../../kernel/read.ts';
import { planMailing, sumsOf, type Plan } from '../planning.ts';
import { problemsOf } from '../problems.ts';
import type { KeptNotification } from '../queries.ts';
import { holdLimit } from '../queries/receivers.ts';
import type { PlannedMessage, Receiver } from '../rendering.ts';
import { insertMessages } from '../sending.ts';
import { contentOf } from '../writing.ts';
import { OFTEN, payerOf, recost } from './anew.ts';

export type Old = Selectable<NotificationMessageTable>;

/** One who still gets nothing: the reason as a list says it, and as a sentence. */
export interface Refusal {
  old: Old;
  why: string;
  words: string;
}
export interface Reach {
  sender: Plan['sender'];
  /** Those in whose place a message is made. */
  reached: Old[];
  refused: Refusal[];
  messages: PlannedMessage[];
  sums: ReturnType<typeof sumsOf>;
  /** What keeps all of them. */
  problems: FieldErrors;
}

/** What those who got nothing would get by the rules, the register and the prices of now. */
export async function planReach(
  ctx: Ctx,
  db: ReadDb | WriteDb,
  kept: KeptNotification,
  olds: readonly Old[],
): Promise<Reach> {
  const payer = payerOf(ctx, kept);
  const kin = await kinOf(db, olds);
  const content = { ...contentOf(kept), selection: selectionOf(kin, olds, contentOf(kept).selection) };
  const about = byPerson(kin);
  const oldsOf = ({ id, wards }: Receiver) => [
    ...new Set([id, ...wards.map((one) => one.id)].flatMap((one) => about.get(one) ?? [])),
  ];
  const plan = await planMailing(payer, db, content, kept.id, {
    garagesOf: (receiver) => {
      const sets = oldsOf(receiver).map((old) => old.garage_ids);
      return sets.every((set) => set.length) ? [...new Set(sets.flat())] : [];
    },
  });
  const found = new Map<Old, Found>(olds.map((old) => [old, { receivers: [], messages: [] }]));
  const written = Map.groupBy(plan.messages, ({ receiver }) => receiver.key);
  for (const receiver of plan.receivers)
    for (const old of oldsOf(receiver)) {
      const one = found.get(old)!;
      one.receivers.push(receiver);
      one.messages.push(...messagesFor(written.get(receiver.key) ?? [], kept, old));
    }
  const why = new Map(plan.unreachable.map(({ receiver, reason }) => [receiver.key, reason]));
  const capped = new Set(plan.capped.map(({ receiver }) => receiver.key));
  const refused = olds.flatMap((old) => {
    const words = refusalOf(found.get(old)!, why, capped);
    return words ? [{ old, ...words }] : [];
  });
  const not = new Set(refused.map(({ old }) => old));
  const reached = olds.filter((old) => !not.has(old));
  const messages = merged(reached.flatMap((old) => found.get(old)!.messages));
  const sums = sumsOf(messages, new Set(messages.map(({ receiver }) => receiver.key)).size);
  return {
    sender: plan.sender,
    reached,
    refused,
    messages,
    sums,
    problems: problemsOf(payer, content, plan.sender, sums),
  };
}

/**
 * Writes the messages of those who are reached in place of what stands of them; answers which attempt they are.
 * To be called with the limit held (`holdLimit`) before `planReach`.
 */
export async function writeReach(
  ctx: Ctx,
  tx: WriteDb,
  kept: KeptNotification,
  { reached, messages }: Pick<Reach, 'reached' | 'messages'>,
): Promise<number> {
  const ids = reached.map(({ id }) => id);
  await sql`update notification_message set superseded = true where id = any(${ids}::int[])`.execute(tx);
  const keys = [...new Set([...messages.map(({ key }) => key), ...reached.map(({ receiver }) => receiver)])];
  const { rows } = await sql<{ next: number }>`select coalesce(max(attempt), 0) + 1 as next from notification_message
    where notification_id = ${kept.id} and receiver = any(${keys}::text[])`.execute(tx);
  const { next } = rows[0]!;
  await insertMessages(payerOf(ctx, kept), tx, kept, { unreachable: [], capped: [], messages }, next);
  // Where one of a few garages was left out, its person was reached by the others.
  const silent = reached.filter((old) => old.channel === null && old.reason !== 'often').length;
  await sql`update notification set unreachable = greatest(unreachable - ${silent}, 0) where id = ${kept.id}`.execute(
    tx,
  );
  await recost(tx, kept.id);
  return next;
}

/**
 * The same for one; answers the number of the first message.
 * @throws 422 with the reason where he still may not be written to
 */
export async function reachNow(ctx: Ctx, tx: WriteDb, kept: KeptNotification, old: Old): Promise<number> {
  await holdLimit(payerOf(ctx, kept), tx);
  const reach = await planReach(ctx, tx, kept, [old]);
  const [refusal] = reach.refused;
  if (refusal) throw invalid({ form: refusal.words });
  refuseIf(reach.problems);
  const next = await writeReach(ctx, tx, kept, reach);
  const first = await tx
    .selectFrom('notification_message')
    .where('notification_id', '=', kept.id)
    .where('attempt', '=', next)
    .where('receiver', '=', reach.messages[0]!.key)
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return first.id;
}

/** Whom each message was for: an official, a person, those for whom he reads, or both. */
type Kin = ReadonlyMap<Old, readonly number[]>;

/** Who reads for others and has something of his own in the message was written to on his own account too. */
async function kinOf(db: ReadDb | WriteDb, olds: readonly Old[]): Promise<Kin> {
  const readers = olds.filter(({ ward_ids }) => ward_ids.length).map(({ id }) => id);
  const owners = readers.length
    ? await read(
        db,
        sql<{ id: number }>`select distinct m.id from notification_message m
          join ownership own on own.profile_id = m.profile_id and own.garage_id = any(m.garage_ids) and own.ended_on is null
          where m.id = any(${readers}::int[])`,
      )
    : [];
  const alsoOwn = new Set(owners.map(({ id }) => id));
  return new Map(
    olds.map((old) => {
      const { id, user_id, profile_id, ward_ids } = old;
      const own = user_id ?? profile_id;
      return [old, [...(own !== null && (!ward_ids.length || alsoOwn.has(id)) ? [own] : []), ...ward_ids]];
    }),
  );
}

function byPerson(kin: Kin): Map<number, Old[]> {
  const all = new Map<number, Old[]>();
  for (const [old, people] of kin) for (const id of people) all.set(id, [...(all.get(id) ?? []), old]);
  return all;
}

function selectionOf(kin: Kin, olds: readonly Old[], chosen: MailingContent['selection']): MailingContent['selection'] {
  const some = { all: false, excluded: [], included: [...new Set([...kin.values()].flat())] };
  if (olds.some(({ user_id }) => user_id !== null)) return { of: 'officials', ...some };
  // Of former owners the filter says that they are written to as debtors.
  return { of: 'profiles', filter: chosen.of === 'profiles' ? chosen.filter : {}, ...some };
}

interface Found {
  receivers: Receiver[];
  messages: PlannedMessage[];
}

/** Of a mailing by both channels only the one that did not go; of one for each garage only that of this one. */
export function messagesFor(
  messages: readonly PlannedMessage[],
  { channel: rule }: KeptNotification,
  { channel, receiver }: Old,
): PlannedMessage[] {
  const isOfGarage = receiver.includes(':garage:');
  return messages.flatMap((message) => {
    const channels = rule === 'both' && channel ? message.channels.filter((one) => one === channel) : message.channels;
    if (!channels.length || (isOfGarage && messages.length > 1 && message.key !== receiver)) return [];
    return [{ ...message, key: isOfGarage ? receiver : message.key, channels }];
  });
}

/** Two rows of one person that ask for the same message make it once, by the channels of both. */
export function merged(messages: readonly PlannedMessage[]): PlannedMessage[] {
  const byKey = new Map<string, PlannedMessage>();
  for (const one of messages) {
    const known = byKey.get(one.key);
    byKey.set(one.key, known ? { ...one, channels: [...new Set([...known.channels, ...one.channels])] } : one);
  }
  return [...byKey.values()];
}

export function refusalOf(
  { receivers, messages }: Found,
  unreachable: ReadonlyMap<string, Plan['unreachable'][number]['reason']>,
  capped: ReadonlySet<string>,
): Pick<Refusal, 'why' | 'words'> | null {
  if (messages.length) {
    const empty = [...new Set(messages.flatMap((one) => one.empty))].join(', ');
    return empty
      ? { why: `для него в тексте нет значения: ${empty}`, words: `Для него в тексте нет значения: ${empty}` }
      : null;
  }
  if (receivers.some(({ key }) => capped.has(key))) return { why: unreachableReasons.often, words: OFTEN };
  const [reason] = receivers.flatMap(({ key }) => unreachable.get(key) ?? []);
  const why = reason
    ? unreachableReasons[reason]
    : receivers.length
      ? 'по этому каналу ему не пишут'
      : 'человека больше нет в списках места';
  return { why, words: `Послать нельзя: ${why}` };
}
