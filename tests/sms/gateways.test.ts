// Both gateways against real peers: an HTTP server and an SMPP server that answer, refuse, stall, drop and repeat.
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import type { Pdu, Session } from 'smpp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { smsCount } from '../../contract/kernel/smsSegments.ts';
import { httpGateway } from '../../server/ports/sms/httpGateway.ts';
import type { Receipt, SmsGateway } from '../../server/ports/sms/port.ts';
import { smppGateway } from '../../server/ports/sms/smppGateway.ts';
import { inTime } from '../kit/busy.ts';
import { openSmpp } from '../kit/mailPeers.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
/** Within which a peer that answers has answered, on a busy machine too. */
const ANSWERED_MS = inTime(100);
/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
const message = (id: number, text = 'Долг 6713 р.') => ({ id, to: '+79000000001', text, sender: 'VOA-SPB' });

describe('HTTP', () => {
  async function gateway(
    answer: (fields: URLSearchParams, page: string) => [number, unknown] | 'drop' | 'stall',
    timeoutMs = 20_000,
  ) {
    const asked: URLSearchParams[] = [];
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        const fields = new URLSearchParams(body);
        asked.push(fields);
        const said = answer(fields, request.url ?? '');
        if (said === 'drop') return void request.socket.destroy();
        if (said === 'stall') return;
        response.writeHead(said[0], { 'content-type': 'application/json' }).end(JSON.stringify(said[1]));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closing.push(() => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://voa:p%40ss@127.0.0.1:${port}/sys/`;
    return { gate: httpGateway({ url, timeoutMs }), asked, url };
  }

  it('hands over with the key of the message and reads id and cost', async () => {
    const { gate, asked } = await gateway(() => [200, { id: 41, cnt: 1, cost: '6.00' }]);
    expect(await gate.send(message(7))).toEqual({ kind: 'accepted', gatewayIds: ['41'], costKopecks: 600 });
    expect(Object.fromEntries(asked[0]!)).toMatchObject({
      login: 'voa',
      psw: 'p@ss',
      phones: '+79000000001',
      mes: 'Долг 6713 р.',
      id: '7',
      sender: 'VOA-SPB',
    });
  });
  it.each([
    [[200, { error: 'invalid number', error_code: 7 }], { kind: 'refused', reason: 'invalid number' }],
    [[200, { error: 'no money', error_code: 3 }], { kind: 'failed', reason: 'no money', stopsAll: true }],
    [[200, { error: 'too many', error_code: 9 }], { kind: 'failed', reason: 'too many', stopsAll: false }],
    [[503, null], { kind: 'failed', reason: 'шлюз ответил 503', stopsAll: false }],
    [[200, { hello: 1 }], { kind: 'unknown', reason: 'ответ шлюза не понят' }],
    [[404, null], { kind: 'failed', reason: 'шлюз ответил 404', stopsAll: true }],
    [[401, { hello: 1 }], { kind: 'failed', reason: 'шлюз ответил 401', stopsAll: true }],
    [[301, null], { kind: 'failed', reason: 'шлюз ответил 301', stopsAll: true }],
    [[504, null], { kind: 'unknown', reason: 'шлюз ответил 504' }],
    ['drop', { kind: 'unknown', reason: 'ответ шлюза потерян' }],
    ['stall', { kind: 'unknown', reason: 'ответ шлюза потерян' }],
  ] as const)('%j', async (said, expected) => {
    const { gate } = await gateway(() => said as never, said === 'stall' ? 100 : 20_000);
    expect(await gate.send(message(1))).toEqual(expected);
  });
  it('a gateway that is not there has surely taken nothing', async () => {
    const gate = httpGateway({ url: `http://a:b@127.0.0.1:${await freePort()}/sys/` });
    expect(await gate.send(message(1))).toMatchObject({ kind: 'failed', stopsAll: false });
    expect(await gate.balance()).toBeNull();
  });
  it.each([
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ])('%s: who is not known to be the gateway was told nothing, and stops all', async (code) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: { code } })));
    closing.push(() => vi.unstubAllGlobals());
    const gate = httpGateway({ url: 'https://a:b@gateway.example.ru/sys/' });
    const reason = `сертификат шлюза не принят: ${code}`;
    expect(await gate.send(message(1))).toEqual({ kind: 'failed', reason, stopsAll: true });
  });
  it('a gateway without TLS behind an address with it was told nothing', async () => {
    const { url, asked } = await gateway(() => [200, { id: 1 }]);
    const gate = httpGateway({ url: url.replace('http:', 'https:') });
    expect(await gate.send(message(1))).toMatchObject({ kind: 'failed', stopsAll: true });
    expect(asked).toEqual([]);
  });
  it('statuses and money', async () => {
    const { gate } = await gateway((fields, page) =>
      page.endsWith('balance.php') ? [200, { balance: '12.34' }] : [200, { status: Number(fields.get('id')) }],
    );
    const ids = ['-1', '1', '2', '3', '20', '22', '99'];
    const receipts = await gate.status(ids.map((gatewayId) => ({ to: '+79000000001', gatewayId })));
    expect(receipts.map(({ status }) => status)).toEqual([1, 2, 3, 5, 4, 6]);
    expect(await gate.balance()).toBe(1234);
  });
});

