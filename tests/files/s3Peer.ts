// A store that speaks S3 and believes nobody: it counts every signature anew from what has really arrived.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

interface Slowness {
  piece: number;
  pauseMs: number;
  standsAfter?: number;
}

export interface S3Peer {
  url: (secret?: string) => string;
  kept: Map<string, Buffer>;
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
/** Longer than any test waits. */
const STANDING_MS = 5000;

/** Starts it on a free port; its secret is `SECRET`. */
export async function startS3Peer(): Promise<S3Peer> {
  const peer: S3Peer = {
    url: () => '',
    kept: new Map(),
    refused: [],
    isDown: false,
    slow: null,
    close: async () => {},
  };
  const server = createServer(async (request, reply) => {
    const body = await bodyOf(request, peer.slow).catch(() => null);
    // The other end has gone.
    if (!body) return;
    const reason = peer.isDown ? 'down' : distrust(request, body, 'SECRET');
    if (reason) {
      peer.refused.push(reason);
      return reply.writeHead(peer.isDown ? 503 : 403).end(reason);
    }
    const key = request.url!;
    if (request.method === 'PUT') peer.kept.set(key, body);
    if (request.method === 'DELETE') peer.kept.delete(key);
    if (request.method !== 'GET') return reply.writeHead(request.method === 'PUT' ? 200 : 204).end();
    const found = peer.kept.get(key);
    if (!found) return reply.writeHead(404).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range && peer.slow) return void give(reply.writeHead(200), found, peer.slow);
    if (!range) return reply.writeHead(200).end(found);
    return reply.writeHead(206).end(found.subarray(Number(range[1]), Number(range[2]) + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  peer.url = (secret = 'SECRET') => `http://KEY:${secret}@127.0.0.1:${port}/registry?region=ru-central1`;
  peer.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return peer;
}
