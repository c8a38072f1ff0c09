// Own background jobs: whose they are and who may look.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/jobs.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mine = await as(t, { mo: w.mo });
  other = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

describe('jobs', () => {
  const job = (user_id: number, more: object = {}) =>
    t.deps.db
      .insertInto('background_job')
      .values({ kind: 'registry-import', title: 'Загрузка реестра', user_id, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('are own ones, newest first, with progress and a link', async () => {
    const first = await job(mine.userId, { status: 'done', result: JSON.stringify({ link: '/admin/po/1' }) });
    const second = await job(mine.userId, {
      status: 'running',
      stage: 'Загрузка строк',
      done: 200,
      total: 1000,
      errors: 3,
    });
    await job(other.userId);
    const { status, body } = await mine.call(contract.jobList);
    expect(status).toBe(200);
    expect(body.data.map((one: contract.Job) => one.id)).toEqual([second.id, first.id]);
    expect(body.data[0]).toMatchObject({ stage: 'Загрузка строк', done: 200, total: 1000, errors: 3, link: null });
    expect(body.data[1]).toMatchObject({ status: 'done', link: '/admin/po/1' });
  });
  it('ask for a token', async () => {
    expect((await caller(t.app)(contract.jobList)).status).toBe(401);
  });
});
