// The process is killed in the middle of archiving the log: every month is whole in the log or whole out of it, and the same job again ends it.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveFaults } from '../../server/actionLog/queries/archiveFaults.ts';
import type { TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { sample } from '../kit/deep.ts';
import { migratedFolder } from '../kit/database.ts';
import { killStanding } from '../kit/killing.ts';
import { followWholeLog } from '../kit/log.ts';
import { oldLine } from '../kit/oldLog.ts';
import { openRegister, type Register } from './killed.ts';
import { archiveTwo } from './logArchiveKilled.ts';

let root: string;
let admin: number;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'registry-archiving-'));
  await migratedFolder(join(root, 'origin', 'db'));
}, inTime(120_000));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function working<T>(folder: string, work: (register: Register) => Promise<T>): Promise<T> {
  const register = await openRegister({ folder, url: '' });
  try {
    return await work(register);
  } finally {
    await register.close();
  }
}

it('lines of two months', { timeout: inTime(60_000) }, () =>
  working(join(root, 'origin'), async ({ deps }) => {
    const t = { deps } as unknown as TestApp;
    const days = ['2019-01-05', '2019-01-06', '2019-01-07', '2019-02-05', '2019-02-06'];
    for (const day of days) await oldLine(t, { at: `${day}T09:00:00Z` });
    const person = { email: 'su@example.ru', last_name: 'С', role: 'superuser', is_superuser: 2 };
    admin = (await deps.db.insertInto('app_user').values(person).returning('id').executeTakeFirstOrThrow()).id;
    await followWholeLog(deps);
  }),
);

// Acts in order: the job begins, January is kept, January goes, February is kept, February goes.
const points = [
  ['log file stored', 1, [3, 2]],
  ['before commit', 2, [3, 2]],
  ['after commit', 2, [3, 2]],
  ['log lines dropped', 1, [3, 2]],
  ['before commit', 3, [3, 2]],
  ['after commit', 3, [0, 2]],
  ['log file stored', 2, [0, 2]],
  ['after commit', 4, [0, 2]],
  ['log lines dropped', 2, [0, 2]],
  ['after commit', 5, [0, 0]],
] as const;
it.each(sample(points, 3))('killed at «%s», time %i: %j', { timeout: inTime(60_000) }, async (point, times, left) => {
  const folder = mkdtempSync(join(root, 'place-'));
  cpSync(join(root, 'origin'), folder, { recursive: true });
  await killStanding('instruments/killedArchiver.ts', [
    JSON.stringify({ folder, url: '' }),
    point,
    String(times),
    String(admin),
  ]);
  await working(folder, async (register) => {
    const { db } = register.deps;
    const lines = async () => {
      const { rows } = await sql<{ n: number[] }>`select array[(select count(*)::int from log_lines_of('2019-01-01')),
        (select count(*)::int from log_lines_of('2019-02-01'))] as n`.execute(db);
      return rows[0]!.n;
    };
    expect(await lines()).toEqual(left);
    const { rows: kept } = await sql<{
      kept: string | null;
      faults: number;
    }>`select log_kept_from() as kept, log_count_faults()::int as faults`.execute(db);
    expect(kept[0]).toEqual({ kept: left[1] === 0 ? '2019-03-01' : left[0] === 0 ? '2019-02-01' : null, faults: 0 });
    expect(await archiveFaults(register.deps)).toEqual([]);
    expect(await archiveTwo(register, admin)).toBe('done');
    expect(await lines()).toEqual([0, 0]);
    expect(await archiveFaults(register.deps)).toEqual([]);
    const archives = await db
      .selectFrom('log_archive')
      .orderBy('month')
      .select(['month', 'lines', 'dropped_at'])
      .execute();
    expect(archives.map(({ month, lines: n, dropped_at }) => [month, n, dropped_at !== null])).toEqual([
      ['2019-01-01', 3, true],
      ['2019-02-01', 2, true],
    ]);
    const { rows: told } = await sql<{
      n: number;
    }>`select count(*)::int as n from action_log where text like 'Журнал за % вынесен в архив%'`.execute(db);
    expect(told[0]!.n).toBe(2);
  });
  rmSync(folder, { recursive: true, force: true });
});
