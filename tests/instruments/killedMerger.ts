// A process that merges two cards, or takes that back, and stands still at a fail-point; the test kills it there.
// `node killedMerger.ts <place> <step> <point> <wish>`: place and wish are JSON
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { standStill } from '../kit/killing.ts';
import { askStep, openRegister, type Place, type Step, type Wish } from './killed.ts';

const [place = '', step = '', point = '', wish = ''] = process.argv.slice(2);
const register = await openRegister(JSON.parse(place) as Place);
setFailHook((reached) => (reached === point ? standStill() : Promise.resolve()));
const { status, text } = await askStep(register, step as Step, JSON.parse(wish) as Wish);
// Nobody stood still: whoever waits reads what came instead.
console.error(status, text);
process.exit(1);
