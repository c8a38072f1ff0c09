// How the process holds its memory: said once, before anything is made.
import { setFlagsFromString } from 'node:v8';

/**
 * By itself the runtime lets what is in use grow up to four times before it collects the garbage of middle age: a process
 * of 70 MB took a quarter of a gigabyte while a large workbook went out. It shall take a third more at most. How much the young may
 * take is said where the process is started (`serverFlags` in `tools/setup.mjs`): later nothing changes it.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
