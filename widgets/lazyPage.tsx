// Pages arrive when they are opened. A page that does not arrive: one reload of the tab, then up to three more tries.
import { onlineManager } from '@tanstack/react-query';
import { lazy, type ComponentType } from 'react';
import { inTime, loadPatiently, type Load } from './loadPatiently.ts';
import { whenOnline } from './useOnline.ts';

const RELOADED = 'page-reloaded';

/** A page with the product's rules of loading. */
export function lazyPage(load: Load): ComponentType {
  const Lazy = lazy(() => loadPage(load)) as ComponentType;
  return function Page() {
    const Here = arrived.get(load) ?? Lazy;
    return <Here />;
  };
}

/** Pages whose code came before they were drawn: no outline stands before them. */
const arrived = new Map<Load, ComponentType>();

/** Fetches the code of a page that is about to be drawn for the first time. One that does not come is asked for again then. */
export async function fetchPage(load: Load): Promise<void> {
  const page = await load().catch(() => null);
  if (page) arrived.set(load, page.default);
}

/** Loads with one reload of the tab and three retries after 1, 2 and 3 s. @throws when nothing helped */
export async function loadPage(load: Load, reload: () => void = () => window.location.reload()): ReturnType<Load> {
  // The first failure is most often a new version on the server: the tab is loaded anew, once.
  const page = await (sessionStorage.getItem(RELOADED) ? loadPatiently(load) : inTime(load()).catch(anew));
  sessionStorage.removeItem(RELOADED);
  return page;

  async function anew(): ReturnType<Load> {
    // Without a connection a reload would only lose what is open: the page waits.
    if (!(await isServerThere())) {
      onlineManager.setOnline(false);
      await whenOnline();
      return loadPage(load, reload);
    }
    sessionStorage.setItem(RELOADED, '1');
    reload();
    return new Promise(() => {});
  }
}

const isServerThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
