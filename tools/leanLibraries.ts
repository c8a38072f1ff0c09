// Libraries in the build as this console needs them: without the warnings of development, without ways to call that it doesn't use.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Parts that their libraries bring and nothing here calls: names of HTTP codes, forms as JSON, statics of wrapped components. */
const unusedParts = /\/(HttpStatusCode|formDataToJSON|CancelToken)\.js$|^hoist-non-react-statics$/;

const light = new Set(['debounce', 'defaults', 'get', 'memoize', 'pick', 'set']);

/** Puts the router's production build, and axios without its second way to the server, into the console. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.startsWith('\0light:')
        ? `export { ${id.slice(7)} as default } from '${root}node_modules/es-toolkit/dist/compat/index.mjs';`
        : null,
    resolveId(name, importer = '') {
      // Its `exports` name the build for production only to those who ask by a path. Both ways in: `react-router-dom`, which
      // react-admin asks for, brings the second, and with it another router.
      if (name === 'react-router') return `${root}node_modules/react-router/dist/production/index.mjs`;
      if (name === 'react-router/dom') return `${root}node_modules/react-router/dist/production/dom-export.mjs`;
      if (name === './fetch.js' && importer.includes('/axios/lib/adapters/')) return `${root}tools/noFetchAdapter.mjs`;
      if (name === 'decode-uri-component') return `${root}tools/decodeUri.cjs`;
      if (name === 'react-is' && importer.includes('/@mui/utils/')) return `${root}tools/elementType.mjs`;
      if (name.endsWith('/InitColorSchemeScript.mjs') && importer.includes('/@mui/system/'))
        return `${root}tools/noSchemeScript.mjs`;
      if (name === 'hasown') return `${root}tools/hasOwn.cjs`;
      if (name === 'warning') return `${root}tools/noWarning.cjs`;
      if (name === './TouchRipple.mjs') return `${root}tools/noRipple.mjs`;
      if (name === 'lodash/isEqual.js') return `${root}tools/deepEqual.mjs`;
      if (unusedParts.test(name)) return `${root}tools/unused.mjs`;
      // The same functions, a fifth of the code.
      const plain = /^lodash\/(\w+)\.js$/.exec(name)?.[1];
      if (plain && light.has(plain)) return `\0light:${plain}`;
      return null;
    },
  };
}
