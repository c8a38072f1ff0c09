// A call of the API as a value: the server mounts it, the console calls it, OpenAPI and the permission tests are made of it.
import type { z } from 'zod';
import type { Needs } from './scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Shape = z.ZodType | undefined;

export interface Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> {
  method: Method;
  /** Fastify path with `:id` parts and a trailing slash where the specification has one. */
  path: string;
  summary: string;
  tag: string;
  needs: Needs;
  params: P;
  query: Q;
  body: B;
  reply: R;
  /** json (default), list (JSON array with Content-Range), file (bytes), multipart upload answered by json, none (204). */
  kind: 'json' | 'list' | 'file' | 'upload' | 'none';
  /** A read that is sent as POST must say so; every other POST, PUT, DELETE writes. */
  reads: boolean;
  /**
   * With what the console reads the answer anew: the resource whose changes change it, by default the first part of the path.
   * `garages/getList` is read anew with the lists of garages as well.
   */
  room?: string;
}

/** Declares a call. Omitted shapes mean «nothing there». */
export function endpoint<
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  R extends Shape = undefined,
>(
  call: {
    method: Method;
    path: string;
    summary: string;
    tag: string;
    needs: Needs;
    params?: P;
    query?: Q;
    body?: B;
    reply?: R;
  } & Partial<Pick<Endpoint, 'kind' | 'reads' | 'room'>>,
): Endpoint<P, Q, B, R> {
  return {
    params: undefined as P,
    query: undefined as Q,
    body: undefined as B,
    reply: undefined as R,
    kind: call.reply ? 'json' : 'none',
    reads: call.method === 'GET',
    ...call,
  } as Endpoint<P, Q, B, R>;
}

export type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : undefined;
export type Sent<S extends Shape> = S extends z.ZodType ? z.input<S> : undefined;
// eslint-disable-next-line -- the constraint needs every shape
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** Fills `:name` parts of an endpoint's path. */
export function pathOf(call: AnyEndpoint, params: Record<string, string | number> = {}): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
