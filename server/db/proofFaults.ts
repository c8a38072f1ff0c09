// Why a copy was not proved: it is bad, or the place of the proof was. Only the first says anything of the copy.
import { DbError, isDiskFull } from './engine.ts';

/** What the place lacked, by the code of the system's error. */
const lacking: Record<string, string> = {
  EDQUOT: 'на диске для проверки нет места',
  EROFS: 'во временную папку нельзя писать',
  EACCES: 'во временную папку нельзя писать',
  EPERM: 'во временную папку нельзя писать',
  ENOMEM: 'для проверки не хватило памяти',
  ERR_WORKER_OUT_OF_MEMORY: 'для проверки не хватило памяти',
  EMFILE: 'для проверки не хватило открытых файлов',
  ENFILE: 'для проверки не хватило открытых файлов',
  EIO: 'диск для проверки не читается или не пишется',
};

/** Words for a proof that could not be made, whatever the copy is; null when the copy failed it. */
export function unprovedWords(error: unknown): string | null {
  if (isDiskFull(error)) return 'на диске для проверки нет места';
  // Resources, intervention of the operator, the machine, the connection: nothing of them is about the rows.
  if (error instanceof DbError) return /^(53|57|58|08)/.test(error.code) ? 'база для проверки остановилась' : null;
  return lacking[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? null;
}

export interface Proof {
  /** Why the copy is no good. */
  failure: string | null;
  /** Why nothing is known of it. */
  unproved: string | null;
}

/** What came of a proof. */
export async function proofOf(proving: Promise<void>): Promise<Proof> {
  try {
    await proving;
    return { failure: null, unproved: null };
  } catch (error) {
    const unproved = unprovedWords(error);
    return { failure: unproved ? null : (error as Error).message, unproved };
  }
}
