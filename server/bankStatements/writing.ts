// Writing rows of statements: assigning, putting aside, registries of a bank, posting. Each is one transaction with its log line.
import { sql } from 'kysely';
import { DUPLICATE } from '../../contract/payments.ts';
import type { PostAnswer, StatementRow } from '../../contract/bankStatements.ts';
import { postEach, type Entry, type Line } from '../balance/ledger.ts';
import { relaidByPayments } from '../balance/queries/relaid.ts';
import type { Books } from '../books/queries.ts';
import { relaidText, rubles } from '../books/rules/words.ts';
import { emitMoneyChanged } from '../books/writing/announcing.ts';
import { booksFor, calendarOf, placeOf, takeBooks } from '../books/writing/taking.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf, Refused } from '../kernel/errors.ts';
import { once } from '../kernel/once.ts';
import { suggestedNow, type Suggested } from './matching.ts';
import * as q from './queries.ts';
import { partsProblems, resemblesText, rowRefusal, WITHDRAWN, type Calendar, type Part } from './rules/rows.ts';

/** «Банк (расчётный счёт)». */
const BY_BANK = 2;

const CHANGED = 'Строку изменил другой сотрудник. Обновите страницу';

const DATELESS = 'В реестре нет даты платежа: взят день документа';

/** A stored row with what rules say of it. */
export function shownRow(row: q.StoredRow, calendar: Calendar): StatementRow {
  const {
    is_skipped: _skipped,
    has_registry: _registry,
    is_fresh,
    posted_elsewhere: _elsewhere,
    mo_id: _mo,
    po_id: _po,
    resembling,
    is_dateless,
    ...shown
  } = row;
  const refusal = rowRefusal(factsOf(row), calendar);
  // What was posted and undone is looked at again before it is posted as it was.
  const preticked = refusal === null && resembling === null && (is_fresh || (row.group === 'sure' && !row.was_undone));
  const resembles = resembling && { operation: resembling.operation, text: resemblesText(resembling) };
  const note = [row.note, is_dateless && DATELESS].filter(Boolean).join('. ') || null;
  return { ...shown, note, refusal, preticked, resembles };
}

const factsOf = (row: q.StoredRow) => ({
  ...row,
  parts: row.parts.map((part) => ({
    amount: part.amount_kopecks,
    year: part.year,
    debtor: part.debtor,
    is_active: part.garage.is_active ?? null,
    place: `${part.garage.section} ${part.garage.number}`.trim(),
  })),
});

async function shownById(ctx: Ctx, id: number, books: Books): Promise<StatementRow> {
  const [row] = await q.rowsById(ctx.db, ctx.actor, [id]);
  if (!row) throw notFound();
  return shownRow(row, calendarOf(ctx, books));
}

/** Takes a row for writing; it must be there, be open, and be as the person saw it. */
async function takeRow(tx: WriteDb, ctx: Ctx, id: number, version?: number): Promise<q.StoredRow> {
  await sql`select 1 from bank_row where id = ${id} for update`.execute(tx);
  const [row] = await q.rowsById(tx, ctx.actor, [id]);
  if (!row) throw notFound();
  const stale =
    row.kind === 'withdrawn' ? WITHDRAWN : version !== undefined && row.version !== version ? CHANGED : null;
  if (stale) throw new Refused(409, { message: stale, code: 'stale', errors: { form: stale } });
  const closed =
    row.kind === 'outgoing'
      ? 'Списания не разносятся'
      : row.kind === 'duplicate'
        ? 'Этот документ уже загружен раньше'
        : !row.left_kopecks
          ? 'Уже проведено: сначала сторнируйте документ'
          : row.has_registry
            ? 'К документу приложен реестр: разносятся его строки'
            : null;
  if (closed) throw invalid({ form: closed });
  return row;
}

interface AskedPart {
  garage: number;
  /** A former owner, by his lines or by his card of today. */
  debtor: number | null;
  accrual_type: number | null;
  year: number | null;
  amount_kopecks: number;
}

