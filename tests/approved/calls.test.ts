// What every call answers and does in the demo world, as it was last approved: a change of behaviour nobody meant shows here as the
// lines that differ, one that was meant is approved by `APPROVE=1 npm run test:pg tests/approved` and read in the diff.
import { setTimeout } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/index.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { login } from '../../contract/session.ts';
import { demoAccounts, DEMO_PASSWORD } from '../../server/demo/accounts.ts';
import { dueKinds, jobKinds } from '../../server/background.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { doDue } from '../../server/jobs/due.ts';
import { signToken, type TokenClaims } from '../../server/kernel/token.ts';
import type { PdfJob } from '../../server/ports/pdf/engine.ts';
import { caller, testApp, type TestApp } from '../kit/app.ts';
import { nameOf } from '../matrix/matrix.ts';
import { policy } from '../matrix/policy.ts';
import { approved } from './approve.ts';
import { putRight, question, REPAIRS, worldOf, type Question, type World } from './ask.ts';
import { written, type Asked } from './asked.ts';
import { moreQuestions } from './more.ts';
import { dueStage, moments } from './due.ts';
import { rewinding, stopDatabaseClock, type Rewinding } from './rewind.ts';
import { doJob, setStage } from './stage.ts';
import { answerTold, Effects, paperTold, saidTold } from './tell.ts';

/** Calls whose work lies outside the database: passwords are slow, sessions and secrets are remembered by the process. */
const LEFT =
  /login|password|second_factor|reset_email|confirm_email|full_register_pack|refresh_token|update_token|user_sessions|view_as|sessions|backups|support_queue\/:id\/file/;

/** Questions of a person: of reads, of lists, of writes. */
const asked: Record<string, { reads: number; lists: number; writes: number }> = {
  'mo@example.ru': { reads: 6, lists: 12, writes: 7 },
  'po@example.ru': { reads: 4, lists: 6, writes: 3 },
  'region@example.ru': { reads: 3, lists: 4, writes: 1 },
  'super@example.ru': { reads: 3, lists: 3, writes: 2 },
  'treasurer@example.ru': { reads: 1, lists: 2, writes: 0 },
  'auditor@example.ru': { reads: 0, lists: 1, writes: 0 },
};

let t: TestApp;
let back: Rewinding;
let world: World;
let more: ReadonlyMap<string, readonly Asked[]>;
let effects: Effects;
const tokens = new Map<string, string>();
/** Papers that were made, as the compiler was given them. */
const papers: PdfJob[] = [];
/** Jobs that a call has left to the queue. */
const queued: [string, { jobId: number }][] = [];
beforeAll(async () => {
  t = await testApp({ DEMO: '1' }, 7, (database) => (back = rewinding(database.engine)).database);
  await stopDatabaseClock(t.deps.engine);
  for (const { kind } of jobKinds) t.deps.jobs.work(kind, async () => {});
  await t.deps.jobs.start();
  await seedDemo(t.deps, t.deps.clock.now());
  const nobody = caller(t.app);
  for (const { email } of demoAccounts) {
    const { body } = await nobody(login, { body: { email, password: DEMO_PASSWORD } as never });
    tokens.set(email, body.token);
  }
  tokens.set('chief@example.ru', await atWorkOf('super@example.ru', 'mo@example.ru'));
  const files = await setStage(
    t,
    ['super', 'mo', 'po'].map((name) => caller(t.app, tokens.get(`${name}@example.ru`), '10.250.0.1')),
  );
  await t.deps.jobs.stop();
  const { render, draw, close } = t.deps.pdf;
  const kept = (job: PdfJob) => (papers.push(job), job);
  t.deps.pdf = { render: (job) => render(kept(job)), draw: (job) => draw(kept(job)), close };
  t.deps.jobs.enqueue = async (_tx, name, data) => {
    queued.push([name, data as { jobId: number }]);
    return '00000000-0000-4000-8000-000000000000';
  };
  world = await worldOf(t.deps.engine, files);
  more = await moreQuestions(t.deps.engine);
  await back.begin();
  effects = await Effects.over(t.deps.engine);
}, 300_000);
afterAll(() => t.close());

/** The first one, at work where the second one is. */
function atWorkOf(who: string, host: string): Promise<string> {
  const [own, { region, mo, po }] = [who, host].map((email) => decodeJwt<TokenClaims>(tokens.get(email)!)) as [
    TokenClaims,
    TokenClaims,
  ];
  return signToken(t.deps.secrets, { ...own, region, mo, po }, t.deps.clock.now());
}

function ask({ sent, address }: Question, who: string) {
  papers.length = 0;
  return t.app.inject({
    ...sent,
    remoteAddress: address,
    headers: { ...sent.headers, authorization: `Bearer ${tokens.get(who)}` },
  });
}