describe('SMPP', () => {
  it('whoever listens and does not answer the sign-in took nothing, and is waited for no longer than for an answer', async () => {
    // What comes is read, or the end of a line would never be noticed here.
    const mute = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
    await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening));
    closing.push(() => new Promise((closed) => mute.close(closed)));
    const { port } = mute.address() as AddressInfo;
    const gate = smppGateway({
      url: `smpp://voa:secret@127.0.0.1:${port}`,
      onReceipt: () => undefined,
      answerMs: 100,
      reconnectMs: 1,
    });
    closing.push(() => gate.close());
    for (const id of [1, 2])
      expect(await gate.send(message(id))).toMatchObject({
        kind: 'failed',
        isAway: true,
        reason: 'шлюз не отвечает на вход',
      });
  });

  it('a session whose other end fell silent is left for a new one', async () => {
    const { gate, sessions } = await peer(
      (pdu, session, at) => session.send(pdu.response({ message_id: String(at) })),
      {
        answerMs: ANSWERED_MS,
        enquireMs: 20,
      },
    );
    // The operator answers submits alone: «are you there» hears nothing.
    expect(await gate.send(message(1))).toMatchObject({ kind: 'accepted' });
    await expect.poll(() => sessions[0]!.socket.destroyed, { timeout: 10 * ANSWERED_MS }).toBe(true);
    expect(await gate.send(message(2))).toMatchObject({ kind: 'accepted', gatewayIds: ['2'] });
    expect(sessions.length).toBeGreaterThan(1);
  });

  it('a receipt that could not be kept is asked for again', async () => {
    const answers: number[] = [];
    let isBroken = true;
    const { gate } = await peer(
      (pdu, session) => {
        session.send(pdu.response({ message_id: 'm1' }));
        const tell = () =>
          session.deliver_sm(receipt('m1', 'DELIVRD'), ({ command_status }) => {
            answers.push(command_status);
            if (command_status) tell();
          });
        tell();
      },
      {
        keep: () => {
          if (!isBroken) return;
          isBroken = false;
          throw new Error('нет базы');
        },
      },
    );
    await gate.send(message(1));
    await expect.poll(() => answers).toEqual([0x64, 0]);
  });

  interface Peer {
    gate: SmsGateway;
    receipts: Receipt[];
    submits: Pdu[];
    sessions: Session[];
    /** Waits until so many receipts came. */
    heard(count: number): Promise<void>;
  }
  async function peer(
    answer: (pdu: Pdu, session: Session, at: number) => void,
    given: { window?: number; answerMs?: number; enquireMs?: number; password?: string; keep?: () => void } = {},
  ): Promise<Peer> {
    const operator = await openSmpp(answer);
    const receipts: Receipt[] = [];
    let told: (() => void) | null = null;
    const gate = smppGateway({
      url: operator.url.replace('secret', given.password ?? 'secret'),
      onReceipt: async (receipt) => {
        given.keep?.();
        receipts.push(receipt);
        told?.();
      },
      window: given.window ?? 10,
      answerMs: given.answerMs ?? 30_000,
      ...(given.enquireMs && { enquireMs: given.enquireMs }),
      reconnectMs: 5,
      throttledMs: 1,
    });
    closing.push(async () => {
      await gate.close();
      await operator.close();
    });
    const heard = (count: number) =>
      new Promise<void>((done) => {
        told = () => receipts.length >= count && done();
        told();
      });
    return { gate, receipts, submits: operator.submits, sessions: operator.sessions, heard };
  }
  const receipt = (id: string, stat: string) => ({
    esm_class: 4,
    short_message: `id:${id} sub:001 dlvrd:001 stat:${stat} err:000 text:`,
  });

  it('one part, a receipt after it', async () => {
    const { gate, receipts, submits, heard } = await peer((pdu, session) => {
      session.send(pdu.response({ message_id: '1A' }));
      session.deliver_sm(receipt('0000000026', 'DELIVRD'));
    });
    expect(await gate.send(message(1))).toEqual({ kind: 'accepted', gatewayIds: ['1A'], costKopecks: null });
    await heard(1);
    expect(receipts).toEqual([{ gatewayId: '0000000026', status: 2 }]);
    expect(submits[0]).toMatchObject({ destination_addr: '79000000001', source_addr: 'VOA-SPB', data_coding: 8 });
    expect(submits[0]!.short_message!.message).toBe('Долг 6713 р.');
  });

  it('a receipt that comes before the answer is told too; words and fields are both read', async () => {
    const { gate, receipts, heard } = await peer((pdu, session, at) => {
      session.deliver_sm({ ...receipt('x', 'UNDELIV'), receipted_message_id: `m${at}`, message_state: 3 });
      session.deliver_sm(receipt('7', 'REJECTD'));
      session.deliver_sm({ short_message: 'СТОП' });
      session.send(pdu.response({ message_id: `m${at}` }));
    });
    expect(await gate.send(message(1))).toMatchObject({ kind: 'accepted', gatewayIds: ['m1'] });
    await heard(2);
    expect(receipts).toEqual([
      { gatewayId: 'm1', status: 5 },
      { gatewayId: '7', status: 6 },
    ]);
  });

  it.each([
    ['GSM-7 with signs of two septets and Greek letters', 'Pay 100 € [now] Ω ', 153, undefined],
    ['Latin letters that GSM-7 lacks', 'Fenêtre ouverte, paiement. ', 67, 8],
  ])('a long text of %s goes in parts of the kind by which they are counted', async (_, words, most, coding) => {
    const text = words.repeat(20).trimEnd();
    const { gate, submits } = await peer((pdu, session, at) => session.send(pdu.response({ message_id: String(at) })));
    expect(await gate.send(message(1, text))).toMatchObject({ kind: 'accepted' });
    expect(submits).toHaveLength(smsCount(text).segments);
    expect(submits.map((pdu) => pdu.short_message!.message).join('')).toBe(text);
    for (const { data_coding, short_message } of submits) {
      expect(data_coding === 8).toBe(coding === 8);
      expect(String(short_message!.message).length).toBeLessThanOrEqual(most);
    }
  });

  it('a long text goes in parts that carry one reference and their numbers, and arrives whole', async () => {
    const text = 'Собрание членов КАС № 12-3 '.repeat(6);
    const { gate, submits } = await peer((pdu, session, at) => session.send(pdu.response({ message_id: String(at) })));
    expect(await gate.send(message(1, text))).toEqual({
      kind: 'accepted',
      gatewayIds: ['1', '2', '3'],
      costKopecks: null,
    });
    expect(submits.map((pdu) => pdu.short_message!.message).join('')).toBe(text);
    const headers = submits.map((pdu) => [pdu.short_message!.udh!].flat()[0] as Buffer);
    expect(headers.map((udh) => [...udh.subarray(-2)])).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
    expect(new Set(headers.map((udh) => udh.at(-3))).size).toBe(1);
  });

  it.each([
    [0x58, { kind: 'failed', stopsAll: false }],
    [0x14, { kind: 'failed', stopsAll: false }],
    [0x0b, { kind: 'refused' }],
    [0x45, { kind: 'refused' }],
  ])('an answer with code %i', async (command_status, expected) => {
    const { gate } = await peer((pdu, session) => session.send(pdu.response({ command_status })));
    expect(await gate.send(message(1))).toMatchObject(expected);
  });

  it('told «too fast», it waits and submits the part again: the message goes whole, once', async () => {
    const { gate, submits } = await peer((pdu, session, at) =>
      session.send(pdu.response(at === 2 || at === 3 ? { command_status: 0x58 } : { message_id: String(at) })),
    );
    expect(await gate.send(message(1, 'я'.repeat(100)))).toMatchObject({ kind: 'accepted', gatewayIds: ['1', '4'] });
    expect(submits.map((pdu) => pdu.short_message!.message!.length)).toEqual([67, 33, 33, 33]);
  });

  it('no answer is unknown', async () => {
    const { gate } = await peer(() => undefined, { answerMs: ANSWERED_MS });
    expect(await gate.send(message(1))).toEqual({ kind: 'unknown', reason: 'шлюз не ответил' });
  });

  it('a lost session makes what was under way unknown; the next message opens a new session', async () => {
    const { gate, sessions } = await peer((pdu, session, at) => {
      if (at === 1) session.socket.destroy();
      else session.send(pdu.response({ message_id: String(at) }));
    });
    expect(await gate.send(message(1))).toEqual({ kind: 'unknown', reason: 'связь оборвалась до ответа' });
    expect(await gate.send(message(2))).toMatchObject({ kind: 'accepted', gatewayIds: ['2'] });
    expect(sessions).toHaveLength(2);
  });

  it('a second part that fails makes the whole unknown: a repeat would show the first twice', async () => {
    const { gate, submits } = await peer((pdu, session, at) =>
      session.send(pdu.response(at === 1 ? { message_id: '1' } : { command_status: 0x08 })),
    );
    expect(await gate.send(message(1, 'я'.repeat(200)))).toMatchObject({ kind: 'unknown' });
    expect(submits).toHaveLength(2);
  });

  it('no more are under way than the window holds', async () => {
    let under = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const { gate, submits } = await peer(
      (pdu, session, at) => {
        most = Math.max(most, (under += 1));
        waiting.push(() => {
          under -= 1;
          session.send(pdu.response({ message_id: String(at) }));
        });
        // Answers begin when the window is full: what would go over it would be seen.
        if (waiting.length >= 3 || at > 17) setImmediate(() => waiting.splice(0).forEach((answer) => answer()));
      },
      { window: 3 },
    );
    const sent = await Promise.all(Array.from({ length: 18 }, (_, id) => gate.send(message(id))));
    expect(sent.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(most).toBe(3);
    expect(submits).toHaveLength(18);
  });

  it('a wrong password stops all, a gateway that is not there only this message', async () => {
    const { gate, submits } = await peer(() => undefined, { password: 'wrong' });
    expect(await gate.send(message(1))).toMatchObject({ kind: 'failed', stopsAll: true });
    expect(submits).toHaveLength(0);
    const url = `smpp://a:b@127.0.0.1:${await freePort()}`;
    const nobody = smppGateway({ url, onReceipt: () => undefined, reconnectMs: 1 });
    closing.push(() => nobody.close());
    expect(await nobody.send(message(1))).toMatchObject({ kind: 'failed', stopsAll: false });
  });
});
