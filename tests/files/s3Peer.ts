// A store that speaks S3 and believes nobody: the store is a package (fauxqs), before it stands a check of signatures. Of the packages
// none refuses a wrong secret or a call that was changed on its way (fauxqs 2.4.1 and s3rver 3.7.1 answer 200 to both), so that a test
// against one alone can't fail for the commonest fault: every signature is counted here anew from what has really arrived.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { setTimeout } from 'node:timers/promises';

interface Slowness {
  piece: number;
  pauseMs: number;
  standsAfter?: number;
}

export interface S3Peer {
  url: (secret?: string) => string;
  /** Keys that the store has taken and not forgotten. */
  kept: Set<string>;
  refused: string[];
  /** Refuses everything as a store in trouble does. */
  isDown: boolean;
  /** How a slow one takes and gives bodies: a piece, then a pause; after `standsAfter` pieces it neither takes nor gives any more. */
  slow: Slowness | null;
  close(): Promise<void>;
}

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const sign = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Why the call is not believed; null when it is. Written from the published description of the signature. */
function distrust(request: IncomingMessage, body: Buffer, secret: string): string | null {
  const header = request.headers.authorization ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) return 'no signature';
  const [, key, day, region, signedNames, given] = parts as unknown as string[];
  if (key !== 'KEY') return 'unknown key';
  if (request.headers['x-amz-content-sha256'] !== sha(body)) return 'another body';
  const moment = String(request.headers['x-amz-date']);
  if (!moment.startsWith(day!)) return 'another day';
  const names = signedNames!.split(';');
  for (const must of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!names.includes(must)) return `${must} is not signed`;
  const [path = '', query = ''] = request.url!.split('?');
  const canonical = `${request.method}\n${path}\n${query}\n${names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('')}\n${signedNames}\n${sha(body)}`;
  const text = `AWS4-HMAC-SHA256\n${moment}\n${day}/${region}/s3/aws4_request\n${sha(canonical)}`;
  let derived: Buffer | string = `AWS4${secret}`;
  for (const step of [day!, region!, 's3', 'aws4_request']) derived = sign(derived, step);
  return sign(derived, text).toString('hex') === given ? null : 'wrong signature';
}

async function bodyOf(request: IncomingMessage, slow: Slowness | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let [taken, pieces] = [0, 0];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    taken += (chunk as Buffer).length;
    if (!slow || taken < slow.piece) continue;
    taken = 0;
    pieces += 1;
    await setTimeout(pieces === slow.standsAfter ? STANDING_MS : slow.pauseMs);
  }
  return Buffer.concat(chunks);
}

async function give(reply: ServerResponse, body: Buffer, { piece, pauseMs, standsAfter = Infinity }: Slowness) {
  for (let at = 0, pieces = 0; at < body.length && !reply.destroyed; at += piece, pieces += 1) {
    if (pieces === standsAfter) return;
    reply.write(body.subarray(at, at + piece));
    await setTimeout(pauseMs);
  }
  reply.end();
}
/** Most bytes that the package takes at once; larger bodies, by which slow lines are tried, are kept by the check itself. */
const MOST = 10 * 1024 * 1024;
/** Longer than any test waits. */
const STANDING_MS = 5000;

/** Starts it on a free port; its secret is `SECRET`. */
export async function startS3Peer(): Promise<S3Peer> {
  const peer: S3Peer = {
    url: () => '',
    kept: new Set(),
    refused: [],
    isDown: false,
    slow: null,
    close: async () => {},
  };
  const large = new Map<string, Buffer>();
  const store = await startFauxqs({
    port: 0,
    host: '127.0.0.1',
    logger: false,
    init: { buckets: ['registry'] },
  });
  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request, peer.slow).catch(() => null);
    // The other end has gone.
    if (!body) return;
    const reason = peer.isDown ? 'down' : distrust(request, body, 'SECRET');
    if (reason) {
      peer.refused.push(reason);
      return reply.writeHead(peer.isDown ? 503 : 403).end(reason);
    }
    const { method, url, headers } = request;
    if (method === 'PUT' && body.length > MOST) large.set(url!, body);
    const own = large.get(url!);
    if (own && method === 'PUT') return reply.end();
    if (own && method === 'GET') return peer.slow ? give(reply, own, peer.slow) : reply.end(own);
    const answer = await fetch(`http://127.0.0.1:${store.port}${url}`, {
      method: method!,
      headers: headers.range ? { range: headers.range } : {},
      ...(method === 'PUT' && { body: new Uint8Array(body) }),
    });
    if (answer.ok && method === 'PUT') peer.kept.add(url!);
    if (answer.ok && method === 'DELETE') peer.kept.delete(url!);
    const found = Buffer.from(await answer.arrayBuffer());
    reply.writeHead(answer.status);
    return answer.status === 200 && method === 'GET' && peer.slow ? give(reply, found, peer.slow) : reply.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  peer.url = (secret = 'SECRET') => `http://KEY:${secret}@127.0.0.1:${port}/registry?region=ru-central1`;
  peer.close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await store.stop();
  };
  return peer;
}
