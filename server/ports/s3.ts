// Files in a store that speaks S3, behind the same interface as the folder: every call is signed (AWS Signature Version 4).
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '../kernel/errors.ts';
import { checkedKey, noRoom, type FileStore } from './files.ts';

const DOWN = 'Хранилище файлов не отвечает, файл не сохранён: повторите позже';
/** How long the store is waited for, ms. */
export interface Patience {
  /** Its first answer to a call that sends nothing, and the line to it. */
  answerMs: number;
  /** A body that is on its way stands still; so long, too, for the answer to one that has been sent. */
  idleMs: number;
}
/** However long a large file takes: only silence is a fault. */
const PATIENCE: Patience = { answerMs: 20_000, idleMs: 60_000 };
/** A body is sent in pieces, so that it is seen to move. */
const PIECE = 64 * 1024;
const EMPTY = hex('');

interface Place {
  origin: string;
  host: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
}

/** `https://KEY:SECRET@host/bucket?region=…`; the region is us-east-1 where it is not named. */
function placeOf(url: string): Place {
  const { protocol, host, pathname, username, password, searchParams } = new URL(url);
  return {
    origin: `${protocol}//${host}`,
    host,
    bucket: pathname.replace(/^\/|\/$/g, ''),
    region: searchParams.get('region') ?? 'us-east-1',
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
  };
}

function hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Headers of a signed call; `sha256` is the digest of its body. */
export function signedHeaders(
  place: Pick<Place, 'host' | 'region' | 'key' | 'secret'>,
  call: { method: string; path: string; sha256: string; range?: string },
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = moment.slice(0, 8);
  const headers: Record<string, string> = {
    host: place.host,
    ...(call.range && { range: call.range }),
    'x-amz-content-sha256': call.sha256,
    'x-amz-date': moment,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    call.method,
    call.path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    call.sha256,
  ].join('\n');
  const scope = `${day}/${place.region}/s3/aws4_request`;
  const secret = hmac(hmac(hmac(hmac(`AWS4${place.secret}`, day), place.region), 's3'), 'aws4_request');
  const signature = hmac(secret, ['AWS4-HMAC-SHA256', moment, scope, hex(canonical)].join('\n')).toString('hex');
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${place.key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** Ends a call over which nothing has been heard for so long; `heard` says that something moved, `stop` that nothing is waited for. */
function silence() {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const heard = (ms: number) => {
    stop();
    timer = setTimeout(() => controller.abort(new Error('silence')), ms).unref();
  };
  return { signal: controller.signal, heard, stop };
}
type Silence = ReturnType<typeof silence>;

/** Bytes to send; each piece that is asked for says that those before it have left. */
async function* leaving(body: Readable, { heard }: Silence, ms: number) {
  for await (const chunk of body as AsyncIterable<Uint8Array>)
    for (let at = 0; at < chunk.byteLength; at += PIECE) {
      heard(ms);
      yield chunk.subarray(at, at + PIECE);
    }
  heard(ms);
}

/** Bytes that come. Only the wait for the store counts: whoever reads them may take his time. */
async function* coming(body: ReadableStream<Uint8Array>, { heard, stop }: Silence, ms: number) {
  const reader = body.getReader();
  try {
    for (;;) {
      heard(ms);
      const { done, value } = await reader.read();
      stop();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw down(error instanceof Error ? error.name : 'store');
  } finally {
    stop();
    await reader.cancel().catch(() => undefined);
  }
}

const down = (code: string) => new Refused(503, { message: DOWN, code });

/** What is sent with a call. */
interface Sent {
  stream: () => Readable;
  size: number;
  sha256: string;
}

/** Signed calls of a bucket; each answers the body with what watches over its silence. @throws 503 */
const callsOf =
  (place: Place, now: () => Date, patience: Patience) =>
  async (method: string, storeKey: string, body?: Sent, range?: string) => {
    const path = `/${place.bucket}/${checkedKey(storeKey)}`;
    const headers = signedHeaders(
      place,
      { method, path, sha256: body?.sha256 ?? EMPTY, ...(range && { range }) },
      now(),
    );
    const quiet = silence();
    quiet.heard(patience.answerMs);
    const sent = body && Readable.from(leaving(body.stream(), quiet, patience.idleMs), { objectMode: false });
    const answer = await fetch(place.origin + path, {
      method,
      headers: { ...headers, ...(body && { 'content-length': String(body.size) }) },
      // No other address is asked.
      redirect: 'manual',
      signal: quiet.signal,
      ...(sent && { body: Readable.toWeb(sent) as ReadableStream, duplex: 'half' }),
    } as RequestInit)
      .catch((error: unknown) => {
        throw down(error instanceof Error ? error.name : 'store');
      })
      .finally(quiet.stop);
    if (answer.ok) return { body: answer.body, quiet };
    await answer.body?.cancel();
    // What the store says of a wrong secret is for the log of the server, not for a person.
    throw down(`store ${answer.status}`);
  };

/** Files of a bucket; the clock is that of the calls' signatures. */
export function s3Store(url: string, now: () => Date = () => new Date(), patience = PATIENCE): FileStore {
  const place = placeOf(url);
  const call = callsOf(place, now, patience);
  const keep = async (size: number, sha256: string, stream: () => Readable) => {
    const id = randomUUID();
    const storeKey = `${id.slice(0, 2)}/${id}`;
    const answer = await call('PUT', storeKey, { stream, size, sha256 });
    await answer.body?.cancel();
    return { storeKey, sizeBytes: size, sha256 };
  };
  return {
    put: (bytes) => keep(bytes.byteLength, hex(bytes), () => Readable.from([Buffer.from(bytes)])),
    async putStream(body) {
      // The digest is a part of the signature: the bytes are gathered on the disk before they leave.
      const folder = await mkdtemp(join(tmpdir(), 'registry-file-')).catch(noRoom);
      const draft = join(folder, 'draft');
      const hash = createHash('sha256');
      let size = 0;
      try {
        const counted = async function* (source: AsyncIterable<Uint8Array>) {
          for await (const chunk of source) {
            hash.update(chunk);
            size += chunk.byteLength;
            yield chunk;
          }
        };
        await pipeline(body, counted, createWriteStream(draft)).catch(noRoom);
        return await keep(size, hash.digest('hex'), () => createReadStream(draft));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    get(storeKey, part) {
      checkedKey(storeKey);
      const out = new PassThrough();
      void call('GET', storeKey, undefined, part && `bytes=${part.start}-${part.end}`)
        .then(({ body, quiet }) => pipeline(coming(body!, quiet, patience.idleMs), out))
        .catch((error: unknown) => out.destroy(error as Error));
      return out;
    },
    async remove(storeKey) {
      const answer = await call('DELETE', storeKey);
      await answer.body?.cancel();
    },
  };
}
