// Signed papers that come back: every sheet of a scanned pile goes to the paper whose code it carries.
import { MOST_SCANNED, type ScannedSheet } from '../../../contract/documents/scans.ts';
import { heicWords } from '../../files/rules.ts';
import { insertFile } from '../../files/writing.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/mount.ts';
import { readCodes, type PageCodes } from '../../ports/pdf/codes.ts';
import { keptDocument, paperByCode, type KeptDocument } from '../queries.ts';
import { fileName, paperRefusal } from '../rules.ts';

const PDF = 'application/pdf';

interface Sheet {
  code: string | null;
  pages: number[];
}

/** Files every sheet of the pile; the rest is told page by page. @throws 422 for what is no pile of scans */
export async function fileScannedPile(ctx: Ctx, uploaded: UploadedFile) {
  if (uploaded.bytes.subarray(0, 5).toString() !== '%PDF-')
    throw invalid({ file: heicWords(uploaded.name, uploaded.bytes) ?? 'Нужен один файл PDF со сканами' });
  const { pages } = await readCodes(uploaded.bytes, MOST_SCANNED).catch((error: Error) => {
    throw invalid({
      file: /too many/.test(error.message)
        ? `В одном файле не больше ${MOST_SCANNED} страниц`
        : 'PDF не читается: он повреждён или закрыт паролем',
    });
  });
  const sheets: ScannedSheet[] = [];
  for (const sheet of sheetsOf(pages)) sheets.push(await fileSheet(ctx, sheet, uploaded.bytes, pages));
  return { pages: pages.length, filed: sheets.filter(({ state }) => state === 'filed').length, sheets };
}

/** Pages by paper: a page without a code is the next page of the paper before it. */
export function sheetsOf(pages: PageCodes['pages']): Sheet[] {
  const sheets: Sheet[] = [];
  for (const [nth, { codes }] of pages.entries()) {
    const code =
      codes.flatMap((text) => /\/d\/([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})$/i.exec(text)?.[1] ?? [])[0] ?? null;
    const last = sheets.at(-1);
    if (last && (code === last.code || (code === null && last.code !== null && codes.length === 0)))
      last.pages.push(nth + 1);
    else sheets.push({ code: code?.toUpperCase() ?? null, pages: [nth + 1] });
  }
  return sheets;
}

async function fileSheet(
  ctx: Ctx,
  { code, pages }: Sheet,
  pile: Uint8Array,
  sizes: PageCodes['pages'],
): Promise<ScannedSheet> {
  const answer = (state: ScannedSheet['state'], words: string, paper?: KeptDocument): ScannedSheet => ({
    pages,
    state,
    document: paper ? { id: paper.id, name: `${paper.type_name} № ${paper.number}` } : null,
    words,
  });
  if (!code) return answer('unread', 'QR не найден: приложите лист к карточке вручную');
  const id = await paperByCode(ctx, code);
  const paper = id ? await keptDocument(ctx, id) : undefined;
  if (!paper) return answer('foreign', 'Документа с таким кодом у вас нет');
  const refusal = paperRefusal(ctx.actor, paper);
  if (refusal) return answer('foreign', refusal);
  if (paper.received_at) return answer('again', 'Этот лист уже получен: второй раз не подшит', paper);
  const kept = await ctx.deps.pdf.render({
    source: pages
      .map((nth) => {
        const { width, height } = sizes[nth - 1]!;
        return `#set page(margin: 0pt, width: ${width}pt, height: ${height}pt)\n#image("/pile.pdf", page: ${nth}, width: 100%)`;
      })
      .join('\n#pagebreak()\n'),
    files: { '/pile.pdf': pile },
    isKept: false,
    at: ctx.now().getTime(),
  });
  const isFirst = await keepSheet(ctx, paper, kept);
  if (!isFirst) return answer('again', 'Этот лист уже получен: второй раз не подшит', paper);
  const hasForce = paper.state === 'valid' || paper.state === 'printing';
  return hasForce
    ? answer('filed', 'Подшит, бумага получена', paper)
    : answer('no_force', 'Подшит, но документ не имеет силы', paper);
}

async function keepSheet(ctx: Ctx, paper: KeptDocument, bytes: Uint8Array): Promise<boolean> {
  const name = `Скан, ${fileName({ type: paper.type_name, number: paper.number, on_date: paper.on_date })}`;
  const stored = await ctx.deps.files.put(bytes);
  try {
    const isFirst = await act(ctx, 'reference.receive', async ({ tx, log, emit }) => {
      const scan_file_id = await insertFile(tx, ctx, { ...stored, name, mime: PDF });
      const done = await tx
        .updateTable('document')
        .set({ received_at: ctx.now().toISOString(), received_by: ctx.actor.userId || null, scan_file_id })
        .where('id', '=', paper.id)
        .where('received_at', 'is', null)
        .executeTakeFirst();
      const place = { region_id: paper.region_id, mo_id: paper.mo_id, po_id: paper.po_id };
      if (!done.numUpdatedRows) await tx.deleteFrom('stored_file').where('id', '=', scan_file_id).execute();
      await log({
        object: { type: 'document', id: paper.id, name: `№ ${paper.number}` },
        place,
        text: done.numUpdatedRows
          ? `Получена подписанная бумага № ${paper.number}`
          : `Подписанная бумага № ${paper.number} уже была получена`,
      });
      await emit(
        { region: place.region_id, mo: place.mo_id, po: place.po_id },
        { type: 'records_changed', message: { resource: 'documents', ids: [paper.id] } },
      );
      return done.numUpdatedRows > 0n;
    });
    if (!isFirst) await ctx.deps.files.remove(stored.storeKey);
    return isFirst;
  } catch (error) {
    await ctx.deps.files.remove(stored.storeKey);
    throw error;
  }
}
