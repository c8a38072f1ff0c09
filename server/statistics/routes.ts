// Statistics: figures of a tab with what they are held against, and the garages behind a debt.
import * as contract from '../../contract/statistics.ts';
import * as pins from '../../contract/pins.ts';
import * as requests from '../../contract/requests.ts';
import * as tasks from '../../contract/tasks.ts';
import { OperationFilter } from '../../contract/payments.ts';
import { today } from '../../contract/today.ts';
import { tableFile } from '../kernel/tableFile.ts';
import { act } from '../kernel/act.ts';
import { copied } from '../kernel/copied.ts';
import { todayOf } from '../kernel/ctx.ts';
import { parseList } from '../kernel/list.ts';
import { linesAndPeople } from '../payments/queries/lines.ts';
import type { Mount } from '../kernel/mount.ts';
import { asked, figuresName, tabFigures } from './queries/figures.ts';
import { chartsOf } from './queries/charts.ts';
import { debtorsAndPeople, movers } from './queries/money.ts';
import { pivotOf } from './queries/pivot.ts';
import { takeTable } from './queries/tables.ts';
import { allPins, pin, unpin } from './pins.ts';
import { allRequests, answerRequest, askMo, withdrawRequest } from './requests.ts';
import { allTasks, giveTask, markTask, withdrawTask } from './tasks.ts';
import { colleagues } from '../users/queries/colleagues.ts';
import { cockpit } from './today.ts';

export function statisticsRoutes(mount: Mount): void {
  mount(today, cockpit);
  cockpitRoutes(mount);
  requestRoutes(mount);
  behindRoutes(mount);

  mount(contract.statistics, (ctx, { params, query }) => {
    const { filter, days } = asked(ctx, params.tab, query.filter);
    return tabFigures(ctx, params.tab, filter, days, query.against);
  });

  mount(contract.statCharts, (ctx, { params, query }) => {
    const { filter, days } = asked(ctx, params.tab, query.filter);
    return chartsOf(ctx, params.tab, filter, days);
  });

  mount(contract.exportStatistics, async (ctx, { params, body }) => {
    const { filter, days } = asked(ctx, params.tab, JSON.stringify(body.filter));
    const { against, table, pivot } = body;
    const { title, columns, rows } = await takeTable(ctx, { tab: params.tab, table, filter, days, against, pivot });
    const name = figuresName(params.tab, title, days);
    await act(ctx, 'copy.export', ({ log }) =>
      log({
        text: `Выгрузка показателей «${name}»: строк ${rows.length}`,
        after: copied({ file: `${name}.${body.format}`, of: title }, { filter: body.filter, format: body.format }),
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

/** What the tip of a figure tells, asked when somebody rests on it. */
function behindRoutes(mount: Mount): void {
  mount(contract.figureLines, (ctx, { query }) => {
    const { filter } = parseList({ filter: query.filter }, { filter: OperationFilter, sorts: [] });
    return linesAndPeople(ctx, filter);
  });
  mount(contract.figureDebtors, (ctx, { query }) => {
    const { filter, days } = asked(ctx, 'balance_operation', query.filter);
    return debtorsAndPeople(ctx, filter, days, days.to >= todayOf(ctx), query.which);
  });
}

/** What a person arranges on his cockpit: pinned figures, lists given to colleagues. */
function cockpitRoutes(mount: Mount): void {
  mount(pins.pins, allPins);
  mount(pins.pinFigure, async (ctx, { body }) => {
    await pin(ctx, body);
    return allPins(ctx);
  });
  mount(pins.unpinFigure, async (ctx, { params }) => {
    await unpin(ctx, params.id);
    return allPins(ctx);
  });
  mount(tasks.tasks, allTasks);
  mount(tasks.taskPeople, async (ctx) => ({
    data: (await colleagues(ctx)).map(({ id, name, place }) => ({ id, name, place })),
  }));
  mount(tasks.giveTask, async (ctx, { body }) => {
    await giveTask(ctx, body);
    return allTasks(ctx);
  });
  mount(tasks.markTask, async (ctx, { params, body }) => {
    await markTask(ctx, params.id, body);
    return allTasks(ctx);
  });
  mount(tasks.withdrawTask, async (ctx, { params }) => {
    await withdrawTask(ctx, params.id);
    return allTasks(ctx);
  });
}

/** What a ПО asks of its МО. */
function requestRoutes(mount: Mount): void {
  mount(requests.requests, async (ctx, { query: { type, objectId } }) => ({
    data: await allRequests(ctx, type && objectId ? { type, objectId } : null),
  }));
  mount(requests.askMo, async (ctx, { params, body }) => ({ id: await askMo(ctx, params, body) }));
  mount(requests.answerRequest, async (ctx, { params: { id }, body }) => {
    await answerRequest(ctx, id, body);
    return { id };
  });
  mount(requests.withdrawRequest, async (ctx, { params: { id } }) => {
    await withdrawRequest(ctx, id);
    return { id };
  });
}

async function* once(rows: unknown[][]): AsyncGenerator<unknown[][]> {
  yield rows;
}
