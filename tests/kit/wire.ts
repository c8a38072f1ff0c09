// The console's own calls over the real application, without a port: what a screen asks is answered as it is in production.
import axios, { AxiosError, AxiosHeaders, type AxiosAdapter, type AxiosResponse } from 'axios';
import { http } from '../../providers/http.ts';
import { storeToken } from '../../providers/session.ts';
import type { Caller, TestApp } from './app.ts';

// The window brings a class of bytes of its own; a server beside the screen knows only that of Node.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor;

export interface Wire {
  /** What was asked, in order: `GET /api/garages/?range=…`, with the body where one was sent. */
  asked: { call: string; body: unknown }[];
  /** From here on calls are this person's. */
  enter(who: Caller): void;
  /** Gives the browser its own connection back. */
  cut(): void;
}

const BOUNDARY = 'between-the-parts';
/** A form with files as it goes over the wire. */
async function multipart(form: FormData): Promise<Buffer> {
  const parts = [...form.entries()].map(async ([name, value]) => {
    const isFile = typeof value !== 'string';
    const more = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : '';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const body = isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value);
    return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...(await Promise.all(parts)), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Leads every call of `providers/http.ts` into the application. */
export function wireTo(t: TestApp): Wire {
  const asked: Wire['asked'] = [];
  const before = [axios.defaults.adapter, http.defaults.adapter] as const;
  const adapter: AxiosAdapter = async (config) => {
    const url = axios.getUri(config);
    const method = (config.method ?? 'get').toUpperCase() as 'GET';
    const sent = config.data as string | FormData | undefined;
    const payload = sent instanceof FormData ? await multipart(sent) : sent;
    asked.push({
      call: `${method} ${url}`,
      body: typeof payload === 'string' ? (JSON.parse(payload) as unknown) : undefined,
    });
    const headers: Record<string, string> = Object.fromEntries(
      Object.entries(AxiosHeaders.from(config.headers).toJSON()).map(([name, value]) => [name, String(value)]),
    );
    if (payload instanceof Buffer) headers['Content-Type'] = `multipart/form-data; boundary=${BOUNDARY}`;
    const reply = await t.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    const response: AxiosResponse = {
      data: String(reply.headers['content-type'] ?? '').includes('json') ? reply.json() : reply.payload,
      status: reply.statusCode,
      statusText: reply.statusMessage,
      headers: AxiosHeaders.from(reply.headers as Record<string, string>),
      config,
    };
    if (reply.statusCode < 400) return response;
    throw new AxiosError(`${reply.statusCode}`, AxiosError.ERR_BAD_RESPONSE, config, {}, response);
  };
  [axios.defaults.adapter, http.defaults.adapter] = [adapter, adapter];
  return {
    asked,
    enter: (who) => storeToken(who.token),
    cut: () => {
      storeToken(null);
      [axios.defaults.adapter, http.defaults.adapter] = [before[0]!, before[1]!];
    },
  };
}
