// react-admin's Russian words as this console needs them: without those of components that it doesn't show.
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

type Words = Record<string, Record<string, unknown>>;
const { default: russian } = createRequire(import.meta.url)('ra-language-russian') as { default: { ra: Words } };

/** What react-admin says by itself: refusals, results, titles. The rest are words of its own lists and forms. */
const said = ['notification', 'auth', 'message', 'page'];

/** Leaves the words of react-admin's own components out of the build. */
export function leanWords(): Plugin {
  const ra = Object.fromEntries(said.map((group) => [group, russian.ra[group]]));
  return {
    name: 'lean-words',
    apply: 'build',
    transform: {
      filter: { id: /\/ra-language-russian\// },
      handler: () => ({ code: `export default ${JSON.stringify({ ra })};`, map: null }),
    },
  };
}
