// The process is killed in the middle of a completion or an annulment: the case is as before or as after, never between.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../server/balance/queries.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { inTime } from '../kit/busy.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { sample } from '../kit/deep.ts';
import { killStanding } from '../kit/killing.ts';
import { caseInWork, officialCtx, takeNow, type Step } from './killed.ts';

const open = (folder: string) => openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
let root: string;
let made: Awaited<ReturnType<typeof caseInWork>>;

/** Owners of the garage, what is owed by them and by the former one, the lock and the state of the case. */
async function standing({ db }: AppDeps) {
  const owners = await db
    .selectFrom('ownership as o')
    .innerJoin('profile as p', 'p.id', 'o.profile_id')
    .where('o.garage_id', '=', made.garage)
    .where('o.ended_on', 'is', null)
    .select('p.last_name')
    .execute();
  const garage = await db
    .selectFrom('garage as g')
    .innerJoin('garage_balance as b', 'b.garage_id', 'g.id')
    .where('g.id', '=', made.garage)
    .select(['g.locked_by_reregistration as lock', 'b.balance_kopecks as present', 'b.former_kopecks as former'])
    .executeTakeFirstOrThrow();
  const { status } = await db
    .selectFrom('reregistration')
    .where('id', '=', made.id)
    .select('status')
    .executeTakeFirstOrThrow();
  return { owners: owners.map((owner) => owner.last_name), ...garage, isLocked: garage.lock !== null, lock: 0, status };
}
const states = {
  work: { owners: ['Прежний'], present: -100_000, former: 0, isLocked: true, lock: 0, status: 2 },
  complete: { owners: ['Новый'], present: -300_000, former: -100_000, isLocked: false, lock: 0, status: 3 },
  annulled: { owners: ['Прежний'], present: -100_000, former: 0, isLocked: false, lock: 0, status: 5 },
};
const sides = {
  complete: { before: states.work, after: states.complete },
  annul: { before: states.complete, after: states.annulled },
};

describe.runIf(testEngine === 'embedded')('a process killed in the middle of a step', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'registry-reregistration-'));
    await migratedFolder(join(root, 'complete', 'db'));
    const deps = await open(join(root, 'complete'));
    made = await caseInWork(deps);
    await deps.engine.close();
    cpSync(join(root, 'complete'), join(root, 'annul'), { recursive: true });
    const next = await open(join(root, 'annul'));
    await takeNow(officialCtx(next, made.user, made.mo), made.id, 'complete');
    await next.engine.close();
  }, inTime(60_000));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const all = [
    ['complete', 'owners changed', 'before'],
    ['complete', 'after lines', 'before'],
    ['complete', 'before commit', 'before'],
    ['complete', 'after commit', 'after'],
    ['annul', 'owners restored', 'before'],
    ['annul', 'before commit', 'before'],
    ['annul', 'after commit', 'after'],
  ] as const;
  const points = sample(all, 4);
  it.each(points)('%s, killed at «%s»: as %s', { timeout: inTime(60_000) }, async (step: Step, point, side) => {
    const folder = join(root, `${step} ${point}`);
    cpSync(join(root, step), folder, { recursive: true });
    const args = [folder, point, step, ...[made.user, made.mo, made.id].map(String)];
    await killStanding('reregistrations/killedOfficial.ts', args);
    const deps = await open(folder);
    try {
      expect(await standing(deps)).toEqual(sides[step][side]);
      // Who begins again comes to the same end; who was told nothing of the end that was reached is told so.
      const again = takeNow(officialCtx(deps, made.user, made.mo), made.id, step);
      if (side === 'after') await expect(again).rejects.toThrow('состояние дела изменилось');
      else await again;
      expect(await standing(deps)).toEqual(sides[step].after);
      expect(await verifyLedger(deps.db)).toEqual([]);
    } finally {
      await deps.engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
