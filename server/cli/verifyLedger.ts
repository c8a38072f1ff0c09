// `npm run verify-ledger`: recomputes balances, sums of ПО, monthly sums, seals and days of the ledger, months that left the log; names what differs and exits with 1.
import { archiveFaults } from '../actionLog/queries/archiveFaults.ts';
import { proveLedger } from '../balance/writing/days.ts';
import { openDeps } from '../deps.ts';
import { readSettings } from '../kernel/settings.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  const deps = await openDeps(readSettings(process.env));
  const prove = async () => [...(await proveLedger(deps)).map(({ text }) => text), ...(await archiveFaults(deps))];
  const faults = await prove().finally(() => deps.engine.close());
  for (const fault of faults.slice(0, 1000)) console.error(fault);
  if (faults.length) throw new Error(`Расхождений: ${faults.length}`);
  console.log('Учёт сходится: остатки, суммы ПО, месячные суммы, документы, печати, дни; архив журнала на месте');
});
process.exit();
