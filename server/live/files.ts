// The file of a job as a live message: read by the process that holds the socket of its author.
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { handingProblem, type Asked } from '../jobs/author.ts';
import type { Deps } from '../kernel/ctx.ts';

/** The largest file that travels inside a message, bytes; a larger one is fetched from «Задания». */
export const MAX_TOLD_BYTES = 5 * 1024 * 1024;

/** What the author hears of a file that is ready; null when it is gone already, or he has lost what it was made with. */
export async function fileMessage(deps: Deps, jobId: number): Promise<LiveMessage | null> {
  const file = await deps.db
    .selectFrom('background_job as j')
    .innerJoin('stored_file as f', 'f.id', 'j.file_id')
    .where('j.id', '=', jobId)
    .select(['f.name', 'f.store_key', 'f.size_bytes', 'j.total', 'j.done', 'j.errors'])
    .select(['j.user_id', 'j.actor', 'j.capability'])
    .executeTakeFirst();
  if (!file?.user_id) return null;
  const asked = { actor: file.actor as Asked, capability: file.capability };
  if (await handingProblem(deps.db, file.user_id, asked)) return null;
  if (file.size_bytes > MAX_TOLD_BYTES) {
    const { done, total, errors } = file;
    return { type: 'job_status', message: { job_id: jobId, stage: 'Файл готов', done, total, errors } };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of deps.files.get(file.store_key)) chunks.push(chunk as Buffer);
  const file_content = Buffer.concat(chunks).toString('base64');
  return { type: 'file_message', message: { job_id: jobId, file_name: file.name, file_content, status: 'done' } };
}
