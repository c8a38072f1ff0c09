// `npm run mutate -- --seed 1 --count 60`: single careless changes drawn by seed, the nearest tests run, what went by is named.
// `-- --at server/a/rules.ts:12,server/b/queries.ts:40` tries every change of those lines instead.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chanceOf, oneOf } from '../fuzz/values.ts';
import { inTime } from '../kit/busy.ts';
import { canHavePostgres, startPostgres } from '../kit/postgresServer.ts';
import { areas, roomsOf, root, sources, testsFor, testsNaming } from './areas.ts';
import { changed, changesOf, wordsOf, type Change } from './changes.ts';
import { copyOfHouse } from './copy.ts';
import { argued } from './equivalent.ts';

const { values: asked } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    area: { type: 'string', default: '' },
    at: { type: 'string', default: '' },
    lanes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    list: { type: 'boolean', default: false },
  },
});
type Fate = 'замечено' | 'мимо' | 'равнозначно' | 'не кончилось';
interface Outcome {
  area: string;
  change: Change;
  fate: Fate;
  by: string;
}
/** How many lines before and after a change say what it is about. */
const AROUND = 5;
/** What calls answer and do, asked last and of those alone that the change is about. */
const APPROVED = 'tests/approved/calls.test.ts';
const REGISTRIES = ['tests/approved/registries.test.ts'];
/** One set of tests that has not ended by then is stopped, on a quiet machine; whether the change hangs them is for a person to see. */
const HANGS_MS = 300_000;

const drawn = asked.at ? changesAt(asked.at.split(',')) : draw(Number(asked.seed), Number(asked.count));
if (asked.list) for (const one of drawn) console.log(`${one.area}: ${wordsOf(one.change)}`);
else await runAll();

/** One change of each area in turn; within an area a file first, then a change of it, so that long files do not have it all. */
function draw(seed: number, count: number): { area: string; change: Change }[] {
  const chance = chanceOf(seed);
  const files = sources().map((file) => ({ file, changes: changesOf(file, readFileSync(join(root, file), 'utf8')) }));
  const chosen = Object.entries(areas).filter(([name]) => !asked.area || asked.area.split(',').includes(name));
  const byArea = chosen.map(([area, names]) => ({
    area,
    files: files
      .filter(({ file }) => names.test(file))
      .map(({ changes }) => changes.filter(({ call }) => Boolean(call) === (area === 'needs')))
      .filter((changes) => changes.length),
  }));
  const taken = new Map<string, { area: string; change: Change }>();
  for (let nth = 0; taken.size < count && nth < count * 20; nth += 1) {
    const { area, files: ofArea } = byArea[nth % byArea.length]!;
    if (!ofArea.length) continue;
    const change = oneOf(chance, oneOf(chance, ofArea));
    const key = `${change.file}:${change.line}`;
    if (!taken.has(key)) taken.set(key, { area, change });
  }
  return [...taken.values()];
}

/** Every change of the named lines. */
function changesAt(places: readonly string[]): { area: string; change: Change }[] {
  return places.flatMap((place) => {
    const [file, line] = place.split(':') as [string, string];
    const area = Object.keys(areas).find((name) => areas[name]!.test(file)) ?? file;
    const changes = changesOf(file, readFileSync(join(root, file), 'utf8'));
    return changes.filter((one) => one.line === Number(line)).map((change) => ({ area, change }));
  });
}

async function runAll(): Promise<void> {
  const from = Date.now();
  // One server for all changes answers several times as fast as an embedded database for each file.
  const server = canHavePostgres() ? await startPostgres({ forTests: true }) : null;
  if (server) Object.assign(process.env, { TEST_ENGINE: 'server', TEST_DATABASE_URL: server.url });
  const waiting = [...drawn];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    const folder = copyOfHouse();
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const outcome = await tryOne(folder, next.area, next.change);
        outcomes.push(outcome);
        console.log(
          `${outcomes.length}/${drawn.length} ${outcome.fate}: ${next.area}, ${wordsOf(next.change)}${outcome.by}`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Number(asked.lanes) }, lane));
  await server?.stop();
  report(outcomes, Math.round((Date.now() - from) / 1000));
}

