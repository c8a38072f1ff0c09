// What the providers take from a browser, for tests without one: storage, and a jar that keeps cookies between calls.
import axios, { type AxiosInstance } from 'axios';

/** Gives the process the storages of a page; answers a function that empties them. */
export function pageStorage(): () => void {
  const storages = ['localStorage', 'sessionStorage'].map((name) => {
    const kept = new Map<string, string>();
    const methods = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, String(value)),
      removeItem: (key: string) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    // Its keys are those of what is kept, as a page's are.
    const value = new Proxy(methods, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        kept.has(String(key)) ? { enumerable: true, configurable: true, value: kept.get(String(key)) } : undefined,
    });
    Object.defineProperty(globalThis, name, { value, configurable: true });
    return kept;
  });
  return () => storages.forEach((kept) => kept.clear());
}

/** Points the clients at a server and lets them keep its cookies. */
export function talkTo(base: string, clients: AxiosInstance[]): { cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  for (const client of clients) {
    client.defaults.baseURL = base;
    client.defaults.adapter = 'fetch';
    client.interceptors.request.use((config) => {
      if (cookies.size)
        config.headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      return config;
    });
    const keep = (headers: Record<string, unknown>) => {
      for (const line of [headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
    };
    client.interceptors.response.use(
      (response) => {
        keep(response.headers);
        return response;
      },
      (error: unknown) => {
        if (axios.isAxiosError(error) && error.response) keep(error.response.headers);
        throw error;
      },
    );
  }
  return { cookies };
}
