// `npm run verify-ledger`: recomputes balances, monthly sums and seals of the ledger; exit 1 on a difference.
import { verifyLedger } from '../balance/queries.ts';
import { openDeps } from '../deps.ts';
import { readSettings } from '../kernel/settings.ts';

const deps = await openDeps(readSettings(process.env));
const faults = await verifyLedger(deps.db);
await deps.engine.close();
for (const fault of faults.slice(0, 100)) console.error(`${fault.what} ${fault.id}: ${fault.text}`);
console.log(faults.length ? `Расхождений: ${faults.length}` : 'Учёт сходится: остатки, месячные суммы, печати');
process.exit(faults.length ? 1 : 0);
