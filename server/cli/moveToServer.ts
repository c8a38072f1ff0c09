// `npm run move-to-server`: copies the embedded database of DATA_DIR to the server of DATABASE_URL and proves that nothing changed.
import { join } from 'node:path';
import { moveDatabase } from '../db/move.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { refuseUnfinished } from '../db/restoring.ts';
import { readSettings } from '../kernel/settings.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  const settings = readSettings(process.env);
  if (!settings.server) throw new Error('Задайте DATABASE_URL: адрес сервера, на который переносится база');
  await refuseUnfinished({ dataDir: settings.DATA_DIR });
  const source = await openDatabase({ dataDir: join(settings.DATA_DIR, 'db') });
  try {
    const target = await openDatabase(settings.server);
    await move(source, target).finally(() => target.close());
  } finally {
    await source.close();
  }
});

async function move(source: Database, target: Database): Promise<void> {
  const tables = await moveDatabase(source.engine, target.engine);
  for (const { table, rows, isEqual } of tables)
    if (rows || !isEqual) console.log(`${isEqual ? '✓' : '✗'} ${table.padEnd(24)} ${rows}`);
  const wrong = tables.filter((table) => !table.isEqual);
  if (wrong.length) throw new Error(`Не сошлось таблиц: ${wrong.length}`);
  console.log('Число строк и контрольные суммы равны. Папки files и secret.key остаются на месте');
}
