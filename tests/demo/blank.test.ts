// A first start begins from a database made ahead: whole or not at all, and within the memory of an old office PC.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layBlank, makeBlank } from '../../server/db/blank.ts';
import { lockFolder } from '../../server/db/dataLock.ts';
import { migrations } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { startProcess, type Process } from '../kit/processes.ts';

let home: string;
let running: Process[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'registry-blank-'));
  running = [];
  await makeBlank();
});
afterEach(async () => {
  for (const one of running) await one.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('laying a blank', () => {
  it('gives a database with every migration and nothing in it', async () => {
    const folder = join(home, 'data', 'db');
    await expect(layBlank(folder)).resolves.toBe(true);
    const database = await openDatabase({ dataDir: folder });
    const { rows } = await database.engine.query('select name, checksum from schema_migration order by name');
    const users = await database.engine.query('select count(*)::int as count from app_user');
    await database.close();
    expect(rows).toEqual(migrations().map(({ name, checksum }) => ({ name, checksum })));
    expect(users.rows).toEqual([{ count: 0 }]);
  });

  it('what was left half laid is no part of it, what stands is not touched', async () => {
    const folder = join(home, 'db');
    mkdirSync(`${folder}.draft/base`, { recursive: true });
    writeFileSync(join(`${folder}.draft`, 'base', 'half'), 'half of a file');
    await expect(layBlank(folder)).resolves.toBe(true);
    expect(existsSync(join(folder, 'base', 'half'))).toBe(false);
    expect(existsSync(`${folder}.draft`)).toBe(false);
    writeFileSync(join(folder, 'mark'), 'mine');
    await expect(layBlank(folder)).resolves.toBe(false);
    expect(readFileSync(join(folder, 'mark'), 'utf8')).toBe('mine');
  });

  it('waits for nobody: where another process begins, it says so', async () => {
    const folder = join(home, 'db');
    const unlock = lockFolder(folder);
    await expect(layBlank(folder)).rejects.toThrow('Папка данных уже открыта другим процессом');
    unlock();
    expect(existsSync(folder)).toBe(false);
    await expect(layBlank(folder)).resolves.toBe(true);
  });
});

// Elsewhere nothing tells the highest a process has stood.
it.runIf(process.platform === 'linux')('the first start and the second stay within half a gigabyte', async () => {
  const peaks: number[] = [];
  for (const start of ['first', 'second']) {
    const { pid, stop } = await startProcess(
      { folder: join(home, 'data'), env: { DEMO: '1', LOG_LEVEL: 'silent' } },
      running,
    );
    // What was used much while the world was made is compiled better right after it.
    await pause(start === 'first' ? 4000 : 2000);
    peaks.push(peakOf(pid));
    await stop();
  }
  // Measured 484 and 430. Creating the database here would take 650 and more, compiling its parser twice 900.
  expect(Math.max(...peaks)).toBeLessThan(560);
});

/** The most memory that a process has held, MiB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
