// SQL of instructions: the list with what one has read, their numbers, the first steps of a ПО.
import { sql, type RawBuilder } from 'kysely';
import { foldText } from '../../contract/kernel/words.ts';
import { SUPERUSER, type Actor } from '../../contract/kernel/scope.ts';
import type { TutorialCard, TutorialKind, TutorialRow } from '../../contract/tutorials.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import { jsonRows, likeText } from '../kernel/list.ts';
import { read } from '../kernel/read.ts';
import { poScope } from '../kernel/scope.ts';
import { pageClause } from '../db/planned.ts';

const isRead = (actor: Actor) =>
  sql<boolean>`exists (select 1 from tutorial_read r where r.tutorial_id = t.id and r.user_id = ${actor.userId})`;
/** Published after the last visit of the page; before the first one everything is new. */
const isNew = (actor: Actor) =>
  sql<boolean>`(t.published_at > coalesce((select v.at from page_visit v where v.user_id = ${actor.userId} and v.page = 'tutorials'), '-infinity'))`;
const columns = (actor: Actor) => sql`t.id, t.kind, t.title, t.lead, t.topic, t.length, t.pages, t.sort, t.is_active,
  t.checked_on, t.version, ${isRead(actor)} as is_read, ${isNew(actor)} as is_new`;
/** Hidden ones are for superusers. */
const seen = (actor: Actor) => (actor.isSuperuser === SUPERUSER ? sql<boolean>`true` : sql<boolean>`t.is_active`);

interface Filter {
  q?: string | undefined;
  kind?: TutorialKind | undefined;
  page?: string | undefined;
  hidden?: boolean | undefined;
}

export async function listTutorials(
  { db, actor }: Ctx,
  { q = '', kind, page, hidden }: Filter,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
) {
  const where = sql`${hidden ? seen(actor) : sql`t.is_active`}
    ${kind ? sql`and t.kind = ${kind}` : sql``} ${page ? sql`and ${page} = any(t.pages)` : sql``}
    ${q.trim() ? sql`and fold(t.title || ' ' || t.lead || ' ' || t.plain) like ${`%${likeText(foldText(q.trim()))}%`}` : sql``}`;
  const [json, [counted]] = await Promise.all([
    jsonRows(
      db,
      sql`select ${columns(actor)} from tutorial t where ${where} order by ${order}, t.id ${pageClause({ offset, limit })}`,
    ),
    read(db, sql<{ n: number }>`select count(*)::int as n from tutorial t where ${where}`),
  ]);
  return { json, total: counted!.n };
}

export async function tutorialNumbers(db: ReadDb, actor: Actor) {
  const [row] = await read(
    db,
    sql<Record<'article' | 'video' | 'pdf' | 'fresh' | 'read' | 'all', number>>`
      select count(*) filter (where t.kind = 'article')::int as article, count(*) filter (where t.kind = 'video')::int as video,
        count(*) filter (where t.kind = 'pdf')::int as pdf, count(*) filter (where ${isNew(actor)})::int as fresh,
        count(*) filter (where ${isRead(actor)})::int as read, count(*)::int as "all" from tutorial t where t.is_active`,
  );
  return row!;
}

export interface TutorialRecord extends TutorialRow {
  body: unknown;
  steps: TutorialCard['steps'];
  helped: boolean | null;
  votes: { yes: number; no: number };
  file_id: number | null;
  file: { name: string; mime: string; size_bytes: number } | null;
}

/** The whole instruction; null when it is not there or hidden from the actor. */
export async function findTutorial(
  { actor }: Pick<Ctx, 'actor'>,
  db: ReadDb,
  id: number,
): Promise<TutorialRecord | null> {
  const [row] = await read(
    db,
    sql<TutorialRecord>`select ${columns(actor)}, t.body, t.steps, t.file_id,
      (select json_build_object('name', f.name, 'mime', f.mime, 'size_bytes', f.size_bytes) from stored_file f where f.id = t.file_id) as file,
      (select r.helped from tutorial_read r where r.tutorial_id = t.id and r.user_id = ${actor.userId}) as helped,
      (select json_build_object('yes', count(*) filter (where r.helped), 'no', count(*) filter (where not r.helped)) from tutorial_read r where r.tutorial_id = t.id) as votes
      from tutorial t where t.id = ${id} and ${seen(actor)}`,
  );
  return row ?? null;
}

/** Which of these files are pictures of instructions. */
export async function knownPictures(db: ReadDb, ids: readonly number[]): Promise<Set<number>> {
  if (!ids.length) return new Set();
  const rows = await db
    .selectFrom('tutorial_picture')
    .where('file_id', 'in', [...ids])
    .select('file_id')
    .execute();
  return new Set(rows.map(({ file_id }) => file_id));
}

/** The instruction that F1 of each page opens: the first shown one that names the page, as the drawer has it. */
export const helpPagesNow = (db: ReadDb, order: readonly string[]) =>
  read(
    db,
    sql<{ page: string; tutorial_id: number }>`select distinct on (page) page, t.id as tutorial_id
      from tutorial t cross join unnest(t.pages) as page where t.is_active
      order by page, array_position(${[...order]}::text[], t.topic), t.sort, t.id`,
  );

/** Facts of the places the actor works at. */
export async function factsOf({ db, actor }: Ctx) {
  const [row] = await read(
    db,
    sql<{ po: number | null; requisites: boolean; garages: number; charged: boolean; paid: boolean; people: number }>`
      with place as materialized (select p.* from po p where p.is_active and ${poScope(actor, 'p')})
      select (select min(id) from place) as po,
        coalesce((select bool_and(coalesce(account, '') <> '' and coalesce(bik, '') <> '' and coalesce(inn, '') <> '') from place), false) as requisites,
        coalesce((select sum(garage_count)::int from place), 0) as garages,
        exists (select 1 from contribution c where c.kind = 'accrual' and c.po_id in (select id from place)) as charged,
        exists (select 1 from contribution c where c.kind = 'payment' and c.po_id in (select id from place)) as paid,
        (select count(distinct ur.user_id)::int from user_right ur join app_user u on u.id = ur.user_id and u.is_active
          where ur.po_id in (select id from place)) as people`,
  );
  return row!;
}
