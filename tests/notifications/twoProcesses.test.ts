// Two processes of the register on one queue: every letter and every SMS leaves once, none is left behind.
import { sql } from 'kysely';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../server/db/open.ts';
import { openDeps } from '../../server/deps.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { MailingContent } from '../../contract/notifications.ts';
import { planMailing } from '../../server/notifications/planning.ts';
import { sendMailing } from '../../server/notifications/sending.ts';
import { inTime } from '../kit/busy.ts';
import { onServer, urlOf } from '../kit/database.ts';
import { openSmpp, openSmtp, type SmppPeer, type SmtpPeer } from '../kit/mailPeers.ts';
import { canHavePostgres, somePostgres, type PostgresServer } from '../kit/postgresServer.ts';
import { startProcess, type Process } from '../kit/processes.ts';
import { authorCtx, contentOf, preparedMailing } from './killed.ts';

const PEOPLE = 400;
const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'two-senders-'));
let server: PostgresServer;
let database: Database;
let deps: AppDeps;
let smtp: SmtpPeer;
let operator: SmppPeer;
const running: Process[] = [];
/** How many copies each receiver got. */
const arrived = new Map<string, number>();
/** Answers that wait for the other process. */
const held: (() => void)[] = [];
const came = (to: string) => void arrived.set(to, (arrived.get(to) ?? 0) + 1);

beforeAll(async () => {
  if (!canHavePostgres()) return;
  smtp = await openSmtp({
    answer: ({ to }) => {
      to.forEach(came);
      return null;
    },
  });
  // Nobody is answered before both are there: otherwise the quicker one may have sent everything alone.
  operator = await openSmpp((pdu, session) => {
    came(String(pdu.destination_addr));
    const answer = () => session.send(pdu.response({ message_id: String(arrived.size) }));
    if (operator.sessions.length > 1) for (const waiting of [...held.splice(0), answer]) waiting();
    else held.push(answer);
  });
  server = await somePostgres();
  database = await onServer(server.url);
  const settings = readSettings({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: '0',
    PUBLIC_URL: 'https://registry.example.ru',
    SMTP_URL: smtp.url,
    SMS_URL: operator.url,
  });
  deps = await openDeps(settings, { database, secrets: secretsFrom(new Uint8Array(32).fill(0xab)) });
}, inTime(60_000));
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await operator?.close();
  await smtp?.close();
  await database?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** SMS wait for the morning: the processes live at noon, whatever the hour is here. */
function noon(): string {
  const ahead = ((24 + 9 - ((Date.now() / HOUR_MS) % 24)) * HOUR_MS) % (24 * HOUR_MS);
  const file = join(folder, 'noon.mjs');
  writeFileSync(
    file,
    `const real = Date; const now = () => real.now() + ${ahead};
     globalThis.Date = class extends real { constructor(...given) { super(...(given.length ? given : [now()])); } static now() { return now(); } };`,
  );
  return file;
}

it.skipIf(!canHavePostgres())('nothing is sent twice, nothing is left', { timeout: inTime(120_000) }, async () => {
  const { po, user, id } = await preparedMailing(deps, PEOPLE);
  const ctx = authorCtx(deps, po, user);
  const { version } = await deps.db
    .selectFrom('notification')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow();
  const plan = await planMailing(ctx, deps.db, MailingContent.parse({ ...(await contentOf(deps, id)) }), id);
  await sendMailing(ctx, id, {
    version,
    expected: { people: plan.receivers.length, messages: plan.total, cost: plan.cost },
    confirmed: plan.receivers.length,
  });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(deps.db);
  const databaseUrl = urlOf(server.url, rows[0]!.name);
  const { SMTP_URL, SMS_URL, PUBLIC_URL } = deps.settings;
  const env = { DEMO: '0', LOG_LEVEL: 'warn', SMTP_URL: SMTP_URL!, SMS_URL: SMS_URL!, PUBLIC_URL: PUBLIC_URL! };
  const how = { folder, databaseUrl, env, preload: noon() };
  // Not late yet when they start: what is waits for a person.
  await sql`update outbox set next_attempt_at = now() + interval '2 days' where state = 'queued'`.execute(deps.db);
  await Promise.all([startProcess(how, running), startProcess(how, running)]);
  // The minute in which everything can be recalled is over, for all messages at one moment.
  await sql`update outbox set next_attempt_at = now() where state = 'queued'`.execute(deps.db);
  const states = async () =>
    (
      await sql<{ state: string; n: number }>`select state, count(*)::int as n from outbox
          where what = ${`notification:${id}`} group by state order by state`.execute(deps.db)
    ).rows;
  await expect.poll(states, { timeout: inTime(60_000), interval: 250 }).toEqual([{ state: 'sent', n: 2 * PEOPLE }]);
  expect(arrived.size).toBe(2 * PEOPLE);
  expect([...arrived].filter(([, copies]) => copies !== 1)).toEqual([]);
  const settled = () =>
    deps.db.selectFrom('notification').where('id', '=', id).select(['status', 'total', 'failed']).executeTakeFirst();
  await expect.poll(settled, { timeout: inTime(30_000) }).toMatchObject({ status: 4, total: 2 * PEOPLE, failed: 0 });
  // Each process has a way of its own to the operator.
  expect(operator.sessions.length).toBeGreaterThanOrEqual(2);
});
