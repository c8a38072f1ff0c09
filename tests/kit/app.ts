// The real application over a fresh database, called without a port, and people of every level to call it as.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf, type AnyEndpoint, type Sent } from '../../contract/kernel/endpoint.ts';
import { buildApp } from '../../server/app.ts';
import { openDeps } from '../../server/deps.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import type { JobRunner } from '../../server/jobs/queue.ts';
import { secretsFrom } from '../../server/kernel/secrets.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { signToken, type TokenClaims } from '../../server/kernel/token.ts';
import type { Database } from '../../server/db/open.ts';
import { migratedDump, testDatabase } from './database.ts';
import { differences } from './strict.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: AppDeps & { jobs: JobRunner };
  /** Moves the clock of the application; tests start at 2026-11-20T09:00:00Z. */
  setNow(moment: string): void;
  close(): Promise<void>;
}

/**
 * Opens an application of its own for a test file; close it in `afterAll`. `key`: another one is another installation. `over`: puts
 * something of the test's own between the application and its database.
 */
export async function testApp(
  env: Record<string, string> = {},
  key = 7,
  over: (database: Database) => Database = (database) => database,
): Promise<TestApp> {
  const database = over(await testDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'registry-test-'));
  let now = new Date('2026-11-20T09:00:00.000Z');
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '0', ...env });
  const deps = await openDeps(settings, {
    database,
    secrets: secretsFrom(new Uint8Array(32).fill(key)),
    clock: { now: () => now },
    beginning: migratedDump,
  });
  const app = await buildApp(deps);
  checkReplies(app);
  await app.ready();
  return {
    app,
    deps,
    setNow: (moment) => {
      now = new Date(moment);
    },
    close: async () => {
      await app.close();
      await deps.jobs.stop();
      await deps.pdf.close();
      await database.close();
      for (const dir of [dataDir, settings.BACKUP_DIR]) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Every answer of every test is held against its schema, to the last column: one that says more, or something else, becomes a
 * fault. In production texts made by the database go out as they are.
 */
function checkReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const schema = request.routeOptions.config.endpoint?.reply as z.ZodType | undefined;
    const isJson = String(reply.getHeader('content-type') ?? '').includes('json');
    if (!schema || !isJson || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const differing = differences(schema, JSON.parse(payload));
    if (!differing.length) return payload;
    reply.code(500);
    const text = `${request.method} ${request.routeOptions.url} не по схеме: ${[...new Set(differing)].slice(0, 12).join('; ')}`;
    return JSON.stringify({ message: text });
  });
}

export interface Caller {
  userId: number;
  token: string;
  /** Calls an endpoint; `status` 0xx–5xx, `body` parsed JSON (or text), headers as they came. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    request?: {
      params?: Record<string, string | number>;
      query?: Record<string, unknown>;
      body?: Sent<E['body']>;
      headers?: Record<string, string>;
    },
    // eslint-disable-next-line -- the caller asserts on what came
  ): Promise<{ status: number; body: any; headers: Record<string, unknown>; text: string }>;
}

export interface Person {
  role?: string;
  isSuperuser?: number;
  region?: number;
  mo?: number;
  po?: number;
  capabilities?: number[];
  /** Somebody who is there already and works at another place now. */
  same?: Caller;
}

let people = 0;
/** The next person is the first again: what he is called does not depend on the files of tests that ran before. */
export const countPeopleAnew = (): void => {
  people = 0;
};

/** Someone with an account, a right and a session of his own. */
export async function as({ app, deps }: TestApp, person: Person): Promise<Caller> {
  const nth = (people += 1);
  // Of one length: people sort as they were made, whatever files of tests ran before.
  const lastName = `Чиновников${String(nth).padStart(5, '0')}`;
  const { region = null, mo = null, po = null, capabilities = [1, 2, 3], isSuperuser = 0, role = 'clerk' } = person;
  const user = await (
    person.same
      ? deps.db.selectFrom('app_user').where('id', '=', person.same.userId).select(['id', 'rights_version'])
      : deps.db
          .insertInto('app_user')
          .values({
            email: `person${nth}-${Date.now()}@example.ru`,
            last_name: lastName,
            first_name: 'Пётр',
            father_name: 'Ильич',
            role,
            is_superuser: isSuperuser,
            capabilities,
            created_at: deps.clock.now().toISOString(),
          })
          .returning(['id', 'rights_version'])
  ).executeTakeFirstOrThrow();
  if (region || mo || po)
    await deps.db
      .insertInto('user_right')
      .values({
        user_id: user.id,
        region_id: po || mo ? null : region,
        mo_id: po ? null : mo,
        po_id: po,
        is_default: !person.same,
      })
      .execute();
  const session = await deps.db
    .insertInto('session')
    .values({
      user_id: user.id,
      refresh_hash: Buffer.from(`test-${nth}`),
      region_id: region,
      mo_id: mo,
      po_id: po,
      expires_at: '2099-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const level = po ? { po } : mo ? { mo } : { region };
  const claims: TokenClaims = {
    id: user.id,
    sid: session.id,
    uname: `${lastName} П. И.`,
    is_superuser: isSuperuser,
    role,
    region: null,
    mo: null,
    po: null,
    ...level,
    region_name: null,
    mo_name: null,
    po_name: null,
    region_rights: [],
    mo_rights: [],
    po_rights: [],
    capabilities,
    rv: user.rights_version,
  };
  const token = await signToken(deps.secrets, claims, deps.clock.now());
  // An office of his own: what people of one address may ask in a minute is shared.
  const address = `10.9.${nth >> 8}.${nth & 255}`;
  return { userId: user.id, token, call: caller(app, token, address) };
}

/** Calls without a token, or with the given one. */
export function caller(
  app: FastifyInstance,
  token?: string,
  remoteAddress = '127.0.0.1',
  fingerprint = 'f'.repeat(64),
): Caller['call'] {
  return async (endpoint, { params = {}, query = {}, body, headers = {} } = {}) => {
    const search = new URLSearchParams(
      Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ).toString();
    const reply = await app.inject({
      method: endpoint.method,
      remoteAddress,
      url: pathOf(endpoint, params) + (search ? `?${search}` : ''),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'x-fingerprint': fingerprint, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = String(reply.headers['content-type'] ?? '').includes('json');
    return {
      status: reply.statusCode,
      body: json ? reply.json() : reply.payload,
      headers: reply.headers,
      text: reply.payload,
    };
  };
}
