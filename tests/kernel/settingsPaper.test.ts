// Every setting that the server reads stands in the example of settings, and nothing stands there that it does not read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Environment } from '../../server/kernel/settings.ts';

const example = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8');

it('the example names every setting, each once', () => {
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(Environment.shape)));
});
