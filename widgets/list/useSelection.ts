// What is ticked in a list: single rows, a range with Shift, or everything that the filter keeps.
import { useEffect, useMemo, useRef, useState } from 'react';

export interface Selection {
  /** Everything by the filter, except `excluded`. */
  all: boolean;
  included: ReadonlySet<number>;
  excluded: ReadonlySet<number>;
}

export interface SelectionModel extends Selection {
  count: number;
  has(id: number): boolean;
  /** Ticks a row; with `range` everything between it and the row ticked before gets its new state. */
  toggle(id: number, range?: boolean): void;
  /** Ticks or clears the rows of the page. */
  togglePage(on: boolean): void;
  selectAll(): void;
  clear(): void;
}

/** A selection as calls take it; `expected` is the count the person saw, so that nothing is done to rows he did not see. */
export interface SelectionBody<Filter> {
  filter: Filter;
  all: boolean;
  included: number[];
  excluded: number[];
  expected: number;
}

export const selectionBody = <Filter>(selection: SelectionModel, filter: Filter): SelectionBody<Filter> => ({
  filter,
  all: selection.all,
  included: [...selection.included],
  excluded: [...selection.excluded],
  expected: selection.count,
});

const nothing: Selection = { all: false, included: new Set(), excluded: new Set() };

/** `scope` is what the selection belongs to: another filter drops it. `ids` are the rows of the page, in order. */
export function useSelection(ids: readonly number[], total: number, scope: string): SelectionModel {
  const [selection, setSelection] = useState<Selection>(nothing);
  const last = useRef<number | null>(null);
  useEffect(() => {
    setSelection(nothing);
    last.current = null;
  }, [scope]);
  return useMemo(() => {
    const has = (id: number) => (selection.all ? !selection.excluded.has(id) : selection.included.has(id));
    return {
      ...selection,
      count: selection.all ? Math.max(0, total - selection.excluded.size) : selection.included.size,
      has,
      toggle(id, range = false) {
        const from = range && last.current !== null ? ids.indexOf(last.current) : -1;
        const to = ids.indexOf(id);
        const rows = from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
        const on = !has(id);
        setSelection((now) => put(now, rows, on));
        last.current = id;
      },
      togglePage: (on) => setSelection((now) => put(now, ids, on)),
      selectAll: () => setSelection({ all: true, included: new Set(), excluded: new Set() }),
      clear: () => {
        setSelection(nothing);
        last.current = null;
      },
    };
  }, [selection, ids, total]);
}

function put(now: Selection, rows: readonly number[], on: boolean): Selection {
  const included = new Set(now.included);
  const excluded = new Set(now.excluded);
  for (const id of rows) {
    if (now.all && on) excluded.delete(id);
    else if (now.all) excluded.add(id);
    else if (on) included.add(id);
    else included.delete(id);
  }
  return { all: now.all, included, excluded };
}
