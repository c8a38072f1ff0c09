// What the killed process and the test that kills it share.
import { paperFile } from '../../server/documents/writing/keeping.ts';
import { printPaper } from '../../server/documents/writing/printing.ts';
import type { AppDeps, Ctx } from '../../server/kernel/ctx.ts';

/** A clerk of the ПО, on a day that does not move. */
export const printerCtx = (deps: AppDeps, po: number): Ctx => ({
  actor: {
    userId: 0,
    sessionId: 1,
    name: 'Орлов В. Н.',
    role: 'chairman',
    isSuperuser: 0,
    region: null,
    mo: null,
    po,
    capabilities: [1, 2],
  },
  db: deps.db,
  deps,
  ip: '',
  fingerprint: '',
  now: () => new Date('2026-11-20T09:00:00Z'),
});

/** An account card: its number is given by the program. Answers the id of the paper. */
export async function printOnce(ctx: Ctx, garage: number): Promise<number> {
  const { id } = await printPaper(ctx, { document_type_id: 14, garage_id: garage });
  await paperFile(ctx, id);
  return id;
}
