// What becomes of a job: done with its work, refused, tried again after a fault, cancelled, forgotten by the queue.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobList, type Job } from '../../contract/jobs.ts';
import type { LiveAudience } from '../../contract/kernel/live.ts';
import type { JobKind, RunningJob } from '../../server/jobs/kinds.ts';
import { stopLostJobs } from '../../server/jobs/lost.ts';
import { startJobs } from '../../server/jobs/queue.ts';
import { startJob, writeCancelAsked, writeRetry } from '../../server/jobs/records.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act, LIVE_CHANNEL, type LiveEvent } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { Refused } from '../../server/kernel/errors.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let author: Caller;
let stopHearing: () => Promise<void>;
let work: (job: RunningJob<{ n: number }>) => Promise<void>;
const heard: { audience: LiveAudience; message: LiveEvent }[] = [];
const stopped: string[] = [];
const kind: JobKind<{ n: number }> = {
  kind: 'proof',
  capability: 2,
  cancel: 'running',
  canRetry: true,
  params: z.object({ n: z.number() }),
  stage: 'Проба',
  verb: 'balance_operation.accrual',
  undone: 'Проба не сделана',
  fault: 'Случилась ошибка. Попробуйте ещё раз',
  run: (job) => work(job),
  onStop: async (_write, { n }, reason) => void stopped.push(`${n}: ${reason}`),
};

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  author = await as(t, { mo: w.mo });
  stopHearing = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => void heard.push(JSON.parse(payload) as never));
});
beforeEach(() => {
  heard.length = 0;
  stopped.length = 0;
});
afterAll(async () => {
  await stopHearing();
  await t.close();
});

const row = (id: number) =>
  t.deps.db.selectFrom('background_job').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const queued = (operationKey?: string) =>
  waitingJob(t.deps, author.userId, kind, { n: 7 }, { total: 10, ...(operationKey ? { operationKey } : {}) });
const run = (jobId: number) => runJob(t.deps, kind, { jobId });
/** Does the work of one transaction and ends with it. */
const finishing = (result: Parameters<RunningJob<{ n: number }>['finish']>[1]) => (job: RunningJob<{ n: number }>) =>
  act(job.ctx, kind.verb, async (write) => {
    await write.log({ text: `Сделано ${job.params.n}` });
    await job.finish(write, result);
  });
const keyIsTaken = async (key: string) =>
  (await t.deps.db.selectFrom('operation_key').where('key', '=', key).select('key').executeTakeFirst()) !== undefined;
async function takenKey() {
  const key = randomUUID();
  await t.deps.db.insertInto('operation_key').values({ key, user_id: author.userId, asked: '' }).execute();
  return key;
}

