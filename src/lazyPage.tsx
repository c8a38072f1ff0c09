// Pages arrive when they are opened. A page that does not arrive: one reload of the tab, then up to three more tries.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const RETRIES = 3;
const STEP_MS = 1000;
const TIMEOUT_MS = 120_000;
const RELOADED = 'page-reloaded';

type Load = () => Promise<{ default: ComponentType }>;

/** A page with the product's rules of loading; `reload` is the tab's own by default. */
export function lazyPage(load: Load): LazyExoticComponent<ComponentType> {
  return lazy(() => loadPatiently(load));
}

/** Loads with one reload of the tab and three retries after 1, 2 and 3 s. @throws when nothing helped */
export async function loadPatiently(
  load: Load,
  reload: () => void = () => window.location.reload(),
): Promise<{ default: ComponentType }> {
  try {
    const page = await inTime(load());
    sessionStorage.removeItem(RELOADED);
    return page;
  } catch (error) {
    // The first failure is most often a new version on the server: the tab is loaded anew, once.
    if (!sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, '1');
      reload();
      return new Promise(() => {});
    }
    return retry(load, RETRIES, error);
  }
}

async function retry(load: Load, remaining: number, cause: unknown): Promise<{ default: ComponentType }> {
  if (!remaining) throw cause;
  await new Promise((resolve) => setTimeout(resolve, STEP_MS * (RETRIES + 1 - remaining)));
  try {
    const page = await inTime(load());
    sessionStorage.removeItem(RELOADED);
    return page;
  } catch (error) {
    return retry(load, remaining - 1, error);
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Страница не загрузилась за 120 секунд')), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
