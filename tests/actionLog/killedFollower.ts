// A process that writes lines of the log, counts those before them, and stands still where the test kills it.
// `node killedFollower.ts <folder> written|counting <ПО>`
import { sql } from 'kysely';
import { openDeps } from '../../server/deps.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { standStill } from '../kit/killing.ts';
import { writeLines } from './killed.ts';

const [folder = '', point = '', po = ''] = process.argv.slice(2);
const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
if (point === 'written') setFailHook((reached) => (reached === 'after commit' ? standStill() : Promise.resolve()));
await writeLines(deps, Number(po), 3);
await deps.db.transaction().execute(async (tx) => {
  for (let turn = 0; turn < 3; turn += 1) await sql`select follow_log(100000)`.execute(tx);
  await standStill();
});
