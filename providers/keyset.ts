// Pages of an endless list walked by key: a page deep inside costs what the first one costs.

interface Walk {
  total: number;
  /** Offset of a page → id of the row that stands before it. */
  before: Map<number, number>;
}

/** How many lists are remembered; the oldest is forgotten. */
const MOST_WALKS = 20;

export interface KeysetAsk {
  /** Everything that decides which rows there are and in which order. */
  key: string;
  first: number;
  perPage: number;
}

/** Where each list has been walked to. */
export function keysetMemory() {
  const walks = new Map<string, Walk>();
  return {
    /** The row to go on from, with the offset that is left and the total known; null for a page not walked to. */
    find({ key, first }: KeysetAsk): { after: number; total: number } | null {
      const walk = walks.get(key);
      const after = walk?.before.get(first);
      return walk && after !== undefined ? { after, total: walk.total } : null;
    },
    /** A page has come. The first page begins the walk anew: rows may have been added since. */
    keep({ key, first, perPage }: KeysetAsk, ids: readonly number[], total: number): void {
      const walk = first > 0 ? (walks.get(key) ?? { total, before: new Map() }) : { total, before: new Map() };
      const last = ids.at(-1);
      if (last !== undefined && ids.length === perPage) walk.before.set(first + perPage, last);
      walks.delete(key);
      walks.set(key, walk);
      if (walks.size > MOST_WALKS) walks.delete(walks.keys().next().value!);
    },
  };
}
