// The action log taken away as a job, when there is more of it than a file made at once may hold: walked by key, a page in memory.
import { Readable } from 'node:stream';
import { z } from 'zod';
import { actionLog } from '../../contract/actionLog.ts';
import { formatNumber } from '../../contract/kernel/words.ts';
import { logIdsAfter } from '../actionLog/queries.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { startJob } from '../jobs/records.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import { tableFile } from '../kernel/tableFile.ts';
import { rowsInPages, takeLog } from './queries/lists.ts';

/** Lines that are taken away while the person waits: their numbers are held in memory. */
export const MOST_AT_ONCE = 100_000;
const TITLE = 'Журнал действий';
/** Lines of one page of the walk. */
const PAGE = 5000;

const Params = z.object({
  format: z.enum(['xlsx', 'csv']),
  columns: z.array(z.string()),
  sort: z.tuple([z.string(), z.enum(['ASC', 'DESC'])]),
  filter: z.record(z.string(), z.unknown()),
  except: z.array(z.number()),
});
type Params = z.infer<typeof Params>;

export const logJob: JobKind<Params> = {
  kind: 'log-export',
  cancel: 'running',
  canRetry: true,
  params: Params,
  stage: 'Собираем журнал',
  verb: 'copy.export',
  undone: 'Журнал действий не выгружен',
  fault: 'Файл не собрался. Повторите',
  run: writeLog,
};

/**
 * Leaves the log to a job and says so; one that is being made for the person already is not begun again.
 * @throws 422 always: there is no file to answer with now
 */
export async function leaveToJob(ctx: Ctx, params: Params): Promise<never> {
  const making = await ctx.db
    .selectFrom('background_job')
    .where('kind', '=', logJob.kind)
    .where('user_id', '=', ctx.actor.userId)
    .where('status', 'in', ['queued', 'running'])
    .select('id')
    .executeTakeFirst();
  if (making) throw invalid({ form: 'Журнал уже собирается: файл будет в «Заданиях»' });
  await act(ctx, 'copy.export', async (write) => {
    const { region: region_id, mo: mo_id, po: po_id } = ctx.actor;
    await startJob(write, ctx, logJob, { title: TITLE, place: { region_id, mo_id, po_id }, params });
    await write.log({
      text: `Выгрузка «${TITLE}» заданием`,
      after: copied({ of: TITLE }, { columns: params.columns, filter: params.filter, format: params.format }),
    });
  });
  throw invalid({ form: `Записей больше ${formatNumber(MOST_AT_ONCE)}: файл собирается, он будет в «Заданиях»` });
}

/** A table of cells comes as text or as bytes; what is kept is counted in bytes. */
async function* inBytes(body: AsyncIterable<string | Uint8Array>) {
  for await (const chunk of body) yield Buffer.from(chunk as string);
}

async function writeLog(job: RunningJob<Params>): Promise<void> {
  const { ctx, params } = job;
  const { columns, source } = takeLog(ctx, params);
  const request = parseList({ sort: JSON.stringify(params.sort), filter: JSON.stringify(params.filter) }, actionLog);
  const except = new Set(params.except);
  let done = 0;
  async function* pages() {
    for (let after: number | undefined; ;) {
      const ids = await logIdsAfter(ctx.db, ctx.actor, request, after, PAGE);
      if (!ids.length) return;
      after = ids.at(-1);
      const wanted = ids.filter((id) => !except.has(id));
      done += wanted.length;
      await job.tell({ done });
      yield wanted;
    }
  }
  const { name, mime, body } = tableFile(
    { title: TITLE, name: `${TITLE} ${todayOf(ctx)}`, format: params.format, columns },
    rowsInPages(ctx, params.columns, source, columns, pages()),
  );
  const file = await job.keepStream(name, mime, Readable.from(inBytes(body)));
  const summary = `строк ${formatNumber(done)}`;
  await act(ctx, 'copy.export', async (write) => {
    await write.log({ text: `Выгрузка «${TITLE}» готова: ${summary}`, after: copied({ file: name, of: TITLE }) });
    await job.finish(write, { done, total: done, file, summary });
  });
}
