// SQL of papers: the journal, one paper, kinds, what was printed of a record.
import { foldName } from '../../contract/kernel/words.ts';
import { sql, type RawBuilder } from 'kysely';
import type { DocumentCard, DocumentFilter } from '../../contract/documents.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import type { ConsentKind } from '../../contract/profiles.ts';
import { ofAnyCard } from '../kernel/alias.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import { likeText, type ListRequest } from '../kernel/list.ts';
import { mayAskNames } from '../kernel/masking.ts';
import { read } from '../kernel/read.ts';
import { inScope } from '../kernel/scope.ts';
import { paperRefusal, TICKET, type DocumentKind } from './rules.ts';
import { consentTitles } from './rules/consents.ts';
import type { Subject } from './facts/subject.ts';
import { pageClause } from '../db/planned.ts';

type Request = ListRequest<DocumentFilter>;

/** Conditions over `document d`. */
export function documentConditions(actor: Actor, filter: DocumentFilter): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [inScope(actor, 'd')];
  const among = (column: string, ids: readonly number[] | undefined) => {
    if (ids?.length) all.push(sql`${sql.ref(`d.${column}`)} = any(${[...ids]}::int[])`);
  };
  among('mo_id', filter.moFilter);
  among('po_id', filter.poList);
  among('type_id', filter.documentTypeList);
  among('printed_by', filter.printedByList);
  if (filter.sectionList?.length)
    all.push(
      sql`exists (select 1 from garage g where g.id = d.garage_id and g.section = any(${filter.sectionList}::text[]))`,
    );
  if (filter.state) all.push(sql`d.state = ${filter.state}`);
  if (filter.copies) all.push(filter.copies === 'only' ? sql`d.copy_of is not null` : sql`d.copy_of is null`);
  if (filter.dateFrom) all.push(sql`d.on_date >= ${filter.dateFrom}::date`);
  if (filter.dateTo) all.push(sql`d.on_date <= ${filter.dateTo}::date`);
  if (isPiled(filter))
    all.push(sql`(d.batch_id is null or not exists (select 1 from document x where x.batch_id = d.batch_id
      and x.batch_nth < d.batch_nth and x.copy_of is null and ${inScope(actor, 'x')}))`);
  if (filter.profile) all.push(ofAnyCard(sql`d.profile_id`, sql`${filter.profile}::int`));
  for (const key of ['garage', 'contribution', 'reregistration', 'notification', 'batch'] as const)
    if (filter[key]) all.push(sql`${sql.ref(`d.${key}_id`)} = ${filter[key]}`);
  const text = filter.q?.trim();
  if (text) all.push(textCondition(actor, text));
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** The whole journal shows a pile as one row; who looks for a paper sees each. */
export const isPiled = ({ q, garage, profile, batch, state, sectionList }: DocumentFilter) =>
  !q?.trim() && !garage && !profile && !batch && !state && !sectionList?.length;

function textCondition(actor: Actor, text: string): RawBuilder<unknown> {
  const words = likeText(foldName(text));
  const compact = text.toLowerCase().replace(/\s+/g, '');
  const named = mayAskNames(actor, [text])
    ? // A paper keeps the card that it was made of, whichever card that one went into since.
      sql`exists (select 1 from profile own left join profile stays on stays.id = own.merged_into
        where own.id = d.profile_id and (own.name_key like ${`%${words}%`} or stays.name_key like ${`%${words}%`}))`
    : sql`false`;
  return sql`(lower(d.number) like ${`${likeText(text.toLowerCase())}%`}
    or exists (select 1 from garage g where g.id = d.garage_id and (g.number = ${compact} or lower(g.section || g.number) = ${compact}
      or g.account_no = ${compact}))
    or ${named})`;
}

const orders: Record<string, RawBuilder<unknown>> = {
  printed_at: sql`d.printed_at`,
  on_date: sql`d.on_date`,
  number: sql`natural_key(d.number)`,
  type: sql`(select t.sort from document_type t where t.id = d.type_id)`,
  id: sql`d.id`,
};

const userName = sql`trim(u.last_name || ' ' || left(u.first_name, 1) || case when u.first_name <> '' then '.' else '' end
  || case when u.father_name <> '' then ' ' || left(u.father_name, 1) || '.' else '' end)`;

/** What a paper `d` of a kind `t` is called: a consent by its own kind, one about health only where it may be told. */
const titleOf = (tellsHealth: boolean) => {
  const kinds = Object.entries(consentTitles).filter(([kind]) => tellsHealth || kind !== 'health');
  const cases = kinds.map(([kind, title]) => sql`when ${sql.lit(kind)} then ${sql.lit(title)}`);
  return sql<string>`case d.consent_kind ${sql.join(cases, sql` `)} else t.name end`;
};
const mayReadHealth = (actor: Actor) => paperRefusal(actor, { is_personal: true }) === null;

