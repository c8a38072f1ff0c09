// docs/security.md answers every requirement of ASVS 5.0 of levels 1 and 2 once, and the tests that it names are there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const paper = readFileSync(join(root, 'docs', 'security.md'), 'utf8');

/** Sections of ASVS 5.0.0 with the number of the last requirement of level 1 or 2 in each; level 3 stands after them. */
const sections: Record<string, number> = Object.fromEntries(
  `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3
   6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4
   10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4
   14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
    .trim()
    .split(/\s+/)
    .map((one) => one.split(':') as [string, string])
    .map(([section, last]) => [section, Number(last)]),
);
const wanted = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, nth) => `${section}.${nth + 1}`),
);
const states = ['держится', 'частично', 'нет', 'не применимо', 'установка'];

/** Rows of the table: requirements, state, words, tests. */
const rows = paper
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, numbers = '', state = '', words = '', tests = '']) => ({ numbers: allOf(numbers), state, words, tests }));

/** «1.2.1–1.2.3, 1.2.5» → four numbers. */
function allOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split('–');
    const section = from.split('.').slice(0, 2).join('.');
    const [first, last] = [from, to].map((number) => Number(number.split('.')[2]));
    return Array.from({ length: last! - first! + 1 }, (_, nth) => `${section}.${first! + nth}`);
  });
}

it('answers each requirement once', () => {
  expect(wanted).toHaveLength(253);
  const said = rows.flatMap(({ numbers }) => numbers);
  expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([]);
  expect(wanted.filter((one) => !said.includes(one))).toEqual([]);
  expect(said.filter((one) => !wanted.includes(one))).toEqual([]);
});

it('says its state in one of five words, and what keeps it or is missing', () => {
  expect(rows.filter(({ state, words }) => !states.includes(state) || words.length < 5)).toEqual([]);
});

it('names tests that are there', () => {
  const named = rows.flatMap(({ tests }) => (tests === '—' ? [] : tests.split(', ').map((name) => name.slice(1, -1))));
  expect(named.length).toBeGreaterThan(60);
  // `tests/` stands before a room that the sources have too.
  const isThere = (name: string) =>
    ['.test.ts', '.test.tsx', '.spec.ts'].some((end) =>
      existsSync(join(root, 'tests', name.replace(/^tests\//, '') + end)),
    );
  expect([...new Set(named)].filter((name) => !isThere(name))).toEqual([]);
  // What is said to be kept, and can be tried at all, names what tries it.
  const silent = rows.filter(({ state, tests }) => state === 'держится' && tests === '—');
  expect(silent.length).toBeLessThan(20);
});
