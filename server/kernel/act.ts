// The only way to write: one transaction that holds the rows, the log line, the events and the jobs.
import { sql, type Kysely } from 'kysely';
import { fieldsOfObject } from '../../contract/fields/index.ts';
import type { LiveAudience, LiveMessage } from '../../contract/kernel/live.ts';
import type { ObjectType } from '../../contract/kernel/objects.ts';
import { saysWhatWasTaken } from './copied.ts';
import type { Ctx, WriteDb } from './ctx.ts';
import type { DB } from '../db/types.ts';
import { deviceWords } from './deviceName.ts';
import { forbidden } from './errors.ts';
import { failPoint } from './failPoints.ts';
import { takeIntent } from './keys.ts';
import { keyOwnerOf, sealAll } from './personKeys.ts';
import { lendSecrets } from './secrets.ts';

export interface LogEntry {
  /** `tab.action`, as the action log groups them: `garage.update`. Defaults to the verb of the act. */
  verb?: string;
  object?: { type: ObjectType; id: number; name?: string };
  place?: { region_id: number | null; mo_id: number | null; po_id: number | null };
  /** Russian sentence without the author: «Изменён гараж А, 45: размер». */
  text: string;
  before?: unknown;
  after?: unknown;
  /** Whose hidden data were shown or taken away by it: «кто видел мои данные» is asked by these cards. */
  people?: readonly number[] | undefined;
}
/** So many people stand in the line itself as `after.people`, more in a row beside it: a page of the log stays light. */
const MOST_IN_LINE = 200;

export interface Write {
  tx: WriteDb;
  log(entry: LogEntry): Promise<void>;
  /** Many lines at once: hundreds of cards are told by a few statements. None of nothing. */
  logAll(entries: readonly LogEntry[]): Promise<void>;
  /** Spoken after commit, and only then: PostgreSQL delivers a notification with its transaction. */
  emit(audience: LiveAudience, message: LiveEvent): Promise<void>;
  /** Answers the number of the job in the queue. */
  enqueue(name: string, data: object): Promise<string>;
  /** Runs once the transaction is kept, in this process; nothing of it runs when it is not. */
  afterCommit(work: () => void): void;
}

/** What processes tell each other: messages for people, and a file that each process reads for those who hear it there. */
export type LiveEvent = LiveMessage | { type: 'file_ready'; message: { job_id: number } };

/** Channel that carries live events between processes. */
export const LIVE_CHANNEL = 'live';

/** The whole of what handlers are given for reading; a transaction is begun here and nowhere else. */
const openedDb = (ctx: Ctx) => ctx.deps.db as Kysely<DB>;

/** Says what is kept nowhere and may be lost without harm: that somebody is writing. Nothing is written by it. */
export async function sayPassing(ctx: Ctx, audience: LiveAudience, message: LiveMessage): Promise<void> {
  const said = JSON.stringify({ audience, message });
  await sql`select pg_notify(${LIVE_CHANNEL}, ${said})`.execute(openedDb(ctx));
}

/**
 * Runs `fn` in one transaction. A write without a log line is a fault: it throws and nothing is kept.
 * The first act of a call that came with a key takes it: the same call again writes nothing.
 * Nothing slow belongs inside: the embedded database has one connection and readers wait for it.
 */
