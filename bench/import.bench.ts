// The largest registry that is taken (20 000 garages): read, checked, previewed and loaded, against inflating the file and COPY of the same rows.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { inflateRawSync } from 'node:zlib';
import { garages } from '../contract/garages.ts';
import * as contract from '../contract/imports.ts';
import { buildApp } from '../server/app.ts';
import { openDatabase } from '../server/db/open.ts';
import type { Engine } from '../server/db/engine.ts';
import { openDeps } from '../server/deps.ts';
import { workCtx, type AppDeps, type Deps } from '../server/kernel/ctx.ts';
import { openBatch } from '../server/imports/batchView.ts';
import { rowsOf } from '../server/imports/card.ts';
import { countKinds, formerKinds } from '../server/imports/preview.ts';
import { batchById } from '../server/imports/queries.ts';
import { dateIn, HOME_ZONE } from '../server/ports/clock.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { proposeLayout } from '../server/imports/rules/layout.ts';
import { parseRegistry } from '../server/imports/parse.ts';
import { importJob } from '../server/imports/run.ts';
import { runJob } from '../server/jobs/run.ts';
import { send } from '../tests/imports/kit.ts';
import { as, type TestApp } from '../tests/kit/app.ts';
import { waitingJob } from '../tests/kit/jobs.ts';
import { medianOf, timesBeside, timesOf } from '../tests/kit/others.ts';
import { readWorkbook } from '../server/imports/workbook.ts';
import { mustEqual, quantile, report, timed } from './kit.ts';

const ROWS = 20_000;
const LIMIT = 8;
/** What a load fills, in the order in which keys allow it. */
const tables = [
  'profile',
  'profile_place',
  'profile_voa_status',
  'garage',
  'garage_balance',
  'ownership',
  'contribution',
  'balance_operation',
] as const;

export async function run() {
  const bytes = await workbook();
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const ours = await loaded(join(folder, 'ours'), bytes);
    const peer = await copied(join(folder, 'peer'), bytes, ours.rows);
    mustEqual('загрузка реестра', ours.counts, peer.counts);
    const read = `чтение и проверка ${(ours.readMs / 1000).toFixed(1)} с, запись ${(ours.writeMs / 1000).toFixed(1)} с, пик памяти ${ours.peakMb} МБ`;
    report(
      `страница строк реестра из ${ROWS}, доля от 100 мс`,
      ours.looked.pageMs / 100,
      1,
      `${ours.looked.pageMs.toFixed(0)} мс`,
    );
    report(
      `исправление в реестре из ${ROWS}, доля от 50 мс`,
      ours.looked.fixMs / 50,
      1,
      `${ours.looked.fixMs.toFixed(0)} мс`,
    );
    const lag = `99 % остановок короче ${ours.looked.lagMs.toFixed(0)} мс, чтение ${(ours.looked.openMs / 1000).toFixed(1)} с`;
    report(`задержка других, пока читается реестр, доля от 20 мс`, ours.looked.lagMs / 20, 1, lag);
    const { idle, beside } = ours.others;
    report(
      `список других, пока приносят, смотрят и правят реестр из ${ROWS}, к покою`,
      medianOf(beside) / medianOf(idle),
      2,
      `${medianOf(beside).toFixed(1)} мс к ${medianOf(idle).toFixed(1)}, 95 % до ${quantile(beside, 0.95).toFixed(0)} мс, дольше всех ${Math.max(...beside).toFixed(0)} мс`,
    );
    report(`загрузка реестра ${ROWS} строк к распаковке и COPY`, (ours.readMs + ours.writeMs) / peer.ms, LIMIT, read);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names have no digits. */
const lettersOf = (i: number) => String(i).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)]!);

