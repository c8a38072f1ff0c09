// What a refused call means for the person, against a server that answers as it is told.
import axios from 'axios';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/kernel/endpoint.ts';
import { signedIn, superuser, type Needs } from '../../contract/kernel/scope.ts';
import { refreshToken } from '../../contract/session.ts';
import { tokenOf } from '../kit/token.ts';
import { pageStorage, talkTo } from './browserGlobals.ts';

const clearStorage = pageStorage();
const { http, call, download, upload, onTroubles, HttpError, FAULT_TEXT, NOT_FOUND_TEXT } =
  await import('../../providers/http.ts');
const { currentToken, storeToken } = await import('../../providers/session.ts');
const { authProvider } = await import('../../providers/authProvider.ts');
const { isSignOutDue, tellSignOut } = await import('../../providers/lateSignOut.ts');
const { dataProvider } = await import('../../providers/dataProvider.ts');

const thing = endpoint({ tag: '', method: 'GET', path: '/api/thing/:id', summary: '', needs: signedIn, kind: 'json' });
const paper = endpoint({ tag: '', method: 'GET', path: '/api/paper/', summary: '', needs: signedIn, kind: 'file' });
const scan = endpoint({ tag: '', method: 'POST', path: '/api/scan/', summary: '', needs: signedIn, kind: 'upload' });

let server: Server;
let base = '';
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
const asked: string[] = [];
const troubles = { notPermitted: vi.fn(), serverError: vi.fn(), signedOut: vi.fn() };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  talkTo(base, [http, axios]);
  onTroubles(troubles);
});
beforeEach(() => {
  clearStorage();
  asked.length = 0;
  for (const trouble of Object.values(troubles)) trouble.mockReset();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Signs a clerk of an МО in; nobody looks at the signature here. */
const workAs = (mo: number) => {
  const claims = { id: 1, sid: 1, uname: 'К', is_superuser: 0, role: 'clerk', region: null, mo, po: null };
  const names = { region_name: null, mo_name: null, po_name: null };
  const rights = { region_rights: [], mo_rights: [], po_rights: [], capabilities: [], exp: 4_000_000_000 };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  storeToken(`${part({ alg: 'HS256' })}.${part({ ...claims, ...names, ...rights })}.x`);
};

it('every call carries the token and the fingerprint', async () => {
  storeToken('ключ'.replace(/./g, 'k'));
  let headers: IncomingMessage['headers'] = {};
  answer = (request, response) => {
    headers = request.headers;
    json(response, 200, { id: 5 });
  };
  expect(await call(thing, { params: { id: 5 }, query: { a: 1 } })).toEqual({ id: 5 });
  expect(asked).toEqual(['GET /api/thing/5?a=1']);
  expect(headers.authorization).toBe('Bearer kkkk');
  expect(headers['x-fingerprint']).toMatch(/^[0-9a-f]{64}$/);
});

describe('the key of a write', () => {
  const save = endpoint({
    tag: '',
    method: 'POST',
    path: '/api/save/',
    summary: '',
    needs: signedIn,
    body: z.object({ n: z.number() }),
  });
  const keys: unknown[] = [];
  const hears = (reply: (response: ServerResponse) => void) => {
    keys.length = 0;
    answer = (request, response) => {
      keys.push(request.headers['idempotency-key']);
      reply(response);
    };
  };
  const post = (n: number) => call(save, { body: { n }, quiet: true }).catch(() => undefined);

  it('is kept while nothing was heard, also over a fault of the server; another save has another', async () => {
    hears((response) => response.destroy());
    await post(1);
    await post(1);
    await post(2);
    const [first, again, other] = [...keys];
    expect([again === first, other === first]).toEqual([true, false]);
    hears((response) => json(response, 500, { message: 'сбой' }));
    await post(1);
    const [kept] = keys;
    expect(kept).toBe(first);
    hears((response) => json(response, 200, {}));
    await post(1);
    await post(1);
    await post(2);
    expect(keys[0]).toBe(kept);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => /^[0-9a-f-]{36}$/.test(String(key)))).toBe(true);
  });

  it('is another one at another place: what was written there is not written here', async () => {
    hears((response) => response.destroy());
    for (const mo of [5, 6, 5]) {
      workAs(mo);
      await post(7);
    }
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([false, true]);
  });

  it('is given up with a refusal; a read has none', async () => {
    hears((response) => json(response, 422, { message: 'нет' }));
    await post(3);
    await post(3);
    expect(new Set(keys).size).toBe(2);
    hears((response) => json(response, 200, {}));
    await call(thing, { params: { id: 1 } });
    expect(keys).toEqual([undefined]);
  });
});