export async function act<T>(ctx: Ctx, verb: string, fn: (write: Write) => Promise<T>): Promise<T> {
  if (ctx.actor.viewOnly) throw forbidden('Режим просмотра: изменения недоступны');
  const intent = ctx.intent?.isTaken ? null : ctx.intent;
  const afterwards: (() => void)[] = [];
  const db = openedDb(ctx);
  const done = await db.transaction().execute(async (transaction) => {
    const tx = transaction as WriteDb;
    lendSecrets(tx, ctx.deps.secrets);
    if (intent) await takeIntent(ctx, tx, intent);
    let lines = 0;
    const spoken: string[] = [];
    const logAll = async (entries: readonly LogEntry[]) => {
      lines += entries.length;
      const told = entries.map((entry) => ({ verb, ...entry }));
      for (const entry of told)
        if (entry.verb.startsWith('copy.') && !saysWhatWasTaken(entry.after))
          throw new Error(`a line of ${entry.verb} does not say what was taken`);
      await writeLog(tx, ctx, told);
    };
    const result = await fn({
      tx,
      log: (entry) => logAll([entry]),
      logAll,
      emit: async (audience, message) => void spoken.push(spokenOf(audience, message)),
      enqueue: (name, data) => ctx.deps.jobs.enqueue(tx, name, data),
      afterCommit: (work) => void afterwards.push(work),
    });
    if (!lines) throw new Error(`the act ${verb} wrote no log line`);
    // Said all at once: nobody hears any of it before the transaction is kept.
    if (spoken.length)
      await sql`select pg_notify(${LIVE_CHANNEL}, said) from unnest(${spoken}::text[]) as said`.execute(tx);
    await failPoint('before commit');
    return result;
  });
  if (intent) intent.isTaken = true;
  for (const work of afterwards) work();
  await failPoint('after commit');
  return done;
}

/** PostgreSQL carries so many bytes of a notification; a little is left for what stands around the text. */
const MOST_SPOKEN_BYTES = 7500;

/** An event as it is carried; of too many records it says only that there are some. */
function spokenOf(audience: LiveAudience, message: LiveEvent): string {
  const whole = JSON.stringify({ audience, message });
  if (message.type !== 'records_changed' || Buffer.byteLength(whole) <= MOST_SPOKEN_BYTES) return whole;
  return JSON.stringify({ audience, message: { ...message, message: { ...message.message, ids: [] } } });
}

/** Lines of one statement: each has seventeen values, a statement takes 65 535. */
const MOST_LINES = 500;

async function writeLog(tx: WriteDb, ctx: Ctx, entries: readonly (LogEntry & { verb: string })[]) {
  const sealed = await withoutPersonal(tx, ctx, entries);
  const lines = entries.map((entry, at) => ({
    ...lineOf(ctx, entry, sealed[at]!),
    people: [...new Set(entry.people)],
  }));
  const isLong = ({ people }: { people: readonly number[] }) => people.length > MOST_IN_LINE;
  const plain = lines.filter((line) => !isLong(line));
  for (let from = 0; from < plain.length; from += MOST_LINES)
    await tx
      .insertInto('action_log')
      .values(plain.slice(from, from + MOST_LINES).map(({ people: _people, ...line }) => line))
      .execute();
  for (const { people, ...line } of lines.filter(isLong)) {
    const { id } = await tx.insertInto('action_log').values(line).returning('id').executeTakeFirstOrThrow();
    await tx.insertInto('log_seen').values({ line_id: id, people }).execute();
  }
}

function lineOf(ctx: Ctx, entry: LogEntry & { verb: string }, [before, after]: readonly unknown[]) {
  const { actor } = ctx;
  const people = [...new Set(entry.people)];
  const told = people.length && people.length <= MOST_IN_LINE ? { ...(after as object | undefined), people } : after;
  const place = entry.place ?? { region_id: actor.region, mo_id: actor.mo, po_id: actor.po };
  return {
    at: ctx.now().toISOString(),
    user_id: actor.userId || null,
    user_name: actor.name,
    verb: entry.verb,
    object_type: entry.object?.type ?? null,
    object_id: entry.object?.id ?? null,
    object_name: entry.object?.name ?? null,
    region_id: place.region_id,
    mo_id: place.mo_id,
    po_id: place.po_id,
    text: entry.text,
    before: before === undefined ? null : JSON.stringify(before),
    after: told === undefined ? null : JSON.stringify(told),
    ip: ctx.ip || null,
    device: ctx.fingerprint.slice(0, 12) || null,
    device_name: deviceWords(ctx.userAgent ?? ''),
  };
}

/** Both sides of every entry; the personal values of a person's own fields are sealed with his key. */
function withoutPersonal(tx: WriteDb, ctx: Ctx, entries: readonly LogEntry[]): Promise<unknown[][]> {
  const told = entries.map(({ object, before, after }) => ({
    owner: keyOwnerOf(object?.type, object?.id),
    fields: fieldsOfObject(object?.type) ?? null,
    sides: [before, after],
  }));
  return sealAll(tx, ctx.deps.secrets, told);
}
