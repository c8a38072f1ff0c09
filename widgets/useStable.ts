// Handlers that stay the same objects while what they do is of the last drawing: what gets them need not be drawn again.
import { useLayoutEffect, useRef, useState } from 'react';

/** The same functions for good; each calls the one of its name that was given last. For handlers of events only. */
export function useStable<T extends object>(handlers: T): T {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() =>
    Object.fromEntries(
      Object.keys(handlers).map((name) => [
        name,
        (...args: unknown[]) => (latest.current as Record<string, (...all: unknown[]) => unknown>)[name]!(...args),
      ]),
    ),
  );
  return stable as T;
}
