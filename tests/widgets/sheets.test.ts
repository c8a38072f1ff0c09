// A class that a screen names stands in its sheet, and a sheet holds no class that nobody names.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const rooms = '{src,widgets,resources}/**/*';

/** Names that the code takes from each sheet; `isIndexed` where it also takes some by a value. */
const named = new Map<string, { names: Set<string>; isIndexed: boolean }>();
for (const file of globSync(`${rooms}.{ts,tsx}`, { cwd: root })) {
  const text = read(file);
  const code = text.replace(/^import [^;]*;$/gm, '');
  for (const [, styles, sheet] of text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)) {
    const path = join(file, '..', sheet!);
    const { names, isIndexed } = named.get(path) ?? { names: new Set<string>(), isIndexed: false };
    for (const [, name] of code.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))) names.add(name!);
    named.set(path, { names, isIndexed: isIndexed || new RegExp(`\\b${styles}\\[`).test(code) });
  }
}
const classesOf = (sheet: string) => {
  const selectors = read(sheet).replace(/\/\*[\s\S]*?\*\/|\{[^{}]*\}|:global\([^)]*\)/g, ' ');
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name!));
};
const sheets = globSync(`${rooms}.module.css`, { cwd: root }).map((sheet) => {
  const { names, isIndexed } = named.get(sheet) ?? { names: new Set<string>(), isIndexed: false };
  return { sheet, names, isIndexed, classes: classesOf(sheet) };
});

it('every class that is named is there', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const missing = sheets.flatMap(({ sheet, names, classes }) =>
    [...names].filter((name) => !classes.has(name)).map((name) => `${sheet}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every class is named', () => {
  const unused = sheets
    .filter(({ isIndexed }) => !isIndexed)
    .flatMap(({ sheet, names, classes }) =>
      [...classes].filter((name) => !names.has(name)).map((name) => `${sheet}: ${name}`),
    );
  expect(unused).toEqual([]);
});
