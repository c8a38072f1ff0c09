// Two processes of the register on one PostgreSQL server: they start at once, share sessions, events and jobs, and one outlives the other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import type { SupportEvent } from '../../contract/support.ts';
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { urlOf } from '../kit/database.ts';
import { startProcess, type Process } from '../kit/processes.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';

const FINGERPRINT = 'f'.repeat(64);
const folder = mkdtempSync(join(tmpdir(), 'two-'));
const name = `two_${process.pid}`;

let server: PostgresServer;
let database: pg.Client;
let first: Process;
let second: Process;
const running: Process[] = [];

beforeAll(async () => {
  if (!canHavePostgres()) return;
  server = await somePostgres();
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  await admin.end();
  database = new pg.Client({ connectionString: urlOf(server.url, name) });
  await database.connect();
  // Both at once on an empty database: one of them makes the schema and the demo world.
  [first, second] = await Promise.all([start(), start()]);
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await database?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = () => startProcess({ folder, databaseUrl: urlOf(server.url, name) }, running);

/** A signed-in person; the token is good on both processes. */
async function signIn(process: Process, email: string) {
  const json = { 'content-type': 'application/json' };
  const reply = await fetch(`${process.url}/api/login/`, {
    method: 'POST',
    headers: { ...json, 'x-fingerprint': FINGERPRINT },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = (await reply.json()) as { token: string };
  const { id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { id: number };
  const ask = (to: Process, method: string, path: string, body?: object) =>
    fetch(to.url + path, {
      method,
      headers: { ...(body ? json : {}), 'x-fingerprint': FINGERPRINT, authorization: `Bearer ${token}` },
      body: body ? JSON.stringify(body) : null,
    });
  return { id, token, ask };
}

/** Opened as a page opens it: what is said until the process has looked up who it is comes all the same. */
const channelOf = (to: Process, { id, token }: { id: number; token: string }) =>
  new WebSocket(`${to.url.replace('http', 'ws')}/ws/${id}?age=30000`, ['auth', token, FINGERPRINT]);

const countOf = async (query: string) => Number((await database.query(query)).rows[0].count);

it.skipIf(!canHavePostgres())('two that start at once make one demo world', async () => {
  expect(await countOf('select count(*) from region')).toBe(1);
  expect(await countOf("select count(*) from action_log where verb = 'admin.demo'")).toBe(1);
  expect(await countOf('select count(*) from garage')).toBeGreaterThan(500);
});

it.skipIf(!canHavePostgres())('a session of one is a session of the other, and so is its end', async () => {
  const person = await signIn(first, 'mo@example.ru');
  expect((await person.ask(second, 'GET', '/api/garages/?range=[0,0]')).status).toBe(200);
  expect((await person.ask(second, 'DELETE', '/api/login/')).status).toBeLessThan(300);
  await expect.poll(async () => (await person.ask(first, 'GET', '/api/garages/?range=[0,0]')).status).toBe(401);
});

it.skipIf(!canHavePostgres())('what one writes is heard by those connected to the other', async () => {
  const person = await signIn(first, 'po@example.ru');
  const socket = channelOf(second, person);
  const heard: LiveMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as LiveMessage));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const [garage] = (await (await person.ask(first, 'GET', '/api/garages/?range=[0,0]')).json()) as { id: number }[];
  const comment = await person.ask(first, 'POST', `/api/comments/garage/${garage!.id}`, { text: 'Ключ у соседа' });
  expect(comment.status).toBeLessThan(300);
  await expect
    .poll(() => heard.filter((message) => message.type === 'records_changed').map(({ message }) => message))
    .toContainEqual({ resource: 'comments', ids: expect.arrayContaining([garage!.id]) as number[] });
  socket.terminate();
});

it.skipIf(!canHavePostgres())('the same intention sent to both is done once', async () => {
  const person = await signIn(first, 'treasurer@example.ru');
  const [garage] = (await (await person.ask(first, 'GET', '/api/garages/?range=[0,0]')).json()) as { id: number }[];
  const { today } = (await (await person.ask(first, 'GET', '/api/accrual_defaults/')).json()) as { today: string };
  const body = {
    isAllGaragSelected: false,
    includedGarages: [garage!.id],
    accrualType: { value: 99 },
    contributionPeriod: Number(today.slice(0, 4)),
    contributionAmount: 12_300,
    contributionDate: today,
    basisDocument: null,
    contributionComment: 'дважды',
    idempotencyKey: crypto.randomUUID(),
    expected: { garages: 1, amount_kopecks: 12_300 },
  };
  const replies = await Promise.all(
    [first, second, first, second].map((to) => person.ask(to, 'POST', '/api/contributions/', body)),
  );
  const answers = (await Promise.all(replies.map((reply) => reply.json()))) as { contribution: number }[];
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.contribution)).size).toBe(1);
  expect(await countOf("select count(*) from contribution_words where comment = 'дважды'")).toBe(1);
});

