// A process that completes or annuls a case and stands still at a fail-point; the test kills it there.
// `node killedOfficial.ts <folder> <point> <step> <user> <МО> <case>`
import { openDeps } from '../../server/deps.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { standStill } from '../kit/killing.ts';
import { officialCtx, takeNow, type Step } from './killed.ts';

const [folder = '', point = '', step = '', user = '', mo = '', id = ''] = process.argv.slice(2);
const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
setFailHook((reached) => (reached === point ? standStill() : Promise.resolve()));
await takeNow(officialCtx(deps, Number(user), Number(mo)), Number(id), step as Step);
