// The page of instruments: what waits in each, its last run in words; a run tells its author how far it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instrumentList, type Instrument } from '../../contract/instruments.ts';
import { normalisationPlan, startNormalisation } from '../../contract/instruments/normalising.ts';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { backupJob } from '../../server/instruments/backups.ts';
import { normaliseJob } from '../../server/instruments/normalising.ts';
import { searchJob } from '../../server/instruments/search.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let stopHearing: () => Promise<void>;
const heard: LiveMessage[] = [];

beforeAll(async () => {
  t = await testApp();
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  w = await world(t.deps.db);
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  stopHearing = await t.deps.engine.listen(
    LIVE_CHANNEL,
    (payload) => void heard.push((JSON.parse(payload) as { message: LiveMessage }).message),
  );
});
afterAll(async () => {
  await stopHearing();
  await t.close();
});

const told = async (): Promise<Partial<Record<Instrument['key'], Instrument>>> =>
  Object.fromEntries(((await admin.call(instrumentList)).body.data as Instrument[]).map((one) => [one.key, one]));
const last = (words: string) => expect.objectContaining({ status: 'done', words: expect.stringContaining(words) });

it('each says its last run, what came of it and what waits for a decision', async () => {
  expect(Object.values(await told()).map(({ key, waiting, last: run, done }) => [key, waiting, run, done])).toEqual([
    ['merge', 0, null, 0],
    ['normalise', 0, null, 0],
    ['backups', 0, null, 0],
  ]);
  const mo = await as(t, { mo: w.mo });
  const one = { firstName: 'Фёдор', fatherName: 'Ильич', birthday: '1961-11-03', passSeria: null, passNum: null };
  await newPerson(mo, w.po, { ...one, lastName: 'Зарубин', registrationAddress: 'г Тверь ул Полевая д 5' });
  await newPerson(mo, w.po, { ...one, lastName: 'Зaрубин', registrationAddress: 'г. Тверь, ул. Полевоя, д. 7' });
  for (let nth = 1; nth <= 5; nth += 1)
    await newPerson(mo, w.po, { registrationAddress: `г. Тверь, ул. Полевая, д. ${nth}` });
  await runJob(t.deps, searchJob, { jobId: await waitingJob(t.deps, admin.userId, searchJob, {}) });
  const scope = { mo: w.mo };
  const plan = (await admin.call(normalisationPlan, { body: scope })).body;
  const expected = { addresses: plan.addresses, cost_kopecks: plan.cost_kopecks };
  const started = (await admin.call(startNormalisation, { body: { ...scope, expected } })).body;
  expect((await told()).normalise!.last).toMatchObject({ status: 'queued' });
  await runJob(t.deps, normaliseJob, { jobId: started.job_id });
  await runJob(t.deps, backupJob, { jobId: await waitingJob(t.deps, admin.userId, backupJob, { origin: 'person' }) });
  const now = await told();
  expect(now.merge).toMatchObject({ waiting: 1, done: 0, last: last('вероятных пар — 1') });
  expect(now.normalise).toMatchObject({ waiting: 1, done: 1, last: last('написаний — 7') });
  expect(now.backups).toMatchObject({ waiting: 0, done: 1, last: last('проверена') });
  // Its author sees the run of addresses move, under the name that the channel has for it.
  const status = {
    type: 'admin_address_normalization_status',
    message: { job_id: started.job_id, done: 7, total: 7, errors: 0 },
  };
  await expect.poll(() => heard).toContainEqual({ ...status, message: expect.objectContaining(status.message) });
});
