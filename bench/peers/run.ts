// `npm run bench:peers`: the first page of the garage list with its total over HTTP, eight clients, against Directus on the same tables of data set M
// and against Strapi on their copy in its own layout; `-- strapi` asks one of them alone. All run as processes in production mode on one PostgreSQL
// with as many connections, caches off, limits lifted; answers are compared first, then both are asked in turn. Peers have no rights to check:
// Directus is asked by its administrator, Strapi lets anyone in; we are asked by an official of the region.
import pg from 'pg';
import { garages } from '../../contract/garages.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { startProcess, type Process } from '../../tests/kit/processes.ts';
import { benchFolder, middle, mustEqual, officialOf, openServerBench, startServer } from '../kit.ts';
import { startDirectus } from './directus.ts';
import { call, load, type Pace, type Target } from './load.ts';
import type { Found, Order, Peer } from './peer.ts';
import { startStrapi } from './strapi.ts';

const CLIENTS = 8;
const SECONDS = 5;
const ROUNDS = 5;
const POOL = 10;
/** How many times the throughput of the peer ours must be. */
const LIMIT = 20;
/** Orders of the list: in words, and as we are asked for them. */
const ORDERS: Record<Order, { words: string; sort: string }> = {
  place: { words: 'по месту', sort: '["place","ASC"]' },
  built: { words: 'по дате постройки', sort: '["date_of_construction","ASC"]' },
};
const PEERS = { directus: startDirectus, strapi: startStrapi };

const peers = chosenPeers(process.argv.slice(2));
await withM();
const { server, env } = await startServer(benchFolder('server-m'));
const running: Process[] = [];
try {
  const databaseUrl = await copyOfM(server.url);
  const ours = await startOurs(databaseUrl, env.DATA_DIR);
  for (const start of peers) await compareLists(ours, await start(databaseUrl, POOL));
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await server.stop();
}
process.exit();

/** Peers named by the words of the command; all when none is. @throws on a word that names none */
function chosenPeers(words: string[]) {
  const all: Record<string, (typeof PEERS)['directus']> = PEERS;
  return (words.length ? words : Object.keys(all)).map((word) => {
    const peer = all[word];
    if (!peer) throw new Error(`Нет соседа «${word}»: есть ${Object.keys(all).join(', ')}`);
    return peer;
  });
}

/** Data set M, made when it is not there. */
async function withM() {
  await (await openServerBench('m')).close();
}

/** A peer writes tables of its own into the database it is pointed at: all work on a copy. */
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

/** The register asked by an official of a region. */
interface Ours {
  region: number;
  page(order: Order): Target;
  pid: number;
}

async function startOurs(databaseUrl: string, folder: string): Promise<Ours> {
  const { headers, region } = await official(databaseUrl, folder);
  // The limit of calls is per address: the load comes from many.
  const env = {
    NODE_ENV: 'production',
    DATABASE_POOL: String(POOL),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    SECRET_KEY: '',
  };
  const { url, pid } = await startProcess({ folder, databaseUrl, env }, running);
  const octet = () => Math.floor(Math.random() * 250);
  const page = (order: Order): Target => ({
    url: encodeURI(`${url}${garages.list.path}?sort=${ORDERS[order].sort}&range=[0,24]&filter={}`),
    headers,
    each: () => ({ 'x-forwarded-for': `10.${octet()}.${octet()}.1` }),
  });
  return { region, page, pid };
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

/** Compares every order with a peer, which is stopped in the end. */
async function compareLists(ours: Ours, peer: Peer) {
  try {
    for (const order of Object.keys(ORDERS) as Order[]) await comparePaces(order, ours, peer);
  } finally {
    await peer.stop();
  }
}

/** Compares the answers, then the paces in turn. */
async function comparePaces(order: Order, ours: Ours, peer: Peer) {
  const target = { ours: ours.page(order), peer: peer.page(ours.region, order) };
  const total = await sameAnswers(order, target.ours, target.peer, peer);
  const pids = (one: { pid: number }) => ({ server: one.pid, database: server.pid! });
  const paces: { ours: Pace; peer: Pace }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pace = {
      ours: await load(target.ours, CLIENTS, SECONDS, pids(ours)),
      peer: await load(target.peer, CLIENTS, SECONDS, pids(peer)),
    };
    // The first round warms both up.
    if (round) paces.push(pace);
  }
  const ratio = middle(paces.map((pace) => pace.ours.rps / pace.peer.rps));
  const kept = ratio >= LIMIT;
  if (!kept) process.exitCode = 1;
  console.log(
    `${kept ? '✓' : '✗'} список гаражей ${ORDERS[order].words}, 25 строк и всего ${total}, ${CLIENTS} клиентов, к ${peer.name}: ${ratio.toFixed(1)} × (не меньше ${LIMIT} ×)`,
  );
  sayPaces(
    'мы',
    paces.map((pace) => pace.ours),
  );
  sayPaces(
    peer.name,
    paces.map((pace) => pace.peer),
  );
}

function sayPaces(name: string, all: Pace[]) {
  const cpu = (of: 'server' | 'database') => middle(all.map((pace) => pace.cpu[of])).toFixed(1);
  console.log(
    `  ${name}: ответов в секунду ${middle(all.map(({ rps }) => rps)).toFixed(0)} [${all.map(({ rps }) => rps.toFixed(0)).join(' ')}], ` +
      `процессора на ответ ${cpu('server')} мс у сервера и ${cpu('database')} мс у базы, ${all[0]!.bytes} байт`,
  );
}

/** The number of rows. @throws when a side gives other rows, other owners of theirs or another number of rows */
async function sameAnswers(order: Order, ours: Target, theirs: Target, { name, read }: Peer): Promise<number> {
  const [mine, other] = [await call(ours), read((await call(theirs)).body)];
  const rows = JSON.parse(mine.body.toString()) as { id: number; owners: { id: number }[] }[];
  const total = Number(mine.range.split('/')[1]);
  const plain = (all: Found[]) => all.map(({ id, owners }) => [id, ...owners.toSorted((a, b) => a - b)]);
  const what = `${ORDERS[order].words}, ${name}`;
  mustEqual(`всего, ${what}`, total, other.total);
  mustEqual(
    `строки, ${what}`,
    plain(rows.map(({ id, owners }) => ({ id, owners: owners.map((owner) => owner.id) }))),
    plain(other.rows),
  );
  return total;
}
