// What the first script shows is what the console shows: the same answer, the same words, links and names, row by row.
import { cleanup, render } from '@testing-library/react';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { ListContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GarageRow } from '../../contract/garages.ts';
import { storeToken } from '../../providers/session.ts';
import { garageColumns, nameOfRow } from '../../resources/garages/columns.tsx';
import { GarageCardRow } from '../../resources/garages/GarageCardRow.tsx';
import { layout } from '../../src/theme/tokens.ts';
import { fitColumns, NAVIGATION_WIDTH, pageWidth } from '../../widgets/list/columns.ts';
import { RegisterTable } from '../../widgets/list/RegisterTable.tsx';
import { RowCards } from '../../widgets/list/RowCards.tsx';
import { inTime } from '../kit/busy.ts';
import { tokenOf } from '../kit/token.ts';

const root = join(import.meta.dirname, '../..');
let script = '';
beforeAll(() => {
  const print =
    "import('./tools/firstScript.ts').then(async (m) => process.stdout.write((await m.firstScriptCode()).code))";
  script = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
});

/** A token of somebody at work; nobody checks its seal here. */
const words = fc.constantFrom('Иванов', 'А'.repeat(120), '<b>Пётр</b>', '"&amp;', 'де ла Крус-Оглы Ибн Хоттаб');
const row = fc.record({
  id: fc.integer({ min: 1, max: 1e6 }),
  section: fc.constantFrom('', 'А', 'Бокс 2'),
  number: fc.constantFrom('1', '45а', '12/3'),
  account_no: fc.constant('000123'),
  po: fc.record({ id: fc.constant(1), name: words }),
  mo_name: words,
  type: fc.constant({ value: 1, label: 'Капитальный' }),
  owners: fc.array(fc.record({ id: fc.nat(), full_name: words }), { maxLength: 3 }),
  privilege: fc.option(fc.record({ name: words, discount_percent: fc.nat(100), is_expired: fc.boolean() })),
  phone: fc.option(fc.constant('+7 *** ***-21-00')),
  balance_kopecks: fc.integer({ min: -9e8, max: 9e8 }),
  aside_kopecks: fc.constantFrom(0, 0, 150_000),
  former_kopecks: fc.constantFrom(0, 0, 270_050),
  years: fc.constant(['paid', 'partly', 'unpaid'].map((state, at) => ({ year: 2024 + at, state }))),
  last_payment_on: fc.option(fc.constant('2026-03-04')),
  has_pib: fc.boolean(),
  is_locked: fc.boolean(),
  is_active: fc.boolean(),
  restrictions: fc.constantFrom([], ['arrest']),
}) as unknown as fc.Arbitrary<GarageRow>;
const page = fc.uniqueArray(row, { minLength: 1, maxLength: 25, selector: (one) => one.id });

const asked: string[] = [];
/** Runs the script in an empty page; answers what it has put there. */
async function begin(answer: () => Promise<Response>): Promise<HTMLElement> {
  document.body.innerHTML = '<div id="root"></div>';
  delete window.firstPage;
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => (asked.push(url.split('?')[0]!), answer()));
  // oxlint-disable-next-line typescript/no-implied-eval -- what is built is what is tested
  new Function(script)();
  await vi.waitFor(() => expect(window.firstPage).toBeDefined(), inTime(5000));
  await window.firstPage!.fingerprint;
  await window.firstPage!.checked;
  await new Promise((resolve) => setTimeout(resolve, 30));
  await window.firstPage!.rows?.answer;
  await new Promise((resolve) => setTimeout(resolve, 60));
  return document.getElementById('first') ?? document.createElement('div');
}
const rows = (data: readonly unknown[]) => async () =>
  new Response(JSON.stringify(data), { headers: { 'content-range': `garages 0-24/${data.length}` } });

/** What a person reads or hears, in order: texts, names of pictures and links, where links lead. */
const said = (box: Element | null) =>
  [...(box?.querySelectorAll('th, td, li') ?? [])].map((cell) => [
    cell.textContent,
    ...[...cell.querySelectorAll('[aria-label], [title], a')].map((one) =>
      ['aria-label', 'title', 'href', 'role'].map((name) => one.getAttribute(name)).join('|'),
    ),
  ]);

