// A fault of the runtime takes no run of tests and no server down with it; whatever else ends them does.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface RuntimeFaults {
  default: new () => { onTestRunEnd(modules: unknown[], errors: unknown[]): void };
  keepRunning(command: string, args: string[], options: object): Promise<number>;
  takeFallenTests(file: string): { signals: string[]; files: string[] } | null;
}
const {
  default: Reporter,
  keepRunning,
  takeFallenTests,
} = createRequire(import.meta.url)('../../tools/runtimeFaults.mjs') as RuntimeFaults;

let folder: string;
let note: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-faults-'));
  note = join(folder, 'fallen');
  vi.stubEnv('FALLEN_TESTS', note);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const file = (name: string, state: string) => ({ relativeModuleId: name, state: () => state });
const fell = (signal: string) => ({
  message: '[vitest-pool]: Worker forks emitted error.',
  cause: { message: `Worker exited unexpectedly with signal ${signal} during started state` },
});

it('files in whose midst the runtime fell are run again, once', () => {
  new Reporter().onTestRunEnd([file('a', 'passed'), file('b', 'pending'), file('c', 'skipped')], [fell('SIGTRAP')]);
  expect(takeFallenTests(note)).toEqual({ signals: ['SIGTRAP'], files: ['b'] });
  expect(takeFallenTests(note)).toBeNull();
});

it.each([
  ['a test failed beside it', [file('a', 'failed'), file('b', 'pending')], [fell('SIGSEGV')]],
  ['the heap was exhausted', [file('b', 'pending')], [fell('SIGABRT')]],
  ['the machine had no memory', [file('b', 'pending')], [fell('SIGTRAP'), fell('SIGKILL')]],
  ['there was another error', [file('b', 'pending')], [fell('SIGTRAP'), new Error('no')]],
  ['nothing fell', [file('b', 'pending')], []],
])('nothing is run again where %s', (_, modules, errors) => {
  new Reporter().onTestRunEnd(modules, errors);
  expect(takeFallenTests(note)).toBeNull();
});

/** Runs a program that is ended by these signals, one each time it starts, and then ends with 7. @returns the code and the starts */
async function runWith(signals: string[]) {
  const starts = join(folder, 'starts');
  writeFileSync(starts, '');
  const program = `
    const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(starts)}, '.');
    const signal = ${JSON.stringify(signals)}[fs.statSync(${JSON.stringify(starts)}).size - 1];
    if (signal) process.kill(process.pid, signal); else process.exit(7);
    setTimeout(() => {}, 60_000);`;
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await keepRunning(process.execPath, ['-e', program], { stdio: 'ignore' });
  const told = silent.mock.calls.flat();
  silent.mockRestore();
  return { code, starts: readFileSync(starts, 'utf8').length, told };
}

it.skipIf(process.platform === 'win32')(
  'the server begins anew after a fault of the runtime, and says so',
  async () => {
    expect(await runWith(['SIGTRAP', 'SIGSEGV'])).toEqual({
      code: 7,
      starts: 3,
      told: [expect.stringContaining('SIGTRAP'), expect.stringContaining('SIGSEGV')],
    });
  },
);

it.skipIf(process.platform === 'win32')('three in ten minutes are no chance: it ends', async () => {
  expect(await runWith(['SIGTRAP', 'SIGTRAP', 'SIGTRAP', 'SIGTRAP'])).toMatchObject({ code: 1, starts: 3 });
});

it.skipIf(process.platform === 'win32')('whoever kills it means it', async () => {
  expect(await runWith(['SIGKILL'])).toMatchObject({ code: 1, starts: 1, told: [] });
});
