// A month of the log as a file: gzip of a JSON object a line, made and read back a piece at a time.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Deps, ReadDb } from '../../kernel/ctx.ts';
import type { FileFacts } from '../rules/archive.ts';
import { monthLines } from './archive.ts';

/** Lines of one reading: two pages are in memory. */
const PAGE = 2000;

/** The bytes of a month's file, made while they are read; `told` after every page with how many lines there are by now. */
export function packedMonth(db: ReadDb, month: string, told: (lines: number) => Promise<void>): Readable {
  async function* lines() {
    let done = 0;
    for await (const page of monthLines(db, month, PAGE)) {
      yield page.text;
      done += page.lines;
      await told(done);
    }
  }
  const gzip = createGzip();
  // What fails in the reading fails whoever reads the bytes.
  pipeline(Readable.from(lines()), gzip).catch((error: unknown) => gzip.destroy(error as Error));
  return gzip;
}

/** What lies in the store under a key, read to its last line. @throws when it is gone, does not open or is no such file */
export async function readBack(files: Deps['files'], storeKey: string): Promise<FileFacts> {
  const hash = createHash('sha256');
  const facts = { lines: 0, first_id: null as number | null, last_id: null as number | null, bytes: 0 };
  async function* counted() {
    for await (const chunk of files.get(storeKey) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      facts.bytes += chunk.length;
      yield chunk;
    }
  }
  const unpacked = createGunzip();
  const reading = pipeline(Readable.from(counted()), unpacked);
  reading.catch(() => undefined);
  for await (const line of linesOf(unpacked)) {
    const { id } = JSON.parse(line) as { id: number };
    facts.lines += 1;
    facts.first_id = Math.min(facts.first_id ?? id, id);
    facts.last_id = Math.max(facts.last_id ?? id, id);
  }
  await reading;
  return { ...facts, sha256: hash.digest('hex') };
}

/** Texts between the ends of lines. */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = '';
  for await (const chunk of body) {
    const lines = (left + decoder.decode(chunk, { stream: true })).split('\n');
    left = lines.pop()!;
    yield* lines;
  }
  if (left) yield left;
}
