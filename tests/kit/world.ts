// A small organisation for one test: two regions, МО and ПО of every relation, so that each test also tests scope.
import type { Kysely } from 'kysely';
import type { DB } from '../../server/db/types.ts';

let built = 0;

export interface World {
  region: number;
  mo: number;
  po: number;
  /** Another ПО of the same МО. */
  siblingPo: number;
  /** Another МО of the same region and its ПО. */
  siblingMo: number;
  cousinPo: number;
  /** Another region with one МО and one ПО. */
  foreignRegion: number;
  foreignMo: number;
  foreignPo: number;
}

/** Builds places with names of their own; rows inside are made through the API or by `tests/kit/rows.ts`. */
export async function world(db: Kysely<DB>): Promise<World> {
  const nth = (built += 1);
  const region = async (name: string) =>
    (
      await db
        .insertInto('region')
        .values({ name: `${name} ${nth}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const mo = async (region_id: number, name: string) =>
    (
      await db
        .insertInto('mo')
        .values({ region_id, name: `${name} ${nth}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const po = async (region_id: number, mo_id: number, name: string, code: number) =>
    (await db.insertInto('po').values({ region_id, mo_id, name, code }).returning('id').executeTakeFirstOrThrow()).id;
  const base = 1000 + nth * 10;
  const home = await region('Северный регион');
  const foreign = await region('Южный регион');
  const mine = await mo(home, 'Невское МО');
  const sibling = await mo(home, 'Ладожское МО');
  const far = await mo(foreign, 'Донское МО');
  return {
    region: home,
    mo: mine,
    po: await po(home, mine, 'КАС № 12-3', base + 1),
    siblingPo: await po(home, mine, 'КАС № 12-10', base + 2),
    siblingMo: sibling,
    cousinPo: await po(home, sibling, 'КАС № 2', base + 3),
    foreignRegion: foreign,
    foreignMo: far,
    foreignPo: await po(foreign, far, 'КАС № 7', base + 4),
  };
}
