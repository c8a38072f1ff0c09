// Measuring: two ways of the same work, interleaved in one run, their answers compared first; a ratio is printed, never bare seconds.
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { followLog } from '../server/actionLog/counting.ts';
import { buildApp } from '../server/app.ts';
import { followDebts } from '../server/balance/writing/debts.ts';
import { seedBulk, SIZE_L, SIZE_M } from '../server/demo/bulk.ts';
import { openDeps } from '../server/deps.ts';
import type { AppDeps } from '../server/kernel/ctx.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { signToken } from '../server/kernel/token.ts';
import { startPostgres } from '../tests/kit/postgresServer.ts';

export interface Bench {
  deps: AppDeps;
  app: FastifyInstance;
  /** Headers of an official of the first region. */
  headers: Record<string, string>;
  region: number;
  close(): Promise<void>;
}

/** A folder of the benches, beside that of the register: what lies in `data` is closed to the user that a test's PostgreSQL runs as. */
export const benchFolder = (...names: string[]) => resolve('bench-data', ...names);

/** One МО of 120 000 garages, all before the eyes of one official. */
export const SIZE_ONE_MO = { regions: 1, mosPerRegion: 1, posPerMo: 1536, garages: 120_000, people: 150_000, years: 1 };

/** Data set M in `DATA_DIR` (default `bench-data/embedded`) or on `DATABASE_URL`; made at the first run. */
export async function openBench(env: Record<string, string> = {}, size = SIZE_M): Promise<Bench> {
  const settings = readSettings({
    ...process.env,
    DATA_DIR: process.env.DATA_DIR ?? benchFolder('embedded'),
    LOG_LEVEL: 'silent',
    ...env,
  });
  const deps = await openDeps(settings);
  if (!(await deps.db.selectFrom('region').select('id').limit(1).executeTakeFirst())) {
    console.log(`Создаю набор ${size === SIZE_L ? 'L' : 'M'}…`);
    await seedBulk(deps, new Date(), size);
  }
  const app = await buildApp(deps);
  await app.ready();
  const { id: region } = await deps.db.selectFrom('region').orderBy('id').select('id').executeTakeFirstOrThrow();
  return {
    deps,
    app,
    region,
    headers: await officialOf(deps, { region }),
    close: async () => {
      await app.close();
      await deps.engine.close();
    },
  };
}

/** A data set on a PostgreSQL server of its own in `bench-data/server-m`, `-l` or `-log` (M with a giant log): made at the first run and kept. */
export async function openServerBench(name: 'm' | 'l' | 'log'): Promise<Bench> {
  const { server, env } = await startServer(benchFolder(`server-${name}`));
  const bench = await openBench(env, name === 'l' ? SIZE_L : SIZE_M).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return {
    ...bench,
    close: async () => {
      await bench.close();
      await server.stop();
    },
  };
}

/** A server kept in a folder, and the settings of a register on it. */
export async function startServer(folder: string) {
  const server = await startPostgres({ kept: join(folder, 'postgres') });
  // The register closes its own folder to every other user of the machine, the one the database runs as among them.
  return { server, env: { DATA_DIR: join(folder, 'register'), DATABASE_URL: server.url } };
}

/** Headers of someone with every capability at one place. */
export async function officialOf(
  deps: AppDeps,
  place: { region: number } | { mo: number } | { po: number },
): Promise<Record<string, string>> {
  const at = { region: null, mo: null, po: null, ...place };
  const user = await deps.db
    .selectFrom('app_user')
    .orderBy('id')
    .select(['id', 'rights_version'])
    .executeTakeFirstOrThrow();
  const session = await deps.db
    .insertInto('session')
    .values({
      user_id: user.id,
      refresh_hash: Buffer.from(`bench-${randomUUID()}`),
      region_id: at.region,
      mo_id: at.mo,
      po_id: at.po,
      expires_at: '2099-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const nowhere = { region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [] };
  const token = await signToken(
    deps.secrets,
    {
      id: user.id,
      sid: session.id,
      uname: 'Замер',
      is_superuser: 0,
      role: 'clerk',
      ...at,
      capabilities: [1, 2, 3],
      rv: user.rights_version,
      ...nowhere,
    },
    new Date(),
  );
  return { authorization: `Bearer ${token}` };
}

/** Sums that follow the writers are there, as on every working day; what is written while they are counted is left to the next turn. */
export async function followWriters(deps: AppDeps): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await followLog(deps);
  await followDebts(deps);
}

/** Milliseconds of one piece of work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** The value that `share` of the times do not exceed. */
export const quantile = (times: number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

/** The middle one of several times. */
export const middle = (times: number[]) => quantile(times, 0.5);

/** Runs both in turn `rounds` times after a warm-up; answers medians, the 95th percentile and their ratio. */
export async function compare(ours: () => Promise<unknown>, peer: () => Promise<unknown>, rounds: number) {
  await ours();
  await peer();
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await timed(ours));
    times.peer.push(await timed(peer));
  }
  const [a, b] = [middle(times.ours), middle(times.peer)];
  return { ours: a, peer: b, ratio: a / b, p95: quantile(times.ours, 0.95) };
}

/** One line of the report: what, the ratio, the limit and whether it is kept. */
export function report(what: string, ratio: number, limit: number, more = '') {
  const kept = ratio <= limit;
  console.log(`${kept ? '✓' : '✗'} ${what}: ${ratio.toFixed(2)} × (предел ${limit} ×)${more ? `, ${more}` : ''}`);
  if (!kept) process.exitCode = 1;
}

/** A time that must not be above its limit, ms. */
export function reportMs(what: string, ms: number, limitMs: number, more = '') {
  const kept = ms <= limitMs;
  console.log(`${kept ? '✓' : '✗'} ${what}: ${ms.toFixed(1)} мс (предел ${limitMs} мс)${more ? `, ${more}` : ''}`);
  if (!kept) process.exitCode = 1;
}

/** @throws when two answers differ: comparing different works means nothing. */
export function mustEqual(what: string, ours: unknown, peer: unknown) {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(peer)];
  if (a !== b) throw new Error(`${what}: ответы разные\n${a?.slice(0, 300)}\n${b?.slice(0, 300)}`);
}
