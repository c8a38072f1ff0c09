// The write of a page that is being closed: carried on by the browser, told whose it is and of which device, once.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/kernel/endpoint.ts';
import { signedIn } from '../../contract/kernel/scope.ts';
import { fingerprint } from '../../providers/fingerprint.ts';
import { sendOnClosing } from '../../providers/lastCall.ts';
import { storeToken } from '../../providers/session.ts';
import { tokenOf } from '../kit/token.ts';

const update = endpoint({
  tag: '',
  method: 'PUT',
  path: '/api/things/:id',
  summary: '',
  needs: signedIn,
  params: z.object({ id: z.number() }),
  body: z.object({ comment: z.string() }),
  kind: 'json',
});
const asked = vi.fn<typeof fetch>();
let device = '';
beforeAll(async () => {
  ({ hash: device } = await fingerprint());
});
beforeEach(() => {
  asked.mockReset().mockResolvedValue(new Response('{}'));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  storeToken(null);
});

it('goes with the token, the device and a key of its own', () => {
  const token = tokenOf();
  storeToken(token);
  sendOnClosing(update, { params: { id: 5 }, body: { comment: 'нет' } });
  sendOnClosing(update, { params: { id: 6 }, body: { comment: '' } });
  const keys = asked.mock.calls.map(([, options]) => (options!.headers as Record<string, string>)['Idempotency-Key']);
  expect(keys.filter((key) => !/^[\da-f-]{36}$/.test(key!))).toEqual([]);
  expect(new Set(keys).size).toBe(2);
  expect(device).toMatch(/^[\da-f]{64}$/);
  expect(asked.mock.calls[0]).toEqual([
    '/api/things/5',
    {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'X-Fingerprint': device,
        'Idempotency-Key': keys[0],
        Authorization: `Bearer ${token}`,
      },
      body: '{"comment":"нет"}',
      keepalive: true,
      credentials: 'include',
    },
  ]);
});

it('of nobody who is signed in nothing goes', () => {
  sendOnClosing(update, { params: { id: 5 }, body: { comment: 'нет' } });
  expect(asked).not.toHaveBeenCalled();
});

it('nobody hears that it did not arrive', async () => {
  storeToken(tokenOf());
  const refused = Promise.reject(new TypeError('Failed to fetch'));
  const heard = vi.spyOn(refused, 'catch');
  asked.mockReturnValue(refused);
  sendOnClosing(update, { params: { id: 5 }, body: { comment: 'нет' } });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(await heard.mock.results[0]!.value).toBeUndefined();
});
