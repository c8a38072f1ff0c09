// Where changes are drawn from, and which tests stand nearest to a file.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Areas by the names of their files; `needs` takes only rights of calls. */
export const areas: Record<string, RegExp> = {
  rules:
    /^server\/(?!imports|exports)\w+\/(rules(\.ts$|\/)|\w+Rules\.ts$)|^contract\/kernel\/(days|words|scalars)\.ts$/,
  queries: /^server\/(?!demo|kernel)\w+\/(queries(\.ts$|\/)|\w+Queries\.ts$)/,
  writing: /^server\/(?!demo|imports|db)\w+\/(writing(\.ts$|\/)|routes(\.ts$|\/)|ledger\.ts$|cashDay\.ts$)/,
  needs: /^contract\//,
  masks:
    /^server\/kernel\/(masking|scope|cells|personKeys|plainFields)\.ts$|^server\/profiles\/(queries|reveal\w*)\.ts$|^contract\/fields\//,
  columns: /^server\/exports\//,
  guard: /^server\/(session|live)\/|^server\/kernel\/(origin|sessions|mount|act|once|edge|token)\.ts$/,
  imports: /^server\/imports\/(?!corpus)/,
  search: /^server\/search\//,
  providers: /^providers\//,
  inputs:
    /^widgets\/(\w*Input|phones|dates|format|numbers|money\w*|inputs)\.tsx?$|^resources\/payments\/desk\/\w+\.ts$/,
};

/** Rooms whose behaviour is also tested elsewhere. */
const beside: Record<string, string[]> = {
  balance: ['payments/lines', 'payments/desk', 'contributions/paid'],
  books: ['closing/closing', 'payments/cashDay', 'contributions/guards'],
  contributions: ['balance/everyFigure', 'penalties/penalty'],
  kernel: ['session/refresh', 'session/rights', 'profiles/hidden', 'matrix/attacks', 'users/viewAs'],
  live: ['session/live', 'presence/presence'],
  profiles: ['search/api', 'exports/api', 'actionLog/personal'],
  payments: ['balance/ledger'],
  fields: [
    'contract/fields',
    'exports/everyList',
    'actionLog/personal',
    'exports/register',
    'exports/api',
    'profiles/hidden',
  ],
  search: ['users/viewAs'],
  session: ['users/viewAs', 'users/users', 'contract/everyCall'],
  exports: ['profiles/hidden', 'actionLog/actionLog', 'instruments/whoRead'],
};
/** Minutes each: the narrowest only of what bears their name. */
const HEAVY = /killed|\/approved\/|backups|interference|soak|demo|build|twoProcesses|matrix\/matrix|db\/|fuzz|corpus/;
/** Files of a second go. */
const MOST = 10;

const list = (folder: string, names: RegExp) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => names.test(name));

export const sources = () =>
  ['server', 'contract', 'providers', 'widgets', 'resources']
    .flatMap((folder) => list(folder, /\.tsx?$/))
    .filter((name) => !/\/db\/types\.ts$|\.d\.ts$/.test(name))
    .toSorted((one, other) => one.localeCompare(other));

let known: { file: string; takes: Set<string>; calls: Set<string>; weight: number }[] | undefined;
/** Test files with the sources they name themselves and how long they are, those over a database or a window last. */
const testFiles = () =>
  (known ??= list('tests', /\.test\.tsx?$/).map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const takes = [...text.matchAll(/from '(\.{1,2}\/[^']+)'/g)].map((found) => posix.join(file, '..', found[1]!));
    const calls = new Set([...text.matchAll(/\.call\((?:\w+\.)*(\w+)/g)].map((found) => found[1]!));
    const isHeavy = takes.some((name) => /kit(\/(app|database|world|wire|screens))?\.ts$/.test(name));
    return {
      file,
      takes: new Set(takes),
      calls,
      weight: text.length + (isHeavy || file.endsWith('x') ? 1_000_000 : 0),
    };
  }));
/** The quickest first: a change that a rule's own cases notice needs no database. */
const quickFirst = (files: { file: string; weight: number }[]) =>
  files.toSorted((one, other) => one.weight - other.weight).map(({ file }) => file);

/** Files of the last go. */
const NAMING = 4;
/** A word that so many tests say leads nowhere. */
const COMMON = 25;

/** Tests that say what the lines of a change say: the rarer the word, the nearer. */
export function testsNaming(lines: string, known: readonly string[]): string[] {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-zа-яё]{3,}/g));
  const spoken = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  const texts = testFiles()
    .filter(({ file }) => !HEAVY.test(file))
    .map(({ file }) => ({ file, words: wordsOf(spoken(readFileSync(join(root, file), 'utf8'))) }));
  const worth = new Map<string, number>();
  for (const word of wordsOf(spoken(lines))) {
    const saying = texts.filter(({ words }) => words.has(word));
    if (saying.length <= COMMON)
      for (const { file } of saying) worth.set(file, (worth.get(file) ?? 0) + 1 / saying.length);
  }
  const ranked = [...worth].toSorted(([, one], [, other]) => other - one).map(([file]) => file);
  return ranked.filter((file) => !known.includes(file)).slice(0, NAMING);
}

