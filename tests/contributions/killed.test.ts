// The process is killed in the middle of a mass accrual: everything is there or nothing is, and the charge happens once.
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../server/balance/queries.ts';
import { chargeGarages } from '../../server/contributions/writing/charging.ts';
import type { Ctx } from '../../server/kernel/ctx.ts';
import { failPoint, setFailHook, type FailPoint } from '../../server/kernel/failPoints.ts';
import { startWork } from '../../server/work.ts';
import { testEngine } from '../kit/database.ts';
import { sample } from '../kit/deep.ts';
import { killStanding } from '../kit/killing.ts';
import type { World } from '../kit/world.ts';
import { chargeBody, EACH, openFolder, preparedFolder } from './crash.ts';

const GARAGES = { direct: 300, job: 700 } as const;
let root: string;
const prepared = new Map<keyof typeof GARAGES, { folder: string; w: World; user: number }>();

describe.runIf(testEngine === 'embedded')('a process killed while it charges', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'registry-killed-'));
    for (const [name, garages] of Object.entries(GARAGES)) {
      const folder = join(root, name);
      prepared.set(name as 'job', { folder, ...(await preparedFolder(folder, garages)) });
    }
  }, 120_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const points: [FailPoint, keyof typeof GARAGES, 'nothing' | 'everything'][] = [
    ['before post', 'direct', 'nothing'],
    ['after lines', 'direct', 'nothing'],
    ['before commit', 'direct', 'nothing'],
    ['after commit', 'direct', 'everything'],
    ['before commit', 'job', 'nothing'],
    ['after commit', 'job', 'everything'],
  ];
  const cases = sample(points, 4);
  it.each(cases)('%s (%s): %s is there, and it is charged once', { timeout: 90_000 }, async (point, kind, left) => {
    const { folder: origin, w, user } = prepared.get(kind)!;
    const folder = join(root, `${kind} ${point}`);
    cpSync(origin, folder, { recursive: true });
    const key = randomUUID();
    const garages = GARAGES[kind];
    await killStanding('contributions/killedCharger.ts', [folder, point, w.po, user, key, garages].map(String));

    const deps = await openFolder(folder);
    const state = async () => {
      const documents = await deps.db.selectFrom('contribution').select(['garage_count', 'amount_kopecks']).execute();
      const { n } = await deps.db
        .selectFrom('balance_operation')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      const { sum } = await deps.db
        .selectFrom('garage_balance')
        .select((e) => e.fn.sum<number>('balance_kopecks').as('sum'))
        .executeTakeFirstOrThrow();
      const log = await deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'balance_operation.accrual')
        .select('id')
        .execute();
      return { documents, lines: n, sum: Number(sum), log: log.length };
    };
    const all = {
      documents: [{ garage_count: garages, amount_kopecks: garages * EACH }],
      lines: garages,
      sum: -garages * EACH,
      log: 1,
    };
    try {
      expect(await state()).toEqual(left === 'everything' ? all : { documents: [], lines: 0, sum: 0, log: 0 });
      expect(await verifyLedger(deps.db)).toEqual([]);
      if (kind === 'direct') {
        const actor = { userId: user, sessionId: 1, name: '', role: '', isSuperuser: 0, region: null, mo: null };
        const ctx: Ctx = {
          actor: { ...actor, po: w.po, capabilities: [2] },
          db: deps.db,
          deps,
          ip: '',
          fingerprint: '',
          now: () => new Date('2026-11-20T09:00:00Z'),
        };
        const again = await chargeGarages(ctx, chargeBody(key, garages));
        expect(again).toMatchObject({ garages, isRepeat: left === 'everything' });
      } else await jobIsDone(deps);
      expect(await state()).toEqual(all);
      expect(await verifyLedger(deps.db)).toEqual([]);
    } finally {
      await deps.jobs.stop();
      await deps.engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** The queue takes what was cut off again; the job ends as done. */
  async function jobIsDone(deps: Awaited<ReturnType<typeof openFolder>>) {
    const stop = await startWork(deps);
    let status = '';
    for (let turn = 0; turn < 300 && status !== 'done'; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      status = (await deps.db.selectFrom('background_job').select('status').executeTakeFirstOrThrow()).status;
    }
    expect(status).toBe('done');
    await stop();
  }
});

describe('a fail-point', () => {
  it('does nothing until a test says so', async () => {
    const passed: string[] = [];
    await failPoint('before post');
    setFailHook(async (point) => void passed.push(point));
    await failPoint('after lines');
    setFailHook(null);
    await failPoint('before commit');
    expect(passed).toEqual(['after lines']);
  });
});
