// SQL of attached files.
import { sql, type RawBuilder } from 'kysely';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import type { CardType } from '../kernel/objects.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { read } from '../kernel/read.ts';

export const attachmentsOf = (ctx: Ctx, type: string, id: number) =>
  ctx.db
    .selectFrom('attachment as a')
    .innerJoin('stored_file as f', 'f.id', 'a.file_id')
    .leftJoin('app_user as u', 'u.id', 'a.created_by')
    .where('a.object_type', '=', type)
    .where('a.object_id', '=', id)
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id', 'desc')
    .limit(500)
    .select([
      'a.id',
      'a.kind',
      'a.title',
      'a.created_at',
      'f.id as file_id',
      'f.name',
      'f.mime',
      'f.size_bytes',
      'f.thumb_file_id',
      'u.last_name',
      'u.first_name',
    ])
    .execute();

export const attachmentById = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('attachment').where('id', '=', id).where('deleted_at', 'is', null).selectAll().executeTakeFirst();

/** Who is seen on a file of a card: its person, both sides of a case with those who act for them, owners of a garage. */
export async function peopleOfCard(
  ctx: Ctx,
  type: CardType,
  id: number,
  since: string | null,
): Promise<{ id: number; name: string }[]> {
  const days = sql`array[${todayOf(ctx)}::date, coalesce(${since}::timestamptz, ${ctx.now().toISOString()}::timestamptz)::date]`;
  const ids = {
    profile: sql`select ${id}::int`,
    reregistration: sql`select profile_id from reregistration_party where reregistration_id = ${id}
      union select profile_id from reregistration_representative where reregistration_id = ${id}`,
    // A scan may be older than the present owners.
    garage: sql`select o.profile_id from ownership o, unnest(${days}) as day where o.garage_id = ${id}
      and (o.started_on is null or o.started_on <= day) and (o.ended_on is null or o.ended_on > day)`,
  }[type];
  return read(
    ctx.db,
    sql`select p.id, coalesce(p.full_name, '') as name from profile p where p.id in (${ids}) order by p.id`,
  );
}

/** A stored file, for a reader of that session; one of a news that was taken back stays with its author and superusers. */
export const fileById = (ctx: Ctx, id: number, session: number | undefined) =>
  ctx.db
    .selectFrom('stored_file as f')
    .where('f.id', '=', id)
    .where(
      sql<boolean>`not exists (select 1 from news_file nf join news n on n.id = nf.news_id where nf.file_id = f.id and n.withdrawn_at is not null
        and not exists (select 1 from session s join app_user u on u.id = s.user_id
          where s.id = ${session ?? null}::int and (u.id = n.author_id or u.is_superuser = ${SUPERUSER})))`,
    )
    .selectAll('f')
    .executeTakeFirst();

/**
 * Condition over `f`, a row of `stored_file`: something refers to it. Which columns refer is read from the database itself, so that
 * none can be forgotten here.
 */
async function isUsed(db: ReadDb): Promise<RawBuilder<boolean>> {
  const columns = await read(
    db,
    sql<{ table: string; column: string }>`select t.relname as table, a.attname as column from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'stored_file'::regclass order by 1, 2`,
  );
  const all = columns.map(
    ({ table, column }) => sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  );
  return sql<boolean>`f.id in (${sql.join(all, sql` union all `)})`;
}

/** Deletes the row of a file to which nothing refers any more, and that of its small picture; answers where their bytes lie. */
export async function forgetFile(tx: WriteDb, id: number): Promise<string[]> {
  const { rows } = await sql<{
    store_key: string;
    thumb_file_id: number | null;
  }>`delete from stored_file f where f.id = ${id} and not (${await isUsed(tx)}) returning f.store_key, f.thumb_file_id`.execute(
    tx,
  );
  const [gone] = rows;
  if (!gone) return [];
  return [gone.store_key, ...(gone.thumb_file_id ? await forgetFile(tx, gone.thumb_file_id) : [])];
}

/** How many files wait to be noted as unused, or used again, and of how many the term is over. */
export async function unusedFiles(db: ReadDb, before: Date): Promise<{ unmarked: number; over: number }> {
  const used = await isUsed(db);
  const [row] = await read(
    db,
    sql<{
      unmarked: number;
      over: number;
    }>`select (count(*) filter (where (f.unused_since is null) <> (${used})))::int as unmarked,
      (count(*) filter (where f.unused_since < ${before.toISOString()}::timestamptz))::int as over from stored_file f`,
  );
  return row!;
}

/** Notes of every file since when nothing refers to it, and of one that is used again that it is. */
export async function markUnused(tx: WriteDb, now: Date): Promise<number> {
  const used = await isUsed(tx);
  await sql`update stored_file f set unused_since = null where f.unused_since is not null and ${used}`.execute(tx);
  const marked =
    await sql`update stored_file f set unused_since = ${now.toISOString()}::timestamptz where f.unused_since is null and not (${used})`.execute(
      tx,
    );
  return Number(marked.numAffectedRows ?? 0);
}

/** Deletes the rows of files unused since before that moment; answers where their bytes lie. */
export async function dropUnused(tx: WriteDb, before: Date): Promise<string[]> {
  const { rows } = await sql<{ store_key: string; thumb_file_id: number | null }>`delete from stored_file f
    where f.unused_since < ${before.toISOString()}::timestamptz and not (${await isUsed(tx)})
    returning f.store_key, f.thumb_file_id`.execute(tx);
  const small: string[] = [];
  for (const { thumb_file_id: thumb } of rows) if (thumb) small.push(...(await forgetFile(tx, thumb)));
  return [...rows.map(({ store_key }) => store_key), ...small];
}
