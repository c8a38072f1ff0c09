// The script that starts before the console: built apart, with a tiny runtime in the place of React, and put first in the page.
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';
import { documentCss } from './documentCss.ts';
import { leanContract } from './leanContract.ts';

const source = (path: string) => fileURLToPath(new URL(`../src/first/${path}`, import.meta.url));

/** What stands in the place of a module in the first script, by how the module is called or how its file ends. */
const instead: readonly [name: RegExp, file: string][] = [
  [/^axios$/, 'tiny/axios.ts'],
  [/^react$/, 'tiny/react.ts'],
  [/^react\/jsx-runtime$/, 'tiny/jsx-runtime.ts'],
  [/^react-router$/, 'tiny/react-router.tsx'],
  [/^react-admin$/, 'tiny/react-admin.ts'],
  [/^react-dom$|^@mui\/material\/|\/(DebtTip\.tsx|http\.ts|overlay\.tsx|shownPhones\.ts|toasts\.ts)$/, 'tiny/none.ts'],
  [/\/createSvgIcon\.mjs$/, 'tiny/createSvgIcon.tsx'],
  [/\/contract\/pages\.ts$/, 'tiny/pages.ts'],
  [/\/fingerprint\.ts$/, 'tiny/fingerprint.ts'],
];

/** Builds src/first/main.ts; the page gets it instead of the console's own script, which it starts itself. */
export function firstScript(): Plugin {
  let script = '';
  let styles = '';
  return {
    name: 'first-script',
    apply: 'build',
    async buildStart() {
      const { code, fileName } = await firstScriptCode();
      this.emitFile({ type: 'asset', fileName, source: code });
      script = fileName;
      const source = documentCss();
      styles = `assets/document-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.css`;
      this.emitFile({ type: 'asset', fileName: styles, source });
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
            { tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${styles}` }, injectTo: 'head' },
            ...sheetsOf(bundle, html).map((file) => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
              injectTo: 'head' as const,
            })),
            { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: entry }, injectTo: 'head' },
          ],
        };
      },
    },
  };
}

/** Style sheets of the list that the page does not name yet. */
const sheetsOf = (bundle: Record<string, unknown>, html: string) =>
  Object.keys(bundle).filter((file) => /^assets\/first-.*\.css$/.test(file) && !html.includes(file));

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
      // The styles are those of the console's own sheets.
      cssCodeSplit: false,
      rolldownOptions: {
        input: source('main.ts'),
        output: { format: 'iife', entryFileNames: 'assets/begin-[hash].js' },
      },
    },
  });
  const chunk = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The first script was not built');
  return chunk;
}

function standIns(): Plugin {
  return {
    name: 'stand-ins',
    enforce: 'pre',
    async resolveId(name, importer) {
      const found = instead.find(([pattern]) => pattern.test(name));
      if (found) return source(found[1]);
      // A sheet as a namespace: only the names that rows use are kept.
      if (!name.endsWith('.module.css') || importer?.startsWith(SHEET)) return null;
      const sheet = await this.resolve(name, importer, { skipSelf: true });
      return sheet && `${SHEET}${sheet.id}.js`;
    },
    load: (id) => (id.startsWith(SHEET) ? `export * as default from '${id.slice(SHEET.length, -3)}';` : null),
    transform(code, id) {
      if (id.includes('/contract/fields/')) return { code: code.replace(notListed, ''), map: null };
      // What opens over a cell comes with the console.
      if (id.endsWith('/DebtCell.tsx')) return { code: code.replace(/\(\) => import\([^)]*\)/, 'null'), map: null };
      return null;
    },
  };
}

const SHEET = '\0sheet:';
/** What a field says to others than the list. */
const notListed = /^ {4}(templated|returnable|logged|max|exported|register|importable): .*,\n/gm;
