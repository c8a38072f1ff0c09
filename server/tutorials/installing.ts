// The instructions that come with the program: laid into an installation once, from then on its superusers' own.
import { sql } from 'kysely';
import { plainText, richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { act } from '../kernel/act.ts';
import { todayOf, workCtx, type Deps, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { instructions } from './standard.ts';

/** Writes the instructions of the program; `at` is when they appear. */
export async function insertInstructions(tx: WriteDb, at: string, checkedOn: string): Promise<void> {
  const rows = instructions.map(({ text, steps, pages, ...row }, nth) => ({
    ...row,
    pages: [...pages],
    body: JSON.stringify(richFromPlain(text)),
    plain: plainText(richFromPlain(text)),
    steps: JSON.stringify(steps),
    lead: row.lead ?? '',
    length: row.length ?? '',
    kind: 'article' as const,
    sort: (nth + 1) * 10,
    is_active: true,
    checked_on: checkedOn,
    published_at: at,
    version: 1,
    created_at: at,
    updated_at: at,
  }));
  await tx.insertInto('tutorial').values(rows).execute();
}

const VERB = 'admin.tutorial';

/** An installation where nobody has ever kept an instruction. */
async function hadNone(db: ReadDb | WriteDb): Promise<boolean> {
  if (await db.selectFrom('tutorial').select('id').limit(1).executeTakeFirst()) return false;
  const line = await db.selectFrom('action_log').where('verb', '=', VERB).select('id').limit(1).executeTakeFirst();
  return !line;
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
    await insertInstructions(tx, ctx.now().toISOString(), todayOf(ctx));
    await log({ text: `Добавлены инструкции программы: ${instructions.length}` });
  }).catch((error: unknown) => {
    if (error !== meanwhile) throw error;
  });
}
