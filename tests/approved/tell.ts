// What came of a call, in a few lines that people can read and that a careless change can't help changing.
import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre';
import type { Engine } from '../../server/db/engine.ts';
import type { PdfJob } from '../../server/ports/pdf/engine.ts';

/** So short a value stands itself, a longer one by its digest; words for people stand longer. */
const SHORT = 26;
const WORDS = /^(text|message|title|summary|failure)$/;
const LONG = 240;
const digest = (text: string) => `~${createHash('sha256').update(text).digest('hex').slice(0, 6)}`;

/** What is made by chance, not by the call. */
const chancy: readonly [RegExp, string][] = [
  [/"\$sealed":"[^"]*"/g, '"$sealed"'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'uuid'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'token'],
  [/(?<=[/=#])[\w-]{32,}/g, 'secret'],
  [/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2}\b/g, 'code'],
  [/[\w+/]{32,}={0,2}/g, 'sealed'],
];
const calm = (text: string) => chancy.reduce((said, [found, fresh]) => said.replace(found, fresh), text);

const shown = (value: unknown, key = '') => {
  const text = calm(JSON.stringify(value) ?? 'нет');
  return text.length <= (WORDS.test(key) ? LONG : SHORT) ? text : digest(text);
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows by columns: which rows there are, and of each column one digest. */
export function rowsTold(rows: readonly unknown[]): string {
  if (!rows.length) return '[]';
  if (!rows.every(isObject)) return `[${rows.length}] ${shown(rows)}`;
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const ids = keys.includes('id') ? ` id ${shown(rows.map((row) => row.id))}` : '';
  const columns = keys
    .filter((key) => key !== 'id')
    .map((key) => {
      const values = rows.map((row) => row[key]);
      const isOne = new Set(values.map((value) => JSON.stringify(value))).size === 1;
      return `${key} ${isOne ? shown(values[0], key) : digest(calm(JSON.stringify(values)))}`;
    });
  return `[${rows.length}]${ids}${columns.length ? `; ${columns.join(', ')}` : ''}`;
}

/** An answer's body. */
export function bodyTold(body: unknown): string {
  if (Array.isArray(body)) return rowsTold(body);
  if (!isObject(body)) return shown(body);
  return Object.entries(body)
    .map(([key, value]) => `${key} ${Array.isArray(value) && value.length ? rowsTold(value) : shown(value, key)}`)
    .join(', ');
}

export interface Answer {
  statusCode: number;
  payload: string;
  rawPayload: Buffer;
  headers: Record<string, unknown>;
}

/** An answer in one line. */
export async function answerTold({ statusCode, payload, rawPayload, headers }: Answer): Promise<string> {
  const type = String(headers['content-type'] ?? '');
  const range = headers['content-range'] ? ` ${String(headers['content-range']).replace(/^\w+ /, '')}` : '';
  if (statusCode === 204) return '204';
  // What people are refused with is read word by word.
  if (type.includes('json') && statusCode >= 400) return `${statusCode} ${calm(payload).slice(0, 400)}`;
  if (type.includes('json')) return `${statusCode}${range} ${bodyTold(JSON.parse(payload))}`;
  if (type.includes('spreadsheet')) return `${statusCode} ${await bookTold(rawPayload)}`;
  // Sealed and pressed files are other bytes each time.
  const isText = /^text\/(csv|plain|html)/.test(type);
  return `${statusCode}${range} ${type}${isText ? ` ${digest(calm(payload))}` : ''}`;
}

/** A workbook: of each sheet its titles, and a digest of each column. */
async function bookTold(bytes: Buffer): Promise<string> {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const told = sheets.map(({ name, rows }) => {
    const width = Math.max(0, ...rows.map((row) => row.length));
    const columns = Array.from({ length: width }, (_, nth) =>
      digest(calm(JSON.stringify(rows.map((row) => row[nth])))),
    );
    return `«${name}» [${rows.length}] ${columns.join(' ')}`;
  });
  return told.join('; ');
}

/** A paper as its compiler was given it: how long, and a digest of its words and their places. */
export const paperTold = ({ source, isKept, files = {} }: PdfJob): string =>
  `paper ${digest(calm(source))} [${source.split('\n').length}]${isKept ? ' kept' : ''} ${Object.keys(files).join(' ')}`.trimEnd();

/** What was said to the screens: to whom and what, a long message by its digest. */
export const saidTold = (said: readonly string[]): string[] =>
  said.map((text) => {
    const { audience, message } = JSON.parse(text) as { audience: unknown; message: { type: string } };
    return `live ${shown(audience, 'text')} ${shown(message, 'text')}`;
  });

/** Columns that are other each time by their nature: keys, ciphers, secrets, times of the database's own clock. */
const OTHER_EACH_TIME =
  /cipher|hash|secret|token|sealed|store_key|nonce|^key$|_key$|_uuid$|^seal$|sha256|salt|^mark$|^size_bytes$|^fields$|^prints$/;

/** What a call has written: rows of each table that are new or changed, and how many are gone. */
export class Effects {
  #before = new Map<string, number>();
  #sequences = '';
  readonly #tables: readonly string[];
  readonly #engine: Engine;
  private constructor(engine: Engine, tables: readonly string[]) {
    this.#engine = engine;
    this.#tables = tables;
  }
  static async over(engine: Engine): Promise<Effects> {
    const { rows } = await engine.query(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const effects = new Effects(
      engine,
      rows.map(({ name }) => String(name)),
    );
    effects.#sequences = await resetOf(engine);
    for (const { name, n } of await effects.#count()) effects.#before.set(name, n);
    return effects;
  }
  /** New ids are the same whatever was tried before. */
  async resetSequences(): Promise<void> {
    await this.#engine.query(this.#sequences);
  }
  /** Lines, one for each table that the call has changed; none when it has not. */
  async told(): Promise<string[]> {
    const lines: string[] = [];
    for (const { name, n, fresh } of await this.#count()) {
      const more = n - this.#before.get(name)!;
      if (!more && !fresh) continue;
      const { rows } = await this.#engine.query(`select ${ROW} as row from "${name}" x where ${FRESH}`);
      lines.push(
        `${name} ${more > 0 ? `+${more}` : more || '±0'} ${rowsTold(written(rows.map(({ row }) => row as Row)))}`,
      );
    }
    return lines;
  }
  async #count(): Promise<{ name: string; n: number; fresh: number }[]> {
    const parts = this.#tables.map(
      (name) =>
        `select '${name}' as name, count(*)::int as n, (count(*) filter (where ${FRESH}))::int as fresh from "${name}" x`,
    );
    const { rows } = await this.#engine.query(`${parts.join(' union all ')} order by 1`);
    return rows as never;
  }
}
type Row = Record<string, unknown>;

/** Rows that were written, by what they say: which of several written at once took the lower number, nobody promises. */
function written(rows: readonly Row[]): Row[] {
  const said = rows.map(({ id: _id, ...row }) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !OTHER_EACH_TIME.test(key))),
  );
  const numbersOf = (key: string) =>
    rows.flatMap((row) => row[key] ?? []).toSorted((one, other) => Number(one) - Number(other));
  const ids = numbersOf('id');
  const letters = numbersOf('outbox_id');
  // What is sealed is other bytes each time.
  const textOf = ({ outbox_id, ...row }: Row) =>
    JSON.stringify(row).replace(/"\$sealed":"[^"]*"/g, '') + (outbox_id == null);
  const sorted = said
    .map((row) => ({ row, text: textOf(row) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1));
  return sorted.map(({ row }, nth) => {
    const numbered = row.outbox_id == null ? row : { ...row, outbox_id: letters.shift() };
    return ids[nth] === undefined ? numbered : { id: ids[nth], ...numbered };
  });
}

/** The statement that gives each sequence the place after the last row: an engine may have skipped some. */
async function resetOf(engine: Engine): Promise<string> {
  const { rows } = await engine.query(
    `select s.oid::regclass::text as sequence, d.refobjid::regclass::text as owner, quote_ident(a.attname) as column
      from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 1`,
  );
  const parts = rows.map(
    (row) => `select '${row.sequence}' as name, coalesce(max(${row.column}), 0) + 1 as next from ${row.owner}`,
  );
  const { rows: places } = await engine.query(parts.join(' union all '));
  return `select ${places.map(({ name, next }) => `setval('${name}', ${next}, false)`).join(', ')}`;
}

/** A row; what takes its time from the database has that of the long transaction. */
const ROW = `replace(to_jsonb(x)::text, to_jsonb(now()) #>> '{}', 'now')::jsonb`;
/** Rows written since the long transaction began: it began after everything that was there was kept. */
const FRESH = `pg_current_xact_id()::text::bigint <= x.xmin::text::bigint`;
