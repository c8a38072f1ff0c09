// The list of destroyed people beside the copies: kept outside them, so that no restore brings anybody back. Lines are only added.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const DESTROYED_LIST = 'destroyed.jsonl';

/** The list as it was at a moment. */
export interface ListHead {
  lines: number;
  /** Of those lines as they stand there. */
  sha256: string;
}

/** Makes the list where there is none: a copy whose list is gone can then be told from one that never had any. */
export async function touchList(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(join(dir, DESTROYED_LIST), '', { mode: 0o600, flag: 'a' });
}

/** Whole lines of the list in a folder; null where there is no list. */
export async function listLines(dir: string): Promise<string[] | null> {
  const file = join(dir, DESTROYED_LIST);
  if (!existsSync(file)) return null;
  return (await readFile(file, 'utf8')).split('\n').filter(Boolean);
}

export const headOf = (lines: readonly string[]): ListHead => ({
  lines: lines.length,
  sha256: createHash('sha256').update(lines.join('\n')).digest('hex'),
});

/** Whether a list is that of the head, as it was or with lines added since. */
export const goesOn = (lines: readonly string[], head: ListHead): boolean =>
  lines.length >= head.lines && headOf(lines.slice(0, head.lines)).sha256 === head.sha256;
