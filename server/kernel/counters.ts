// A live number of the frame: its SQL, said by the slice that keeps the rows; server/menu gathers them.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';
import { nobody, type ReadDb } from './ctx.ts';
import { read } from './read.ts';

/** The number as whoever asks sees it: whole, with the scope in the condition. */
export type Counter = (actor: Actor, now: Date) => RawBuilder<number>;

/** Several numbers, or other values, in one question. */
export async function countNow<T>(db: ReadDb, parts: { [Name in keyof T]: RawBuilder<T[Name]> }): Promise<T> {
  const columns = Object.entries<RawBuilder<unknown>>(parts).map(([name, part]) => sql`(${part}) as ${sql.ref(name)}`);
  const [row] = await read(db, sql<T>`select ${sql.join(columns)}`);
  return row!;
}

/** The number as everybody at a place sees it: for messages to all who work there. */
export const countAt = async (db: ReadDb, counter: Counter, place: { mo: number } | { po: number }, now: Date) =>
  (await countNow(db, { n: counter({ ...nobody, ...place }, now) })).n;
