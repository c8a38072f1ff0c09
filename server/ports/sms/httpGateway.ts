// SMS by an HTTP gateway of the common kind: `send.php`, `status.php`, `balance.php`, answers in JSON.
import type { Handover, Receipt, SmsGateway, SmsMessage } from './port.ts';

export interface HttpGatewayOptions {
  /** `https://login:password@host/sys/`. */
  url: string;
  timeoutMs?: number;
}

/** Statuses of the gateway as statuses of the informing history. */
const statusOf: Record<string, Receipt['status']> = {
  '-1': 1,
  0: 1,
  1: 2,
  2: 3,
  3: 5,
  20: 4,
  22: 6,
  23: 6,
  24: 6,
  25: 4,
};
/** Refusals that every next message would meet too: password, money, address, rights. */
const STOPS_ALL = new Set([2, 3, 4, 6]);
/** Refusals of this message: parameters, number, delivery. */
const FOR_GOOD = new Set([1, 5, 7, 8]);

/** Statuses are asked for so many messages side by side. */
const ASKED_AT_ONCE = 5;

/** Sends by POST. An answer that does not come is «unknown»; a connection that was never made is «failed». */
export function httpGateway({ url, timeoutMs = 20_000 }: HttpGatewayOptions): SmsGateway {
  const base = new URL(url);
  const login = decodeURIComponent(base.username);
  const password = decodeURIComponent(base.password);
  base.username = base.password = '';
  const call = async (page: string, fields: Record<string, string>) => {
    const response = await fetch(new URL(page, base), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ login, psw: password, charset: 'utf-8', fmt: '3', ...fields }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: (await response.json().catch(() => null)) as Answer | null };
  };
  return {
    name: 'http',
    send: async (message) => {
      try {
        const { status, body } = await call('send.php', fieldsOf(message));
        return handoverOf(status, body);
      } catch (error) {
        const code = codeOf(error);
        if (UNTRUSTED.test(code))
          return { kind: 'failed', reason: `сертификат шлюза не принят: ${code}`, stopsAll: true };
        return NEVER_CONNECTED.has(code)
          ? { kind: 'failed', reason: 'шлюз не отвечает', stopsAll: false, isAway: true }
          : { kind: 'unknown', reason: 'ответ шлюза потерян' };
      }
    },
    status: async (messages) => {
      const receipts: Receipt[] = [];
      const left = [...messages];
      const lane = async () => {
        for (let one = left.shift(); one; one = left.shift()) {
          const { to, gatewayId } = one;
          const { body } = await call('status.php', { phone: to, id: gatewayId }).catch(() => ({ body: null }));
          const status = statusOf[String(body?.status ?? '')];
          if (status) receipts.push({ gatewayId, status });
        }
      };
      await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane));
      return receipts;
    },
    balance: async () => {
      const { body } = await call('balance.php', {}).catch(() => ({ body: null }));
      return kopecksOf(body?.balance);
    },
    close: async () => {},
  };
}

interface Answer {
  id?: number | string;
  cost?: string | number;
  balance?: string | number;
  status?: number | string;
  error?: string;
  error_code?: number | string;
}

const fieldsOf = ({ id, to, text, sender }: SmsMessage): Record<string, string> => ({
  phones: to,
  mes: text,
  id: String(id),
  cost: '3',
  ...(sender && { sender }),
});

function handoverOf(status: number, body: Answer | null): Handover {
  // A proxy that waited in vain does not know whether the gateway behind it took the message.
  if (status === 504) return { kind: 'unknown', reason: `шлюз ответил ${status}` };
  if (status === 429 || status >= 500) return { kind: 'failed', reason: `шлюз ответил ${status}`, stopsAll: false };
  const code = Number(body?.error_code);
  if (body?.error !== undefined) {
    const reason = body.error.slice(0, 200);
    if (FOR_GOOD.has(code)) return { kind: 'refused', reason };
    return { kind: 'failed', reason, stopsAll: STOPS_ALL.has(code) };
  }
  // A wrong address or password, a page that moved: nothing was taken, nor will the next one be.
  if (status >= 300) return { kind: 'failed', reason: `шлюз ответил ${status}`, stopsAll: true };
  if (body?.id === undefined) return { kind: 'unknown', reason: 'ответ шлюза не понят' };
  return { kind: 'accepted', gatewayIds: [String(body.id)], costKopecks: kopecksOf(body.cost) };
}

function kopecksOf(rubles: string | number | undefined): number | null {
  const value = Number(rubles);
  return rubles === undefined || !Number.isFinite(value) ? null : Math.round(value * 100);
}

const codeOf = (error: unknown): string => (error as { cause?: { code?: string } }).cause?.code ?? '';
/** Errors before a byte could have been sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Whoever answers is not known to be the gateway: he was told nothing, nor will he be told the next. */
const UNTRUSTED =
  /^(CERT_|UNABLE_TO_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_SSL_WRONG_VERSION_NUMBER$)/;
