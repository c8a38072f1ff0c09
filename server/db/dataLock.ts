// One process per data folder: two would open it without an error and rows would vanish.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Takes the lock of a database folder; a lock of a dead process is taken over.
 * @returns function that gives the lock back
 * @throws in Russian when a living process holds it
 */
export function lockFolder(folder: string): () => void {
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const file = join(parent, `${folder.split(/[\\/]/).at(-1)}.lock`);
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [pid, started] = readFileSync(file, 'utf8')
        .split(' ')
        .map((part, i) => (i ? part : Number(part))) as [number, string];
      if ((isRunning(pid) && started === startOf(pid)) || attempt > 3)
        throw new Error(
          `Папка данных уже открыта другим процессом (pid ${pid}). Остановите его или задайте другую DATA_DIR`,
          { cause: error },
        );
      rmSync(file, { force: true });
    }
  }
  const release = () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/** Whether a process of this machine has the number now. */
export function isRunning(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, as the system counts it; tells a living holder from a reused number. Empty where it can't be told. */
export function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
