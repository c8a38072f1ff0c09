// Texts that were approved: compared with, or with `APPROVE=1` written anew to be read in the diff.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The approved text of a file of this folder; `now` itself while it is being approved, nothing when it was never. */
export function approved(name: string, now: string): string {
  const file = join(import.meta.dirname, name);
  if (process.env.APPROVE === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, now);
  }
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
