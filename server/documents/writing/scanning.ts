// Signed papers that come back: every sheet of a scanned pile goes to the paper whose code it carries.
import type { Named } from '../../../contract/kernel/scalars.ts';
import { MOST_SCANNED, type ScannedSheet } from '../../../contract/documents/scans.ts';
import { heicWords } from '../../files/rules.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { UploadedFile } from '../../kernel/mount.ts';
import { readCodes, SLIP_TEXT, type PageCodes } from '../../ports/pdf/codes.ts';
import { keptDocument, paperByCode, type KeptDocument } from '../queries.ts';
import { paperRefusal } from '../rules.ts';
import { namedOn } from '../rules/slips.ts';
import { completed, lackWords, markOf, missingSheets, NO_MARK, sheetWords, type PageMark } from '../rules/sheets.ts';
import { requirePaper } from './keeping.ts';
import { keepSheets, sheetsHad, sheetsOfPaper, type NewSheet } from './receiving.ts';
import type { Returns } from './returns.ts';

/** The pile that was put in: its pages are numbered from 1. */
interface Pile {
  bytes: Uint8Array;
  sizes: PageCodes['pages'];
  returns: Returns;
}

/** Files every sheet of the pile; the rest is told page by page. @throws 422 for what is no pile of scans */
export async function fileScannedPile(ctx: Ctx, uploaded: UploadedFile, returns: Returns) {
  const pile = await opened(uploaded, returns);
  const sheets = uploaded.fields.page ? [await fileChosen(ctx, uploaded.fields, pile)] : await fileAll(ctx, pile);
  return { pages: pile.sizes.length, filed: sheets.filter(({ state }) => state === 'filed').length, sheets };
}

async function opened(uploaded: UploadedFile, returns: Returns): Promise<Pile> {
  if (uploaded.bytes.subarray(0, 5).toString() !== '%PDF-')
    throw invalid({ file: heicWords(uploaded.name, uploaded.bytes) ?? 'Нужен один файл PDF со сканами' });
  const { pages } = await readCodes(uploaded.bytes, MOST_SCANNED).catch((error: Error) => {
    throw invalid({
      file: /too many/.test(error.message)
        ? `В одном файле не больше ${MOST_SCANNED} страниц`
        : 'PDF не читается: он повреждён или закрыт паролем',
    });
  });
  return { bytes: uploaded.bytes, sizes: pages, returns };
}

/** A page with what its code says. */
interface Page extends PageMark {
  page: number;
}

async function fileAll(ctx: Ctx, pile: Pile): Promise<ScannedSheet[]> {
  // Empty backs stand between the sheets of a paper: what lacks between its numbers is never one of them.
  const slips = pile.sizes.map(({ codes }) => [...new Set(codes.filter((text) => SLIP_TEXT.test(text)))]);
  // A notice that comes back with its ballot on it is a sheet of its paper.
  const written = pile.sizes.flatMap(({ isBlank, codes }, at) =>
    isBlank || (slips[at]!.length && !markOf(codes).code) ? [] : [at],
  );
  const marks = completed(written.map((at) => markOf(pile.sizes[at]!.codes)));
  const pages = marks.map((mark, nth): Page => ({ ...mark, page: written[nth]! + 1 }));
  const told: ScannedSheet[] = [];
  const papers = new Map<string, Named>();
  const own = new Map<number, KeptDocument>();
  for (const [code, sheets] of Map.groupBy(pages, (one) => one.code)) {
    if (code === null) continue;
    const { paper, words } = await paperOf(ctx, code);
    if (!paper) {
      told.push(answer(sheets, 'foreign', words));
      continue;
    }
    papers.set(code, named(paper));
    for (const { page } of sheets) own.set(page, paper);
    told.push(...(await filePaper(ctx, paper, sheets, pile)));
  }
  for (const [at, texts] of slips.entries()) {
    const torn = texts.filter((text) => !isOfPaper(text, own.get(at + 1)));
    if (torn.length) told.push(await slipPage(ctx, at + 1, torn, pile));
  }
  for (const one of pages) if (one.code === null) told.push(unread(one, pages, papers));
  for (const [at, { isBlank }] of pile.sizes.entries())
    if (isBlank) told.push({ ...unread({ ...NO_MARK, page: at + 1 }, pages, papers), state: 'blank', words: BLANK });
  return told.toSorted((one, other) => one.pages[0]! - other.pages[0]!);
}

/** The ballot of this very notice: what its return means the paper has said. */
function isOfPaper(text: string, paper: KeptDocument | undefined): boolean {
  const slip = namedOn(text);
  return slip !== null && slip.notification === paper?.notification_id && slip.profile === paper.profile_id;
}

/** Slips of letters, several of which may lie on one page; what is worst of them is told of the page. */
async function slipPage(ctx: Ctx, page: number, texts: readonly string[], { returns }: Pile): Promise<ScannedSheet> {
  const told: Awaited<ReturnType<Returns['slip']>>[] = [];
  for (const text of texts) told.push(await returns.slip(ctx, text));
  const worst = (['foreign', 'again', 'filed'] as const).find((state) => told.some((one) => one.state === state))!;
  return answer([{ page }], worst, told.map(({ words }) => words).join('; '));
}

