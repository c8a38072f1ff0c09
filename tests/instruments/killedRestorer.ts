// A process that puts a copy back and stands still at a fail-point; the test kills it there.
// `node killedRestorer.ts <folder> <place> <lines> <point>`: place and lines are JSON
import { setFailHook } from '../../server/kernel/failPoints.ts';
import type { DestroyedLine } from '../../server/ports/backups.ts';
import { standStill } from '../kit/killing.ts';
import { putBack, type EmptyPlace } from './restoringKit.ts';

const [folder = '', place = '', lines = '', point = ''] = process.argv.slice(2);
setFailHook((reached) => (reached === point ? standStill() : Promise.resolve()));
// Keeps the process until it is killed.
setInterval(() => {}, 1000);
await putBack(folder, JSON.parse(place) as EmptyPlace, JSON.parse(lines) as DestroyedLine[]);
console.error('put back');
process.exit(1);
