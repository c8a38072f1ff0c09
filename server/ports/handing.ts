// Messages on their way out of the outbox: taken ahead of need, handed over side by side, their fates written together. The way never waits
// for the database; what is in somebody's hands is marked so before it leaves.
import { sql } from 'kysely';
import type { OutgoingChannel } from '../../contract/outbox.ts';
import type { AppDeps, WriteDb } from '../kernel/ctx.ts';
import { failPoint } from '../kernel/failPoints.ts';
import { fateKeeper, type Fate } from './fates.ts';
import { closeGate } from './gate.ts';
import { limitTo } from '../db/planned.ts';

/**
 * A message whose process went silent for so long may have gone or not, s. Leases alone go by the clock of the database: processes on several
 * machines compare them, and that clock is the one they share; whose turn it is goes by the program's, which wrote when.
 */
export const LEASE_S = 600;
/** The way is given so long for a message, whatever its own timeouts are: it is over well before anybody thinks its process dead. */
export const HAND_MS = 300_000;
/** Told to leave it, the way says within this what became of it; a way that is silent even then leaves it unknown. */
export const LET_GO_MS = 5000;
/** So many refusals one after another close the gate: the fault is the way's, not the receivers'. */
const REFUSALS_TO_STOP = 20;
/** As many are taken at once as leave in some moments: few where the way is slow, so that little is in hand when the process dies. */
const [LEAST, FIRST, MOST] = [20, 100, 400];
const [QUICK_MS, SLOW_MS] = [150, 1000];
/**
 * What is in hand longer is looked at again before it is begun: its mailing may be stopped, its receiver gone. Its lease begins anew then,
 * so that of a lease at most this is over when a message is begun.
 */
export const FRESH_MS = 1000;

export interface Taken {
  id: number;
  attempts: number;
}

/** What the way said of a message. */
export interface Answer extends Omit<Fate, 'id'> {
  /**
   * It refused: this message, or surely every next one as well. Not said of a message that was refused in the same way before: that is its
   * own fault by now, and must not close the way again.
   */
  refused?: 'one' | 'all';
}

/** A way out of the house. */
export interface Way<Row extends Taken> {
  channel: 'mail' | 'sms';
  /** What a refusal of the way is called where people read why it is closed: «Шлюз СМС отказывает». */
  refusing: string;
  /** Columns of the outbox beside the number and the attempts. */
  columns: readonly string[];
  /** So many are handed over side by side. */
  width: number;
  /** Never throws. Once `signal` is aborted it ends at once with what is known. */
  handOver(row: Row, signal: AbortSignal): Promise<Answer>;
  /** Longest time for one message, for tests; `HAND_MS`. */
  handMs?: number;
  /**
   * Done before each taking, and for messages in hand (`held`, their numbers) that have waited there: whoever may not be written to any
   * more is left out.
   */
  before?(held?: readonly number[]): Promise<void>;
  /** Once aborted nothing more is begun; what is in hand and not begun goes back. */
  signal?: AbortSignal | undefined;
}

type Sending = Pick<AppDeps, 'db' | 'engine' | 'settings' | 'clock'>;

/**
 * Hands over everything whose turn has come; answers how many were. Of two processes one gets each message.
 * @throws what the database throws; what was in hand then is «неизвестно» once its lease is over
 */
export async function handOverDue<Row extends Taken>(deps: Sending, way: Way<Row>): Promise<number> {
  if (deps.settings.OUTGOING === 'closed') return 0;
  await leaveUnknown(deps, way.channel);
  const [keeper, brake] = [fateKeeper(deps), new Brake()];
  const supply = new Supply(deps, way, () => brake.cause !== null || Boolean(way.signal?.aborted));
  let count = 0;
  const lane = async () => {
    for (let row = await supply.next(); row; row = await supply.next()) {
      const { refused, ...fate } = await handInTime(way, row);
      count += 1;
      brake.hear(row, fate, refused);
      await keeper.keep({ ...fate, id: row.id });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: way.width }, lane));
  await keeper.end();
  await failPoint('fates written');
  if (brake.cause !== null) await stopWay(deps, way, brake);
  await supply.giveBack();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return count;
}

