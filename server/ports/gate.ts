// One gate for everything that leaves the house: closed channels keep what is to be sent, with the reason and who closed them.
import type { Deps, ReadDb, WriteDb } from '../kernel/ctx.ts';
import type { OutgoingChannel } from '../../contract/outbox.ts';

/** An installation that is only tried out sends nothing at all, whatever is said on its pages. */
export const TRIAL = 'Пробная установка: наружу ничего не уходит (настройка OUTGOING)';

/** Whether something may leave by a channel now. */
export async function isOpen(deps: Pick<Deps, 'db' | 'settings'>, channel: OutgoingChannel): Promise<boolean> {
  if (deps.settings.OUTGOING === 'closed') return false;
  const closed = await closedChannels(deps.db);
  return !closed.some((one) => one.channel === channel);
}

/** Closed channels, each with why and by whom. */
export const closedChannels = (db: ReadDb) =>
  db
    .selectFrom('outgoing_gate as g')
    .leftJoin('app_user as u', 'u.id', 'g.closed_by')
    .select(['g.channel', 'g.closed_at', 'g.cause', 'g.reason', 'u.last_name', 'u.first_name'])
    .execute();

export interface Closing {
  channels: readonly OutgoingChannel[];
  cause: 'restore' | 'brake' | 'person';
  reason: string;
  by: number | null;
  at: Date;
}

/** Closes channels; one that is closed already keeps its first reason. Answers how many were closed now. */
export async function closeGate(tx: WriteDb, { channels, cause, reason, by, at }: Closing): Promise<number> {
  const closed = await tx
    .insertInto('outgoing_gate')
    .values(channels.map((channel) => ({ channel, cause, reason, closed_by: by, closed_at: at.toISOString() })))
    .onConflict((on) => on.column('channel').doNothing())
    .returning('channel')
    .execute();
  return closed.length;
}

/** Opens a channel: what waits behind it goes. False when it was open. */
export async function openGate(tx: WriteDb, channel: OutgoingChannel): Promise<boolean> {
  const opened = await tx.deleteFrom('outgoing_gate').where('channel', '=', channel).executeTakeFirst();
  return opened.numDeletedRows > 0n;
}
