// Loading a file of the bank: read, whose account, what each payment is for, all rows in one transaction.
import { sql } from 'kysely';
import { booksFor, calendarOf, placeOf } from '../books/writing/taking.ts';
import type { Books } from '../books/queries.ts';
import { rubles } from '../books/rules/words.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { insertFile } from '../files/writing.ts';
import { cleanName } from '../files/rules.ts';
import * as q from './queries.ts';
import { decodeExchange, parseExchange, type Exchange } from './rules/exchange.ts';
import { knownEntries, suggestion, type Suggested } from './matching.ts';
import { registerOf } from './rules/match.ts';
import { StatementProblem } from './rules/problem.ts';
import { accountStatement, leftOut, type AccountStatement } from './rules/statement.ts';

/** Answers the ids of the statements made of a file, one for each own account in it. */
export async function loadStatement(ctx: Ctx, uploaded: UploadedFile): Promise<number[]> {
  const exchange = read(() => parseExchange(decodeExchange(uploaded.bytes)));
  const books = await booksFor(ctx);
  const own = await q.ownAccounts(ctx.db, ctx.actor, exchange.accounts);
  if (!own.size) throw invalid({ file: await foreignAccount(ctx, exchange) });
  const ready: Pick<Kept, 'found' | 'pos' | 'suggested'>[] = [];
  const left = leftOut(exchange, own);
  for (const [account, pos] of own) {
    const found = read(() => accountStatement(exchange, account));
    if (left) found.warnings.push(left);
    const register = registerOf(await q.registerGarages(ctx.db, pos));
    const known = await knownEntries(ctx, pos, calendarOf(ctx, books).today);
    const payers = found.documents.map((one) => one.payerAccount).filter((one) => one && one !== account);
    const between = await q.ownAccounts(ctx.db, ctx.actor, [...new Set(payers)]);
    const suggested = found.documents.map((one) =>
      one.kind === 'incoming' && between.has(one.payerAccount)
        ? { ...ownMoney, reason: `Перевод со своего счёта ${one.payerAccount}: это не взнос` }
        : { ...suggestion(one, register, known), isSkipped: false },
    );
    ready.push({ found, pos, suggested });
  }
  const stored = await ctx.deps.files.put(uploaded.bytes);
  const name = cleanName(uploaded.name);
  return act(ctx, 'balance_operation.statement_load', async (write) => {
    const file = await insertFile(write.tx, ctx, { ...stored, name, mime: 'text/plain' });
    const header = Object.fromEntries(exchange.header);
    const ids = [];
    for (const one of ready) ids.push(await keep(write, ctx, { ...one, books, file, name, header }));
    return ids;
  }).catch(async (error) => {
    await ctx.deps.files.remove(stored.storeKey);
    throw error;
  });
}

/** Money between own accounts is nobody's payment: it is put aside, and may be taken back. */
const ownMoney = { certainty: 'none', note: null, parts: [], isSkipped: true };

/** Runs a reader of a file; what it refuses is a refusal of the field. */
export function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StatementProblem) throw invalid({ file: error.message });
    throw error;
  }
}

async function foreignAccount(ctx: Ctx, { accounts }: Exchange): Promise<string> {
  if (!accounts.length) return 'В файле не указан расчётный счёт';
  const known = await q.knownAccounts(ctx.db, ctx.actor);
  if (!known.length) return 'В карточке организации не указан расчётный счёт: сверить выписку не с чем';
  return `Это чужой счёт: выписка по ${accounts.slice(0, 3).join(', ')}, а ваш счёт ${known.slice(0, 3).join(', ')}`;
}

interface Kept {
  found: AccountStatement;
  pos: number[];
  suggested: (Suggested & { isSkipped: boolean })[];
  books: Books;
  file: number;
  name: string;
  header: Record<string, string>;
}

