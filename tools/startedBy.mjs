// Who started this process: `npm start` is npm, a shell of its own and the program, and a signal to npm alone may reach only the shell.
import { spawnSync } from 'node:child_process';

const SHELL = /^\S*sh(?:\s|$)/;
const LOOK_MS = 1000;

/** Calls `end` once npm is gone, however that was ended. Started without npm nothing is watched: `nohup` outlives its terminal. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = npmOf(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && (!npm || isRunning(npm))) return;
    clearInterval(watch);
    end();
  }, LOOK_MS);
  watch.unref();
}

/** The number of npm above its shell; null where there is no shell between, or no `ps`. */
function npmOf(parent) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], { encoding: 'utf8' });
  const [, above, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
  return command && SHELL.test(command) ? Number(above) : null;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
