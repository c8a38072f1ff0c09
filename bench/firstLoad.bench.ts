// What a browser loads to show the garage list for the first time: brotli bytes of scripts against plain react-admin with the same two lists.
import { join } from 'node:path';
import { firstLoadKb } from '../tools/firstLoad.ts';
import { report } from './kit.ts';
import { plainConsole } from './plainBuild.ts';

export async function run() {
  const ours = firstLoadKb(join(import.meta.dirname, '..', 'dist'));
  const plain = firstLoadKb(await plainConsole());
  const more = `${Math.round(ours)} КБ против ${Math.round(plain)}`;
  report('первая загрузка списка, brotli, к голому react-admin', ours / plain, 0.85, more);
}
