// One machine for every small reference list: rows are added, changed and taken out of use; removed only where nothing can refer to them.
import { sql, type RawBuilder } from 'kysely';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { fieldsOfObject } from '../../contract/fields/index.ts';
import { foldText } from '../../contract/kernel/words.ts';
import type { UsedBy } from '../../contract/kernel/usedBy.ts';
import { FIRST_ADDED_ID } from '../../contract/references.ts';
import type { z } from 'zod';
import { act, type Write } from './act.ts';
import type { Ctx, ReadDb, WriteDb } from './ctx.ts';
import { changedText, difference } from './difference.ts';
import { invalid, notFound, refuseIf } from './errors.ts';
import { staleBy } from './lastChange.ts';
import { jsonRows, likeText, parseList, type ListRequest } from './list.ts';
import type { Handler, Mount } from './mount.ts';
import { read } from './read.ts';
import { namesOf, usedBy } from './usedBy.ts';
import { pageClause } from '../db/planned.ts';

export type ReferenceRow = Record<string, unknown> & {
  id: number;
  version: number;
  is_used: boolean;
  /** Who uses it, in words; a row of a list does not say. */
  users?: string | null;
};

export interface Reference {
  table: 'garage_type' | 'accrual_type' | 'payment_type' | 'privilege' | 'key_rate' | 'sms_price' | 'document_type';
  contract: {
    name: string;
    list: AnyEndpoint;
    one: AnyEndpoint;
    create: AnyEndpoint;
    update: AnyEndpoint;
    /** Of a list whose rows nothing refers to. */
    remove?: AnyEndpoint;
    filter: z.ZodObject;
    sorts: readonly string[];
  };
  /** «вид начисления», for the action log. */
  title: string;
  /** Columns of the table that a form edits. */
  columns: readonly string[];
  /** What a row is called. */
  nameOf: (row: Record<string, unknown>) => string;
  /** Condition over `r`: something refers to the row. */
  used: RawBuilder<boolean>;
  /** Who uses the row of this number: `kind, id, title` in the order to be named. */
  users?: (id: number) => RawBuilder<unknown>;
  /** Under what other names the console keeps choices made of the list. */
  choices?: readonly string[];
  /** Rows that are no entries of the list. */
  hidden?: RawBuilder<boolean>;
  /** What a card shows beside the columns and no form edits: a column of `r`. */
  shown?: RawBuilder<unknown>;
  /** Fields of a row that may not change, with the reason. Pure. */
  fixed: (row: ReferenceRow) => Record<string, string>;
  /** Why a row of a list with `remove` stays; null when it may go. */
  staysWhy?: (row: ReferenceRow) => string | null;
  /** What else is wrong with a form. */
  problems?: (
    tx: WriteDb,
    body: Record<string, unknown>,
    before: ReferenceRow | null,
  ) => FieldErrors | Promise<FieldErrors>;
  /** What else adding a row does; answers what the log says of it. */
  added?: (tx: WriteDb, ctx: Ctx, body: Record<string, unknown>) => Promise<string>;
  /** A part of the record that is kept in another table: its column expression over `r`, and how it is written. */
  part?: {
    name: string;
    select: RawBuilder<unknown>;
    write: (tx: WriteDb, id: number, value: unknown) => Promise<void>;
  };
}

const NAME_TAKEN = 'Такое название уже есть';

/** Mounts the list, the card, creation and editing of a reference list. */
export function mountReference(mount: Mount, reference: Reference): void {
  mount(reference.contract.list, (async (ctx, { query }) => {
    const request = parseList(query as object, reference.contract);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, page(reference, request)),
      count(ctx.db, reference, request),
    ]);
    const rows = (JSON.parse(json) as ReferenceRow[]).map((row) => withFixed(reference, row, null));
    return { json: JSON.stringify(rows), total, offset: request.offset, limit: request.limit };
  }) satisfies Handler<AnyEndpoint>);
  mount(reference.contract.one, (async (ctx, { params }) =>
    readReferenceCard(ctx, reference, (params as { id: number }).id)) satisfies Handler<AnyEndpoint>);
  mount(reference.contract.create, (async (ctx, { body }) =>
    readReferenceCard(
      ctx,
      reference,
      await create(ctx, reference, body as Record<string, unknown>),
    )) satisfies Handler<AnyEndpoint>);
  mount(reference.contract.update, (async (ctx, { params, body }) => {
    const { id } = params as { id: number };
    await update(ctx, reference, id, body as Record<string, unknown> & { version: number });
    return readReferenceCard(ctx, reference, id);
  }) satisfies Handler<AnyEndpoint>);
  if (reference.contract.remove)
    mount(reference.contract.remove, (async (ctx, { params }) => {
      await remove(ctx, reference, (params as { id: number }).id);
    }) satisfies Handler<AnyEndpoint>);
}

