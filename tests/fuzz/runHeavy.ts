// `npm run heavy -- [seed]`: ten worst texts of a megabyte in every field of every call; ends with 1 when one held the process too long.
import { testApp } from '../kit/app.ts';
import { sendHeavy } from './heavy.ts';

const LIMIT_MS = 200;
const [seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const t = await testApp();
const report = await sendHeavy(t, seed);
await t.close();
for (const { name, work, status } of report.slowest)
  console.log(`${work.toFixed(0).padStart(6)} мс  ${status}  ${name}`);
for (const fault of report.faults) console.log(fault);
console.log(`Запросов ${report.requests}, зерно ${seed}, сбоев ${report.faults.length}`);
process.exit(report.faults.length || (report.slowest[0]?.work ?? 0) > LIMIT_MS ? 1 : 0);
