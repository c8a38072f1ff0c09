// What is to be done at a moment: a row for each (what, object, moment), done once, whichever process comes first.
import { sql } from 'kysely';
import type { OutgoingChannel } from '../../contract/outbox.ts';
import type { AppDeps, Deps, WriteDb } from '../kernel/ctx.ts';
import { closedChannels, isOpen } from '../ports/gate.ts';
import { limitTo } from '../db/planned.ts';

/** Something that is done at its moment. */
export interface DueKind {
  what: string;
  /** How people read it: «Уборка старых входов». */
  title: string;
  /** Later than this it is late, ms: done all the same, asked about, or left out. */
  lateAfterMs: number;
  late: 'run' | 'ask' | 'skip';
  /** Something leaves the house by it: an installation that is only tried out never does it. */
  leaves?: boolean;
  /** It tells nobody anything and takes nothing away (sums compared, files made): it alone runs while the schedule's gate is closed. */
  isUpkeep?: boolean;
  /** Besides that, it waits while this gate is closed. */
  channel?: OutgoingChannel;
  /** For what comes back by itself: the latest moment at or before the given one. */
  latest?(now: Date): Date;
  /** Late, it begins to ask: tells whom that concerns; `done` inside its own transaction leaves it to a person. */
  asked?(deps: Deps, due: Due): Promise<void>;
  /** Does it; `done` inside its own transaction makes it happen exactly once. */
  run(deps: Deps, due: Due): Promise<void>;
}

export interface Due {
  id: number;
  object: string;
  dueAt: Date;
  done(tx: WriteDb): Promise<void>;
}

interface Row {
  id: number;
  what: string;
  object: string;
  due_at: string;
  attempts: number;
}

const LEASE_MS = 10 * 60_000;
const BATCH = 20;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 60_000;
const MAX_FAILURE = 500;

/** Plans something for a moment, in the caller's transaction; the same again changes nothing. */
export async function planDue(tx: WriteDb, { what, object = '', at }: { what: string; object?: string; at: Date }) {
  await tx
    .insertInto('due_moment')
    .values({ what, object, due_at: at.toISOString() })
    .onConflict((on) => on.columns(['what', 'object', 'due_at']).doNothing())
    .execute();
}

/** Takes back what was planned for an object and has not been done. */
export async function withdrawDue(tx: WriteDb, { what, object }: { what: string; object: string }) {
  await tx
    .deleteFrom('due_moment')
    .where('what', '=', what)
    .where('object', '=', object)
    .where('state', 'in', ['waiting', 'asks', 'failed'])
    .execute();
}

/** The same for every moment of an object whose names begin so. */
export async function withdrawDueOf(tx: WriteDb, { what, prefix }: { what: string; prefix: string }) {
  await tx
    .deleteFrom('due_moment')
    .where('what', '=', what)
    .where('object', 'like', `${prefix}%`)
    .where('state', 'in', ['waiting', 'asks', 'failed'])
    .execute();
}

/** One turn: does everything whose moment has come. Several processes may take their turns at once. */
export async function doDue(deps: AppDeps, kinds: readonly DueKind[]): Promise<number> {
  const now = deps.clock.now();
  const names = await openNames(deps, kinds);
  await planReturning(deps, kinds, names, now);
  let done = 0;
  for (const id of await idsDue(deps, names, now)) {
    // Each is taken as its turn comes: while those before it were done another process may have taken it, done it or been told to leave it.
    const row = await takeDue(deps, id);
    if (!row) continue;
    done += 1;
    await doOne(
      deps,
      kinds.find(({ what }) => what === row.what)!,
      row,
      now,
    );
  }
  return done;
}

/** Kinds that no closed gate keeps back. */
async function openNames(deps: AppDeps, kinds: readonly DueKind[]): Promise<string[]> {
  const held = await heldBySchedule(deps, kinds);
  const channels = [...new Set(kinds.flatMap(({ channel }) => channel ?? []))];
  const open = new Set<OutgoingChannel>();
  for (const channel of channels) if (await isOpen(deps, channel)) open.add(channel);
  return kinds
    .filter((kind) => !held.includes(kind) && (!kind.channel || open.has(kind.channel)))
    .map(({ what }) => what);
}

/** What waits for the gate of the schedule: where it is closed everything but upkeep, where it is only tried out what leaves. */
async function heldBySchedule(
  deps: Pick<Deps, 'db' | 'settings'>,
  kinds: readonly DueKind[],
): Promise<readonly DueKind[]> {
  if (await isOpen(deps, 'schedule')) return [];
  const isClosed = (await closedChannels(deps.db)).some(({ channel }) => channel === 'schedule');
  return kinds.filter(({ leaves, isUpkeep }) => leaves || (isClosed && !isUpkeep));
}

