// What the papers for people name is there: each path of README, CONTRIBUTING and docs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const rooms = 'contract server providers widgets resources src tests bench tools docs deploy public'.split(' ');
const under = (folder: string) => readdirSync(join(root, folder), { recursive: true }).map(String);
const names = new Set([...rooms.flatMap(under), ...readdirSync(root)].map((path) => basename(path)));
/** The example that the guide builds up, the name of a file that nobody may give, what a command writes. */
const examples = /\bnotes\b|NNNN|^темаQueries\.ts$|^matrix\.md$/;

/** Paths that a text names and that are not there; `queries/{card,list}.ts` are two, a test may go without its `.test.ts`. */
function missing(text: string): string[] {
  const words = [...text.matchAll(/`([\w./{},-]+)`/g)].map(([, word]) => word!).filter((word) => !examples.test(word));
  return words.flatMap(spread).filter((path) => {
    if (rooms.includes(path.split('/')[0]!) && path.includes('/'))
      return !['', '.test.ts', '.test.tsx'].some((ending) => existsSync(join(root, path + ending)));
    return /\.(?:tsx?|mjs|sql|css|md)$/.test(path) && !names.has(basename(path));
  });
}

function spread(path: string): string[] {
  const [, before, inside, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return inside === undefined ? [path] : inside.split(',').map((one) => before! + one + after!);
}

const papers = [
  'README.md',
  'CONTRIBUTING.md',
  ...under('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];
it.each(papers)('%s', (paper) => {
  expect(missing(readFileSync(join(root, paper), 'utf8'))).toEqual([]);
});

it('notices what has moved', () => {
  expect(missing('`server/gone.ts`, `server/kernel/{act,gone}.ts`, `gone.ts`, `tests/build/namedPaths`')).toEqual([
    'server/gone.ts',
    'server/kernel/gone.ts',
    'gone.ts',
  ]);
});
