// The night's finishing of papers that have a number and no pages: the process, the engine or the store stopped in between.
import { sql } from 'kysely';
import { workCtx, type Deps } from '../../kernel/ctx.ts';
import { finishPaper } from './keeping.ts';

/** Younger papers are in somebody's hands. */
const UNFINISHED_MS = 10 * 60_000;
/** Papers of one night. */
const MOST = 1000;
/** Papers that are named when they could not be finished. */
const NAMED = 5;

/**
 * Makes and keeps the pages of papers that were left without them, those of a pile when its work is over and has not made them. One that
 * can't be made holds nobody up. @throws naming those that could not be finished
 */
export async function finishPapers(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Печать' });
  const before = new Date(ctx.now().getTime() - UNFINISHED_MS).toISOString();
  const left = await deps.db
    .selectFrom('document as d')
    .innerJoin('document_type as t', 't.id', 'd.type_id')
    .leftJoin('document_batch as b', 'b.id', 'd.batch_id')
    .leftJoin('background_job as j', 'j.id', 'b.job_id')
    .where('d.file_id', 'is', null)
    .where('d.state', '=', 'printing')
    .where('d.snapshot', 'is not', null)
    .where((where) => where.or([where('j.id', 'is', null), where('j.status', 'not in', ['queued', 'running'])]))
    .where('d.printed_at', '<', before)
    .orderBy('d.id')
    .limit(MOST)
    .selectAll('d')
    .select(['t.name as type_name', 't.code as type_code', 't.is_personal', sql<null>`null`.as('store_key')])
    .execute();
  const faults: { number: string; words: string }[] = [];
  for (const paper of left)
    await finishPaper(ctx, paper).catch((fault: Error) => faults.push({ number: paper.number, words: fault.message }));
  if (!faults.length) return;
  const named = faults.slice(0, NAMED).map(({ number }) => `№ ${number}`);
  throw new Error(`Не сделаны файлы документов, ${faults.length}: ${named.join(', ')}. ${faults[0]!.words}`);
}
