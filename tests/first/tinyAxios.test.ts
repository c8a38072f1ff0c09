// The one call of the first script in place of the HTTP client: what it sends, what it answers, how a refusal looks.
import { afterEach, expect, it, vi } from 'vitest';
import axios from '../../src/first/tiny/axios.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const post = () =>
  axios.post('/api/refresh/', { fingerprint: 'ff' }, { timeout: 15_000, headers: { 'X-Fingerprint': 'ff' } });
const answering = (answer: () => Promise<Response>) => {
  const asked = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', asked);
  return asked;
};

it('sends the body as JSON with the headers it was given and the cookies, for as long as it may last', async () => {
  const limit = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit);
  const asked = answering(async () => new Response('{"token":"t"}'));
  expect(await post()).toEqual({ data: { token: 't' } });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000);
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/refresh/', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'X-Fingerprint': 'ff' },
    body: '{"fingerprint":"ff"}',
    signal: limit,
  });
});

it.each([400, 401, 503])('a refusal %d carries its status, as that of the client does', async (status) => {
  answering(async () => new Response('', { status }));
  const error: unknown = await post().catch((failure: unknown) => failure);
  expect(axios.isAxiosError(error) && error.response.status).toBe(status);
  expect((error as Error).message).toBe(String(status));
});

it('what did not come at all is no refusal', async () => {
  const lost = new TypeError('Failed to fetch');
  answering(() => Promise.reject(lost));
  await expect(post()).rejects.toBe(lost);
  expect(axios.isAxiosError(lost)).toBe(false);
});
