// Which page of the built console answers an address: some have scripts of their own to ask for at once (tools/pageScripts.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the list beside the built console. The result gives the file for an address with its query; index.html where none is
 * named, and where the list is missing, as in a console that was built apart.
 */
export function consolePages(root: string): (url: string) => string {
  const list = join(root, 'pages.json');
  const own = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { address: string; file: string }[]) : [];
  const pages = own.map(({ address, file }) => ({ address: new RegExp(address), file }));
  return (url) => pages.find(({ address }) => address.test(url))?.file ?? 'index.html';
}
