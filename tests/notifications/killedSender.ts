// A process that sends a mailing and stands still at a fail-point; the test kills it there.
// `node killedSender.ts <folder> <point> <letters' server> <SMS server> <ПО> <author> <mailing> <pass>`
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { standStill } from '../kit/killing.ts';
import { deliver, openFolder } from './killed.ts';

const [folder = '', point = '', mail = '', sms = '', po = '', user = '', id = '', pass = '0'] = process.argv.slice(2);
const deps = await openFolder(folder, { mail, sms });
let left = Number(pass);
setFailHook((reached) => {
  if (reached !== point || left-- > 0) return Promise.resolve();
  return standStill();
});
await deliver(deps, { po: Number(po), user: Number(user), id: Number(id) });
