// A job acts with the rights it was asked with: whoever has lost them gets nothing by «Повторить», and no file of before.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jobFile, retryJob } from '../../contract/jobs.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { JobKind } from '../../server/jobs/kinds.ts';
import { runJob } from '../../server/jobs/run.ts';
import { act } from '../../server/kernel/act.ts';
import { fileMessage } from '../../server/live/files.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
const ran: Partial<Actor>[] = [];
const kind: JobKind<{ n: number }> = {
  kind: 'proof',
  cancel: 'running',
  canRetry: true,
  params: z.object({ n: z.number() }),
  stage: 'Проба',
  verb: 'admin.job_retry',
  undone: 'Проба не сделана',
  fault: 'Случилась ошибка. Попробуйте ещё раз',
  async run(job) {
    ran.push(job.ctx.actor);
    const file = await job.keep('гаражи.txt', 'text/plain', Buffer.from('гаражи'));
    await act(job.ctx, kind.verb, async (write) => {
      await write.log({ text: 'Сделано' });
      await job.finish(write, { done: 1, file });
    });
  },
};

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

const row = (id: number) =>
  t.deps.db.selectFrom('background_job').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const asked = (who: Caller, rights: Partial<Actor>) => waitingJob(t.deps, who.userId, kind, { n: 1 }, {}, rights);
const set = (who: Caller, values: object) =>
  t.deps.db.updateTable('app_user').set(values).where('id', '=', who.userId).execute();
const loseMo = (who: Caller) =>
  t.deps.db.deleteFrom('user_right').where('user_id', '=', who.userId).where('mo_id', '=', w.mo).execute();
const stopped = (id: number) =>
  t.deps.db.updateTable('background_job').set({ status: 'cancelled' }).where('id', '=', id).execute();

/** Somebody who asks in his МО and has a ПО elsewhere. */
async function official() {
  const who = await as(t, { mo: w.mo });
  const elsewhere = await as(t, { same: who, po: w.cousinPo });
  return { who, elsewhere, rights: { mo: w.mo } };
}

describe('a job whose author has lost his place', () => {
  it('is not done for him when it is begun again, and «Повторить» says why', async () => {
    const { elsewhere, rights, who } = await official();
    const id = await asked(who, rights);
    await stopped(id);
    await loseMo(who);
    const again = await elsewhere.call(retryJob, { params: { id } });
    expect([again.status, again.body.message]).toEqual([403, expect.stringContaining('права на место')]);
    expect((await row(id)).status).toBe('cancelled');
    // Begun again before the right went, it ends without its work.
    await t.deps.db.updateTable('background_job').set({ status: 'queued' }).where('id', '=', id).execute();
    const done = ran.length;
    await runJob(t.deps, kind, { jobId: id });
    expect(ran).toHaveLength(done);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      failure: 'У автора задания больше нет права на место, для которого оно начато',
      file_id: null,
    });
  });

  it('hands no file out that it made before, by the list or live', async () => {
    const { elsewhere, rights, who } = await official();
    const id = await asked(who, rights);
    await runJob(t.deps, kind, { jobId: id });
    expect((await elsewhere.call(jobFile, { params: { id } })).status).toBe(200);
    expect(await fileMessage(t.deps, id)).toMatchObject({ type: 'file_message' });
    await loseMo(who);
    expect((await elsewhere.call(jobFile, { params: { id } })).status).toBe(403);
    expect(await fileMessage(t.deps, id)).toBeNull();
  });
});

describe('a job of a superuser', () => {
  const rights = () => ({ isSuperuser: SUPERUSER, mo: w.siblingMo });

  it('runs at a place that is not among his rights, and hands its file out', async () => {
    const who = await as(t, { isSuperuser: SUPERUSER, po: w.po });
    const id = await asked(who, rights());
    await runJob(t.deps, kind, { jobId: id });
    expect((await row(id)).status).toBe('done');
    expect((await who.call(jobFile, { params: { id } })).status).toBe(200);
  });

  it('is nothing to one who is none any more', async () => {
    const who = await as(t, { isSuperuser: SUPERUSER, mo: w.siblingMo });
    const [made, waits] = [await asked(who, rights()), await asked(who, rights())];
    await runJob(t.deps, kind, { jobId: made });
    await set(who, { is_superuser: 0 });
    await runJob(t.deps, kind, { jobId: waits });
    expect(await row(waits)).toMatchObject({ status: 'failed', failure: expect.stringContaining('суперпользователя') });
    expect((await who.call(jobFile, { params: { id: made } })).status).toBe(403);
    await stopped(waits);
    expect((await who.call(retryJob, { params: { id: waits } })).status).toBe(403);
  });
});

describe('a capability that went', () => {
  it('is not used by the next attempt, and what was read with it is not handed out', async () => {
    const who = await as(t, { mo: w.mo });
    const [made, waits] = [await asked(who, { mo: w.mo }), await asked(who, { mo: w.mo })];
    await runJob(t.deps, kind, { jobId: made });
    await set(who, { capabilities: [2, 3] });
    await runJob(t.deps, kind, { jobId: waits });
    expect(ran.at(-1)).toMatchObject({ userId: who.userId, mo: w.mo, capabilities: [2, 3] });
    expect((await who.call(jobFile, { params: { id: made } })).status).toBe(403);
    // Mailings open no data: their loss takes no file away.
    await set(who, { capabilities: [1, 2] });
    expect((await who.call(jobFile, { params: { id: made } })).status).toBe(200);
  });
});

it('a job of the schedule has no author to ask about', async () => {
  const id = await waitingJob(t.deps, 0, kind, { n: 1 }, { operationKey: randomUUID() });
  await runJob(t.deps, kind, { jobId: id });
  expect((await row(id)).status).toBe('done');
});
