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

/** A destruction is told before its transaction is kept: a copy made so soon after it may still hold the person. */
const MARGIN_MS = 3_600_000;

export interface Replayed {
  /** How many people were destroyed again. */
  done: number;
  /** Cards that a line of the time before the copy names and the copy holds all the same: nothing is done to them. */
  left: DestroyedLine[];
}

/** Acts that stand; the last line about an act is what became of it. */
function standing(lines: readonly DestroyedLine[]): DestroyedLine[] {
  const last = new Map(lines.map((one) => [`${one.profile} ${one.act} ${one.at}`, one]));
  return [...last.values()].filter(({ undone }) => !undone);
}

/** Whether a line speaks of the card that has its number now: after a restore the number may be somebody else's. */
const isAbout = ({ created, at }: DestroyedLine, card: { created_at: string }) =>
  created ? Date.parse(created) === Date.parse(card.created_at) : Date.parse(at) >= Date.parse(card.created_at);

/** Destroys again whoever the list names and the copy made at `madeAt` still holds. */
export async function replayDestroyed(
  place: ReplayPlace,
  lines: readonly DestroyedLine[],
  madeAt: string,
): Promise<Replayed> {
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
  const replayed: Replayed = { done: 0, left: [] };
  for (const line of standing(lines)) {
    const person = await database.db
      .selectFrom('profile')
      .where('id', '=', line.profile)
      .where('is_anonymised', '=', false)
      .select(['id', 'region_id', 'mo_id', 'po_id', 'created_at'])
      .executeTakeFirst();
    if (!person || !isAbout(line, person)) continue;
    // The copy is of later: what the line tells of had come to its end by then, and it did not end with the person gone.
    if (Date.parse(line.at) < Date.parse(madeAt) - MARGIN_MS) {
      replayed.left.push(line);
      continue;
    }
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
    replayed.done += 1;
  }
  return replayed;
}
