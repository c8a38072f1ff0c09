// Live numbers of the frame: each is another number after the write that changes it, and whom it concerns is told so.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changesCounters, counterNames, type CounterName } from '../../contract/kernel/counters.ts';
import type { LiveAudience, LiveMessage } from '../../contract/kernel/live.ts';
import * as news from '../../contract/news.ts';
import { menuCounters } from '../../contract/session.ts';
import * as support from '../../contract/support.ts';
import type { JobKind } from '../../server/jobs/kinds.ts';
import { runJob } from '../../server/jobs/run.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { form, move, ownedGarage, save } from '../reregistrations/kit.ts';

interface Told {
  audience: LiveAudience;
  message: LiveMessage;
}

let t: TestApp;
let w: World;
let mo: Caller;
let chairman: Caller;
let foreign: Caller;
let staff: Caller;
let told: Told[] = [];
let deaf: () => Promise<void>;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo, role: 'mo_head' });
  chairman = await as(t, { po: w.po, role: 'chairman' });
  foreign = await as(t, { po: w.foreignPo, role: 'chairman' });
  staff = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  await t.deps.db.updateTable('app_user').set({ created_at: '2026-01-01T00:00:00Z' }).execute();
  deaf = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => void told.push(JSON.parse(payload) as Told));
});
afterAll(async () => {
  await deaf();
  await t.close();
});

const numbers = async (who: Caller) => (await who.call(menuCounters)).body as Record<CounterName, number>;
const job: JobKind<{ n: number }> = {
  kind: 'counted',
  verb: 'user.job',
  cancel: 'never',
  canRetry: false,
  params: z.object({ n: z.number() }),
  stage: 'Проба',
  undone: 'Не сделано',
  fault: 'Сбой',
  async run(work) {
    await work.settle({ done: 1 });
  },
};

/** Whether a message of these tells him that a number may be another. */
const hears = (who: { userId: number; mo: number; po: number | null }, { audience, message }: Told) =>
  changesCounters(message) &&
  ('everybody' in audience ||
    ('user' in audience && audience.user === who.userId) ||
    ('mo' in audience && audience.mo === who.mo && (audience.po === null || audience.po === who.po)));

/** What each number grows by 1 after; whose it is. A number without a line here has no test: see below. */
const grows: Record<CounterName, { whose: () => Caller; write: () => Promise<unknown> }> = {
  garages: { whose: () => chairman, write: () => newGarage(mo, w.po) },
  profiles: { whose: () => chairman, write: () => newPerson(mo, w.po) },
  newReregistrations: {
    whose: () => mo,
    write: async () => {
      const { id } = await ownedGarage(mo, w.po);
      const newOwner = [{ profileId: (await newPerson(mo, w.po)).id, share: null, isPrimary: true }];
      told = [];
      return save(chairman, { ...form(id, 1, { newOwner }), apply: true } as never);
    },
  },
  newNews: {
    whose: () => chairman,
    write: () =>
      mo.call(news.news.create, {
        body: {
          title: 'Собрание',
          body: { v: 1, doc: [{ type: 'paragraph', content: [{ type: 'text', text: 'В среду' }] }] },
          audience: { all: false, places: [{ level: 'mo', id: w.mo }], roles: [] },
          is_pinned: false,
          asks_ack: true,
          publish: 'now',
        },
      }),
  },
  support: {
    whose: () => chairman,
    write: async () => {
      const { body } = await chairman.call(support.askSupport, { body: { text: 'Вопрос', key: randomUUID() } });
      told = [];
      return staff.call(support.answerSupport, {
        params: { id: body.thread.id },
        body: { text: 'Ответ', key: randomUUID(), is_note: false },
      });
    },
  },
  jobs: { whose: () => mo, write: () => waitingJob(t.deps, mo.userId, job, { n: 1 }) },
};

describe('a number', () => {
  it.each(counterNames)('%s grows, those whose it is are told, others see nothing of it', async (name) => {
    const { whose, write } = grows[name];
    const who = whose();
    const [before, abroad] = [await numbers(who), await numbers(foreign)];
    told = [];
    await write();
    const grown = (await numbers(who))[name] - before[name];
    expect(grown).toBeGreaterThanOrEqual(1);
    const place = { userId: who.userId, mo: w.mo, po: who === chairman ? w.po : null };
    await expect.poll(() => told.some((one) => hears(place, one))).toBe(true);
    expect((await numbers(foreign))[name]).toBe(abroad[name]);
  });

  it('the message of a place says its own number', async () => {
    const { id } = await ownedGarage(mo, w.po);
    const newOwner = [{ profileId: (await newPerson(mo, w.po)).id, share: null, isPrimary: true }];
    const card = await save(chairman, { ...form(id, 1, { newOwner }), apply: true } as never);
    told = [];
    await move(mo, card, 'return', { comment: 'Нет договора' });
    const [ofMo, ofPo] = [await numbers(mo), await numbers(chairman)].map((all) => all.newReregistrations);
    await expect.poll(() => told.filter(({ message }) => message.type === 'new_reregistration_count').length).toBe(2);
    expect(told.map(({ message }) => message.message)).toEqual(
      expect.arrayContaining([
        { mo: w.mo, po: null, count: ofMo },
        { mo: null, po: w.po, count: ofPo },
      ]),
    );
  });

  it('falls when the news is acknowledged and when the job ends', async () => {
    const fresh = await grows.newNews.write();
    const before = await numbers(chairman);
    told = [];
    const { id } = (fresh as { body: { id: number } }).body;
    expect((await chairman.call(news.acknowledgeNews, { params: { id } })).status).toBe(200);
    const newNews = before.newNews - 1;
    expect((await numbers(chairman)).newNews).toBe(newNews);
    await expect
      .poll(() => told)
      .toContainEqual({
        audience: { user: chairman.userId },
        message: { type: 'new_news_count', message: { count: newNews } },
      });
    const jobId = await waitingJob(t.deps, mo.userId, job, { n: 2 });
    const { jobs } = await numbers(mo);
    told = [];
    await runJob(t.deps, job, { jobId });
    expect((await numbers(mo)).jobs).toBe(jobs - 1);
    await expect.poll(() => told.some((one) => hears({ userId: mo.userId, mo: w.mo, po: null }, one))).toBe(true);
  });
});

describe('what is said on the channel', () => {
  it.each([
    [{ type: 'records_changed', message: { resource: 'garages', ids: [1] } }, true],
    [{ type: 'records_changed', message: { resource: 'payments', ids: [1] } }, false],
    [{ type: 'job_status', message: { job_id: 1, stage: '', done: 1, total: 2, errors: 0 } }, false],
    [{ type: 'new_news_count', message: { count: 1 } }, true],
  ] as [LiveMessage, boolean][])('%j asks for the numbers again: %s', (message, expected) => {
    expect(changesCounters(message)).toBe(expected);
  });
});
