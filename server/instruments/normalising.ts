// The run over addresses in the background: spellings are listed, read by the service or the dictionary, sure ones put into the cards.
import { z } from 'zod';
import { AddressDeed, AddressQuality } from '../../contract/instruments/normalising.ts';
import { pages } from '../../contract/pages.ts';
import type { JobKind, RunningJob } from '../jobs/kinds.ts';
import { act } from '../kernel/act.ts';
import { Refused } from '../kernel/errors.ts';
import { CleanerFault, type AddressCleaner } from '../ports/addressCleaner.ts';
import { nextDecided, runOf, spellings, unread, type RowsWish } from './queries/addresses.ts';
import { addressWords, readAddress, type AddressWords } from './rules/addresses.ts';
import { decide, deeds, keepRead, listSpellings, type Decided, type ReadVariant } from './writing/addresses.ts';

export const NORMALISING = 'address-normalisation';
const nowhere = { region_id: null, mo_id: null, po_id: null };
/** Cards of one slice of the listing. */
const LISTED = 10_000;
/** Spellings read between two transactions: answers of the service are paid for, so few are lost when the process is killed. */
const READ = { service: 50, dictionary: 2000 };
/** Calls of the service at once. */
const AT_ONCE = 5;
const TRIES = 3;
/** So many addresses on end without an answer: the service is not there. */
const SILENT_ON_END = 10;
/** Cards changed in one transaction: those who wait for a list meanwhile wait no longer than a moment. */
const CARDS = 50;

interface RunParams {
  runId: number;
}
type Run = NonNullable<Awaited<ReturnType<typeof runOf>>>;

export const normaliseJob: JobKind<RunParams> = {
  kind: NORMALISING,
  cancel: 'running',
  canRetry: true,
  isAlone: true,
  params: z.object({ runId: z.number().int() }),
  stage: 'Адреса',
  verb: 'admin.normalise',
  undone: 'Нормализация адресов не закончена',
  fault: 'Нормализация прервалась. Повторите её: сделанное останется',
  tells: 'admin_address_normalization_status',
  run: normalise,
};

async function normalise(job: RunningJob<RunParams>): Promise<void> {
  const { ctx } = job;
  const run = await runOf(ctx.db, job.params.runId);
  if (!run) throw new Refused(422, { message: 'Этой нормализации больше нет' });
  const total = await list(job, run);
  const failed = await readAll(job, run, total);
  const wish = { quality: 'sure', state: 'waiting' };
  const put = run.apply_sure ? await decideAll(job, run.id, 'apply', wish) : { addresses: 0, cards: 0, left: 0 };
  const summary = `написаний — ${total}, приведено карточек — ${put.cards}${failed ? `, без ответа — ${failed}` : ''}`;
  await act(ctx, 'admin.normalise', async (write) => {
    await write.log({ place: nowhere, text: `Нормализация адресов: ${summary}` });
    await job.finish(write, { done: total, total, errors: failed, summary, link: pages.adminNormalise });
  });
}