const named = (paper: KeptDocument): Named => ({ id: paper.id, name: `${paper.type_name} № ${paper.number}` });

const answer = (
  pages: readonly { page: number }[],
  state: ScannedSheet['state'],
  words: string,
  paper?: KeptDocument,
): ScannedSheet => ({
  pages: pages.map(({ page }) => page),
  state,
  document: paper ? named(paper) : null,
  near: [],
  words,
});

/** The paper of a code; without it, why not. */
async function paperOf(ctx: Ctx, code: string): Promise<{ paper: KeptDocument | null; words: string }> {
  const id = await paperByCode(ctx, code);
  const paper = id ? await keptDocument(ctx, id) : undefined;
  if (!paper) return { paper: null, words: 'Документа с таким кодом у вас нет' };
  const refusal = paperRefusal(ctx.actor, paper);
  return refusal ? { paper: null, words: refusal } : { paper, words: '' };
}

/** A page that nobody knows, with the papers that stand around it: a person chooses. */
function unread({ page, isTwo }: Page, pages: readonly Page[], papers: Map<string, Named>): ScannedSheet {
  const known = pages.filter(({ code }) => code);
  const beside = [known.findLast((one) => one.page < page), known.find((one) => one.page > page)];
  const [before, after] = beside.map((one) => one?.code && papers.get(one.code));
  const around = [before && `перед ним «${before.name}»`, after && `после него «${after.name}»`].filter(Boolean);
  const why = isTwo ? 'На странице коды двух документов' : 'QR не найден';
  const where = around.length ? `: ${around.join(', ')}. Выберите документ` : ': приложите лист к карточке вручную';
  const near = [...new Map([before, after].flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
  return { ...answer([{ page }], 'unread', `${why}${where}`), near };
}

const BLANK = 'Пустая страница: не подшита';
const AGAIN = 'Этот лист уже получен: второй раз не подшит';

/** Files the pages of one paper: each sheet once, whatever came twice is told. */
async function filePaper(ctx: Ctx, paper: KeptDocument, pages: readonly Page[], pile: Pile): Promise<ScannedSheet[]> {
  const of = (await sheetsOfPaper(ctx, paper)) ?? pages.find((one) => one.of !== null)?.of ?? 1;
  const had = new Set(sheetsHad(paper, of));
  const fresh: NewSheet[] = [];
  const again: Page[] = [];
  const strange: Page[] = [];
  for (const one of pages) {
    // A code without a number is that of the whole paper, which stands at its end.
    const nth = one.nth ?? of;
    if (nth < 1 || nth > of || (one.of !== null && one.of !== of)) strange.push(one);
    else if (had.has(nth)) again.push(one);
    else {
      had.add(nth);
      fresh.push({ page: one.page, nth });
    }
  }
  const told = again.map((one) => answer([one], 'again', AGAIN, paper));
  told.push(
    ...strange.map((one) =>
      answer([one], 'unread', `В документе листов: ${of}, а на этом лист ${one.nth} из ${one.of}`, paper),
    ),
  );
  if (fresh.length) told.push(await filed(ctx, paper, { fresh, of }, pile));
  return told;
}

async function filed(
  ctx: Ctx,
  paper: KeptDocument,
  { fresh, of }: { fresh: NewSheet[]; of: number },
  pile: Pile,
): Promise<ScannedSheet> {
  const sheets = fresh.toSorted((one, other) => one.nth - other.nth);
  const had = await keepSheets(ctx, paper, { sheets, of }, pile);
  if (!had) return answer(sheets, 'again', AGAIN, paper);
  const missing = missingSheets(had, of);
  if (paper.state !== 'valid' && paper.state !== 'printing')
    return answer(sheets, 'no_force', 'Подшит, но документ не имеет силы', paper);
  if (!missing.length) return answer(sheets, 'filed', 'Подшит, бумага получена', paper);
  const have = sheetWords(had.filter((nth) => nth > 0));
  return answer(sheets, 'partial', `Подшит не весь: ${have} из ${of}, нет ${lackWords(missing)}. Досканируйте`, paper);
}

/** A page that a person has known. @throws 403, 404, 422 */
async function fileChosen(ctx: Ctx, fields: Record<string, string>, pile: Pile): Promise<ScannedSheet> {
  const page = Number(fields.page);
  if (!Number.isInteger(page) || !pile.sizes[page - 1]) throw invalid({ page: 'Такой страницы в файле нет' });
  if (!/^\d{1,9}$/.test(fields.document ?? '')) throw notFound();
  const paper = await requirePaper(ctx, Number(fields.document));
  const of = (await sheetsOfPaper(ctx, paper)) ?? 1;
  // The first that lacks; of a paper that has all, it is one more: its back, an enclosure.
  const nth = missingSheets(sheetsHad(paper, of), of)[0] ?? 0;
  return filed(ctx, paper, { fresh: [{ page, nth }], of }, pile);
}