const shape = (
  reference: Reference,
) => sql`r.id, r.version, ${sql.join(reference.columns.map((name) => sql.ref(`r.${name}`)))},
  ${reference.used} as is_used ${reference.part ? sql`, ${reference.part.select} as ${sql.ref(reference.part.name)}` : sql``}
  ${reference.shown ? sql`, ${reference.shown}` : sql``}`;

function conditions(reference: Reference, filter: Record<string, unknown>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [reference.hidden ? sql`not (${reference.hidden})` : sql`true`];
  if (filter.id) all.push(sql`r.id = any(${filter.id}::int[])`);
  const words = typeof filter.q === 'string' ? foldText(filter.q.trim()) : '';
  if (words && reference.columns.includes('name')) all.push(sql`fold(r.name) like ${`%${likeText(words)}%`}`);
  if (filter.is_active !== undefined && reference.columns.includes('is_active'))
    all.push(sql`r.is_active = ${filter.is_active}`);
  return sql.join(all, sql` and `);
}

function page(reference: Reference, { filter, field, direction, offset, limit }: ListRequest<Record<string, unknown>>) {
  const order = field === 'name' ? sql`fold(r.name)` : sql.ref(`r.${field}`);
  return sql`select ${shape(reference)} from ${sql.table(reference.table)} r where ${conditions(reference, filter)}
    order by ${order} ${sql.raw(direction)}, r.id ${pageClause({ offset, limit })}`;
}