/** A side of a talk: it hears the live channel of one process, asks for what it lacks by the number of the last event. */
function sideOfTalk(person: Awaited<ReturnType<typeof signIn>>, thread: number, at: Process) {
  const events: SupportEvent[] = [];
  const socketsOpened: WebSocket[] = [];
  let host = at;
  let asking: Promise<void> = Promise.resolve();
  const ask = async () => {
    const after = events.at(-1)?.seq ?? 0;
    const reply = await person.ask(host, 'GET', `/api/support_chat/${thread}/events/?after=${after}`);
    events.push(...((await reply.json()) as { events: SupportEvent[] }).events);
  };
  // One question after another; one that a dead process did not answer keeps none of the next from being asked.
  const catchUp = () => (asking = asking.then(ask).catch(() => undefined));
  const connect = async (to: Process) => {
    host = to;
    const socket = channelOf(to, person);
    socketsOpened.push(socket);
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const heard = JSON.parse(String(data)) as LiveMessage;
      if (heard.type === 'support_changed' && heard.message.thread === thread) void catchUp();
    });
    await new Promise((resolve) => socket.on('open', resolve));
    // What was said while nobody listened.
    await catchUp();
    return socket;
  };
  return { events, connect, close: () => socketsOpened.forEach((socket) => socket.terminate()) };
}

/** Sends a message until a process has taken it, under one key: those it was sent to may be dead. */
async function sayInTalk(
  person: Awaited<ReturnType<typeof signIn>>,
  path: string,
  text: string,
  among: readonly Process[],
): Promise<{ thread: { id: number } }> {
  const body = { text, key: crypto.randomUUID(), ...(path.includes('answer') && { is_note: false }) };
  for (let nth = 0; ; nth += 1) {
    const reply = await person.ask(among[nth % among.length]!, 'POST', path, body).catch(() => null);
    if (reply?.ok) return (await reply.json()) as { thread: { id: number } };
    if (nth > 20) throw new Error(`${reply?.status}: ${await reply?.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it.skipIf(!canHavePostgres())(
  'a talk over processes: each message once and in order, over a break of the channel and a process that is killed',
  { timeout: 60_000 },
  async () => {
    const doomed = await start();
    const [asker, staff] = [await signIn(first, 'po@example.ru'), await signIn(second, 'super@example.ru')];
    const { thread } = await sayInTalk(asker, '/api/support_chat/', 'Начало', [first]);
    const answers = `/api/support_queue/${thread.id}/answer/`;
    const [there, here] = [sideOfTalk(asker, thread.id, doomed), sideOfTalk(staff, thread.id, second)];
    try {
      const channel = await there.connect(doomed);
      const other = await here.connect(second);
      const asked = Array.from({ length: 12 }, (_, nth) => `Вопрос ${nth}`);
      const answered = Array.from({ length: 12 }, (_, nth) => `Ответ ${nth}`);
      const speak = async (who: typeof asker, path: string, texts: string[], among: Process[]) => {
        for (const [nth, text] of texts.entries())
          await sayInTalk(who, path, text, [...among.slice(nth % among.length), ...among]);
      };
      const talking = Promise.all([
        speak(asker, '/api/support_chat/', asked, [doomed, first, second]),
        speak(staff, answers, answered, [second, doomed, first]),
      ]);
      await expect.poll(() => there.events.length).toBeGreaterThan(4);
      // The channel of one breaks, the process of the other is killed with messages in its hands.
      other.terminate();
      const broken = new Promise((resolve) => channel.once('close', resolve));
      await doomed.stop('SIGKILL');
      await broken;
      await Promise.all([there.connect(first), here.connect(second)]);
      await talking;
      const whole = 1 + asked.length + answered.length;
      await expect.poll(() => [there.events.length, here.events.length], { timeout: 10_000 }).toEqual([whole, whole]);
      for (const { events } of [there, here]) {
        expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: whole }, (_, nth) => nth + 1));
        const of = (isStaff: boolean) => events.filter((one) => one.is_staff === isStaff).map(({ text }) => text);
        expect([of(false), of(true)]).toEqual([['Начало', ...asked], answered]);
      }
    } finally {
      for (const side of [there, here]) side.close();
    }
  },
);

it.skipIf(!canHavePostgres())('one that is killed leaves the other working', async () => {
  const person = await signIn(first, 'mo@example.ru');
  await first.stop('SIGKILL');
  expect((await person.ask(second, 'GET', '/api/garages/?range=[0,0]')).status).toBe(200);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
});