describe('401', () => {
  it('is tried again once, however often it comes', async () => {
    storeToken('old');
    answer = (request, response) =>
      request.url === '/api/refresh_token/'
        ? json(response, 200, { token: 'new' })
        : json(response, 401, { message: 'Войдите' });
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(['GET /api/thing/1', 'POST /api/refresh_token/', 'GET /api/thing/1']);
  });

  it.each([500, 502, 503, 429])('keeps the person signed in when refreshing is answered %i', async (status) => {
    storeToken('old');
    answer = (request, response) =>
      json(response, request.url === '/api/refresh_token/' ? status : 401, { message: '' });
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 });
    expect(currentToken()).toBe('old');
    expect(troubles.signedOut).not.toHaveBeenCalled();
  });

  it.each([401, 403])('ends the session when refreshing is refused with %i', async (status) => {
    storeToken('old');
    answer = (request, response) =>
      json(response, request.url === '/api/refresh_token/' ? status : 401, { message: '' });
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 });
    expect(currentToken()).toBeNull();
    expect(troubles.signedOut).toHaveBeenCalledOnce();
  });

  it('keeps the person signed in when refreshing finds no connection', async () => {
    storeToken('old');
    answer = (request, response) => {
      if (request.url === '/api/refresh_token/') request.socket.destroy();
      else json(response, 401, { message: '' });
    };
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 });
    expect(currentToken()).toBe('old');
  });

  it('of the refresh itself is the end of it', async () => {
    workAs(5);
    answer = (_, response) => json(response, 401, { message: 'Сеанс завершён' });
    await expect(call(refreshToken)).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual(['POST /api/refresh_token/']);
  });

  it('of a visitor asks for no refresh', async () => {
    answer = (_, response) => json(response, 401, { message: 'Войдите в систему' });
    await expect(call(thing, { params: { id: 1 } })).rejects.toBeInstanceOf(HttpError);
    expect(asked).toHaveLength(1);
  });
});

describe('other refusals', () => {
  const refuse = (status: number, body: unknown = { message: 'Нужно право «Рассылки»' }) => {
    answer = (_, response) => json(response, status, body);
  };
  it('403: not permitted, in the words of the server', async () => {
    refuse(403);
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 403 });
    expect(troubles.notPermitted).toHaveBeenCalledExactlyOnceWith('Нужно право «Рассылки»');
  });
  it.each([404, 500, 503])('%i: the server-error dialog', async (status) => {
    refuse(status);
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status });
    expect(troubles.serverError).toHaveBeenCalledExactlyOnceWith(status);
  });
  it.each([400, 409, 422, 429])('%i: stays with the caller', async (status) => {
    refuse(status, { message: 'Нет', errors: { number: 'Уже есть' }, current: { id: 1 } });
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({
      status,
      body: { errors: { number: 'Уже есть' }, current: { id: 1 } },
    });
    expect([troubles.serverError.mock.calls, troubles.notPermitted.mock.calls]).toEqual([[], []]);
  });
  it.each([403, 404, 500])('%i of a quiet call: stays with the caller', async (status) => {
    refuse(status);
    await expect(call(thing, { params: { id: 1 }, quiet: true })).rejects.toMatchObject({ status });
    expect([troubles.serverError.mock.calls, troubles.notPermitted.mock.calls]).toEqual([[], []]);
  });
  it('a page of a proxy becomes words', async () => {
    answer = (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({
      status: 502,
      message: 'К сожалению, на сервере произошла ошибка.',
    });
  });
  it.each([
    ['null', null],
    ['a list', ['нет']],
    ['a word', 'нет'],
    ['an object of somebody else', { error: 'нет' }],
  ])('an answer of a proxy that is %s becomes words', async (_, body) => {
    refuse(500, body);
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 500, message: FAULT_TEXT });
    refuse(404, body);
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({ status: 404, message: NOT_FOUND_TEXT });
  });
  it('without an answer in time the connection is taken for lost', async () => {
    answer = () => undefined;
    await expect(call(thing, { params: { id: 1 }, timeout: 50 })).rejects.toMatchObject({ status: 0 });
  });
  it('what was called off is no refusal', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    const asking = call(thing, { params: { id: 1 }, signal: stop.signal });
    await expect(asking).rejects.not.toBeInstanceOf(HttpError);
  });
  it('a list that is no longer looked at is not waited for', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    await expect(dataProvider.getList('garages', { signal: stop.signal } as never)).rejects.toBeTruthy();
  });
  it('no connection becomes words', async () => {
    answer = (request) => request.socket.destroy();
    await expect(call(thing, { params: { id: 1 } })).rejects.toMatchObject({
      status: 0,
      message: 'Нет связи с сервером. Проверьте интернет и повторите',
    });
    expect(troubles.serverError).not.toHaveBeenCalled();
  });
});

