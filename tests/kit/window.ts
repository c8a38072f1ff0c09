// The width of a test's window, which may change while a page stands in it.
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Media queries of `max-width` and `min-width` in px answer by this width; the given back function changes it. */
export function windowOf(width: number): (px: number) => void {
  let now = width;
  const listeners = new Set<() => void>();
  const isMet = (query: string) => {
    const [, side, px] = /\((max|min)-width:\s*([\d.]+)px\)/.exec(query) ?? [];
    return side === 'max' ? now <= Number(px) : side === 'min' ? now >= Number(px) : false;
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    media: query,
    get matches() {
      return isMet(query);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (px) =>
    act(() => {
      now = px;
      for (const listener of listeners) listener();
    });
}
