// What forms of money begin with: the year, today at the place, the МО and its last closed day.
import * as contract from '../../contract/books.ts';
import type { Mount } from '../kernel/mount.ts';
import { dateIn } from '../ports/clock.ts';
import { booksOf, lastAmounts, setting, YEARLY_FEE } from './queries.ts';

export function bookRoutes(mount: Mount): void {
  mount(contract.accrualDefaults, async (ctx) => {
    const books = await booksOf(ctx.db, ctx.actor);
    const last = await lastAmounts(ctx.db, ctx.actor);
    return {
      year: (await setting<number>(ctx.db, 'contribution_year')) ?? 2025,
      last_amount_kopecks: last.find((one) => one.accrual_type === YEARLY_FEE)?.amount_kopecks ?? null,
      last_amounts: last,
      today: dateIn(ctx.now(), books?.time_zone),
      mo: books && { id: books.mo_id, name: books.mo_name },
      period_closed_until: books?.closed_until ?? null,
      pause_over: ctx.deps.settings.server ? null : contract.PAUSE_OVER,
    };
  });
}
