// Runs a command with a PostgreSQL server of its own: `node onPostgres.ts vitest run …`.
import { spawn } from 'node:child_process';
import { startPostgres } from './postgresServer.ts';

const [command = '', ...args] = process.argv.slice(2);
const server = await startPostgres({ forTests: true });
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_ENGINE: 'server', TEST_DATABASE_URL: server.url },
});
// The command is told to end and the server after it: neither outlives this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  void server.stop().finally(() => process.exit(code ?? 1));
});
