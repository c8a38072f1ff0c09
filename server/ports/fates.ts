// What became of messages, written together: a statement for each would cost more than handing them over.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AppDeps } from '../kernel/ctx.ts';
import { failPoint } from '../kernel/failPoints.ts';

export interface Fate {
  id: number;
  state: 'sent' | 'queued' | 'failed' | 'unknown';
  failure: string | null;
  /** Seconds until the next attempt; absent where there is none. */
  pause?: number;
  /** Numbers of the gateway, and the forms under which a receipt may name them. */
  ids?: string[];
  forms?: string[];
}

/** So long fates are gathered before they are written: a statement costs as much for one as for dozens, ms. */
const GATHER_MS = 15;

/**
 * Writes fates of messages that are `sending`; those told while a write is under way go with the next one. The promise is kept
 * once everything told so far is written.
 */
export function fateWriter(db: AppDeps['db']): (fate: Fate) => Promise<void> {
  let waiting: Fate[] = [];
  let writing: Promise<void> | null = null;
  const flush = async () => {
    try {
      while (waiting.length) {
        await pause(GATHER_MS);
        const fates = waiting;
        waiting = [];
        await write(db, fates);
      }
    } finally {
      writing = null;
    }
  };
  return async (fate) => {
    await failPoint('message handed over');
    waiting.push(fate);
    await (writing ??= flush());
  };
}

const write = (db: AppDeps['db'], fates: readonly Fate[]) =>
  sql`update outbox o set state = f.state, failure = f.failure, taken_until = null,
      sent_at = case when f.state = 'sent' then now() else o.sent_at end,
      next_attempt_at = case when f.pause is null then o.next_attempt_at else now() + make_interval(secs => f.pause) end,
      gateway_ids = coalesce(f.ids, o.gateway_ids), gateway_forms = coalesce(f.forms, o.gateway_forms)
    from json_to_recordset(${JSON.stringify(fates)}::json) as f(id int, state text, failure text, pause int, ids text[], forms text[])
    where o.id = f.id and o.state = 'sending'`.execute(db);