/** Tests of the room that ask the calls which a source answers itself. */
const ASKING = 5;
const answered = (source: string): string[] =>
  [...readFileSync(join(root, source), 'utf8').matchAll(/\bmount\(\s*(?:\w+\.)*(\w+)/g)].map((found) => found[1]!);

/** Files of the contract of a room. */
const contractOf = (room: string) =>
  list('contract', /\.ts$/).filter(
    (file) => file.startsWith(`contract/${room}.ts`) || file.startsWith(`contract/${room}/`),
  );

/** Tests of other rooms that ask calls of this one, as the contract names them. */
const CALLERS = 20;
function callersOf(room: string): string[] {
  const names = new Set(
    contractOf(room).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+) = (?:endpoint|resource)\(/gm)].map(
        (found) => found[1]!,
      ),
    ),
  );
  const askedBy = ({ calls }: { calls: Set<string> }) => [...calls].filter((one) => names.has(one)).length;
  return testFiles()
    .filter((one) => !HEAVY.test(one.file) && askedBy(one) > 0)
    .toSorted((one, other) => askedBy(other) / other.calls.size - askedBy(one) / one.calls.size)
    .map(({ file }) => file)
    .filter((file) => !file.startsWith(`tests/${room}/`))
    .slice(0, CALLERS);
}

/**
 * Test files for a source, the nearest first: those that take it, then those of its room and what is tested elsewhere, at last the
 * rest of its room and those that call it from others: what goes by all that bears its name may well be noticed there.
 */
export function testsFor(source: string): [near: string[], far: string[], rest: string[]] {
  const [top, second = ''] = source.split('/');
  const room = top === 'contract' && second === 'fields' ? 'fields' : second.replace(/\.tsx?$/, '');
  const rooms = top === 'providers' || top === 'widgets' ? [top] : [room];
  const name = basename(source).replace(/\.tsx?$/, '');
  const isNamed = (file: string) => basename(file).toLowerCase().startsWith(name.toLowerCase().slice(0, 5));
  const usable = testFiles().filter(({ file }) => !HEAVY.test(file) || (isNamed(file) && file.includes(`/${room}/`)));
  const taking = usable.filter(({ takes }) => takes.has(source));
  const ofRoom = usable.filter(({ file }) => rooms.some((one) => file.startsWith(`tests/${one}/`)));
  const isMain = (file: string) => /\/api\.test|\/(\w+)\/\1\.test/.test(file);
  const named = ofRoom.filter(({ file }) => isNamed(file) || isMain(file));
  const elsewhere = (beside[room] ?? []).map((word) => `tests/${word}.test.ts`);
  // A rule of one room whose cases stand under its own name in another.
  const namesakes = usable.filter(({ file }) => basename(file).replace(/\.test\.tsx?$/, '') === name);
  // A room without tests of its own is called through its contract.
  const takesContract = ({ takes }: { takes: Set<string> }) =>
    [...takes].some((one) => one.startsWith(`contract/${room}`));
  const byContract = ofRoom.length ? [] : usable.filter(takesContract);
  const asking = ofRoom.filter(({ calls }) => answered(source).some((call) => calls.has(call)));
  const near = quickFirst([
    ...new Set([
      ...[...new Set([...namesakes, ...taking, ...named, ...byContract])].slice(0, 5),
      ...asking.slice(0, ASKING),
    ]),
  ]);
  // The more of the room a test takes itself, the nearer it stands.
  const ownOf = ({ takes }: { takes: Set<string> }) =>
    [...takes].filter((one) => one.startsWith(`${top}/${second}/`)).length;
  const rest = ofRoom.toSorted((one, other) => ownOf(other) - ownOf(one)).map(({ file }) => file);
  const kept = [...new Set([...elsewhere, ...rest, ...callersOf(room)])].filter((file) => !near.includes(file));
  return near.length ? [near, kept.slice(0, MOST), kept.slice(MOST)] : [kept.slice(0, MOST), [], kept.slice(MOST)];
}

/** Rooms of calls that a source answers, by the contract of its folder; none for what all stand on. */
export function roomsOf(source: string): string[] {
  const room = source.split('/')[1]!.replace(/\.ts$/, '');
  const rooms = contractOf(room).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/'\/api\/(\w+)|resource\(\{\s*name: '(\w+)'/g)].map((found) => found[1] ?? found[2]!);
  });
  return [...new Set(rooms)];
}
