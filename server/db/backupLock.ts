// One copy at a time in a folder of copies, whichever process or machine makes it: a file that beats while its holder lives.
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, startOf } from './dataLock.ts';

const LOCK = 'backup.lock';
const BEAT_MS = 30_000;
/** A holder on another machine that has not beaten for so long is gone. */
const SILENT_MS = 10 * 60_000;

/** Somebody else makes a copy there now. */
export class BackupBusy extends Error {
  constructor() {
    super('В этой папке уже делается другая копия. Дождитесь её конца');
    this.name = 'BackupBusy';
  }
}

/**
 * Takes the folder for one copy; answers how to give it back. The lock of a process that is gone is taken over.
 * @throws BackupBusy
 */
export function lockBackups(dir: string): () => void {
  const file = join(dir, LOCK);
  const mine = JSON.stringify({ host: hostname(), pid: process.pid, start: startOf(process.pid), at: Date.now() });
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (attempt > 3 || isHeld(file)) throw new BackupBusy();
      rmSync(file, { force: true });
    }
  }
  const beat = setInterval(() => {
    const now = new Date();
    if (existsSync(file)) utimesSync(file, now, now);
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true });
  };
}

function isHeld(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > SILENT_MS) return false;
    const { host, pid, start } = JSON.parse(readFileSync(file, 'utf8')) as { host: string; pid: number; start: string };
    return host !== hostname() || (isRunning(pid) && startOf(pid) === start);
  } catch {
    // Given back meanwhile, or being written this moment: its age alone says whether anybody holds it.
    return existsSync(file);
  }
}
