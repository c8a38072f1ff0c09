// A question that stands written, not drawn: by whom, of which call, and what is done before it.
import { multipart } from '../kit/multipart.ts';
import type { Question } from './ask.ts';
import type { Files } from './stage.ts';

/** Said at once, or made of what the steps before answered. */
// eslint-disable-next-line -- the writer of a question knows what its steps answer
export type Made<T> = T | ((...answers: any[]) => T);
type Part = string | number;

export interface Asked {
  who: string;
  /** As calls are named: `POST /api/garages/:id/shares/`. */
  call: string;
  /** What stands for `:id`; several parts by their names. */
  at?: Made<Part | Record<string, Part>>;
  query?: Made<string>;
  body?: Made<object>;
  file?: keyof Files | Files['pdf'];
  /**
   * Done first and undone together with it: the state that it needs, the version or the sum that a person would have seen. A text is a
   * statement: what only time or a fault brings about.
   */
  before?: readonly (Asked | string)[];
  /** Of a step: asked again until its answer is so; some work goes on after its call was answered. */
  until?: (answer: never) => boolean;
}

type More = Omit<Asked, 'who' | 'call' | 'body'>;
const by =
  (name: string) =>
  (call: string, body?: Made<object>, more: More = {}): Asked => ({ who: `${name}@example.ru`, call, body, ...more });
export const mo = by('mo');
export const po = by('po');
export const one = by('super');
/** The superuser at work in the МО. */
export const chief = by('chief');

const made = <T>(value: Made<T>, answers: readonly unknown[]): T =>
  typeof value === 'function' ? (value as (...all: unknown[]) => T)(...answers) : value;

/** A written question as it is sent; `answers` are those of the steps before it. */
export function written(asked: Asked, nth: number, files: Files, answers: readonly unknown[] = []): Question {
  const [method, path] = asked.call.split(' ') as ['POST', string];
  const at = made(asked.at ?? '', answers);
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(typeof at === 'object' ? at[name]! : at));
  const headers = { 'x-fingerprint': 'f'.repeat(64) };
  const query = made(asked.query, answers);
  const body = made(asked.body, answers);
  const file = typeof asked.file === 'string' ? files[asked.file] : asked.file;
  const sent = file
    ? multipart([
        ...Object.entries(body ?? {}).map(([name, value]) => ({ name, body: Buffer.from(String(value)) })),
        { name: 'file', filename: file.name, type: 'application/octet-stream', body: file.bytes },
      ])
    : { payload: body && JSON.stringify(body), contentType: 'application/json' };
  return {
    sent: {
      method,
      url: query ? `${url}?${query}` : url,
      headers: sent.payload === undefined ? headers : { ...headers, 'content-type': sent.contentType },
      payload: sent.payload,
    },
    address: `10.251.0.${nth % 250}`,
    likely: (name) => wanting[name] ?? [],
    isWritten: true,
  };
}
/** What papers of some kinds ask for. */
const wanting: Record<string, readonly unknown[]> = {
  number: ['77'],
  start_date: ['2026-01-01'],
  end_date: ['2026-11-20'],
};
