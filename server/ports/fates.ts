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
  /** Kopecks that the gateway asks for it. */
  billed?: number;
  /** The mail server says that there is no such mailbox. */
  isBadAddress?: true;
}

/** So long fates are gathered before they are written: a statement costs as much for one as for dozens, ms. */
const GATHER_MS = 30;
/** More than these don't wait to be written: the way is faster than the database, and a kill would leave too many unknown. */
const MOST_WAITING = 1000;

export interface FateKeeper {
  /** Takes a fate of a message that is `sending`; waits only where too many are still to be written. @throws what the writing threw */
  keep(fate: Fate): Promise<void>;
  /** Done once everything told is written. @throws what the writing threw */
  end(): Promise<void>;
}

type Keeping = Pick<AppDeps, 'db' | 'engine' | 'clock'>;

/** Writes fates; those told while a write is under way go with the next one. */
export function fateKeeper(deps: Keeping): FateKeeper {
  let waiting: Fate[] = [];
  let writing: Promise<void> | null = null;
  let isBroken = false;
  const flush = async () => {
    while (waiting.length) {
      await pause(GATHER_MS);
      const fates = waiting;
      waiting = [];
      await failPoint('fates gathered');
      await write(deps, fates);
    }
    writing = null;
  };
  const begin = () => {
    writing ??= flush();
    writing.catch(() => (isBroken = true));
    return writing;
  };
  return {
    async keep(fate) {
      await failPoint('message handed over');
      waiting.push(fate);
      const written = begin();
      // What can't be written down is not handed over further.
      if (isBroken || waiting.length > MOST_WAITING) await written;
    },
    end: async () => void (await writing),
  };
}

/**
 * A server of its own is not waited for until its disk has it: a fate that a power failure takes back leaves its message `sending`, and that
 * ends as «неизвестно», never as sent twice. Whatever is said to people is written later and waits for the disk with everything before it.
 * The embedded database dies with the process, and would lose them to every kill.
 */
const write = ({ db, engine, clock }: Keeping, fates: readonly Fate[]) => {
  const commit = engine.kind === 'server' ? 'off' : 'on';
  const now = clock.now().toISOString();
  return sql`update outbox o set state = case when f.state = 'queued' and o.withdrawn is not null then 'cancelled' else f.state end, failure = f.failure, taken_until = null,
      sent_at = case when f.state = 'sent' then ${now}::timestamptz else o.sent_at end,
      next_attempt_at = case when f.pause is null then o.next_attempt_at else ${now}::timestamptz + make_interval(secs => f.pause) end,
      gateway_ids = coalesce(f.ids, o.gateway_ids), gateway_forms = coalesce(f.forms, o.gateway_forms),
      billed_kopecks = coalesce(f.billed, o.billed_kopecks), is_bad_address = coalesce(f."isBadAddress", false)
    from json_to_recordset(${JSON.stringify(fates)}::json) as f(id int, state text, failure text, pause int, ids text[], forms text[], billed int, "isBadAddress" boolean)
      cross join (select set_config('synchronous_commit', ${commit}, true)) as at_ease
    where o.id = f.id and o.state = 'sending'`.execute(db);
};
