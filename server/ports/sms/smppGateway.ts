// SMS by SMPP 3.4: one bound session, a window of messages under way, long texts in parts, receipts, a new session when one is lost.
import smpp, { type Pdu, type Session } from 'smpp';
import { isGsmText, smsParts } from '../../../contract/kernel/smsSegments.ts';
import type { Handover, Receipt, SmsGateway, SmsMessage } from './port.ts';

export interface SmppOptions {
  /** `smpp://system_id:password@host:2775`, `ssmpp:` for TLS. */
  url: string;
  /**
   * Told for each receipt, in any order, also before the answer to the message itself. The operator hears that it was taken once this is
   * done; where it fails he sends it again.
   */
  onReceipt: (receipt: Receipt) => Promise<void> | void;
  /** Most parts under way at once. */
  window?: number;
  /** Longest wait for an answer, to the bind and to «are you there» too. */
  answerMs?: number;
  enquireMs?: number;
  /** Pause before a new session; doubles up to a minute. */
  reconnectMs?: number;
  /** Pause after «too fast»: nothing is submitted meanwhile. */
  throttledMs?: number;
}

/** So many times one part is submitted again after «too fast» before its message waits for another attempt. */
const MOST_THROTTLED = 60;

/** Final words of a receipt as statuses of the informing history; ENROUTE and ACCEPTD are still on their way. */
const stateByWord: Record<string, Receipt['status']> = {
  ENROUTE: 1,
  ACCEPTD: 1,
  UNKNOWN: 1,
  DELIVRD: 2,
  UNDELIV: 4,
  DELETED: 4,
  EXPIRED: 5,
  REJECTD: 6,
};
/** `message_state` of the standard, by number. */
const stateWords = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];

/** «The queue is full», «throttled»: surely not taken, and taken a moment later. */
const TOO_FAST = new Set([0x14, 0x58]);
/** Answers that mean «later», not «no». */
const TEMPORARY = new Set([0x14, 0x58, 0x08, 0x64]);
/** «Temporarily not taken»: the operator sends the receipt again. */
const TRY_LATER = 0x64;
/** Answers that every message would get: bound state, password, system. */
const STOPS_ALL = new Set([0x04, 0x0d, 0x0e, 0x0f]);

/** A gateway over one session; `send` waits for a bound session and for room in the window. */
export function smppGateway(options: SmppOptions): SmsGateway {
  const { window = 10, answerMs = 30_000, enquireMs = 30_000, reconnectMs = 1000, throttledMs = 1000 } = options;
  const link = new SmppLink(options.url, { answerMs, enquireMs, reconnectMs, onReceipt: options.onReceipt });
  const room = new Room(window);
  let slowUntil = 0;
  /** Submits a part; told that it goes too fast, the whole line stands still for a moment and the part is submitted again. */
  const submit = async (fields: Record<string, unknown>): Promise<Handover> => {
    for (let tries = 1; ; tries += 1) {
      for (let wait = slowUntil - Date.now(); wait > 0; wait = slowUntil - Date.now())
        await new Promise((resume) => setTimeout(resume, wait));
      const answer = await link.submit(fields);
      if (answer.kind !== 'failed' || !answer.isTooFast || tries > MOST_THROTTLED) return answer;
      slowUntil = Date.now() + throttledMs;
    }
  };
  let reference = 0;
  return {
    name: 'smpp',
    send: async (message) => {
      const parts = smsParts(message.text);
      reference = (reference + 1) % 256;
      const answers: Handover[] = [];
      for (const [at, fields] of partFields(message, parts, reference).entries()) {
        await room.enter();
        const answer = await submit(fields).finally(() => room.leave());
        answers.push(answer);
        // A message without its next part is broken already: what is left is not sent.
        if (answer.kind !== 'accepted') return at === 0 ? answer : partlySent(answer);
      }
      const ids = answers.flatMap((answer) => (answer.kind === 'accepted' ? answer.gatewayIds : []));
      return { kind: 'accepted', gatewayIds: ids, costKopecks: null };
    },
    status: async () => [],
    balance: async () => null,
    close: () => link.close(),
  };
}

/** Parts went out before one failed: a repeat would show them twice. */
const partlySent = (answer: Handover): Handover => ({
  kind: 'unknown',
  reason: `ушла только часть сообщения: ${answer.kind === 'accepted' ? '' : answer.reason}`,
});

function partFields(message: SmsMessage, parts: string[], reference: number): Record<string, unknown>[] {
  return parts.map((part, at) => ({
    ...(message.sender && { source_addr: message.sender, source_addr_ton: 5, source_addr_npi: 0 }),
    destination_addr: message.to.replace('+', ''),
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    registered_delivery: 1,
    // The package would choose by each part; all are of the kind by which they were cut and counted.
    short_message:
      parts.length === 1 ? part : { udh: Buffer.from([5, 0, 3, reference, parts.length, at + 1]), message: part },
    ...(!isGsmText(message.text) && { data_coding: UCS2 }),
    ...(parts.length > 1 && { esm_class: 0x40 }),
  }));
}

/** «data_coding» of SMPP for UTF-16. */
const UCS2 = 8;

