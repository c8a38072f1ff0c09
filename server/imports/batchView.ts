// A batch opened for looking: its workbook read once, its rows read once, a correction reads one row anew.
import type { ImportLayout, ImportOverride, ImportQuestion } from '../../contract/importFields.ts';
import type { Deps } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { dateIn } from '../ports/clock.ts';
import { parseRegistry, type RowCache } from './parse.ts';
import { placeKey, type ParsedRegistry, type ParsedRow } from './rows.ts';
import * as q from './queries.ts';
import { proposeLayout } from './rules/layout.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

/** A workbook is kept sealed; files of earlier versions lie open. */
const SEALED = Buffer.from('RGS1');
/** Batches held in memory at once: two people at two registries. */
const KEPT = 2;

export interface BatchView {
  workbook: Workbook;
  layout: ImportLayout;
  questions: ImportQuestion[];
  parsed: ParsedRegistry;
  byPlace: Map<string, ParsedRow>;
}

interface Kept extends BatchView {
  layoutText: string;
  overridesText: string;
  cache: RowCache;
}
const kept = new WeakMap<Deps['db'], Map<number, Kept>>();

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
  const views = kept.get(deps.db) ?? new Map<number, Kept>();
  kept.set(deps.db, views);
  const known = views.get(batch.id);
  const stored = batch.layout as Partial<ImportLayout>;
  const overridesText = JSON.stringify(batch.overrides);
  const workbook = known?.workbook ?? (await readWorkbook(await bytesOf(deps, batch.file_id), batch.file_name));
  const proposal = stored.tables ? null : proposeLayout(workbook);
  const layout = proposal?.layout ?? (stored as ImportLayout);
  const layoutText = JSON.stringify(layout);
  if (known && known.layoutText === layoutText && known.overridesText === overridesText)
    return touch(views, batch.id, known);
  const cache: RowCache = known?.layoutText === layoutText ? known.cache : new Map();
  const parsed = parseRegistry(workbook, layout, batch.overrides as ImportOverride[], dateIn(deps.clock.now()), cache);
  const questions = proposal?.questions ?? (batch.questions as ImportQuestion[]);
  const byPlace = new Map(parsed.rows.map((row) => [placeKey(row), row]));
  return touch(views, batch.id, { workbook, layout, questions, parsed, byPlace, layoutText, overridesText, cache });
}

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
