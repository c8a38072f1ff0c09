// One machine for every small reference list: rows are added, changed and taken out of use, never removed.
import { sql, type RawBuilder } from 'kysely';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { FIRST_ADDED_ID, referenceLabels } from '../../contract/references.ts';
import type { z } from 'zod';
import { act, type Write } from './act.ts';
import type { Ctx, ReadDb, WriteDb } from './ctx.ts';
import { notFound, refuseIf, stale } from './errors.ts';
import { jsonRows, likeText, parseList, type ListRequest } from './list.ts';
import type { Handler, Mount } from './mount.ts';

export type ReferenceRow = Record<string, unknown> & { id: number; version: number; is_used: boolean };

export interface ReferenceBook {
  table: 'garage_type' | 'accrual_type' | 'payment_type' | 'privilege' | 'key_rate';
  contract: {
    name: string;
    list: AnyEndpoint;
    one: AnyEndpoint;
    create: AnyEndpoint;
    update: AnyEndpoint;
    filter: z.ZodObject;
    sorts: readonly string[];
  };
  /** «вид начисления», for the action log. */
  title: string;
  /** Columns of the table that a form edits. */
  columns: readonly (keyof typeof referenceLabels)[];
  /** What a row is called. */
  nameOf: (row: Record<string, unknown>) => string;
  /** Condition over `r`: something refers to the row. */
  used: RawBuilder<boolean>;
  /** Under what other names the console keeps choices made of the list. */
  choices?: readonly string[];
  /** Rows that are no entries of the list. */
  hidden?: RawBuilder<boolean>;
  /** Fields of a row that may not change, with the reason. Pure. */
  fixed: (row: ReferenceRow) => Record<string, string>;
  /** What else is wrong with a form. */
  problems?: (
    tx: WriteDb,
    body: Record<string, unknown>,
    before: ReferenceRow | null,
  ) => FieldErrors | Promise<FieldErrors>;
  /** A part of the record that is kept in another table: its column expression over `r`, and how it is written. */
  part?: {
    name: string;
    select: RawBuilder<unknown>;
    write: (tx: WriteDb, id: number, value: unknown) => Promise<void>;
  };
}

const NAME_TAKEN = 'Такое название уже есть';

/** Mounts the list, the card, creation and editing of a reference list. */
export function mountReference(mount: Mount, book: ReferenceBook): void {
  mount(book.contract.list, (async (ctx, { query }) => {
    const request = parseList(query as object, book.contract);
    const [json, total] = await Promise.all([jsonRows(ctx.db, page(book, request)), count(ctx.db, book, request)]);
    const rows = (JSON.parse(json) as ReferenceRow[]).map((row) => withFixed(book, row));
    return { json: JSON.stringify(rows), total, offset: request.offset, limit: request.limit };
  }) satisfies Handler<AnyEndpoint>);
  mount(book.contract.one, (async (ctx, { params }) =>
    card(ctx, book, (params as { id: number }).id)) satisfies Handler<AnyEndpoint>);
  mount(book.contract.create, (async (ctx, { body }) =>
    card(ctx, book, await create(ctx, book, body as Record<string, unknown>))) satisfies Handler<AnyEndpoint>);
  mount(book.contract.update, (async (ctx, { params, body }) => {
    const { id } = params as { id: number };
    await update(ctx, book, id, body as Record<string, unknown> & { version: number });
    return card(ctx, book, id);
  }) satisfies Handler<AnyEndpoint>);
}

const shape = (
  book: ReferenceBook,
) => sql`r.id, r.version, ${sql.join(book.columns.map((name) => sql.ref(`r.${name}`)))},
  ${book.used} as is_used ${book.part ? sql`, ${book.part.select} as ${sql.ref(book.part.name)}` : sql``}`;

function conditions(book: ReferenceBook, filter: Record<string, unknown>): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [book.hidden ? sql`not (${book.hidden})` : sql`true`];
  if (filter.id) all.push(sql`r.id = any(${filter.id}::int[])`);
  const words = typeof filter.q === 'string' ? filter.q.trim().toLowerCase().replaceAll('ё', 'е') : '';
  if (words && book.columns.includes('name')) all.push(sql`fold(r.name) like ${`%${likeText(words)}%`}`);
  if (filter.is_active !== undefined && book.columns.includes('is_active'))
    all.push(sql`r.is_active = ${filter.is_active}`);
  return sql.join(all, sql` and `);
}

function page(book: ReferenceBook, { filter, field, direction, offset, limit }: ListRequest<Record<string, unknown>>) {
  const order = field === 'name' ? sql`fold(r.name)` : sql.ref(`r.${field}`);
  return sql`select ${shape(book)} from ${sql.table(book.table)} r where ${conditions(book, filter)}
    order by ${order} ${sql.raw(direction)}, r.id offset ${offset} limit ${limit}`;
}

