// Mounts an endpoint of the contract: finds who calls, checks `needs`, parses, answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { pathOf, type AnyEndpoint, type Parsed } from '../../contract/kernel/endpoint.ts';
import { refusal, type Actor } from '../../contract/kernel/scope.ts';
import { actorOf } from '../../contract/session.ts';
import { addressOf } from './address.ts';
import { nobody, type Ctx, type Deps, type Intent } from './ctx.ts';
import { edgeFault } from './edge.ts';
import { forbidden, invalid, notFound, Refused, unauthorized } from './errors.ts';
import { answeredOnce, intentOf } from './keys.ts';
import type { Page } from './list.ts';
import { notesIn, notesInJson } from './masking.ts';
import { isOwnOrigin } from './origin.ts';
import { checkSession, timeZoneOf } from './sessions.ts';
import { readToken } from './token.ts';

export interface FileAnswer {
  name: string;
  mime: string;
  body: Readable | Uint8Array | string;
  /** Shown in the browser instead of saved. */
  inline?: boolean;
  /** Only these bytes of it, both ends in, of `total`: a film is asked for piece by piece. */
  part?: { start: number; end: number; total: number };
}

/** A file whose bytes are still on their way: to be read to the end, or not at all. */
export interface ArrivingFile {
  name: string;
  body: Readable;
  /** Asked once the body has ended: it was longer than is taken. */
  isTooLong(): boolean;
}

export interface UploadedFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
  fields: Record<string, string>;
}

type Reply<E extends AnyEndpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']> | Page | RawJson
  : FileAnswer | void;

/** JSON text made by the database, passed on as it is. */
export interface RawJson {
  json: string;
}

export interface Request<E extends AnyEndpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** The one file of an upload; over 20 MB is refused. */
  file(): Promise<UploadedFile>;
  /** The one file of an upload as a stream; a longer one is refused, by what it says of itself before it is read. */
  arriving(maxBytes: number): Promise<ArrivingFile>;
  raw: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends AnyEndpoint> = (ctx: Ctx, request: Request<E>) => Promise<Reply<E>>;
export type Mount = <E extends AnyEndpoint>(call: E, handler: Handler<E>) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint;
  }
}

/** Largest file that is taken in one request, bytes. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Gives the function by which slices mount their calls; `mounted` collects them for the completeness check. */
export function mounter(app: FastifyInstance, deps: Deps, mounted: Set<AnyEndpoint>): Mount {
  return (call, handler) => {
    if (mounted.has(call)) throw new Error(`${call.method} ${call.path} is mounted twice`);
    mounted.add(call);
    app.route({
      method: call.method,
      url: call.path,
      config: { endpoint: call },
      schema: {
        summary: call.summary,
        tags: [call.tag],
        ...(call.needs.who === 'anyone' ? { security: [] } : {}),
        ...(call.kind === 'upload' ? { consumes: ['multipart/form-data'] } : {}),
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...(call.reply ? { response: { 200: call.reply } } : {}),
      },
      // Who may act is decided before anything is parsed: a stranger learns nothing about the shapes.
      onRequest: async (request) => {
        if (call.method !== 'GET' && !isOwnOrigin(request, deps)) throw forbidden('Запрос с чужой страницы');
        const actor = await actorFor(request, deps, call.needs.who !== 'anyone');
        // Known before it is refused: the log of the process says to whom.
        request.actor = actor ?? nobody;
        const reason = refusal(actor, call.needs);
        if (reason) throw forbidden(reason);
        if (actor?.viewOnly && !call.reads) throw forbidden('Режим просмотра: изменения недоступны');
      },
      preValidation: async (request) => refuseAtEdge(request),
      handler: async (request, reply) => {
        const ctx = { ...contextOf(request, deps), intent: intentIn(call, request) };
        const work = async () =>
          handler(ctx, {
            params: request.params as never,
            query: request.query as never,
            body: request.body as never,
            file: () => uploaded(request),
            arriving: (maxBytes) => arriving(request, maxBytes),
            raw: request,
            reply,
          });
        // An answer with a cookie is one session's: it is not given twice.
        // What is said about people stays in no cache, neither on the way nor on the disk of an office computer.
        if (call.kind !== 'file') reply.header('cache-control', 'no-store');
        const answer = await answeredOnce(ctx, () => !reply.hasHeader('set-cookie'), work);
        return send(call, reply, call.kind === 'file' ? answer : notesForReader(call, ctx.actor, answer));
      },
    });
  };
}

/**
 * The key of a write, `Idempotency-Key`; a body may carry one of its own, which is kept with the money it moved.
 * @throws 422 for a malformed key
 */
function intentIn(call: AnyEndpoint, request: FastifyRequest): Intent | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || call.reads || call.kind === 'file' || !request.actor.userId) return null;
  if (typeof request.body === 'object' && request.body && 'idempotencyKey' in request.body) return null;
  // The same words at another place are another deed.
  const { region, mo, po } = request.actor;
  return intentOf(key, [request.method, request.url, request.body ?? null, region, mo, po]);
}