/** Does what stands before a question; answers what came of each step, or a line about the step that was refused. */
async function beforehand(steps: readonly (Asked | string)[], nth: number): Promise<unknown[] | string> {
  const answers: unknown[] = [];
  await effects.resetSequences();
  for (const step of steps) {
    if (typeof step === 'string') {
      answers.push((await t.deps.engine.query(step)).rows);
      continue;
    }
    const question = written(step, nth, world.files, answers);
    let reply = await ask(question, step.who);
    while (step.until && !step.until(reply.json() as never)) {
      await setTimeout(10);
      reply = await ask(question, step.who);
    }
    if (reply.statusCode >= 300) return `before it ${step.call} ${await answerTold(reply)}`;
    for (const [name, data] of queued.splice(0)) await doJob(t, name, data);
    const isJson = String(reply.headers['content-type']).includes('json');
    answers.push(isJson ? reply.json() : reply.headers);
  }
  return answers;
}

/** A question that stands written, and what is done before it. */
async function writtenTold(call: AnyEndpoint, asked: Asked, nth: number): Promise<string> {
  if (!asked.before) return told(call, asked.who, written(asked, nth, world.files));
  const answers = await beforehand(asked.before, nth);
  back.said();
  const text =
    typeof answers === 'string'
      ? answers
      : await told(call, asked.who, written(asked, nth, world.files, answers), true);
  await back.rewind();
  return text;
}

const withoutSecret = (text: string) => text.replace(/(?<="token":")[\w-]{40,}/, 'secret');

/** `isGoingOn`: something was done before it. */
async function told(call: AnyEndpoint, who: string, first: Question, isGoingOn = false): Promise<string> {
  let asking = first;
  if (!call.reads && !isGoingOn) await effects.resetSequences();
  let reply = await ask(asking, who);
  for (let round = 0; round < REPAIRS; round += 1) {
    const better = putRight(asking, reply, round);
    if (!better) break;
    asking = better;
    reply = await ask(asking, who);
  }
  const { sent } = asking;
  for (const [name, data] of queued.splice(0)) if (reply.statusCode < 300) await doJob(t, name, data);
  const said = back.said();
  const written = call.reads || reply.statusCode >= 300 ? [] : [...(await effects.told()), ...saidTold(said)];
  if (!call.reads || reply.statusCode >= 400) await back.rewind();
  const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
  const payload = typeof sent.payload === 'string' ? ` ${short(withoutSecret(sent.payload))}` : '';
  return [
    `${who.split('@')[0]} ${short(decodeURIComponent(sent.url))}${payload}`,
    `  ${await answerTold(reply)}`,
    ...papers.map((job) => `  ${paperTold(job)}`),
    ...written.map((line) => `  ${line}`),
  ].join('\n');
}

/** Those who may do it ask most. */
function askersOf(call: AnyEndpoint): typeof asked {
  if (!/superuser|support/.test(policy[nameOf(call)]?.may ?? '')) return asked;
  const { 'mo@example.ru': mo, 'super@example.ru': one } = asked;
  return { ...asked, 'mo@example.ru': one!, 'super@example.ru': mo! };
}

const roomOf = (call: AnyEndpoint) => call.path.split('/')[2] || 'rest';
/** `APPROVED_ROOMS=garages,garage_map` asks of these alone. */
const wanted = process.env.APPROVED_ROOMS?.split(',');
const rooms = Map.groupBy(
  allEndpoints.filter(
    (call) => !LEFT.test(call.path) && !policy[nameOf(call)]?.last && (wanted?.includes(roomOf(call)) ?? true),
  ),
  roomOf,
);

describe.each([...rooms])('%s', (room, ofRoom) => {
  it('answers and does what was approved', async () => {
    const lines: string[] = [];
    for (const call of ofRoom.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))) {
      lines.push(`# ${nameOf(call)}`);
      for (const [who, many] of Object.entries(askersOf(call))) {
        const count = call.kind === 'list' ? many.lists : call.reads ? many.reads : many.writes;
        for (let nth = 0; nth < count; nth += 1) lines.push(await told(call, who, question(call, who, nth, world)));
      }
      for (const [nth, one] of (more.get(nameOf(call)) ?? []).entries()) lines.push(await writtenTold(call, one, nth));
      lines.push('');
    }
    const text = lines.join('\n');
    expect(text).toBe(approved(`calls/${room}.txt`, text));
  }, 300_000);
});

/** Copies of the database are files; those of one connection in a transaction that never ends have nothing to copy. */
const isDatabaseAlone = ({ what }: { what: string }) => !what.startsWith('backup');

// The last of all: what takes files away takes them for good.
describe.runIf(wanted?.includes('due') ?? true)('what comes due', () => {
  it('is done as was approved', async () => {
    const lines: string[] = [];
    for (const kind of dueKinds.filter(isDatabaseAlone)) {
      lines.push(`# ${kind.what}`);
      for (const moment of moments) {
        papers.length = 0;
        await effects.resetSequences();
        for (const statement of dueStage[kind.what] ?? []) await t.deps.engine.query(statement);
        t.setNow(moment);
        const done = await doDue(t.deps, [kind]);
        for (const [name, data] of queued.splice(0)) await doJob(t, name, data);
        const written = [...papers.map(paperTold), ...(await effects.told()), ...saidTold(back.said())];
        lines.push(`${moment} ${done}`, ...written.map((line) => `  ${line}`));
        await back.rewind();
      }
      lines.push('');
    }
    const text = lines.join('\n');
    expect(text).toBe(approved('due.txt', text));
  }, 300_000);
});
