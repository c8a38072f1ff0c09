// The process is killed between the writers of the log and its counts, or while it counts: the next page and the proof of the night agree with the lines.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followLog, proveLogCounts } from '../../server/actionLog/counting.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { tabFigures } from '../../server/statistics/queries/figures.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { killStanding } from '../kit/killing.ts';
import { world, type World } from '../kit/world.ts';
import { officialCtx, writeLines } from './killed.ts';

const open = (folder: string) => openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
const DAYS = { from: '2026-11-01', to: '2026-11-20' };
let root: string;
let w: World;

describe.runIf(testEngine === 'embedded')('a process killed beside the counts of the log', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'registry-counting-'));
    await migratedFolder(join(root, 'origin', 'db'));
    const deps = await open(join(root, 'origin'));
    w = await world(deps.db);
    await writeLines(deps, w.po, 4);
    for (let turn = 0; turn < 3; turn += 1) await followLog(deps);
    await deps.engine.close();
  }, 60_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(['written', 'counting'] as const)('%s', { timeout: 90_000 }, async (point) => {
    const folder = join(root, point);
    cpSync(join(root, 'origin'), folder, { recursive: true });
    await killStanding('actionLog/killedFollower.ts', [folder, point, String(w.po)]);
    const deps = await open(folder);
    const ctx = officialCtx(deps, w.po);
    const shown = async () => (await tabFigures(ctx, 'garage', DAYS, DAYS, 'before')).count.now;
    const kept = async () => {
      const { rows } = await sql<{ counted: number; faults: number }>`
        select (select coalesce(sum(lines), 0)::int from log_day where tab = 'garage') as counted, log_count_faults()::int as faults`.execute(
        deps.db,
      );
      return rows[0]!;
    };
    try {
      // What was written stands, what was being counted does not; the page adds the lines that are not counted.
      expect(await kept()).toEqual({ counted: 4, faults: 0 });
      expect(await shown()).toBe(7);
      await writeLines(deps, w.po, 1);
      expect(await shown()).toBe(8);
      for (let turn = 0; turn < 4; turn += 1) await followLog(deps);
      expect(await kept()).toEqual({ counted: 8, faults: 0 });
      expect(await shown()).toBe(8);
      await proveLogCounts(deps);
      const [proof] = await deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'admin.log_proof')
        .select('text')
        .execute();
      expect(proof!.text).toBe('Ночная сверка показателей журнала: сошлось');
    } finally {
      await deps.pdf.close();
      await deps.engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
