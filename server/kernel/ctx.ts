// What a handler holds: who acts, what he may read, and the outside world behind ports.
import type { Kysely, Transaction } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { DB } from '../db/types.ts';
import type { Engine } from '../db/engine.ts';
import { dateIn, HOME_ZONE, startOfDay, type Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/files.ts';
import type { AddressCleaner } from '../ports/addressCleaner.ts';
import type { AddressSource } from '../ports/addresses.ts';
import type { BackupRoom } from '../ports/backups.ts';
import type { PdfEngine } from '../ports/pdf/engine.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/**
 * The database for reading: questions built by `selectFrom`, or written out and asked by `read`. It has nothing by which a
 * statement could be run or a write built, so a write outside `act` doesn't compile.
 */
export type ReadDb = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom'>;

declare const insideAct: unique symbol;
/** The open transaction of an `act`; only `act` makes one. */
export type WriteDb = Transaction<DB> & { readonly [insideAct]: true };

/** What handlers and background work stand on. */
export interface Deps {
  db: ReadDb;
  settings: Settings;
  secrets: Secrets;
  clock: Clock;
  files: FileStore;
  /** Null where no service is set: then hints come from the register. */
  addresses: AddressSource | null;
  /** Writes addresses anew for money; null where no service is set: then the register's own dictionary does. */
  cleaner: AddressCleaner | null;
  pdf: PdfEngine;
  backups: BackupRoom;
  jobs: Jobs;
}

/** What the process has opened; the database itself is for the kernel, first data and tools, never for handlers. */
export interface AppDeps extends Deps {
  engine: Engine;
  db: Kysely<DB>;
  /** Tells the server's log of a fault that no request hears of. */
  report(what: string, error: unknown): void;
}

/** The queue as handlers see it; `enqueue` is part of the caller's transaction. */
export interface Jobs {
  enqueue(tx: WriteDb, name: string, data: object): Promise<string>;
}

/** What a person meant by one call: its key, a digest of what was asked. */
export interface Intent {
  key: string;
  asked: string;
  /** This call has written under it. */
  isTaken: boolean;
}

export interface Ctx {
  actor: Actor;
  db: ReadDb;
  deps: Deps;
  ip: string;
  fingerprint: string;
  /** What the browser said of itself; work that nobody asked for by a browser has none. */
  userAgent?: string | undefined;
  /** Time zone of the МО in which the actor works; Moscow when there is none. */
  timeZone?: string | undefined;
  now(): Date;
  /** Set for calls that came with a key: their first act takes it. */
  intent?: Intent | null;
}

/** Calendar date of this moment where the actor works: the day of the МО's time zone, `YYYY-MM-DD`. */
export const todayOf = (ctx: Pick<Ctx, 'now' | 'timeZone'>): string => dateIn(ctx.now(), ctx.timeZone);

/** The moment at which that day began. */
export const startOfToday = (ctx: Pick<Ctx, 'now' | 'timeZone'>): Date =>
  startOfDay(todayOf(ctx), ctx.timeZone ?? HOME_ZONE);

/** A caller without a token: calls that need nobody. */
export const nobody: Actor = {
  userId: 0,
  sessionId: 0,
  name: 'Гость',
  role: 'guest',
  isSuperuser: 0,
  region: null,
  mo: null,
  po: null,
  capabilities: [],
};

/** Context of work that no request asked for; the log names `actor`. `now` defaults to the clock. */
export const workCtx = (deps: Deps, actor: Partial<Actor>, now = () => deps.clock.now(), timeZone?: string): Ctx => ({
  timeZone,
  actor: { ...nobody, ...actor },
  db: deps.db,
  deps,
  ip: '',
  fingerprint: '',
  now,
});