const nothing = {
  all: false,
  included: new Set<number>(),
  excluded: new Set<number>(),
  count: 0,
  has: () => false,
  toggle: () => {},
  togglePage: () => {},
  selectAll: () => {},
  clear: () => {},
};
/** The same rows drawn by the console. */
function drawn(data: GarageRow[], level: 'region' | 'mo' | 'po', narrow: boolean): Element {
  const columns = fitColumns(garageColumns(level, data[0]!.years), {}, pageWidth(), true);
  const { container } = render(
    <MemoryRouter>
      <ListContextProvider value={{ sort: { field: 'place', order: 'ASC' }, setSort: () => {} } as never}>
        {narrow ? (
          <RowCards
            rows={data}
            title="Гаражи"
            renderCard={(one) => <GarageCardRow row={one} />}
            nameOf={nameOfRow}
            selection={undefined}
          />
        ) : (
          <RegisterTable
            columns={columns}
            rows={data}
            selection={nothing}
            onOpen={() => {}}
            label="Гаражи"
            nameOf={nameOfRow}
            storeKey="x"
          />
        )}
      </ListContextProvider>
    </MemoryRouter>,
  );
  return container;
}

const windowOf = (width: number) => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('768') && width <= 768 }));
  document.documentElement.style.fontSize = '16px';
};
const place = { head: 117, title: 45, tools: 104, foot: 57 };

beforeEach(() => {
  localStorage.clear();
  windowOf(1366);
  window.history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('the first rows', () => {
  it.each([
    ['region', 1366, { region: 1 }],
    ['mo', 1440, { region: null, mo: 2, mo_rights: [2] }],
    ['po', 390, { region: null, po: 3, po_rights: [3] }],
  ] as const)('are those of the console: %s, %i px', async (level, width, who) => {
    windowOf(width);
    storeToken(tokenOf(who));
    localStorage.setItem('rows-place', JSON.stringify({ [`${width}:${level}`]: place }));
    for (const data of fc.sample(page, { numRuns: 12, seed: 9 })) {
      const painted = said(await begin(rows(data)));
      const console = said(drawn(data, level, width <= 768));
      cleanup();
      expect(painted.length).toBeGreaterThan(0);
      expect(painted).toEqual(console);
    }
  });

  it('are links that lead, and no markup of theirs is run', async () => {
    storeToken(tokenOf());
    const [one] = fc.sample(row, { numRuns: 1, seed: 3 });
    const box = await begin(rows([{ ...one, id: 12, mo_name: '<img src=x onerror=alert(1)>' }]));
    expect(box.querySelector('a[href="/garage/12"]')).not.toBeNull();
    expect(box.querySelector('img')).toBeNull();
    expect(box.textContent).toContain('<img src=x');
  });

  const [some] = fc.sample(page, { numRuns: 1, seed: 1 });
  it.each<[string, () => void, () => Promise<Response>]>([
    ['nobody is signed in', () => storeToken(null), rows(some!)],
    ['the person looks through someone’s eyes', () => storeToken(tokenOf({ view_only: true })), rows(some!)],
    ['there are no rows', () => storeToken(tokenOf()), rows([])],
    ['the server is at fault', () => storeToken(tokenOf()), async () => new Response('{}', { status: 500 })],
    ['rights were taken', () => storeToken(tokenOf()), async () => new Response('{}', { status: 401 })],
    ['there is no connection', () => storeToken(tokenOf()), () => Promise.reject(new TypeError('offline'))],
    [
      'the list is filtered',
      () => (storeToken(tokenOf()), window.history.replaceState(null, '', '/?filter={"debt":true}')),
      rows(some!),
    ],
    ['the place of the rows is not known', () => (storeToken(tokenOf()), windowOf(1000)), rows(some!)],
    [
      'the console is at another page',
      () => (storeToken(tokenOf()), window.history.replaceState(null, '', '/profiles')),
      rows(some!),
    ],
  ])('are not shown when %s', async (_, set, answer) => {
    set();
    const box = await begin(answer);
    expect(box.childNodes).toHaveLength(0);
  });

  it('nothing is asked for a visitor', async () => {
    await begin(rows(some!));
    expect(asked).toEqual([]);
  });

  it('a token that has run out is refreshed first, once', async () => {
    storeToken(tokenOf({ exp: 1000 }));
    const fresh = tokenOf();
    const box = await begin(async () =>
      asked.at(-1) === '/api/refresh_token/' ? new Response(JSON.stringify({ token: fresh })) : rows(some!)(),
    );
    expect(asked).toEqual(['/api/refresh_token/', '/api/garages/']);
    expect(box.querySelectorAll('tbody tr')).toHaveLength(some!.length);
  });

  it('are not shown to another person who signed in while they came', async () => {
    storeToken(tokenOf());
    const box = await begin(async () => {
      storeToken(tokenOf({ id: 8 }));
      return rows(some!)();
    });
    expect(box.childNodes).toHaveLength(0);
  });
});

it('the navigation is as wide as lists take it to be', () => expect(NAVIGATION_WIDTH).toBe(layout.nav));