/** Lists the spellings, in slices of cards; answers how many there are. */
async function list(job: RunningJob<RunParams>, run: Run): Promise<number> {
  const { ctx } = job;
  const { last } = await ctx.db
    .selectFrom('profile')
    .select((e) => e.fn.coalesce(e.fn.max('id'), e.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  const scope = {
    mo: run.mo_id,
    po: run.po_id,
    which: run.which as 'both',
    onlyNew: run.only_new,
    onlyWithoutId: run.only_without_id,
  };
  for (let from = run.listed_to; from < last; from += LISTED) {
    const to = Math.min(from + LISTED, last);
    await act(ctx, 'admin.normalise', async (write) => {
      await listSpellings(write.tx, run.id, scope, [from, to]);
      await write.log({ place: nowhere, text: `Нормализация адресов: перечислены карточки до ${to} из ${last}` });
      await job.step(write, { stage: 'Перечисление адресов', done: to, total: last });
    });
  }
  const { count } = await ctx.db
    .selectFrom('address_variant')
    .where('run_id', '=', run.id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Reads every spelling that is not read yet; answers how many got no answer. */
async function readAll(job: RunningJob<RunParams>, run: Run, total: number): Promise<number> {
  const { ctx } = job;
  const cleaner = run.source === 'service' ? ctx.deps.cleaner : null;
  if (run.source === 'service' && !cleaner) throw new Refused(422, { message: 'Служба адресов больше не настроена' });
  const dictionary = cleaner ? null : addressWords(await spellings(ctx.db));
  let silent = 0;
  for (;;) {
    const some = await unread(ctx.db, run.id, READ[cleaner ? 'service' : 'dictionary']);
    if (!some.length) break;
    const result = cleaner
      ? await askAll(cleaner, some, silent)
      : { rows: some.map((one) => byWords(one, dictionary!)), asked: 0, silent: 0, stop: null };
    silent = result.silent;
    const { done, failed } = await soFar(job, run.id);
    await act(ctx, 'admin.normalise', async (write) => {
      await keepRead(write.tx, run.id, result.rows, result.asked);
      const now = done + result.rows.length;
      const errors = failed + result.rows.filter(({ quality }) => quality === 'failed').length;
      await write.log({ place: nowhere, text: `Нормализация адресов: прочитано написаний — ${now} из ${total}` });
      await job.step(write, { stage: 'Чтение адресов', done: now, total, errors });
    });
    if (result.stop) throw new Refused(422, { message: result.stop });
  }
  return (await soFar(job, run.id)).failed;
}

const soFar = async ({ ctx }: RunningJob<RunParams>, runId: number) => {
  const row = await ctx.db
    .selectFrom('address_variant')
    .where('run_id', '=', runId)
    .where('quality', 'is not', null)
    .select((e) => [
      e.fn.countAll<number>().as('done'),
      e.fn.countAll<number>().filterWhere('quality', '=', 'failed').as('failed'),
    ])
    .executeTakeFirstOrThrow();
  return { done: Number(row.done), failed: Number(row.failed) };
};

const byWords = ({ id, was }: { id: number; was: string }, dictionary: AddressWords): ReadVariant => ({
  id,
  fias: null,
  ...readAddress(was, dictionary),
});

interface Asked {
  rows: ReadVariant[];
  /** Answers that cost money. */
  asked: number;
  silent: number;
  /** Why nothing more can be asked; what was answered is kept. */
  stop: string | null;
}

async function askAll(
  cleaner: AddressCleaner,
  some: readonly { id: number; was: string }[],
  silentBefore: number,
): Promise<Asked> {
  const result: Asked = { rows: [], asked: 0, silent: silentBefore, stop: null };
  for (let at = 0; at < some.length && !result.stop; at += AT_ONCE) {
    const answers = await Promise.all(some.slice(at, at + AT_ONCE).map((one) => askOne(cleaner, one)));
    for (const { row, fault } of answers) {
      if (row) result.rows.push(row);
      if (!fault) {
        result.silent = 0;
        result.asked += 1;
      } else if (fault.kind === 'nonsense') result.asked += 1;
      else if (fault.kind === 'silent') result.silent += 1;
      else result.stop = fault.message;
    }
    if (result.silent >= SILENT_ON_END)
      result.stop = 'Служба адресов не отвечает. Повторите позже: прочитанное останется';
  }
  // Addresses that only met a service that was away are asked again by the next attempt.
  if (result.silent >= SILENT_ON_END) result.rows = result.rows.filter(({ quality }) => quality !== 'failed');
  return result;
}

async function askOne(
  cleaner: AddressCleaner,
  { id, was }: { id: number; was: string },
): Promise<{ row: ReadVariant | null; fault: CleanerFault | null }> {
  for (let nth = 1; ; nth += 1)
    try {
      const { becomes, quality, remark, isPostal, fias } = await cleaner.clean(was);
      const isSame = becomes === was;
      return {
        row: { id, becomes: isSame ? null : becomes, quality: isSame ? 'same' : quality, remark, isPostal, fias },
        fault: null,
      };
    } catch (error) {
      if (!(error instanceof CleanerFault)) throw error;
      if (error.kind === 'money' || error.kind === 'key') return { row: null, fault: error };
      if (error.kind === 'silent' && nth < TRIES) continue;
      return {
        row: { id, becomes: null, quality: 'failed', remark: error.message, isPostal: false, fias: null },
        fault: error,
      };
    }
}

/** Does a deed to all spellings of a wish, a few cards at a time. */
export async function decideAll(
  job: RunningJob<unknown>,
  runId: number,
  deed: AddressDeed,
  wish: RowsWish,
): Promise<Decided> {
  const sum: Decided = { addresses: 0, cards: 0, left: 0 };
  for (let after = 0; ;) {
    const next = await nextDecided(job.ctx.db, runId, wish, after, 500);
    if (!next.length) return sum;
    let some: number[] = [];
    let cards = 0;
    const flush = async () => {
      if (!some.length) return;
      await act(job.ctx, 'admin.normalise', async (write) => {
        const done = await decide(write, job.ctx, runId, deed, some);
        sum.addresses += done.addresses;
        sum.cards += done.cards;
        sum.left += done.left;
        await write.log({
          place: nowhere,
          text: `${deeds[deed].words}: написаний — ${done.addresses}, карточек — ${done.cards}`,
        });
        await job.step(write, { stage: 'Запись в карточки', done: sum.addresses });
      });
      some = [];
      cards = 0;
    };
    for (const one of next) {
      some.push(one.id);
      cards += one.cards;
      after = one.id;
      if (cards >= CARDS) await flush();
    }
    await flush();
  }
}

const DecideParams = z.object({
  runId: z.number().int(),
  deed: AddressDeed,
  quality: AddressQuality.nullable(),
  rows: z.array(z.number()).nullable(),
});

export const decideJob: JobKind<z.infer<typeof DecideParams>> = {
  kind: 'address-decision',
  cancel: 'running',
  canRetry: true,
  params: DecideParams,
  stage: 'Запись в карточки',
  verb: 'admin.normalise',
  undone: 'Решение об адресах сделано не до конца',
  fault: 'Запись прервалась. Повторите её: сделанное останется',
  tells: 'admin_address_normalization_status',
  async run(job) {
    const { runId, deed, quality, rows } = job.params;
    const done = await decideAll(job, runId, deed, { quality, rows, state: deeds[deed].from });
    const summary = `карточек — ${done.cards}${done.left ? `, изменённых раньше и оставленных — ${done.left}` : ''}`;
    await act(job.ctx, 'admin.normalise', async (write) => {
      await write.log({ place: nowhere, text: `${deeds[deed].words}: ${summary}` });
      await job.finish(write, { done: done.addresses, summary, link: pages.adminNormalise });
    });
  },
};
