// What several processes must keep together: events, jobs, files; then one of them is killed under load, and nothing acknowledged is lost or done twice.
import { createHash, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import type { Attachment } from '../../contract/files.ts';
import { BACKGROUND_OVER } from '../../contract/books.ts';
import { startInstallation, type Installation } from './parts.ts';
import { Door, enter, type Person } from './person.ts';

/** Who works at once while a process is killed, and what each of them does. */
const CLIENTS = 8;
const PIECES = 40;
const CHARGES = 6;
/** More while a process is killed: some must be left when the books are held. */
const CHARGES_UNDER_LOAD = 12;
/** Unlike any sum of the demo world, kopecks: a payment of the walk is known by it. */
const FIRST_SUM = 7_770_000;
const CHARGE = 111;
/** A job whose process was killed is taken by another after its silence was noticed, s. */
const PATIENCE_S = 180;

interface Scene {
  at: Installation;
  door: Door;
  database: pg.Client;
  /** Numbers of rows that the query finds. */
  count(query: string, values?: unknown[]): Promise<number>;
}

/** Walks; prints a line for each thing seen. @throws at the first that is not so */
export async function walkScale(processes: number): Promise<void> {
  const from = performance.now();
  const at = await startInstallation(processes);
  const door = new Door(at.url, at.certificate);
  const database = new pg.Client({ connectionString: at.postgres.url });
  try {
    await database.connect();
    const count = async (query: string, values: unknown[] = []) =>
      Number(Object.values((await database.query(query, values)).rows[0] as object)[0]);
    const scene = { at, door, database, count };
    said(`за nginx на одной базе и одном хранилище S3 поднялись процессы: ${processes}`, performance.now() - from);
    const chairman = await enter(door, 'mo@example.ru');
    await eventsCross(scene, chairman);
    await filesAreEverybodys(scene, chairman);
    await manyGarages(scene, chairman);
    await jobsRunOnce(scene, chairman);
    await oneIsKilled(scene, chairman);
    ledgerAgrees(at);
  } finally {
    door.close();
    await database.end().catch(() => undefined);
    await at.close();
  }
}

const said = (what: string, ms?: number) =>
  console.log(`✓ ${what}${ms === undefined ? '' : ` (${(ms / 1000).toFixed(1)} с)`}`);

function must(what: string, seen: unknown, wanted: unknown) {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: ${a}, а должно быть ${b}`);
}

/** Waits for the state. @throws when it does not come */
async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 20) {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`не дождались: ${what}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

const garagesOf = async (person: Person, count: number) =>
  (await person.get(`/api/garages/?sort=["place","ASC"]&range=[0,${count - 1}]&filter={}`)).json<
    { id: number; po_id: number }[]
  >();

/** Numbers of the records of a resource that a listener was told of. */
const toldOf = (heard: Awaited<ReturnType<Person['listen']>>['heard'], resource: string) =>
  heard.flatMap((one) =>
    one.type === 'records_changed' && one.message.resource === resource ? (one.message.ids ?? []) : [],
  );

/** A comment written through nginx is heard by those at every process, once. */
async function eventsCross({ at, door }: Scene, chairman: Person) {
  const garages = await garagesOf(chairman, 12);
  const ears = await Promise.all([at.url, ...at.processes.map(({ url }) => url)].map((url) => chairman.listen(url)));
  const wanted = garages.map(({ id }) => id).sort((a, b) => a - b);
  for (const { id } of garages)
    must(
      'комментарий',
      (await chairman.post(`/api/comments/garage/${id}`, { text: 'Слышно всем' })).status < 300,
      true,
    );
  for (const [nth, { heard, end }] of ears.entries()) {
    await until('живых сообщений', () => toldOf(heard, 'comments').length >= wanted.length);
    must(
      `живые сообщения, слушатель ${nth}`,
      toldOf(heard, 'comments').sort((a, b) => a - b),
      wanted,
    );
    end();
  }
  must('повторённых вызовов', door.trouble.repeated, 0);
  said(`живые сообщения: ${wanted.length} записей слышны у каждого процесса и за nginx по одному разу`);
}

/** A PDF of its own for every name. */
const paper = (name: string) => Buffer.from(`%PDF-1.4\n% ${name} ${'x'.repeat(20_000)}\n%%EOF`);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a file as every living process gives them. */
async function readEverywhere({ at }: Scene, person: Person, file: number): Promise<string[]> {
  const { url } = (await person.post(`/api/attachment/${file}/open/`, {})).json<{ url: string }>();
  const path = url.startsWith('http') ? new URL(url).pathname + new URL(url).search : url;
  return Promise.all(
    at.processes.map(async (one) => digest(new Uint8Array(await (await fetch(one.url + path)).arrayBuffer()))),
  );
}

/** What is uploaded through nginx is read back from each process, byte for byte. */
async function filesAreEverybodys(scene: Scene, chairman: Person) {
  const [garage] = await garagesOf(chairman, 1);
  for (let nth = 0; nth < 6; nth += 1) {
    const name = `общий ${nth}.pdf`;
    const reply = await chairman.upload(garage!.id, name, paper(name));
    must(`файл ${name}`, reply.status, 200);
    const file = reply.json<{ data: Attachment[] }>().data.find((one) => one.name === name)!;
    const read = await readEverywhere(scene, chairman, file.id);
    must(
      `байты ${name}`,
      read,
      read.map(() => digest(paper(name))),
    );
  }
  said('файлы: загруженное через nginx каждый процесс отдаёт из S3 байт в байт');
}

/** The demo world is too small for work in the background: more garages for the place of the chairman. */
async function manyGarages({ database }: Scene, chairman: Person) {
  const [garage] = await garagesOf(chairman, 1);
  await database.query(
    `insert into garage (region_id, mo_id, po_id, number, account_no)
      select region_id, mo_id, po_id, 'Б ' || nth, 'scale-' || nth from garage cross join generate_series(1, $2) as nth where id = $1`,
    [garage!.id, BACKGROUND_OVER],
  );
}

/** A charge big enough for the background; answers its key. */
async function charge(person: Person, garages: number): Promise<string> {
  const idempotencyKey = randomUUID();
  const { today } = (await person.get('/api/accrual_defaults/')).json<{ today: string }>();
  const reply = await person.post('/api/contributions/', {
    accrualType: { value: 99 },
    contributionPeriod: Number(today.slice(0, 4)),
    contributionAmount: CHARGE,
    contributionDate: today,
    contributionComment: 'проба нескольких процессов',
    repeated: 'add',
    idempotencyKey,
    expected: { garages, amount_kopecks: garages * CHARGE },
  });
  if (reply.status !== 200) throw new Error(`начисление: ${reply.status} ${reply.body.toString()}`);
  return idempotencyKey;
}

const JOBS = `from background_job where operation_key = any($1)`;
const stateOf = ({ database }: Scene, keys: string[]) =>
  database.query<{ status: string; attempts: number; failure: string | null }>(
    `select status, attempts, failure ${JOBS}`,
    [keys],
  );

const isEnded = ({ status }: { status: string }) => status !== 'queued' && status !== 'running';

/** Garages that a charge of the whole place takes, as the preview counts them. */
async function chargeable(person: Person): Promise<number> {
  const { today } = (await person.get('/api/accrual_defaults/')).json<{ today: string }>();
  const reply = await person.post('/api/accrual_preview/', {
    accrualType: { value: 99 },
    contributionPeriod: Number(today.slice(0, 4)),
    contributionAmount: CHARGE,
    contributionDate: today,
    repeated: 'add',
  });
  if (reply.status !== 200) throw new Error(`предпросмотр: ${reply.status} ${reply.body.toString()}`);
  const { garages } = reply.json<{ garages: number }>();
  if (garages <= BACKGROUND_OVER) throw new Error(`гаражей ${garages}: для задания мало`);
  return garages;
}

/** Every document stands once with all of its lines. */
async function chargedOnce(scene: Scene, keys: string[], garages: number) {
  const documents = await scene.database.query<{ lines: number }>(
    `select (select count(*)::int from balance_operation where contribution_id = c.id) as lines from contribution as c where c.idempotency_key = any($1)`,
    [keys],
  );
  must(
    'строк начислений',
    documents.rows.map(({ lines }) => lines),
    keys.map(() => garages),
  );
}

/** Jobs asked for through any process are done by one of them. */
async function jobsRunOnce(scene: Scene, chairman: Person) {
  const from = performance.now();
  const garages = await chargeable(chairman);
  const keys = await Promise.all(Array.from({ length: CHARGES }, () => charge(chairman, garages)));
  await until('заданий', async () => (await stateOf(scene, keys)).rows.every(({ status }) => status === 'done'), 120);
  const { rows } = await stateOf(scene, keys);
  must(
    'попыток',
    rows.map(({ attempts }) => attempts),
    keys.map(() => 1),
  );
  await chargedOnce(scene, keys, garages);
  said(`задания: ${CHARGES} начислений по ${garages} гаражей, каждое одно и с одной попытки`, performance.now() - from);
}

interface Work {
  payments: { paper: string; kopecks: number }[];
  comments: number[];
  files: { name: string; id: number }[];
}

/** One client: payments, comments and files, each until it is acknowledged. */
async function work(person: Person, client: number, garages: { id: number }[], done: Work) {
  const { today } = (await person.get('/api/payment_desk/')).json<{ today: string }>();
  for (let nth = 0; nth < PIECES; nth += 1) {
    const n = client * PIECES + nth;
    const garage = garages[n % garages.length]!.id;
    const payment = { paper: `проба-${n}`, kopecks: FIRST_SUM + n };
    const taken = await person.post('/api/payments/', {
      idempotencyKey: randomUUID(),
      date: today,
      paperNo: payment.paper,
      lines: [{ garage, amount: payment.kopecks }],
      confirmDuplicate: true,
    });
    if (taken.status !== 200) throw new Error(`оплата: ${taken.status} ${taken.body.toString()}`);
    done.payments.push(payment);
    if (nth % 4 === 0) {
      const said = await person.post(`/api/comments/garage/${garage}`, { text: `проба ${n}` });
      if (said.status >= 300) throw new Error(`комментарий: ${said.status} ${said.body.toString()}`);
      done.comments.push(garage);
    }
    if (nth % 8 === 0) {
      const name = `проба ${n}.pdf`;
      const kept = await person.upload(garage, name, paper(name));
      if (kept.status !== 200) throw new Error(`файл: ${kept.status} ${kept.body.toString()}`);
      const file = kept.json<{ data: Attachment[] }>().data.find((one) => one.name === name)!;
      done.files.push({ name, id: file.id });
    }
    const list = await person.get('/api/garages/?sort=["place","ASC"]&range=[0,24]&filter={}');
    if (list.status !== 200) throw new Error(`список: ${list.status}`);
  }
}

/** Holds the books of the place as one who writes them does, from outside; answers how to let go. */
async function holdBooks({ at }: Scene, garage: number): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: at.postgres.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(23, (select mo_id from garage where id = $1))', [garage]);
  return () => holder.end();
}

/** Work, jobs in hand, and a process that is gone in the middle of it. */
async function oneIsKilled(scene: Scene, chairman: Person) {
  const { at, door } = scene;
  const garages = await chargeable(chairman);
  const places = await garagesOf(chairman, 500);
  const done: Work = { payments: [], comments: [], files: [] };
  const survivors = at.processes.slice(0, -1);
  const ears = await Promise.all(survivors.map(({ url }) => chairman.listen(url)));
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => enter(door, 'mo@example.ru')));
  const working = Promise.all(people.map((person, client) => work(person, client, places, done)));
  await until('первых оплат', () => done.payments.length > CLIENTS, 60);
  const keys = await Promise.all(Array.from({ length: CHARGES_UNDER_LOAD }, () => charge(chairman, garages)));
  // The books are held until each process has a job in hand, so that whichever is killed takes one with it.
  const release = await holdBooks(scene, places[0]!.id);
  const inHand = async () => (await stateOf(scene, keys)).rows.filter(({ status }) => status === 'running').length;
  await until('заданий в работе', async () => (await inHand()) >= at.processes.length, 60);
  await release();
  door.trouble.longestMs = 0;
  await at.processes.at(-1)!.stop('SIGKILL');
  const before = done.payments.length;
  await working;
  const { repeated, longestMs } = door.trouble;
  if (done.payments.length - before < CLIENTS) throw new Error('процесс убит под конец работы: ничего не показано');
  said(
    `kill -9 под нагрузкой: принято ${before} оплат до и ${done.payments.length - before} после, повторено вызовов ${repeated}, дольше всех ждали ${(longestMs / 1000).toFixed(1)} с`,
  );
  await until('заданий убитого', async () => (await stateOf(scene, keys)).rows.every(isEnded), PATIENCE_S);
  const ends = (await stateOf(scene, keys)).rows.filter(({ status }) => status !== 'done');
  must('не доделано', ends, []);
  const again = (await stateOf(scene, keys)).rows.filter(({ attempts }) => attempts > 1).length;
  if (!again) throw new Error('у убитого процесса не было задания: ничего не показано');
  await chargedOnce(scene, keys, garages);
  said(`задания: ${again} из ${CHARGES_UNDER_LOAD} взято у убитого другим процессом, каждое проведено один раз`);
  for (const { heard, end } of ears) {
    const missing = () => done.comments.filter((id) => !toldOf(heard, 'comments').includes(id));
    await until('живых сообщений у живых', () => missing().length === 0);
    end();
  }
  await at.restart(at.processes.length - 1);
  await nothingLost(scene, chairman, done);
}

