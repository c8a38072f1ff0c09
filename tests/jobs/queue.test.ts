// The queue on the real engine: a job is part of the transaction, is done, tried again, and survives the end of a process.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/open.ts';
import { startJobs, type JobRunner } from '../../server/jobs/queue.ts';
import { act, type Write } from '../../server/kernel/act.ts';
import { nobody, type Ctx } from '../../server/kernel/ctx.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';

let t: TestApp;
let jobs: JobRunner;
const done: number[] = [];
let failures = 2;

beforeAll(async () => {
  t = await testApp();
  jobs = startJobs(t.deps);
  jobs.work('count', async ({ n }: { n: number }) => void done.push(n));
  jobs.work('stubborn', async () => {
    if ((failures -= 1) >= 0) throw new Error('not yet');
    done.push(-1);
  });
});
afterAll(async () => {
  await jobs.stop();
  await t.close();
});

/** Writes through `act` with the queue of this test. */
const write = (work: (write: Write) => Promise<unknown>) => {
  const deps = { ...t.deps, jobs };
  const ctx: Ctx = { actor: nobody, db: deps.db, deps, ip: '', fingerprint: '', now: () => deps.clock.now() };
  return act(ctx, 'admin.test', async (it) => {
    await it.log({ text: 'проба' });
    await work(it);
  });
};

async function eventually(condition: () => boolean, withinMs = 15_000) {
  const until = Date.now() + withinMs;
  while (!condition() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(condition()).toBe(true);
}

describe('the queue', () => {
  it('refuses in words before it is started, and creates nothing', async () => {
    await expect(write(({ enqueue }) => enqueue('count', { n: 0 }))).rejects.toThrow('has not been started');
    const { rows } = await t.deps.engine.query(`select 1 from pg_namespace where nspname = 'pgboss'`);
    expect(rows).toEqual([]);
  });

  it('does what was committed, never what was rolled back', async () => {
    await jobs.start();
    await write(({ enqueue }) => enqueue('count', { n: 1 }));
    await expect(
      write(async ({ enqueue }) => {
        await enqueue('count', { n: 2 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await write(({ enqueue }) => enqueue('count', { n: 3 }));
    await eventually(() => done.includes(3));
    expect(done.filter((n) => n > 0).sort((one, other) => one - other)).toEqual([1, 3]);
  });

  it('refuses a job that nobody does instead of waiting for ever', async () => {
    await expect(write(({ enqueue }) => enqueue('unheard-of', {}))).rejects.toThrow('nobody does');
    expect(() => jobs.work('late', async () => {})).toThrow('before the queue starts');
  });

  it('tries a failed job again', async () => {
    await write(({ enqueue }) => enqueue('stubborn', {}));
    await eventually(() => done.includes(-1), 25_000);
    expect(failures).toBeLessThan(0);
  });

  // The process that took it will say nothing more: killed, on another machine. The embedded database has no other process.
  it.runIf(testEngine === 'server')(
    'takes a job over from a process that is silent',
    { timeout: inTime(90_000) },
    async () => {
      await write(async ({ enqueue, tx }) => {
        const id = await enqueue('count', { n: 11 });
        await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute' where id = ${id}`.execute(
          tx,
        );
      });
      await eventually(() => done.includes(11), inTime(60_000));
    },
  );

  it('is refused again after a stop', async () => {
    await jobs.stop();
    await expect(write(({ enqueue }) => enqueue('count', { n: 9 }))).rejects.toThrow('has not been started');
  });
});

describe.runIf(testEngine === 'embedded')('a killed process', () => {
  it('its running job is taken again at the next start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'registry-jobs-'));
    await migratedFolder(folder);
    try {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'killedWorker.ts'), folder]);
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('running') && resolve());
        child.once('exit', () => reject(new Error(complaint)));
      });
      child.kill('SIGKILL');
      await gone;

      const database = await openDatabase({ dataDir: folder });
      const taken: unknown[] = [];
      const next = startJobs({ ...database, report: console.error });
      next.work('long', async (data) => void taken.push(data));
      await next.start();
      await eventually(() => taken.length > 0);
      expect(taken).toEqual([{ n: 7 }]);
      await next.stop();
      await database.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
