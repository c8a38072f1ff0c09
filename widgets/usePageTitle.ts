// The title of the browser's tab: pages with a name of their own say it, ten open tabs are told apart.
import { useEffect } from 'react';

export const PRODUCT = 'Реестр гаражей';

/** «Гараж А 45 — Реестр гаражей» while the page shows it; nothing is changed while the name is not known. */
export function usePageTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (name) document.title = `${name} — ${PRODUCT}`;
  }, [name]);
}
