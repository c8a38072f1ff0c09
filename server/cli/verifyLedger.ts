// `npm run verify-ledger`: recomputes balances, sums of ПО, monthly sums, seals and days of the ledger; names what differs and exits with 1.
import { proveLedger } from '../balance/writing/days.ts';
import { openDeps } from '../deps.ts';
import { readSettings } from '../kernel/settings.ts';

const deps = await openDeps(readSettings(process.env));
const faults = await proveLedger(deps);
await deps.engine.close();
for (const fault of faults.slice(0, 1000)) console.error(fault.text);
console.log(
  faults.length
    ? `Расхождений: ${faults.length}`
    : 'Учёт сходится: остатки, суммы ПО, месячные суммы, документы, печати, дни',
);
process.exit(faults.length ? 1 : 0);
