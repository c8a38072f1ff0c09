// Choices of a page that stand in its address: a copied address, a reload and «Назад» show the same.
import { useSearchParams } from 'react-router';

/** What is chosen, and how to choose: the usual choice leaves no trace in the address. */
export function useInAddress<T extends Record<string, string>>(
  usual: T,
): [chosen: T, choose: (change: Partial<T>) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = Object.fromEntries(Object.entries(usual).map(([key, value]) => [key, params.get(key) ?? value])) as T;
  const choose = (change: Partial<T>) => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries(change))
      if (value && value !== usual[key]) next.set(key, value);
      else next.delete(key);
    setParams(next, { replace: true });
  };
  return [chosen, choose];
}
