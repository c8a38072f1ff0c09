// `npm run dev`: the server restarts when its code changes, the console reloads as it is edited (http://localhost:5173).
import { spawn } from 'node:child_process';
import { ensurePackages, environment, node, root } from './setup.mjs';

ensurePackages();
const children = [
  spawn(node, ['--watch', '--watch-path=server', '--watch-path=contract', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  }),
  spawn('vite', [], { cwd: root, stdio: 'inherit', env: environment(), shell: process.platform === 'win32' }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
