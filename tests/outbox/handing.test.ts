// How messages are taken from the outbox and handed over: refusals in a row close the way, what was not begun goes back, what was stopped
// is not tried again.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedChannels } from '../../server/ports/gate.ts';
import {
  FRESH_MS,
  HAND_MS,
  handOverDue,
  LEASE_S,
  LET_GO_MS,
  type Answer,
  type Taken,
  type Way,
} from '../../server/ports/handing.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.deleteFrom('outgoing_gate').execute();
  await t.deps.db.deleteFrom('outbox').execute();
});

const fill = (count: number, attempts = 0) =>
  sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at, attempts)
    select 'sms', 'handing', n::text, '+7900' || n, '', 'Собрание', '2020-01-01', ${attempts}::int from generate_series(1, ${count}::int) as n`.execute(
    t.deps.db,
  );
const way = (handOver: (row: Taken) => Promise<Answer> | Answer, more: Partial<Way<Taken>> = {}): Way<Taken> => ({
  channel: 'sms',
  refusing: 'Шлюз отказывает',
  columns: ['recipient'],
  width: 4,
  handOver: async (row) => handOver(row),
  ...more,
});
const sent: Answer = { state: 'sent', failure: null, ids: ['7'], forms: ['7'] };
const refused: Answer = { state: 'failed', failure: 'нет денег', refused: 'one' };
const states = async () =>
  Object.fromEntries(
    (
      await sql<{ state: string; n: number }>`select state, count(*)::int as n from outbox group by state`.execute(
        t.deps.db,
      )
    ).rows.map(({ state, n }) => [state, n]),
  );

it('everything due leaves once, in its turn, from as many hands as the way has', async () => {
  await fill(950);
  const seen: number[] = [];
  let [under, most] = [0, 0];
  const count = await handOverDue(
    t.deps,
    way(async ({ id }) => {
      seen.push(id);
      most = Math.max(most, (under += 1));
      await new Promise((resume) => setImmediate(resume));
      under -= 1;
      return sent;
    }),
  );
  expect([count, new Set(seen).size, most]).toEqual([950, 950, 4]);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(await states()).toEqual({ sent: 950 });
});

it('two at once: each message leaves once', async () => {
  await fill(900);
  const seen: number[] = [];
  const one = () =>
    handOverDue(
      t.deps,
      way(({ id }) => {
        seen.push(id);
        return sent;
      }),
    );
  const counts = await Promise.all([one(), one()]);
  expect([counts[0] + counts[1], new Set(seen).size]).toEqual([900, 900]);
  expect(await states()).toEqual({ sent: 900 });
});

it('twenty refusals in a row close the way with the reason; nobody is marked unreachable for it, the rest was not begun', async () => {
  await fill(300);
  let asked = 0;
  await handOverDue(
    t.deps,
    way(() => ((asked += 1), refused)),
  );
  // The hands that were full when the twentieth refusal came.
  expect(asked).toBeLessThanOrEqual(20 + 3);
  expect(await closedChannels(t.deps.db)).toMatchObject([
    { channel: 'sms', cause: 'brake', reason: 'Шлюз отказывает: нет денег' },
  ]);
  expect(await states()).toEqual({ queued: 300 });
  const { rows } = await sql<{ attempts: number; n: number }>`select attempts, count(*)::int as n from outbox
    group by attempts order by attempts`.execute(t.deps.db);
  expect(rows).toEqual([
    { attempts: 0, n: 300 - asked },
    { attempts: 1, n: asked },
  ]);
  // Behind the gate nothing is taken.
  expect(
    await handOverDue(
      t.deps,
      way(() => sent),
    ),
  ).toBe(0);
});

it('refusals between those that went close nothing; one that means all closes at once', async () => {
  await fill(60);
  let nth = 0;
  await handOverDue(
    t.deps,
    way(() => ((nth += 1) % 15 ? refused : sent), { width: 1 }),
  );
  expect(await closedChannels(t.deps.db)).toEqual([]);
  expect(await states()).toEqual({ failed: 56, sent: 4 });
  await t.deps.db.deleteFrom('outbox').execute();
  await fill(60);
  await handOverDue(
    t.deps,
    way(() => ({ state: 'queued', failure: 'пароль', pause: 60, refused: 'all' }), { width: 1 }),
  );
  expect(await closedChannels(t.deps.db)).toMatchObject([{ reason: 'Шлюз отказывает: пароль' }]);
  expect(await states()).toEqual({ queued: 60 });
});

it('when the server stops, what is in hand ends and the rest goes back as it was', async () => {
  await fill(200);
  const stopping = new AbortController();
  let asked = 0;
  const count = await handOverDue(
    t.deps,
    way(
      () => {
        if ((asked += 1) === 30) stopping.abort();
        return sent;
      },
      { signal: stopping.signal },
    ),
  );
  expect(count).toBeLessThan(40);
  expect(await states()).toEqual({ sent: count, queued: 200 - count });
  const left = t.deps.db.selectFrom('outbox').where('state', '=', 'queued').select('attempts').distinct();
  expect(await left.execute()).toEqual([{ attempts: 0 }]);
});

it('a mailing stopped while a message was in hand: another attempt is not made, in hand or given back', async () => {
  await fill(30);
  const stopping = new AbortController();
  const withdraw = () =>
    sql`update outbox set withdrawn = 'Рассылка остановлена' where state = 'sending'`.execute(t.deps.db);
  await handOverDue(
    t.deps,
    way(
      async () => {
        await withdraw();
        stopping.abort();
        return { state: 'queued', failure: 'занято', pause: 60 };
      },
      { width: 1, signal: stopping.signal },
    ),
  );
  expect(await states()).toEqual({ cancelled: 30 });
});

it('what waits in hand on a slow way is looked at again: stopped meanwhile, it is not begun', async () => {
  await fill(40);
  const looked: (readonly number[])[] = [];
  let begun = 0;
  await handOverDue(
    t.deps,
    way(
      async () => {
        begun += 1;
        if (begun === 3)
          await sql`update outbox set withdrawn = 'Рассылка остановлена' where state = 'sending'`.execute(t.deps.db);
        await new Promise((resume) => setTimeout(resume, 600));
        return sent;
      },
      { width: 1, before: async (held) => void (held && looked.push(held)) },
    ),
  );
  // The hand was taken a second ago at most when the mailing was stopped.
  expect(begun).toBeLessThanOrEqual(5);
  expect(looked.at(-1)!.length).toBeGreaterThan(30);
  expect(await states()).toEqual({ sent: begun, cancelled: 40 - begun });
});

it('a gate that is closed meanwhile keeps what is in hand', async () => {
  await fill(40);
  let begun = 0;
  await handOverDue(
    t.deps,
    way(
      async () => {
        if ((begun += 1) === 2)
          await t.deps.db
            .insertInto('outgoing_gate')
            .values({
              channel: 'sms',
              cause: 'person',
              reason: 'Проверка',
              closed_at: t.deps.clock.now().toISOString(),
            })
            .execute();
        await new Promise((resume) => setTimeout(resume, 600));
        return sent;
      },
      { width: 1 },
    ),
  );
  expect(begun).toBeLessThanOrEqual(4);
  expect(await states()).toEqual({ sent: begun, queued: 40 - begun });
  const left = t.deps.db.selectFrom('outbox').where('state', '=', 'queued').select('attempts').distinct();
  expect(await left.execute()).toEqual([{ attempts: 0 }]);
});

it('what somebody waits for goes before a mailing that was written earlier', async () => {
  await fill(300);
  await sql`update outbox set what = 'notification:1'`.execute(t.deps.db);
  await sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, next_attempt_at)
    values ('sms', 'letter:x', 'me', '+79001112233', '', 'Код входа', '2020-01-02')`.execute(t.deps.db);
  const seen: string[] = [];
  await handOverDue(
    t.deps,
    way((row) => {
      seen.push((row as Taken & { recipient: string }).recipient);
      return sent;
    }),
  );
  expect(seen.indexOf('+79001112233')).toBe(0);
  expect(seen).toHaveLength(301);
});

