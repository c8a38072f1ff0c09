// A person at the console of a scaled installation: calls over TLS, repeated under the same key until they are answered, and a live channel.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { WebSocket } from 'ws';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts';

const FINGERPRINT = 'f'.repeat(64);
/** A call that nobody answers is repeated so soon, and given up after so many times, ms. */
const AGAIN_MS = 100;
const TRIES = 200;

export interface Answer {
  status: number;
  body: Buffer;
  json<T>(): T;
}
/** What went wrong on the way: how many calls had to be repeated, and the longest wait of one, ms. */
export interface Trouble {
  repeated: number;
  longestMs: number;
}

/** Calls through nginx. */
export class Door {
  readonly trouble: Trouble = { repeated: 0, longestMs: 0 };
  private readonly agent: Agent;
  readonly url: string;
  private readonly certificate: string;
  constructor(url: string, certificate: string) {
    this.url = url;
    this.certificate = certificate;
    this.agent = new Agent({ keepAlive: true, ca: certificate });
  }

  /** One attempt. @throws when the connection breaks */
  once(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request(
        encodeURI(this.url + path),
        { method, agent: this.agent, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          reply.on('end', () => {
            const whole = Buffer.concat(chunks);
            resolve({
              status: reply.statusCode!,
              body: whole,
              json: <T>() => JSON.parse(whole.toString()) as T,
            });
          });
        },
      );
      call.on('error', reject).end(body);
    });
  }

  /** The same under one key until a process answers; what it answers may be a refusal. */
  async sure(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    const keyed = method === 'GET' ? headers : { 'idempotency-key': randomUUID(), ...headers };
    const from = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.once(method, path, keyed, body).catch(() => null);
      this.trouble.longestMs = Math.max(this.trouble.longestMs, performance.now() - from);
      if (answer && answer.status < 500) return answer;
      if (attempt > TRIES) throw new Error(`${method} ${path}: ${answer?.status} ${answer?.body.toString()}`);
      this.trouble.repeated += 1;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  close() {
    this.agent.destroy();
  }

  channel(url: string, id: number, token: string): WebSocket {
    return new WebSocket(`${url.replace(/^http/, 'ws')}/ws/${id}`, ['auth', token, FINGERPRINT], {
      ca: this.certificate,
      origin: this.url,
    });
  }
}

export interface Person {
  id: number;
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  /** Attaches a PDF to a garage. */
  upload(garage: number, name: string, bytes: Buffer): Promise<Answer>;
  /** What a listener at `url` hears from now on. */
  listen(url: string): Promise<{ heard: LiveMessage[]; end(): void }>;
}

/** Signs in through the door. */
export async function enter(door: Door, email: string): Promise<Person> {
  const json = { 'content-type': 'application/json', 'x-fingerprint': FINGERPRINT };
  const text = (body: object) => Buffer.from(JSON.stringify(body));
  const entered = await door.sure('POST', '/api/login/', json, text({ email, password: DEMO_PASSWORD }));
  const { token } = entered.json<{ token: string }>();
  const { id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { id: number };
  const known = { 'x-fingerprint': FINGERPRINT, authorization: `Bearer ${token}` };
  return {
    id,
    get: (path) => door.sure('GET', path, known),
    post: (path, body) => door.sure('POST', path, { ...json, ...known }, text(body)),
    upload(garage, name, bytes) {
      const between = 'between-the-parts';
      const head = `--${between}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
      const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${between}--\r\n`)]);
      const type = `multipart/form-data; boundary=${between}`;
      return door.sure('POST', `/api/attachments/garage/${garage}`, { ...known, 'content-type': type }, body);
    },
    async listen(url) {
      const heard: LiveMessage[] = [];
      const socket = door.channel(url, id, token);
      socket.on('message', (data) => heard.push(JSON.parse(String(data as Buffer)) as LiveMessage));
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      // The end of a killed process is no error of the walk.
      socket.on('error', () => undefined);
      return { heard, end: () => socket.terminate() };
    },
  };
}