async function count(
  db: ReadDb,
  reference: Reference,
  { filter }: ListRequest<Record<string, unknown>>,
): Promise<number> {
  const rows = await read(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(reference.table)} r where ${conditions(reference, filter)}`,
  );
  return rows[0]!.n;
}

async function rowOf(db: ReadDb | WriteDb, reference: Reference, id: number): Promise<ReferenceRow | null> {
  const rows = await read(
    db,
    sql<{
      row: ReferenceRow;
    }>`select to_json(row) as row from (select ${shape(reference)} from ${sql.table(reference.table)} r
    where r.id = ${id} and ${reference.hidden ? sql`not (${reference.hidden})` : sql`true`}) as row`,
  );
  return rows[0]?.row ?? null;
}

const withFixed = (reference: Reference, row: ReferenceRow, used_by: UsedBy | null) => ({
  ...row,
  fixed: reference.fixed({ ...row, users: used_by && namesOf(used_by) }),
  used_by,
});
const NOBODY: UsedBy = { items: [], total: 0 };
const usersOf = (db: ReadDb | WriteDb, { users }: Reference, { id }: ReferenceRow) =>
  users ? usedBy(db, users(id)) : Promise.resolve(NOBODY);

async function readReferenceCard(ctx: Ctx, reference: Reference, id: number) {
  const row = await rowOf(ctx.db, reference, id);
  if (!row) throw notFound();
  return { json: JSON.stringify(withFixed(reference, row, await usersOf(ctx.db, reference, row))) };
}

function create(ctx: Ctx, reference: Reference, body: Record<string, unknown>): Promise<number> {
  return act(ctx, 'admin.reference_create', async (write) => {
    const { tx } = write;
    await lockReference(tx, reference);
    refuseIf(await allProblems(tx, reference, body, null));
    const id = await nextId(tx, reference);
    await tx
      .insertInto(reference.table)
      .values({ id, ...columnsOf(reference, body) } as never)
      .execute();
    await reference.part?.write(tx, id, body[reference.part.name]);
    const more = (await reference.added?.(tx, ctx, body)) ?? '';
    await logReferenceChange(write, reference, id, body, {
      text: `Добавлено: ${reference.title} «${reference.nameOf(body)}»${more}`,
    });
    return id;
  });
}

function update(ctx: Ctx, reference: Reference, id: number, body: Record<string, unknown> & { version: number }) {
  return act(ctx, 'admin.reference_update', async (write) => {
    const { tx } = write;
    await lockReference(tx, reference);
    const before = await rowOf(tx, reference, id);
    if (!before) throw notFound();
    const used = await usersOf(tx, reference, before);
    if (before.version !== body.version)
      throw await staleBy(ctx, tx, { type: reference.table, id }, withFixed(reference, before, used));
    refuseIf({
      ...(await allProblems(tx, reference, body, before)),
      ...movedFixed(reference, { ...before, users: namesOf(used) }, body),
    });
    await tx
      .updateTable(reference.table as 'garage_type')
      .set({ ...columnsOf(reference, body), version: body.version + 1 } as never)
      .where('id', '=', id)
      .execute();
    await reference.part?.write(tx, id, body[reference.part.name]);
    await logReferenceChange(write, reference, id, body, changesOf(reference, before, body));
  });
}

function remove(ctx: Ctx, reference: Reference, id: number) {
  return act(ctx, 'admin.reference_delete', async (write) => {
    const { tx } = write;
    await lockReference(tx, reference);
    const before = await rowOf(tx, reference, id);
    if (!before) throw notFound();
    const why = reference.staysWhy?.(before);
    if (why) throw invalid({ form: why });
    await tx
      .deleteFrom(reference.table as 'sms_price')
      .where('id', '=', id)
      .execute();
    await logReferenceChange(write, reference, id, before, {
      text: `Удалено: ${reference.title} «${reference.nameOf(before)}»`,
    });
  });
}

/** Writers of one list go in turn; readers and everything that refers to it go on. */
const lockReference = (tx: WriteDb, reference: Reference) =>
  sql`lock table ${sql.table(reference.table)} in share row exclusive mode`.execute(tx);

/** Numbers of added rows never meet those with a fixed meaning. */
async function nextId(tx: WriteDb, reference: Reference): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select greatest(${FIRST_ADDED_ID}, coalesce(max(id), 0) + 1) as id from ${sql.table(reference.table)}`.execute(tx);
  return rows[0]!.id;
}

async function allProblems(
  tx: WriteDb,
  reference: Reference,
  body: Record<string, unknown>,
  before: ReferenceRow | null,
) {
  const errors = { ...(await reference.problems?.(tx, body, before)) };
  if (reference.columns.includes('name')) {
    const same =
      await sql`select 1 from ${sql.table(reference.table)} where fold(name) = fold(${body.name}) and id <> ${before?.id ?? -1}`.execute(
        tx,
      );
    if (same.rows.length) errors.name = NAME_TAKEN;
  }
  return errors;
}

/** Fields with a fixed value that a form would change. */
function movedFixed(reference: Reference, before: ReferenceRow, body: Record<string, unknown>): FieldErrors {
  const moved = Object.entries(reference.fixed(before)).filter(
    ([field]) => plain(before[field]) !== plain(body[field]),
  );
  return Object.fromEntries(moved);
}

const columnsOf = (reference: Reference, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(reference.columns.map((name) => [name, body[name]]));

const plain = (value: unknown) => JSON.stringify(value ?? null);

function changesOf(reference: Reference, before: ReferenceRow, after: Record<string, unknown>) {
  const name = `${reference.title} «${reference.nameOf(before)}»`;
  const { names, ...sides } = difference(fieldsOfObject(reference.table)!, before, after);
  return {
    text: changedText(names, `Изменено: ${name}`, `Сохранено без изменений: ${name}`),
    before: sides.before,
    after: sides.after,
  };
}

/** Every list, form and filter of the console shows these words: everybody hears. */
async function logReferenceChange(
  write: Write,
  reference: Reference,
  id: number,
  row: Record<string, unknown>,
  entry: { text: string },
) {
  await write.log({
    object: { type: reference.table, id, name: reference.nameOf(row) },
    ...entry,
  });
  for (const resource of [reference.contract.name, ...(reference.choices ?? [])])
    await write.emit({ everybody: true }, { type: 'records_changed', message: { resource, ids: [id] } });
}
