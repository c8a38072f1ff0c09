// SQL of the texts of papers: versions with the papers made of them, drafts, records for a look.
import { sql, type RawBuilder } from 'kysely';
import type { TemplateRecord, TemplateVersion } from '../../../contract/documents/studio.ts';
import type { RichText } from '../../../contract/kernel/richTextFold.ts';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { foldText } from '../../../contract/kernel/words.ts';
import type { Ctx, ReadDb, WriteDb } from '../../kernel/ctx.ts';
import { likeText } from '../../kernel/list.ts';
import { mayAskNames } from '../../kernel/masking.ts';
import { read } from '../../kernel/read.ts';
import { inScope, personInScope } from '../../kernel/scope.ts';
import { layoutOf } from '../layouts/index.ts';
import { CASH, CASH_ORDER, type DocumentKind } from '../rules.ts';
import { limitTo } from '../../db/planned.ts';

const ofRegion = (region: number | null, table = 'document_template') =>
  sql`${sql.ref(`${table}.region_id`)} is not distinct from ${region}`;

export const regionsWithText = (db: ReadDb, kind: number) =>
  read(
    db,
    sql<{ id: number; name: string; has_text: boolean }>`select r.id, r.name, exists (select 1 from document_template t
      where t.type_id = ${kind} and t.region_id = r.id and t.state = 'in_force') as has_text from region r order by r.name`,
  );

/** The newest first; the text of the program is version 0 of the common text, of a region the common one is. */
export async function versionsOf(db: ReadDb, kind: number, region: number | null): Promise<TemplateVersion[]> {
  const rows = await read(
    db,
    sql<TemplateVersion>`select t.nth, t.state, t.saved_at, t.in_force_since, t.ended_at, ${nameOf(sql`t.created_by`)} as author,
      (select count(*)::int from document d where d.type_id = ${kind} and d.copy_of is null and d.template_nth = t.nth
        and d.template_region_id is not distinct from ${region}) as papers
      from document_template t where t.type_id = ${kind} and ${ofRegion(region, 't')} order by t.nth desc`,
  );
  const [start] = await read(
    db,
    sql<{
      papers: number;
    }>`select count(*)::int as papers from document d where d.type_id = ${kind} and d.copy_of is null
      and d.template_nth = 0 and d.template_region_id is null`,
  );
  const isReplaced = rows.some((row) => row.state !== 'draft');
  const first: TemplateVersion = {
    nth: 0,
    state: isReplaced ? 'past' : 'in_force',
    saved_at: null,
    in_force_since: null,
    ended_at: null,
    author: null,
    papers: region ? 0 : start!.papers,
  };
  return [...rows, first];
}

const nameOf = (id: RawBuilder<unknown>) =>
  sql`(select trim(u.last_name || ' ' || left(u.first_name, 1) || case when u.first_name <> '' then '.' else '' end) from app_user u where u.id = ${id})`;

/** A version's text; 0 is what stands without versions: for a region the common text, for all the program's. */
export async function versionBody(
  db: ReadDb,
  kind: DocumentKind,
  region: number | null,
  nth: number,
): Promise<RichText | undefined> {
  if (nth === 0) return (region ? (await textInForce(db, kind.id, null))?.body : undefined) ?? layoutOf(kind.code).text;
  const [row] = await read(
    db,
    sql<{
      body: RichText;
    }>`select body from document_template where type_id = ${kind.id} and ${ofRegion(region)} and nth = ${nth}`,
  );
  return row?.body;
}

export interface Draft {
  id: number;
  nth: number;
  version: number;
  body: RichText;
  saved_at: string;
  author: string | null;
}

export async function draftOf(db: ReadDb | WriteDb, kind: number, region: number | null): Promise<Draft | null> {
  const [row] = await read(
    db,
    sql<Draft>`select t.id, t.nth, t.version, t.body, t.saved_at, ${nameOf(sql`t.created_by`)} as author from document_template t
      where t.type_id = ${kind} and ${ofRegion(region, 't')} and t.state = 'draft'`,
  );
  return row ?? null;
}

