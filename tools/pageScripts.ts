// Pages that people come to by a link or a reload have scripts and sheets of their own: their index.html asks for them together
// with the console's, not after it.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A page by its address (a pattern over path and query) and the modules that are loaded for it. */
export interface OwnPage {
  name: string;
  address: string;
  modules: readonly string[];
}

/** The list the server chooses by: the first whose address fits. */
export const PAGES_FILE = 'pages.json';

interface Chunk {
  type: 'chunk';
  fileName: string;
  moduleIds: readonly string[];
  imports: readonly string[];
  /** Sheets of its modules, as Vite keeps them. */
  viteMetadata?: { importedCss: ReadonlySet<string> };
}
type Bundle = Record<string, Chunk | { type: 'asset'; source: string | Uint8Array }>;

/** Writes `page-<name>.html` for each page, and the list of them. */
export function pageScripts(pages: readonly OwnPage[]): Plugin {
  return {
    name: 'page-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, output) {
        const bundle = output as unknown as Bundle;
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('The build has no index.html');
        const html = String(index.source);
        for (const { name, modules } of pages)
          this.emitFile({ type: 'asset', fileName: fileOf(name), source: withScripts(html, bundle, modules) });
        const list = pages.map(({ name, address }) => ({ address, file: fileOf(name) }));
        this.emitFile({ type: 'asset', fileName: PAGES_FILE, source: JSON.stringify(list) });
      },
    },
  };
}

const fileOf = (name: string) => `page-${name}.html`;

function withScripts(html: string, bundle: Bundle, modules: readonly string[]): string {
  const chunks = modules.flatMap((module) => chunksOf(bundle, fileURLToPath(new URL(`../${module}`, import.meta.url))));
  const sheets = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const links = [
    ...sheets.map((file) => ({ file, rel: 'stylesheet' })),
    ...chunks.map(({ fileName }) => ({ file: fileName, rel: 'modulepreload' })),
  ].filter(({ file }) => !html.includes(file));
  const lines = links.map(({ file, rel }) => `  <link rel="${rel}" crossorigin href="/${file}">\n  `);
  return html.replace('</head>', `${[...new Set(lines)].join('')}</head>`);
}

/** The chunk of a module and all that it imports, in turn. */
function chunksOf(bundle: Bundle, id: string): Chunk[] {
  const first = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(id));
  if (first?.type !== 'chunk') throw new Error(`A page is not in the build: ${id}`);
  const found = new Set([first]);
  for (const { imports } of found)
    for (const file of imports) {
      const chunk = bundle[file];
      if (chunk?.type === 'chunk') found.add(chunk);
    }
  return [...found];
}