function workbook(): Promise<Uint8Array> {
  const head = [
    'Ряд',
    '№ гаража',
    'Ф.И.О.',
    'Дата рождения',
    'Телефон',
    'Адрес',
    'Паспорт',
    'Член ВОА с',
    'Размер',
    'Долг',
  ];
  const rows = Array.from({ length: ROWS }, (_, i): CellValue[] => [
    `${1 + (i % 40)}`,
    `${1 + Math.floor(i / 40)}`,
    `Фамилия${lettersOf(i)} Иван Петрович`,
    new Date(Date.UTC(1940 + (i % 60), i % 12, 1 + (i % 28))),
    `+7 900 ${String(i).padStart(7, '0')}`,
    `190000, г. Примерск, ул. Длинная, д. ${i % 300}, кв. ${i % 90}`,
    `99 99 ${String(i + 1).padStart(6, '0')} выдан УВД г. Примерска`,
    `0${1 + (i % 9)}.05.2001`,
    '6,2х3,4х2,5',
    i % 3 ? null : 4500.5,
  ]);
  return writeXlsx({ sheets: [{ name: 'Реестр', rows: [head, ...rows] }] });
}

const countsOf = async (engine: Engine) =>
  Promise.all(
    tables.map(async (table) => [table, (await engine.query(`select count(*)::int as n from ${table}`)).rows[0]!.n]),
  );

