// `npm run kill:mailing`: a mailing to two thousand people, its process killed at every moment; ends with 1 when anybody is lost or gets it twice.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'tests/notifications/killed.test.ts'],
  { stdio: 'inherit', env: { ...process.env, KILLED_MAILING: '2000' } },
);
process.exit(status ?? 1);