/** Places for what is under way. */
class Room {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  constructor(places: number) {
    this.free = places;
  }
  async enter() {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((entered) => this.waiting.push(entered));
  }
  leave() {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

interface LinkOptions {
  answerMs: number;
  enquireMs: number;
  reconnectMs: number;
  onReceipt: SmppOptions['onReceipt'];
}

/** The session and its next one. Whatever waits for an answer when a session is lost is «unknown». */
class SmppLink {
  private readonly url: URL;
  private readonly options: LinkOptions;
  private session: Session | null = null;
  private bound: Promise<Session> | null = null;
  private readonly pending = new Map<number, (handover: Handover) => void>();
  private lastKey = 0;
  private pauseMs: number;
  private retryAt = 0;
  private enquiring: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(url: string, options: LinkOptions) {
    this.url = new URL(url);
    this.options = options;
    this.pauseMs = options.reconnectMs;
  }

  /** Hands one part over. */
  async submit(fields: Record<string, unknown>): Promise<Handover> {
    let session: Session;
    try {
      session = await this.open();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'шлюз не отвечает';
      return {
        kind: 'failed',
        reason,
        stopsAll: error instanceof BindRefused,
        isAway: !(error instanceof BindRefused),
      };
    }
    return new Promise((resolve) => {
      const key = (this.lastKey += 1);
      const silent = () => done({ kind: 'unknown', reason: 'шлюз не ответил' });
      const timer = setTimeout(silent, this.options.answerMs);
      const done = (handover: Handover) => {
        clearTimeout(timer);
        if (this.pending.delete(key)) resolve(handover);
      };
      this.pending.set(key, done);
      const isWritten = session.submit_sm(fields, (pdu) => done(handoverOf(pdu)));
      if (!isWritten) done({ kind: 'failed', reason: 'соединение закрыто', stopsAll: false, isAway: true });
    });
  }

  async close() {
    this.isClosed = true;
    const { session } = this;
    this.lose(session);
    if (session) await new Promise<void>((closed) => session.destroy(closed));
  }

  private open(): Promise<Session> {
    if (this.isClosed) return Promise.reject(new Error('шлюз закрыт'));
    this.bound ??= this.connect();
    return this.bound;
  }

  private async connect(): Promise<Session> {
    const wait = this.retryAt - Date.now();
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
    return new Promise((resolve, reject) => {
      const isTls = this.url.protocol === 'ssmpp:';
      const session = smpp.connect({
        host: this.url.hostname,
        port: Number(this.url.port || (isTls ? 3550 : 2775)),
        tls: isTls,
      });
      this.session = session;
      const fail = (error: Error) => {
        clearTimeout(silent);
        this.lose(session);
        reject(error);
      };
      // Somebody listens there and says nothing: without this word every SMS would wait for him.
      const silent = setTimeout(() => {
        fail(new Error('шлюз не отвечает на вход'));
        session.destroy();
      }, this.options.answerMs);
      session.on('error', () => fail(new Error('нет связи со шлюзом')));
      session.on('close', () => fail(new Error('шлюз закрыл соединение')));
      session.on('deliver_sm', (pdu: Pdu) => {
        const receipt = receiptOf(pdu);
        const isKept = async () => receipt && (await this.options.onReceipt(receipt));
        const answer = (command_status: number) => session.send(pdu.response({ command_status }));
        void isKept().then(
          () => answer(smpp.ESME_ROK),
          () => answer(TRY_LATER),
        );
      });
      session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
      const bind = () =>
        session.bind_transceiver(
          { system_id: decodeURIComponent(this.url.username), password: decodeURIComponent(this.url.password) },
          (pdu) => {
            if (pdu.command_status !== smpp.ESME_ROK) {
              session.destroy();
              return fail(new BindRefused('шлюз отказал во входе'));
            }
            this.pauseMs = this.options.reconnectMs;
            clearTimeout(silent);
            this.enquiring = setInterval(() => this.enquire(session), this.options.enquireMs).unref();
            resolve(session);
          },
        );
      session.on(isTls ? 'secureConnect' : 'connect', bind);
    });
  }

  /** A session whose other end is silent is gone, though nobody has said so. */
  private enquire(session: Session) {
    const silent = setTimeout(() => session.destroy(), this.options.answerMs).unref();
    session.enquire_link(() => clearTimeout(silent));
  }

  /** Forgets a session: the next message opens another, after a pause that grows. */
  private lose(session: Session | null) {
    if (!session || this.session !== session) return;
    this.session = null;
    this.bound = null;
    clearInterval(this.enquiring);
    this.retryAt = Date.now() + this.pauseMs;
    this.pauseMs = Math.min(60_000, this.pauseMs * 2);
    for (const done of this.pending.values()) done({ kind: 'unknown', reason: 'связь оборвалась до ответа' });
  }
}

class BindRefused extends Error {}

function handoverOf(pdu: Pdu): Handover {
  const status = pdu.command_status;
  if (status === smpp.ESME_ROK)
    return pdu.message_id
      ? { kind: 'accepted', gatewayIds: [pdu.message_id], costKopecks: null }
      : { kind: 'unknown', reason: 'шлюз не назвал номера сообщения' };
  const reason = `шлюз отказал: код 0x${status.toString(16).padStart(2, '0')}`;
  if (TEMPORARY.has(status) || STOPS_ALL.has(status))
    return { kind: 'failed', reason, stopsAll: STOPS_ALL.has(status), isTooFast: TOO_FAST.has(status) };
  return { kind: 'refused', reason };
}

/** Reads a receipt from its fields or from its words; a message of a subscriber is none. */
export function receiptOf(pdu: Pdu): Receipt | null {
  const text = pdu.short_message?.message ?? '';
  const words = /\bid:\s*(\S+)[\s\S]*?\bstat:\s*(\w+)/i.exec(text);
  const gatewayId = pdu.receipted_message_id || words?.[1];
  const word = pdu.message_state === undefined ? words?.[2]?.toUpperCase() : stateWords[pdu.message_state];
  const status = stateByWord[word ?? ''];
  return gatewayId && status ? { gatewayId, status } : null;
}
