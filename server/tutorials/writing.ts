// Writing instructions: texts by superusers, their files, what one has read.
import { sql } from 'kysely';
import { picturesOf, plainText, textLength } from '../../contract/kernel/richTextFold.ts';
import type { TutorialBody } from '../../contract/tutorials.ts';
import { tutorialPages, type TutorialPage } from '../../contract/tutorialWords.ts';
import { cleanName, filmType, mediaType } from '../files/rules.ts';
import { insertFile } from '../files/writing.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { tooLong, type ArrivingFile } from '../kernel/mount.ts';
import { findTutorial, knownPictures, type TutorialRecord } from './queries.ts';
import { fileProblem, shownProblem } from './rules.ts';

const objectOf = (id: number, name: string) => ({ type: 'tutorial' as const, id, name });

export async function requireTutorial(ctx: Ctx, id: number): Promise<TutorialRecord> {
  const found = await findTutorial(ctx, ctx.db, id);
  if (!found) throw notFound();
  return found;
}

/** Adds an instruction, or changes one; answers its id. */
export async function saveTutorial(ctx: Ctx, body: TutorialBody, known?: { id: number; version: number }) {
  const was = known ? await requireTutorial(ctx, known.id) : null;
  const hasText = body.body !== null && textLength(body.body) > 0;
  const hasFile = Boolean(was?.file && !fileProblem(body.kind, was.file.mime));
  await refuseForeignPictures(ctx, body);
  if (body.is_active) refuseIf(shownProblem(body.kind, hasText, hasFile));
  const row = {
    ...body,
    lead: body.lead ?? '',
    length: body.length ?? '',
    body: body.body && JSON.stringify(body.body),
    steps: JSON.stringify(body.steps),
    plain: body.body ? plainText(body.body).slice(0, 50_000) : '',
    updated_at: ctx.now().toISOString(),
  };
  return act(ctx, 'admin.tutorial', async ({ tx, log }) => {
    const id = await keep(tx);
    await log({
      object: objectOf(id, body.title),
      text: `${was ? 'Изменена' : 'Добавлена'} инструкция «${body.title}»`,
      after: { ...body },
    });
    return id;
  });

  async function keep(tx: Parameters<Parameters<typeof act>[2]>[0]['tx']) {
    if (!known) {
      const values = { ...row, published_at: ctx.now().toISOString() };
      return (await tx.insertInto('tutorial').values(values).returning('id').executeTakeFirstOrThrow()).id;
    }
    // What was hidden until now is new to everybody.
    const shown = body.is_active && !was!.is_active ? { published_at: ctx.now().toISOString() } : {};
    const saved = await tx
      .updateTable('tutorial')
      .set({ ...row, ...shown, version: known.version + 1 })
      .where('id', '=', known.id)
      .where('version', '=', known.version)
      .executeTakeFirst();
    if (!saved.numUpdatedRows)
      throw await staleBy(ctx, tx, { type: 'tutorial', id: known.id }, await findTutorial(ctx, tx, known.id));
    return known.id;
  }
}

/** A text shows pictures of instructions only: any other file would be opened to everybody by its number. @throws 422 */
async function refuseForeignPictures(ctx: Ctx, { body }: TutorialBody): Promise<void> {
  const asked = body ? picturesOf(body) : [];
  const known = await knownPictures(ctx.db, asked);
  if (asked.some((picture) => !known.has(picture))) throw invalid({ body: 'Такой картинки нет' });
}

/** Gives a main page its instruction, instead of those it had. @throws 404, 422 for a hidden one */
export async function setHelpPage(ctx: Ctx, page: TutorialPage, id: number | null): Promise<void> {
  const tutorial = id === null ? null : await requireTutorial(ctx, id);
  if (tutorial && !tutorial.is_active) throw invalid({ tutorial_id: 'Инструкция скрыта: сначала покажите её' });
  await act(ctx, 'admin.tutorial', async ({ tx, log }) => {
    await tx
      .updateTable('tutorial')
      .set((e) => ({ pages: sql<string[]>`array_remove(pages, ${page})`, version: e('version', '+', 1) }))
      .where(sql<boolean>`${page} = any(pages)`)
      .where('id', '<>', id ?? 0)
      .execute();
    if (id !== null)
      await tx
        .updateTable('tutorial')
        .set((e) => ({ pages: sql<string[]>`array_append(pages, ${page}::text)`, version: e('version', '+', 1) }))
        .where('id', '=', id)
        .where(sql<boolean>`not ${page} = any(pages)`)
        .execute();
    const text = tutorial ? `открывает «${tutorial.title}»` : 'больше не открывает инструкцию';
    await log({
      ...(tutorial ? { object: objectOf(tutorial.id, tutorial.title) } : {}),
      text: `Инструкция страницы «${tutorialPages[page]}» ${text}`,
    });
  });
}

/** Gives an instruction its film or PDF; told by its first bytes, never by its name. */
export async function setFile(ctx: Ctx, id: number, { name: said, body, isTooLong }: ArrivingFile, maxBytes: number) {
  const tutorial = await requireTutorial(ctx, id);
  const name = cleanName(said);
  const stored = await ctx.deps.files.putStream(body, { isOpen: true });
  try {
    if (isTooLong()) throw tooLong(maxBytes);
    const mime = await typeOf(ctx, name, stored.storeKey);
    const problem = fileProblem(tutorial.kind, mime);
    if (problem) throw invalid({ file: problem });
    await act(ctx, 'admin.tutorial', async ({ tx, log }) => {
      const file_id = await insertFile(tx, ctx, { ...stored, name, mime: mime! });
      await tx
        .updateTable('tutorial')
        .set((e) => ({ file_id, version: e('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await log({
        object: objectOf(id, tutorial.title),
        text: `К инструкции «${tutorial.title}» приложен файл ${name}`,
      });
    });
  } catch (error) {
    await ctx.deps.files.remove(stored.storeKey);
    throw error;
  }
}

async function typeOf(ctx: Ctx, name: string, storeKey: string): Promise<string | null> {
  const head: Buffer[] = [];
  for await (const chunk of ctx.deps.files.get(storeKey, { start: 0, end: 63 })) head.push(chunk as Buffer);
  const bytes = Buffer.concat(head);
  return mediaType(name, bytes) ?? filmType(name, bytes);
}

/** Read to the end, and perhaps whether it helped. */
export async function markTutorial(ctx: Ctx, id: number, helped: boolean | undefined) {
  const { title } = await requireTutorial(ctx, id);
  await act(ctx, 'user.tutorial_read', async ({ tx, log }) => {
    await tx
      .insertInto('tutorial_read')
      .values({ tutorial_id: id, user_id: ctx.actor.userId, read_at: ctx.now().toISOString(), helped: helped ?? null })
      .onConflict((on) =>
        on
          .columns(['tutorial_id', 'user_id'])
          .doUpdateSet({ helped: sql`coalesce(excluded.helped, tutorial_read.helped)` }),
      )
      .execute();
    await log({ object: objectOf(id, title), text: `Прочитана инструкция «${title}»` });
  });
}

/** The list has been seen. */
export const markVisit = (ctx: Ctx) =>
  act(ctx, 'user.tutorial_read', async ({ tx, log }) => {
    const at = ctx.now().toISOString();
    await tx
      .insertInto('page_visit')
      .values({ user_id: ctx.actor.userId, page: 'tutorials', at })
      .onConflict((on) => on.columns(['user_id', 'page']).doUpdateSet({ at }))
      .execute();
    await log({ text: 'Открыт список инструкций' });
  });
