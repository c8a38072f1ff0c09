// `npm run soak:ledger [operations] [seed]`: a long run of random work against the reference ledger.
import { soakLedger } from './ledgerSoak.ts';

const steps = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = Date.now();
const report = await soakLedger({
  steps,
  seed,
  every: Math.max(100, Math.ceil(steps / 40)),
  chainEvery: 4,
  tell: (text) => console.log(`${Math.round((Date.now() - started) / 1000)} с: ${text}`),
});
console.log(
  `Всё сошлось: операций ${report.operations}, записано ${report.writes}, отказов ${report.refusals}, повторов ${report.retries}, ` +
    `одновременных ${report.parallel}, прежних владельцев ${report.formers}, сверок ${report.checks}, строк учёта ${report.lines}; зерно ${seed}, ${Math.round((Date.now() - started) / 1000)} с`,
);
console.log(report.byKind);
