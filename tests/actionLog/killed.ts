// Lines of the log as an official of a ПО writes them.
import { act } from '../../server/kernel/act.ts';
import { workCtx, type AppDeps } from '../../server/kernel/ctx.ts';

/** The official of a ПО, by whose eyes the page is read too. */
export const officialCtx = (deps: AppDeps, po: number) =>
  workCtx(deps, { po, name: 'Пишущий', capabilities: [1, 2, 3] }, () => new Date('2026-11-20T09:00:00Z'));

/** One act of so many lines. */
export const writeLines = (deps: AppDeps, po: number, lines: number): Promise<void> =>
  act(officialCtx(deps, po), 'garage.update', async ({ log }) => {
    for (let nth = 0; nth < lines; nth += 1) await log({ text: `строка ${nth}` });
  });