describe('files', () => {
  it('a name in base64 is read', async () => {
    const name = Buffer.from('Справка № 12.pdf').toString('base64');
    answer = (_, response) =>
      response.writeHead(200, { 'content-disposition': `attachment; filename="${name}"` }).end('PDF');
    const file = await download(paper);
    expect([file.name, await file.blob.text()]).toEqual(['Справка № 12.pdf', 'PDF']);
  });
  it('a name that is not base64 is kept', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="a.b?.pdf"' }).end('PDF');
    expect((await download(paper)).name).toBe('a.b?.pdf');
  });
  it('a file without a name has one all the same; the row it is kept under is told', async () => {
    answer = (_, response) => response.writeHead(200, { 'x-document-id': '12' }).end('PDF');
    expect(await download(paper)).toMatchObject({ name: 'файл', record: 12 });
    answer = (_, response) => response.writeHead(200).end('PDF');
    expect(await download(paper)).toMatchObject({ record: null });
  });
  it('a file that was called off is told as one that did not come', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    await expect(download(paper, { signal: stop.signal })).rejects.toMatchObject({
      status: 0,
      message: 'Файл не получен',
    });
  });
  it('a quiet upload stays with the caller', async () => {
    answer = (_, response) => json(response, 500, { message: 'нет' });
    const file = new File(['данные'], 'скан.png');
    await expect(upload(scan, { file, quiet: true })).rejects.toMatchObject({ status: 500 });
    expect(troubles.serverError).not.toHaveBeenCalled();
    await expect(upload(scan, { file })).rejects.toMatchObject({ status: 500 });
    expect(troubles.serverError).toHaveBeenCalledExactlyOnceWith(500);
  });
  it('a refused file says why', async () => {
    answer = (_, response) => json(response, 422, { message: 'Выберите ПО', errors: { specific_po: 'Выберите ПО' } });
    await expect(download(paper)).rejects.toMatchObject({
      status: 422,
      body: { errors: { specific_po: 'Выберите ПО' } },
    });
  });
  it('an upload puts the fields before the file', async () => {
    let sent = '';
    answer = (_, response, body) => {
      sent = body;
      json(response, 200, { id: 1 });
    };
    await upload(scan, { file: new File(['данные'], 'скан.png'), fields: { kind: 'scan' } });
    expect(sent.indexOf('name="kind"')).toBeGreaterThan(-1);
    expect(sent.indexOf('name="kind"')).toBeLessThan(sent.indexOf('name="file"'));
    expect(sent).toContain('данные');
  });
});

describe('a sign-out', () => {
  it.each([
    ['taken', 200, true],
    ['refused: there is no such session any more', 401, true],
    ['refused with the last word that is the server’s own', 499, true],
    ['met by a fault: the session may live on', 500, false],
    ['heard by nobody', 0, false],
  ])('%s', async (_, status, isOver) => {
    answer = (request, response) => {
      if (status) json(response, status, { message: '' });
      else request.socket.destroy();
    };
    expect([await tellSignOut(), isSignOutDue()]).toEqual([isOver, !isOver]);
  });
});

describe('who may see a page', () => {
  const passed = (check: Promise<void>) =>
    check.then(
      () => true,
      () => false,
    );
  /** A token that has run out. */
  const workedAs = (more: object) => storeToken(tokenOf({ exp: 1, ...more }));

  it.each([
    ['a fresh token', () => storeToken(tokenOf()), true],
    ['none', () => storeToken(null), false],
    ['one that is not ours', () => storeToken('abc'), false],
    ['one of nobody’s place', () => storeToken(tokenOf({ region: null })), false],
  ])('%s', async (_, keep, enters) => {
    answer = (_request, response) => json(response, 401, { message: '' });
    keep();
    expect(await passed(authProvider.checkAuth({}))).toBe(enters);
    expect(currentToken() === null).toBe(!enters);
  });

  it.each([
    ['by a fresh one', tokenOf(), true],
    ['by one that has run out, too', tokenOf({ exp: 1 }), false],
  ])('a token that has run out is refreshed %s', async (_, token, enters) => {
    answer = (_request, response) => json(response, 200, { token });
    workedAs({});
    expect(await passed(authProvider.checkAuth({}))).toBe(enters);
    expect(asked).toEqual(['POST /api/refresh_token/']);
    expect(currentToken()).toBe(enters ? token : null);
  });

  it.each([
    ['a visitor is sent to sign in', null, 401, false],
    ['whoever is signed in stays: the call itself has refreshed', tokenOf(), 401, true],
    ['another refusal ends nothing', null, 403, true],
  ])('%s', async (_, token, status, stays) => {
    storeToken(token);
    expect(await passed(authProvider.checkError({ status }))).toBe(stays);
  });

  it('a page is open to those whose rights it needs', async () => {
    const sees = (needs?: Needs) => authProvider.canAccess!({ record: needs && { needs } } as never);
    storeToken(null);
    expect(await sees()).toBe(false);
    storeToken(tokenOf());
    expect([await sees(), await sees(signedIn), await sees(superuser)]).toEqual([true, true, false]);
  });

  it('a code is sent where there is one', async () => {
    const sent: unknown[] = [];
    answer = (_request, response, body) => {
      sent.push(JSON.parse(body));
      json(response, 200, { token: tokenOf() });
    };
    const who = { email: 'a@example.ru', password: 'Гараж' };
    await authProvider.login(who);
    await authProvider.login({ ...who, code: '123456' });
    expect(sent).toEqual([who, { ...who, code: '123456' }]);
  });
});

