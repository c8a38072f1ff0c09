// `npm run check`: types, lint, format, architecture.
import { ensurePackages, run } from './setup.mjs';

ensurePackages();
run('tsc', ['--noEmit', '-p', 'tsconfig.json']);
run('oxlint', [
  '--type-aware',
  '--deny-warnings',
  'contract',
  'server',
  'providers',
  'widgets',
  'resources',
  'src',
  'tests',
  'bench',
  'tools',
]);
run('prettier', ['--check', '--log-level', 'warn', '.']);
run('vitest', ['run', '--project', 'node', 'tests/architecture.test.ts']);
