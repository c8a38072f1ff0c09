// A copy of the house in which sources are changed.
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './areas.ts';

/** The sources alone: nothing is ever changed in the house itself. */
export function copyOfHouse(): string {
  const folder = mkdtempSync(join(tmpdir(), 'registry-mutate-'));
  const left = new Set(['node_modules', '.git', 'dist', 'data', 'bench-data']);
  for (const name of readdirSync(root).filter((one) => !left.has(one)))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
