// What a peer of the comparison is, and what each of them needs: packages in a folder of its own and a process that answers.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder } from '../kit.ts';
import { call, type Target } from './load.ts';

/** By МО, ПО, section and number as one would ask for it by hand, or by the day of construction. */
export type Order = 'place' | 'built';

/** A garage of an answer: its number and those of its present owners. */
export interface Found {
  id: number;
  owners: number[];
}

export interface Peer {
  name: string;
  /** The first page of garages of a region: columns and relations of our list, in the given order, with the total. */
  page(region: number, order: Order): Target;
  /** What an answer holds, so that it can be compared with ours. */
  read(body: Buffer): { rows: Found[]; total: number };
  pid: number;
  stop(): Promise<void>;
}

interface Packages {
  /** Its folder in `data/peers`. */
  name: string;
  dependencies: Record<string, string>;
  /** Packages that have to be built by a compiler and whose work is not asked for: these modules stand in their place. */
  stubs: Record<string, { version: string; code: string }>;
  /** Words for npm beside the usual ones. */
  flags?: string[];
}

/** Its folder with packages; made at the first run and when other packages are wanted. */
export function installed({ name, dependencies, stubs, flags = [] }: Packages): string {
  const folder = benchFolder('peers', name);
  const wanted = JSON.stringify({ dependencies, stubs, flags });
  const mark = join(folder, 'node_modules', '.installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return folder;
  for (const [stub, { version, code }] of Object.entries(stubs)) {
    const place = benchFolder('peers', 'stubs', stub);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'index.js'), code);
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name: stub, version, main: 'index.js' }));
  }
  mkdirSync(folder, { recursive: true });
  const overrides = Object.fromEntries(Object.keys(stubs).map((stub) => [stub, `file:../stubs/${stub}`]));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: `${name}-peer`, private: true, dependencies, overrides }),
  );
  console.log(`Ставлю ${Object.entries(dependencies)[0]!.join(' ')} в ${folder}: несколько минут…`);
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', ...flags];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(mark, wanted);
  return folder;
}

interface Served {
  name: string;
  folder: string;
  /** Program in its folder and words for it. */
  words: string[];
  env: Record<string, string | undefined>;
  /** What it answers with 200 as soon as it is ready. */
  ready: Target;
}

/** Starts it and waits until it answers. @throws what it said when it does not within two minutes */
export async function served({ name, folder, words, env, ready }: Served): Promise<Pick<Peer, 'pid' | 'stop'>> {
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (ended()) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
  };
  for (let attempt = 0; !(await call(ready).catch(() => null)); attempt += 1) {
    if (attempt > 240 || ended()) {
      await stop();
      throw new Error(`${name} не поднялся${ended() ? '' : ' за две минуты'}: ${said}`);
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  return { pid: child.pid!, stop };
}
