// What the killed process and the test that kills it share: the terms of the charge, a folder with garages.
import { join } from 'node:path';
import { openDeps } from '../../server/deps.ts';
import { AccrualTerms } from '../../contract/contributions/charging.ts';
import type { AccrualBody } from '../../server/contributions/writing/charging.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { migratedFolder } from '../kit/database.ts';
import { world, type World } from '../kit/world.ts';

export const EACH = 450_000;

/** The yearly fee of 4 500 ₽ for everybody. */
export const chargeBody = (idempotencyKey: string, garages: number): AccrualBody => ({
  ...AccrualTerms.parse({ contributionAmount: EACH, contributionDate: '2026-11-02', contributionPeriod: 2026 }),
  idempotencyKey,
  expected: { garages, amount_kopecks: garages * EACH },
});

export const openFolder = (folder: string) =>
  openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' }));

/** A ПО with garages and its treasurer, in a folder that is closed again. */
export async function preparedFolder(folder: string, garages: number): Promise<{ w: World; user: number }> {
  await migratedFolder(join(folder, 'db'));
  const deps = await openFolder(folder);
  const w = await world(deps.db);
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  await deps.db
    .insertInto('garage')
    .values(Array.from({ length: garages }, (_, nth) => ({ ...place, number: String(nth + 1), account_no: `k${nth}` })))
    .execute();
  const user = await deps.db
    .insertInto('app_user')
    .values({ email: 'treasurer@example.ru', last_name: 'Казначеев', capabilities: [2] })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A job goes on for whoever still holds the place.
  await deps.db.insertInto('user_right').values({ user_id: user.id, po_id: w.po }).execute();
  await deps.engine.close();
  return { w, user: user.id };
}
