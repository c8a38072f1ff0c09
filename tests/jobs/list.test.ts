// Own background jobs: whose they are and who may look.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/jobs.ts';
import { forgetOldFiles } from '../../server/jobs/retention.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mine: Caller;
let other: Caller;
const penalties = {
  date: '2026-11-01',
  poFilter: [],
  idempotencyKey: '6f1d5c1e-6c1d-4c1e-9c1e-6f1d5c1e6c1d',
  expected: { garages: 1, amount_kopecks: 1 },
};
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
  it('that go on stand first, then those that wait as their turn comes', async () => {
    const who = await as(t, { mo: w.mo });
    const ids: number[] = [];
    for (const status of ['done', 'running', 'queued', 'queued', 'failed'])
      ids.push((await job(who.userId, { status, can_retry: true })).id);
    const { body } = await who.call(contract.jobList);
    const [done, running, next, later, failed] = ids;
    expect(body.data.map((one: contract.Job) => one.id)).toEqual([running, next, later, failed, done]);
  });
  it('ask for a token', async () => {
    expect((await caller(t.app)(contract.jobList)).status).toBe(401);
  });

  it('that stand on no right are stopped by their author alone', async () => {
    const chief = await as(t, { mo: w.mo });
    const { id } = await job(chief.userId, { region_id: w.region, mo_id: w.mo, po_id: w.po, cancel: 'queued' });
    const { status, body } = await other.call(contract.jobList, { query: { whose: 'place' } });
    expect(status).toBe(200);
    expect(body.data.find((one: contract.Job) => one.id === id)).toMatchObject({ canCancel: false });
  });

  it('of the place are seen with it, their files and retries are not', async () => {
    const chief = await as(t, { mo: w.mo });
    const stranger = await as(t, { mo: w.siblingMo });
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const { id } = await job(chief.userId, {
      ...place,
      capability: 2,
      cancel: 'queued',
      can_retry: true,
      status: 'failed',
    });
    const seen = async (who: Caller, whose: string) =>
      (await who.call(contract.jobList, { query: { whose } })).body.data.find((one: contract.Job) => one.id === id);
    expect(await seen(chief, 'mine')).toMatchObject({ canRetry: true, author: { isMe: true } });
    expect(await seen(other, 'mine')).toBeUndefined();
    expect(await seen(other, 'place')).toMatchObject({ canRetry: false, author: { isMe: false } });
    expect(await seen(stranger, 'place')).toBeUndefined();
    const params = { id };
    expect((await other.call(contract.retryJob, { params })).status).toBe(403);
    expect((await stranger.call(contract.retryJob, { params })).status).toBe(404);
    expect((await other.call(contract.jobFile, { params })).status).toBe(404);
  });

  it('that wait are cancelled by their author and by who holds the right at the place, once', async () => {
    const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
    const start = () =>
      job(mine.userId, {
        ...place,
        kind: 'penalty',
        capability: 2,
        cancel: 'queued',
        payload: JSON.stringify(penalties),
      });
    const weak = await as(t, { mo: w.mo, capabilities: [1] });
    const cancel = async (who: Caller, id: number) => (await who.call(contract.cancelJob, { params: { id } })).status;
    const { id } = await start();
    expect(await cancel(weak, id)).toBe(403);
    expect(await cancel(mine, id)).toBe(204);
    expect(await cancel(mine, id)).toBe(422);
    expect(await cancel(other, (await start()).id)).toBe(204);
    const row = await t.deps.db.selectFrom('background_job').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'cancelled', failure: 'отменено' });
    const running = await start();
    await t.deps.db.updateTable('background_job').set({ status: 'running' }).where('id', '=', running.id).execute();
    expect((await mine.call(contract.cancelJob, { params: { id: running.id } })).body.errors.form).toContain('целиком');
  });

  it('that begin at the moment of cancelling are not said to be cancelled', async () => {
    const begins = 'Пени, которые начинаются';
    await sql`create function begins() returns trigger language plpgsql as $$
      begin update background_job set status = 'running' where title = ${sql.lit(begins)}; return new; end $$`.execute(
      t.deps.db,
    );
    await sql`create trigger begins after insert on action_log for each row
      when (new.text like ${sql.lit(`%${begins}%`)}) execute function begins()`.execute(t.deps.db);
    const { id } = await job(mine.userId, {
      title: begins,
      kind: 'penalty',
      capability: 2,
      cancel: 'queued',
      payload: JSON.stringify(penalties),
    });
    const late = await mine.call(contract.cancelJob, { params: { id } });
    expect([late.status, late.body.errors]).toEqual([
      422,
      { form: 'Задание уже началось или закончилось. Обновите страницу' },
    ]);
    await sql`drop trigger begins on action_log`.execute(t.deps.db);
    expect((await mine.call(contract.cancelJob, { params: { id } })).status).toBe(204);
  });

  it('say how long they go on by the pace of this attempt, from a twentieth of it on', async () => {
    const who = await as(t, { mo: w.mo });
    const left = async (seconds: number | null, done: number, total: number, more: object = {}) => {
      const started_at = seconds === null ? null : new Date(Date.parse('2026-11-20T09:00:00Z') - seconds * 1000);
      const row = { status: 'running', done, total, started_at: started_at?.toISOString() ?? null, ...more };
      const { id } = await job(who.userId, row);
      const { body } = await who.call(contract.jobList);
      return body.data.find((one: contract.Job) => one.id === id).left_seconds;
    };
    expect([await left(100, 50, 100), await left(10, 3, 8), await left(1, 999, 1000)]).toEqual([100, 17, 1]);
    expect([await left(10, 5, 100), await left(10, 4, 100)]).toEqual([190, null]);
    // What an attempt before it did is not its pace.
    expect([await left(10, 81, 100, { done_before: 80 }), await left(10, 80, 100, { done_before: 80 })]).toEqual([
      190,
      null,
    ]);
    expect([await left(10, 70, 100, { done_before: 80 }), await left(10, 50, 100, { done_before: -1 })]).toEqual([
      null,
      null,
    ]);
    expect([await left(10, 100, 100), await left(10, 120, 100), await left(null, 50, 100)]).toEqual([null, null, null]);
    expect(await left(100, 50, 100, { status: 'queued' })).toBeNull();
  });

  it('that are asked to stop say so while they go on, and are asked once', async () => {
    const who = await as(t, { mo: w.mo });
    const seen = async (more: object) => {
      const { id } = await job(who.userId, { stage: 'Строки', cancel: 'running', ...more });
      const { body } = await who.call(contract.jobList);
      const { stage, canCancel, canRetry } = body.data.find((one: contract.Job) => one.id === id);
      return { id, shown: [stage, canCancel, canRetry] };
    };
    const asked = { cancel_asked_at: '2026-11-20T08:59:00Z' };
    const running = await seen({ status: 'running' });
    expect(running.shown).toEqual(['Строки', true, false]);
    expect((await who.call(contract.cancelJob, { params: { id: running.id } })).status).toBe(204);
    expect((await seen({ status: 'running', ...asked })).shown).toEqual(['Останавливается', false, false]);
    const over = await seen({ status: 'cancelled', can_retry: true, ...asked });
    expect(over.shown).toEqual(['Строки', false, true]);
    expect((await seen({ status: 'failed', can_retry: true })).shown).toEqual(['Строки', false, true]);
    expect((await seen({ status: 'done', can_retry: true })).shown).toEqual(['Строки', false, false]);
    const stop = async (id: number) => (await who.call(contract.cancelJob, { params: { id } })).body.errors.form;
    expect(await stop(over.id)).toBe('Задание уже закончено');
    // One that is never stopped, and one of a kind that the program knows no more.
    const whole = await seen({ status: 'queued', cancel: 'never' });
    expect(await stop(whole.id)).toBe('Это задание нельзя прервать: оно делается целиком или никак');
    expect(await stop((await seen({ kind: 'of-old', status: 'queued', cancel: 'queued' })).id)).toBe(
      'Задание уже закончено',
    );
  });

  it('keep their file for its author, by name, until its term', async () => {
    const kept = await t.deps.files.put(Buffer.from('итог'));
    const file = await t.deps.db
      .insertInto('stored_file')
      .values({
        store_key: kept.storeKey,
        name: 'Итог.txt',
        mime: 'text/plain',
        size_bytes: kept.sizeBytes,
        sha256: kept.sha256,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await job(mine.userId, { status: 'done', file_id: file.id, file_until: '2026-12-20T00:00:00Z' });
    const answer = await mine.call(contract.jobFile, { params: { id } });
    expect([answer.status, answer.text]).toEqual([200, 'итог']);
    expect((await other.call(contract.jobFile, { params: { id } })).status).toBe(404);
    const listed = (await mine.call(contract.jobList, { query: { state: 'done' } })).body;
    expect(listed.data[0].file).toMatchObject({ name: 'Итог.txt', size: 8 });
    expect(listed.bytes).toBe(8);
    await forgetOldFiles(t.deps);
    expect((await mine.call(contract.jobFile, { params: { id } })).status).toBe(200);
    t.setNow('2026-12-20T00:00:01Z');
    await forgetOldFiles(t.deps);
    t.setNow('2026-11-20T09:00:00Z');
    expect((await mine.call(contract.jobFile, { params: { id } })).status).toBe(404);
    await expect(t.deps.files.get(kept.storeKey).toArray()).rejects.toThrow('ENOENT');
  });
});