/** @throws 404 for an address, 422 on the field for a query or a body that no call takes */
function refuseAtEdge(request: FastifyRequest): void {
  if (edgeFault(request.params)) throw notFound();
  const fault = edgeFault(request.query) ?? edgeFault(request.body);
  if (fault) throw invalid({ [fault.path]: fault.text });
}

/** The context of a request that has passed `onRequest`. */
export function contextOf(request: FastifyRequest, deps: Deps): Ctx {
  return {
    actor: request.actor,
    db: deps.db,
    deps,
    ip: addressOf(request),
    fingerprint: fingerprintOf(request.headers['x-fingerprint']),
    userAgent: request.headers['user-agent'],
    timeZone: request.actor.sessionId ? timeZoneOf(deps, request.actor.sessionId) : undefined,
    now: () => deps.clock.now(),
  };
}

/** What names a device is a hash; a word like «unknown» names none. */
export const fingerprintOf = (said: unknown): string =>
  typeof said === 'string' && /^[\w-]{32,128}$/.test(said) ? said : '';

async function actorFor(request: FastifyRequest, deps: Deps, required: boolean): Promise<Actor | null> {
  const header = request.headers.authorization;
  const token = header?.startsWith('Bearer ') ? header.slice(7) : null;
  if (!token) {
    if (required) throw unauthorized();
    return null;
  }
  const claims = await readToken(deps.secrets, token, deps.clock.now());
  const good = claims && (await checkSession(deps, claims, fingerprintOf(request.headers['x-fingerprint'])));
  if (good) return { ...actorOf(claims), rightsVersion: claims.rv };
  if (required) throw unauthorized('Сеанс завершён. Войдите снова', 'token');
  return null;
}

const FORM_BYTES = 64 * 1024;
export const tooLong = (maxBytes: number) => {
  const text = `Файл больше ${Math.floor(maxBytes / 1024 / 1024)} МБ`;
  return new Refused(413, { message: text, errors: { file: text } });
};

async function arriving(request: FastifyRequest, maxBytes: number): Promise<ArrivingFile> {
  if (!request.isMultipart()) throw new Refused(415, { message: 'Отправьте файл формой' });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLong(maxBytes);
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 20 }, throwFileSizeLimit: false });
  if (!part) throw invalid({ file: 'Выберите файл' });
  return { name: part.filename, body: part.file, isTooLong: () => part.file.truncated };
}

async function uploaded(request: FastifyRequest): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Refused(415, { message: 'Отправьте файл формой' });
  const part = await request.file({ limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20 } });
  if (!part) throw new Refused(422, { message: 'Выберите файл', errors: { file: 'Выберите файл' } });
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Refused(413, { message: 'Файл больше 20 МБ', errors: { file: 'Файл больше 20 МБ' } });
    throw error;
  });
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    if (field && !Array.isArray(field) && field.type === 'field') fields[name] = String(field.value);
  }
  const fault = edgeFault(fields);
  if (fault) throw invalid({ [fault.path]: fault.text });
  return {
    name: part.filename.toWellFormed().replaceAll('\0', '').slice(-200) || 'файл',
    mime: part.mimetype,
    bytes,
    fields,
  };
}

/** Notes are whole for those who keep the register, whatever call they come by. */
const notesForReader = (call: AnyEndpoint, actor: Actor, answer: unknown): unknown =>
  answer && typeof answer === 'object' && 'json' in answer && typeof answer.json === 'string'
    ? { ...answer, json: notesInJson(actor, answer.json, call.path) }
    : notesIn(actor, answer, call.path);

function send(call: AnyEndpoint, reply: FastifyReply, answer: unknown) {
  if (call.kind === 'list' && isPage(answer)) {
    const name = pathOf(call).split('/').filter(Boolean).at(-1);
    const last = Math.max(answer.offset, Math.min(answer.total, answer.offset + answer.limit) - 1);
    reply.header('content-range', `${name} ${answer.offset}-${last}/${answer.total}`);
    if (answer.totals) reply.header('x-totals', JSON.stringify(answer.totals));
    return raw(reply, answer.json);
  }
  if (call.kind === 'file') return sendFile(reply, answer as FileAnswer);
  if (call.kind === 'none' && answer === undefined) return reply.code(204).send();
  if (
    answer &&
    typeof answer === 'object' &&
    'json' in answer &&
    call.kind !== 'list' &&
    Object.keys(answer).length === 1
  )
    return raw(reply, (answer as RawJson).json);
  return reply.send(answer);
}

function raw(reply: FastifyReply, json: string) {
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text) => text as string)
    .send(json);
}

/** The file name travels in base64, as the specification asks. */
function sendFile(reply: FastifyReply, file: FileAnswer) {
  const name = Buffer.from(file.name, 'utf8').toString('base64');
  if (file.part) {
    const { start, end, total } = file.part;
    void reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${total}`)
      .header('content-length', end - start + 1);
  }
  return reply
    .type(file.mime)
    .header('content-disposition', `${file.inline ? 'inline' : 'attachment'}; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .serializer((body) => body as string)
    .send(file.body);
}

const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'json' in answer && 'total' in answer;
