// `npm run restore -- FOLDER`: puts a copy into an empty installation. It comes up silent: nothing leaves the house until a superuser says so.
// --with-key lays the key of the copy into DATA_DIR; --without-key goes on under another key (passports stay unreadable).
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyLedger } from '../balance/queries.ts';
import { KEY, readManifest } from '../db/backup.ts';
import type { Database } from '../db/open.ts';
import { layKey, restoreBackup } from '../db/restore.ts';
import { replayDestroyed } from '../instruments/replaying.ts';
import { openSecrets } from '../kernel/secrets.ts';
import { readSettings } from '../kernel/settings.ts';
import { destroyedIn, keyCheckOf } from '../ports/backups.ts';
import { runCommand } from './command.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'with-key': { type: 'boolean' }, 'without-key': { type: 'boolean' } },
});
process.umask(0o077);
await runCommand(main);

async function main() {
  if (positionals.length !== 1) throw new Error('Укажите папку копии: npm run restore -- ПАПКА');
  const folder = resolve(positionals[0]!);
  const settings = readSettings(process.env);
  const manifest = await readManifest(folder);
  const keyFile = join(settings.DATA_DIR, KEY);
  const hadKey = existsSync(keyFile);
  if (values['with-key']) {
    if (!manifest.hasKey) throw new Error('В этой копии ключа нет: положите secret.key в DATA_DIR сами');
    if (!hadKey) await layKey(folder, settings.DATA_DIR);
  }
  try {
    if (!settings.SECRET_KEY && !existsSync(keyFile) && !values['without-key'])
      throw new Error(
        `Нет ключа: положите secret.key в ${settings.DATA_DIR} или задайте SECRET_KEY. Без него паспорта не прочитать (--without-key)`,
      );
    const secrets = openSecrets({ dataDir: settings.DATA_DIR, secretKey: settings.SECRET_KEY });
    const isOwnKey = keyCheckOf(secrets) === manifest.keyCheck;
    if (!isOwnKey && !values['without-key'])
      throw new Error(
        'Ключ не тот, под которым сделана копия: паспорта и журнал не прочитать (--without-key — всё равно)',
      );
    const destroyed = [...(await destroyedIn(join(folder, '..'))), ...(await destroyedIn(settings.BACKUP_DIR))];
    let again = 0;
    await restoreBackup(folder, { dataDir: settings.DATA_DIR, ...settings.server }, async (database: Database) => {
      again = await replayDestroyed(
        { database, settings, secrets, filesDir: join(settings.DATA_DIR, 'files.restoring') },
        destroyed,
      );
      // Words are sealed with the key of the copy: under another one they can not be compared.
      const faults = await verifyLedger(database.db, null, isOwnKey ? secrets : null);
      if (faults.length)
        throw new Error(
          `Учёт не сходится: ${faults
            .slice(0, 3)
            .map(({ what, id, text }) => `${what} ${id}: ${text}`)
            .join('; ')}`,
        );
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Восстановлено: таблиц ${manifest.tables.length}, строк ${rows}, файлов ${manifest.files.length}. Суммы равны, учёт сходится`,
    );
    if (!isOwnKey)
      console.log('Слова документов (основание, комментарий) не сверены: ключ не тот, под которым сделана копия');
    if (settings.S3_URL && manifest.files.length)
      console.log(
        `Файлы лежат в ${join(settings.DATA_DIR, 'files')}: скопируйте их в хранилище S3 под теми же именами до запуска`,
      );
    if (again) console.log(`Уничтоженных раньше и снова уничтоженных людей: ${again}`);
    console.log('Ничего не уходит наружу: ворота открывает суперпользователь на странице «Исходящие»');
  } catch (error) {
    if (!hadKey && values['with-key']) rmSync(keyFile, { force: true });
    throw error;
  }
}
