// The HTTP application: plugins, slices, documentation, the console's files. Tests call it without a port.
import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { allEndpoints } from '../contract/index.ts';
import { fieldErrors, type Problem } from '../contract/kernel/problems.ts';
import type { AnyEndpoint } from '../contract/kernel/endpoint.ts';
import type { Actor } from '../contract/kernel/scope.ts';
import { isDiskFull, isEntangled, isOutOfRange } from './db/engine.ts';
import { checkPage } from './documents/checkPage.ts';
import { addressOf } from './kernel/address.ts';
import { consolePages } from './kernel/consolePages.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { Refused } from './kernel/errors.ts';
import { speakRussian } from './kernel/messages.ts';
import { mounter } from './kernel/mount.ts';
import { liveChannel } from './live/channel.ts';
import { docsGuard } from './session/docsGuard.ts';
import { mountSlices } from './slices.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls of the contract that no slice answers; the process refuses to start with any. */
    unmounted: readonly AnyEndpoint[];
  }
  interface FastifyRequest {
    actor: Actor;
  }
}

/**
 * How long requests under way may go on once the process ends, ms. A browser opens connections in advance; those that
 * have said nothing would be waited for until their time runs out.
 */
const CLOSE_PATIENCE_MS = 3000;
/** Requests a minute from one address; an office behind one router has a dozen people. */
const RATE_PER_MINUTE = 6000;

/**
 * Builds the application over opened dependencies; the caller listens or injects.
 * @throws when a route is mounted without a contract
 */
export async function buildApp(
  deps: AppDeps,
  options: { consoleDir?: string; log?: { write(line: string): void } } = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger:
      deps.settings.LOG_LEVEL === 'silent'
        ? false
        : {
            level: deps.settings.LOG_LEVEL,
            ...(options.log && { stream: options.log }),
            redact: ['req.headers.authorization', 'req.headers.cookie'],
            // What is asked for stays out: a search may be a passport, a link of a file carries its signature.
            serializers: { req: ({ method, url, ip }) => ({ method, url: url.split('?')[0], ip }) },
          },
    trustProxy: trusted(deps.settings.TRUST_PROXY),
    bodyLimit: 2 * 1024 * 1024,
    // A start or an end that is slow, on an old machine or a busy one, is no fault: ten seconds would end the process.
    pluginTimeout: 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  speakRussian();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('actor', null as never);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const [status, problem] = problemOf(error);
    if (status >= 500) request.log.error({ err: error }, 'fault');
    if (attempts.has(status)) request.log.warn(whoTried(request, status), 'refused');
    return reply.code(status).send(problem);
  });
  await plugins(app, deps);

  closeInTime(app);
  // The one click of a mail program is a form; nothing of it is read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, _body, done) => done(null),
  );
  const mounted = new Set<AnyEndpoint>();
  app.addHook('onRoute', (route) => {
    const known = route.config?.endpoint || route.method === 'HEAD' || route.method === 'OPTIONS';
    if (
      route.url.startsWith('/api/') &&
      !route.url.startsWith('/api/docs') &&
      route.url !== '/api/openapi.json' &&
      !known
    )
      throw new Error(`${String(route.method)} ${route.url} is not in the contract`);
  });
  await liveChannel(app, deps);
  mountSlices(mounter(app, deps, mounted), deps);
  app.decorate(
    'unmounted',
    allEndpoints.filter((call) => !mounted.has(call)),
  );

  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  checkPage(app, deps);
  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(deps.db);
    return { ok: true };
  });
  if (options.consoleDir && existsSync(options.consoleDir)) await serveConsole(app, options.consoleDir);
  return app;
}

function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS).unref();
    done();
  });
}

/** Answers that tell of somebody who goes where he may not: no right, too often, too much. */
const attempts = new Set([403, 413, 429]);

/** Who was refused what, for the log of the process: numbers only, nothing of what was sent. */
function whoTried(request: FastifyRequest, status: number) {
  // Nobody is known before the route is found; whoever has not signed in has the number 0.
  const actor = request.actor as Actor | null;
  return {
    status,
    call: `${request.method} ${request.routeOptions.url ?? ''}`,
    user: actor?.userId || null,
    session: actor?.sessionId || null,
    ip: addressOf(request),
  };
}

/** How far the chain of X-Forwarded-For is believed, from our end: so many hops, or these networks. */
function trusted(proxies: number | string | false) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

async function plugins(app: FastifyInstance, deps: AppDeps) {
  const https = deps.settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        fontSrc: ["'self'"],
        // The style engine writes its rules into the page; code never comes inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // The live channel too: a socket to the page's own host is 'self'.
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        // Papers and instructions are shown by the browser's own viewer.
        frameSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    hsts: https,
  });
  await app.register(rateLimit, {
    max: RATE_PER_MINUTE,
    timeWindow: '1 minute',
    // As the plugin counts by itself (an IPv6 network is one caller), but for those who have gone: it falls over them.
    keyGenerator: (request) => normalizeIP(addressOf(request)),
    errorResponseBuilder: () => new Refused(429, { message: 'Слишком много запросов. Подождите минуту' }),
  });
  await app.register(cookie);
  await app.register(multipart);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Реестр гаражей',
        version: '1',
        description: 'Списки отвечают на sort, range и filter и несут Content-Range.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.addHook('onRequest', docsGuard(deps));
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}

/** The built console: hashed files are kept for a year, the page itself is always asked again. */
async function serveConsole(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    wildcard: true,
    index: 'index.html',
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const htmlOf = consolePages(root);
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w{2,5}($|\?)/.test(request.url);
    if (page) return reply.header('cache-control', 'no-cache').sendFile(htmlOf(request.url), join(root));
    return reply.code(404).send({ message: 'К сожалению, мы не можем найти запрашиваемые данные.' } satisfies Problem);
  });
}

const ENTANGLED = 'Другой сотрудник в этот миг изменял то же самое. Ничего не сохранено: повторите';

function problemOf(error: FastifyError): [number, Problem] {
  if (error instanceof Refused) return [error.status, error.problem];
  if (hasZodFastifySchemaValidationErrors(error)) return schemaProblem(error);
  if (isDiskFull(error)) return [507, { message: 'На диске сервера закончилось место. Данные не сохранены' }];
  if (isOutOfRange(error)) return [422, { message: 'Слишком большое число или несуществующая дата' }];
  if (isEntangled(error)) return [409, { message: ENTANGLED }];
  const status = error.statusCode ?? 500;
  if (status >= 500) return [500, { message: 'К сожалению, на сервере произошла ошибка.' }];
  if (status === 413) return [413, { message: 'Слишком большой запрос' }];
  return [status, { message: 'Неверный запрос', code: error.code }];
}

function schemaProblem(error: FastifyError): [number, Problem] {
  const { validation = [], validationContext } = error;
  const issues = validation.map((item) => {
    const { message = '', instancePath } = item;
    return { path: instancePath.split('/').filter(Boolean), message };
  });
  if (validationContext === 'params') return [404, { message: 'К сожалению, мы не можем найти запрашиваемые данные.' }];
  const errors = fieldErrors(issues);
  return [422, { message: 'Проверьте поля', errors }];
}
