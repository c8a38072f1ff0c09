// Registries of a bank: reading one against its document, putting its payments in the place of the document, taking it off.
import { parseCsv } from 'hucre/csv';
import { sql } from 'kysely';
import { RegistryLayout, type RegistryPreview, type StatementRow } from '../../contract/bankStatements.ts';
import { lockBooks } from '../books/queries/lock.ts';
import { booksFor, calendarOf } from '../books/writing/taking.ts';
import { rubles } from '../books/rules/words.ts';
import { act } from '../kernel/act.ts';
import { decodeText, findDelimiter, isTooWide } from '../kernel/csvText.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { UploadedFile } from '../kernel/mount.ts';
import { knownEntries, registrySuggestion } from './matching.ts';
import * as q from './queries.ts';
import { registerOf } from './rules/match.ts';
import {
  guessRegistry,
  matchRegistryRow,
  readRegistry,
  registrySignature,
  type BankRegistry,
} from './rules/registry.ts';
import { WITHDRAWN } from './rules/rows.ts';
import { say, shownRow } from './writing.ts';

const SHOWN_LINES = 8;
const MAX_CELLS = 200;
const MAX_LETTERS = 1000;

/** What the file holds and whether it fits the document; nothing is kept. */
export async function previewRegistry(ctx: Ctx, id: number, uploaded: UploadedFile): Promise<RegistryPreview> {
  const row = await documentOf(ctx, id);
  const records = recordsOf(uploaded);
  const { layout, registry } = await readFor(ctx, row, records, uploaded);
  const register = registerOf(await q.registerGarages(ctx.db, await q.posBehind(ctx.db, ctx.actor, id)));
  return {
    layout,
    head: records.slice(0, layout.headerRows + SHOWN_LINES),
    columns: Math.max(0, ...records.map((cells) => cells.length)),
    rows: registry.rows.length,
    sum_kopecks: registry.sumKopecks,
    fee_kopecks: registry.feeKopecks,
    document_kopecks: row.amount_kopecks,
    sure: registry.rows.filter((one) => matchRegistryRow(register, one).certainty === 'sure').length,
    problems: registry.problems,
  };
}

/** Keeps the payments of a registry as rows of their own. */
export async function attachRegistry(ctx: Ctx, id: number, uploaded: UploadedFile): Promise<StatementRow> {
  const books = await booksFor(ctx);
  const row = await documentOf(ctx, id);
  const records = recordsOf(uploaded);
  const { layout, registry, signature } = await readFor(ctx, row, records, uploaded);
  if (registry.problems.length) throw invalid({ file: registry.problems.join('. ') });
  const pos = await q.posBehind(ctx.db, ctx.actor, id);
  const register = registerOf(await q.registerGarages(ctx.db, pos));
  const known = await knownEntries(ctx, pos, calendarOf(ctx, books).today);
  await act(ctx, 'balance_operation.statement_registry', async (write) => {
    const { tx } = write;
    await mustBeFree(tx, ctx, id);
    const rows = registry.rows.map((one) => {
      const on_date = one.onDate ?? row.on_date;
      return {
        raw: { line: one.line, accountNo: one.accountNo, cells: one.cells, isDateless: one.onDate === null },
        on_date,
        amount: one.amountKopecks,
        fee: one.feeKopecks,
        payer: one.payer,
        text: one.cells.join('; '),
        ...registrySuggestion({ ...one, onDate: on_date }, row.purpose, register, known),
      };
    });
    await sql`insert into bank_row (statement_id, parent_id, region_id, mo_id, po_id, nth, kind, hash, on_date, doc_date, number, doc_kind,
        amount_kopecks, fee_kopecks, payer, purpose, raw, certainty, reason, note, parts)
      select r.statement_id, r.id, r.region_id, r.mo_id, r.po_id, r.nth, 'incoming', r.hash, line.on_date, r.doc_date, r.number, 'Строка реестра',
        line.amount, line.fee, line.payer, line.text, line.raw, line.certainty, line.reason, line.note, line.parts
      from bank_row r, json_to_recordset(${JSON.stringify(rows)}::json) as line(raw jsonb, on_date date, amount bigint, fee bigint, payer text,
        text text, certainty text, reason text, note text, parts jsonb) where r.id = ${id} order by (line.raw ->> 'line')::int`.execute(
      tx,
    );
    await mark(tx, id, true);
    await remember(tx, ctx, row, signature, layout);
    await say(
      write,
      books,
      row,
      `Приложен реестр ${uploaded.name}, платежей ${rows.length} на ${rubles(registry.sumKopecks)}`,
    );
  });
  return readShownRows(ctx, id, calendarOf(ctx, books));
}

