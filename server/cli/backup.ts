// `npm run backup`: a copy of the installation in BACKUP_DIR, proved at once by putting it into an empty place.
// --with-key lays the key inside; --skip-verify leaves the proof out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '../db/backup.ts';
import { proofOf } from '../db/proofFaults.ts';
import { isDiskFull } from '../db/engine.ts';
import { openDeps } from '../deps.ts';
import { backupWords, keepBackup } from '../instruments/backups.ts';
import { act } from '../kernel/act.ts';
import { workCtx } from '../kernel/ctx.ts';
import { readSettings } from '../kernel/settings.ts';
import { keyCheckOf } from '../ports/backups.ts';
import { runCommand } from './command.ts';

const { values } = parseArgs({ options: { 'with-key': { type: 'boolean' }, 'skip-verify': { type: 'boolean' } } });
process.umask(0o077);
await runCommand(main, (error) =>
  isDiskFull(error) ? 'На диске копий кончилось место: копия не сделана' : (error as Error).message,
);

async function main() {
  const settings = readSettings(process.env);
  const deps = await openDeps(settings);
  try {
    const ctx = workCtx(deps, { name: 'Командная строка' });
    const key = values['with-key']
      ? (settings.SECRET_KEY ?? readFileSync(join(settings.DATA_DIR, 'secret.key'), 'utf8').trim())
      : null;
    const started = Date.now();
    const { name, manifest } = await makeBackup(settings.BACKUP_DIR, {
      engine: deps.engine,
      files: deps.backups.files,
      now: ctx.now(),
      keyCheck: keyCheckOf(deps.secrets),
      key,
    });
    const madeMs = Date.now() - started;
    const proof = values['skip-verify']
      ? { failure: null, unproved: 'так велено (--skip-verify)' }
      : await proofOf(deps.backups.prove(name));
    const { failure, unproved } = proof;
    const provedMs = Date.now() - started - madeMs;
    const kept = { name, manifest, madeMs, provedMs, ...proof, by: null, origin: 'command' as const };
    await act(ctx, 'admin.backup', async (write) => {
      await keepBackup(write, kept);
      await write.log({ text: backupWords(name, proof) });
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${join(settings.BACKUP_DIR, name)}: строк ${rows}, файлов ${manifest.files.length}, ${Math.ceil(manifest.bytes / 1024)} КБ, ${madeMs} мс`,
    );
    console.log(
      manifest.hasKey ? 'Ключ внутри: храните копию как сам ключ' : 'Ключа внутри нет: храните secret.key отдельно',
    );
    if (manifest.missing.length) console.error(`Не хватает файлов: ${manifest.missing.length}`);
    if (failure) throw new Error(`Копия не прошла проверку: ${failure}`);
    if (unproved && !values['skip-verify']) throw new Error(`Копия сделана, но не проверена: ${unproved}`);
    console.log(unproved ? 'Не проверена' : `Проверена восстановлением, ${provedMs} мс`);
  } finally {
    await deps.engine.close();
  }
}
