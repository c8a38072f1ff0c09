// Fingerprint of the device, once for all who ask. The script that starts before the console has it already.
import type { Fingerprint } from './deviceSigns.ts';
import { firstPage } from './firstPage.ts';

export type { Fingerprint } from './deviceSigns.ts';

let known: Promise<Fingerprint> | null = null;

/** The fingerprint of this browser. */
export function fingerprint(): Promise<Fingerprint> {
  known ??= firstPage()?.fingerprint ?? import('./deviceSigns.ts').then((signs) => signs.computeFingerprint());
  return known;
}