async function count(
  db: ReadDb,
  book: ReferenceBook,
  { filter }: ListRequest<Record<string, unknown>>,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(book.table)} r where ${conditions(book, filter)}`.execute(db as never);
  return rows[0]!.n;
}

async function rowOf(db: ReadDb | WriteDb, book: ReferenceBook, id: number): Promise<ReferenceRow | null> {
  const { rows } = await sql<{
    row: ReferenceRow;
  }>`select to_json(row) as row from (select ${shape(book)} from ${sql.table(book.table)} r
    where r.id = ${id} and ${book.hidden ? sql`not (${book.hidden})` : sql`true`}) as row`.execute(db as never);
  return rows[0]?.row ?? null;
}

const withFixed = (book: ReferenceBook, row: ReferenceRow) => ({ ...row, fixed: book.fixed(row) });

async function card(ctx: Ctx, book: ReferenceBook, id: number) {
  const row = await rowOf(ctx.db, book, id);
  if (!row) throw notFound();
  return { json: JSON.stringify(withFixed(book, row)) };
}

function create(ctx: Ctx, book: ReferenceBook, body: Record<string, unknown>): Promise<number> {
  return act(ctx, 'admin.reference_create', async (write) => {
    const { tx } = write;
    await lockBook(tx, book);
    refuseIf(await allProblems(tx, book, body, null));
    const id = await nextId(tx, book);
    await tx
      .insertInto(book.table)
      .values({ id, ...columnsOf(book, body) } as never)
      .execute();
    await book.part?.write(tx, id, body[book.part.name]);
    await told(write, book, id, body, { text: `Добавлено: ${book.title} «${book.nameOf(body)}»` });
    return id;
  });
}

function update(ctx: Ctx, book: ReferenceBook, id: number, body: Record<string, unknown> & { version: number }) {
  return act(ctx, 'admin.reference_update', async (write) => {
    const { tx } = write;
    await lockBook(tx, book);
    const before = await rowOf(tx, book, id);
    if (!before) throw notFound();
    if (before.version !== body.version) throw await staleRow(tx, book, id, withFixed(book, before));
    refuseIf({ ...(await allProblems(tx, book, body, before)), ...movedFixed(book, before, body) });
    await tx
      .updateTable(book.table as 'garage_type')
      .set({ ...columnsOf(book, body), version: body.version + 1 } as never)
      .where('id', '=', id)
      .execute();
    await book.part?.write(tx, id, body[book.part.name]);
    await told(write, book, id, body, difference(book, before, body));
  });
}

/** Writers of one list go in turn; readers and everything that refers to it go on. */
const lockBook = (tx: WriteDb, book: ReferenceBook) =>
  sql`lock table ${sql.table(book.table)} in share row exclusive mode`.execute(tx);

/** Numbers of added rows never meet those with a fixed meaning. */
async function nextId(tx: WriteDb, book: ReferenceBook): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select greatest(${FIRST_ADDED_ID}, coalesce(max(id), 0) + 1) as id from ${sql.table(book.table)}`.execute(tx);
  return rows[0]!.id;
}

async function allProblems(
  tx: WriteDb,
  book: ReferenceBook,
  body: Record<string, unknown>,
  before: ReferenceRow | null,
) {
  const errors = { ...(await book.problems?.(tx, body, before)) };
  if (book.columns.includes('name')) {
    const same =
      await sql`select 1 from ${sql.table(book.table)} where fold(name) = fold(${body.name}) and id <> ${before?.id ?? -1}`.execute(
        tx,
      );
    if (same.rows.length) errors.name = NAME_TAKEN;
  }
  return errors;
}

/** Fields with a fixed value that a form would change. */
function movedFixed(book: ReferenceBook, before: ReferenceRow, body: Record<string, unknown>): FieldErrors {
  const moved = Object.entries(book.fixed(before)).filter(([field]) => plain(before[field]) !== plain(body[field]));
  return Object.fromEntries(moved);
}

const columnsOf = (book: ReferenceBook, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(book.columns.map((name) => [name, body[name]]));

const plain = (value: unknown) => JSON.stringify(value ?? null);

function difference(book: ReferenceBook, before: ReferenceRow, after: Record<string, unknown>) {
  const fields = [...book.columns, ...(book.part ? [book.part.name] : [])];
  const changed = fields.filter((field) => plain(before[field]) !== plain(after[field]));
  const shown = (row: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, row[field] ?? null]));
  const words = changed.map((field) => (referenceLabels[field] ?? field).toLowerCase()).join(', ');
  const name = `${book.title} «${book.nameOf(before)}»`;
  return {
    text: changed.length ? `Изменено: ${name}: ${words}` : `Сохранено без изменений: ${name}`,
    before: shown(before),
    after: shown(after),
  };
}

/** Every list, form and filter of the console shows these words: everybody hears. */
async function told(
  write: Write,
  book: ReferenceBook,
  id: number,
  row: Record<string, unknown>,
  entry: { text: string },
) {
  await write.log({
    object: { type: book.table, id, name: book.nameOf(row) },
    ...entry,
  });
  for (const resource of [book.contract.name, ...(book.choices ?? [])])
    await write.emit({ everybody: true }, { type: 'records_changed', message: { resource, ids: [id] } });
}

async function staleRow(tx: WriteDb, book: ReferenceBook, id: number, current: unknown) {
  const last = await tx
    .selectFrom('action_log')
    .where('object_type', '=', book.table)
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .select(['user_name', sql<string>`to_char(at at time zone 'Europe/Moscow', 'HH24:MI')`.as('time')])
    .executeTakeFirst();
  return stale(last?.user_name ?? 'другой сотрудник', last?.time ?? '', current);
}
