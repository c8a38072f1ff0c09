// Faults of the runtime itself: Node's engine ends a process by one of these signals, whatever the program in it does.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

/** Not among them: an exhausted heap (SIGABRT) and a machine without memory (SIGKILL). */
export const runtimeFaults = ['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS'];

/** As many faults in this time, ms, are no chance any more. */
const FAULTS = 3;
const WITHIN_MS = 10 * 60_000;

/**
 * Runs a program until it ends, begins it anew when a fault of the runtime took it down, and hands our own SIGINT and SIGTERM on.
 * What was acknowledged is in the database by then; the rest was never answered.
 * @returns the exit code: the program's own, 1 after a signal
 */
export async function keepRunning(command, args, options) {
  const faults = [];
  let isAskedToEnd = false;
  let child;
  const end = (signal) => {
    isAskedToEnd = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  try {
    for (;;) {
      child = spawn(command, args, options);
      const [code, signal] = await ended(child);
      if (code !== null) return code;
      faults.push(Date.now());
      const recent = faults.filter((at) => at > Date.now() - WITHIN_MS).length;
      if (isAskedToEnd || !runtimeFaults.includes(signal) || recent >= FAULTS) return 1;
      console.error(`Среда выполнения завершила сервер (${signal}). Запускаю его снова…`);
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end);
  }
}

const ended = (child) =>
  new Promise((done, fail) => child.on('error', fail).on('exit', (code, signal) => done([code, signal])));

/**
 * Reporter of vitest: where the only fault of a run is that the runtime took processes down, notes in the file `FALLEN_TESTS` which
 * files of tests did not end. A failed test, another error or another signal leaves no note.
 */
export default class FallenTests {
  onTestRunEnd(modules, errors) {
    const signals = errors.map((error) => signalOf(error));
    if (!signals.length || !signals.every((signal) => runtimeFaults.includes(signal))) return;
    const states = modules.map((module) => module.state());
    if (states.includes('failed')) return;
    const unended = modules.filter((_, nth) => !['passed', 'skipped'].includes(states[nth]));
    appendFileSync(
      process.env.FALLEN_TESTS,
      JSON.stringify({ signals, files: unended.map((module) => module.relativeModuleId) }),
    );
  }
}

/** What the reporter noted, once: `{ signals, files }`, null where there is nothing to run again. */
export function takeFallenTests(file) {
  if (!existsSync(file)) return null;
  const fallen = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return fallen.files.length ? fallen : null;
}

/** The signal that ended a worker of vitest: it is told in words alone. */
function signalOf(error) {
  const text = `${error.message ?? error} ${error.cause?.message ?? ''}`;
  return /exited unexpectedly with signal (SIG\w+)/.exec(text)?.[1];
}
