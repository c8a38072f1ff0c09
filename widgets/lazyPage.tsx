// Pages arrive when they are opened. A page that does not arrive: one reload of the tab, then up to three more tries.
import { onlineManager } from '@tanstack/react-query';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { inTime, loadPatiently, type Load } from './loadPatiently.ts';
import { whenOnline } from './useOnline.ts';

const RELOADED = 'page-reloaded';

/** A page with the product's rules of loading. */
export function lazyPage(load: Load): LazyExoticComponent<ComponentType> {
  return lazy(() => (arrived.get(load) ?? loadPage(load)) as Promise<{ default: ComponentType }>);
}

/** Pages whose code is here, as promises that answer at once: such a page is drawn without an outline before it. */
const arrived = new Map<Load, PromiseLike<Awaited<ReturnType<Load>>>>();

/** Fetches the code of a page before the page is drawn. One that does not come is asked for when it is. */
export async function fetchPage(load: Load): Promise<void> {
  const module = await load().catch(() => null);
  if (module) arrived.set(load, { then: (done) => done?.(module) as never });
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
