// Libraries in the build as this console needs them: without the warnings of development, without ways to call that it doesn't use.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Puts the router's production build, and axios without its second way to the server, into the console. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId(name, importer = '') {
      // Its `exports` name the build for production only to those who ask by a path.
      if (name === 'react-router') return `${root}node_modules/react-router/dist/production/index.mjs`;
      if (name === './fetch.js' && importer.includes('/axios/lib/adapters/')) return `${root}tools/noFetchAdapter.mjs`;
      if (name === './TouchRipple.mjs') return `${root}tools/noRipple.mjs`;
      if (name === 'lodash/isEqual.js') return `${root}tools/deepEqual.mjs`;
      return null;
    },
  };
}
