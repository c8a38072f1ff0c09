// What an old computer has to read before the garage list stands: kept within a budget, and without what only the server needs.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { consolePages } from '../../server/kernel/consolePages.ts';
import { firstLoadKb } from '../../tools/firstLoad.ts';
import { lean, leanContract } from '../../tools/leanContract.ts';

const root = resolve(import.meta.dirname, '../..');
/** KiB of brotli; `npm run bench firstLoad` holds it beside a plain react-admin with the same two lists. */
const BUDGET_KB = 209;
const TOLERANCE = 1.02;

const folder = mkdtempSync(join(tmpdir(), 'console-'));
const dist = join(folder, 'dist');

beforeAll(() => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--logLevel', 'error'], { cwd: root, env });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the first load', () => {
  it('stays within its budget', () => {
    expect(firstLoadKb(dist)).toBeLessThanOrEqual(BUDGET_KB * TOLERANCE);
  });

  it('is noticed to grow', () => {
    const grown = join(folder, 'grown');
    cpSync(dist, grown, { recursive: true });
    const chart = readdirSync(join(dist, 'assets')).find((file) => /^AgeingChart.*\.js$/.test(file))!;
    const page = join(grown, 'index.html');
    const link = `<link rel="modulepreload" href="/assets/${chart}" />`;
    writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', `${link}</head>`));
    expect(firstLoadKb(grown)).toBeGreaterThan(BUDGET_KB * TOLERANCE);
  });

  it('brings one router: a second one knows nothing of where the first one stands', () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    const found = scripts.flatMap((file) => [
      ...readFileSync(join(dist, 'assets', file), 'utf8').matchAll(/useNavigate\(\) may be used only/g),
    ]);
    expect(found).toHaveLength(1);
  });

  it('leaves what fields say to the server alone with the server', () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    for (const file of scripts)
      expect(readFileSync(join(dist, 'assets', file), 'utf8')).not.toMatch(/[,{](returnable|templated|sensitive):!0/);
  });

  it('asks for the list together with the console', () => {
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toMatch(/modulepreload[^>]*assets\/first-/);
  });
});

describe('a page that is come to by a link', () => {
  const html = (url: string) => readFileSync(join(dist, consolePages(dist)(url)), 'utf8');
  const asked = (url: string) => [...html(url).matchAll(/href="\/assets\/(\w+)[-.~]/g)].map(([, name]) => name);

  it('asks for its scripts together with those of the console', () => {
    expect(asked('/garage/17')).toContain('GarageShow');
    expect(asked('/today')).toContain('TodayPage');
    expect(asked('/contributions/payments/desk?garage=4')).toContain('DeskPage');
    expect(asked('/statistics/user')).toContain('ActionLogPage');
    expect(asked('/statistics/user')).not.toContain('Charts');
    expect(asked(`/statistics/user?filter=${encodeURIComponent('{"mode":"graph"}')}`)).toEqual(
      expect.arrayContaining(['ActionLogPage', 'Charts']),
    );
  });

  it('is the console itself, with its sheets', () => {
    const index = readFileSync(join(dist, 'index.html'), 'utf8');
    for (const line of index.split('\n').filter((one) => /<script|stylesheet/.test(one)))
      expect(html('/today')).toContain(line.trim());
    // By what is in it: sheets that pages share have no names.
    const sheets = [...html('/today').matchAll(/href="\/(assets\/[^"]+\.css)"/g)].filter(
      ([, file]) => !index.includes(file!),
    );
    const rules = sheets.map(([, file]) => readFileSync(join(dist, file!), 'utf8')).join('');
    expect(rules).toContain('grid-template-columns:minmax(0,1fr) 340px');
  });

  it('is the first one where nothing else is named', () => {
    for (const url of ['/', '/profile/3', '/garage/3/history', '/statisticsx'])
      expect(consolePages(dist)(url)).toBe('index.html');
    expect(consolePages(join(dist, 'assets'))('/today')).toBe('index.html');
  });
});

describe('the agreement in the browser', () => {
  const leanOf = (code: string) => lean(code, parseSync('slice.js', code).program);

  it('keeps the address and the rights of a call, not what it is checked by', () => {
    const code = leanOf(
      "export const add = endpoint({ method: 'POST', path: '/a/', needs, body: z.object({}), tag });",
    );
    expect(code).toContain("method: 'POST', path: '/a/', needs, ...{}, ...{}");
    expect(code).not.toContain('z.object');
  });

  it('drops an import that only schemas read', () => {
    const lists = 'import { lists } from "./objects.ts";\n';
    const taken = `${lists}import { signedIn } from "./scope.ts";\nexport const take = endpoint({ needs: signedIn, params: z.enum(lists) });`;
    expect(leanOf(taken)).toContain('./scope.ts');
    expect(leanOf(taken)).not.toContain('./objects.ts');
    expect(leanOf(`${lists}export const all = () => lists;`)).toContain('./objects.ts');
  });

  it('leaves functions and plain values alone, and marks what is computed as not needed by itself', () => {
    expect(leanOf("const names = { a: 'А' };\nexport const f = (x) => g(x);")).toBe(
      "const names = { a: 'А' };\nexport const f = (x) => g(x);",
    );
    expect(leanOf('const Row = z.object({ id: z.number() });')).toBe(
      'const Row = /* @__PURE__ */ (() => (z.object({ id: z.number() })))();',
    );
  });

  it('the build fails when a schema is read in the browser', () => {
    const error = vi.fn();
    const { generateBundle } = leanContract() as unknown as { generateBundle: (...given: unknown[]) => void };
    const chunk = (id: string) => ({ 'a.js': { type: 'chunk', moduleIds: [id] } });
    generateBundle.call({ error }, {}, chunk('/x/node_modules/axios/index.js'));
    expect(error).not.toHaveBeenCalled();
    generateBundle.call({ error }, {}, chunk('/x/node_modules/zod/v4/core/schemas.js'));
    expect(error).toHaveBeenCalledOnce();
  });
});
