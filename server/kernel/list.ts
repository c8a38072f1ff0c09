// Lists in the simple-rest dialect: what is asked, and one page of it as JSON made by the database.
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { MAX_PAGE } from '../../contract/kernel/resource.ts';
import type { ReadDb } from './ctx.ts';
import { edgeFault } from './edge.ts';
import { Refused } from './errors.ts';
import { read } from './read.ts';

export interface ListRequest<F> {
  field: string;
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
  filter: F;
}

/** One page: `json` is the text of the array, passed on as it is. `totals` go to the `X-Totals` header. */
export interface Page {
  json: string;
  total: number;
  offset: number;
  limit: number;
  totals?: Record<string, number>;
}

const Sort = z.tuple([z.string(), z.enum(['ASC', 'DESC'])]);
const Range = z.tuple([z.number().int().min(0).max(10_000_000), z.number().int().min(0).max(10_000_000)]);

/**
 * Reads `sort`, `range`, `filter`. Unknown sort fields, unknown conditions and malformed JSON are answered 400 in words:
 * a condition that is left out would show more rows than were asked for.
 */
export function parseList<F extends z.ZodObject>(
  query: { sort?: string | undefined; range?: string | undefined; filter?: string | undefined },
  resource: { filter: F; sorts: readonly string[] },
): ListRequest<z.output<F>> {
  const [field, direction] = query.sort
    ? parse(Sort, query.sort, 'sort')
    : ([resource.sorts[0] ?? 'id', 'ASC'] as const);
  if (!resource.sorts.includes(field) && field !== 'id') throw bad('sort');
  const [first, last] = query.range ? parse(Range, query.range, 'range') : [0, 24];
  if (last < first - 1) throw bad('range');
  const filter = parse(resource.filter.strict() as F, query.filter ?? '{}', 'filter');
  return {
    field,
    direction: direction === 'ASC' ? 'asc' : 'desc',
    offset: first,
    limit: Math.min(last - first + 1, MAX_PAGE),
    filter,
  };
}

/** Rows of a query as one JSON text, made by the database: no row passes through JavaScript. */
export async function jsonRows(db: ReadDb, rows: RawBuilder<unknown>): Promise<string> {
  const [answer] = await read(
    db,
    sql<{
      json: string;
    }>`select coalesce(json_agg(page), '[]')::text as json from (${rows}) as page`,
  );
  return answer?.json ?? '[]';
}

/** `%` and `_` typed by a person are letters, not wildcards. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);

function parse<T extends z.ZodType>(schema: T, text: string, name: string): z.output<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(name);
  }
  if (edgeFault(value)) throw bad(name);
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    if (issue?.code === 'unrecognized_keys') throw bad(name, `: ${issue.keys.join(', ')}`);
    throw bad(name);
  }
  return parsed.data;
}

const bad = (name: string, what = '') =>
  new Refused(400, { message: `Неверный параметр ${name}${what}`, code: `bad_${name}` });
