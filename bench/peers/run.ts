// `npm run bench:peers`: the first page of the garage list with its total over HTTP, eight clients, against Directus on the same tables of data set M.
// Both run as processes in production mode on one PostgreSQL with as many connections, caches off, limits lifted; answers are compared first,
// then both are asked in turn. Directus is asked by its administrator (no rights to check), we by an official of the region.
// Strapi is not here: it reads relations from link tables and rows by a `document_id` of its own alone and adds columns to what it is
// pointed at, so it can't be shown these tables: M would have to be copied into its own layout first, and that is another work.
import pg from 'pg';
import { garages } from '../../contract/garages.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { startProcess, type Process } from '../../tests/kit/processes.ts';
import { benchFolder, middle, mustEqual, officialOf, openServerBench, startServer } from '../kit.ts';
import { startDirectus } from './directus.ts';
import { call, load, type Pace, type Target } from './load.ts';

const CLIENTS = 8;
const SECONDS = 5;
const ROUNDS = 5;
const POOL = 10;
/** How many times the throughput of the peer ours must be. */
const LIMIT = 20;
/** The order of places as one would ask for it by hand. */
const PLACE = '-mo_id.sort_pinned,mo_id.sort_key,-po_id.sort_pinned,po_id.sort_key,po_id,section_key,number_key,id';

await withM();
const { server, env } = await startServer(benchFolder('server-m'));
const running: Process[] = [];
try {
  const databaseUrl = await copyOfM(server.url);
  const directus = await startDirectus(databaseUrl, POOL);
  try {
    await compareLists(databaseUrl, env.DATA_DIR, directus);
  } finally {
    await directus.stop();
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await server.stop();
}
process.exit();

/** Data set M, made when it is not there. */
async function withM() {
  await (await openServerBench('m')).close();
}

/** A peer writes tables of its own into the database it is pointed at: both work on a copy. */
async function copyOfM(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url.replace(/postgres$/, 'template1') });
  await admin.connect();
  const { rows } = await admin.query(`select 1 from pg_database where datname = 'peers'`);
  if (!rows.length) await admin.query('create database peers template postgres');
  await admin.end();
  const copy = url.replace(/postgres$/, 'peers');
  const client = new pg.Client({ connectionString: copy });
  await client.connect();
  await client.query('analyze').finally(() => client.end());
  return copy;
}

async function compareLists(databaseUrl: string, folder: string, directus: Awaited<ReturnType<typeof startDirectus>>) {
  const { headers, region } = await official(databaseUrl, folder);
  // The limit of calls is per address: the load comes from many.
  const env = {
    NODE_ENV: 'production',
    DATABASE_POOL: String(POOL),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    SECRET_KEY: '',
  };
  const ours = await startProcess({ folder, databaseUrl, env }, running);
  const octet = () => Math.floor(Math.random() * 250);
  const page = (sort: string): Target => ({
    url: encodeURI(`${ours.url}${garages.list.path}?sort=${sort}&range=[0,24]&filter={}`),
    headers,
    each: () => ({ 'x-forwarded-for': `10.${octet()}.${octet()}.1` }),
  });
  const mine = (sort: string): Side => ({ target: page(sort), pids: { server: ours.pid, database: server.pid! } });
  const theirs = (sort: string): Side => ({
    target: directus.page(region, sort),
    pids: { server: directus.pid, database: server.pid! },
  });
  await compared('по месту', mine('["place","ASC"]'), theirs(PLACE));
  await compared('по дате постройки', mine('["date_of_construction","ASC"]'), theirs('date_of_construction,id'));
}

/** Headers of an official of the first region, and the region. */
async function official(databaseUrl: string, folder: string) {
  const deps = await openDeps(readSettings({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }));
  try {
    const { id: region } = await deps.db.selectFrom('region').orderBy('id').select('id').executeTakeFirstOrThrow();
    return { region, headers: await officialOf(deps, { region }) };
  } finally {
    await deps.engine.close();
  }
}

interface Side {
  target: Target;
  pids: { server: number; database: number };
}

/** Compares the answers, then the paces in turn. */
async function compared(order: string, ours: Side, peer: Side) {
  const total = await sameAnswers(order, ours.target, peer.target);
  const paces: { ours: Pace; peer: Pace }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pace = {
      ours: await load(ours.target, CLIENTS, SECONDS, ours.pids),
      peer: await load(peer.target, CLIENTS, SECONDS, peer.pids),
    };
    // The first round warms both up.
    if (round) paces.push(pace);
  }
  const ratio = middle(paces.map((pace) => pace.ours.rps / pace.peer.rps));
  const kept = ratio >= LIMIT;
  if (!kept) process.exitCode = 1;
  console.log(
    `${kept ? '✓' : '✗'} список гаражей ${order}, 25 строк и всего ${total}, ${CLIENTS} клиентов, к Directus: ${ratio.toFixed(1)} × (не меньше ${LIMIT} ×)`,
  );
  for (const [name, side] of [
    ['мы', 'ours'],
    ['Directus', 'peer'],
  ] as const) {
    const all = paces.map((pace) => pace[side]);
    const cpu = (of: 'server' | 'database') => middle(all.map((pace) => pace.cpu[of])).toFixed(1);
    console.log(
      `  ${name}: ответов в секунду ${middle(all.map(({ rps }) => rps)).toFixed(0)} [${all.map(({ rps }) => rps.toFixed(0)).join(' ')}], ` +
        `процессора на ответ ${cpu('server')} мс у сервера и ${cpu('database')} мс у базы, ${all[0]!.bytes} байт`,
    );
  }
}

/** The number of rows. @throws when a side gives other rows or another number of them */
async function sameAnswers(order: string, ours: Target, peer: Target): Promise<number> {
  const [mine, theirs] = [await call(ours), await call(peer)];
  const { data, meta } = JSON.parse(theirs.body.toString()) as {
    data: { id: number }[];
    meta: { filter_count: number };
  };
  const total = Number(mine.range.split('/')[1]);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  mustEqual(`всего, ${order}`, total, Number(meta.filter_count));
  mustEqual(`строки, ${order}`, ids(JSON.parse(mine.body.toString()) as { id: number }[]), ids(data));
  return total;
}
