// A process that charges a year to everybody and stands still at a fail-point; the test kills it there.
// `node killedCharger.ts <folder> <point> <ПО> <user> <key> <garages>`
import { openDeps } from '../../server/deps.ts';
import { BACKGROUND_OVER } from '../../contract/books.ts';
import { chargeGarages } from '../../server/contributions/writing/charging.ts';
import type { Ctx } from '../../server/kernel/ctx.ts';
import { setFailHook, type FailPoint } from '../../server/kernel/failPoints.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { startWork } from '../../server/work.ts';
import { standStill } from '../kit/killing.ts';
import { chargeBody } from './crash.ts';

const [folder = '', point = '', po = '', user = '', key = '', garages = ''] = process.argv.slice(2);
const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));
const actor = {
  userId: Number(user),
  sessionId: 1,
  name: 'Казначеев П. И.',
  role: 'treasurer',
  isSuperuser: 0,
  region: null,
  mo: null,
  po: Number(po),
  capabilities: [2],
};
const ctx: Ctx = { actor, db: deps.db, deps, ip: '', fingerprint: '', now: () => new Date('2026-11-20T09:00:00Z') };

/** Postings of this process: a job's own writes are not what is waited for. */
let posting = false;
const stand = (reached: FailPoint) => {
  if (reached === 'before post' || reached === 'after lines') posting = true;
  if (reached !== point || !posting) return Promise.resolve();
  return standStill();
};
if (Number(garages) > BACKGROUND_OVER) await startWork(deps);
setFailHook(stand);
await chargeGarages(ctx, chargeBody(key, Number(garages)));