/** All that was acknowledged is there once, and nothing besides. */
async function nothingLost(scene: Scene, chairman: Person, { payments, comments, files }: Work) {
  const { rows } = await scene.database.query<{ paper_no: string; amount_kopecks: string }>(
    `select paper_no, amount_kopecks from balance_operation where paper_no like 'проба-%'`,
  );
  const inOrder = (lines: string[]) => lines.sort();
  must(
    'оплаты',
    inOrder(rows.map(({ paper_no, amount_kopecks }) => `${paper_no} ${Number(amount_kopecks)}`)),
    inOrder(payments.map((one) => `${one.paper} ${one.kopecks}`)),
  );
  must('комментарии', await scene.count(`select count(*) from comment where text like 'проба %'`), comments.length);
  must(
    'файлы',
    await scene.count(
      `select count(*) from attachment as a join stored_file as f on f.id = a.file_id where f.name like 'проба %'`,
    ),
    files.length,
  );
  for (const { name, id } of files) {
    const read = await readEverywhere(scene, chairman, id);
    must(
      `байты ${name}`,
      read,
      read.map(() => digest(paper(name))),
    );
  }
  said(
    `после смерти процесса: ${payments.length} оплат, ${comments.length} комментариев, ${files.length} файлов — каждое подтверждённое один раз, лишнего нет; поднятый заново отдаёт все файлы`,
  );
}

/** The product's own proof of the books, by a process of its own. */
function ledgerAgrees({ postgres, headsFile }: Installation) {
  execFileSync(process.execPath, ['server/cli/verifyLedger.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'ab'.repeat(32),
      DATA_DIR: 'data/scale/proof',
      LEDGER_HEADS_FILE: headsFile,
    },
  });
  said('учёт сходится: npm run verify-ledger');
}
