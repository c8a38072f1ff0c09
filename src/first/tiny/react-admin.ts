// What the table asks of react-admin: in which order the rows stand.

let sort: { field: string; order: string } = { field: '', order: '' };
/** Says by what the rows are sorted. */
export const isSorted = (by: typeof sort) => void (sort = by);

export const useListContext = () => ({ sort, setSort: () => {} });
export const useStore = <T>(_: string, value: T) => [value, () => {}] as const;
