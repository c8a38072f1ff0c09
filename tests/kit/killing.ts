// Processes that are killed at a chosen point.
import { spawn } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** Starts the script of the tests, waits until it says «standing» or `moment` comes, kills it. @throws when it ends before */
export async function killStanding(
  script: string,
  args: readonly string[],
  moment: Promise<void> = new Promise(() => {}),
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script), ...args]);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('standing') && resolve());
      void moment.then(resolve);
      child.once('exit', () => reject(new Error(`not reached: ${args.join(' ')}\n${complaint}`)));
    });
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

/** What such a script does at its point: says so, and never goes on. What it has compiled is kept for the next one: the killed keep nothing. */
export function standStill(): Promise<never> {
  flushCompileCache();
  console.log('standing');
  return new Promise(() => {});
}
