// What the product asks of a database: the embedded one and a PostgreSQL server answer alike.

export interface Rows {
  rows: Record<string, unknown>[];
  /** Rows touched by an insert, update or delete. */
  affected: number;
}

/** One connection, held by one caller until released. */
export interface Connection {
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
  /** As of the engine, but inside this connection's transaction. */
  copyOut(query: string): Promise<Uint8Array>;
  copyIn(target: string, bytes: Uint8Array): Promise<void>;
  release(): void;
}

export interface Engine {
  kind: 'embedded' | 'server';
  /** Runs one statement on any connection. */
  query(text: string, params?: readonly unknown[]): Promise<Rows>;
  /** A connection of one's own: the embedded database has one, the others wait in turn. */
  acquire(): Promise<Connection>;
  /** Runs a script of several statements. */
  script(text: string): Promise<void>;
  /** Text of a table in COPY format, and back. */
  copyOut(query: string): Promise<Uint8Array>;
  copyIn(target: string, bytes: Uint8Array): Promise<void>;
  /** Hears a channel until the answered function is called. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /** Whether anybody has waited for the one connection since this was asked last; a server has many, nobody waits. */
  wasWaitedFor(): boolean;
  close(): Promise<void>;
}

/** An error of the database, the same shape on both engines. `code` is the SQLSTATE. */
export class DbError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;
  constructor(fault: {
    message: string;
    code?: string | undefined;
    constraint?: string | undefined;
    detail?: string | undefined;
  }) {
    super(fault.message);
    this.name = 'DbError';
    this.code = fault.code ?? 'XX000';
    this.constraint = fault.constraint;
    this.detail = fault.detail;
  }
}

/** True for a broken unique rule (of the given name, when one is given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return error instanceof DbError && error.code === '23505' && (!constraint || error.constraint === constraint);
}

/** True when the disk of the database or of the files has no room left. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof DbError) return error.code === '53100' || /No space left|ENOSPC/i.test(error.message);
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
}

/** Two writes waited for each other, or one was decided by what the other has changed: this one was taken back whole. */
export const isEntangled = (error: unknown): boolean => error instanceof DbError && /^(40P01|40001)$/.test(error.code);
/** True for a value that its column can't hold: a number over its size, a day no calendar has. */
export const isOutOfRange = (error: unknown): boolean =>
  error instanceof DbError && /^(22003|22008|22P02)$/.test(error.code);

/** int8 as a number; one that a number can't hold is a fault, not a rounding. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of range: ${text}`);
  return value;
}

/** `2026-11-20 09:00:00.5+00` as `2026-11-20T09:00:00.500Z`. */
export function parseMoment(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

/** Type numbers whose texts both engines read with these parsers. */
export const typeParsers: Record<number, (text: string) => unknown> = {
  20: parseInt8,
  1082: (text) => text,
  1114: (text) => text,
  1184: parseMoment,
  1700: (text) => text,
};
