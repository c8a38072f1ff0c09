// Accounts with passwords, and browsers that keep a cookie and a token as a real one does.
import { decodeJwt } from 'jose';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import * as contract from '../../contract/session.ts';
import { hashPassword } from '../../server/session/passwords.ts';
import { wholeText } from '../../server/ports/outbox.ts';
import type { LinkFlow } from '../../contract/pages.ts';
import type { TestApp } from '../kit/app.ts';

export const PASSWORD = 'Верный-пароль-1';
let made = 0;
let hashed: Promise<string> | undefined;

export interface Account {
  id: number;
  email: string;
}
interface AccountFacts {
  rights?: { region_id?: number; mo_id?: number; po_id?: number; is_default?: boolean }[];
  capabilities?: number[];
  isSuperuser?: number;
  isActive?: boolean;
}

/** An account that signs in with `PASSWORD`. */
export async function account({ deps }: TestApp, facts: AccountFacts = {}): Promise<Account> {
  hashed ??= hashPassword(PASSWORD);
  const email = `user${(made += 1)}@example.ru`;
  const user = await deps.db
    .insertInto('app_user')
    .values({
      email,
      password_hash: await hashed,
      last_name: 'Крылова',
      first_name: 'Марина',
      father_name: 'Сергеевна',
      role: 'mo_head',
      capabilities: facts.capabilities ?? [1, 2],
      is_superuser: facts.isSuperuser ?? 0,
      is_active: facts.isActive ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const right of facts.rights ?? []) {
    const row = { user_id: user.id, region_id: null, mo_id: null, po_id: null, is_default: false, ...right };
    await deps.db.insertInto('user_right').values(row).execute();
  }
  return { id: user.id, email };
}

export interface Reply {
  status: number;
  // eslint-disable-next-line -- the caller asserts on what came
  body: any;
  /** The value of the refresh cookie that was set; '' when it was cleared; null when nothing was said. */
  cookie: string | null;
  setCookie: string;
}

/** One browser on one device. */
export class Browser {
  token = '';
  cookie = '';
  /** The browser's own cookie, by which its device is known. */
  device = '';
  readonly fingerprint: string;
  readonly address: string;
  private readonly t: TestApp;
  constructor(t: TestApp, device = 'd', address = '127.0.0.1') {
    this.t = t;
    this.fingerprint = device.repeat(64).slice(0, 64);
    this.address = address;
  }

  async call(endpoint: AnyEndpoint, body?: unknown, headers: Record<string, string> = {}, params = {}): Promise<Reply> {
    const reply = await this.t.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, params),
      remoteAddress: this.address,
      headers: {
        'x-fingerprint': this.fingerprint,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookie || this.device ? { cookie: `refresh=${this.cookie}; device=${this.device}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const cookies = [reply.headers['set-cookie'] ?? []].flat();
    const setCookie = cookies.find((one) => one.startsWith('refresh=')) ?? '';
    this.device = /device=([^;]+)/.exec(cookies.find((one) => one.startsWith('device=')) ?? '')?.[1] ?? this.device;
    const cookie = /refresh=([^;]*)/.exec(setCookie)?.[1] ?? null;
    if (cookie !== null) this.cookie = cookie;
    const json = reply.payload ? reply.json() : null;
    if (json?.token) this.token = json.token;
    return { status: reply.statusCode, body: json, cookie, setCookie };
  }

  signIn = (email: string, password = PASSWORD) => this.call(contract.login, { email, password });
  refresh = () => this.call(contract.refreshToken, {});
  get claims() {
    return decodeJwt(this.token) as unknown as contract.Claims;
  }
}

/** Verbs of the log about a person, oldest first. */
export async function verbsOf({ deps }: TestApp, userId: number): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'user')
    .where('object_id', '=', userId)
    .orderBy('id')
    .select('verb')
    .execute();
  return rows.map((row) => row.verb);
}

/** Secret of the last letter's link to an e-mail; null when there is none. */
export async function lastLink({ deps }: TestApp, email: string, flow: LinkFlow): Promise<string | null> {
  const letter = await deps.db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .where('body_text', 'like', `%#${flow}=%`)
    .orderBy('id', 'desc')
    .select(['body_text', 'sealed'])
    .executeTakeFirst();
  const text = letter ? wholeText(deps.secrets, letter) : '';
  return new RegExp(`/sign#${flow}=([\\w-]{43})(\\s|$)`).exec(text)?.[1] ?? null;
}

/** Texts of the letters to an e-mail, oldest first. */
export async function lettersTo({ deps }: TestApp, email: string): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .orderBy('id')
    .select(['body_text', 'sealed'])
    .execute();
  return rows.map((row) => wholeText(deps.secrets, row));
}
