// The time zone of a place: that of its МО; of a region its own.
import { sql, type RawBuilder } from 'kysely';
import { HOME_ZONE } from '../ports/clock.ts';
import { placeScope } from './scope.ts';
import type { Ctx, ReadDb } from './ctx.ts';

type Id = RawBuilder<unknown> | number | null;

/** Expression for the zone of a place of which one id is known. */
export const zoneOfPlace = ({ po, mo, region }: { po: Id; mo: Id; region: Id }): RawBuilder<string> =>
  sql<string>`coalesce((select m.time_zone from po p join mo m on m.id = p.mo_id where p.id = ${po}),
    (select m.time_zone from mo m where m.id = ${mo}),
    (select r.time_zone from region r where r.id = ${region}),
    ${sql.lit(HOME_ZONE)})`;

/** Expression for the local time of a moment at the place in the columns of `table`: its `::date` is the day there. */
export function timeAtPlace(table: string, moment: Date): RawBuilder<Date> {
  const column = (name: string) => sql`${sql.ref(`${table}.${name}`)}`;
  const zone = zoneOfPlace({ po: column('po_id'), mo: column('mo_id'), region: column('region_id') });
  return sql<Date>`(${moment.toISOString()}::timestamptz at time zone ${zone})`;
}

/** Expression for the day of a moment where the actor works, as text: `YYYY-MM-DD`. */
export const dayAtWork = ({ timeZone }: Pick<Ctx, 'timeZone'>, moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone ${timeZone ?? HOME_ZONE}::text)::date::text`;

/** Whether the clock of any place that the actor sees differs from Moscow's; with `everywhere` of any place at all. */
export async function seesOtherClocks({ db, actor, timeZone }: Ctx, everywhere: boolean): Promise<boolean> {
  if ((timeZone ?? HOME_ZONE) !== HOME_ZONE) return true;
  const here = everywhere ? sql<boolean>`true` : placeScope(actor, { region: 'mo.region_id' });
  const other = await db
    .selectFrom('mo')
    .where('time_zone', '<>', HOME_ZONE)
    .where(here)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The zone in which somebody works. */
export async function timeZoneOfActor(
  db: ReadDb,
  { po = null, mo = null, region = null }: { po?: number | null; mo?: number | null; region?: number | null },
): Promise<string> {
  const { zone } = await db
    .selectNoFrom(zoneOfPlace({ po: int(po), mo: int(mo), region: int(region) }).as('zone'))
    .executeTakeFirstOrThrow();
  return zone;
}

const int = (id: number | null) => sql`${id}::int`;
