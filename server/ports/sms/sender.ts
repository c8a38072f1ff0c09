// SMS leave the house: taken from the outbox, each handed over once; receipts find their message in any order.
import { sql } from 'kysely';
import type { Settings } from '../../kernel/settings.ts';
import type { AppDeps } from '../../kernel/ctx.ts';
import { limitTo } from '../../db/planned.ts';
import { handOverDue, type Answer } from '../handing.ts';
import { endUnconnected } from '../unconnected.ts';
import { httpGateway } from './httpGateway.ts';
import { idForms, type Handover, type Receipt, type SmsGateway } from './port.ts';
import { smppGateway } from './smppGateway.ts';

/** More than the window of a gateway: the next text is ready when a place in it is free. */
const WIDTH = 20;
/** With pauses of 1, 2, 4… minutes: a gateway that is away for two hours is waited through. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_S = 60;
const ASK_HOURS = 72;
/** Messages of which a gateway is asked in one turn. */
const ASKED = 1000;

type Sending = Pick<AppDeps, 'db' | 'engine' | 'settings' | 'clock'>;

/** The gateway of the settings; null where none is set, and messages stay here. */
export function openGateway(
  settings: Settings,
  onReceipt: (receipt: Receipt) => Promise<void> | void,
): SmsGateway | null {
  if (!settings.SMS_URL) return null;
  return settings.SMS_URL.startsWith('http')
    ? httpGateway({ url: settings.SMS_URL })
    : smppGateway({ url: settings.SMS_URL, onReceipt });
}

interface Row {
  id: number;
  recipient: string;
  body_text: string;
  attempts: number;
}

/** Hands over every SMS whose turn has come; answers how many. Without a gateway they stay here. */
export async function sendSmsDue(
  deps: Sending,
  gateway: SmsGateway | null,
  { before, signal }: { before?: () => Promise<void>; signal?: AbortSignal } = {},
): Promise<number> {
  if (!gateway) return endUnconnected(deps, 'sms');
  return handOverDue<Row>(deps, {
    channel: 'sms',
    refusing: 'Шлюз СМС отказывает',
    columns: ['recipient', 'body_text'],
    width: WIDTH,
    handOver: async (row) => fateOf(await handOver(deps, gateway, row), row.attempts),
    ...(before && { before }),
    signal,
  });
}

const handOver = ({ settings }: Sending, gateway: SmsGateway, row: Row): Promise<Handover> =>
  gateway.send({ id: row.id, to: row.recipient, text: row.body_text, sender: settings.SMS_SENDER ?? null });

function fateOf(answer: Handover, attempts: number): Answer {
  if (answer.kind === 'accepted')
    return {
      state: 'sent',
      failure: null,
      ids: answer.gatewayIds,
      forms: answer.gatewayIds.flatMap(idForms),
      ...(answer.costKopecks !== null && { billed: answer.costKopecks }),
    };
  const failure = answer.reason;
  // One that got no answer may have gone; twenty in a row say that nobody takes them.
  if (answer.kind === 'unknown') return { state: 'unknown', failure, refused: 'one' };
  const again = { state: 'queued' as const, failure, pause: FIRST_PAUSE_S * 2 ** (attempts - 1) };
  if (answer.kind === 'failed' && answer.stopsAll) return { ...again, refused: 'all' };
  const isForGood = answer.kind === 'refused' || attempts >= MAX_ATTEMPTS;
  const fate = isForGood ? { state: 'failed' as const, failure } : again;
  // A gateway that is away or busy is waited through; only at the end of that it is its refusal.
  const isFirst = attempts === 1 && !(answer.kind === 'failed' && (answer.isAway || answer.isTooFast));
  return isFirst || attempts === MAX_ATTEMPTS ? { ...fate, refused: 'one' } : fate;
}

const hoursAgo = (clock: AppDeps['clock'], hours: number) =>
  new Date(clock.now().getTime() - hours * 3_600_000).toISOString();

/** Keeps a receipt, whether its message is known already or not yet. */
export async function keepReceipt(deps: Pick<AppDeps, 'db'>, { gatewayId, status }: Receipt): Promise<void> {
  await deps.db
    .insertInto('sms_receipt')
    .values({ gateway_id: gatewayId, forms: idForms(gatewayId), status })
    .execute();
}

/**
 * Puts receipts on messages: delivered when every part is, failed when one is, «прочитано» after «доставлено». A receipt belongs to the
 * message whose number it bears; to one with the number in another base only where no message bears it itself and no other could be meant.
 */
export async function matchReceipts({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const receipts = sql`select o.id, o.gateway_ids, r.gateway_id, r.status, r.gateway_id = any(o.gateway_ids) as is_same
      from outbox o join sms_receipt r on r.forms && o.gateway_forms
      where o.channel = 'sms' and o.state = 'sent' and o.sent_at > ${hoursAgo(clock, ASK_HOURS)}::timestamptz and o.gateway_forms <> '{}'`;
  await sql`with near as (${receipts} and coalesce(o.receipt, 1) = 1 union all ${receipts} and o.receipt = 2 and r.status = 3),
    own as (select *, min(id) over by_receipt <> max(id) over by_receipt as is_shared from near
      where is_same or not exists (select 1 from outbox other where other.gateway_forms @> array[near.gateway_id] and near.gateway_id = any(other.gateway_ids))
      window by_receipt as (partition by gateway_id, is_same)),
    told as (select id, case when bool_or(status in (4, 5, 6)) then max(status) filter (where status in (4, 5, 6))
          when count(distinct gateway_id) filter (where status in (2, 3)) >= cardinality(gateway_ids) then max(status) filter (where status in (2, 3))
          else 1 end as status
      from own where is_same or not is_shared group by id, gateway_ids)
    update outbox o set receipt = told.status from told
    where o.id = told.id and o.receipt is distinct from told.status and (coalesce(o.receipt, 1) = 1 or told.status = 3)`.execute(
    db,
  );
}

/** Asks gateways that do not tell by themselves, those first who were asked longest ago. */
export async function askReceipts(deps: Pick<AppDeps, 'db' | 'clock'>, gateway: SmsGateway): Promise<void> {
  const { rows } = await sql<{
    id: number;
    to: string;
    ids: string[];
  }>`update outbox set receipt_asked_at = ${hoursAgo(deps.clock, 0)}
    where id in (select id from outbox where channel = 'sms' and state = 'sent' and gateway_ids <> '{}'
        and (coalesce(receipt, 1) = 1 or (receipt = 2 and sent_at > ${hoursAgo(deps.clock, 24)}::timestamptz))
        and sent_at > ${hoursAgo(deps.clock, ASK_HOURS)}::timestamptz
      order by receipt_asked_at nulls first, id ${limitTo(ASKED)})
    returning id, recipient as to, gateway_ids as ids`.execute(deps.db);
  const messages = rows.flatMap(({ to, ids }) => ids.map((gatewayId) => ({ to, gatewayId })));
  for (const receipt of await gateway.status(messages)) if (receipt.status > 1) await keepReceipt(deps, receipt);
  await matchReceipts(deps);
}

/** Keeps what the gateway says of the money left, for the check before sending; a gateway that is silent leaves what is known. */
export async function keepBalance({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, gateway: SmsGateway): Promise<void> {
  const kopecks = await gateway.balance();
  if (kopecks === null) return;
  const row = { kopecks, at: clock.now().toISOString() };
  await db
    .insertInto('gateway_balance')
    .values({ channel: 'sms', ...row })
    .onConflict((on) => on.column('channel').doUpdateSet(row))
    .execute();
}
