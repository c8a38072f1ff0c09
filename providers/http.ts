// Every call to the API: bearer token, fingerprint, one refresh after a 401, and what a refused call means for the person.
import axios, { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { pathOf, type AnyEndpoint, type Sent } from '../contract/kernel/endpoint.ts';
import type { Problem } from '../contract/kernel/problems.ts';
import { refreshToken } from '../contract/session.ts';
import { answerCame, answerMissing } from './connection.ts';
import { fingerprint } from './fingerprint.ts';
import { operationKey } from './operationKey.ts';
import { onSignedOut, refreshOnce } from './refresh.ts';
import { currentToken, workOf } from './session.ts';

/** A refused call. `body` is the problem as the server wrote it; react-admin puts `body.errors` on fields. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Problem;
  constructor(status: number, body: Problem) {
    super(body.message);
    this.name = 'HttpError';
    this.status = status;
    this.body = body;
  }
}

/** What is wrong with a call, by field; `form` is for what belongs to none. */
export const errorsOf = (error: unknown): Record<string, string> => {
  const { body, message } = error as HttpError;
  return body?.errors ?? { form: message };
};

/** What the server-error dialog says. */
export const NOT_FOUND_TEXT = 'К сожалению, мы не можем найти запрашиваемые данные.';
export const FAULT_TEXT = 'К сожалению, на сервере произошла ошибка.';

/** A right was taken away, or somebody else has signed in: what was typed at one place is not written at another. */
const MOVED =
  'Пока вы работали, сменилось место работы или пользователь. Ничего не записано: проверьте, кем вы работаете';

/** What the shell does when a call is refused for a reason that no form shows. */
export interface Troubles {
  /** 403: not permitted, one step back. */
  notPermitted(message: string): void;
  /** 404 and 500: the server-error dialog with the code. */
  serverError(status: number): void;
  /** The session can't be refreshed. */
  signedOut(): void;
}
const troubles: Troubles = { notPermitted: () => {}, serverError: () => {}, signedOut: () => {} };
/** The shell says how troubles are shown. */
export const onTroubles = (handlers: Partial<Troubles>) => void Object.assign(troubles, handlers);
onSignedOut(() => troubles.signedOut());

declare module 'axios' {
  interface AxiosRequestConfig {
    /** The caller shows the refusal itself: no dialog, no step back. */
    quiet?: boolean;
    retried?: boolean;
    /** What the call means to write, while that is not answered. */
    intention?: string;
  }
}

export const http: AxiosInstance = axios.create({ withCredentials: true });

http.interceptors.request.use(async (config) => {
  config.headers.set('X-Fingerprint', (await fingerprint()).hash);
  const token = currentToken();
  if (token) config.headers.set('Authorization', `Bearer ${token}`);
  if (config.method !== 'get' && !config.intention) {
    const { data, method, url } = config;
    // A form carries files, which are not compared: each sending of one is an intention of its own. The same at another place is
    // meant anew.
    config.intention = data instanceof FormData ? operationKey() : JSON.stringify([workOf(token), method, url, data]);
    const key = intentions.get(config.intention) ?? operationKey();
    intentions.set(config.intention, key);
    config.headers.set('Idempotency-Key', key);
  }
  return config;
});

/** Keys of writes that have not been answered: sent again, they happen once. */
const intentions = new Map<string, string>();
const answered = ({ intention = '' }: AxiosRequestConfig) => intentions.delete(intention);

const heard = (response: AxiosResponse) => {
  answerCame();
  answered(response.config);
  return response;
};
http.interceptors.response.use(heard, async (error: AxiosError<Problem>) => {
  const { config, response } = error;
  if (config && response && response.status < 500) answered(config);
  if (!config || axios.isCancel(error)) throw error;
  if (response) answerCame();
  else answerMissing();
  if (response?.status === 401 && !config.retried && currentToken() && !config.url?.includes(refreshToken.path)) {
    const sent = String(config.headers.Authorization ?? '').slice(7);
    // Another call or tab may have refreshed meanwhile: then the stored token is already a new one.
    if (currentToken() !== sent || (await refreshOnce())) {
      if (config.method !== 'get' && workOf(currentToken()) !== workOf(sent))
        throw new HttpError(409, { message: MOVED });
      return http({ ...config, retried: true });
    }
  }
  throw await refused(error);
});

/** The last refusals: what one may show to the support. */
export const lastRefusals: { at: string; status: number; text: string }[] = [];

async function refused({ response, config }: AxiosError<unknown>): Promise<HttpError> {
  if (!response) return new HttpError(0, { message: 'Нет связи с сервером. Проверьте интернет и повторите' });
  const body = await problemIn(response.data, response.status);
  lastRefusals.unshift({ at: new Date().toISOString(), status: response.status, text: body.message });
  lastRefusals.length = Math.min(lastRefusals.length, 5);
  if (!config?.quiet) {
    if (response.status === 403) troubles.notPermitted(body.message);
    if (response.status === 404 || response.status >= 500) troubles.serverError(response.status);
  }
  return new HttpError(response.status, body);
}

/** The problem of an answer; a file that was refused carries it as bytes. */
async function problemIn(data: unknown, status: number): Promise<Problem> {
  try {
    const body: unknown = data instanceof Blob ? JSON.parse(await data.text()) : data;
    if (typeof body === 'object' && body && 'message' in body) return body as Problem;
  } catch {
    // Not ours: a proxy answered.
  }
  return { message: status === 404 ? NOT_FOUND_TEXT : FAULT_TEXT };
}

export interface CallOptions<E extends AnyEndpoint> {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: Sent<E['body']>;
  signal?: AbortSignal;
  /** After so many ms without an answer the connection is taken for lost. */
  timeout?: number;
  quiet?: boolean;
}

/** Calls an endpoint of the contract; answers its reply. @throws {HttpError} */
export async function call<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<ReplyOf<E>> {
  const response = await http(requestOf(endpoint, options));
  return response.data as ReplyOf<E>;
}
export type ReplyOf<E extends AnyEndpoint> = E['reply'] extends import('zod').ZodType
  ? import('zod').output<E['reply']>
  : undefined;

/** Sends one file with fields beside it. `onProgress` hears shares from 0 to 1. */
export async function upload<E extends AnyEndpoint>(
  endpoint: E,
  {
    params,
    file,
    fields = {},
    onProgress,
    quiet,
  }: {
    params?: Record<string, string | number>;
    file: File;
    fields?: Record<string, string>;
    onProgress?: (share: number) => void;
    quiet?: boolean;
  },
): Promise<ReplyOf<E>> {
  const form = new FormData();
  // Fields go first: the server reads them with the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await http({
    method: endpoint.method,
    url: pathOf(endpoint, params),
    data: form,
    ...(quiet ? { quiet } : {}),
    onUploadProgress: (event) => onProgress?.(event.progress ?? 0),
  });
  return response.data as ReplyOf<E>;
}

/** Fetches a file; its name comes in base64, `record` is the row it was kept under, when it was. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ blob: Blob; name: string; record: number | null }> {
  try {
    const response = await http({ ...requestOf(endpoint, options), responseType: 'blob' });
    const record = Number(response.headers['x-document-id']) || null;
    return { blob: response.data as Blob, name: fileName(response), record };
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(0, { message: 'Файл не получен' });
  }
}

/** Gives the person a file to keep. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function requestOf<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E>): AxiosRequestConfig {
  return {
    method: endpoint.method,
    url: pathOf(endpoint, options.params),
    ...(options.query ? { params: options.query } : {}),
    ...(options.body === undefined ? {} : { data: options.body }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.timeout ? { timeout: options.timeout } : {}),
    ...(options.quiet ? { quiet: true } : {}),
  };
}

function fileName(response: AxiosResponse): string {
  const encoded = /filename="([^"]+)"/.exec(String(response.headers['content-disposition'] ?? ''))?.[1];
  if (!encoded) return 'файл';
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  } catch {
    return encoded;
  }
}
