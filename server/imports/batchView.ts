// A batch opened for looking: its workbook read once, its rows read once, a correction reads one row anew.
import type { ImportLayout, ImportOverride, ImportQuestion } from '../../contract/importFields.ts';
import type { Deps } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { timeZoneOfActor } from '../kernel/timeZones.ts';
import { dateIn } from '../ports/clock.ts';
import { indexPlaces, parseRegistry } from './parse.ts';
import { RowCache, type ParsedRegistry, type ParsedRow } from './rows.ts';
import * as q from './queries.ts';
import { proposeLayout } from './rules/layout.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { readWorkbookInThread, SMALL } from './workbookThread.ts';

/** A workbook is kept sealed; files of earlier versions lie open. */
const SEALED = Buffer.from('RGS1');
/** Batches held in memory at once: two people at two registries. */
const KEPT = 2;

export interface BatchView {
  workbook: Workbook;
  layout: ImportLayout;
  questions: ImportQuestion[];
  parsed: ParsedRegistry;
  /** The row of a place, see `placeKey`. */
  rowAt: (place: string) => ParsedRow | undefined;
}

interface Kept extends BatchView {
  layoutText: string;
  overridesText: string;
  cache: RowCache;
}
const kept = new WeakMap<Deps['db'], Map<number, Kept>>();
/** What is being read just now: a second look at the same batch waits for the first. */
const reading = new WeakMap<Deps['db'], Map<string, Promise<BatchView>>>();

/** Bytes of a workbook as they are stored: nobody reads them without the key of the installation. */
export const sealWorkbook = (deps: Deps, bytes: Uint8Array): Buffer =>
  Buffer.concat([SEALED, deps.secrets.sealBytes(bytes)]);

async function bytesOf(deps: Deps, fileId: number): Promise<Uint8Array> {
  const file = await q.fileOf(deps.db, fileId);
  const chunks: Buffer[] = [];
  for await (const chunk of deps.files.get(file.store_key)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return new Uint8Array(bytes.subarray(0, 4).equals(SEALED) ? deps.secrets.openBytes(bytes.subarray(4)) : bytes);
}

/**
 * The batch with its rows read.
 * @throws a refusal when the workbook was removed after its term
 */
export async function openBatch(deps: Deps, batch: q.Batch): Promise<BatchView> {
  if (!batch.file_id) throw invalid({ form: 'Книга удалена: её срок хранения прошёл' });
  const now = reading.get(deps.db) ?? new Map<string, Promise<BatchView>>();
  reading.set(deps.db, now);
  const key = JSON.stringify([batch.id, batch.layout, batch.overrides]);
  const known = now.get(key);
  if (known) return known;
  const fresh = readBatch(deps, batch, batch.file_id).finally(() => now.delete(key));
  now.set(key, fresh);
  return fresh;
}

async function readBatch(deps: Deps, batch: q.Batch, fileId: number): Promise<BatchView> {
  const views = kept.get(deps.db) ?? new Map<number, Kept>();
  kept.set(deps.db, views);
  const known = views.get(batch.id);
  const stored = batch.layout as Partial<ImportLayout>;
  const overridesText = JSON.stringify(batch.overrides);
  const workbook = known?.workbook ?? (await bookOf(deps, fileId, batch.file_name));
  const proposal = stored.tables ? null : await proposeLayout(workbook);
  const layout = proposal?.layout ?? (stored as ImportLayout);
  const layoutText = JSON.stringify(layout);
  if (known && known.layoutText === layoutText && known.overridesText === overridesText)
    return touch(views, batch.id, known);
  const cache: RowCache = known?.layoutText === layoutText ? known.cache : new RowCache();
  const parsed = await parseRegistry(
    workbook,
    layout,
    batch.overrides as ImportOverride[],
    dateIn(deps.clock.now(), await timeZoneOfActor(deps.db, { po: batch.po_id })),
    cache,
  );
  const questions = proposal?.questions ?? (batch.questions as ImportQuestion[]);
  const indexes = await indexPlaces(parsed.rows, cache);
  const rowAt = (place: string) => parsed.rows[indexes.get(place) ?? -1];
  return touch(views, batch.id, { workbook, layout, questions, parsed, rowAt, layoutText, overridesText, cache });
}

const books = new WeakMap<Deps['db'], Map<number, Workbook>>();

/** One file of a МО is read once for the batches of all its ПО. */
export async function bookOf(deps: Deps, fileId: number, fileName: string): Promise<Workbook> {
  const known = books.get(deps.db) ?? new Map<number, Workbook>();
  books.set(deps.db, known);
  const workbook = known.get(fileId) ?? (await readBook(await bytesOf(deps, fileId), fileName));
  known.set(fileId, workbook);
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return workbook;
}

/** A packed or large file is read in its own thread: a few bytes may unfold to millions of cells. @throws WorkbookProblem when the file is refused */
export const readBook = (bytes: Uint8Array, fileName: string): Promise<Workbook> =>
  bytes.length > SMALL || isPacked(bytes) ? readWorkbookInThread(bytes, fileName) : readWorkbook(bytes, fileName);
const isPacked = (bytes: Uint8Array) =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);

/** Keeps the view, the least recently used one goes. */
function touch(views: Map<number, Kept>, id: number, view: Kept): Kept {
  views.delete(id);
  views.set(id, view);
  for (const oldest of views.keys()) if (views.size > KEPT) views.delete(oldest);
  return view;
}

export function closeBatch(deps: Deps, id: number): void {
  kept.get(deps.db)?.delete(id);
}
