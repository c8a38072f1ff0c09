// The write of a page that is being closed: nobody hears the answer, and the browser carries it on after the page is gone.
import { pathOf, type AnyEndpoint } from '../contract/kernel/endpoint.ts';
import { fingerprint } from './fingerprint.ts';
import type { CallOptions } from './http.ts';
import { operationKey } from './operationKey.ts';
import { currentToken } from './session.ts';

/** Known beforehand: a page that closes can't wait for a promise. */
let device = '';
void fingerprint().then(({ hash }) => (device = hash));

/** Sends a write without waiting for it. */
export function sendOnClosing<E extends AnyEndpoint>(endpoint: E, { params, body }: CallOptions<E>): void {
  const token = currentToken();
  if (!token) return;
  fetch(pathOf(endpoint, params), {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json',
      'X-Fingerprint': device,
      'Idempotency-Key': operationKey(),
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'include',
  }).catch(() => undefined);
}
