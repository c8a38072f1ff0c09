// The house rules: who may import whom, what a slice may hold, where money and rows are written.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Slices from left to right, as people read them in docs/architecture.md: one imports only from those before it. */
const sliceOrder = (
  /Порядок разделов: ([\w\s<]+)\./.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))?.[1] ?? ''
).split(/\s*<\s*/);
const kernelRooms = ['server/kernel', 'server/db', 'server/ports', 'server/jobs', 'server/live'];

interface SourceFile {
  path: string;
  text: string;
  imports: string[];
}

const files = ['contract', 'server', 'providers', 'widgets', 'resources', 'src', 'tests', 'bench'].flatMap(
  sourcesUnder,
);

describe('who may import whom', () => {
  const rules: { room: string; may: string[]; packages?: RegExp; not?: string[] }[] = [
    { room: 'contract', may: ['contract'], packages: /^zod$/ },
    { room: 'providers', may: ['providers', 'contract'] },
    { room: 'widgets', may: ['widgets', 'contract'] },
    { room: 'resources', may: ['resources', 'widgets', 'providers', 'contract'] },
    { room: 'src', may: ['src', 'resources', 'widgets', 'providers', 'contract'] },
    { room: 'server', may: ['server', 'contract'] },
  ];
  it.each(rules)('$room', ({ room, may, packages }) => {
    expect(forbiddenImports(files, room, may, packages)).toEqual([]);
  });

  it('notices a forbidden import', () => {
    const planted = [{ path: 'widgets/X.tsx', text: '', imports: ['server/app.ts', 'npm:react'] }];
    expect(forbiddenImports(planted, 'widgets', ['widgets', 'contract'])).toEqual(['widgets/X.tsx → server/app.ts']);
  });

  it('the kernel knows no slice', () => {
    const wrong = files
      .filter((file) => kernelRooms.some((room) => file.path.startsWith(`${room}/`)))
      .flatMap((file) => file.imports.filter((target) => sliceOf(target)).map((target) => `${file.path} → ${target}`));
    expect(wrong).toEqual([]);
  });

  it('a slice imports only rules and queries of slices to its left', () => {
    expect(wrongSliceImports(files)).toEqual([]);
  });

  it('a slice keeps its topics in folders: queries/card.ts, not cardQueries.ts', () => {
    const named = (paths: readonly string[]) =>
      paths.filter((path) => sliceOf(path) && /[a-z](Routes|Queries|Rules|Writing)\.ts$/.test(path));
    expect(named(files.map(({ path }) => path))).toEqual([]);
    expect(named(['server/orgs/cardQueries.ts'])).toHaveLength(1);
  });

  it('notices a slice that looks to the right', () => {
    const planted = [{ path: 'server/orgs/queries.ts', text: '', imports: ['server/garages/queries.ts'] }];
    expect(wrongSliceImports(planted)).toHaveLength(1);
  });

  it('knows every slice', () => {
    const folders = readdirSync(join(root, 'server')).filter((name) =>
      statSync(join(root, 'server', name)).isDirectory(),
    );
    const others = [...kernelRooms.map((room) => room.slice('server/'.length)), 'cli', 'demo'];
    expect(folders.filter((name) => !others.includes(name)).sort()).toEqual([...sliceOrder].sort());
  });

  it('no imports go round in a circle', () => {
    expect(circlesOf(files)).toEqual([]);
  });

  it('notices a circle, one of types alone included', () => {
    const planted = [
      { path: 'widgets/A.tsx', text: '', imports: ['widgets/B.tsx'] },
      { path: 'widgets/B.tsx', text: '', imports: ['npm:react', 'widgets/C.tsx'] },
      { path: 'widgets/C.tsx', text: '', imports: ['widgets/A.tsx'] },
      { path: 'widgets/D.tsx', text: '', imports: ['widgets/A.tsx'] },
    ];
    expect(circlesOf(planted)).toEqual(['widgets/A.tsx → widgets/B.tsx → widgets/C.tsx → widgets/A.tsx']);
  });

  it('keys of operations are made where they also work without TLS', () => {
    const browser = files.filter(({ path }) => /^(providers|widgets|resources|src)\//.test(path));
    const own = browser.filter(({ text }) => text.includes('randomUUID')).map(({ path }) => path);
    expect(own).toEqual(['providers/operationKey.ts']);
  });

  it('react-admin is imported by its own name, never by its parts', () => {
    expect(partsOfReactAdmin(files)).toEqual([]);
    const planted = { path: 'widgets/X.tsx', text: '', imports: ['npm:ra-core', 'npm:react-admin'] };
    expect(partsOfReactAdmin([planted])).toEqual(['widgets/X.tsx → npm:ra-core']);
  });

  it('what is done is run by `useAction` or `useLoudAction`: a mutation of one’s own has a reason', () => {
    expect(ownMutations(files)).toEqual(Object.keys(mutationsOfTheirOwn).sort());
    const planted = {
      path: 'resources/x/X.tsx',
      text: 'const x = useMutation({',
      imports: ['npm:@tanstack/react-query'],
    };
    expect(ownMutations([planted])).toHaveLength(1);
    expect(ownMutations([{ ...planted, text: 'const x = Kit.useMutation<void>({' }])).toHaveLength(1);
    expect(ownMutations([{ ...planted, text: '// not by useMutation' }])).toEqual([]);
  });

  it('keys of cached answers are made from the calls: one made by hand has a reason', () => {
    expect(ownKeys(files)).toEqual(Object.keys(keysOfTheirOwn).sort());
    const keys = (text: string) => ownKeys([{ path: 'resources/x/X.tsx', text, imports: [] }]).length;
    expect(keys("useQuery({ queryKey: ['garages', 'debt', id], queryFn })")).toBe(1);
    expect(keys('client.invalidateQueries({ queryKey: KEY })')).toBe(1);
    expect(keys("client.setQueryData<Card>(['garages', id], card)")).toBe(1);
    expect(keys('({ queryKey: keyOf(garageDebt), queryFn })')).toBe(0);
    expect(keys('client.setQueryData(keyOf(garageDebt), reply); client.find(({ queryKey }) => queryKey[0])')).toBe(0);
  });

  it('screens are tested over the real calls: none of their tests replaces the module they go through', () => {
    expect(ownCalls(files)).toEqual([]);
  });
  it('notices a test with answers of its own', () => {
    const planted = (path: string, text: string) => [{ path, text, imports: ['npm:@testing-library/react'] }];
    for (const text of [
      "vi.mock('../../providers/http.ts', () => ({ call }));",
      "vi.doMock('../../providers/http.ts')",
      "vi.mock(import('../../providers/http.ts'), fake)",
      "vi.mock(\n  '../providers/http.ts',\n)",
      "vi.spyOn(http, 'call')",
    ])
      expect(ownCalls(planted('tests/users/userCard.test.tsx', text)), text).toHaveLength(1);
    expect(ownCalls(planted('tests/users/userCard.test.tsx', "vi.spyOn(URL, 'createObjectURL')"))).toEqual([]);
  });

  it('a journey reads what is drawn once it is drawn: through `readAll` and `textsOf` of its kit', () => {
    expect(hastyReads(files)).toEqual([]);
  });
  it('notices a journey that reads at once', () => {
    const planted = {
      path: 'tests/e2e/x.spec.ts',
      imports: [],
      text: 'await rows.evaluateAll(read);\nexpect(await rows.count()).toBe(2);',
    };
    expect(hastyReads([planted])).toEqual(['tests/e2e/x.spec.ts: evaluateAll', 'tests/e2e/x.spec.ts: count']);
  });

  it('a part that comes later is asked for more than once', () => {
    expect(hastyParts(files)).toEqual([]);
    const planted = (text: string) => [{ path: 'widgets/X.tsx', text, imports: [] }];
    for (const text of [
      "lazy(() => import('./Y.tsx'))",
      "lazy(async () => ({\n  default: (await import('./Y.tsx')).Y,\n}))",
      "lazy(() =>\n  import('./Y.tsx').then(({ Y }) => ({ default: Y })),\n)",
    ])
      expect(hastyParts(planted(text)), text).toHaveLength(1);
    expect(hastyParts(planted("lazy(() =>\n  loadPatiently(() => import('./Y.tsx')))"))).toEqual([]);
  });

  it('the theme dresses only what is worn', () => {
    // What others bring along: dialogs and menus stand on paper over a backdrop, every button on the same base.
    const brought = ['ButtonBase', 'Paper', 'Backdrop', 'CssBaseline'];
    const imported = new Set(files.flatMap((file) => file.imports));
    const dressed = files
      .filter(({ path }) => path.startsWith('src/theme/'))
      .flatMap(({ text }) => [...text.matchAll(/^ +Mui(\w+): \{/gm)].map((match) => match[1]!));
    expect(dressed).toContain('Button');
    expect(dressed.filter((name) => !brought.includes(name) && !imported.has(`npm:@mui/material/${name}`))).toEqual([]);
  });

  it('the whole barrels of the look are never loaded', () => {
    const barrels = ['npm:@mui/material', 'npm:@mui/icons-material'];
    const wrong = files
      .filter((file) => /^(providers|widgets|resources|src)\//.test(file.path))
      .flatMap((file) =>
        file.imports
          .filter((target) => barrels.includes(target) && !typesOnly(file, target))
          .map((target) => `${file.path} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('what a file may hold', () => {
  it('who sees what is said in one file', () => {
    expect(ownPlaceInSql(files)).toEqual([]);
  });
  it('notices a place that is asked for by hand', () => {
    const sqlFile = (text: string) => [{ path: 'server/garages/queries.ts', text, imports: ['npm:kysely'] }];
    for (const text of [
      'sql`g.mo_id = ${actor.mo}`',
      "where('po_id', '=', ctx.actor.po!)",
      'const { po, mo } = ctx.actor;',
    ])
      expect(ownPlaceInSql(sqlFile(text)), text).toHaveLength(1);
    expect(ownPlaceInSql(sqlFile('inScope(ctx.actor, `g`)'))).toEqual([]);
  });

  it('how many rows are wanted is written so that a statement is planned once', () => {
    expect(limitsByValue(files)).toEqual([]);
  });
  it('notices a limit given as a value', () => {
    const sqlFile = (text: string) => [{ path: 'server/garages/queries.ts', text, imports: ['npm:kysely'] }];
    for (const text of [
      'sql`order by id limit ${limit}`',
      'sql`offset ${from} limit ${MOST + 1}`',
      'sql`offset ${from}`',
    ])
      expect(limitsByValue(sqlFile(text)), text).toHaveLength(1);
    expect(limitsByValue(sqlFile('sql`order by id ${pageClause(request)}`'))).toEqual([]);
  });

  it('slices hold no database that writes, and no cast that makes one', () => {
    expect(ownDatabases(files)).toEqual([]);
  });
  it('notices a database made writable', () => {
    for (const text of [
      'sql`x`.execute(ctx.db as never)',
      'x.execute(db as unknown as Tx)',
      '(ctx.db as Kysely<DB>)',
      'import { type Kysely }',
    ])
      expect(ownDatabases([{ path: 'server/garages/queries.ts', text, imports: [] }]), text).toHaveLength(1);
  });

  it('the database handlers read is opened for writing by the kernel alone, and never where SQL is run', () => {
    // Messages are handed over in transactions of their own; the gate they close is said as `act` says it.
    const opened = ['server/kernel/act.ts', 'server/kernel/read.ts', 'server/ports/handing.ts'];
    expect(openedByCast(files)).toEqual(opened);
    const planted = [
      'sql`x`.execute(ctx.db as never)',
      'sql`x`.execute(\n tx as unknown as Tx,\n)',
      'deps.db as AppDeps["db"]',
    ];
    for (const text of planted)
      expect(openedByCast([{ path: 'server/jobs/records.ts', text, imports: [] }]), text).toHaveLength(1);
  });

  const rules = files.filter((file) => /^server\/\w+\/(rules\.ts|rules\/)/.test(file.path));
  it('rules are pure: no database, framework, clock or chance', () => {
    const impure = /\bnew Date\(\)|Date\.now\(|Math\.random|crypto\.random|randomUUID|process\.env/;
    const packages = /^npm:(kysely|fastify|pg|axios|node:fs)/;
    const wrong = rules.filter(
      (file) =>
        impure.test(file.text) ||
        file.imports.some(
          (target) => packages.test(target) || /queries\.ts$|server\/kernel\/(act|ctx|list)/.test(target),
        ),
    );
    expect(rules.length).toBeGreaterThan(0);
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('ledger lines are written by one file', () => {
    const writes = /insertInto\('balance_operation'\)|insert into balance_operation\b/i;
    const writers = files
      .filter((file) => file.path.startsWith('server/') && writes.test(file.text))
      .map((file) => file.path);
    // The two bulk builders make whole worlds at once; `verifyLedger` proves what they made.
    expect(writers.filter((path) => !path.startsWith('server/demo/'))).toEqual(['server/balance/ledger.ts']);
  });

  it('no day of the server’s own clock: `todayOf` and `dateIn` say whose day it is', () => {
    expect(ownDays(files)).toEqual([]);
    for (const text of ['sql`r.since <= current_date`', 'ctx.now().toISOString().slice(0, 10)', 'sql`now()::date`'])
      expect(ownDays([{ path: 'server/garages/queries.ts', text, imports: [] }]), text).toHaveLength(1);
  });

  it('background jobs are written by one file', () => {
    const writes =
      /(insertInto|updateTable|deleteFrom)\('background_job|(insert into|update|delete from) background_job\b/i;
    const writers = files.filter(({ path, text }) => path.startsWith('server/') && writes.test(text));
    expect(writers.map(({ path }) => path)).toEqual(['server/jobs/records.ts']);
  });

  it('a migration has a number of its own', () => {
    const repeated = (names: readonly string[]) => {
      const numbers = names.map((name) => name.slice(0, 4));
      return names.filter((name, at) => numbers.indexOf(name.slice(0, 4)) !== at);
    };
    expect(repeated(readdirSync(join(root, 'server/db/migrations')))).toEqual([]);
    expect(repeated(['0001_base.sql', '0002_a.sql', '0002_b.sql'])).toEqual(['0002_b.sql']);
  });

  it('every file says first what it is for', () => {
    const silent = files
      .filter((file) => !/^(\/\/|\/\*\*|--)/.test(file.text) && file.path !== 'server/db/types.ts')
      .map((file) => file.path);
    expect(silent).toEqual([]);
  });

  it('functions stay short enough to read', () => {
    const ours = files.filter(({ path }) => !/^(tests|bench)\//.test(path));
    const long = ours.flatMap(({ path, text }) => longFunctions(path, text));
    expect(long.sort()).toEqual([...longByDecision].sort());
  }, 60_000);
  it('notices a long function, and no short one', () => {
    const lines = (count: number) => 'void 0;\n'.repeat(count);
    const text = `function tell() {\n${lines(60)}}\nexport const say = () => {\n${lines(80)}};\n`;
    expect(longFunctions('widgets/X.ts', text)).toEqual(['widgets/X.ts say']);
  });

  it('files stay short enough to read', () => {
    const long = files
      .filter((file) => !/^(tests|bench)\//.test(file.path) && file.path !== 'server/db/types.ts')
      .map((file) => [file.path, file.text.split('\n').length] as const)
      .filter(([, lines]) => lines > 420);
    expect(long).toEqual([]);
  });
});

/** Functions that are longer and why each of them is: docs/decisions/long-functions.md. */
const longByDecision = [
  'resources/admin/reregistrationTariffs/TariffDialog.tsx TariffDialog',
  'resources/notifications/RemindersPage.tsx Rule',
  'resources/payments/desk/GarageCell.tsx GarageCell',
  'resources/payments/desk/useDesk.ts useDesk',
  'server/ports/pdf/engine.ts typstEngine',
  'widgets/SearchSelect.tsx Combobox',
  'widgets/SelectInput.tsx SelectBox',
  'widgets/editor/Editor.tsx useEditor',
  'widgets/list/RegisterList.tsx RegisterList',
];
const LONGEST = 70;

/** «file name» of every function of more than 70 lines, nested ones included. */
function longFunctions(path: string, text: string): string[] {
  const starts = [...text.matchAll(/\n/g)].map((match) => match.index);
  const lineOf = (at: number) => {
    let [from, to] = [0, starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (starts[middle]! < at) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const long: string[] = [];
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, name));
    if (!node || typeof node !== 'object') return;
    const { type, start, end, id, key } = node as Record<'type' | 'id' | 'key', unknown> &
      Record<'start' | 'end', number>;
    const named = ((id ?? key) as { name?: string } | null | undefined)?.name ?? name;
    const isFunction = typeof type === 'string' && /^(Arrow)?Function/.test(type) && 'body' in node;
    if (isFunction && lineOf(end) - lineOf(start) + 1 > LONGEST) long.push(`${path} ${named}`);
    for (const child of Object.values(node)) visit(child, named);
  };
  visit(parseSync(path, text).program, '?');
  return long;
}

/** Bounds of rows that the planner does not see; the walk of the garage list, whose limit is counted by the statement itself, is one. */
function limitsByValue(all: SourceFile[]): string[] {
  const byValue = /\b(?:limit|offset) \$\{(?!offset(?: \+ limit)?\} - )/;
  return all
    .filter(({ path, text }) => path.startsWith('server/') && !path.startsWith('server/db/') && byValue.test(text))
    .map(({ path }) => path);
}

/** Files with SQL that ask by themselves where the actor works. */
function ownPlaceInSql(sources: SourceFile[]): string[] {
  const asks = /\bactor\??\.(?:po|mo|region)\b|\bactor\[|\{[^{}]*\b(?:po|mo|region)\b[^{}]*\}\s*=\s*(?:ctx\.)?actor\b/;
  return sources
    .filter(
      ({ path, imports }) =>
        path.startsWith('server/') && path !== 'server/kernel/scope.ts' && imports.includes('npm:kysely'),
    )
    .filter(({ path }) => !placeOutsideSql.includes(path))
    .filter(({ text }) => asks.test(text))
    .map(({ path }) => path);
}
/** Files that look at a place outside SQL: the place of a log line, who may hear, the ПО a statement is put to. */
const placeOutsideSql = ['server/kernel/act.ts', 'server/live/channel.ts', 'server/bankStatements/loading.ts'];

/** Tests of screens that answer the console's calls themselves; what stands beside the module in `providers` is tested without it. */
function ownCalls(sources: SourceFile[]): string[] {
  const replaces = /\bvi\.(?:do)?[mM]ock\(\s*(?:import\(\s*)?['"`][^'"`]*providers\/http\.ts|\bvi\.spyOn\(\s*http\w*\b/;
  return sources
    .filter(({ path }) => path.startsWith('tests/') && !path.startsWith('tests/providers/'))
    .filter(({ imports, text }) => imports.includes('npm:@testing-library/react') && replaces.test(text))
    .map(({ path }) => path);
}

/** Journeys that look at all of something without waiting for the first of it, as «file: how». */
function hastyReads(sources: SourceFile[]): string[] {
  const reads = /\.(evaluateAll|allInnerTexts|allTextContents)\(|expect\(await [^;]*\.(count)\(\)/g;
  return sources
    .filter(({ path }) => /^tests\/e2e\/.*\.spec\.ts$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(reads)].map(([, read, counted]) => `${path}: ${read ?? counted}`));
}

/** Files of slices that name the database itself, or cast what they were given for reading. */
function ownDatabases(sources: SourceFile[]): string[] {
  const makes = /\bKysely\b|\bTransaction<|\b[dD]b as (?:never|any|unknown|Kysely|WriteDb|Transaction)\b/;
  return sources.filter(({ path, text }) => sliceOf(path) && makes.test(text)).map(({ path }) => path);
}

/** Files of the server that make another database of the one they hold. */
function openedByCast(sources: SourceFile[]): string[] {
  const makes =
    /\.execute\(\s*[\w.]+ as\b|\b(?:[dD]b|tx) as (?:never|any|unknown|Kysely|AppDeps|ReadDb|WriteDb|Transaction|Tx)\b/;
  return sources
    .filter(({ path, text }) => path.startsWith('server/') && makes.test(text))
    .map(({ path }) => path)
    .sort();
}

/** Files of the server that take the day from a clock of no place. */
function ownDays(sources: SourceFile[]): string[] {
  const takes = /\bcurrent_date\b|\bnow\(\)::date|(?:\bnow\(\)|new Date\(\))\.toISOString\(\)\.slice\(0, 10\)/;
  return sources.filter(({ path, text }) => path.startsWith('server/') && takes.test(text)).map(({ path }) => path);
}

function forbiddenImports(sources: SourceFile[], room: string, may: string[], packages?: RegExp): string[] {
  return sources
    .filter((file) => file.path.startsWith(`${room}/`))
    .flatMap((file) =>
      file.imports
        .filter((target) =>
          target.startsWith('npm:')
            ? packages && !packages.test(target.slice(4))
            : !may.includes(target.split('/')[0] ?? ''),
        )
        .map((target) => `${file.path} → ${target}`),
    );
}

/** Why each of them is neither the action of a card nor one that only speaks aloud. */
const mutationsOfTheirOwn: Record<string, string> = {
  'resources/actionLog/Returning.tsx': 'two lists and the line itself are read anew, differently after a refusal',
  'resources/admin/instruments/DemandTermsPage.tsx': 'a form without an object: its answer is the whole list',
  'resources/admin/instruments/Incident.tsx': 'a question whose answer is kept with what was asked',
  'resources/admin/instruments/NormalisePage.tsx': 'the refusal stands with that of the plan it starts',
  'resources/admin/instruments/PersonalPage.tsx': 'a form without an object: the banner over every page follows it',
  'resources/admin/users/ResetLink.tsx': 'the answer is a secret that is shown once and kept nowhere',
  'resources/handovers/HandoverPage.tsx': 'a refused decision too reads the handover anew',
  'resources/handovers/HandoversPage.tsx': 'a form without an object: its answer is where to go',
  'resources/profiles/DestroyDialog.tsx': 'two calls under one wait: the password is asked first',
  'resources/profiles/Processing.tsx': 'the answer is the standing of a person, no card',
};

function ownMutations(sources: SourceFile[]): string[] {
  return sources
    .filter(({ path, text }) => /^(providers|widgets|resources|src)\//.test(path) && /\buseMutation\s*[<(]/.test(text))
    .map(({ path }) => path)
    .sort();
}

/** Why the key of each is not that of one call; the rest ask by `reading` and name answers by `keyOf` (providers/reading.ts). */
const keysOfTheirOwn: Record<string, string> = {
  'providers/firstPage.ts': 'rows under the key by which the list of react-admin looks for them',
  'providers/reading.ts': 'makes the keys',
  'resources/admin/references/ReferenceEdit.tsx': 'the lists of react-admin without their cards',
  'resources/admin/users/places.ts': 'two lists as one answer',
  'resources/contributions/paid.tsx': 'as many calls as there are portions',
  'resources/documents/PaperList.tsx': 'rows of the list of react-admin',
  'resources/documents/PaperParts.tsx': 'a file, which is fetched by `download`',
  'resources/garages/GarageList.tsx': 'two numbers as one answer',
  'resources/lists/names.ts': 'the loader of a field',
  'resources/news/useNewsList.ts': 'pages of the list of react-admin',
  'resources/notifications/check/WhoExactly.tsx': 'the call is given by the page',
  'resources/payments/RelaidNote.tsx': 'the call is given by the dialog',
  'resources/payments/desk/useDesk.ts': 'rows of the list of react-admin',
  'resources/profiles/PhonesDialog.tsx': 'two calls of one moment',
  'resources/reregistrations/ReregistrationWizard.tsx': 'a card that must not be read anew with the others',
  'resources/statistics/FigureTips.tsx': 'one of two calls, as one answer',
  'src/pages/PlacePage.tsx': 'the loader of a field',
  'src/pages/session/useDecision.ts': 'the call is given by the page',
  'src/shell/SearchSuggestions.tsx': 'what this tab remembers: nobody is asked',
  'widgets/list/culprit.ts': 'a count by the list of react-admin',
};

function ownKeys(sources: SourceFile[]): string[] {
  const byHand = /\bqueryKey:(?!\s*(?:keyOf\(|readonly\b))|QueryData(?:<[^()]*>)?\(\s*\[/;
  return sources
    .filter(({ path, text }) => /^(providers|widgets|resources|src)\//.test(path) && byHand.test(text))
    .map(({ path }) => path)
    .sort();
}

function partsOfReactAdmin(sources: SourceFile[]): string[] {
  return sources
    .filter((file) => /^(providers|widgets|resources|src|tests)\//.test(file.path))
    .flatMap((file) =>
      file.imports.filter((target) => /^npm:ra-(core|ui-)/.test(target)).map((target) => `${file.path} → ${target}`),
    );
}

/** Files where one lost chunk ends the page: React remembers the refusal of a `lazy` part. */
function hastyParts(sources: SourceFile[]): string[] {
  const patient = /\blazy\(\s*\(\)\s*=>\s*load(?:Patiently|Page)\(/g;
  return sources
    .filter(({ path }) => /^(providers|widgets|resources|src)\//.test(path))
    .filter(({ text }) => /\blazy\(/.test(text.replace(patient, '')))
    .map(({ path }) => path);
}

function wrongSliceImports(sources: SourceFile[]): string[] {
  return sources.flatMap((file) => {
    const own = sliceOf(file.path);
    if (!own) return [];
    return file.imports
      .filter((target) => {
        const other = sliceOf(target);
        if (!other || other === own) return false;
        return (
          sliceOrder.indexOf(other) > sliceOrder.indexOf(own) ||
          !/\/(rules|queries|writing|ledger)(\.ts|\/)/.test(target)
        );
      })
      .map((target) => `${file.path} → ${target}`);
  });
}

/** Each circle once, as the walk that closes it. */
function circlesOf(sources: SourceFile[]): string[] {
  const importsOf = new Map(sources.map((file) => [file.path, file.imports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of importsOf.get(path) ?? []) if (importsOf.has(target)) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return circles;
}

function sliceOf(path: string): string | null {
  const match = /^server\/(\w+)\//.exec(path);
  return match && sliceOrder.includes(match[1]!) ? match[1]! : null;
}

function typesOnly(file: SourceFile, target: string): boolean {
  const name = target.slice(4).replace('/', '\\/');
  return [...file.text.matchAll(new RegExp(`import (.*?) from '${name}'`, 'gs'))].every((match) =>
    match[1]!.trim().startsWith('type'),
  );
}

function sourcesUnder(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const full = join(root, folder, name);
      const text = readFileSync(full, 'utf8');
      const targets = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
      return {
        path: relative(root, full),
        text,
        imports: targets.map((target) =>
          target.startsWith('.') ? relative(root, resolve(dirname(full), target)) : `npm:${target}`,
        ),
      };
    });
}
