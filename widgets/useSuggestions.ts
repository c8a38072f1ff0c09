// Options that come from somewhere while a person types: delayed, the stale answer dropped.
import { useEffect, useEffectEvent, useState } from 'react';

export interface SuggestionsOptions<Item> {
  query: string;
  /** Nothing is asked while false. */
  enabled: boolean;
  /** Pause after the last key, ms. */
  delayMs: number;
  load: (query: string, signal: AbortSignal) => Promise<readonly Item[]>;
}

export interface Suggestions<Item> {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  items: readonly Item[];
}

const idle = { status: 'idle', items: [] } as const;

/** Asks `load` when the query has stood still; an older request is aborted and its answer never shown. */
export function useSuggestions<Item>({ query, enabled, delayMs, load }: SuggestionsOptions<Item>): Suggestions<Item> {
  const [state, setState] = useState<Suggestions<Item>>(idle);
  const ask = useEffectEvent(load);
  useEffect(() => {
    if (!enabled) {
      setState(idle);
      return;
    }
    const controller = new AbortController();
    setState((before) => ({ status: 'loading', items: before.items }));
    const timer = setTimeout(() => {
      ask(query, controller.signal).then(
        (items) => !controller.signal.aborted && setState({ status: 'ready', items }),
        () => !controller.signal.aborted && setState({ status: 'failed', items: [] }),
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, enabled, delayMs]);
  return state;
}
