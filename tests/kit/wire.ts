// The console's own calls over the real application, without a port: what a screen asks is answered as it is in production.
import { setTimeout as delay } from 'node:timers/promises';
import axios, { AxiosError, AxiosHeaders, type AxiosAdapter, type AxiosResponse } from 'axios';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
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
  /** Bodies of what was sent to an endpoint, in order. */
  sent<Body = Record<string, unknown>>(endpoint: AnyEndpoint): Body[];
  /** Queries of what was asked of an endpoint, in order. */
  queries(endpoint: AnyEndpoint): Record<string, string>[];
  /** Calls of this kind wait at the gate until the answered function is called. */
  hold(endpoint: AnyEndpoint): () => void;
  /** The connection breaks under the next call of this kind: before it came to the application, or before its answer was heard. */
  lose(endpoint: AnyEndpoint, what?: 'call' | 'answer'): void;
  /** What others do in the moment before the next call of this kind comes to the application. */
  before(endpoint: AnyEndpoint, happens: () => unknown): void;
  /** Gives the browser its own connection back; closing the application does it too. */
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

type Config = Parameters<AxiosAdapter>[0];
interface Gate {
  endpoint: AnyEndpoint;
  once: boolean;
  pass: (answer: () => Promise<AxiosResponse>, config: Config) => Promise<AxiosResponse>;
}

/** Whether a call goes to an endpoint, whatever stands in the places of its path. */
function goesTo({ method, path }: AnyEndpoint, call: string): boolean {
  const [verb, address] = call.split(' ') as [string, string];
  const parts = (one: string) => one.split('/');
  const [wanted, given] = [parts(path), parts(address.split('?')[0]!)];
  return (
    verb === method &&
    wanted.length === given.length &&
    wanted.every((part, nth) => part.startsWith(':') || part === given[nth])
  );
}

/** `WIRE_LATE_MS=300`: every call and every answer is up to so long on its way, each its own time; what assumes an order fails. */
const lateMs = Number(process.env['WIRE_LATE_MS'] ?? 0);
const onTheWay = () => (lateMs ? delay(Math.random() * lateMs) : undefined);

/** Leads every call of `providers/http.ts` into the application. */
export function wireTo(t: TestApp): Wire {
  const asked: Wire['asked'] = [];
  let gates: Gate[] = [];
  const to = (endpoint: AnyEndpoint) => asked.filter(({ call }) => goesTo(endpoint, call));
  const stand = (gate: Gate) => {
    gates.push(gate);
    return gate;
  };
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
    const gate = gates.find(({ endpoint }) => goesTo(endpoint, `${method} ${url}`));
    if (gate?.once) gates = gates.filter((one) => one !== gate);
    const answer = () => ask(config, { method, url, headers, payload });
    return gate ? gate.pass(answer, config) : answer();
  };
  /** The application's own answer. */
  async function ask(
    config: Config,
    {
      payload,
      ...call
    }: { method: 'GET'; url: string; headers: Record<string, string>; payload: string | Buffer | undefined },
  ): Promise<AxiosResponse> {
    await onTheWay();
    const reply = await t.app.inject({ ...call, ...(payload ? { payload } : {}) });
    await onTheWay();
    const response: AxiosResponse = {
      data: String(reply.headers['content-type'] ?? '').includes('json') ? reply.json() : reply.payload,
      status: reply.statusCode,
      statusText: reply.statusMessage,
      headers: AxiosHeaders.from(reply.headers as Record<string, string>),
      config,
    };
    if (reply.statusCode < 400) return response;
    throw new AxiosError(`${reply.statusCode}`, AxiosError.ERR_BAD_RESPONSE, config, {}, response);
  }
  const cut = () => {
    storeToken(null);
    [axios.defaults.adapter, http.defaults.adapter] = [before[0]!, before[1]!];
  };
  // Nothing is led to an application that is closed.
  const { close } = t;
  t.close = () => {
    cut();
    return close();
  };
  const broken = (config: Config) => new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
  [axios.defaults.adapter, http.defaults.adapter] = [adapter, adapter];
  return {
    asked,
    enter: (who) => storeToken(who.token),
    sent: <Body>(endpoint: AnyEndpoint) => to(endpoint).map(({ body }) => body as Body),
    queries: (endpoint) =>
      to(endpoint).map(({ call }) => Object.fromEntries(new URL(call.split(' ')[1]!, 'http://x').searchParams)),
    hold: (endpoint) => {
      let open!: () => void;
      const opened = new Promise<void>((done) => (open = done));
      const gate = stand({ endpoint, once: false, pass: (answer) => opened.then(answer) });
      return () => {
        gates = gates.filter((one) => one !== gate);
        open();
      };
    },
    lose: (endpoint, what = 'call') =>
      void stand({
        endpoint,
        once: true,
        pass: async (answer, config) => {
          if (what === 'answer') await answer();
          throw broken(config);
        },
      }),
    before: (endpoint, happens) =>
      void stand({
        endpoint,
        once: true,
        pass: async (answer) => {
          await happens();
          return answer();
        },
      }),
    cut,
  };
}
