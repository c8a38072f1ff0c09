// One payment at the desk, durable on a PostgreSQL server, against pgbench running the very statements that it sends.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takePayment } from '../contract/payments.ts';
import { login } from '../contract/session.ts';
import { buildApp } from '../server/app.ts';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { seedDemo } from '../server/demo/seedDemo.ts';
import type { Connection, Engine } from '../server/db/engine.ts';
import { migrate } from '../server/db/migrate.ts';
import { databaseOver } from '../server/db/open.ts';
import { openPostgres } from '../server/db/postgres.ts';
import { openDeps } from '../server/deps.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { startPostgres } from '../tests/kit/postgresServer.ts';
import { report, timed } from './kit.ts';

const PAYMENTS = 200;
const ROUNDS = 3;

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-payment-'));
  const server = await startPostgres();
  const recorder = recording(openPostgres(server.url, { poolSize: 4 }));
  await migrate(recorder.engine);
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'silent' });
  const deps = await openDeps(settings, { database: databaseOver(recorder.engine) });
  const app = await buildApp(deps);
  try {
    await seedDemo(deps, new Date());
    const pay = await desk(app, deps);
    await pay();
    const statements = await recorder.of(pay);
    const script = join(folder, 'payment.sql');
    writeFileSync(script, statements.join(';\n') + ';\n');
    const ours: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(PAYMENTS / (await timed(() => times(PAYMENTS, pay))));
      peer.push(pgbench(server.url, script) / 1000);
    }
    const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[1]!;
    const more = `операторов ${statements.length}, ${(1000 * middle(ours)).toFixed(0)} в секунду против ${(1000 * middle(peer)).toFixed(0)}`;
    report('одна оплата к pgbench на тех же операторах (время)', middle(peer) / middle(ours), 1 / 0.6, more);
  } finally {
    await app.close();
    await deps.jobs.stop();
    await deps.engine.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type App = Awaited<ReturnType<typeof buildApp>>;
type OpenDeps = Awaited<ReturnType<typeof openDeps>>;

/** A treasurer at her desk: each call takes a hundred roubles for the same garage. */
async function desk(app: App, deps: OpenDeps) {
  const entered = await app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'x-fingerprint': 'b'.repeat(64) },
    payload: { email: 'treasurer@example.ru', password: DEMO_PASSWORD },
  });
  const { token } = entered.json() as { token: string };
  const { po } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { po: number };
  const garage = await deps.db
    .selectFrom('garage')
    .where('po_id', '=', po)
    .where('is_active', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  return async () => {
    const reply = await app.inject({
      method: 'POST',
      url: takePayment.path,
      remoteAddress: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      headers: { authorization: `Bearer ${token}`, 'x-fingerprint': 'b'.repeat(64) },
      payload: {
        idempotencyKey: randomUUID(),
        date: new Date().toISOString().slice(0, 10),
        lines: [{ garage: garage.id, amount: 10_000 }],
        confirmDuplicate: true,
      },
    });
    if (reply.statusCode !== 200) throw new Error(reply.payload);
  };
}

async function times(count: number, work: () => Promise<void>) {
  for (let n = 0; n < count; n += 1) await work();
}

/** An engine that can tell which statements a piece of work sends, with their values written in; uuids are made anew at each run. */
function recording(engine: Engine) {
  let heard: string[] | null = null;
  const note = (text: string, params: readonly unknown[] = []) => {
    heard?.push(inlined(text, params));
  };
  const spied = (connection: Connection): Connection => ({
    ...connection,
    query: (text, params) => (note(text, params), connection.query(text, params)),
  });
  return {
    engine: {
      ...engine,
      query: (text: string, params?: readonly unknown[]) => (note(text, params), engine.query(text, params)),
      acquire: async () => spied(await engine.acquire()),
    } as Engine,
    async of(work: () => Promise<void>): Promise<string[]> {
      heard = [];
      await work();
      const statements = heard;
      heard = null;
      return statements;
    },
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function inlined(text: string, params: readonly unknown[]): string {
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'string' && uuid.test(value)) return 'gen_random_uuid()::text';
    if (Array.isArray(value))
      return `'{${value.map((item) => (item === null ? 'null' : JSON.stringify(item))).join(',')}}'`;
    if (value instanceof Date) return `'${value.toISOString()}'`;
    if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
    return `'${String(value).replaceAll("'", "''")}'`;
  };
  // A comment would swallow what is joined behind it.
  const bare = text.replace(/--[^\n]*/g, '');
  return bare.replace(/\$(\d+)/g, (_all, n: string) => literal(params[Number(n) - 1])).replace(/\s*\n\s*/g, ' ');
}

/** Transactions per second of one client. */
function pgbench(url: string, script: string): number {
  const { hostname, port, pathname } = new URL(url);
  const root = '/usr/lib/postgresql';
  const version = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0]!;
  const run = spawnSync(
    join(root, version, 'bin', 'pgbench'),
    [
      '-n',
      '-c',
      '1',
      '-t',
      String(PAYMENTS),
      '-h',
      hostname,
      '-p',
      port,
      '-U',
      'test',
      '-f',
      script,
      pathname.slice(1),
    ],
    { encoding: 'utf8' },
  );
  const found = /tps = ([\d.]+) \(without/.exec(run.stdout);
  if (run.status !== 0 || !found) throw new Error(`pgbench: ${run.stderr}\n${run.stdout}`);
  return Number(found[1]);
}
