// A film of 200 MB over a real connection: taken and given piece by piece with little memory; a longer one is not taken.
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/tutorials.ts';
import { MOST_FILM_BYTES } from '../../server/tutorials/rules.ts';
import { inTime } from '../kit/busy.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

const MB = 1024 * 1024;
const FILM = 200 * MB;
const CHUNK = 256 * 1024;
/** What the way of a film may hold at once, half of it; what is thrown away already is not held. */
const MOST_HELD = FILM / 2;
setFlagsFromString('--expose_gc');
const gc = runInNewContext('gc') as () => void;
/** Bytes outside the heap are given back beside the collection that found them: the next one waits for that. */
function collect() {
  gc();
  gc();
}

let t: TestApp;
let root: Caller;
let base = '';
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => t.close());

/** The byte of a film at a place: every place tells where it is. */
const byteAt = (at: number) =>
  at < 12 ? Buffer.from('\0\0\0\x18ftypmp42', 'latin1')[at]! : (at * 31 + (at >> 13)) & 255;
function* film(bytes: number) {
  for (let at = 0; at < bytes; at += CHUNK) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes - at));
    for (let i = 0; i < chunk.length; i += 1) chunk[i] = byteAt(at + i);
    yield chunk;
  }
}

const held = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
/** Runs the work; answers the most memory that was held meanwhile beyond what was held before, bytes. */
async function mostHeld(work: () => Promise<unknown>): Promise<number> {
  collect();
  const before = held();
  let most = 0;
  const watch = setInterval(() => {
    // Collecting takes a while in a process of many tests: only when what lies there would be too much.
    if (held() - before > MOST_HELD) collect();
    most = Math.max(most, held() - before);
  }, 20);
  await work().finally(() => clearInterval(watch));
  return most;
}

/** Sends a film without saying how long it is; answers the status and how many bytes were taken from us. */
function send(id: number, bytes: number, headers: Record<string, string> = {}) {
  let given = 0;
  const edge = 'film-edge';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  function* body() {
    yield Buffer.from(head);
    for (const chunk of film(bytes)) {
      given += chunk.length;
      yield chunk;
    }
    yield Buffer.from(`\r\n--${edge}--\r\n`);
  }
  return new Promise<{ status: number; body: c.TutorialCard; given: number }>((resolve, reject) => {
    const sending = request(`${base}/api/tutorials/${id}/file/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${root.token}`,
        'x-fingerprint': 'f'.repeat(64),
        'content-type': `multipart/form-data; boundary=${edge}`,
        ...headers,
      },
    });
    const source = Readable.from(body());
    sending.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        source.destroy();
        sending.destroy();
        resolve({
          status: reply.statusCode!,
          body: JSON.parse(Buffer.concat(parts).toString()) as c.TutorialCard,
          given,
        });
      });
    });
    // A server that has answered «too long» closes the way under our hands.
    sending.on('error', (error) => setTimeout(() => reject(error), 500));
    source.on('error', () => undefined);
    source.pipe(sending);
  });
}

const newFilm = async () =>
  (
    await root.call(c.tutorials.create, {
      body: {
        kind: 'video',
        title: 'Касса за день',
        lead: null,
        topic: 'money',
        length: null,
        body: null,
        pages: [],
        sort: 1,
        is_active: false,
        checked_on: null,
        steps: [],
      },
    })
  ).body as c.TutorialCard;

it('200 MB are taken and given in pieces, with little memory', { timeout: inTime(120_000) }, async () => {
  const { id } = await newFilm();
  let sent!: Awaited<ReturnType<typeof send>>;
  expect(await mostHeld(async () => (sent = await send(id, FILM)))).toBeLessThan(MOST_HELD);
  expect([sent.status, sent.body.file?.size_bytes]).toEqual([200, FILM]);
  const url = base + sent.body.file!.url;
  // Ends with the session of its reader, as other files do.
  expect(url).toContain('session=');
  for (const start of [0, 5, 64 * 1024 - 3, 65_536, 100 * MB + 7, FILM - 10]) {
    const end = Math.min(start + 999, FILM - 1);
    const piece = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${FILM}`]);
    const bytes = new Uint8Array(await piece.arrayBuffer());
    expect(bytes.length).toBe(end - start + 1);
    expect(bytes.every((byte, nth) => byte === byteAt(start + nth))).toBe(true);
  }
  expect((await fetch(url, { headers: { range: `bytes=${FILM}-` } })).status).toBe(416);
  // A slow reader: what he does not take is not read for him.
  const reading = async () => {
    const { body } = await fetch(url);
    let at = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      if (chunk[0] !== byteAt(at)) throw new Error(`wrong byte at ${at}`);
      at += chunk.length;
      if (at < 8 * MB) await pause(5);
    }
    return at;
  };
  let read = 0;
  expect(await mostHeld(async () => (read = await reading()))).toBeLessThan(MOST_HELD);
  expect(read).toBe(FILM);
});

it('2 GB are refused by their length before any of it is taken', async () => {
  const { id } = await newFilm();
  const { status, given } = await send(id, 64 * MB, { 'content-length': String(2 * 1024 * MB) });
  expect(status).toBe(413);
  expect(given).toBeLessThan(32 * MB);
});

it('a film that does not say its length is cut at the limit and not kept', { timeout: inTime(120_000) }, async () => {
  const { id } = await newFilm();
  const kept = () => t.deps.db.selectFrom('stored_file').select('id').execute();
  const before = await kept();
  const { status } = await send(id, MOST_FILM_BYTES + 8 * MB);
  expect(status).toBe(413);
  expect(await kept()).toEqual(before);
  expect((await root.call(c.tutorials.one, { params: { id } })).body.file).toBeNull();
});
