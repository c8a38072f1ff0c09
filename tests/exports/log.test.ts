// A log too long for a file made at once: a job walks it page by page, whole, in order, in bounded memory.
import { sql } from 'kysely';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportList } from '../../contract/exports.ts';
import { formatNumber } from '../../contract/kernel/words.ts';
import { logJob, MOST_AT_ONCE } from '../../server/exports/log.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { world, type World } from '../kit/world.ts';

/** More than is taken at once by several pages. */
const LINES = MOST_AT_ONCE + 20_001;
const MIB = 1024 * 1024;
let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  // The queue is not running here: the test does the job itself.
  t.deps.jobs.enqueue = async () => crypto.randomUUID();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  await sql`insert into action_log (at, user_id, user_name, verb, text, region_id, mo_id, po_id)
    select timestamptz '2026-11-01T00:00:00Z' + n / 3 * interval '1 second', ${mo.userId}, 'Пишущий', 'garage.update', 'строка ' || n || repeat(' длинная', 20),
      ${w.region}, case when n % 1000 = 0 then ${w.foreignMo}::int else ${w.mo}::int end, null from generate_series(1, ${LINES}::int) as n`.execute(
    t.deps.db,
  );
}, inTime(120_000));
afterAll(() => t.close());

const ask = (filter: Record<string, unknown> = { tab: 'garage' }, more: object = {}, who = mo) =>
  who.call(exportList, {
    params: { resource: 'action_log' },
    body: { format: 'csv', columns: ['at', 'user', 'text'], sort: ['at', 'DESC'], filter, ...more },
  });
const jobs = () =>
  t.deps.db.selectFrom('background_job').where('kind', '=', logJob.kind).orderBy('id').selectAll().execute();

it('is left to a job, once; a short one is given at once', async () => {
  const day = await ask({ tab: 'garage', from: '2026-11-01', to: '2026-11-01', user: [mo.userId + 1000] });
  expect(day.status).toBe(200);
  const long = await ask();
  expect([long.status, long.body.message]).toEqual([
    422,
    `Записей больше ${formatNumber(MOST_AT_ONCE)}: файл собирается, он будет в «Заданиях»`,
  ]);
  expect((await ask()).body.message).toBe('Журнал уже собирается: файл будет в «Заданиях»');
  expect(await jobs()).toHaveLength(1);
});

it('another list as long is given at once', async () => {
  await sql`insert into notification (region_id, mo_id, status, kind, title, selection, started_at, sent_from, created_by)
    select ${w.region}, ${w.mo}, 5, 'news', 'Рассылка ' || n, '{}', '2026-11-18T09:00:00Z', 'МО', ${mo.userId} from generate_series(1, ${MOST_AT_ONCE + 1}::int) as n`.execute(
    t.deps.db,
  );
  const { status, text } = await mo.call(exportList, {
    params: { resource: 'notifications' },
    body: { format: 'csv', columns: ['sender'], sort: ['created_at', 'DESC'], filter: {} },
  });
  expect(status, text.slice(0, 300)).toBe(200);
  expect(text.trimEnd().split('\r\n')).toHaveLength(MOST_AT_ONCE + 2);
  await t.deps.db.deleteFrom('notification').execute();
});

it('hides phones and mailboxes that stand in words, as the page does', async () => {
  await sql`insert into action_log (at, user_id, user_name, verb, text, object_name, region_id, mo_id)
    values ('2026-10-05T09:00:00Z', ${mo.userId}, 'Пишущий', 'garage.update', 'звонили с +7 900 123-45-67, писал ivanov@example.ru',
      'Иванов, 8 (900) 765-43-21', ${w.region}, ${w.siblingMo})`.execute(t.deps.db);
  const { status, text } = await ask(
    { tab: 'garage', from: '2026-10-05', to: '2026-10-05' },
    { columns: ['text', 'object'] },
    await as(t, { mo: w.siblingMo }),
  );
  expect(status).toBe(200);
  const [, line] = text.trimEnd().split('\r\n');
  expect(line).toMatch(/^звонили с .+;.*Иванов, /);
  expect(line).not.toMatch(/900|ivanov@|123|765/);
});

it(
  'holds every line of the place once, in order, while no more than a few pages are in memory',
  { timeout: inTime(120_000) },
  async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const atRest = process.memoryUsage().heapUsed;
    let most = 0;
    const watch = setInterval(() => {
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - atRest);
    }, 500);
    const jobId = (await jobs())[0]!.id;
    await runJob(t.deps, logJob, { jobId }).finally(() => clearInterval(watch));
    const [job] = await jobs();
    const file = await t.deps.db
      .selectFrom('stored_file')
      .where('id', '=', job!.file_id)
      .selectAll()
      .executeTakeFirstOrThrow();
    let nth = 0;
    let wrong = 0;
    let expected = LINES;
    for await (const line of createInterface({ input: t.deps.files.get(file.store_key) })) {
      nth += 1;
      if (nth === 1) continue;
      // Every thousandth is of another МО.
      if (expected % 1000 === 0) expected -= 1;
      if (!line.includes(`;строка ${expected} длинная`)) wrong += 1;
      expected -= 1;
    }
    expect([nth - 1, wrong, expected]).toEqual([LINES - Math.floor(LINES / 1000), 0, 0]);
    expect(job).toMatchObject({ status: 'done', done: LINES - Math.floor(LINES / 1000) });
    // The lines themselves are over 40 MiB.
    expect(file.size_bytes).toBeGreaterThan(40 * MIB);
    expect(most / MIB).toBeLessThan(20);
  },
);