describe('a job', () => {
  it('is done as its author, says how far it is, ends with its work', async () => {
    const id = await queued();
    const seen: unknown[] = [];
    work = async (job) => {
      seen.push([job.ctx.actor.userId, job.params, job.attempt, (await row(id)).status]);
      await job.tell({ stage: 'Строки', done: 4 });
      seen.push([(await row(id)).stage, (await row(id)).done]);
      await finishing({ done: 10, summary: 'десять строк', link: '/garage/1' })(job);
    };
    await run(id);
    expect(seen).toEqual([
      [author.userId, { n: 7 }, 1, 'running'],
      ['Строки', 4],
    ]);
    const done = await row(id);
    expect(done).toMatchObject({ status: 'done', done: 10, total: 10, summary: 'десять строк', attempts: 1 });
    expect(done.result).toEqual({ link: '/garage/1' });
    expect(done.finished_at).not.toBeNull();
    const told = () => heard.map(({ audience, message }) => ({ audience, ...message }));
    const said = (stage: string, count: number) => ({
      audience: { user: author.userId },
      type: 'job_status',
      message: { job_id: id, stage, done: count, total: 10, errors: 0 },
    });
    // Its list and the number in the header are told at the beginning and at the end.
    const counted = {
      audience: { user: author.userId },
      type: 'records_changed',
      message: { resource: 'jobs', ids: [id] },
    };
    await expect.poll(told).toEqual([counted, said('Проба', 0), said('Строки', 4), said('Готово', 10), counted]);
    // Brought once more by the queue, it is not done again.
    work = () => Promise.reject(new Error('not again'));
    await run(id);
    expect((await row(id)).attempts).toBe(1);
  });

  it('is not done when its work is rolled back, and the file it kept is gone', async () => {
    const id = await queued();
    let storeKey = '';
    work = async (job) => {
      const file = await job.keep('итог.txt', 'text/plain', Buffer.from('итог'));
      storeKey = file.storeKey;
      await act(job.ctx, kind.verb, async (write) => {
        await write.log({ text: 'Сделано' });
        await job.finish(write, { done: 1, file });
        throw new Refused(409, { message: 'Пока задание ждало, данные изменились' });
      });
    };
    await run(id);
    expect(await row(id)).toMatchObject({ status: 'failed', failure: 'Пока задание ждало, данные изменились' });
    await expect(t.deps.files.get(storeKey).toArray()).rejects.toThrow('ENOENT');
    expect(await t.deps.db.selectFrom('stored_file').where('store_key', '=', storeKey).execute()).toEqual([]);
  });

  it('that was refused says why at once, gives its key back and is not tried again by itself', async () => {
    const key = await takenKey();
    const id = await queued(key);
    work = () => Promise.reject(new Refused(422, { message: 'Проверьте', errors: { form: 'Период закрыт' } }));
    await run(id);
    expect(await row(id)).toMatchObject({ status: 'failed', failure: 'Период закрыт', attempts: 1 });
    expect(await keyIsTaken(key)).toBe(false);
    expect(stopped).toEqual(['7: Период закрыт']);
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({
        audience: { user: author.userId },
        message: { type: 'job_status', message: { job_id: id, stage: 'Период закрыт', errors: 1 } },
      });
    const line = await t.deps.db.selectFrom('action_log').orderBy('id', 'desc').select('text').executeTakeFirst();
    expect(line!.text).toBe('Проба не сделана: Период закрыт');
  });

  it('that met a fault keeps its key while it is tried again, and fails in words at the last try', async () => {
    const key = await takenKey();
    const id = await queued(key);
    work = () => Promise.reject(new Error('connection lost at 10.0.0.7'));
    await expect(run(id)).rejects.toThrow('connection lost');
    expect(await row(id)).toMatchObject({ status: 'running', stage: 'Повтор после сбоя', failure: null });
    expect(await keyIsTaken(key)).toBe(true);
    await expect(run(id)).rejects.toThrow('connection lost');
    await run(id);
    expect(await row(id)).toMatchObject({ status: 'failed', failure: kind.fault, attempts: 3 });
    expect(await keyIsTaken(key)).toBe(false);
  });

  it('that ends without a result is a fault', async () => {
    const id = await queued();
    work = async () => {};
    await expect(run(id)).rejects.toThrow('ended without a result');
  });

  it.each([
    ['disabled', { is_active: false }, 'Автор задания отключён'],
    ['without the right', { capabilities: [1] }, 'У автора задания больше нет нужного права'],
  ])('of an author who is %s by now is not done', async (_, change, failure) => {
    const gone = await as(t, { mo: w.mo });
    const id = await waitingJob(t.deps, gone.userId, kind, { n: 1 });
    await t.deps.db.updateTable('app_user').set(change).where('id', '=', gone.userId).execute();
    let isDone = false;
    work = async () => void (isDone = true);
    await run(id);
    expect(isDone).toBe(false);
    expect(await row(id)).toMatchObject({ status: 'failed', failure });
  });
});

describe('cancelling', () => {
  it('a running job ends at its next step, and that step is not kept', async () => {
    const key = await takenKey();
    const id = await queued(key);
    work = async (job) => {
      await act(job.ctx, 'garage.import', async ({ tx, log }) => {
        await log({ text: 'попросили' });
        await writeCancelAsked(tx, id, t.deps.clock.now());
      });
      await act(job.ctx, 'garage.import', async (write) => {
        await write.log({ text: 'не останется' });
        await job.step(write, { done: 5 });
      });
    };
    await run(id);
    expect(await row(id)).toMatchObject({ status: 'cancelled', failure: 'отменено', done: 0 });
    expect(await keyIsTaken(key)).toBe(false);
    expect(await t.deps.db.selectFrom('action_log').where('text', '=', 'не останется').execute()).toEqual([]);
  });

  it('a job given up meanwhile keeps nothing of its work: what its author was told stays true', async () => {
    const id = await queued();
    const told = { status: 'failed', failure: 'Сервер останавливался' };
    work = async (job) => {
      await t.deps.db.updateTable('background_job').set(told).where('id', '=', id).execute();
      await act(job.ctx, kind.verb, async (write) => {
        await write.log({ text: 'сделано, когда не ждали' });
        await job.finish(write, { done: 10 });
      });
    };
    await run(id);
    expect(await row(id)).toMatchObject(told);
    const kept = t.deps.db.selectFrom('action_log').where('text', '=', 'сделано, когда не ждали');
    expect(await kept.selectAll().execute()).toEqual([]);
  });

  it('a failed or cancelled job goes into the queue again, once', async () => {
    const id = await queued();
    work = () => Promise.reject(new Refused(409, { message: 'нет' }));
    await run(id);
    const again = () =>
      act(workCtx(t.deps, {}), kind.verb, async ({ tx, log, logAll, emit }) => {
        await log({ text: 'ещё раз' });
        return writeRetry(
          { tx, log, logAll, emit, enqueue: async () => randomUUID(), afterCommit: () => {} },
          { id, kind: kind.kind, user_id: author.userId },
        );
      });
    const { queue_id: former } = await row(id);
    expect(await again()).toBe(true);
    expect(await row(id)).toMatchObject({ status: 'queued', failure: null, attempts: 0 });
    expect(await again()).toBe(false);
    // The queue may still carry what it was asked for first: two processes would do one job at one moment.
    work = () => Promise.reject(new Error('not by the former turn'));
    await runJob(t.deps, kind, { jobId: id }, former!);
    expect(await row(id)).toMatchObject({ status: 'queued', attempts: 0 });
    work = finishing({ done: 10 });
    await runJob(t.deps, kind, { jobId: id }, (await row(id)).queue_id!);
    expect((await row(id)).status).toBe('done');
  });
});

