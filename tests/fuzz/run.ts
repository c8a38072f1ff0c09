// `npm run fuzz -- [requests] [seed]`: as many random requests as asked, 200 000 by default; ends with 1 when anything failed.
// On PostgreSQL: `node tests/kit/onPostgres.ts node tests/fuzz/run.ts`.
import { testApp } from '../kit/app.ts';
import { fuzz } from './fuzz.ts';

const [requests = 200_000, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
/** Requests of one world: a new one is quick to look through. */
const ROUND = 10_000;

let failed = 0;
for (let done = 0, seed = first; done < requests; done += ROUND, seed += 1) {
  const t = await testApp();
  const report = await fuzz(t, Math.min(ROUND, requests - done), seed);
  await t.close();
  for (const line of [...report.faults, ...report.silent.slice(0, 20)]) console.log(line);
  failed += report.faults.length + report.silent.length;
  console.log(`Всего ${done + report.requests}, зерно ${seed}: ${JSON.stringify(report.statuses)}`);
}
process.exit(failed ? 1 : 0);
