// The pages of a paper: made of its snapshot, kept once, copied with one word more.
import { sql } from 'kysely';
import type { Readable } from 'node:stream';
import { formatDate } from '../../../contract/kernel/words.ts';
import { insertFile } from '../../files/writing.ts';
import { act, type Write } from '../../kernel/act.ts';
import { longDate } from '../../kernel/paper/words.ts';
import { copied } from '../../kernel/copied.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused } from '../../kernel/errors.ts';
import type { FileAnswer } from '../../kernel/mount.ts';
import { dateIn } from '../../ports/clock.ts';
import { wholeOf, type StoredBytes } from '../../ports/files.ts';
import { asCopy, asEnded } from '../paper/frame.ts';
import { actOf, keptDocument, type KeptDocument } from '../queries.ts';
import { fileName, isOverTerm, paperRefusal, RECEIPT_YEARS } from '../rules.ts';
import type { TakenPaper } from './printing.ts';
import { noteLook } from './openings.ts';
import { openSnapshot, type Snapshot } from './snapshots.ts';

const PDF = 'application/pdf';
/** What a paper is called and where it is. */
type Named = Pick<
  KeptDocument,
  'id' | 'number' | 'type_name' | 'on_date' | 'copy_of' | 'region_id' | 'mo_id' | 'po_id'
>;
const placeOf = ({ region_id, mo_id, po_id }: Named) => ({ region_id, mo_id, po_id });
const nameOf = (paper: Named, isCopy = paper.copy_of !== null) =>
  fileName({ type: paper.type_name, number: paper.number, on_date: paper.on_date, isCopy });

/** A paper that the actor may see whole. @throws 403, 404 */
export async function requirePaper(ctx: Ctx, id: number): Promise<KeptDocument> {
  const paper = await keptDocument(ctx, id);
  if (!paper) throw notFound();
  const refusal = paperRefusal(ctx.actor, paper);
  if (refusal) throw forbidden(refusal);
  return paper;
}

/**
 * The pages as they were printed; made and kept now when nobody has finished them yet. Of a paper without force a picture of them
 * with the word across, which is not kept: its original stays under its hash.
 */
export async function paperFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  const paper = await requirePaper(ctx, id);
  const ended = await endedPages(ctx, paper);
  if (ended) return answer(nameOf(paper), ended);
  if (paper.store_key) return answer(nameOf(paper), ctx.deps.files.get(paper.store_key));
  const bytes = await pagesOf(ctx, paper, remakeOf(paper));
  if (!ctx.actor.viewOnly) await keep(ctx, paper, bytes);
  return answer(nameOf(paper), bytes);
}

/**
 * The pages of a paper whose number has just been taken.
 * @throws 503, 507 when they can't be made or kept: the words say which number waits for them in the journal
 */
export const firstFile = (ctx: Ctx, paper: TakenPaper): Promise<FileAnswer> =>
  explained(paper, async () => {
    const bytes = await rendered(ctx, paper.made, asItIs);
    await keep(ctx, paper, bytes);
    return answer(nameOf(paper), bytes);
  });

/** The pages of a paper whose number an earlier call with the same key has taken. @throws as `firstFile` does, 403, 404 */
export async function againFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  const paper = await requirePaper(ctx, id);
  return explained(paper, () => paperFile(ctx, id));
}

/** Whatever stops the pages of a paper, its number is taken: whoever prints must know that it waits, or he takes another. */
async function explained<T>(paper: Pick<Named, 'type_name' | 'number'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    const isRefused = failure instanceof Refused;
    if (isRefused && failure.status < 500) throw failure;
    const [why, status] = isRefused ? [STORE_WORDS[failure.status] ?? STORE_DOWN, failure.status] : [BROKEN, 503];
    const refused = new Refused(status, {
      message: `${why}. Номер занят: документ «${paper.type_name}» № ${paper.number} ждёт в журнале. Нажмите «Напечатать» ещё раз: выйдет он же, под тем же номером`,
    });
    // The log of the server has what stopped it.
    throw Object.assign(refused, { cause: failure });
  }
}
const STORE_DOWN = 'Хранилище файлов не отвечает: файл не сохранён';
const STORE_WORDS: Record<number, string> = { 507: 'На диске сервера нет места: файл не сохранён' };
const BROKEN = 'Вёрстка прервалась: файла ещё нет';

/** Makes and keeps the pages of a paper that was left without them. */
export const finishPaper = async (ctx: Ctx, paper: KeptDocument): Promise<void> =>
  keep(ctx, paper, await unkeptPages(ctx, paper));