it('twenty in a row of which nobody knows close the way, and stay unknown', async () => {
  await fill(100);
  let asked = 0;
  await handOverDue(
    t.deps,
    way(() => ((asked += 1), { state: 'unknown', failure: 'шлюз не ответил', refused: 'one' })),
  );
  expect(asked).toBeLessThanOrEqual(20 + 3);
  expect(await closedChannels(t.deps.db)).toMatchObject([{ reason: 'Шлюз отказывает: шлюз не ответил' }]);
  expect(await states()).toEqual({ unknown: asked, queued: 100 - asked });
});

it('where fates cannot be written, nothing more is handed over', async () => {
  await fill(100);
  let asked = 0;
  const unable = way(() => ((asked += 1), { ...sent, state: 'nowhere' as 'sent' }));
  await expect(handOverDue(t.deps, unable)).rejects.toThrow();
  expect(asked).toBeGreaterThan(0);
  expect(await states()).toEqual({ sending: 100 });
});

describe('a slow peer', () => {
  it('has less time than the lease, with what was spent of it in hand', () => {
    expect(FRESH_MS + HAND_MS + LET_GO_MS).toBeLessThan(0.6 * LEASE_S * 1000);
  });

  it('that never answers is told to let go, and left when it does not', { timeout: inTime(20_000) }, async () => {
    await fill(2);
    let left = 0;
    const stalling = () => new Promise<Answer>(() => undefined);
    await handOverDue(t.deps, {
      ...way(() => sent),
      handMs: 200,
      handOver: (_row, signal) => {
        signal.addEventListener('abort', () => (left += 1));
        return stalling();
      },
    });
    expect(left).toBe(2);
    expect(await states()).toEqual({ unknown: 2 });
  });

  it('does not eat the lease of what waits in hand', async () => {
    await fill(3);
    const until: number[] = [];
    await handOverDue(
      t.deps,
      way(
        async ({ id }) => {
          const row = await t.deps.db
            .selectFrom('outbox')
            .where('id', '=', id)
            .select(sql<number>`extract(epoch from taken_until - now())::int`.as('left'))
            .executeTakeFirstOrThrow();
          until.push(row.left);
          // As long as nearly the whole lease.
          await sql`update outbox set taken_until = now() + interval '5 seconds' where state = 'sending'`.execute(
            t.deps.db,
          );
          await new Promise((resume) => setTimeout(resume, FRESH_MS + 100));
          return sent;
        },
        { width: 1 },
      ),
    );
    expect(Math.min(...until)).toBeGreaterThan(LEASE_S - 10);
  });
});

