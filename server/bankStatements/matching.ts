// Recognising payments: what a document of a file is for, and the open ones anew when the register has changed.
import { sql } from 'kysely';
import { emitMoneyChanged } from '../books/writing/announcing.ts';
import { booksFor, calendarOf, placeOf } from '../books/writing/taking.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { failPoint } from '../kernel/failPoints.ts';
import * as q from './queries.ts';
import { entryIn, type EntryFound, type Years } from './rules/entry.ts';
import { match, registerOf, type Register, type Suggestion } from './rules/match.ts';
import { matchRegistryRow, registryEntry } from './rules/registry.ts';
import type { Part } from './rules/rows.ts';
import type { BankDocument } from './rules/statement.ts';

export interface Suggested {
  certainty: string;
  reason: string | null;
  /** What was named and is not taken, as a sentence. */
  note: string | null;
  parts: Part[];
}

/** Entries that a payment may name. */
export interface Known {
  types: ReadonlySet<number>;
  years: Years;
}

/** Of the ПО given: the types in use, the years from the first charge to the next year. */
export async function knownEntries(ctx: Ctx, pos: readonly number[], today: string): Promise<Known> {
  const year = Number(today.slice(0, 4));
  const first = await q.firstChargedYear(ctx.db, pos);
  return { types: await q.namedTypes(ctx.db), years: { from: Math.min(first ?? year, year), to: year + 1 } };
}

const noEntry = { accrual_type: null, year: null };

/** What a document of a file is taken for. */
export function suggestion(
  document: Pick<BankDocument, 'kind' | 'purpose' | 'payer' | 'onDate' | 'amountKopecks'>,
  register: Register,
  known: Known,
): Suggested {
  if (document.kind !== 'incoming') return { certainty: 'none', reason: null, note: null, parts: [] };
  const found = entryIn(document.purpose, known.types, known.years, document.amountKopecks);
  return suggested(match(register, document), found, document.amountKopecks);
}

export interface RegistryPayment {
  accountNo: string;
  payer: string;
  cells: string[];
  onDate: string;
  amountKopecks: number;
}

/** What a row of a bank's registry is taken for; what it does not name, the purpose of its document may. */
export function registrySuggestion(row: RegistryPayment, purpose: string, register: Register, known: Known): Suggested {
  const found = registryEntry(row, purpose, known.types, known.years);
  return suggested(matchRegistryRow(register, row), found, row.amountKopecks);
}

function suggested({ garage, debtor, ...why }: Suggestion, { entry, note }: EntryFound, amount: number): Suggested {
  if (garage === null) return { ...why, note: null, parts: [] };
  return { ...why, note, parts: [{ garage, debtor, ...(entry ?? noEntry), amount }] };
}

/**
 * Recognises open payments anew, of one statement or of all of the place. A row that somebody assigned, put aside or posted
 * meanwhile keeps what he did: its version is no longer the one that was read. Answers how many differ from before.
 */
export async function rematch(ctx: Ctx, statement: number | null): Promise<number> {
  const books = await booksFor(ctx);
  if (statement !== null && !(await q.statementById(ctx.db, ctx.actor, statement))) throw notFound();
  const rows = await q.rowsToMatch(ctx.db, ctx.actor, statement === null ? {} : { statement });
  const fresh = (await suggestedFor(ctx, rows, calendarOf(ctx, books).today)).filter(
    ({ row, now }) => !isSame(row, now),
  );
  if (!fresh.length) return 0;
  await failPoint('rows matched');
  return act(ctx, 'balance_operation.statement_match', async (write) => {
    const { tx, log } = write;
    const values = JSON.stringify(fresh.map(({ row, now }) => ({ id: row.id, version: row.version, ...now })));
    const { rows: changed } = await sql<{ statement_id: number; po_id: number | null }>`
      update bank_row r set certainty = fresh.certainty, reason = fresh.reason, note = fresh.note, parts = fresh.parts, contribution_id = null, version = r.version + 1
      from json_to_recordset(${values}::json) as fresh(id int, version int, certainty text, reason text, note text, parts jsonb)
      where r.id = fresh.id and r.version = fresh.version returning r.statement_id, r.po_id`.execute(tx);
    await log({
      ...(statement === null ? {} : { object: { type: 'bank_statement', id: statement } }),
      place: placeOf(books),
      text: `Платежи выписок узнаны заново: изменилось ${changed.length}`,
    });
    const pos = changed.map((row) => row.po_id);
    await emitMoneyChanged(write, books, pos, { statements: [] });
    return changed.length;
  });
}

/** What one row is taken for now, whoever assigned it to what; null for a row that is not open. */
export async function suggestedNow(ctx: Ctx, id: number, today: string): Promise<Suggested | null> {
  const [found] = await suggestedFor(ctx, await q.rowsToMatch(ctx.db, ctx.actor, { id }), today);
  return found?.now ?? null;
}

/** Rows of an account nobody of the place stands behind any more are left out: there is nothing to match them with. */
async function suggestedFor(ctx: Ctx, rows: readonly q.RowToMatch[], today: string) {
  const suggested: { row: q.RowToMatch; now: Suggested }[] = [];
  for (const group of Map.groupBy(rows, (row) => `${row.account} ${row.po_id}`).values()) {
    const { account, po_id } = group[0]!;
    const pos = po_id === null ? (await q.ownAccounts(ctx.db, ctx.actor, [account])).get(account) : [po_id];
    if (!pos) continue;
    const register = registerOf(await q.registerGarages(ctx.db, pos));
    const known = await knownEntries(ctx, pos, today);
    for (const row of group) suggested.push({ row, now: suggestedAgain(row, register, known) });
  }
  return suggested;
}

function suggestedAgain(row: q.RowToMatch, register: Register, known: Known): Suggested {
  const { payer, purpose, on_date: onDate, amount_kopecks: amountKopecks } = row;
  if (row.document_purpose === null)
    return suggestion({ kind: 'incoming', payer, purpose, onDate, amountKopecks }, register, known);
  const { accountNo = '', cells = [purpose] } = row.raw as Partial<RegistryPayment>;
  return registrySuggestion({ accountNo, cells, payer, onDate, amountKopecks }, row.document_purpose, register, known);
}

// Rows kept before debtors were named hold none: in JSON that is null.
const partKeys = (parts: readonly Part[]) =>
  parts.map(({ garage, debtor, accrual_type, year, amount }) => [garage, debtor, accrual_type, year, amount]);
const isSame = (row: Suggested, now: Suggested) =>
  row.certainty === now.certainty &&
  row.reason === now.reason &&
  row.note === now.note &&
  JSON.stringify(partKeys(row.parts)) === JSON.stringify(partKeys(now.parts));