/** Hands a message over, and leaves it when it takes too long: a slow peer must not outlive the lease. */
async function handInTime<Row extends Taken>({ handOver, handMs = HAND_MS }: Way<Row>, row: Row): Promise<Answer> {
  const leaving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      leaving.abort();
      timer = setTimeout(resolve, LET_GO_MS, {
        state: 'unknown',
        failure: 'ответа ждали слишком долго',
        refused: 'one',
      });
    }, handMs);
  });
  return Promise.race([handOver(row, leaving.signal), late]).finally(() => clearTimeout(timer));
}

/** What a process had in hand when it was killed is not sent again blindly: it may have gone. */
const leaveUnknown = ({ db }: Sending, channel: 'mail' | 'sms') =>
  sql`update outbox set state = 'unknown', taken_until = null, failure = 'Сервер остановился, пока сообщение уходило'
    where state = 'sending' and channel = ${channel} and taken_until < now()`.execute(db);

/** One of thousands that nobody waits for. */
interface Bulk {
  is_bulk: boolean;
}

/** Messages taken and not begun; the next are fetched while these leave. */
class Supply<Row extends Taken> {
  private readonly hand: (Row & Bulk)[] = [];
  private size = FIRST;
  private takenAt = 0;
  /** When everything in hand was last known to be wanted. */
  private freshAt = 0;
  private isDry = false;
  private fetching: Promise<void> | null = null;
  private looking: Promise<void> | null = null;
  private readonly db: AppDeps['db'];
  private readonly clock: AppDeps['clock'];
  private readonly way: Way<Row>;
  private readonly isOver: () => boolean;

  constructor({ db, clock }: Sending, way: Way<Row>, isOver: () => boolean) {
    this.db = db;
    this.clock = clock;
    this.way = way;
    this.isOver = isOver;
  }

  /** The next message; none once everything is handed over or nothing more may be. */
  async next(): Promise<Row | undefined> {
    while (!this.isOver()) {
      if (!this.hand.length) {
        if (this.isDry) break;
        await this.fetch();
      } else if (performance.now() - this.freshAt > FRESH_MS) await this.lookAgain();
      else break;
    }
    if (this.isOver()) return undefined;
    const row = this.hand.shift();
    // A failure of the early fetch is met by whoever needs what it was to bring.
    if (this.hand.length < this.size && !this.isDry) this.fetch().catch(() => undefined);
    return row;
  }

  /** What was not begun waits again, as if it had never been taken. */
  async giveBack(): Promise<void> {
    await this.fetching?.catch(() => undefined);
    const ids = this.hand.splice(0).map(({ id }) => id);
    if (ids.length)
      await sql`update outbox set state = case when withdrawn is null then 'queued' else 'cancelled' end, attempts = attempts - 1, taken_until = null
        where id = any(${ids}::int[]) and state = 'sending'`.execute(this.db);
  }

  private lookAgain(): Promise<void> {
    return (this.looking ??= this.leaveOut().finally(() => (this.looking = null)));
  }

  /** Lets go what was stopped or withdrawn since it was taken; behind a gate that was closed meanwhile, everything. */
  private async leaveOut() {
    const at = performance.now();
    const ids = this.hand.map(({ id }) => id);
    const { channel } = this.way;
    await this.way.before?.(ids);
    await sql`update outbox set state = 'cancelled', attempts = attempts - 1, taken_until = null
      where id = any(${ids}::int[]) and state = 'sending' and withdrawn is not null`.execute(this.db);
    const { rows } = await sql<{
      id: number;
      closed: boolean;
    }>`update outbox set taken_until = now() + make_interval(secs => ${LEASE_S})
      where id = any(${ids}::int[]) and state = 'sending'
      returning id, exists (select 1 from outgoing_gate g where g.channel = ${channel}) as closed`.execute(this.db);
    if (rows.some(({ closed }) => closed)) {
      this.isDry = true;
      return this.giveBack();
    }
    const [looked, wanted] = [new Set(ids), new Set(rows.map(({ id }) => id))];
    const kept = this.hand.filter(({ id }) => wanted.has(id) || !looked.has(id));
    this.hand.splice(0, this.hand.length, ...kept);
    this.freshAt = at;
  }

