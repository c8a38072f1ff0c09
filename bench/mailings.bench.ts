// Letters of a mailing through the outbox against a bare pooled nodemailer loop; SMS against a bare loop of submits with the same window.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import smpp, { type Pdu, type Session } from 'smpp';
import { SMTPServer } from 'smtp-server';
import { openDeps } from '../server/deps.ts';
import type { AppDeps } from '../server/kernel/ctx.ts';
import { readSettings } from '../server/kernel/settings.ts';
import { openTransport, sendLettersDue } from '../server/ports/mailer.ts';
import { openGateway, sendSmsDue } from '../server/ports/sms/sender.ts';
import { canHavePostgres, startPostgres } from '../tests/kit/postgresServer.ts';
import { middle, mustEqual, report, timed } from './kit.ts';

const LETTERS = 2000;
const MESSAGES = 10_000;
const ROUNDS = 3;
const CONNECTIONS = 5;
const TEXT = 'Собрание КАС 12-3 28.03 в 11:00, гараж А-14';
const HTML = `<p>${TEXT}</p>`.repeat(20);

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mailings-'));
  const [mail, operator] = [await mailServer(), await smsServer()];
  const postgres = canHavePostgres() ? await startPostgres() : null;
  const deps = await openDeps(
    readSettings({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      DEMO: '0',
      SMTP_URL: mail.url,
      SMS_URL: operator.url,
      ...(postgres && { DATABASE_URL: postgres.url }),
    }),
  );
  try {
    await letters(deps, mail);
    await messages(deps, operator);
  } finally {
    await deps.engine.close();
    await mail.close();
    await operator.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function letters(deps: AppDeps, mail: Awaited<ReturnType<typeof mailServer>>) {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await fill(deps, 'mail', LETTERS, round);
    const transport = openTransport(deps.settings)!;
    ours.push(await timed(() => sendLettersDue(deps, transport)));
    transport.close();
    const bare = createTransport({ url: mail.url, pool: true, maxConnections: CONNECTIONS } as never);
    const one = (nth: number) =>
      bare.sendMail({ from: 'a@example.ru', to: `p${nth}@example.ru`, subject: 'Собрание', text: TEXT, html: HTML });
    peer.push(await timed(() => Promise.all(Array.from({ length: LETTERS }, (_, nth) => one(nth)))));
    bare.close();
  }
  mustEqual('писем пришло', mail.count(), 2 * ROUNDS * LETTERS);
  tell(`${LETTERS} писем: скорость к голому nodemailer`, ours, peer, LETTERS, 0.8);
}

async function messages(deps: AppDeps, operator: Awaited<ReturnType<typeof smsServer>>) {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await fill(deps, 'sms', MESSAGES, round);
    const [gateway, bare] = [
      openGateway(deps.settings, () => undefined)!,
      openGateway(deps.settings, () => undefined)!,
    ];
    ours.push(await timed(() => sendSmsDue(deps, gateway)));
    const submit = (nth: number) => bare.send({ id: nth, to: '+79000000001', text: TEXT, sender: null });
    peer.push(await timed(() => Promise.all(Array.from({ length: MESSAGES }, (_, nth) => submit(nth)))));
    await gateway.close();
    await bare.close();
  }
  mustEqual('СМС принято', operator.count(), 2 * ROUNDS * MESSAGES);
  tell(`${MESSAGES} СМС: скорость к голому submit_sm`, ours, peer, MESSAGES, 0.7);
}

/** A speed against a bare one: at least so much of it, said as the ratio of times that `report` knows. */
function tell(what: string, ours: number[], peer: number[], count: number, least: number) {
  const [us, them] = [middle(ours), middle(peer)];
  const speed = (ms: number) => `${Math.round((1000 * count) / ms)}/с`;
  report(what, us / them, 1 / least, `${speed(us)} и ${speed(them)}, доля ${(them / us).toFixed(2)}`);
}

const fill = (deps: AppDeps, channel: 'mail' | 'sms', count: number, round: number) =>
  sql`insert into outbox (channel, what, receiver, recipient, subject, body_text, body_html, next_attempt_at)
    select ${channel}, ${`bench:${round}`}, n::text, case when ${channel} = 'mail' then 'p' || n || '@example.ru' else '+7900' || lpad(n::text, 7, '0') end,
      'Собрание', ${TEXT}, case when ${channel} = 'mail' then ${HTML} end, now() - interval '1 minute' from generate_series(1, ${count}::int) as n`.execute(
    deps.db,
  );

async function mailServer() {
  let came = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        came += 1;
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => server.close(closed));
  return { url: `smtp://127.0.0.1:${port}`, count: () => came, close };
}

async function smsServer() {
  let came = 0;
  const sessions: Session[] = [];
  const server = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => undefined);
    session.on('bind_transceiver', (pdu: Pdu) => session.send(pdu.response()));
    session.on('submit_sm', (pdu: Pdu) => session.send(pdu.response({ message_id: String((came += 1)) })));
  }) as Server;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const session of sessions) session.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `smpp://voa:secret@127.0.0.1:${port}`, count: () => came, close };
}
