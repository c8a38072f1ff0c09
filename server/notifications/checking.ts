// The last look before sending: who by name on each side, the longest and the costliest message, what may go wrong tonight.
import { writeXlsx } from 'hucre';
import { sql } from 'kysely';
import type { CheckFacts } from '../../contract/notifications/checkFacts.ts';
import type { MailingReceiver, MailingSide } from '../../contract/notifications/checking.ts';
import { RECALL_S, unreachableReasons, type MailingContent } from '../../contract/notifications.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import { foldText } from '../../contract/kernel/words.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { inScope } from '../kernel/scope.ts';
import { unconnectedWords } from '../ports/unconnected.ts';
import { mayBeUrgent, quietStart, quietUntil } from './rules.ts';
import type { Count, Whole } from './counting.ts';
import type { Plan } from './planning.ts';
import { walkOrder, type Receiver } from './rendering.ts';
import { poFacts, quietOf, unreadPlaces } from './queries/receivers.ts';
import { noticeTerm } from './rules/meetings.ts';
import { usedVariables } from './rules/texts.ts';

/** SMS that leave in a second when nothing is in their way: an estimate for the evening. */
const SMS_A_SECOND = 25;
/** Reasons of what was written already, not of the person. */
const SKIPPED: ReadonlySet<string> = new Set(['repeated', 'had_template']);

/** What the check says beside the counts. */
export async function checkFactsOf(ctx: Ctx, count: Count, content: MailingContent): Promise<CheckFacts> {
  const { sender, tally } = count;
  const starts = quietStart(ctx.now(), sender.time_zone, quietOf(sender));
  const isNight = quietUntil(ctx.now(), sender.time_zone, quietOf(sender)) !== null;
  const inTime = Math.max(0, Math.floor(((starts.getTime() - ctx.now().getTime()) / 1000 - RECALL_S) * SMS_A_SECOND));
  return {
    counted_at: ctx.now().toISOString(),
    pos: tally.pos,
    longest: wholeOf(count.longest),
    costliest: wholeOf(count.costliest),
    variables: usedVariables(content.sms_text, content.email_text as RichText | null),
    empty_people: tally.lacking.count,
    empty: { variables: [...tally.variables], names: count.lacking.names },
    unread_places: await unreadPlacesOf(ctx, content),
    debtless: { people: tally.debtless.count, names: count.debtless.names },
    repeated: await repeatedOf(ctx, tally.repeated),
    quiet: {
      from: sender.quiet_from,
      to: sender.quiet_to,
      zone: sender.time_zone,
      starts_at: isNight ? null : starts.toISOString(),
      late: isNight ? tally.sms : Math.max(0, tally.sms - inTime),
    },
    may_be_urgent: isNight && tally.sms > 0 && mayBeUrgent(ctx.actor, content.kind),
    meeting: noticeTerm(content, sender.meeting_notice_days),
    is_trial: sender.is_trial,
    unconnected: unconnectedWords(ctx.deps.settings, tally),
    balance: await balanceOf(ctx),
  };
}

/** So many places are named, the others counted. */
const NAMED_PLACES = 200;

async function unreadPlacesOf(ctx: Ctx, { selection }: MailingContent): Promise<CheckFacts['unread_places']> {
  if (selection.of !== 'officials' || !selection.all || levelOf(ctx.actor) === 'po') return null;
  const places = await unreadPlaces(ctx, ctx.db, selection);
  return { count: places.length, names: places.slice(0, NAMED_PLACES).map(({ name }) => name) };
}

const wholeOf = (message: Whole | null) =>
  message && {
    name: message.name,
    sms: message.sms,
    units: message.units,
    segments: message.segments,
    cost: message.cost,
  };

/** How many a mailing reached within a day, whatever is done about it, and the last one that did. */
async function repeatedOf(ctx: Ctx, people: readonly number[]): Promise<CheckFacts['repeated']> {
  if (!people.length) return null;
  const [last] = await read(
    ctx.db,
    sql<{ title: string; at: string }>`select n.title, m.created_at as at from notification_message m
      join notification n on n.id = m.notification_id
      where m.profile_id = any(${people}::int[]) and ${inScope(ctx.actor, 'n')} and m.status in (0, 1, 2, 3, 11)
        and m.created_at > ${ctx.now().toISOString()}::timestamptz - interval '24 hours'
      order by m.created_at desc limit 1`,
  );
  return { people: people.length, title: last?.title ?? '', at: new Date(last?.at ?? ctx.now()).toISOString() };
}

async function balanceOf(ctx: Ctx): Promise<CheckFacts['balance']> {
  const row = await ctx.db.selectFrom('gateway_balance').where('channel', '=', 'sms').selectAll().executeTakeFirst();
  return row ? { kopecks: Number(row.kopecks), at: new Date(row.at).toISOString() } : null;
}