  private awaited(): number {
    const at = this.hand.findIndex((row) => row.is_bulk);
    return at < 0 ? this.hand.length : at;
  }

  private fetch(): Promise<void> {
    return (this.fetching ??= this.take().finally(() => (this.fetching = null)));
  }

  private async take() {
    await this.way.before?.();
    const past = performance.now() - this.takenAt;
    this.takenAt += past;
    if (past < QUICK_MS) this.size = Math.min(MOST, 2 * this.size);
    else if (past > SLOW_MS) this.size = Math.max(LEAST, Math.ceil(this.size / 2));
    const { channel, columns } = this.way;
    const now = this.clock.now().toISOString();
    // Taken by one statement: whoever dies after it leaves no doubt about what he had in hand. What somebody waits for goes before mailings.
    const due = (isBulk: boolean) => sql`select id from outbox where state = 'queued' and channel = ${channel}
        and ${isBulk ? sql`` : sql`not`} is_bulk and next_attempt_at <= ${now}::timestamptz
        and not exists (select 1 from outgoing_gate g where g.channel = ${channel})
      order by next_attempt_at, id ${limitTo(this.size)} for update skip locked`;
    const { rows } = await sql<Row & Bulk>`with awaited as (${due(false)}), bulk as (${due(true)})
      update outbox set state = 'sending', attempts = attempts + 1, taken_until = now() + make_interval(secs => ${LEASE_S})
      where id in (select id from awaited union all select id from bulk)
      returning id, attempts, is_bulk, ${sql.join(columns.map((name) => sql.ref(name)))}`.execute(this.db);
    this.isDry = rows.length < this.size;
    if (!this.hand.length) this.freshAt = this.takenAt;
    rows.sort((one, other) => one.id - other.id);
    // Awaited ones stand before all of mailings, each kind in its turn.
    this.hand.splice(this.awaited(), 0, ...rows.filter((row) => !row.is_bulk));
    this.hand.push(...rows.filter((row) => row.is_bulk));
    if (rows.length) await failPoint('messages taken');
  }
}

/** Refusals in a row. */
class Brake {
  cause: string | null = null;
  /** Messages refused in the row that closes the gate. */
  readonly run: number[] = [];

  hear({ id }: Taken, { failure, state }: Omit<Fate, 'id'>, refused: Answer['refused']) {
    if (state === 'sent') this.run.splice(0);
    if (!refused) return;
    this.run.push(id);
    if (refused === 'all' || this.run.length >= REFUSALS_TO_STOP) this.cause ??= failure ?? '';
  }
}

/** Closes the gate with the reason; whoever was refused in the row waits again: nobody is marked unreachable for a fault of the way. */
async function stopWay(
  { db, clock }: Sending,
  { channel, refusing }: Pick<Way<Taken>, 'channel' | 'refusing'>,
  brake: Brake,
) {
  await db.transaction().execute(async (tx) => {
    await closeGate(tx as WriteDb, {
      channels: [channel satisfies OutgoingChannel],
      cause: 'brake',
      reason: `${refusing}: ${brake.cause}`.slice(0, 500),
      by: null,
      at: clock.now(),
    });
    await sql`update outbox o set state = 'queued' where id = any(${brake.run}::int[]) and state = 'failed' and withdrawn is null
      and not exists (select 1 from notification_message m where m.outbox_id = o.id and m.status <> 0)`.execute(tx);
  });
}