/** Says where what is left of a row goes; no parts gives the row back to what it is taken for now. */
export async function assign(
  ctx: Ctx,
  id: number,
  body: {
    version: number;
    parts: AskedPart[];
  },
): Promise<StatementRow> {
  const books = await booksFor(ctx);
  const calendar = calendarOf(ctx, books);
  const suggested = body.parts.length ? null : await suggestedNow(ctx, id, calendar.today);
  await act(ctx, 'balance_operation.statement_assign', async (write) => {
    const row = await takeRow(write.tx, ctx, id, body.version);
    const pos = await q.posBehind(write.tx, ctx.actor, id);
    const garages = await q.garagesAmong(
      write.tx,
      pos,
      body.parts.map((part) => part.garage),
    );
    const known = await q.namedTypes(write.tx);
    const formerOf = (part: AskedPart) =>
      part.debtor === null
        ? undefined
        : garages.get(part.garage)?.formers.find((one) => one.id === part.debtor || one.person === part.debtor);
    const facts = body.parts.map((part) => ({
      garage: garages.get(part.garage) ?? null,
      strangeDebtor: part.debtor !== null && !((formerOf(part)?.debt ?? 0) > 0),
      knownType: part.accrual_type === null || known.has(part.accrual_type),
    }));
    refuseIf(partsProblems(body.parts, facts, row, calendar));
    const parts: Part[] = body.parts.map(({ amount_kopecks, ...part }) => ({
      ...part,
      debtor: formerOf(part as AskedPart)?.id ?? null,
      amount: amount_kopecks,
    }));
    const given: Partial<Suggested> = suggested ?? { parts, note: null };
    await change(write.tx, id, {
      ...given,
      parts: JSON.stringify(given.parts),
      assigned_by: parts.length ? ctx.actor.userId : null,
      contribution_id: null,
    });
    const where = body.parts.map((part) => `${garages.get(part.garage)!.place}: ${rubles(part.amount_kopecks)}`);
    await say(write, books, row, where.length ? `Назначено: ${where.join(', ')}` : 'Назначение снято');
  });
  return shownById(ctx, id, books);
}

/** Puts a row aside, or back. */
export async function skip(ctx: Ctx, id: number, body: { version: number; skip: boolean }): Promise<StatementRow> {
  const books = await booksFor(ctx);
  await act(ctx, 'balance_operation.statement_skip', async (write) => {
    const row = await takeRow(write.tx, ctx, id, body.version);
    await change(write.tx, id, { is_skipped: body.skip });
    await say(write, books, row, body.skip ? 'Пропущен' : 'Возвращён');
  });
  return shownById(ctx, id, books);
}

