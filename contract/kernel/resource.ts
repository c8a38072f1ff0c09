// A react-admin resource as a set of calls in the simple-rest dialect.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './scalars.ts';
import type { Needs } from './scope.ts';

/** Query of every list: JSON texts as `ra-data-simple-rest` sends them. */
export const ListQuery = z.object({
  sort: z.string().max(200).optional().describe('["field","ASC"|"DESC"]'),
  range: z.string().max(60).optional().describe('[first,last], at most 1000 rows'),
  filter: z.string().max(20_000).optional().describe('JSON object of the resource filter'),
});
export const ByIdParams = z.object({ id: Id });

/** Largest page a list gives at once; more is taken by export. */
export const MAX_PAGE = 1000;

interface ResourceDeclaration<
  Row extends z.ZodType,
  Card extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Filter extends z.ZodObject,
> {
  name: string;
  /** Russian name of the record in the plural, for API pages. */
  title: string;
  read: Needs;
  write?: Needs;
  create?: Needs;
  row: Row;
  card: Card;
  createBody?: Create;
  updateBody?: Update;
  filter: Filter;
  /** Fields a list may be sorted by; the first is the default. */
  sorts: readonly string[];
}

/** Declares a resource: `list`, `one` and, where bodies are given, `create`, `update`. */
export function resource<
  Row extends z.ZodType,
  Card extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Filter extends z.ZodObject,
>(d: ResourceDeclaration<Row, Card, Create, Update, Filter>) {
  const base = `/api/${d.name}/`;
  const common = { tag: d.title } as const;
  return {
    name: d.name,
    row: d.row,
    card: d.card,
    filter: d.filter,
    sorts: d.sorts,
    list: endpoint({
      ...common,
      method: 'GET',
      path: base,
      summary: `${d.title}: список`,
      needs: d.read,
      query: ListQuery,
      reply: z.array(d.row),
      kind: 'list',
    }),
    one: endpoint({
      ...common,
      method: 'GET',
      path: `${base}:id`,
      summary: `${d.title}: карточка`,
      needs: d.read,
      params: ByIdParams,
      reply: d.card,
    }),
    create: endpoint({
      ...common,
      method: 'POST',
      path: base,
      summary: `${d.title}: создать`,
      needs: d.create ?? d.write ?? d.read,
      body: d.createBody as Create,
      reply: d.card,
    }),
    update: endpoint({
      ...common,
      method: 'PUT',
      path: `${base}:id`,
      summary: `${d.title}: изменить`,
      needs: d.write ?? d.read,
      params: ByIdParams,
      body: d.updateBody as Update,
      reply: d.card,
    }),
  };
}
