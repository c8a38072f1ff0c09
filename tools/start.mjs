// `npm start`: packages, the built console, then the server on the pinned Node.
import { keepRunning } from './runtimeFaults.mjs';
import { ensureConsole, ensurePackages, environment, node, root, serverFlags } from './setup.mjs';
import { endWithNpm } from './startedBy.mjs';

ensurePackages();
ensureConsole();
endWithNpm(() => process.kill(process.pid, 'SIGTERM'));
process.exit(
  await keepRunning(node, [...serverFlags, 'server/main.ts'], {
    cwd: root,
    // The channel closes with this process, killed or not: the server ends by it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(),
  }),
);
