// Places of a ПО that a load meets: a section in other letters is the same section; what is changed is held while it is.
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { read } from '../kernel/read.ts';
import { foldName } from '../../contract/kernel/words.ts';
import { foldSection } from './rules/place.ts';

interface Place {
  section: string;
  number: string;
}
const exactKey = ({ section, number }: Place) => `${section}|${number}`;
const spelledKey = ({ section, number }: Place) => `~${foldSection(section)}|${foldName(number)}`;

/** Garages to be found by `garageAt`. */
export const byPlace = <Garage extends Place>(known: readonly Garage[]): Map<string, Garage> =>
  new Map([
    ...known.map((row) => [spelledKey(row), row] as const),
    ...known.map((row) => [exactKey(row), row] as const),
  ]);

/** The garage of a place: as it is written, else under the section or the number in other letters, «а» for «А». */
export const garageAt = <Garage>(known: ReadonlyMap<string, Garage>, place: Place): Garage | undefined =>
  known.get(exactKey(place)) ?? known.get(spelledKey(place));

/**
 * Condition over garages under the alias `g` that may bear one of the numbers. Latin look-alikes stand only where two garages
 * would else become one: they are few and are compared by `garageAt`.
 */
export const numbered = (numbers: readonly string[]) =>
  sql<boolean>`(g.number = any(${[...new Set(numbers)]}::text[]) or g.number ~ '[aceopxhkmtby]')`;

/** How a ПО writes its sections, by how they are compared. */
export async function knownSections(db: ReadDb | WriteDb, poId: number): Promise<Map<string, string>> {
  const rows = await read(
    db,
    sql<{
      name: string;
    }>`select name from section where po_id = ${poId} union select distinct section from garage where po_id = ${poId} and is_active`,
  );
  return new Map(rows.map(({ name }) => [foldSection(name), name]));
}

/** Holds the garages of these numbers until the end of the transaction: nobody edits them under the load. */
export async function holdGarages(tx: WriteDb, poId: number, numbers: readonly string[]): Promise<void> {
  await sql`select g.id from garage g where g.po_id = ${poId} and g.is_active and ${numbered(numbers)} order by g.id for update`.execute(
    tx,
  );
}
/** Holds the cards of people likewise. */
export const holdPeople = (tx: WriteDb, ids: readonly number[]) =>
  sql`select id from profile where id = any(${[...ids]}::int[]) order by id for update`.execute(tx);

/** Ids of privileges that tell of health. */
export const healthPrivileges = async (db: ReadDb | WriteDb): Promise<Set<number>> =>
  new Set((await read(db, sql<{ id: number }>`select id from privilege where is_health`)).map(({ id }) => id));
