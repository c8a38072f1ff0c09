// A process that archives the log and stands still when it has reached a fail-point so many times; the test kills it there.
// `node killedArchiver.ts <place> <point> <times> <superuser>`: place is JSON
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { standStill } from '../kit/killing.ts';
import { openRegister, type Place } from './killed.ts';
import { archiveTwo } from './logArchiveKilled.ts';

const [place = '', point = '', times = '', admin = ''] = process.argv.slice(2);
const register = await openRegister(JSON.parse(place) as Place);
let reached = 0;
setFailHook((one) => {
  if (one !== point || (reached += 1) < Number(times)) return Promise.resolve();
  return standStill();
});
// Nobody stood still: whoever waits reads what came instead.
console.error(await archiveTwo(register, Number(admin)));
process.exit(1);
