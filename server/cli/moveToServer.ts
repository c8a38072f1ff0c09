// `npm run move-to-server`: copies the embedded database of DATA_DIR to the server of DATABASE_URL and proves that nothing changed.
import { join } from 'node:path';
import { moveDatabase } from '../db/move.ts';
import { openDatabase } from '../db/open.ts';
import { readSettings } from '../kernel/settings.ts';

const settings = readSettings(process.env);
if (!settings.server) {
  console.error('Задайте DATABASE_URL: адрес сервера, на который переносится база');
  process.exit(1);
}
const source = await openDatabase({ dataDir: join(settings.DATA_DIR, 'db') });
const target = await openDatabase(settings.server);
try {
  const tables = await moveDatabase(source.engine, target.engine);
  for (const { table, rows, isEqual } of tables)
    if (rows || !isEqual) console.log(`${isEqual ? '✓' : '✗'} ${table.padEnd(24)} ${rows}`);
  const wrong = tables.filter((table) => !table.isEqual);
  console.log(
    wrong.length
      ? `Не сошлось таблиц: ${wrong.length}`
      : 'Число строк и контрольные суммы равны. Папки files и secret.key остаются на месте',
  );
  if (wrong.length) process.exitCode = 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await source.close();
  await target.close();
}
