// Keys of people: what the log keeps about a person is sealed with his own key, and unreadable once it is destroyed.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Fields } from '../../contract/kernel/fields.ts';
import type { ReadDb, WriteDb } from './ctx.ts';
import { openWith, sealWith, type Secrets } from './secrets.ts';

/** Whose key: a person of the register or an account. */
export interface KeyOwner {
  kind: 'profile' | 'user';
  id: number;
}

/** A sealed value as it lies in the log. */
interface Sealed {
  $sealed: string | null;
}
/** Stands for a value whose key was destroyed. */
export const DESTROYED = Symbol('the key of this person is destroyed');

type Side = Record<string, unknown>;

export const keyOwnerOf = (type: string | null | undefined, id: number | null | undefined): KeyOwner | null =>
  id && (type === 'profile' || type === 'user') ? { kind: type, id } : null;

/** Columns of a list that are sealed. */
const sealedColumns = (fields: Fields) =>
  new Set(Object.entries(fields).flatMap(([key, field]) => (field.sensitive ? [field.column ?? key] : [])));

/** What is told of one object: whose key, the fields of its kind, both sides of the line. */
interface Told {
  owner: KeyOwner | null;
  fields: Fields | null;
  sides: readonly unknown[];
}

/**
 * Both sides of log lines with their personal values sealed, in the same order. A person without a key is given one; the values
 * of one whose key is destroyed are not kept at all.
 */
export async function sealAll(tx: WriteDb, secrets: Secrets, told: readonly Told[]): Promise<unknown[][]> {
  const columnsOf = new Map<Fields, Set<string>>();
  const found = told.map(({ owner, fields, sides }) => {
    if (!owner || !fields) return null;
    const columns = columnsOf.get(fields) ?? sealedColumns(fields);
    columnsOf.set(fields, columns);
    const isPersonal = (side: unknown): side is Side =>
      isObject(side) && Object.entries(side).some(([column, value]) => columns.has(column) && value !== null);
    return sides.some(isPersonal) ? { owner, columns, isPersonal } : null;
  });
  const keys = await keysForWriting(
    tx,
    secrets,
    found.flatMap((one) => one?.owner ?? []),
  );
  return told.map(({ sides }, at) => {
    const one = found[at];
    if (!one) return [...sides];
    const key = keys.get(nameOf(one.owner)) ?? null;
    return sides.map((side) => (one.isPersonal(side) ? sealSide(side, one.owner, one.columns, key) : side));
  });
}

const sealSide = (side: Side, owner: KeyOwner, columns: ReadonlySet<string>, key: Buffer | null): Side =>
  Object.fromEntries(
    Object.entries(side).map(([column, value]) => {
      if (!columns.has(column) || value === null) return [column, value];
      const sealed =
        key && sealWith(key, Buffer.from(JSON.stringify(value)), placeOf(owner, column)).toString('base64');
      return [column, { $sealed: sealed } satisfies Sealed];
    }),
  );

/** The opened sides of log lines, in the same order; a value whose key is gone is `DESTROYED`. */
export async function openSides<Line extends { owner: KeyOwner | null; before: unknown; after: unknown }>(
  db: ReadDb,
  secrets: Secrets,
  lines: readonly Line[],
): Promise<Line[]> {
  const owners = lines.flatMap(({ owner, before, after }) => (owner && [before, after].some(hasSealed) ? [owner] : []));
  const keys = await readKeys(db, secrets, owners);
  return lines.map((line) => {
    const { owner } = line;
    if (!owner) return line;
    const key = keys.get(nameOf(owner));
    const opened = (side: unknown) => (hasSealed(side) ? openSide(side, owner, key) : side);
    return { ...line, before: opened(line.before), after: opened(line.after) };
  });
}

/** Destroys the key of a person: what the log keeps of him can't be read any more, by anybody. */
export async function destroyPersonKey(tx: WriteDb, owner: KeyOwner, at: string): Promise<void> {
  await sql`insert into person_key (kind, person_id, key_cipher, created_at, destroyed_at)
    values (${owner.kind}, ${owner.id}, null, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (kind, person_id) do update set key_cipher = null, destroyed_at = coalesce(person_key.destroyed_at, excluded.destroyed_at)`.execute(
    tx,
  );
}

/** Keys of people, made at the first need; of those whose key was destroyed there is none. */
async function keysForWriting(
  tx: WriteDb,
  secrets: Secrets,
  owners: readonly KeyOwner[],
): Promise<Map<string, Buffer>> {
  const needed = new Map(owners.map((owner) => [nameOf(owner), owner]));
  const keys = await readKeys(tx, secrets, owners);
  const missing = [...needed].filter(([name]) => !keys.has(name)).map(([, owner]) => owner);
  if (!missing.length) return keys;
  await tx
    .insertInto('person_key')
    .values(
      missing.map(({ kind, id }) => ({
        kind,
        person_id: id,
        key_cipher: secrets.seal(randomBytes(32).toString('base64')),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
  for (const [name, key] of await readKeys(tx, secrets, missing)) keys.set(name, key);
  return keys;
}

async function readKeys(db: ReadDb, secrets: Secrets, owners: readonly KeyOwner[]): Promise<Map<string, Buffer>> {
  const keys = new Map<string, Buffer>();
  for (const kind of ['profile', 'user'] as const) {
    const ids = [...new Set(owners.filter((owner) => owner.kind === kind).map((owner) => owner.id))];
    if (!ids.length) continue;
    const rows = await db
      .selectFrom('person_key')
      .where('kind', '=', kind)
      .where('person_id', 'in', ids)
      .select(['person_id', 'key_cipher'])
      .execute();
    for (const row of rows) {
      const key = unwrap(secrets, row.key_cipher);
      if (key) keys.set(nameOf({ kind, id: row.person_id }), key);
    }
  }
  return keys;
}

const unwrap = (secrets: Secrets, cipher: Uint8Array | null) =>
  cipher ? Buffer.from(secrets.open(cipher), 'base64') : null;

function openSide(side: Side, owner: KeyOwner, key: Buffer | undefined): Side {
  return Object.fromEntries(
    Object.entries(side).map(([column, value]) => {
      if (!isSealed(value)) return [column, value];
      if (!key || value.$sealed === null) return [column, DESTROYED];
      const bytes = openWith(key, Buffer.from(value.$sealed, 'base64'), placeOf(owner, column));
      return [column, JSON.parse(bytes.toString('utf8')) as unknown];
    }),
  );
}

/** A sealed value opens only in its own place: moved to another person or field it is refused. */
const placeOf = (owner: KeyOwner, column: string) => `${nameOf(owner)}:${column}`;
const nameOf = ({ kind, id }: KeyOwner) => `${kind}:${id}`;
const isObject = (side: unknown): side is Side => typeof side === 'object' && side !== null;
const isSealed = (value: unknown): value is Sealed => isObject(value) && Object.hasOwn(value, '$sealed');
const hasSealed = (side: unknown): side is Side => isObject(side) && Object.values(side).some(isSealed);
