// What the killed process and the test that kills it share: an installation on either engine, and the two calls that are cut off.
import { mergeProfiles, undoMerge } from '../../contract/instruments/merging.ts';
import { buildApp } from '../../server/app.ts';
import { openDeps } from '../../server/deps.ts';
import { readSettings } from '../../server/kernel/settings.ts';
import { caller } from '../kit/app.ts';

/** Where an installation lies: its folder, and the address of its database when that is on a server. */
export interface Place {
  folder: string;
  url: string;
}

/** Opens the register as it is started in earnest, without a port. */
export async function openRegister({ folder, url }: Place) {
  const on = url ? { DATABASE_URL: url } : {};
  const deps = await openDeps(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0', ...on }));
  const app = await buildApp(deps);
  await app.ready();
  const close = async () => {
    await app.close();
    await deps.jobs.stop();
    await deps.pdf.close();
    await deps.engine.close();
  };
  return { app, deps, close };
}
export type Register = Awaited<ReturnType<typeof openRegister>>;

export type Step = 'merge' | 'unmerge';
export interface Wish {
  token: string;
  stays: number;
  goes: number;
  versions: { stays: number; goes: number };
  /** Number of the merge that is taken back. */
  merge: number;
  /** The same key again is the same intent. */
  key: string;
}

/** Asks for the merge or for its taking back. */
export function askStep({ app }: Register, step: Step, { token, stays, goes, versions, merge, key }: Wish) {
  const call = caller(app, token);
  const headers = { 'idempotency-key': key };
  return step === 'merge'
    ? call(mergeProfiles, { headers, body: { stays, goes, versions, isWideningKnown: true } })
    : call(undoMerge, { headers, params: { id: merge }, body: { goes: [] } });
}
