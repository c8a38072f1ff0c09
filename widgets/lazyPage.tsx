// Pages arrive when they are opened. A page that does not arrive: one reload of the tab, then up to three more tries.
import { onlineManager } from '@tanstack/react-query';
import { lazy, useState, type ComponentType } from 'react';
import { inTime, loadPatiently, type Load } from './loadPatiently.ts';
import { whenOnline } from './useOnline.ts';

const RELOADED = 'page-reloaded';

export type LazyPage = ComponentType & { load: Load };

/** A page with the product's rules of loading. */
export const lazyPage = (load: Load): LazyPage =>
  Object.assign(
    late(
      load,
      lazy(() => loadPage(load)),
    ),
    { load },
  );

/** A part of a page that comes when it is drawn, or was fetched before. */
export const lazyPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  late(load, lazy(() => loadPatiently(load)) as unknown as ComponentType<Props>);

function late<Props extends object>(load: Load<Props>, Lazy: ComponentType<Props>): ComponentType<Props> {
  return function Late(props: Props) {
    // Once for its whole life: what is typed into it would be lost with the other one.
    const [Here] = useState(() => (arrived.get(load) as ComponentType<Props> | undefined) ?? Lazy);
    return <Here {...props} />;
  };
}

/** What came before it was drawn: no outline stands before it. */
const arrived = new Map<unknown, unknown>();

/** Fetches the code of what is about to be drawn for the first time. One that does not come is asked for again then. */
export async function fetchCode<Props>(load: Load<Props>): Promise<void> {
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
