// A process that takes a job and never finishes it; the test kills it. `node killedWorker.ts <folder>`
import { openDatabase } from '../../server/db/open.ts';
import { startJobs } from '../../server/jobs/queue.ts';
import type { WriteDb } from '../../server/kernel/ctx.ts';

const database = await openDatabase({ dataDir: process.argv[2] });
const jobs = startJobs({ ...database, report: console.error });
jobs.work('long', () => {
  console.log('running');
  return new Promise(() => {});
});
await jobs.start();
await database.db.transaction().execute((tx) => jobs.enqueue(tx as WriteDb, 'long', { n: 7 }));