const rowColumns = (
  actor: Actor,
  piled: boolean,
) => sql`d.id, d.number, d.on_date, json_build_object('id', t.id, 'name', ${titleOf(mayReadHealth(actor))}) as document_type, d.state,
  d.copy_of is not null as is_copy, d.context,
  case when g.id is not null then json_build_object('id', g.id, 'section', g.section, 'number', g.number, 'is_active', g.is_active) end as garage,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.full_name) end as profile,
  ${
    piled
      ? sql`case when d.batch_id is not null then (select json_build_object('id', d.batch_id, 'papers', count(*), 'last',
          (array_agg(x.number order by x.batch_nth desc))[1]) from document x where x.batch_id = d.batch_id and x.copy_of is null and ${inScope(actor, 'x')}) end`
      : sql`null`
  } as batch, d.contribution_id, d.reregistration_id, json_build_object('id', po.id, 'name', po.name) as po, mo.name as mo_name,
  case when u.id is not null then json_build_object('id', u.id, 'name', ${userName}) end as printed_by, d.printed_at,
  case when t.is_personal then ${paperRefusal(actor, { is_personal: true })}::text end as paper_refusal`;
const joined = sql`join document_type t on t.id = d.type_id join po on po.id = d.po_id join mo on mo.id = d.mo_id
  left join garage g on g.id = d.garage_id left join profile p on p.id = d.profile_id left join app_user u on u.id = d.printed_by`;

const orderOf = ({ field, direction }: Pick<Request, 'field' | 'direction'>) =>
  sql`${orders[field] ?? orders.printed_at!} ${sql.raw(direction)}, d.id ${sql.raw(direction)}`;

/** Ids of the whole journal under a condition, in its order: what is taken away as a file. */
export const documentIds = (actor: Actor, request: Request): RawBuilder<unknown> =>
  sql`select d.id from document d where ${documentConditions(actor, request.filter)} order by ${orderOf(request)}`;

export function documentRows(
  { actor }: Ctx,
  { field, direction, offset, limit, filter }: Request,
): RawBuilder<unknown> {
  const order = orderOf({ field, direction });
  return sql`select ${rowColumns(actor, isPiled(filter))} from (select d.* from document d where ${documentConditions(actor, filter)}
    order by ${order} ${pageClause({ offset, limit })}) d ${joined} order by ${order}`;
}

export async function countDocuments({ db, actor }: Ctx, filter: DocumentFilter) {
  const [row] = await read(
    db,
    sql<{
      total: number;
      copies: number;
      cancelled: number;
    }>`select count(*)::int as total, (count(*) filter (where d.copy_of is not null))::int as copies,
        (select count(*)::int from document d where ${documentConditions(actor, { ...filter, state: 'cancelled' })}) as cancelled
      from document d where ${documentConditions(actor, filter)}`,
  );
  return row!;
}

type CardRow = Omit<DocumentCard, 'check_url' | 'cancel_refusal'> & { check_code: string };

export async function documentCard(ctx: Ctx, id: number): Promise<CardRow | undefined> {
  const [row] = await read(
    ctx.db,
    sql<CardRow>`select ${rowColumns(ctx.actor, false)}, r.name as region_name, d.from_date, d.cancel_reason, d.ended_at, d.copy_of, d.sha256, d.check_code, d.received_at, d.scan_file_id is not null as has_scan, d.scan_pages, d.scan_of,
      (select ${userName} from app_user u where u.id = d.ended_by) as ended_by,
      (select json_build_object('id', n.id, 'name', '№ ' || n.number) from document n where n.id = d.replaced_by) as replaced_by,
      coalesce((select json_agg(json_build_object('id', c.id, 'printed_at', c.printed_at, 'by', (select ${userName} from app_user u where u.id = c.printed_by))
        order by c.id) from document c where c.copy_of = d.id), '[]') as copies
    from document d ${joined} join region r on r.id = d.region_id where d.id = ${id} and ${inScope(ctx.actor, 'd')}`,
  );
  return row;
}

/** A paper with what is kept of it, in the actor's place. */
export const keptDocument = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('document as d')
    .innerJoin('document_type as t', 't.id', 'd.type_id')
    .leftJoin('stored_file as f', 'f.id', 'd.file_id')
    .where('d.id', '=', id)
    .where(inScope(ctx.actor, 'd'))
    .selectAll('d')
    .select([titleOf(mayReadHealth(ctx.actor)).as('type_name'), 't.code as type_code', 't.is_personal', 'f.store_key'])
    .executeTakeFirst();
