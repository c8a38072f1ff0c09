// The console's own calls over the real application, without a port: what a screen asks is answered as it is in production.
import axios, { AxiosError, AxiosHeaders, type AxiosAdapter, type AxiosResponse } from 'axios';
import { http } from '../../providers/http.ts';
import { storeToken } from '../../providers/session.ts';
import type { Caller, TestApp } from './app.ts';
import { multipart } from './multipart.ts';

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

/** A form of the browser as bytes. */
const formOf = async (form: FormData) =>
  multipart(
    await Promise.all(
      [...form.entries()].map(async ([name, value]) =>
        typeof value === 'string'
          ? { name, body: Buffer.from(value) }
          : { name, body: Buffer.from(await value.arrayBuffer()), filename: value.name, type: value.type },
      ),
    ),
  );

/** Leads every call of `providers/http.ts` into the application. */
export function wireTo(t: TestApp): Wire {
  const asked: Wire['asked'] = [];
  const before = [axios.defaults.adapter, http.defaults.adapter] as const;
  const adapter: AxiosAdapter = async (config) => {
    const url = axios.getUri(config);
    const method = (config.method ?? 'get').toUpperCase() as 'GET';
    const sent = config.data as string | FormData | undefined;
    const form = sent instanceof FormData ? await formOf(sent) : null;
    const payload = form ? form.payload : (sent as string | undefined);
    asked.push({
      call: `${method} ${url}`,
      body: typeof payload === 'string' ? (JSON.parse(payload) as unknown) : undefined,
    });
    const headers: Record<string, string> = Object.fromEntries(
      Object.entries(AxiosHeaders.from(config.headers).toJSON()).map(([name, value]) => [name, String(value)]),
    );
    if (form) headers['Content-Type'] = form.contentType;
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
