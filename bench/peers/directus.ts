// Directus on the tables of the register: installed into a folder of its own, told of what lies beside a garage, served as well as we are.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../tests/kit/processes.ts';
import { benchFolder } from '../kit.ts';
import { call, type Target } from './load.ts';

const VERSION = '11.17.4';
const TOKEN = 'peer-of-a-bench';
/** Only its flows use isolated-vm, which is built by a compiler: a module of the same name stands in its place. */
const STUB = 'module.exports = { Isolate: class {}, Reference: class {}, ExternalCopy: class {} };\n';

/** Its folder with packages; made at the first run. */
function installed(): string {
  const folder = benchFolder('peers', 'directus');
  if (existsSync(join(folder, 'node_modules', 'directus', 'cli.js'))) return folder;
  const stub = benchFolder('peers', 'stub');
  for (const made of [folder, stub]) mkdirSync(made, { recursive: true });
  writeFileSync(join(stub, 'index.js'), STUB);
  writeFileSync(
    join(stub, 'package.json'),
    JSON.stringify({ name: 'isolated-vm', version: '6.0.0', main: 'index.js' }),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      private: true,
      dependencies: { directus: VERSION },
      overrides: { 'isolated-vm': 'file:../stub' },
    }),
  );
  console.log(`Ставлю Directus ${VERSION} в ${folder}: несколько минут…`);
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev'];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/** What is not seen from the tables: a garage has a balance and owners. */
const RELATIONS = `
  insert into directus_collections (collection) select unnest(array['garage', 'garage_balance', 'ownership', 'profile', 'po', 'mo', 'garage_type'])
    on conflict do nothing;
  delete from directus_fields where collection = 'garage';
  insert into directus_fields (collection, field, special) values ('garage', 'owners', 'o2m'), ('garage', 'balance', 'o2m');
  delete from directus_relations where one_collection = 'garage';
  insert into directus_relations (many_collection, many_field, one_collection, one_field)
    values ('ownership', 'garage_id', 'garage', 'owners'), ('garage_balance', 'garage_id', 'garage', 'balance');`;

export interface Directus {
  /** The first page of garages of a region: columns and relations of our list, in the given order, with the total. */
  page(region: number, sort: string): Target;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it on a database with as many connections as we have. @throws when it does not answer within two minutes */
export async function startDirectus(databaseUrl: string, poolSize: number): Promise<Directus> {
  const folder = installed();
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(poolSize),
    SECRET: 'ab'.repeat(32),
    ADMIN_EMAIL: 'admin@example.ru',
    ADMIN_PASSWORD: 'Garage-2026',
    ADMIN_TOKEN: TOKEN,
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const program = join('node_modules', 'directus', 'cli.js');
  execFileSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await tellRelations(databaseUrl);
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env, stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
  };
  const base = `http://127.0.0.1:${port}`;
  try {
    await answers({ url: `${base}/server/ping`, headers: {} });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    page: (region, sort) => ({
      url: encodeURI(`${base}/items/garage?${pageQuery(region, sort)}`),
      headers: { authorization: `Bearer ${TOKEN}` },
    }),
    pid: child.pid!,
    stop,
  };
}

async function tellRelations(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(RELATIONS).finally(() => client.end());
}

function pageQuery(region: number, sort: string): string {
  const own = 'id,section,number,account_no,is_active,date_of_construction,pib_number';
  const related = 'po_id.id,po_id.name,mo_id.name,type_id.id,type_id.name';
  const beside = 'owners.profile_id.id,owners.profile_id.full_name,balance.balance_kopecks,balance.last_payment_on';
  const filter = { region_id: { _eq: region }, is_active: { _eq: true } };
  const deep = { owners: { _filter: { ended_on: { _null: true } } } };
  return `fields=${own},${related},${beside}&filter=${JSON.stringify(filter)}&deep=${JSON.stringify(deep)}&sort=${sort}&limit=25&meta=filter_count`;
}

async function answers(target: Target) {
  for (let attempt = 0; ; attempt += 1) {
    if (await call(target).catch(() => null)) return;
    if (attempt > 240) throw new Error('Directus не поднялся за две минуты');
    await new Promise((done) => setTimeout(done, 500));
  }
}