export type KeptDocument = NonNullable<Awaited<ReturnType<typeof keptDocument>>>;

/** The act by which the pages of a paper were destroyed: its number and day. */
export const actOf = (db: ReadDb, paperId: number) =>
  db
    .selectFrom('document as d')
    .innerJoin('destruction as a', 'a.profile_id', 'd.destroyed_for')
    .where('d.id', '=', paperId)
    .select(['a.act_no', 'a.at'])
    .executeTakeFirst();

/** The paper of a code in the actor's place; a sheet of a copy belongs to its original. */
export async function paperByCode({ db, actor }: Ctx, code: string): Promise<number | undefined> {
  const [row] = await read(
    db,
    sql<{
      id: number;
    }>`select d.id from document d where d.check_code = ${code} and d.copy_of is null and ${inScope(actor, 'd')}`,
  );
  return row?.id;
}

const kindColumns = [
  'id',
  'code',
  'name',
  'contexts',
  'is_po_specific',
  'is_manual_numerated',
  'date_mode',
  'warns_of_repeat',
  'is_personal',
  'is_active',
  'levels',
] as const;

/** Kinds in use, in their order. */
export const kindsInUse = async (db: ReadDb): Promise<DocumentKind[]> =>
  (await db
    .selectFrom('document_type')
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .select(kindColumns)
    .execute()) as DocumentKind[];

export const kindById = async (db: ReadDb, id: number): Promise<DocumentKind | undefined> =>
  (await db.selectFrom('document_type').where('id', '=', id).select(kindColumns).executeTakeFirst()) as
    DocumentKind | undefined;

interface Standing {
  id: number;
  type_id: number;
  consent_kind: ConsentKind | null;
  number: string;
  on_date: string;
}

/** The last papers of a record that stand in the actor's place, one for each kind of paper and of consent; of a person by any of his cards. */
export async function standingPapers({ db, actor }: Ctx, subject: Subject): Promise<Standing[]> {
  const column = sql.ref(`d.${subject.context}_id`);
  const isIts =
    subject.context === 'profile' ? ofAnyCard(column, sql`${subject.id}::int`) : sql`${column} = ${subject.id}`;
  return read(
    db,
    sql<Standing>`select distinct on (d.type_id, d.consent_kind) d.id, d.type_id, d.consent_kind, d.number, d.on_date
      from document d where ${isIts} and d.context = ${subject.context} and ${inScope(actor, 'd')}
        and d.copy_of is null and d.state in ('printing', 'valid') order by d.type_id, d.consent_kind, d.id desc`,
  );
}

/** The next number of a kind that would be taken now: of typed numbers, the largest and one. */
export async function nextNumbers(db: ReadDb, po: number, year: number) {
  const rows = await read(
    db,
    sql<{
      type_id: number;
      next: number;
    }>`select type_id, last + 1 as next from document_counter where last > 0 and po_id = ${po} and year = ${year}
    union all select d.type_id, max(d.number::bigint)::int + 1 from document d join document_type t on t.id = d.type_id and t.is_manual_numerated
      where d.po_id = ${po} and d.year = ${year} and d.copy_of is null and d.number not like '%/%' and d.number ~ '^[0-9]{1,9}$' group by d.type_id`,
  );
  return new Map(rows.map((row) => [row.type_id, row.next]));
}

/** The ticket number in the card of a person, where it is digits and no ticket of the year that stands carries it; null otherwise. */
export async function freeTicket(db: ReadDb, subject: Subject, year: number): Promise<string | null> {
  if (!subject.profile_id) return null;
  const [row] = await read(
    db,
    sql<{ ticket: string }>`select ltrim(p.ticket_number, '0') as ticket from profile p
      where p.id = ${subject.profile_id} and p.ticket_number ~ '^[0-9]{1,12}$' and p.ticket_number !~ '^0+$'
        and not exists (select 1 from document d join document_type t on t.id = d.type_id and t.code = ${TICKET}
          where d.po_id = ${subject.po_id} and d.year = ${year} and d.copy_of is null
            and d.state in ('printing', 'valid') and d.number not like '%/%' and d.number = ltrim(p.ticket_number, '0'))`,
  );
  return row?.ticket ?? null;
}

export const printers = ({ db, actor }: Ctx) =>
  read(
    db,
    sql<{ id: number; name: string }>`select u.id, ${userName} as name from app_user u
      where u.id = any(array(select distinct d.printed_by from document d where ${inScope(actor, 'd')})) order by 2`,
  );
