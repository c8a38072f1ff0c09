// Directus on the tables of the register: told of what lies beside a garage, asked by its administrator (no rights to check).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../tests/kit/processes.ts';
import { installed, served, type Order, type Peer } from './peer.ts';

const VERSION = '11.17.4';
const TOKEN = 'peer-of-a-bench';
/** Only its flows use isolated-vm. */
const STUB = 'module.exports = { Isolate: class {}, Reference: class {}, ExternalCopy: class {} };\n';

/** What is not seen from the tables: a garage has a balance and owners. */
const RELATIONS = `
  insert into directus_collections (collection) select unnest(array['garage', 'garage_balance', 'ownership', 'profile', 'po', 'mo', 'garage_type'])
    on conflict do nothing;
  delete from directus_fields where collection = 'garage';
  insert into directus_fields (collection, field, special) values ('garage', 'owners', 'o2m'), ('garage', 'balance', 'o2m');
  delete from directus_relations where one_collection = 'garage';
  insert into directus_relations (many_collection, many_field, one_collection, one_field)
    values ('ownership', 'garage_id', 'garage', 'owners'), ('garage_balance', 'garage_id', 'garage', 'balance');`;

const SORTS: Record<Order, string> = {
  place: '-mo_id.sort_pinned,mo_id.sort_key,-po_id.sort_pinned,po_id.sort_key,po_id,section_key,number_key,id',
  built: 'date_of_construction,id',
};

/** Starts it on the database of the register with as many connections as we have. @throws when it does not answer within two minutes */
export async function startDirectus(databaseUrl: string, poolSize: number): Promise<Peer> {
  const folder = installed({
    name: 'directus',
    dependencies: { directus: VERSION },
    stubs: { 'isolated-vm': { version: '6.0.0', code: STUB } },
  });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...settings(databaseUrl, poolSize, port) };
  const program = join('node_modules', 'directus', 'cli.js');
  execFileSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  await tellRelations(databaseUrl);
  const ready = { url: `${base}/server/ping`, headers: {} };
  const running = await served({ name: 'Directus', folder, words: [program, 'start'], env, ready });
  return {
    name: 'Directus',
    page: (region, order) => ({
      url: encodeURI(`${base}/items/garage?${pageQuery(region, SORTS[order])}`),
      headers: { authorization: `Bearer ${TOKEN}` },
    }),
    read,
    ...running,
  };
}

const settings = (databaseUrl: string, poolSize: number, port: number) => ({
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
});

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

function read(body: Buffer) {
  const { data, meta } = JSON.parse(body.toString()) as {
    data: { id: number; owners: { profile_id: { id: number } }[] }[];
    meta: { filter_count: number };
  };
  const rows = data.map(({ id, owners }) => ({ id, owners: owners.map(({ profile_id }) => profile_id.id) }));
  return { rows, total: Number(meta.filter_count) };
}