describe('react-admin reads', () => {
  it('a page of a list with its total and sums', async () => {
    answer = (_, response) =>
      json(response, 200, [{ id: 1 }], { 'content-range': 'garages 25-49/86', 'x-totals': '{"debt":-500}' });
    const page = await dataProvider.getList('garages', {
      pagination: { page: 2, perPage: 25 },
      sort: { field: 'number', order: 'DESC' },
      filter: { q: 'А 45' },
    });
    expect(page).toEqual({ data: [{ id: 1 }], total: 86, meta: { totals: { debt: -500 } } });
    const query = new URL(asked[0]!.slice(4), base).searchParams;
    expect([query.get('sort'), query.get('range'), query.get('filter')]).toEqual([
      '["number","DESC"]',
      '[25,49]',
      '{"q":"А 45"}',
    ]);
  });
  it('a page of the log walked to by key at one place is asked for anew at another, its total too', async () => {
    const page = (n: number) =>
      dataProvider.getList('action_log', {
        pagination: { page: n, perPage: 2 },
        sort: { field: 'at', order: 'DESC' },
        filter: { tab: 'sign' },
      });
    const gives = (ids: number[], total: number) => {
      answer = (_, response) =>
        json(
          response,
          200,
          ids.map((id) => ({ id })),
          { 'content-range': `action_log 0-1/${total}` },
        );
    };
    const after = () => JSON.parse(new URL(asked.at(-1)!.slice(4), base).searchParams.get('filter')!).after as unknown;
    workAs(5);
    gives([9, 8], 900);
    await page(1);
    gives([7, 6], 2);
    expect([(await page(2)).total, after()]).toEqual([900, 8]);
    workAs(6);
    gives([3, 2], 40);
    expect([(await page(2)).total, after()]).toEqual([40, undefined]);
  });
  it('a list of which nothing is counted has none in all', async () => {
    answer = (_, response) => json(response, 200, []);
    expect(await dataProvider.getList('garages', {})).toEqual({ data: [], total: 0, meta: { totals: undefined } });
  });
  it('a card; a missing one opens the dialog', async () => {
    answer = (_, response) => json(response, 200, { id: 5 });
    expect(await dataProvider.getOne('garages', { id: 5 })).toEqual({ data: { id: 5 } });
    answer = (_, response) => json(response, 404, { message: 'Нет' });
    await expect(dataProvider.getOne('garages', { id: 6 })).rejects.toMatchObject({ status: 404 });
    expect(troubles.serverError).toHaveBeenCalledExactlyOnceWith(404);
  });
  it('a refused save stays with the form', async () => {
    answer = (_, response) => json(response, 409, { message: 'Данные изменил Иванов', current: { id: 5 } });
    const saving = dataProvider.update('garages', { id: 5, data: {}, previousData: { id: 5 } });
    await expect(saving).rejects.toMatchObject({ status: 409, body: { current: { id: 5 } } });
    answer = (_, response) => json(response, 500, { message: 'Нет' });
    await expect(dataProvider.create('garages', { data: {} })).rejects.toMatchObject({ status: 500 });
    expect(troubles.serverError).not.toHaveBeenCalled();
  });
  it('nothing is changed row by row behind the person’s back', async () => {
    await expect(dataProvider.updateMany('garages', { ids: [1], data: {} })).rejects.toThrow('своим вызовом');
    await expect(dataProvider.deleteMany('garages', { ids: [1] })).rejects.toThrow('своим вызовом');
    expect(asked).toEqual([]);
  });
});
