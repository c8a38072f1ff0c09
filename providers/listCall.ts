// How a list is asked for and what its answer carries: the same for the console and for the script that starts before it.

export interface ListAsk {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: string };
  filter: Record<string, unknown>;
}

export interface ListAnswer {
  data: { id: number }[];
  /** Of everything the filter keeps. */
  total: number;
  /** Sums over everything the filter keeps, where the list has them. */
  meta: { totals: Record<string, number> | undefined };
}

/** The query of a list; `from` is another beginning than that of the page, `after` the key that the page follows. */
export function listQuery({ pagination, sort, filter }: ListAsk, from?: number, after?: unknown) {
  const first = from ?? (pagination.page - 1) * pagination.perPage;
  return {
    sort: JSON.stringify([sort.field, sort.order]),
    range: JSON.stringify([first, first + pagination.perPage - 1]),
    filter: JSON.stringify({ ...filter, ...(after === undefined ? {} : { after }) }),
  };
}

/** The rows with what the headers say of them; `header` reads one by its name in small letters. */
export function listAnswer(data: unknown, header: (name: string) => unknown): ListAnswer {
  const range = String(header('content-range') ?? '');
  const totals = header('x-totals');
  return {
    data: data as ListAnswer['data'],
    total: Number(range.split('/').pop() || 0),
    meta: { totals: totals ? (JSON.parse(String(totals)) as Record<string, number>) : undefined },
  };
}
