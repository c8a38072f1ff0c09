// `npm run walk:figures`: the walk of all figures, every one of them opened; ends with 1 when any differs from its rows.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'tests/statistics/walk.test.ts'],
  { stdio: 'inherit', env: { ...process.env, WALK_DEPTH: 'all' } },
);
process.exit(status ?? 1);
