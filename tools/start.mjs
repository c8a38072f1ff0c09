// `npm start`: packages, the built console, then the server on the pinned Node.
import { keepRunning } from './runtimeFaults.mjs';
import {
  ensureBlank,
  ensureConsole,
  ensurePackages,
  environment,
  node,
  root,
  serverFlags,
  serverMemory,
} from './setup.mjs';
import { endWithNpm } from './startedBy.mjs';

ensurePackages();
ensureConsole();
ensureBlank();
endWithNpm(() => process.kill(process.pid, 'SIGTERM'));
process.exit(
  await keepRunning(node, [...serverFlags, 'server/main.ts'], {
    cwd: root,
    // The channel closes with this process, killed or not: the server ends by it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment(serverMemory),
  }),
);