/** The pages of a paper that has lost its force, or of its copy, with the word across; null for one that has not, and where only the file is left. */
async function endedPages(ctx: Ctx, paper: KeptDocument): Promise<Uint8Array | null> {
  if (!hasEnded(paper.state)) return null;
  // A copy has its pages from what it is of.
  const of = paper.copy_of === null ? paper : await keptDocument(ctx, paper.copy_of);
  return of?.snapshot ? pagesOf(ctx, of, await withEnd(ctx, paper, remakeOf(paper))) : null;
}

/** Pages that also say that the paper has no force, and what stands for it. */
async function withEnd(ctx: Ctx, { state, replaced_by: id }: KeptDocument, remake: Remake): Promise<Remake> {
  if (state !== 'cancelled' && state !== 'replaced') return remake;
  const other = id ? await keptDocument(ctx, id) : undefined;
  const instead = other ? `на № ${other.number} от ${longDate(other.on_date)}` : null;
  return (source) => asEnded(remake(source), state, instead);
}
type Remake = (source: string) => string;
const asItIs: Remake = (source) => source;
const remakeOf = (paper: Pick<KeptDocument, 'copy_of'>): Remake => (paper.copy_of === null ? asItIs : asCopy);

const answer = (name: string, body: Uint8Array | Readable): FileAnswer => ({ name, mime: PDF, body, inline: true });

/** The pages of a paper whose file is not kept yet, without keeping it. */
export const unkeptPages = (ctx: Ctx, paper: KeptDocument): Promise<Uint8Array> => pagesOf(ctx, paper, remakeOf(paper));

/** @throws 422 when the data of the paper were destroyed by an act, or its term is over */
async function pagesOf(ctx: Ctx, paper: KeptDocument, remake: Remake): Promise<Uint8Array> {
  if (!paper.snapshot) throw invalid({ form: await goneWords(ctx, paper) });
  return rendered(ctx, openSnapshot(ctx.deps.secrets, paper.snapshot, paper.number), remake);
}

async function goneWords(ctx: Ctx, paper: KeptDocument): Promise<string> {
  if (isOverTerm(paper, ctx.now()))
    return `Файл квитанции хранится ${RECEIPT_YEARS} года и удалён. Номер, дата и проверка остались`;
  const deed = await actOf(ctx.db, paper.id);
  const named = deed ? ` № ${deed.act_no} от ${formatDate(dateIn(new Date(deed.at), ctx.timeZone))}` : '';
  return `Данные этого документа уничтожены по акту${named}`;
}

async function rendered(ctx: Ctx, { source, files, at }: Snapshot, remake: Remake): Promise<Uint8Array> {
  const pictures = await Promise.all(
    Object.entries(files).map(async ([name, key]) => [name, await wholeOf(ctx.deps.files.get(key))] as const),
  );
  return ctx.deps.pdf.render({
    source: remake(source),
    files: Object.fromEntries(pictures),
    isKept: true,
    at,
  });
}

/** Stores the pages; two that finish the same paper at once keep the file of the first. */
async function keep(ctx: Ctx, paper: Named, bytes: Uint8Array): Promise<void> {
  await stored(ctx, bytes, (file) =>
    act(ctx, 'reference.keep', async ({ tx, log }) => {
      const kept = await fileUnder(tx, ctx, paper.id, { ...file, name: nameOf(paper), mime: PDF });
      await log({
        object: { type: 'document', id: paper.id, name: `№ ${paper.number}` },
        place: placeOf(paper),
        text: kept ? `Сохранён файл документа № ${paper.number}` : `Файл документа № ${paper.number} уже был сохранён`,
      });
      return kept ? file : null;
    }),
  );
}

/** Puts bytes into the store and writes what refers to them; they are dropped when that is refused, fails or answers null. */
async function stored<T>(ctx: Ctx, bytes: Uint8Array, write: (file: StoredBytes) => Promise<T>): Promise<T> {
  const file = await ctx.deps.files.put(bytes);
  const drop = () => ctx.deps.files.remove(file.storeKey);
  const done = await write(file).catch(async (error: unknown) => {
    // Why it was not written matters more than a store that can't forget.
    await drop().catch(() => undefined);
    throw error;
  });
  if (done === null) await drop();
  return done;
}

