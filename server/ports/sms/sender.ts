// SMS leave the house: taken from the outbox in batches, each handed over once; receipts find their message in any order.
import { sql } from 'kysely';
import type { Settings } from '../../kernel/settings.ts';
import type { AppDeps, WriteDb } from '../../kernel/ctx.ts';
import { closeGate, isOpen } from '../gate.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { fateWriter, type Fate } from '../fates.ts';
import { httpGateway } from './httpGateway.ts';
import { idForms, type Handover, type Receipt, type SmsGateway } from './port.ts';
import { smppGateway } from './smppGateway.ts';

/** So many are in hand at once. */
export const SMS_BATCH = 100;
const LEASE_S = 600;
/** With pauses of 1, 2, 4… minutes: a gateway that is away for two hours is waited through. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_S = 60;
/** So many refusals one after another close the gate: the fault is the way's, not the receivers'. */
const REFUSALS_TO_STOP = 20;
const ASK_HOURS = 72;

type Sending = Pick<AppDeps, 'db' | 'settings' | 'clock'>;

/** The gateway of the settings; null where none is set, and messages are only recorded. */
export function openGateway(settings: Settings, onReceipt: (receipt: Receipt) => void): SmsGateway | null {
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

/** Sends what is due; answers how many were taken. Without a gateway they are recorded as handed over, and say so. */
export async function sendSmsBatch(deps: Sending, gateway: SmsGateway | null): Promise<number> {
  if (!(await isOpen(deps, 'sms'))) return 0;
  await sql`update outbox set state = 'unknown', taken_until = null, failure = 'Сервер остановился, пока сообщение уходило'
    where state = 'sending' and channel = 'sms' and taken_until < now()`.execute(deps.db);
  const { rows } =
    await sql<Row>`update outbox set state = 'sending', attempts = attempts + 1, taken_until = now() + make_interval(secs => ${LEASE_S})
    where id in (select id from outbox where state = 'queued' and channel = 'sms' and next_attempt_at <= now() order by id limit ${SMS_BATCH} for update skip locked)
    returning id, recipient, body_text, attempts`.execute(deps.db);
  if (!rows.length) return 0;
  await failPoint('messages taken');
  if (!gateway) {
    await sql`update outbox set state = 'sent', sent_at = now(), taken_until = null, failure = 'Шлюз СМС не подключён: сообщение только записано'
      where id = any(${rows.map(({ id }) => id)}::int[]) and state = 'sending'`.execute(deps.db);
    return rows.length;
  }
  const tell = fateWriter(deps.db);
  const answers = await Promise.all(
    rows.map(async (row) => {
      const answer = await handOver(deps, gateway, row);
      await tell({ id: row.id, ...fateOf(answer, row.attempts) });
      return answer;
    }),
  );
  await failPoint('fates written');
  await brake(deps, answers);
  return rows.length;
}

const handOver = ({ settings }: Sending, gateway: SmsGateway, row: Row): Promise<Handover> =>
  gateway.send({ id: row.id, to: row.recipient, text: row.body_text, sender: settings.SMS_SENDER ?? null });

function fateOf(answer: Handover, attempts: number): Omit<Fate, 'id'> {
  if (answer.kind === 'accepted')
    return { state: 'sent', failure: null, ids: answer.gatewayIds, forms: answer.gatewayIds.flatMap(idForms) };
  const failure = answer.reason;
  if (answer.kind === 'unknown') return { state: 'unknown', failure };
  if (answer.kind === 'refused' || (attempts >= MAX_ATTEMPTS && !answer.stopsAll)) return { state: 'failed', failure };
  return { state: 'queued', failure, pause: FIRST_PAUSE_S * 2 ** (attempts - 1) };
}

/** Everything that is due, two batches at once: while one is written down, the gateway's window has the other. */
export async function sendSmsDue(deps: Sending, gateway: SmsGateway | null): Promise<void> {
  const lane = async () => {
    while ((await sendSmsBatch(deps, gateway)) === SMS_BATCH);
  };
  await Promise.all([lane(), lane()]);
}

/** Closes the channel when the gateway refuses everything: nobody is marked unreachable for that. */
async function brake({ db, clock }: Sending, answers: readonly Handover[]) {
  const stops = answers.find((answer) => answer.kind === 'failed' && answer.stopsAll);
  const isAllRefused =
    answers.length >= REFUSALS_TO_STOP && answers.every(({ kind }) => kind === 'failed' || kind === 'refused');
  const cause = stops ?? (isAllRefused ? answers[0] : undefined);
  if (!cause || cause.kind === 'accepted') return;
  await db.transaction().execute((tx) =>
    closeGate(tx as WriteDb, {
      channels: ['sms'],
      cause: 'brake',
      reason: `Шлюз СМС отказывает: ${cause.reason}`,
      by: null,
      at: clock.now(),
    }),
  );
}

/** Keeps a receipt, whether its message is known already or not yet. */
export async function keepReceipt(deps: Pick<AppDeps, 'db'>, { gatewayId, status }: Receipt): Promise<void> {
  await deps.db
    .insertInto('sms_receipt')
    .values({ gateway_id: gatewayId, forms: idForms(gatewayId), status })
    .execute();
}

/** Puts receipts on messages: delivered when every part is, failed when one is. */
export async function matchReceipts({ db }: Pick<AppDeps, 'db'>): Promise<void> {
  await sql`update outbox o set receipt = t.status from (
      select o.id, case when bool_or(r.status in (4, 5, 6)) then max(r.status) filter (where r.status in (4, 5, 6))
          when count(distinct r.gateway_id) filter (where r.status in (2, 3)) >= cardinality(o.gateway_ids) then max(r.status) filter (where r.status in (2, 3))
          else 1 end as status
      from outbox o join sms_receipt r on r.forms && o.gateway_forms
      where o.channel = 'sms' and o.state = 'sent' and coalesce(o.receipt, 1) = 1 and o.gateway_forms <> '{}'
        and o.sent_at > now() - make_interval(hours => ${ASK_HOURS}) group by o.id, o.gateway_ids) as t
    where o.id = t.id and o.receipt is distinct from t.status`.execute(db);
}

/** Asks gateways that do not tell by themselves. */
export async function askReceipts(deps: Pick<AppDeps, 'db'>, gateway: SmsGateway): Promise<void> {
  const { rows } = await sql<{ to: string; gatewayId: string }>`select o.recipient as to, g.id as "gatewayId"
    from outbox o cross join lateral unnest(o.gateway_ids) as g(id)
    where o.channel = 'sms' and o.state = 'sent' and coalesce(o.receipt, 1) = 1 and o.sent_at > now() - make_interval(hours => ${ASK_HOURS})
    order by o.id limit 200`.execute(deps.db);
  for (const receipt of await gateway.status(rows)) if (receipt.status > 1) await keepReceipt(deps, receipt);
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