/** Our way: the folder is durable, every 200 rows are a transaction with a log line. */
async function loaded(folder: string, bytes: Uint8Array) {
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const deps = await openDeps(settings);
  const { id: userId } = await deps.db
    .insertInto('app_user')
    .values({ email: 'bench@example.ru', capabilities: [1] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const region = (
    await deps.db.insertInto('region').values({ name: 'Замер' }).returning('id').executeTakeFirstOrThrow()
  ).id;
  const mo = (
    await deps.db
      .insertInto('mo')
      .values({ name: 'Замер', region_id: region })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const po = (
    await deps.db
      .insertInto('po')
      .values({ name: 'КАС № 1', region_id: region, mo_id: mo, code: 1001 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  let layout: Awaited<ReturnType<typeof proposeLayout>>['layout'];
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, Math.round(process.memoryUsage().rss / 1024 / 1024))), 50);
  const readMs = await timed(async () => {
    const book = await readWorkbook(bytes, 'bench.xlsx');
    ({ layout } = await proposeLayout(book));
    const { summary } = await parseRegistry(book, layout, [], dateIn(deps.clock.now(), HOME_ZONE));
    if (summary.created + summary.created_with_warning !== ROWS)
      throw new Error(`прочитано не всё: ${JSON.stringify(summary)}`);
  });
  const kept = await deps.files.put(bytes);
  const file = await deps.db
    .insertInto('stored_file')
    .values({
      name: 'bench.xlsx',
      mime: 'application/octet-stream',
      size_bytes: kept.sizeBytes,
      sha256: kept.sha256,
      store_key: kept.storeKey,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const batch = await deps.db
    .insertInto('import_batch')
    .values({
      po_id: po,
      mo_id: mo,
      region_id: region,
      file_id: file.id,
      file_name: 'bench.xlsx',
      file_sha256: kept.sha256,
      layout: JSON.stringify(layout!),
      overrides: '[]',
      status: 'queued',
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const looked = await lookedAt(deps, userId, batch.id);
  const jobId = await waitingJob(deps, userId, importJob, { batchId: batch.id });
  const writeMs = await timed(() => runJob(deps, importJob, { jobId }));
  clearInterval(watch);
  const counts = await countsOf(deps.engine);
  const rows = new Map<string, Uint8Array>();
  for (const table of tables)
    rows.set(table, await deps.engine.copyOut(`select ${columns(await stored(deps.engine, table))} from ${table}`));
  const places = new Map<string, Uint8Array>();
  for (const table of ['app_user', 'region', 'mo', 'po', 'stored_file', 'import_batch'])
    places.set(table, await deps.engine.copyOut(`select ${columns(await stored(deps.engine, table))} from ${table}`));
  const others = await waitedFor(deps, { region, mo }, bytes);
  await deps.engine.close();
  return { readMs, writeMs, looked, others, peakMb, counts, rows: { places, rows } };
}

/** Lists of another official of the МО with these 20 000 garages, in quiet and while the same file is brought, read and corrected. */
async function waitedFor(deps: AppDeps, { region, mo }: { region: number; mo: number }, bytes: Uint8Array) {
  const app = await buildApp(deps);
  await app.ready();
  const t = { app, deps } as TestApp;
  const registrar = await as(t, { mo, isSuperuser: 2, role: 'superuser' });
  const other = await as(t, { mo });
  const next = { name: 'КАС № 2', region_id: region, mo_id: mo, code: 1002 };
  const { id: po } = await deps.db.insertInto('po').values(next).returning('id').executeTakeFirstOrThrow();
  const ask = () => other.call(garages.list, { query: { range: '[0,24]' } });
  await timesOf(ask, 20);
  const idle = await timesOf(ask, 100);
  const beside = await timesBeside(ask, async () => {
    const { status, body } = await send(t, registrar, contract.uploadRegistry, { po }, 'next.xlsx', Buffer.from(bytes));
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    const params = { id: (body as { id: number }).id };
    for (let page = 0; page < 10; page += 1)
      await registrar.call(contract.importRows, { params, query: { offset: page * 2000, limit: 50 } as never });
    for (let row = 2; row < 12; row += 1) {
      const fixes = [{ sheet: 0, row, column: 0, field: 'phone', text: `+7 900 111-22-${10 + row}` }];
      await registrar.call(contract.fixImport, { params, body: { fixes } as never });
    }
  });
  await app.close();
  return { idle, beside };
}

/** A person before the screen of a draft: the first opening with what others wait meanwhile, pages, corrections. */
async function lookedAt(deps: Deps, userId: number, id: number) {
  const ctx = workCtx(deps, { userId, name: 'Замер' });
  const draft = { ...(await batchById(deps.db, id))!, status: 'draft' };
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const openMs = await timed(async () => void (await openBatch(deps, draft)));
  lag.disable();
  const pages: number[] = [];
  const fixes: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    const text = `+7 900 111-22-${10 + turn}`;
    const overrides = [{ sheet: 0, row: 2 + turn, column: 0, field: 'phone', text }];
    fixes.push(
      await timed(async () => {
        const view = await openBatch(deps, { ...draft, overrides: overrides as never });
        countKinds(view, formerKinds(overrides as never));
      }),
    );
    await openBatch(deps, draft);
    pages.push(await timed(async () => void (await rowsOf(ctx, id, { offset: turn * 2000, limit: 100 }))));
  }
  return { openMs, lagMs: lag.percentile(99) / 1e6, pageMs: median(pages), fixMs: median(fixes) };
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;

/** Columns that are written, not computed. */
async function stored(engine: Engine, table: string): Promise<string[]> {
  const { rows } = await engine.query(
    "select column_name from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  return rows.map((row) => String(row.column_name));
}
const columns = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/** The peer: the sheet inflated, the same rows copied into the same tables with their indexes. */
async function copied(
  folder: string,
  bytes: Uint8Array,
  from: { places: Map<string, Uint8Array>; rows: Map<string, Uint8Array> },
) {
  const file = `${folder}.xlsx`;
  writeFileSync(file, bytes);
  const { engine, close } = await openDatabase({ dataDir: join(folder, 'db') });
  const copy = async (table: string, data: Uint8Array) =>
    engine.copyIn(`${table} (${columns(await stored(engine, table))})`, data);
  await engine.script("set session_replication_role = 'replica'");
  for (const [table, data] of from.places) await copy(table, data);
  const ms = await timed(async () => {
    inflateParts(readFileSync(file));
    for (const [table, data] of from.rows) await copy(table, data);
  });
  const counts = await countsOf(engine);
  await close();
  return { ms, counts };
}

/** Inflates every deflated part of a zip by its local headers' central directory. */
function inflateParts(zip: Buffer): number {
  let total = 0;
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    if (method === 8) total += inflateRawSync(zip.subarray(data, data + size)).length;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return total;
}
