// `npm start`: packages, the built console, then the server on the pinned Node.
import { keepRunning } from './runtimeFaults.mjs';
import { ensureConsole, ensurePackages, environment, node, root, serverFlags } from './setup.mjs';

ensurePackages();
ensureConsole();
process.exit(
  await keepRunning(node, [...serverFlags, 'server/main.ts'], { cwd: root, stdio: 'inherit', env: environment() }),
);
