// `npm run seed:m`, `npm run seed:l`: fills an empty database with data set M or L, for measuring on 120 000 garages or ten times as many.
import { bulkAccounts, seedBulk, SIZE_L, SIZE_M } from '../demo/bulk.ts';
import { DEMO_PASSWORD } from '../demo/accounts.ts';
import { openDeps } from '../deps.ts';
import { readSettings } from '../kernel/settings.ts';
import { runCommand } from './command.ts';

const size = process.argv[2] === 'l' ? SIZE_L : SIZE_M;
const started = Date.now();
await runCommand(async () => {
  const deps = await openDeps(readSettings(process.env));
  await seedBulk(deps, deps.clock.now(), size, (stage) =>
    console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} с  ${stage}`),
  ).finally(() => deps.engine.close());
  console.log(`Готово за ${Math.round((Date.now() - started) / 1000)} с. Входы, пароль ${DEMO_PASSWORD}:`);
  for (const account of bulkAccounts) console.log(`  ${account}`);
});
