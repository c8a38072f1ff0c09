// A process that prints and stands still at a fail-point of the print; the test kills it there.
// `node killedPrinter.ts <folder> <point> <ПО> <garage>`
import { openDeps } from '../../server/deps.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { standStill } from '../kit/killing.ts';
import { printerCtx, printOnce } from './killed.ts';

const [folder = '', point = '', po = '', garage = ''] = process.argv.slice(2);
const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
setFailHook((reached) => (reached === point ? standStill() : Promise.resolve()));
await printOnce(printerCtx(deps, Number(po)), Number(garage));
