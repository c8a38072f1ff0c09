// A month of the log leaves it: its file is kept and written down, then its lines go, in a transaction each.
import { sql } from 'kysely';
import type { StoredBytes } from '../../ports/files.ts';
import { insertFile } from '../../files/writing.ts';
import { forgetFile } from '../../files/queries.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { failPoint } from '../../kernel/failPoints.ts';
import { linesOfMonth, type ArchiveRow } from '../../actionLog/queries/archive.ts';
import { sealText, type ArchiveFacts } from '../../actionLog/rules/archive.ts';
import { monthName } from '../../../contract/logWords.ts';

/** So many digits of a seal are told. */
export const sealShown = (seal: string) => seal.slice(0, 12);

/** Writes down the file of a month; `former`, whose file proved broken, gives way: answers where its bytes lie. */
export async function keepMonth(
  { tx, log }: Pick<Write, 'tx' | 'log'>,
  ctx: Ctx,
  facts: ArchiveFacts,
  { stored, former }: { stored: StoredBytes; former: ArchiveRow | null },
): Promise<string[]> {
  const seal = ctx.deps.secrets.print(sealText(facts));
  let gone: string[] = [];
  if (former) {
    await tx.deleteFrom('log_archive').where('id', '=', former.id).execute();
    gone = await forgetFile(tx, former.file_id);
  }
  const name = `Журнал ${facts.month.slice(0, 7)}.jsonl.gz`;
  const file_id = await insertFile(tx, ctx, { ...stored, name, mime: 'application/gzip' });
  const at = ctx.now().toISOString();
  await tx
    .insertInto('log_archive')
    .values({ ...facts, seal, file_id, made_at: at, proved_at: at, made_by: ctx.actor.userId || null })
    .execute();
  await log({
    text: `Журнал за ${monthName(facts.month)} выгружен и прочитан обратно: строк ${facts.lines}, печать ${sealShown(seal)}`,
  });
  return gone;
}

/** Takes the lines of an archived month away: all of them in one statement, so that readers find the month whole or gone. @throws 422 */
export async function dropMonth(
  { tx, log }: Pick<Write, 'tx' | 'log'>,
  ctx: Ctx,
  { id, month, lines, seal }: ArchiveRow,
): Promise<void> {
  const at = ctx.now().toISOString();
  const marked = await tx
    .updateTable('log_archive')
    .set({ proved_at: at, dropped_at: at, dropped_by: ctx.actor.userId || null })
    .where('id', '=', id)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  if (!marked.numUpdatedRows) throw invalid({ form: `Журнал за ${monthName(month)} уже вынесен. Обновите страницу` });
  await sql`delete from action_log l where ${linesOfMonth(month)}`.execute(tx);
  await failPoint('log lines dropped');
  await log({ text: `Журнал за ${monthName(month)} вынесен в архив: строк ${lines}, печать ${sealShown(seal)}` });
}
