// The search for cards of one person: over the whole register, in the background.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergePairs, searchPairs, setDifferent } from '../../contract/instruments/merging.ts';
import { searchJob } from '../../server/instruments/search.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

describe('the search', () => {
  it('finds a Latin letter, a slip and the same passport; different birthdays never; a pair said to be different no more', async () => {
    const same = {
      firstName: 'Павел',
      fatherName: 'Андреевич',
      birthday: '1961-11-03',
      passSeria: null,
      passNum: null,
      registrationAddress: null,
    };
    const right = await newPerson(mo, w.po, { ...same, lastName: 'Щекотихин' });
    const latin = await newPerson(mo, w.po, { ...same, lastName: 'Щекoтихин' });
    const slip = await newPerson(mo, w.po, { ...same, lastName: 'Щикотихин' });
    await newPerson(mo, w.po, { ...same, lastName: 'Щекотихин', birthday: '1990-01-01' });
    expect((await admin.call(searchPairs, { body: { after: 900_000 } })).body.errors.after).toContain('Обновите');
    await runJob(t.deps, searchJob, { jobId: await waitingJob(t.deps, admin.userId, searchJob, {}) });
    const pairs = async () => (await admin.call(mergePairs, { query: { limit: 200 } })).body;
    const of = (body: {
      data: { one: { id: number }; other: { id: number }; score: number; parts: { points: number }[] }[];
    }) =>
      body.data.filter(
        ({ one, other }) =>
          [right.id, latin.id, slip.id].includes(one.id) || [right.id, latin.id, slip.id].includes(other.id),
      );
    const found = of(await pairs());
    expect(found.map(({ one, other, score }) => [one.id, other.id, score])).toEqual([
      [right.id, latin.id, 90],
      [right.id, slip.id, 65],
      [latin.id, slip.id, 65],
    ]);
    for (const { score, parts } of found) expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(score);
    await admin.call(setDifferent, { body: { one: slip.id, other: right.id, isDifferent: true } });
    expect(of(await pairs())).toHaveLength(2);
    await admin.call(setDifferent, { body: { one: slip.id, other: right.id, isDifferent: false } });
    expect(of(await pairs())).toHaveLength(3);
  });
});
