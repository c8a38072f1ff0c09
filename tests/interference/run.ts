// `npm run interference -- [pairs] [seed]`: as many pairs as asked, 50 000 by default; ends with 1 when any differs.
// On PostgreSQL: `node tests/kit/onPostgres.ts node tests/interference/run.ts`.
import { testApp } from '../kit/app.ts';
import { comparePairs } from './pairs.ts';

const [wanted = 50_000, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const PER_READER = 460;

let pairs = 0;
let differing = 0;
for (let seed = first; pairs < wanted; seed += 1) {
  const t = await testApp();
  const report = await comparePairs(t, PER_READER, seed);
  await t.close();
  pairs += report.pairs;
  differing += report.differences.length;
  for (const one of report.differences.slice(0, 20)) console.log(JSON.stringify(one, null, 1));
  console.log(
    `Всего пар ${pairs}, зерно ${seed}: отличаются ${report.differences.length}, прочитано ${report.answered}; без ответа: ${report.unanswered.join(', ') || 'нет'}`,
  );
}
process.exit(differing ? 1 : 0);