it('whose turn it is, when it left and when it is tried again go by the clock of the program, not of the database', async () => {
  await fill(2);
  await sql`update outbox set next_attempt_at = case receiver when '1' then '2026-11-20T09:00:30Z' else '2026-11-20T09:30:00Z' end::timestamptz`.execute(
    t.deps.db,
  );
  const at = (moment: string) => ({ ...t.deps, clock: { now: () => new Date(moment) } });
  const rows = async () =>
    (
      await sql<{
        state: string;
        sent: string | null;
        next: string;
      }>`select state, sent_at as sent, next_attempt_at as next
        from outbox order by receiver`.execute(t.deps.db)
    ).rows.map(({ state, sent: left, next }) => [
      state,
      left && new Date(left).toISOString(),
      new Date(next).toISOString(),
    ]);
  expect(
    await handOverDue(
      at('2026-11-20T09:00:29Z'),
      way(() => sent),
    ),
  ).toBe(0);
  expect(
    await handOverDue(
      at('2026-11-20T09:00:31Z'),
      way(() => sent),
    ),
  ).toBe(1);
  const later: Answer = { state: 'queued', failure: 'занято', pause: 60 };
  expect(
    await handOverDue(
      at('2026-11-20T09:40:00Z'),
      way(() => later),
    ),
  ).toBe(1);
  expect(await rows()).toEqual([
    ['sent', '2026-11-20T09:00:31.000Z', '2026-11-20T09:00:30.000Z'],
    ['queued', null, '2026-11-20T09:41:00.000Z'],
  ]);
});
