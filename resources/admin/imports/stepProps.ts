// What every step of a load is given.
import type { ImportBatch } from '../../../contract/imports.ts';

export interface StepProps {
  batch: ImportBatch;
  /** Sends a change and shows the batch that comes back. */
  change: (body: Record<string, unknown>, done?: string) => Promise<boolean>;
  busy: boolean;
}