async function keep(write: Write, ctx: Ctx, kept: Kept): Promise<number> {
  const { tx, log, emit } = write;
  const { found, books } = kept;
  await lockAccount(tx, found.account);
  const po_id = ctx.actor.po ?? (kept.pos.length === 1 ? kept.pos[0]! : null);
  const place = { ...placeOf(books), po_id };
  const { id } = await tx
    .insertInto('bank_statement')
    .values({
      ...place,
      account: found.account,
      file_id: kept.file,
      file_name: kept.name,
      date_from: found.from,
      date_to: found.to,
      opening_kopecks: found.openingKopecks,
      closing_kopecks: found.closingKopecks,
      incoming_kopecks: found.incomingKopecks,
      outgoing_kopecks: found.outgoingKopecks,
      warnings: JSON.stringify(found.warnings),
      header: JSON.stringify(kept.header),
      created_by: ctx.actor.userId,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(tx, id, place, kept);
  await markRepeated(tx, [id]);
  await log({
    object: { type: 'bank_statement', id, name: kept.name },
    place,
    text: `Загружена выписка ${kept.name} по счёту ${found.account}: документов ${found.documents.length}, поступило ${rubles(found.incomingKopecks)}`,
  });
  await emit(
    { region: place.region_id, mo: place.mo_id, po: place.po_id },
    { type: 'records_changed', message: { resource: 'statements', ids: [id] } },
  );
  return id;
}

async function insertRows(
  tx: WriteDb,
  statementId: number,
  place: { region_id: number; mo_id: number; po_id: number | null },
  { found, suggested }: Kept,
) {
  const rows = found.documents.map((one, index) => ({
    nth: one.nth,
    kind: one.kind,
    hash: one.hash,
    on_date: one.onDate,
    doc_date: one.docDate,
    number: one.number,
    doc_kind: one.docKind,
    amount: one.amountKopecks,
    payer: one.payer,
    payer_account: one.payerAccount,
    purpose: one.purpose,
    raw: one.raw,
    certainty: suggested[index]!.certainty,
    reason: suggested[index]!.reason,
    note: suggested[index]!.note,
    parts: suggested[index]!.parts,
    is_skipped: suggested[index]!.isSkipped,
  }));
  await sql`insert into bank_row (statement_id, region_id, mo_id, po_id, nth, kind, hash, on_date, doc_date, number, doc_kind, amount_kopecks, payer,
      payer_account, purpose, raw, certainty, reason, note, parts, is_skipped)
    select ${statementId}::int, ${place.region_id}::int, ${place.mo_id}::int, ${place.po_id}::int, nth, kind, hash, on_date, doc_date, number, doc_kind,
      amount, payer, payer_account, purpose, raw, certainty, reason, note, parts, is_skipped
    from json_to_recordset(${JSON.stringify(rows)}::json) as line(nth int, kind text, hash text, on_date date, doc_date date, number text,
      doc_kind text, amount bigint, payer text, payer_account text, purpose text, raw jsonb, certainty text, reason text, note text, parts jsonb, is_skipped boolean)
    order by nth`.execute(tx);
}

/** Files of one account are taken and withdrawn in turn: the second of two equal ones finds the first. */
export const lockAccount = (tx: WriteDb, account: string) =>
  sql`select pg_advisory_xact_lock(25, hashtext(${account}))`.execute(tx);

/** Marks what is there already: earlier in the file, or in another file of the place. What became a document stays what it is. */
export async function markRepeated(tx: WriteDb, statements: readonly number[]) {
  await sql`update bank_row r set kind = 'duplicate', duplicate_of = earlier.id, certainty = 'none', reason = null, parts = '[]'
    from (select distinct on (own.id) own.id as own, before.id
      from bank_row own join bank_row before on before.hash = own.hash and before.id < own.id and before.parent_id is null
        and before.kind not in ('duplicate', 'withdrawn')
      where own.statement_id = any(${[...statements]}::int[]) and own.parent_id is null and own.kind <> 'withdrawn'
        and not own.has_registry and not exists (select 1 from bank_row_document made where made.row_id = own.id) and (before.statement_id = own.statement_id
        or (before.mo_id = own.mo_id and (own.po_id is null or before.po_id is null or before.po_id = own.po_id)))
      order by own.id, before.id) as earlier
    where r.id = earlier.own`.execute(tx);
}
