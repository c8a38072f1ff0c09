// The garage list is what most people open first: its scripts are asked for together with the console's own.
import type { Plugin } from 'vite';

/** Adds `modulepreload` links for the chunk of a lazy page, and what it imports, to index.html. */
export function preloadFirstPage(page: string): Plugin {
  return {
    name: 'preload-first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(page));
        if (chunk?.type !== 'chunk') return html;
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
