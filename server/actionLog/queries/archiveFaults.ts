// What is wrong with months that left the log: seals one after another, every file read to its last line, counts that stayed as they were.
import type { Deps } from '../../kernel/ctx.ts';
import { fileFault, plusMonths, sealText } from '../rules/archive.ts';
import { monthName } from '../../../contract/logWords.ts';
import { archives, goneCounts, type ArchiveRow } from './archive.ts';
import { readBack } from './archiveFile.ts';

/** Everything that is wrong with archived months, a sentence each; empty when all is well. */
export async function archiveFaults(deps: Pick<Deps, 'db' | 'files' | 'secrets'>): Promise<string[]> {
  const faults: string[] = [];
  let before: ArchiveRow | null = null;
  for (const row of await archives(deps.db)) {
    const name = `Архив журнала за ${monthName(row.month)}`;
    if (before && row.month !== plusMonths(before.month, 1)) faults.push(`${name}: перед ним нет месяца`);
    if (row.previous !== (before?.seal ?? null)) faults.push(`${name}: печать не продолжает прежнюю`);
    if (deps.secrets.print(sealText(row)) !== row.seal) faults.push(`${name}: печать не сходится`);
    const fault = await storedFault(deps.files, row);
    if (fault) faults.push(`${name}: ${fault}`);
    before = row;
  }
  for (const { month, actions, ...counts } of await goneCounts(deps.db))
    if (Object.values(counts).some((count) => count !== actions))
      faults.push(`Архив журнала за ${monthName(month)}: в показателях другое число записей, должно быть ${actions}`);
  return faults;
}

/** What is wrong with the file of a month, in words; null when it is what was sealed. */
export async function storedFault(files: Deps['files'], row: ArchiveRow): Promise<string | null> {
  try {
    return fileFault(row, await readBack(files, row.store_key));
  } catch {
    return 'файла нет или он не читается';
  }
}
