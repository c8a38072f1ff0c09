// The text of COPY … TO STDOUT as fast as a server sends it. It sends a message for every row; a reader that makes objects of each
// takes longer than the server does.
import type { Connection, Submittable } from 'pg';

/** Kind and length before every message; the length counts itself. */
const HEAD = 5;
const LENGTH = 4;
/** The kind of a message that holds a row. */
const ROW = 0x64;

/**
 * A query for `client.query`: rows are taken out of the bytes of the connection, all else goes on to its own reader, which ends or
 * fails the query as any other.
 */
export class CopyText implements Submittable {
  /** The whole text. @throws what the server refused, or the loss of the connection */
  readonly text: Promise<Buffer>;
  readonly #query: string;
  #settle!: { resolve: (text: Buffer) => void; reject: (error: Error) => void };
  #stream: Connection['stream'] | undefined;
  #usual!: (bytes: Buffer) => void;
  readonly #rows: Buffer[] = [];
  /** The beginning of a message that has not come as far as its length. */
  #begun: Buffer | null = null;
  /** Bytes of a message that are still to come. */
  #left = 0;
  #isRow = false;

  constructor(query: string) {
    this.#query = query;
    this.text = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  submit(connection: Connection): void {
    this.#stream = connection.stream;
    this.#usual = this.#stream.listeners('data')[0] as (bytes: Buffer) => void;
    this.#stream.off('data', this.#usual).on('data', this.#take);
    connection.query(this.#query);
  }

  handleError(error: Error): void {
    this.#leave();
    this.#settle.reject(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#leave();
    this.#settle.resolve(Buffer.concat(this.#rows));
  }

  #leave(): void {
    this.#stream?.off('data', this.#take).on('data', this.#usual);
    this.#stream = undefined;
  }

  /** Rows are moved together inside the piece that came: nothing is made for each. */
  readonly #take = (piece: Buffer): void => {
    const bytes = this.#begun ? Buffer.concat([this.#begun, piece]) : piece;
    this.#begun = null;
    let from = 0;
    let filled = 0;
    for (let at = 0; at < bytes.length;) {
      if (!this.#stream) return this.#usual(bytes.subarray(at));
      if (this.#left === 0) {
        if (bytes.length - at < HEAD) {
          this.#begun = bytes.subarray(at);
          break;
        }
        this.#isRow = bytes[at] === ROW;
        this.#left = bytes.readUInt32BE(at + 1) - LENGTH + (this.#isRow ? 0 : HEAD);
        if (this.#isRow) at += HEAD;
      }
      const end = Math.min(bytes.length, at + this.#left);
      this.#left -= end - at;
      if (this.#isRow) {
        bytes.copyWithin(filled, at, end);
        filled += end - at;
      } else {
        if (filled > from) this.#rows.push(bytes.subarray(from, filled));
        from = filled;
        this.#usual(bytes.subarray(at, end));
      }
      at = end;
    }
    if (filled > from) this.#rows.push(bytes.subarray(from, filled));
  };
}
