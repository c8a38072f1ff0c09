// What the providers take from a browser, for tests without one: storage, and a jar that keeps cookies between calls.
import axios, { type AxiosInstance } from 'axios';

/** Gives the process a storage of a page; answers a function that empties it. */
export function pageStorage(): () => void {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return storage.clear;
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
