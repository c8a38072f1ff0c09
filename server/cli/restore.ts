// `npm run restore -- FOLDER`: puts a copy into an empty installation. It comes up silent: nothing leaves the house until a superuser says so.
// --with-key lays the key of the copy into DATA_DIR; --without-key goes on under another key (passports stay unreadable);
// --without-destroyed-list goes on where the list of destroyed people is lost.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyLedger } from '../balance/queries.ts';
import { KEY, readManifest, type Manifest } from '../db/backup.ts';
import type { Database } from '../db/open.ts';
import { layKey, restoreBackup } from '../db/restore.ts';
import { replayDestroyed, type Replayed } from '../instruments/replaying.ts';
import { openSecrets } from '../kernel/secrets.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { destroyedBeside, keyCheckOf } from '../ports/backups.ts';
import { runCommand } from './command.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'with-key': { type: 'boolean' },
    'without-key': { type: 'boolean' },
    'without-destroyed-list': { type: 'boolean' },
  },
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
    const beside = [...new Set([join(folder, '..'), resolve(settings.BACKUP_DIR)])];
    const destroyed = values['without-destroyed-list'] ? [] : await destroyedBeside(beside, manifest);
    let again: Replayed = { done: 0, left: [] };
    await restoreBackup(folder, { dataDir: settings.DATA_DIR, ...settings.server }, async (database: Database) => {
      const filesDir = join(settings.DATA_DIR, 'files.restoring');
      again = await replayDestroyed({ database, settings, secrets, filesDir }, destroyed, manifest.madeAt);
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
    tell(settings, manifest, again);
    if (!isOwnKey)
      console.log('Слова документов (основание, комментарий) не сверены: ключ не тот, под которым сделана копия');
    console.log('Ничего не уходит наружу: ворота открывает суперпользователь на странице «Исходящие»');
  } catch (error) {
    if (!hadKey && values['with-key']) rmSync(keyFile, { force: true });
    throw error;
  }
}

function tell(settings: Settings, { tables, files }: Manifest, again: Replayed) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Восстановлено: таблиц ${tables.length}, строк ${rows}, файлов ${files.length}. Суммы равны, учёт сходится`,
  );
  if (settings.S3_URL && files.length)
    console.log(
      `Файлы лежат в ${join(settings.DATA_DIR, 'files')}: скопируйте их в хранилище S3 под теми же именами до запуска`,
    );
  if (again.done) console.log(`Уничтоженных раньше и снова уничтоженных людей: ${again.done}`);
  if (again.left.length)
    console.log(
      `Не тронуты карточки, которые живы в копии, хотя по списку уничтожены задолго до неё: ${again.left
        .map(({ profile, act }) => `№ ${profile} (акт ${act})`)
        .join(', ')}. Проверьте их`,
    );
}