describe('how long is left', () => {
  const left = async (id: number) => {
    const { body } = await author.call(jobList);
    return body.data.find((one: Job) => one.id === id)!.left_seconds as number | null;
  };
  const again = (id: number) =>
    act(workCtx(t.deps, {}), kind.verb, async ({ tx, log, logAll, emit }) => {
      await log({ text: 'ещё раз' });
      const write = { tx, log, logAll, emit, enqueue: async () => randomUUID(), afterCommit: () => {} };
      return writeRetry(write, { id, kind: kind.kind, user_id: author.userId });
    });

  it('is told by the pace of this attempt: neither the day between nor what an earlier one did counts', async () => {
    author = await as(t, { mo: w.mo });
    const id = await queued();
    await t.deps.db.updateTable('background_job').set({ total: 1000 }).where('id', '=', id).execute();
    const seen: (number | null)[] = [];
    work = async (job) => {
      await job.tell({ done: 0 });
      t.setNow('2026-11-20T09:01:00.000Z');
      await job.tell({ done: 500 });
      seen.push(await left(id));
      throw new Refused(409, { message: 'остановилось' });
    };
    await run(id);
    t.setNow('2026-11-21T09:00:00.000Z');
    author = await as(t, { same: author, mo: w.siblingMo });
    expect(await again(id)).toBe(true);
    expect(await row(id)).toMatchObject({ done: 0, started_at: null });
    work = async (job) => {
      seen.push(await left(id));
      // It finds out what is done and goes on from there.
      await job.tell({ done: 500 });
      seen.push(await left(id));
      t.setNow('2026-11-21T09:00:30.000Z');
      await job.tell({ done: 750 });
      seen.push(await left(id));
      await finishing({ done: 1000 })(job);
    };
    await run(id);
    expect(seen).toEqual([60, null, null, 30]);
    t.setNow('2026-11-20T09:00:00.000Z');
  });
});

describe('one at a time', () => {
  const alone: JobKind<{ n: number }> = { ...kind, kind: 'alone', isAlone: true };
  const start = (after?: number | null) =>
    waitingJob(t.deps, author.userId, alone, { n: 1 }, after === undefined ? {} : { after });

  it('the second finds the first; a new one begins where the last is known', async () => {
    const first = await start(null);
    await expect(start(null)).rejects.toMatchObject({ status: 409, jobId: first });
    work = finishing({ done: 1 });
    await runJob(t.deps, alone, { jobId: first });
    await expect(start(null)).rejects.toMatchObject({ status: 422 });
    const second = await start(first);
    expect(second).toBeGreaterThan(first);
    await runJob(t.deps, alone, { jobId: second });
  });

  it('many who press at once begin one', async () => {
    const done = await Promise.allSettled([start(), start(), start(), start(), start()]);
    const begun = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(begun).toHaveLength(1);
    await runJob(t.deps, alone, { jobId: begun[0]! });
  });
});

describe('a job the queue has given up', () => {
  it('fails in words; those the queue carries go on', async () => {
    const jobs = startJobs(t.deps);
    jobs.work(kind.kind, () => new Promise(() => {}));
    await jobs.start();
    try {
      const ctx = workCtx({ ...t.deps, jobs }, { userId: author.userId });
      const carried = await act(ctx, kind.verb, async (write) => {
        await write.log({ text: 'Запущено' });
        const place = { region_id: w.region, mo_id: w.mo, po_id: null };
        return startJob(write, ctx, kind, { title: 'Проба', place, params: { n: 1 } });
      });
      const lost = await queued();
      await stopLostJobs(t.deps, [kind]);
      expect((await row(carried)).status).not.toBe('failed');
      expect(await row(lost)).toMatchObject({ status: 'failed', failure: expect.stringContaining('Сервер') });
    } finally {
      await t.deps.engine.query(`delete from pgboss.job where name = $1`, [kind.kind]);
      await jobs.stop();
    }
  });
});

describe('a job of many parts', () => {
  it('rests as long as its part took when others had waited, and says so; else it goes on at once', async () => {
    const rests: { waited: boolean; ms: number }[] = [];
    const { engine } = t.deps;
    const { wasWaitedFor } = engine;
    const answers = [true, false];
    engine.wasWaitedFor = () => answers.shift()!;
    work = async (job) => {
      for (const part of [60, 60_000]) {
        const from = performance.now();
        const waited = await job.giveWay(part);
        rests.push({ waited, ms: performance.now() - from });
      }
      await job.settle({ done: 1 });
    };
    try {
      await run(await queued());
    } finally {
      engine.wasWaitedFor = wasWaitedFor;
    }
    expect(rests.map((rest) => rest.waited)).toEqual([true, false]);
    expect(rests[0]!.ms).toBeGreaterThanOrEqual(59);
    expect(rests[1]!.ms).toBeLessThan(30_000);
  });
});