/** Takes a registry off; its payments must be free. */
export async function detachRegistry(ctx: Ctx, id: number): Promise<StatementRow> {
  const books = await booksFor(ctx);
  await act(ctx, 'balance_operation.statement_registry', async (write) => {
    // In the order of a posting: books first, then rows; payments posted meanwhile are waited for, and seen.
    await lockBooks(write.tx, books.mo_id);
    await sql`select 1 from bank_row where id = ${id} or parent_id = ${id} order by id for update`.execute(write.tx);
    const row = await locked(write.tx, ctx, id);
    if (row.kind === 'withdrawn') throw invalid({ form: WITHDRAWN });
    if (!row.has_registry) throw invalid({ form: 'К документу не приложен реестр' });
    if (row.registry?.posted) throw invalid({ form: 'Строки реестра уже проведены: сначала сторнируйте их' });
    const used = await sql`select 1 from bank_row_document made join bank_row r on r.id = made.row_id
      where r.parent_id = ${id} limit 1`.execute(write.tx);
    // A row that was posted and undone keeps the way from the document to the file.
    if (used.rows.length) throw invalid({ form: 'По строкам реестра были документы: он остаётся приложенным' });
    await sql`delete from bank_row where parent_id = ${id}`.execute(write.tx);
    await mark(write.tx, id, false);
    await say(write, books, row, 'Реестр убран');
  });
  return readShownRows(ctx, id, calendarOf(ctx, books));
}

const mark = (tx: WriteDb, id: number, has_registry: boolean) =>
  tx
    .updateTable('bank_row')
    .set((e) => ({ has_registry, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

async function readShownRows(ctx: Ctx, id: number, calendar: Parameters<typeof shownRow>[1]) {
  const [row] = await q.rowsById(ctx.db, ctx.actor, [id]);
  return shownRow(row!, calendar);
}

/** The document a registry may be attached to. */
async function documentOf(ctx: Ctx, id: number): Promise<q.StoredRow> {
  const [row] = await q.rowsById(ctx.db, ctx.actor, [id]);
  if (!row) throw notFound();
  const problem = attachProblem(row);
  if (problem) throw invalid({ form: problem });
  return row;
}

function attachProblem(row: q.StoredRow): string | null {
  if (row.kind === 'withdrawn') return WITHDRAWN;
  if (row.kind !== 'incoming' || row.parent_id !== null) return 'Реестр прилагается к поступлению из выписки';
  if (row.has_registry) return 'К документу уже приложен реестр';
  return row.standing_kopecks ? 'Документ уже проведён одной суммой' : null;
}

async function locked(tx: WriteDb, ctx: Ctx, id: number): Promise<q.StoredRow> {
  await sql`select 1 from bank_row where id = ${id} for update`.execute(tx);
  const [row] = await q.rowsById(tx, ctx.actor, [id]);
  if (!row) throw notFound();
  return row;
}

async function mustBeFree(tx: WriteDb, ctx: Ctx, id: number) {
  const problem = attachProblem(await locked(tx, ctx, id));
  if (problem) throw invalid({ form: problem });
}

function recordsOf(uploaded: UploadedFile): string[][] {
  if (!uploaded.bytes.length) throw invalid({ file: 'Файл пуст' });
  const text = decodeText(uploaded.bytes);
  if (text === null) throw invalid({ file: 'Это не текст: нужен реестр банка в CSV или TXT' });
  if (isTooWide(text)) throw invalid({ file: 'Это не реестр: слишком много столбцов' });
  const records = parseCsv(text, { delimiter: findDelimiter(text) }) as string[][];
  if (records.length > 20_000 || records.some((cells) => cells.length > MAX_CELLS))
    throw invalid({ file: 'Это не реестр: слишком много строк или столбцов' });
  const long = records.findIndex((cells) => cells.some((cell) => cell.length > MAX_LETTERS));
  if (long >= 0) throw invalid({ file: `Это не реестр: слишком длинная ячейка в строке ${long + 1}` });
  return records;
}

/** The layout: told by the person, else remembered for such titles, else guessed. */
async function readFor(ctx: Ctx, row: q.StoredRow, records: string[][], uploaded: UploadedFile) {
  const guessed = guessRegistry(records, row.amount_kopecks);
  const signature = registrySignature(records, guessed);
  const layout =
    layoutOfFields(uploaded) ??
    RegistryLayout.safeParse(await q.rememberedLayout(ctx.db, row, signature)).data ??
    guessed;
  const registry: BankRegistry = readRegistry(records, layout, row.amount_kopecks);
  return { layout, registry, signature };
}

function layoutOfFields({ fields }: UploadedFile): RegistryLayout | null {
  if (!fields.layout) return null;
  try {
    return RegistryLayout.parse(JSON.parse(fields.layout));
  } catch {
    throw invalid({ layout: 'Столбцы указаны неверно' });
  }
}

async function remember(tx: WriteDb, ctx: Ctx, row: q.StoredRow, signature: string, layout: RegistryLayout) {
  await sql`insert into bank_layout (mo_id, po_id, signature, layout, used_at)
    values (${row.mo_id}, ${row.po_id}::int, ${signature}, ${JSON.stringify(layout)}::jsonb, ${ctx.now().toISOString()}::timestamptz)
    on conflict (mo_id, coalesce(po_id, 0), signature) do update set layout = excluded.layout, used_at = excluded.used_at`.execute(
    tx,
  );
}
