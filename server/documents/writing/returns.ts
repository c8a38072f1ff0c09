// What a sheet that comes back means to whoever sent it out: rooms to the right of the papers say it.
import type { ScannedSheet } from '../../../contract/documents/scans.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { KeptDocument } from '../queries.ts';

export interface Returns {
  /** The slip of a letter that is no paper of the journal came back; answers what became of it. */
  slip(ctx: Ctx, text: string): Promise<Pick<ScannedSheet, 'state' | 'words'>>;
  /** A signed paper is there, in the transaction that ticks it received. */
  paper(ctx: Ctx, write: Write, paper: KeptDocument): Promise<void>;
}
