// The full register under a password, made in the background: a workbook that Excel opens by itself, or an archive with papers and scans.
import { ZipWriter, Uint8ArrayReader } from '@zip.js/zip.js';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { writeXlsx } from 'hucre';
import { z } from 'zod';
import { largestArchive, packFullRegister, registerPacks, type RegisterPack } from '../../contract/exports.ts';
import { formatNumber } from '../../contract/kernel/words.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, Refused } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { safeText } from '../kernel/cells.ts';
import { passwordBook } from '../kernel/passwordBook.ts';
import type { JobKind, KeptFile, RunningJob } from '../jobs/kinds.ts';
import { startJob } from '../jobs/records.ts';
import { paperFile } from '../documents/writing/keeping.ts';
import { takeCheckedPassword } from '../session/writing.ts';
import { peopleOfMo } from './queries/shown.ts';
import { filesOfPlace, type PackedFile } from './queries/packed.ts';
import { pathIn } from './rules/packed.ts';
import { registerBook, registerName, requireBackup, type BackupPlace } from './register.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const Params = z.object({
  what: packFullRegister.body.shape.what,
  /** The password, sealed with the key of the installation. */
  sealed: z.string(),
});
type Params = z.infer<typeof Params>;

export function packRoutes(mount: Mount): void {
  mount(packFullRegister, async (ctx, { body: { what, password } }) => {
    const { mo, pos } = await requireBackup(ctx);
    if (what === 'archive') await refuseLarge(ctx);
    return act(ctx, 'copy.backup', async (write) => {
      await takeCheckedPassword(write.tx, ctx);
      const garages = pos.reduce((sum, po) => sum + po.garage_count, 0);
      await write.log({
        object: { type: 'mo', id: mo.id, name: mo.name },
        text: `Резервная копия реестра. ${registerPacks[what]}: ПО ${pos.length}, гаражей ${garages}`,
        after: copied({ of: mo.name }),
      });
      const sealed = ctx.deps.secrets.seal(password).toString('base64');
      const place = { region_id: null, mo_id: mo.id, po_id: null };
      return { job_id: await startJob(write, ctx, packJob, { title: titles[what], place, params: { what, sealed } }) };
    });
  });
}

const titles: Record<RegisterPack, string> = {
  book: 'Полный реестр под паролем',
  archive: 'Полный реестр с бумагами и сканами',
};

async function refuseLarge(ctx: Ctx): Promise<void> {
  const bytes = (await filesOfPlace(ctx)).reduce((sum, one) => sum + one.size_bytes, 0);
  if (bytes > largestArchive)
    throw invalid({
      what: `Бумаг и сканов ${formatNumber(Math.ceil(bytes / 1e6))} МБ, в архив помещается ${formatNumber(largestArchive / 1e6)}. Возьмите книгу, а файлы попросите у администратора`,
    });
}

export const packJob: JobKind<Params> = {
  kind: 'register-pack',
  capability: 1,
  cancel: 'running',
  canRetry: false,
  isSecret: true,
  params: Params,
  stage: 'Собираем реестр',
  verb: 'copy.backup',
  undone: 'Резервная копия реестра не сделана',
  fault: 'Копия не собралась. Попробуйте ещё раз',
  run: pack,
};

async function pack(job: RunningJob<Params>): Promise<void> {
  const { ctx, params } = job;
  // The permission may have been taken back while the job waited.
  const place = await requireBackup(ctx);
  const { mo } = place;
  const password = ctx.deps.secrets.open(Buffer.from(params.sealed, 'base64'));
  const name = registerName(ctx, place);
  const { file, files, absent } =
    params.what === 'book' ? await packBook(job, place, name, password) : await packArchive(job, place, name, password);
  const summary =
    params.what === 'book'
      ? 'Откроется в Excel после пароля'
      : `Файлов в архиве: ${files}${absent ? `, не вошло: ${absent}, они названы в описи` : ''}. Откроется в 7-Zip`;
  const people = await peopleOfMo(ctx.db, mo.id);
  await act(ctx, 'copy.backup', async (write) => {
    const object = { type: 'mo' as const, id: mo.id, name: mo.name };
    const after = copied({ file: file.name, of: mo.name });
    await write.log({ object, text: `Резервная копия реестра собрана. ${summary}`, after, people });
    await job.finish(write, { done: files + absent, file, summary });
  });
}

interface Packed {
  file: KeptFile;
  files: number;
  absent: number;
}

async function packBook(job: RunningJob<Params>, place: BackupPlace, name: string, password: string): Promise<Packed> {
  const body = passwordBook(registerBook(job.ctx, place), password);
  return { file: await job.keepStream(`${name}.xlsx`, XLSX, body), files: 1, absent: 0 };
}

/** Written as it is made: no more than one file is held in memory. The inventory comes last and names what could not be put in. */
async function packArchive(
  job: RunningJob<Params>,
  place: BackupPlace,
  name: string,
  password: string,
): Promise<Packed> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { password, encryptionStrength: 3, level: 0, useWebWorkers: false });
  const kept = job.keepStream(`${name}.zip`, 'application/zip', Readable.fromWeb(readable as WebStream));
  const add = (path: string, body: Packable) =>
    zip.add(path, body instanceof Uint8Array ? new Uint8ArrayReader(body) : body);
  const filled = fill(job, place, add).then(async (counts) => {
    await zip.close();
    return counts;
  });
  // What fails here must end the file too, and the other way round: neither waits for the other for ever.
  filled.catch((error: unknown) => void writable.abort(error).catch(() => {}));
  const [file, counts] = await Promise.all([kept, filled]);
  return { file, ...counts };
}

type Packable = Uint8Array | ReadableStream;

async function fill(
  job: RunningJob<Params>,
  place: BackupPlace,
  add: (path: string, body: Packable) => Promise<unknown>,
) {
  const { ctx } = job;
  await add('Полный реестр.xlsx', Readable.toWeb(registerBook(ctx, place)) as ReadableStream);
  const all = await filesOfPlace(ctx);
  const taken = new Set<string>();
  const lines: string[][] = [];
  let absent = 0;
  for (const [nth, one] of all.entries()) {
    const path = pathIn(one.folders, one.title, one.name, taken);
    const { bytes, reason } = await bytesOf(ctx, one);
    if (bytes) await add(path, bytes);
    else absent += 1;
    lines.push([safeText(path), [bytes ? 'в архиве' : reason!, one.state].filter(Boolean).join('; ')]);
    if (nth % 20 === 0) await job.tell({ done: nth, total: all.length });
  }
  const rows = [['Файл', 'Состояние'], ...lines];
  await add('Опись.xlsx', await writeXlsx({ sheets: [{ name: 'Опись', rows }] }));
  return { files: all.length - absent, absent };
}

async function bytesOf(
  ctx: Ctx,
  { store_key: key, paper, state }: PackedFile,
): Promise<{ bytes?: Uint8Array; reason?: string }> {
  try {
    // A paper without force is shown as its page shows it, with the word across: its original would pass for one that stands.
    if (key && !(paper && state)) return { bytes: await buffer(ctx.deps.files.get(key)) };
    const { body } = await paperFile(ctx, paper!);
    return { bytes: body instanceof Uint8Array ? body : await buffer(body as Readable) };
  } catch (error) {
    if (!(error instanceof Refused)) return { reason: 'файла нет в хранилище: скажите администратору' };
    return { reason: Object.values(error.problem.errors ?? {})[0] ?? error.problem.message };
  }
}