/** What the gate of the schedule keeps, or would keep, for each kind: so much goes when it is opened. */
export async function waitingForSchedule(
  deps: Pick<Deps, 'db' | 'settings'>,
  kinds: readonly DueKind[],
  now: Date,
): Promise<{ title: string; count: number }[]> {
  const held = kinds.filter(({ leaves, isUpkeep }) => (deps.settings.OUTGOING === 'closed' ? leaves : !isUpkeep));
  const rows = await deps.db
    .selectFrom('due_moment')
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now.toISOString())
    .select(({ fn }) => ['what', fn.countAll<number>().as('n')])
    .groupBy('what')
    .execute();
  const counts = new Map(rows.map(({ what, n }) => [what, Number(n)]));
  return held.flatMap(({ what, title }) => (counts.has(what) ? [{ title, count: counts.get(what)! }] : []));
}

async function planReturning(deps: AppDeps, kinds: readonly DueKind[], open: readonly string[], now: Date) {
  // What is kept back stands there once, however many nights it waits.
  const waiting = await deps.db
    .selectFrom('due_moment')
    .where('state', '=', 'waiting')
    .where('object', '=', '')
    .select('what')
    .execute();
  const isKept = (what: string) => !open.includes(what) && waiting.some((row) => row.what === what);
  const values = kinds.flatMap(({ what, latest }) =>
    latest && !isKept(what) ? [{ what, object: '', due_at: latest(now).toISOString() }] : [],
  );
  if (!values.length) return;
  await deps.db
    .insertInto('due_moment')
    .values(values)
    .onConflict((on) => on.columns(['what', 'object', 'due_at']).doNothing())
    .execute();
}

const isFree = (now: Date) =>
  sql`state = 'waiting' and due_at <= ${now.toISOString()} and (taken_until is null or taken_until <= ${now.toISOString()})`;

async function idsDue(deps: AppDeps, names: string[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from due_moment where ${isFree(now)} and what = any(${names})
    order by due_at, id ${limitTo(BATCH)}`.execute(deps.db);
  return rows.map(({ id }) => id);
}

/** Takes one for `LEASE_MS` from now; null when it is not free any more. */
async function takeDue(deps: AppDeps, id: number): Promise<Row | null> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  const { rows } = await sql<Row>`update due_moment set taken_until = ${until}, attempts = attempts + 1
    where id = ${id} and ${isFree(now)} returning id, what, object, due_at, attempts`.execute(deps.db);
  return rows[0] ?? null;
}

async function doOne(deps: AppDeps, kind: DueKind, row: Row, now: Date) {
  const dueAt = new Date(row.due_at);
  const isLate = now.getTime() - dueAt.getTime() > kind.lateAfterMs;
  const end = { run: 'done', ask: 'asks', skip: 'skipped' } as const;
  const state = isLate ? end[kind.late] : 'done';
  const due = { id: row.id, object: row.object, dueAt, done: (tx: WriteDb) => writeState(tx, row.id, state, now) };
  try {
    if (state === 'done') await kind.run(deps, due);
    else if (state === 'asks') await kind.asked?.(deps, due);
    await writeState(deps.db, row.id, state, now);
  } catch (error) {
    await writeFault(deps, row, error as Error, now);
  }
}

async function writeState(db: AppDeps['db'] | WriteDb, id: number, state: 'done' | 'asks' | 'skipped', now: Date) {
  await db
    .updateTable('due_moment')
    .set({ state, taken_until: null, failure: null, ...(state === 'asks' ? {} : { done_at: now.toISOString() }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Between attempts it waits 1, 2, 4, 8 minutes; after the last a person decides. */
async function writeFault(deps: AppDeps, { id, what, object, attempts }: Row, error: Error, now: Date) {
  deps.report(`По расписанию: ${what} ${object}`, error);
  const again = new Date(now.getTime() + FIRST_PAUSE_MS * 2 ** (attempts - 1)).toISOString();
  await deps.db
    .updateTable('due_moment')
    .set({
      failure: error.message.slice(0, MAX_FAILURE),
      ...(attempts < ATTEMPTS ? { taken_until: again } : { state: 'failed', taken_until: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** A decision about something late: done now, as if its moment had just come, or left out. False when it was decided before. */
export async function decideDue(
  tx: WriteDb,
  { id, isWanted, by, now }: { id: number; isWanted: boolean; by: number; now: Date },
): Promise<boolean> {
  const decided = await tx
    .updateTable('due_moment')
    .set(
      isWanted
        ? { state: 'waiting', due_at: now.toISOString(), attempts: 0, failure: null, decided_by: by }
        : { state: 'skipped', done_at: now.toISOString(), decided_by: by },
    )
    .where('id', '=', id)
    .where('state', 'in', ['asks', 'failed'])
    .executeTakeFirst();
  return decided.numUpdatedRows > 0n;
}

const DAY_MS = 86_400_000;
/** Every day at an hour of Moscow, which knows no summer time. */
export const daily =
  (hour: number) =>
  (now: Date): Date => {
    const shift = (hour - 3) * 3_600_000;
    return new Date(Math.floor((now.getTime() - shift) / DAY_MS) * DAY_MS + shift);
  };

/** Upkeep of the night: whenever it is done, late is as good as in time. */
export const nightly = { latest: daily(3), lateAfterMs: DAY_MS, late: 'run' } as const;
