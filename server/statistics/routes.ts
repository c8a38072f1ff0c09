// Statistics: figures of a tab with what they are held against, and the garages behind a debt.
import { refusal, financeRead } from '../../contract/kernel/scope.ts';
import { actionName } from '../../contract/actionWords.ts';
import * as contract from '../../contract/statistics.ts';
import { today } from '../../contract/today.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { logCounts, otherCounts } from './queries/log.ts';
import { debtsByPo, moneySums, movers, type MoneySum } from './queries/money.ts';
import * as rules from './rules.ts';
import { cockpit } from './today.ts';

export function statisticsRoutes(mount: Mount): void {
  mount(today, cockpit);

  mount(contract.statistics, async (ctx, { params, query }) => {
    const { filter, days } = asked(ctx, query.filter);
    return tabFigures(ctx, params.tab, filter, days);
  });

  mount(contract.debtMovers, (ctx, { query }) => {
    const { filter, days } = asked(ctx, query.filter);
    return movers(ctx, filter, days, days.to >= todayOf(ctx), query);
  });
}

function asked(ctx: Ctx, text: string | undefined): { filter: contract.StatFilter; days: rules.Days } {
  const { filter } = parseList({ filter: text }, { filter: contract.StatFilter, sorts: [] });
  const days = rules.periodOf(filter, todayOf(ctx));
  if (days.from > days.to) throw invalid({ to: 'Начало периода позже конца' });
  if (rules.lengthOf(days) > rules.MOST_DAYS) throw invalid({ from: 'Период не длиннее 60 лет' });
  return { filter, days };
}

type Tab = Parameters<typeof logCounts>[1]['tab'];

async function tabFigures(
  ctx: Ctx,
  tab: Tab,
  filter: contract.StatFilter,
  days: rules.Days,
): Promise<contract.StatReply> {
  const grain = rules.grainOf(days);
  const [before, year] = [rules.daysBefore(days), rules.daysYearAgo(days)];
  // Books know no actions and no other places: with such conditions the figures are those of the log.
  const isOfLog = Boolean(filter.verb?.length || filter.object || filter.everywhere);
  const seesMoney = tab === 'balance_operation' && !isOfLog && refusal(ctx.actor, financeRead) === null;
  const own = await logCounts(ctx, { ...filter, tab, ...days }, grain);
  const was = await otherCounts(ctx, { ...filter, tab, ...before });
  const then = await otherCounts(ctx, { ...filter, tab, ...year });
  const of = (what: string) => own.filter((one) => one.what === what);
  const allOf = (counts: readonly { what: string; n: number }[]) => counts.find((one) => one.what === 'all')?.n ?? 0;
  const yearOf = (what: string, key: string) => then.find((one) => one.what === what && one.key === key)?.n ?? 0;
  const points = new Map(of('point').map(({ key, n }) => [key, n]));
  const row = (what: 'po' | 'month' | 'verb') =>
    of(what).map(({ key, name, n }) => ({
      what,
      key,
      name: what === 'verb' ? actionName(key) || key : name,
      count: n,
      year: yearOf(what, key),
    }));
  return {
    period: days,
    before,
    year,
    is_unfinished: days.to >= todayOf(ctx),
    grain,
    count: { now: allOf(own), before: allOf(was), year: allOf(then) },
    rows: [...row('po'), ...row('month'), ...row('verb')],
    series: rules.pointsOf(days, grain).map((at) => ({ at, count: points.get(at) ?? 0 })),
    users: of('user').map(({ key, name, n }) => ({ key, name, count: n })),
    hours: tab === 'sign' ? of('hour').map(hourOf) : [],
    money: seesMoney ? await money(ctx, filter, { days, before, year }) : null,
  };
}

function hourOf({ key, n }: { key: string; n: number }) {
  const [weekday, hour] = key.split(' ').map(Number);
  return { weekday: weekday!, hour: hour!, count: n };
}

interface Periods {
  days: rules.Days;
  before: rules.Days;
  year: rules.Days;
}

async function money(ctx: Ctx, filter: contract.StatFilter, { days, before, year }: Periods) {
  const own = await moneySums(ctx, filter, days);
  const was = await moneySums(ctx, filter, before);
  const then = await moneySums(ctx, filter, year);
  const debts = await debtsByPo(ctx, filter, days, days.to >= todayOf(ctx));
  const all = (sums: readonly MoneySum[]) => sums.find((sum) => sum.what === 'all')!;
  const [now, past, ago] = [all(own), all(was), all(then)];
  const total = debts.find((debt) => debt.po_id === null);
  return {
    charged: { now: now.charged, before: past.charged, year: ago.charged },
    charged_lines: now.charged_lines,
    paid: { now: now.paid, before: past.paid, year: ago.paid },
    paid_lines: now.paid_lines,
    debt_kopecks: total?.debt ?? 0,
    debt_before_kopecks: total?.debt_before ?? 0,
    debtors: total?.debtors ?? 0,
    rows: [
      ...debts
        .filter((debt) => debt.po_id !== null)
        .map((debt) => ({
          ...moneyRow('po', String(debt.po_id), debt.name, own, then),
          debt_kopecks: debt.debt,
          debt_before_kopecks: debt.debt_before,
          debtors: debt.debtors,
        })),
      ...monthRows(own, then, days),
      ...own
        .filter((sum) => sum.what === 'type' || sum.what === 'method')
        .map((sum) => moneyRow(sum.what as 'type' | 'method', sum.key, sum.name, own, then)),
    ],
  };
}

function moneyRow(
  what: contract.MoneyRow['what'],
  key: string,
  name: string,
  own: readonly MoneySum[],
  year: readonly MoneySum[],
  yearKey = key,
): contract.MoneyRow {
  const now = own.find((sum) => sum.what === what && sum.key === key);
  const then = year.find((sum) => sum.what === what && sum.key === yearKey);
  return {
    what,
    key,
    name,
    charged_kopecks: now?.charged ?? 0,
    charged_year_kopecks: then?.charged ?? 0,
    charged_lines: now?.charged_lines ?? 0,
    paid_kopecks: now?.paid ?? 0,
    paid_year_kopecks: then?.paid ?? 0,
    paid_lines: now?.paid_lines ?? 0,
    debt_kopecks: null,
    debt_before_kopecks: null,
    debtors: null,
  };
}

/** Every month of the period, each beside the same month a year ago. */
const monthRows = (own: readonly MoneySum[], year: readonly MoneySum[], days: rules.Days) =>
  rules
    .pointsOf(days, 'month')
    .map((day) => day.slice(0, 7))
    .map((key) => moneyRow('month', key, '', own, year, `${Number(key.slice(0, 4)) - 1}${key.slice(4)}`));
