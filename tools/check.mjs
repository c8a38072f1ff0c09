// `npm run check`: types, lint, format, architecture.
import { ensurePackages, run } from './setup.mjs';

ensurePackages();
// What a change does not touch is not looked at again: 2 s instead of 34.
const cache = 'node_modules/.cache/registry';
run('tsc', ['--noEmit', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', `${cache}/types.json`]);
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
run('prettier', ['--check', '--cache', '--cache-location', `${cache}/prettier`, '--log-level', 'warn', '.']);
run('vitest', ['run', '--project', 'node', 'tests/architecture.test.ts']);
