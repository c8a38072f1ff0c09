// The script that starts before the console: built apart, with a tiny runtime in the place of React, and put first in the page.
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { leanContract } from './leanContract.ts';

const source = (path: string) => fileURLToPath(new URL(`../src/first/${path}`, import.meta.url));

/** What stands in the place of a module in the first script, by how the module is called or how its file ends. */
const instead: readonly [name: RegExp, file: string][] = [
  [/^axios$/, 'tiny/axios.ts'],
  [/^react$/, 'tiny/react.ts'],
  [/^react\/jsx-runtime$/, 'tiny/jsx-runtime.ts'],
  [/\/fingerprint\.ts$/, 'tiny/fingerprint.ts'],
];

/** Builds src/first/main.ts; the page gets it instead of the console's own script, which it starts itself. */
export function firstScript(): Plugin {
  let script = '';
  return {
    name: 'first-script',
    apply: 'build',
    async buildStart() {
      const { code, fileName } = await firstScriptCode();
      this.emitFile({ type: 'asset', fileName, source: code });
      script = fileName;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const own = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
        const entry = own.exec(html)?.[1];
        if (!entry) throw new Error('The page has no script of the console');
        return {
          html: html.replace(own, ''),
          tags: [
            {
              tag: 'script',
              attrs: { async: true, fetchpriority: 'high', src: `/${script}`, 'data-console': entry },
              injectTo: 'head-prepend',
            },
            { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: entry }, injectTo: 'head' },
          ],
        };
      },
    },
  };
}

/** The built script and its name in the build. */
export async function firstScriptCode(): Promise<{ code: string; fileName: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [standIns(), leanContract()],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: source('main.ts'),
        output: { format: 'iife', entryFileNames: 'assets/begin-[hash].js' },
      },
    },
  });
  const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('The first script was not built');
  return chunk;
}

function standIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    resolveId(name) {
      const found = instead.find(([pattern]) => pattern.test(name));
      return found ? source(found[1]) : null;
    },
  };
}