/** The text that people put in force: the region's own, else the common one; undefined where the text of the program is. */
export async function textInForce(db: ReadDb, kind: number, region: number | null) {
  const [row] = await read(
    db,
    sql<{ nth: number; region_id: number | null; body: RichText }>`select nth, region_id, body from document_template
      where type_id = ${kind} and state = 'in_force' and (region_id is null or region_id = ${region}) order by region_id nulls last limit 1`,
  );
  return row;
}

/** Records of the actor's place that a kind is printed of, and how many there are. */
export async function recordsFor(
  ctx: Ctx,
  kind: DocumentKind,
  q: string,
  limit: number,
): Promise<{ records: TemplateRecord[]; total: number }> {
  const context =
    kind.code === CASH_ORDER ? 'payment' : kind.contexts.includes('garage') ? 'garage' : kind.contexts[0]!;
  const from = sources[context](ctx, `%${likeText(foldText(q))}%`);
  const rows = await read(
    ctx.db,
    sql<{
      id: number;
      label: string;
      total: number;
    }>`select f.*, count(*) over ()::int as total from (${from}) f order by f.id ${limitTo(limit)}`,
  );
  const name = context === 'payment' ? 'contribution' : context;
  return {
    records: rows.map(({ id, label }) => ({ key: `${name}:${id}`, label, context: name, id })),
    total: rows[0]?.total ?? 0,
  };
}

const named = (actor: Actor, like: string) => (mayAskNames(actor, [like]) ? sql`p.name_key like ${like}` : sql`false`);
type Source = (ctx: Ctx, like: string) => RawBuilder<unknown>;
const plate = sql`trim(g.section || ' ' || g.number)`;
const sources: Record<DocumentKind['contexts'][number] | 'payment', Source> = {
  garage: ({ actor }, like) => sql`select g.id, ${plate} || coalesce(', ' || p.full_name, '') as label from garage g
    left join lateral (select p.full_name, p.name_key from ownership o join profile p on p.id = o.profile_id
      where o.garage_id = g.id and o.ended_on is null order by o.is_primary desc, o.id limit 1) p on true
    where g.is_active and ${inScope(actor, 'g')} and (lower(g.section || g.number) like ${like} or lower(g.section || ' ' || g.number) like ${like} or ${named(actor, like)})`,
  profile: ({ actor }, like) => sql`select p.id, p.full_name as label from profile p
    where p.merged_into is null and ${personInScope(actor, 'p')} and ${named(actor, like)}`,
  reregistration: (
    { actor },
    like,
  ) => sql`select c.id, '№ ' || c.id || ', гараж ' || ${plate} as label from reregistration c
    join garage g on g.id = c.garage_id where c.status > 0 and ${inScope(actor, 'c')} and lower('№ ' || c.id || ' ' || g.section || g.number) like ${like}`,
  contribution: (ctx, like) => money(ctx, like, 'accrual'),
  payment: (ctx, like) => money(ctx, like, 'payment'),
  notification: ({ actor }, like) => sql`select n.id, n.title as label from notification n
    where n.kind = 'meeting' and ${inScope(actor, 'n')} and lower(n.title) like ${like}`,
};
const money = ({ actor }: Ctx, like: string, kind: string) =>
  sql`select c.id, '№ ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY') as label from contribution c
    where c.kind = ${kind} and ${kind === 'payment' ? sql`c.payment_type_id = ${CASH}` : sql`true`} and lower('№ ' || c.id || ' от ' || to_char(c.on_date, 'DD.MM.YYYY')) like ${like}
      and (select count(distinct o.garage_id) = 1 from balance_operation o where o.contribution_id = c.id)
      and exists (select 1 from balance_operation o where o.contribution_id = c.id and ${inScope(actor, 'o')})`;