const change = (
  tx: WriteDb,
  id: number,
  values: {
    certainty?: string;
    reason?: string | null;
    note?: string | null;
    parts?: string;
    assigned_by?: number | null;
    contribution_id?: null;
    is_skipped?: boolean;
  },
) =>
  tx
    .updateTable('bank_row')
    .set((e) => ({ ...values, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Log line of a row, and the word to those who look at it. */
export async function say(write: Write, books: Books, row: q.StoredRow, text: string) {
  const place = { ...placeOf(books), po_id: row.po_id };
  await write.log({
    object: { type: 'bank_statement', id: row.statement_id },
    place,
    text: `${text}: платёж № ${row.number} на ${rubles(row.amount_kopecks)}`,
  });
  await write.emit(
    { region: books.region_id, mo: books.mo_id, po: row.po_id },
    { type: 'records_changed', message: { resource: 'statements', ids: [row.statement_id] } },
  );
}

type Posted = Omit<PostAnswer, 'isRepeat'>;

/** Posts the chosen rows, all or none; the same key posts once, in turn and at once. */
export async function postChosen(
  ctx: Ctx,
  body: { idempotencyKey: string; rows: { id: number; version: number }[]; confirmDuplicate: boolean },
): Promise<PostAnswer> {
  const intention = { verb: 'balance_operation.statement_post', key: body.idempotencyKey, asked: body.rows };
  const { answer, isRepeat } = await once(ctx, intention, async (write): Promise<Posted> => {
    const { tx } = write;
    const books = await takeBooks(ctx, tx);
    const rows = await checkedRows(tx, ctx, body.rows, calendarOf(ctx, books));
    if (!body.confirmDuplicate) refuseResembling(rows);
    const kept = await q.keptRows(
      tx,
      rows.map((row) => row.id),
    );
    const entries = rows.map((row) => entryOf(ctx, books, { row, kept: kept.get(row.id)!, key: body.idempotencyKey }));
    const documents = await postEach(tx, entries);
    const posted: Posted = {
      rows: rows.map((row, nth) => ({ id: row.id, contribution: documents[nth]! })),
      amount_kopecks: rows.reduce((sum, row) => sum + row.left_kopecks, 0),
      relaid: await relaidByPayments(tx, documents),
    };
    await linkDocuments(tx, posted.rows);
    await write.log({
      object: { type: 'bank_statement', id: rows[0]!.statement_id },
      place: placeOf(books),
      text: `Проведено по банковской выписке: платежей ${rows.length}, ${rubles(posted.amount_kopecks)}${relaidText(posted.relaid)}`,
    });
    await announcePosted(write, books, rows);
    return posted;
  });
  return { ...answer, isRepeat };
}

/** The rows under a lock; everything that stands in the way of any of them is said at once. */
async function checkedRows(
  tx: WriteDb,
  ctx: Ctx,
  wanted: readonly { id: number; version: number }[],
  calendar: Calendar,
): Promise<q.StoredRow[]> {
  const ids = wanted.map((one) => one.id);
  await sql`select 1 from bank_row where id = any(${ids}::int[]) order by id for update`.execute(tx);
  // Garages stay as they are meanwhile: one that goes to the archive waits.
  await sql`select 1 from garage where id in (select part.garage from bank_row r, jsonb_to_recordset(r.parts) as part(garage int)
    where r.id = any(${ids}::int[])) order by id for share`.execute(tx);
  const rows = await q.rowsById(tx, ctx.actor, ids);
  if (rows.length !== ids.length) throw notFound();
  const versions = new Map(wanted.map((one) => [one.id, one.version]));
  const errors: Record<string, string> = {};
  const seen = new Map<string, number>();
  for (const row of rows) {
    const refusal = rowRefusal(factsOf(row), calendar) ?? (versions.get(row.id) === row.version ? null : CHANGED);
    if (refusal) errors[`rows.${row.id}`] = refusal;
  }
  for (const row of await hashesOf(tx, ids)) {
    const other = seen.get(row.hash);
    if (other !== undefined && other !== row.root)
      errors[`rows.${row.id}`] ??= 'Этот платёж уже проведён из другого файла';
    seen.set(row.hash, row.root);
  }
  const count = Object.keys(errors).length;
  if (count) throw invalid(errors, `Не проведено ничего: строк с замечаниями ${count}. ${Object.values(errors)[0]}`);
  return rows;
}

/** @throws 409 that the person may confirm, naming the rows that look like payments of the books */
function refuseResembling(rows: readonly q.StoredRow[]) {
  const like = rows.flatMap(({ id, resembling }) => (resembling ? [[`rows.${id}`, resemblesText(resembling)]] : []));
  if (!like.length) return;
  const errors = Object.fromEntries(like) as Record<string, string>;
  const message = `Не проведено ничего: похожих на уже внесённые платежей ${like.length}. ${Object.values(errors)[0]}`;
  throw new Refused(409, { message, code: DUPLICATE, errors });
}

async function hashesOf(tx: WriteDb, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    hash: string;
    root: number;
  }>`select id, hash, coalesce(parent_id, id) as root
    from bank_row where id = any(${[...ids]}::int[]) order by id`.execute(tx);
  return rows;
}

interface Posting {
  row: q.StoredRow;
  kept: q.KeptRow;
  key: string;
}

/** The first letters of a text; half of a letter made of two is left out: the database refuses it. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** One document for one row: a line for each part, of the payer of that day or of the former owner whose debt it is. */
function entryOf(ctx: Ctx, books: Books, { row, kept, key }: Posting): Entry {
  const lines: Line[] = kept.parts.map((part) => ({
    garage_id: part.garage,
    owner_id: part.owner,
    debtor_id: part.debtor,
    sign: 1,
    amount_kopecks: part.amount,
    accrual_type_id: part.accrual_type,
    payment_type_id: BY_BANK,
    period_year: part.year ?? Number(kept.on_date.slice(0, 4)),
    on_date: kept.on_date,
    paper_no: kept.number ? cut(`п/п ${kept.number}`, 60) : null,
  }));
  const entries = new Set(kept.parts.map((part) => `${part.accrual_type} ${part.year}`));
  const [only] = entries.size === 1 ? kept.parts : [];
  const posting = {
    kind: 'payment' as const,
    source: 'statement' as const,
    idempotencyKey: `${key}:${row.id}`,
    place: placeOf(books),
    accrualTypeId: only?.accrual_type ?? null,
    paymentTypeId: BY_BANK,
    periodYear: only?.year ?? null,
    onDate: kept.on_date,
    comment: cut([row.payer, row.purpose].filter(Boolean).join('. '), 1000) || null,
    createdBy: ctx.actor.userId,
    at: ctx.now().toISOString(),
  };
  return { posting, lines };
}

/** Ties rows to their documents. */
async function linkDocuments(tx: WriteDb, made: PostAnswer['rows']) {
  const pairs = sql`json_to_recordset(${JSON.stringify(made)}::json) as made(id int, contribution int)`;
  await sql`update bank_row r set contribution_id = made.contribution, version = r.version + 1 from ${pairs} where r.id = made.id`.execute(
    tx,
  );
  await sql`insert into bank_row_document (row_id, contribution_id) select made.id, made.contribution from ${pairs}`.execute(
    tx,
  );
}

async function announcePosted(write: Write, books: Books, rows: readonly q.StoredRow[]) {
  const { rows: pos } = await sql<{
    po_id: number;
  }>`select distinct g.po_id from bank_row r, jsonb_to_recordset(r.parts) as part(garage int), garage g
    where g.id = part.garage and r.id = any(${rows.map((row) => row.id)}::int[]) order by 1`.execute(write.tx);
  await emitMoneyChanged(
    write,
    books,
    pos.map((one) => one.po_id),
    { statements: [], payments: [], contributions: [], garages: [] },
  );
}