async function tryOne(folder: string, area: string, change: Change): Promise<Outcome> {
  const path = join(folder, change.file);
  const text = readFileSync(path, 'utf8');
  const known = argued(change, text);
  if (known) return { area, change, fate: 'равнозначно', by: `\n    ${known.why}` };
  writeFileSync(path, changed(text, change));
  try {
    // A refusal that asks for more than rights (a password just given) looks the same in the matrix.
    const goes = change.call ? [['tests/matrix/matrix.test.ts'], ...testsOf(change, text)] : testsOf(change, text);
    for (const files of goes.filter((one) => one.length)) {
      const { fate, by } = await runTests(folder, files, change);
      if (fate !== 'мимо') return { area, change, fate, by: `\n    ${by}` };
    }
    return { area, change, fate: 'мимо', by: `\n    прошли: ${goes.flat().join(' ')}` };
  } finally {
    writeFileSync(path, text);
  }
}

function testsOf({ file, line }: Change, text: string): string[][] {
  const [near, far, rest] = testsFor(file);
  const lines = text.split('\n').slice(Math.max(0, line - AROUND - 1), line + AROUND);
  const naming = testsNaming(lines.join('\n'), [...near, ...far]);
  const isServer = /^(server|contract)\//.test(file);
  const approved = isServer ? [...(file.startsWith('server/imports/') ? REGISTRIES : []), APPROVED] : [];
  return [near, far, naming, approved, rest.filter((one) => !naming.includes(one))];
}

/** Runs test files; `by` names the first failing test. */
function runTests(folder: string, files: string[], { file, call }: Change): Promise<{ fate: Fate; by: string }> {
  return new Promise((resolve) => {
    const rooms = roomsOf(file);
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const words = [vitest, 'run', '--bail', '1', '--no-file-parallelism', ...files];
    const child = spawn(process.execPath, words, {
      cwd: folder,
      env: {
        ...process.env,
        NO_COLOR: '1',
        TEST_ORDER: files.join(' '),
        ...(call ? { MATRIX_CALLS: call } : {}),
        ...(rooms.length ? { APPROVED_ROOMS: [...rooms, 'due'].join(',') } : {}),
      },
    });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill();
    }, inTime(HANGS_MS));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += String(bytes)));
    child.on('exit', (code) => {
      clearTimeout(late);
      const first = /^ *FAIL +(.+)$/m.exec(said)?.[1] ?? said.trim().split('\n').slice(-3).join(' ');
      resolve({
        fate: isLate ? 'не кончилось' : code === 0 ? 'мимо' : 'замечено',
        by: isLate ? files.join(' ') : first,
      });
    });
  });
}

function report(outcomes: Outcome[], seconds: number): void {
  const of = (area: string, fate: Fate) => outcomes.filter((one) => one.area === area && one.fate === fate).length;
  const names = [...new Set(outcomes.map(({ area }) => area))].toSorted((one, other) => one.localeCompare(other));
  console.log(`\nЗерно ${asked.seed}, ${seconds} с. Область: замечено / мимо / равнозначно`);
  for (const area of names)
    console.log(`  ${area}: ${of(area, 'замечено')} / ${of(area, 'мимо')} / ${of(area, 'равнозначно')}`);
  const [noticed, by] = (['замечено', 'мимо'] as const).map((fate) => outcomes.filter((one) => one.fate === fate));
  const unended =
    outcomes.length - noticed!.length - by!.length - outcomes.filter((one) => one.fate === 'равнозначно').length;
  console.log(`Всего замечено ${noticed!.length} из ${noticed!.length + by!.length}; не кончилось ${unended}.`);
  for (const { change, area } of by!) console.log(`  мимо: ${area}, ${wordsOf(change)}`);
}
