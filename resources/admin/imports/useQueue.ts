// Calls that change one thing go one after another: a later answer never comes before an earlier one.
import { useCallback, useRef } from 'react';

/** Runs works in the order they were asked for; one that fails does not stop the next. */
export function useQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const tail = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((work) => {
    const next = tail.current.then(work);
    tail.current = next.catch(() => {});
    return next;
  }, []);
}
