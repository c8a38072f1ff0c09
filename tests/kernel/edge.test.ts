// The door of every call: what no database keeps is refused in words, and what a schema refuses is told in Russian.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../../contract/index.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { BAD_TEXT, edgeFault, TOO_DEEP } from '../../server/kernel/edge.ts';
import { messageOf } from '../../server/kernel/messages.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const SURROGATE = '\ud800';
const params = {
  id: 1,
  objectId: 1,
  po: 1,
  type: 'garage',
  consentId: 1,
  ownershipId: 1,
  resource: 'garages',
  sessionId: 1,
  key: 'garages.columns',
};
const ask = (call: AnyEndpoint, search: string, payload?: object) =>
  t.app.inject({
    method: call.method,
    url: pathOf(call, params) + search,
    headers: { authorization: `Bearer ${root.token}` },
    ...(payload ? { payload } : {}),
  });

describe('what no call takes', () => {
  it('is found however deep, names of fields included', () => {
    expect(edgeFault({ a: [1, null, { b: 'ё😀' }] })).toBeNull();
    expect(edgeFault({ a: [1, { b: 'x\0' }] })).toEqual({ path: 'a.1.b', text: BAD_TEXT });
    expect(edgeFault({ a: SURROGATE })).toEqual({ path: 'a', text: BAD_TEXT });
    expect(edgeFault({ a: { ['\0']: 1 } })).toEqual({ path: 'a', text: BAD_TEXT });
    // Of the whole, where there is no field to stand at.
    expect(edgeFault({ [SURROGATE]: 1 })).toEqual({ path: 'form', text: BAD_TEXT });
    expect(edgeFault('x\0')).toEqual({ path: 'form', text: BAD_TEXT });
    let deep: unknown = 'x';
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    expect(edgeFault({ deep })).toEqual({ path: 'deep', text: TOO_DEEP });
  });
  it('is refused by every call with a body, on its field', async () => {
    for (const call of allEndpoints.filter((one) => one.body)) {
      const reply = await ask(call, '', { anything: { inside: `x${SURROGATE}` } });
      expect([call.path, reply.statusCode, reply.json().errors]).toEqual([
        call.path,
        422,
        { 'anything.inside': BAD_TEXT },
      ]);
    }
  });
  it('is refused by every call with a query and in every address', async () => {
    for (const call of allEndpoints.filter((one) => one.query)) {
      const reply = await ask(call, '?anything=%00');
      expect([call.path, reply.statusCode, reply.json().errors]).toEqual([call.path, 422, { anything: BAD_TEXT }]);
    }
    const reply = await t.app.inject({
      url: '/api/saved_views/%00',
      headers: { authorization: `Bearer ${root.token}` },
    });
    expect(reply.statusCode).toBe(404);
  });
  it('is refused inside the filter of every list', async () => {
    for (const call of allEndpoints.filter((one) => one.kind === 'list')) {
      const reply = await ask(call, `?filter=${encodeURIComponent(JSON.stringify({ q: `x${SURROGATE}` }))}`);
      expect([call.path, reply.statusCode, reply.json().message]).toEqual([call.path, 400, 'Неверный параметр filter']);
    }
  });
});

describe('a condition that a list does not know', () => {
  it('is refused by every list by its name, never left out', async () => {
    for (const call of allEndpoints.filter((one) => one.kind === 'list')) {
      const reply = await ask(call, `?filter=${encodeURIComponent(JSON.stringify({ unknownFilter: 1 }))}`);
      expect([call.path, reply.statusCode, reply.json().message]).toEqual([
        call.path,
        400,
        'Неверный параметр filter: unknownFilter',
      ]);
    }
  });
});

describe('words of schemas', () => {
  const told = (schema: z.ZodType, value: unknown) =>
    schema
      .safeParse(value)
      .error!.issues.map((issue) => issue.message)
      .join();
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), null, 'Заполните поле'],
    [z.string(), 5, 'Введите текст'],
    [z.number(), 'x', 'Введите число'],
    [z.number().int(), 1.5, 'Введите целое число'],
    [z.number().min(1900), 1890, 'Не меньше 1900'],
    [z.number().max(5), 6, 'Не больше 5'],
    [z.string().max(21), 'x'.repeat(22), 'Не больше 21 знака'],
    [z.array(z.string()).max(5), ['', '', '', '', '', ''], 'Не больше 5 значений'],
    [z.string().min(1), '', 'Заполните поле'],
    [z.enum(['a']), 'b', 'Выберите значение из списка'],
    [z.uuid(), 'x', 'Неверный ключ'],
    [z.strictObject({}), { x: 1 }, 'Неизвестное поле: x'],
    [z.union([z.string(), z.number()]), true, 'Неверное значение'],
    [z.boolean(), 'да', 'Выберите «да» или «нет»'],
    [z.string('Своё'), 1, 'Своё'],
  ])('%#', (schema, value, text) => expect(told(schema, value)).toBe(text));
  it('is the one table of the process', () => {
    expect(z.config().customError).toBe(messageOf);
  });
  it('no call answers nonsense in another language', async () => {
    const foreign: string[] = [];
    for (const call of allEndpoints.filter((one) => one.body))
      for (const payload of [
        {},
        [],
        { date: null, name: 5, version: 'x', idempotencyKey: 1, lines: [null], id: 1e30 },
      ]) {
        const reply = await ask(call, '', payload);
        if (reply.statusCode < 400) continue;
        const { message, errors = {} } = reply.json();
        for (const text of [message, ...Object.values(errors as object)])
          if (!/[а-яё]/i.test(String(text))) foreign.push(`${call.path}: ${text}`);
      }
    expect(foreign).toEqual([]);
  });
});
