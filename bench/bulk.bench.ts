// Whether others can work on the embedded database while a МО of 5 000 garages is charged, statements are posted and a register is loaded there.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as bank from '../contract/bankStatements.ts';
import { postAccrual, previewAccrual } from '../contract/contributions/charging.ts';
import { garages } from '../contract/garages.ts';
import * as imports from '../contract/imports.ts';
import { accrualJob } from '../server/contributions/run.ts';
import { importJob } from '../server/imports/run.ts';
import { runJob } from '../server/jobs/run.ts';
import { exchangeText } from '../tests/bankStatements/files.ts';
import { load, postAll } from '../tests/bankStatements/kit.ts';
import { send } from '../tests/imports/kit.ts';
import { as, type Caller, type TestApp } from '../tests/kit/app.ts';
import { waitingJob } from '../tests/kit/jobs.ts';
import { medianOf, timesBeside, timesOf } from '../tests/kit/others.ts';
import { openBench, quantile, report, reportMs, type Bench } from './kit.ts';

const GARAGES = 5_000;
const LIMIT = 2;
/** One transaction that cannot be divided may hold the one connection so long. */
const LONGEST_MS = 200;
const ROWS = 2_000;
const POSTED = 500;

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bulk-'));
  const bench = await openBench(
    { DATA_DIR: folder, DATABASE_URL: '' },
    { regions: 1, mosPerRegion: 1, posPerMo: 16, garages: GARAGES, people: 6_000, years: 5 },
  );
  try {
    await beside(bench);
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function beside({ app, deps }: Bench) {
  const t = { app, deps } as unknown as TestApp;
  const { id: mo } = await deps.db.selectFrom('mo').select('id').executeTakeFirstOrThrow();
  const head = await as(t, { mo, isSuperuser: 2, role: 'superuser' });
  const other = await as(t, { mo });
  const ask = () => other.call(garages.list, { query: { range: '[0,24]' } });
  await timesOf(ask, 30);
  const idle = medianOf(await timesOf(ask, 100));
  for (const [what, work] of [
    ['начисление', () => charge(deps, head, mo)],
    ['проведение выписки', () => postStatement(t, head)],
    ['загрузка реестра', () => loadRegister(t, head)],
  ] as const) {
    const begin = await work();
    const times = await timesBeside(ask, begin.run);
    const more = `${idle.toFixed(1)} → ${medianOf(times).toFixed(1)} мс, 95 % до ${quantile(times, 0.95).toFixed(0)} мс, списков ${times.length}; ${begin.what}`;
    report(`список на встроенной базе, ${what}, к покою`, medianOf(times) / idle, LIMIT, more);
    reportMs(`дольше всего ждал список, ${what}`, Math.max(...times), LONGEST_MS);
  }
}

interface Begun {
  what: string;
  run(): Promise<void>;
}

const required = async (reply: Promise<{ status: number; body: any }>) => {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

async function charge(deps: Bench['deps'], head: Caller, mo: number): Promise<Begun> {
  const terms = {
    accrualType: { value: 2 },
    contributionPeriod: 2026,
    contributionAmount: 150_000,
    contributionDate: '2026-11-20',
    repeated: 'add' as const,
  };
  const seen = await required(head.call(previewAccrual, { body: terms as never }));
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  const params = postAccrual.body.parse({ ...terms, idempotencyKey: randomUUID(), expected }) as never;
  const jobId = await waitingJob(deps, head.userId, accrualJob, params);
  await sql`update background_job set actor = actor || ${JSON.stringify({ mo })}::jsonb where id = ${jobId}`.execute(
    deps.db,
  );
  return { what: `гаражей ${seen.garages}`, run: () => runJob(deps, accrualJob, { jobId }) };
}

async function postStatement(t: TestApp, head: Caller): Promise<Begun> {
  const account = '40703810900000000001';
  const { id: po } = await t.deps.db.selectFrom('po').orderBy('id').select('id').executeTakeFirstOrThrow();
  await t.deps.db.updateTable('po').set({ account }).where('id', '=', po).execute();
  const places = await t.deps.db
    .selectFrom('garage')
    .where('po_id', '=', po)
    .where('is_active', '=', true)
    .select(['account_no', 'id'])
    .orderBy('id')
    .execute();
  const docs = Array.from({ length: POSTED }, (_, i) => ({
    number: String(i + 1),
    sum: `${1000 + i}.00`,
    purpose: `Членский взнос за 2026 год л/с ${places[i % places.length]!.account_no}`,
    payer: 'ПЛАТЕЛЬЩИК',
  }));
  const { rows, status, body } = await load(t, head, exchangeText(account, docs));
  if (status !== 200) throw new Error(JSON.stringify(body));
  const ready = rows.filter((row) => !row.refusal);
  return {
    what: `строк ${ready.length}, по ${bank.MAX_POSTED}`,
    // Call by call, as the console does.
    run: async () => {
      for (let from = 0; from < ready.length; from += bank.MAX_POSTED)
        await required(postAll(head, ready.slice(from, from + bank.MAX_POSTED)));
    },
  };
}

async function loadRegister(t: TestApp, head: Caller): Promise<Begun> {
  const { deps } = t;
  const { id: po } = await deps.db.selectFrom('po').orderBy('id', 'desc').select('id').executeTakeFirstOrThrow();
  const letters = (i: number) => String(i).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)]!);
  const rows = Array.from({ length: ROWS }, (_, i): CellValue[] => [
    `${900 + (i % 40)}`,
    `${1 + Math.floor(i / 40)}`,
    `Новый${letters(i)} Иван Петрович`,
    `+7 901 ${String(i).padStart(7, '0')}`,
    i % 3 ? null : 4500.5,
  ]);
  const file = await writeXlsx({
    sheets: [{ name: 'Реестр', rows: [['Ряд', '№ гаража', 'Ф.И.О.', 'Телефон', 'Долг'], ...rows] }],
  });
  const sent = await send(t, head, imports.uploadRegistry, { po }, 'book.xlsx', Buffer.from(file));
  const { id } = sent.body as { id: number };
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  await deps.db.updateTable('import_batch').set({ status: 'queued' }).where('id', '=', id).execute();
  const jobId = await waitingJob(deps, head.userId, importJob, { batchId: id });
  return { what: `строк ${ROWS}`, run: () => runJob(deps, importJob, { jobId }) };
}
