// The instructions that come with the program: laid into an installation once, from then on its superusers' own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { plainText } from '../../contract/kernel/richTextFold.ts';
import { formatDate } from '../../contract/kernel/words.ts';
import { insertFile } from '../files/writing.ts';
import { act } from '../kernel/act.ts';
import { invalid } from '../kernel/errors.ts';
import { workCtx, type Ctx, type Deps, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { instructions, richOf, shownIn } from './standard.ts';
import type { Instruction } from './texts/instruction.ts';

const folder = join(import.meta.dirname, 'pictures');
/** When the pictures were made and of which version of the program. */
interface Taken {
  on: string;
  version: string;
}
const signedBy = ({ on, version }: Taken) => `Снимки экрана сделаны ${formatDate(on)} в программе версии ${version}.`;

/** Writes instructions of the program with their pictures, all unless some are named; they are published at `at`. */
export async function insertInstructions(
  tx: WriteDb,
  ctx: Ctx,
  at: string,
  chosen: readonly Instruction[] = instructions,
): Promise<void> {
  const files = await insertPictures(tx, ctx, chosen);
  const taken = JSON.parse(await readFile(join(folder, 'taken.json'), 'utf8')) as Taken;
  const rows = chosen.map(({ text, steps, pages, ...row }) => {
    const body = richOf(shownIn(text).length ? `${text}\n\n${signedBy(taken)}` : text, files);
    return {
      ...row,
      pages: [...pages],
      body: JSON.stringify(body),
      plain: plainText(body),
      steps: JSON.stringify(steps),
      lead: row.lead ?? '',
      length: row.length ?? '',
      kind: 'article' as const,
      sort: (instructions.findIndex(({ title }) => title === row.title) + 1) * 10,
      is_active: true,
      checked_on: taken.on,
      published_at: at,
      version: 1,
      created_at: at,
      updated_at: at,
    };
  });
  await tx.insertInto('tutorial').values(rows).execute();
}

/** Keeps the pictures that come with the program; answers the file of each. */
async function insertPictures(tx: WriteDb, ctx: Ctx, chosen: readonly Instruction[]): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  for (const name of new Set(chosen.flatMap(({ text }) => shownIn(text)))) {
    const bytes = await readFile(join(folder, `${name}.webp`)).catch(() => null);
    // One that is yet to be made: the command that makes it starts the program first.
    if (!bytes) continue;
    const stored = await ctx.deps.files.put(bytes);
    files.set(name, await insertFile(tx, ctx, { ...stored, name: `${name}.webp`, mime: 'image/webp' }));
  }
  if (files.size)
    await tx
      .insertInto('tutorial_picture')
      .values([...files.values()].map((file_id) => ({ file_id })))
      .execute();
  return files;
}

const VERB = 'admin.tutorial';

/** An installation where nobody has ever kept an instruction. */
async function hadNone(db: ReadDb | WriteDb): Promise<boolean> {
  if (await db.selectFrom('tutorial').select('id').limit(1).executeTakeFirst()) return false;
  if (await db.selectFrom('action_log').where('verb', '=', VERB).select('id').limit(1).executeTakeFirst()) return false;
  // Lines older than five years leave the log; their counts stay.
  return !(await db.selectFrom('log_month').where('verb', '=', VERB).select('verb').limit(1).executeTakeFirst());
}

/** At the start: help stands where it is asked for. What superusers removed does not come back. */
export async function installInstructions(deps: Deps): Promise<void> {
  if (!(await hadNone(deps.db))) return;
  const ctx = workCtx(deps, { name: 'Программа' });
  const meanwhile = new Error('another process was first');
  await act(ctx, VERB, async ({ tx, log }) => {
    // Two processes that start at once: the second one waits here and finds them.
    await sql`lock table tutorial in share row exclusive mode`.execute(tx);
    if (!(await hadNone(tx))) throw meanwhile;
    await insertInstructions(tx, ctx, ctx.now().toISOString());
    await log({ text: `Добавлены инструкции программы: ${instructions.length}` });
  }).catch((error: unknown) => {
    if (error !== meanwhile) throw error;
  });
}

/** Instructions of the program that nobody keeps here under their title, hidden ones included. */
export async function missingInstructions(db: ReadDb | WriteDb): Promise<Instruction[]> {
  const kept = new Set((await db.selectFrom('tutorial').select('title').execute()).map(({ title }) => title));
  return instructions.filter(({ title }) => !kept.has(title));
}

/**
 * Adds instructions that came with a newer version; a page that has its help keeps it. Answers how many were added: what somebody else has
 * just added is not added twice.
 * @throws 422 when one of the titles is none of the program's
 */
export function addInstructions(ctx: Ctx, titles: readonly string[]): Promise<number> {
  const unknown = titles.find((title) => !instructions.some((one) => one.title === title));
  if (unknown) throw invalid({ titles: `В программе нет инструкции «${unknown}»` });
  return act(ctx, VERB, async ({ tx, log }) => {
    await sql`lock table tutorial in share row exclusive mode`.execute(tx);
    const missing = (await missingInstructions(tx)).filter(({ title }) => titles.includes(title));
    const helped = new Set(
      (await tx.selectFrom('tutorial').where('is_active', '=', true).select('pages').execute()).flatMap(
        ({ pages }) => pages,
      ),
    );
    if (missing.length)
      await insertInstructions(
        tx,
        ctx,
        ctx.now().toISOString(),
        missing.map((one) => ({ ...one, pages: one.pages.filter((page) => !helped.has(page)) })),
      );
    const names = missing.map(({ title }) => `«${title}»`).join(', ');
    await log({ text: names ? `Добавлены инструкции программы: ${names}` : 'Инструкции программы уже добавлены' });
    return missing.length;
  });
}
