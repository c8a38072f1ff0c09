// The process is killed while it prints: no number is lost and none is used twice, and a paper that has its number is finished later.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeps } from '../../server/deps.ts';
import { paperFile } from '../../server/documents/writing/keeping.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { killStanding } from '../kit/killing.ts';
import { world, type World } from '../kit/world.ts';
import { printerCtx, printOnce } from './killed.ts';

const open = (folder: string) => openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
let root: string;
let w: World;
let garage: number;

describe.runIf(testEngine === 'embedded')('a process killed while it prints', () => {
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'registry-printing-'));
    await migratedFolder(join(root, 'origin', 'db'));
    const deps = await open(join(root, 'origin'));
    w = await world(deps.db);
    const row = await deps.db
      .insertInto('garage')
      .values({ region_id: w.region, mo_id: w.mo, po_id: w.po, number: '1', account_no: 'k1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    garage = row.id;
    await deps.engine.close();
  }, 60_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ['before commit', 0],
    ['after commit', 1],
  ] as const)('%s: %i papers have a number', { timeout: 90_000 }, async (point, taken) => {
    const folder = join(root, point);
    cpSync(join(root, 'origin'), folder, { recursive: true });
    await killStanding('documents/killedPrinter.ts', [folder, point, String(w.po), String(garage)]);
    const deps = await open(folder);
    const ctx = printerCtx(deps, w.po);
    const papers = () =>
      deps.db.selectFrom('document').orderBy('id').select(['id', 'number', 'state', 'file_id']).execute();
    try {
      const left = await papers();
      expect(left).toHaveLength(taken);
      if (left[0]) {
        expect(left[0]).toMatchObject({ state: 'printing', file_id: null });
        await paperFile(ctx, left[0].id);
      }
      await printOnce(ctx, garage);
      const all = await papers();
      expect(all.map(({ number }) => Number(/\/(\d+)-/.exec(number)![1]))).toEqual(
        Array.from({ length: taken + 1 }, (_, nth) => nth + 1),
      );
      expect(all.every(({ state, file_id }) => state === 'valid' && file_id !== null)).toBe(true);
    } finally {
      await deps.pdf.close();
      await deps.engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
