// The process: settings, dependencies, first data, the port, a clean end.
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { sealOldBooks } from './balance/writing/oldBooks.ts';
import { demoAccounts, DEMO_PASSWORD } from './demo/accounts.ts';
import { disableDemoAccounts } from './demo/closing.ts';
import { seedDemo } from './demo/seedDemo.ts';
import { openDeps } from './deps.ts';
import { keepHeapSmall } from './heap.ts';
import type { AppDeps } from './kernel/ctx.ts';
import { readSettings, type Settings } from './kernel/settings.ts';
import { installInstructions } from './tutorials/installing.ts';
import { startWork } from './work.ts';

/** Started by `tools/start.mjs`, which holds the other end of a channel: the server ends with it, however that was ended. */
const isLed = process.connected;

keepHeapSmall();
try {
  await main(readSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}

async function main(settings: Settings) {
  // What is made from now on is nobody else's on this machine.
  process.umask(0o077);
  const deps = await openDeps(settings);
  const isEmpty = !(await deps.db.selectFrom('app_user').select('id').limit(1).executeTakeFirst());
  if (isEmpty && settings.DEMO) {
    console.log('Создаю демонстрационные данные…');
    await seedDemo(deps, deps.clock.now());
  }
  if (!settings.DEMO) {
    const disabled = await disableDemoAccounts(deps);
    if (disabled.length) console.log(`Отключены демонстрационные учётные записи: ${disabled.join(', ')}`);
  }
  await installInstructions(deps);
  await renewSeals(deps);
  const consoleDir = join(import.meta.dirname, '..', 'dist');
  const app = await buildApp(deps, { consoleDir });
  if (app.unmounted.length)
    throw new Error(`Нет обработчика: ${app.unmounted.map((call) => `${call.method} ${call.path}`).join(', ')}`);
  await app.listen({ port: settings.PORT, host: settings.HOST });
  const stopWork = await startWork(deps);
  // Kept now for the next start: a process that is killed keeps nothing.
  flushCompileCache();
  greet(settings, { isEmpty, hasConsole: existsSync(consoleDir) });

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    await app.close();
    await stopWork();
    await deps.jobs.stop();
    await deps.pdf.close();
    await deps.engine.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  if (isLed) process.on('disconnect', () => void close());
  if (isLed && !process.connected) void close();
}

/** Old books get new seals; what does not agree is named, and the process starts all the same. */
async function renewSeals(deps: AppDeps) {
  try {
    const faults = await sealOldBooks(deps);
    for (const fault of faults.slice(0, 20)) console.error(`Учёт не сходится, старые печати оставлены: ${fault.text}`);
  } catch (error) {
    console.error(`Печати учёта не обновлены: ${(error as Error).message}`);
  }
}

function greet(settings: Settings, state: { isEmpty: boolean; hasConsole: boolean }) {
  console.log(`\nРеестр гаражей: ${settings.publicUrl}`);
  if (!state.hasConsole)
    console.log(
      'Консоль ещё не собрана: npm start собирает её сам, npm run dev показывает её на http://localhost:5173',
    );
  if (settings.DEMO) {
    console.log(`Демонстрационные входы, пароль ${DEMO_PASSWORD}:`);
    for (const account of demoAccounts) console.log(`  ${account.email.padEnd(24)} ${account.label}`);
  } else if (state.isEmpty)
    console.log(
      settings.server
        ? 'Учётных записей нет. Создайте первую: npm run create-superuser'
        : 'Учётных записей нет. Остановите программу (Ctrl+C), создайте первую: npm run create-superuser — и запустите снова',
    );
}
