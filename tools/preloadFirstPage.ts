// The garage list is what most people open first: its scripts are asked for together with the console's own.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Adds `modulepreload` links for the chunk of a lazy page, and what it imports, to index.html. */
export function preloadFirstPage(page: string): Plugin {
  return {
    name: 'preload-first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const chunk = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(page)),
        );
        if (chunk?.type !== 'chunk') throw new Error(`The first page is not in the build: ${page}`);
        const files = [chunk.fileName, ...chunk.imports].filter((file) => !html.includes(file));
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names the chunk `first` for a lazy page with our own and MUI's modules that it imports at once. Packages with barrels are
 * left to the bundler: only it knows which of their modules are needed.
 */
export function firstPageModules(page: string): (id: string, graph: Graph) => string | null {
  let inPage: Set<string> | undefined;
  return (id, graph) => {
    inPage ??= closure(page, graph);
    return inPage.has(id) ? 'first' : null;
  };
}

function closure(page: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = [fileURLToPath(new URL(`../${page}`, import.meta.url))];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || /node_modules\/(?!@mui\/)/.test(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
