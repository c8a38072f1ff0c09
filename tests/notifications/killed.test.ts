// The process is killed at seven moments of a mailing by letter and SMS: nobody is lost, nobody gets it twice unless it is said «неизвестно».
// `KILLED_MAILING=2000` does all of it with two thousand people; the usual run takes fewer, at the moments that lie deepest.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import smpp, { type Pdu, type Session } from 'smpp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FailPoint } from '../../server/kernel/failPoints.ts';
import { inTime } from '../kit/busy.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { killStanding } from '../kit/killing.ts';
import { deliver, openFolder, preparedMailing, type Peers, type Prepared } from './killed.ts';

/** Where a process dies with something in its hands. */
const deepest: FailPoint[] = ['after commit', 'message handed over', 'fates settled'];
const PEOPLE = Number(process.env.KILLED_MAILING ?? 60);
/** Copies that reached each address, by what stands before «@» or by the number. */
let arrived = new Map<string, number>();
const count = (address: string) => arrived.set(address, (arrived.get(address) ?? 0) + 1);

const sessions: Session[] = [];
let smtp: SMTPServer;
let operator: Server;
let peers: Peers;
let root: string;
let made: Prepared;

describe.runIf(testEngine === 'embedded')('a sender killed', () => {
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          for (const { address } of session.envelope.rcptTo) count(address);
          done();
        });
      },
    });
    // The killed sender breaks its line off.
    smtp.on('error', () => undefined);
    await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
    operator = smpp.createServer((session) => {
      sessions.push(session);
      session.on('error', () => undefined);
      session.on('bind_transceiver', (pdu: Pdu) => session.send(pdu.response()));
      session.on('submit_sm', (pdu: Pdu) => {
        count(`+${pdu.destination_addr}`);
        session.send(pdu.response({ message_id: String(pdu.destination_addr) }));
      });
    }) as Server;
    await new Promise<void>((listening) => operator.listen(0, '127.0.0.1', listening));
    peers = {
      mail: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      sms: `smpp://voa:secret@127.0.0.1:${(operator.address() as AddressInfo).port}`,
    };
    root = mkdtempSync(join(tmpdir(), 'registry-killed-mailing-'));
    await migratedFolder(join(root, 'origin', 'db'));
    const deps = await openFolder(join(root, 'origin'), peers);
    made = await preparedMailing(deps, PEOPLE);
    await deps.engine.close();
  }, inTime(120_000));
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((closed) => operator.close(closed));
    await new Promise<void>((closed) => smtp.close(closed));
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => void (arrived = new Map()));

  /** The moment, and how many times it is passed before: deep in a batch, some answers are known and some are not. */
  const moments: [FailPoint, number][] = [
    ['before commit', 0],
    ['after commit', 0],
    ['messages taken', 0],
    ['message handed over', Math.floor(PEOPLE / 3)],
    ['fates written', 0],
    ['before settling', 0],
    ['fates settled', 0],
  ];
  const isWhole = process.env.KILLED_MAILING !== undefined;
  it.each(moments.filter(([point]) => isWhole || deepest.includes(point)))(
    '%s',
    { timeout: inTime(120_000) },
    async (point, pass) => {
      const folder = join(root, point);
      cpSync(join(root, 'origin'), folder, { recursive: true });
      const { po, user, id } = made;
      const args = [folder, point, peers.mail, peers.sms, po, user, id, pass].map(String);
      await killStanding('notifications/killedSender.ts', args);

      const deps = await openFolder(folder, peers);
      // What the dead process had in hand is given up once its time is over.
      await sql`update outbox set taken_until = now() - interval '1 minute' where state = 'sending'`.execute(deps.db);
      await deliver(deps, made);
      await deliver(deps, made);
      const messages = await deps.db
        .selectFrom('notification_message')
        .where('notification_id', '=', id)
        .select(['address', 'status', 'channel'])
        .execute();
      const { status } = await deps.db
        .selectFrom('notification')
        .where('id', '=', id)
        .select('status')
        .executeTakeFirstOrThrow();
      await deps.engine.close();

      expect(messages).toHaveLength(2 * PEOPLE);
      const twice = [...arrived].filter(([, copies]) => copies > 1);
      const lost = messages.filter((one) => one.status === 1 && arrived.get(one.address!) !== 1);
      const undecided = messages.filter((one) => one.status !== 1 && one.status !== 11);
      expect({ twice, lost, undecided }).toEqual({ twice: [], lost: [], undecided: [] });
      const unknown = messages.filter((one) => one.status === 11).length;
      // Only what was in hand may be unknown; before and after that every fate is known.
      const inHand = point === 'messages taken' || point === 'message handed over';
      expect(inHand ? unknown > 0 : unknown === 0, `${unknown} unknown`).toBe(true);
      expect(status).toBe(unknown ? 5 : 4);
    },
  );
});