/** Row of the file and the paper that has it, in one statement; false, and no row, when the paper has a file already. */
async function fileUnder(tx: WriteDb, ctx: Ctx, id: number, file: StoredBytes & { name: string; mime: string }) {
  const kept = await tx
    .with('bare', (from) =>
      from.selectFrom('document').where('id', '=', id).where('file_id', 'is', null).select('id').forUpdate(),
    )
    .with('file', (made) =>
      made
        .insertInto('stored_file')
        .columns(['store_key', 'name', 'mime', 'size_bytes', 'sha256', 'created_by', 'created_at'])
        .expression((from) =>
          from
            .selectFrom('bare')
            .select([
              sql`${file.storeKey}`.as('store_key'),
              sql`${file.name}`.as('name'),
              sql`${file.mime}`.as('mime'),
              sql`${file.sizeBytes}`.as('size_bytes'),
              sql`${file.sha256}`.as('sha256'),
              sql`${ctx.actor.userId || null}`.as('created_by'),
              sql`${ctx.now().toISOString()}`.as('created_at'),
            ]),
        )
        .returning('id'),
    )
    .updateTable('document')
    .from('file')
    .set((set) => ({
      file_id: set.ref('file.id'),
      sha256: file.sha256,
      state: set.case().when('document.state', '=', 'printing').then('valid').else(set.ref('document.state')).end(),
    }))
    .where('document.id', '=', id)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** The same pages with «КОПИЯ», and with the word of its end where the paper has no force, kept as a row of their own. */
export async function copyPaper(ctx: Ctx, id: number): Promise<FileAnswer & { document: number }> {
  const paper = await requirePaper(ctx, id);
  if (paper.copy_of) return copyPaper(ctx, paper.copy_of);
  const bytes = await pagesOf(ctx, paper, await withEnd(ctx, paper, asCopy));
  const document = await stored(ctx, bytes, (file) =>
    act(ctx, 'copy.repeat', (write) => writeCopy(ctx, write, paper, file)),
  );
  return { ...answer(nameOf(paper, true), bytes), document };
}

const hasEnded = (state: string) => state === 'cancelled' || state === 'replaced';
const CHANGED = 'Пока готовилась копия, документ потерял силу: напечатайте её ещё раз';

/** The row of a copy. The pages took their time: whether the paper stands as they say is asked again, and it does until this is written. */
async function writeCopy(ctx: Ctx, { tx, log, emit }: Write, paper: KeptDocument, file: StoredBytes): Promise<number> {
  const now = await tx
    .selectFrom('document')
    .where('id', '=', paper.id)
    .forUpdate()
    .select('state')
    .executeTakeFirstOrThrow();
  if (hasEnded(now.state) !== hasEnded(paper.state)) throw invalid({ form: CHANGED });
  const name = nameOf(paper, true);
  const file_id = await insertFile(tx, ctx, { ...file, name, mime: PDF });
  const { id: copy } = await tx
    .insertInto('document')
    .values({
      ...placeOf(paper),
      type_id: paper.type_id,
      context: paper.context,
      garage_id: paper.garage_id,
      profile_id: paper.profile_id,
      people: paper.people,
      consent_kind: paper.consent_kind,
      contribution_id: paper.contribution_id,
      reregistration_id: paper.reregistration_id,
      notification_id: paper.notification_id,
      number: paper.number,
      year: paper.year,
      on_date: paper.on_date,
      from_date: paper.from_date,
      ...(hasEnded(paper.state)
        ? {
            state: paper.state,
            cancel_reason: paper.cancel_reason,
            replaced_by: paper.replaced_by,
            ended_at: paper.ended_at,
            ended_by: paper.ended_by,
          }
        : { state: 'valid' as const }),
      copy_of: paper.id,
      check_code: paper.check_code,
      template_nth: paper.template_nth,
      template_region_id: paper.template_region_id,
      file_id,
      sha256: file.sha256,
      printed_by: ctx.actor.userId || null,
      printed_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await log({
    object: { type: 'document', id: paper.id, name: `№ ${paper.number}` },
    place: placeOf(paper),
    text: `Выдана копия ${hasEnded(paper.state) ? 'документа без силы' : 'документа'} «${paper.type_name}» № ${paper.number}`,
    after: copied({ file: name, of: `${paper.type_name} № ${paper.number}` }),
    people: paper.people,
  });
  await emit(
    { region: paper.region_id, mo: paper.mo_id, po: paper.po_id },
    { type: 'records_changed', message: { resource: 'documents', ids: [paper.id, copy] } },
  );
  return copy;
}

/** Opening a paper with personal data is told in the log: once for a person, a paper and a day. */
export async function noteOpening(ctx: Ctx, id: number): Promise<void> {
  const paper = await requirePaper(ctx, id);
  if (!paper.is_personal) return;
  await noteLook(ctx, {
    object: { type: 'document', id, name: `№ ${paper.number}` },
    place: placeOf(paper),
    text: `Открыт документ с личными данными: «${paper.type_name}» № ${paper.number}`,
    people: paper.people,
  });
}
