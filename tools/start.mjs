// `npm start`: packages, the built console, then the server on the pinned Node.
import { spawn } from 'node:child_process';
import { ensureConsole, ensurePackages, environment, node, root, serverFlags } from './setup.mjs';

ensurePackages();
ensureConsole();
const server = spawn(node, [...serverFlags, 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
