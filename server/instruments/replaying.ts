// Destructions done again on a restored database: a copy made before an act must not bring anybody back.
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Database } from '../db/open.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import type { Secrets } from '../kernel/secrets.ts';
import type { Settings } from '../kernel/settings.ts';
import type { DestroyedLine } from '../ports/backups.ts';
import { systemClock } from '../ports/clock.ts';
import { destroyedName, destroyPerson } from './writing/destroying.ts';

export interface ReplayPlace {
  database: Database;
  settings: Settings;
  secrets: Secrets;
  filesDir: string;
}

/** Destroys again whoever the list names and the copy still holds; answers how many there were. */
export async function replayDestroyed(place: ReplayPlace, lines: readonly DestroyedLine[]): Promise<number> {
  const { database, settings, secrets, filesDir } = place;
  // What a destruction stands on; nothing else of the application is open yet.
  const deps = {
    db: database.db,
    engine: database.engine,
    settings,
    secrets,
    clock: systemClock,
  } as unknown as AppDeps;
  const ctx = workCtx(deps, { name: 'Восстановление' });
  let done = 0;
  for (const line of new Map(lines.map((one) => [one.profile, one])).values()) {
    const person = await database.db
      .selectFrom('profile')
      .where('id', '=', line.profile)
      .where('is_anonymised', '=', false)
      .select(['id', 'region_id', 'mo_id', 'po_id'])
      .executeTakeFirst();
    if (!person) continue;
    const { region_id, mo_id, po_id } = person;
    const { storeKeys } = await act(ctx, 'profile.anonymise', async (write) => {
      const destroyed = await destroyPerson(write, ctx, person.id);
      await write.tx
        .insertInto('destruction')
        .values({
          profile_id: person.id,
          act_no: line.act,
          at: line.at,
          ground: line.ground,
          counts: JSON.stringify(destroyed.counts),
        })
        .onConflict((on) => on.column('profile_id').doNothing())
        .execute();
      await write.log({
        object: { type: 'profile', id: person.id, name: destroyedName(person.id) },
        place: { region_id, mo_id, po_id },
        text: `Данные уничтожены снова после восстановления: ${line.act}`,
      });
      return destroyed;
    });
    for (const storeKey of storeKeys) await rm(join(filesDir, storeKey), { force: true });
    done += 1;
  }
  return done;
}