interface Side {
  rows: MailingReceiver[];
  total: number;
  counts: Record<MailingSide, number>;
}
interface Asked {
  side: MailingSide;
  q: string;
  offset: number;
  limit: number;
}

/** A page of one side of the list; words are looked for in names, plates and addresses as they are shown. */
export async function receiversOf(ctx: Ctx, plan: Plan, { side, q, offset, limit }: Asked): Promise<Side> {
  const rows = await sideOf(ctx, plan, side);
  const words = foldText(q).split(/\s+/).filter(Boolean);
  const found = words.length
    ? rows.filter((row) => {
        const text = foldText([row.name, platesOf(row), row.po_name, row.address].join(' '));
        return words.every((word) => text.includes(word));
      })
    : rows;
  const alreadyWritten = plan.unreachable.filter(({ reason }) => SKIPPED.has(reason)).length;
  return {
    rows: found.slice(offset, offset + limit),
    total: found.length,
    counts: {
      reached: plan.receivers.length - plan.unreachable.length,
      left: plan.unreachable.length - alreadyWritten,
      skipped: alreadyWritten + plan.capped.length,
    },
  };
}

const platesOf = ({ plates }: Pick<MailingReceiver, 'plates'>) =>
  plates.map(({ section, number }) => [section, number].filter(Boolean).join('-')).join(', ');

async function sideOf(ctx: Ctx, plan: Plan, side: MailingSide): Promise<MailingReceiver[]> {
  const pos = await poFacts(ctx.db, [...new Set(plan.receivers.flatMap(({ poId }) => (poId === null ? [] : [poId])))]);
  const poName = ({ poId }: Receiver) => (poId === null ? null : (pos.get(poId)?.name ?? null));
  const silent = { at: null, channels: [], address: null, segments: 0, cost: 0, empty: [] };
  if (side !== 'reached')
    return [
      ...plan.unreachable
        .filter(({ reason }) => SKIPPED.has(reason) === (side === 'skipped'))
        .map(({ receiver, reason }) => ({
          ...silent,
          ...whoOf(receiver, receiver.garages, poName(receiver)),
          reason,
        })),
      // One too many about a debt: its person gets others.
      ...(side === 'skipped' ? plan.capped : []).map(({ receiver, garages }) => ({
        ...silent,
        ...whoOf(receiver, garages, poName(receiver)),
        reason: 'often',
      })),
    ];
  const walk = new Map(walkOrder(plan.messages).map((message, at) => [message.key, at]));
  return plan.messages.map((message) => ({
    at: walk.get(message.key)!,
    ...whoOf(message.receiver, message.garages, poName(message.receiver)),
    channels: message.channels,
    address: message.channels[0] === 'sms' ? shownPhone(message.receiver) : shownEmail(message.receiver),
    segments: message.channels.includes('sms') ? message.segments : 0,
    cost: message.cost,
    empty: message.empty,
    reason: null,
  }));
}

const whoOf = (receiver: Receiver, garages: Receiver['garages'], poName: string | null) => ({
  id: receiver.id,
  isOfficial: receiver.isOfficial,
  name: receiver.name,
  wards: receiver.wards.map(({ id }) => id),
  plates: garages.map(({ id, section, number }) => ({ id, section, number })),
  po_name: poName,
});
const shownPhone = ({ facts: { phone } }: Receiver) => phone && `+7 *** ***-${phone.slice(-4, -2)}-${phone.slice(-2)}`;
const shownEmail = ({ facts: { email } }: Receiver) => email && `${email[0]}***${email.slice(email.indexOf('@'))}`;

const channelWords = { mail: 'e-mail', sms: 'СМС' } as const;

/** The whole list as a table: who gets it by what and for how much, who does not and why. Written to the journal. */
export async function exportReceivers(ctx: Ctx, plan: Plan, title: string) {
  const sides = { reached: 'Получит', left: 'Не получит', skipped: 'Пропущен' } as const;
  const rows: (string | number)[][] = [
    ['Получатель', 'Гаражи', 'ПО', 'Что будет', 'Канал', 'Куда', 'Частей', 'Стоимость, ₽', 'Почему нет'],
  ];
  for (const side of ['reached', 'left', 'skipped'] as const)
    for (const row of await sideOf(ctx, plan, side))
      rows.push([
        row.name,
        platesOf(row),
        row.po_name ?? '',
        sides[side],
        row.channels.map((channel) => channelWords[channel]).join(', '),
        row.address ?? '',
        row.segments,
        row.cost / 100,
        row.reason ? unreachableReasons[row.reason as keyof typeof unreachableReasons] : '',
      ]);
  const name = `Получатели ${todayOf(ctx)}.xlsx`;
  await act(ctx, 'copy.export', ({ log }) =>
    log({
      text: `Выгрузка получателей рассылки «${title}»: строк ${rows.length - 1}`,
      after: copied({ file: name, of: title }),
    }),
  );
  return {
    name,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await writeXlsx({ sheets: [{ name: 'Получатели', rows }] }),
    inline: false,
  };
}
