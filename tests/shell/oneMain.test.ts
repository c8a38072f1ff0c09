// A page stands inside the frame's own `main`: one of its own would be a landmark within a landmark for people with screen readers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const withMain = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && readFileSync(join(root, folder, file), 'utf8').includes('<main'),
  );

it('no page has a main landmark beside that of the frame', () => {
  expect(withMain('src/shell')).toEqual(['Shell.tsx']);
  expect([...withMain('resources'), ...withMain('widgets')]).toEqual([]);
});
