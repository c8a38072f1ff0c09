// Statistics: figures of a tab with what they are held against, and the garages behind a debt.
import { formatDate } from '../../contract/kernel/words.ts';
import { logTabs } from '../../contract/actionWords.ts';
import * as contract from '../../contract/statistics.ts';
import { today } from '../../contract/today.ts';
import { tableFile } from '../kernel/tableFile.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { dateIn } from '../ports/clock.ts';
import { invalid } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { tabFigures, type Tab } from './figures.ts';
import { movers } from './queries/money.ts';
import { pivotOf } from './queries/pivot.ts';
import * as rules from './rules.ts';
import { figureTable } from './tables.ts';
import { cockpit } from './today.ts';

export function statisticsRoutes(mount: Mount): void {
  mount(today, cockpit);

  mount(contract.statistics, (ctx, { params, query }) => {
    const { filter, days } = asked(ctx, params.tab, query.filter);
    return tabFigures(ctx, params.tab, filter, days, query.against);
  });

  mount(contract.exportStatistics, async (ctx, { params, body }) => {
    const { filter, days } = asked(ctx, params.tab, JSON.stringify(body.filter));
    const reply = await tabFigures(ctx, params.tab, filter, days, body.against);
    const { title, columns, rows } = figureTable(reply, body.table);
    const name = `${tabTitle(params.tab)}, ${title.toLowerCase()}, ${formatDate(days.from)} – ${formatDate(days.to)}`;
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка показателей «${name}»: строк ${rows.length}`,
        after: { filter: body.filter, format: body.format },
      }),
    );
    return tableFile({ title, name, format: body.format, columns }, once(rows));
  });

  mount(contract.moneyPivot, async (ctx, { query }) => {
    const { filter, days } = asked(ctx, 'balance_operation', query.filter);
    return { period: days, ...(await pivotOf(ctx, filter, days, query)) };
  });

  mount(contract.debtMovers, (ctx, { query }) => {
    const { filter, days } = asked(ctx, 'balance_operation', query.filter);
    return movers(ctx, filter, days, days.to >= todayOf(ctx), query);
  });
}

/**
 * Conditions and days of a question. Days of the log are Moscow's: east and west of it the day may have another date, and
 * what was done a minute ago is counted all the same.
 * @throws 422 for days that go backwards or are too many
 */
export function asked(ctx: Ctx, tab: Tab, text: string | undefined): { filter: contract.StatFilter; days: rules.Days } {
  const { filter } = parseList({ filter: text }, { filter: contract.StatFilter, sorts: [] });
  const here = todayOf(ctx);
  const moscow = dateIn(ctx.now());
  const days = rules.periodOf(filter, tab !== 'balance_operation' && moscow > here ? moscow : here);
  if (days.from > days.to) throw invalid({ to: 'Начало периода позже конца' });
  if (rules.lengthOf(days) > rules.MOST_DAYS) throw invalid({ from: 'Период не длиннее 60 лет' });
  return { filter, days };
}

const tabTitle = (tab: Tab) => (tab === 'all' ? 'Все действия' : logTabs[tab].title);

async function* once(rows: unknown[][]): AsyncGenerator<unknown[][]> {
  yield rows;
}
