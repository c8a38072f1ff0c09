// The process is killed at ten moments of a mailing by letter and SMS: nobody is lost, nobody gets it twice unless it is said «неизвестно».
// `npm run kill:mailing` does it with two thousand people; the usual run takes few, at four moments that lie deep.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FailPoint } from '../../server/kernel/failPoints.ts';
import { inTime } from '../kit/busy.ts';
import { isDeep } from '../kit/deep.ts';
import { migratedFolder, testEngine } from '../kit/database.ts';
import { killStanding } from '../kit/killing.ts';
import { openSmpp, openSmtp, type SmppPeer, type SmtpPeer } from '../kit/mailPeers.ts';
import { deliver, openFolder, preparedMailing, type Peers, type Prepared } from './killed.ts';

const PEOPLE = Number(process.env.KILLED_MAILING ?? 60);
/** Copies that reached each address, by what stands before «@» or by the number. */
let arrived = new Map<string, number>();
/** After so many the peers take what comes and answer nothing. */
let silence: { from: number; fallen(): void } | null = null;
/** A copy came; whether it is answered. */
const count = (address: string) => {
  arrived.set(address, (arrived.get(address) ?? 0) + 1);
  if (!silence || arrived.size <= silence.from) return true;
  silence.fallen();
  return false;
};

let smtp: SmtpPeer;
let operator: SmppPeer;
let peers: Peers;
let root: string;
let made: Prepared;

describe.runIf(testEngine === 'embedded')('a sender killed', () => {
  beforeAll(async () => {
    smtp = await openSmtp({
      answer: ({ to }) => (count(to[0]!) ? null : 'silence'),
    });
    operator = await openSmpp((pdu, session) => {
      if (count(`+${pdu.destination_addr}`)) session.send(pdu.response({ message_id: String(pdu.destination_addr) }));
    });
    peers = { mail: smtp.url, sms: operator.url };
    root = mkdtempSync(join(tmpdir(), 'registry-killed-mailing-'));
    await migratedFolder(join(root, 'origin', 'db'));
    const deps = await openFolder(join(root, 'origin'), peers);
    made = await preparedMailing(deps, PEOPLE);
    await deps.engine.close();
  }, inTime(120_000));
  afterAll(async () => {
    await operator.close();
    await smtp.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => void (arrived = new Map()));

  /** Neither end of a line knows what the other does: the peer has the message and has not answered. */
  const ON_THE_WIRE = 'on the wire';
  const third = Math.floor(PEOPLE / 3);
  /** The moment, and how many times it is passed before: deep in a batch, some answers are known and some are not. */
  const moments: [FailPoint | typeof ON_THE_WIRE, number][] = [
    ['before commit', 0],
    ['after commit', 0],
    ['messages taken', 0],
    // Between two takings, the next one in hand while the first leaves.
    ['messages taken', 1],
    [ON_THE_WIRE, third],
    ['message handed over', third],
    // Of what was told, some is written, some goes into the statement that never comes.
    ['fates gathered', 1],
    ['fates written', 0],
    ['before settling', 0],
    ['fates settled', 0],
  ];
  const deepest = new Set<string>(['after commit', ON_THE_WIRE, 'message handed over', 'fates settled']);
  const isWhole = isDeep || process.env.KILLED_MAILING !== undefined;
  it.each(moments.filter(([point]) => isWhole || deepest.has(point)))(
    '%s, passed %i times',
    { timeout: inTime(120_000) },
    async (point, pass) => {
      const folder = join(root, `${point} ${pass}`);
      cpSync(join(root, 'origin'), folder, { recursive: true });
      const { po, user, id } = made;
      const args = [folder, point, peers.mail, peers.sms, po, user, id, pass].map(String);
      if (point === ON_THE_WIRE) {
        const silent = new Promise<void>((fallen) => (silence = { from: pass, fallen }));
        await killStanding('notifications/killedSender.ts', args, silent);
        silence = null;
      } else await killStanding('notifications/killedSender.ts', args);

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
      const inHand = ['messages taken', ON_THE_WIRE, 'message handed over', 'fates gathered'].includes(point);
      expect(inHand ? unknown > 0 : unknown === 0, `${unknown} unknown`).toBe(true);
      expect(status).toBe(unknown ? 5 : 4);
    },
  );
});
