// Figures of a tab over a period: of the log, and of money for those who may read it; beside them what they are held against.
import type { LogFilter } from '../../../contract/actionLog.ts';
import { actionName, logTabs } from '../../../contract/actionWords.ts';
import { financeRead, refusal } from '../../../contract/kernel/scope.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import * as contract from '../../../contract/statistics.ts';
import { logGoneBefore } from '../../kernel/logKept.ts';
import { isKept } from '../../actionLog/queries/counts.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { parseList } from '../../kernel/list.ts';
import { lastProofs } from '../../kernel/proofs.ts';
import * as rules from '../../kernel/periods.ts';
import { dateIn, HOME_ZONE } from '../../ports/clock.ts';
import { logCounts, otherCounts } from './log.ts';
import { nearestOfLog, nearestOfMoney } from './nearest.ts';
import { moneyFigures, type Collected, type MoneySum, type PeriodMoney } from './moneyFigures.ts';

/** One kind of work, or `all`. */
export type Tab = Parameters<typeof logCounts>[1]['tab'];

/** Books know no actions, hours and other places, and each of their lines is of a ПО: with such conditions the figures are those of the log. */
const isOfLog = ({ q, verb, object, everywhere, weekday, hour, noPo }: contract.StatFilter) =>
  Boolean(q || verb?.length || object || everywhere || weekday || noPo || hour !== undefined);

/** Everything that a tab shows of a period. */
export async function tabFigures(
  ctx: Ctx,
  tab: Tab,
  filter: contract.StatFilter,
  days: rules.Days,
  against: contract.Against,
): Promise<contract.StatReply> {
  const grain = rules.grainOf(days);
  const [before, year] = [rules.daysBefore(days), rules.daysYearAgo(days)];
  const seesMoney = tab === 'balance_operation' && !isOfLog(filter) && refusal(ctx.actor, financeRead) === null;
  // What takes longest is asked first: the rest is answered beside it.
  const [sums, own, past, ago, proofs, gone] = await Promise.all([
    seesMoney ? money(ctx, filter, { days, before, year }, against) : null,
    logCounts(ctx, { ...filter, tab, ...days }, grain),
    otherCounts(ctx, { ...filter, tab, ...before }, grain, against === 'before' ? days : null),
    otherCounts(ctx, { ...filter, tab, ...year }, grain, against === 'year' ? days : null),
    lastProofs(ctx.db),
    goneOf(ctx, { ...filter, tab }, [days, before, year]),
  ]);
  const then = against === 'year' ? ago : past;
  const of = (what: string) => own.filter((one) => one.what === what);
  const allOf = (counts: readonly { what: string; n: number }[]) => counts.find((one) => one.what === 'all')?.n ?? 0;
  const wasOf = (what: string, key: string) => then.find((one) => one.what === what && one.key === key)?.n ?? 0;
  const isEmpty = sums ? sums.charged_lines + sums.paid_lines === 0 : allOf(own) === 0;
  const points = new Map(of('point').map(({ key, n }) => [key, n]));
  const row = (what: 'po' | 'month' | 'verb') =>
    of(what).map(({ key, name, n }) => ({
      what,
      key,
      name: what === 'verb' ? actionName(key) || key : name,
      count: n,
      was: what === 'month' ? null : wasOf(what, key),
    }));
  return {
    period: days,
    before,
    year,
    against,
    nearest: isEmpty
      ? await (sums ? nearestOfMoney(ctx, filter, days) : nearestOfLog(ctx, { ...filter, tab }, days))
      : null,
    is_unfinished: days.to >= todayOf(ctx),
    grain,
    count: { now: allOf(own), before: allOf(past), year: allOf(ago) },
    rows: [...row('po'), ...row('month'), ...row('verb')],
    series: rules.pointsOf(days, grain).map((at) => ({ at, count: points.get(at) ?? 0, was: wasOf('point', at) })),
    proof: proofs[seesMoney ? 'ledger' : 'log'],
    gone,
    users: of('user').map(({ key, name, n }) => ({ key, name, count: n })),
    hours: tab === 'sign' ? of('hour').map(hourOf) : [],
    money: sums,
  };
}

/** Whether the days reach before the lines that are in the log. Of other days only what is counted line by line is told. */
async function goneOf(
  ctx: Ctx,
  filter: LogFilter,
  [days, ...others]: readonly rules.Days[],
): Promise<contract.StatReply['gone']> {
  const isCounted = isKept(filter);
  const from = [days!, ...(isCounted ? [] : others)].map((one) => one.from).toSorted()[0]!;
  const before = await logGoneBefore(ctx.db, from);
  return before === null ? null : { before, isCounted };
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

async function money(
  ctx: Ctx,
  filter: contract.StatFilter,
  { days, before, year }: Periods,
  against: contract.Against,
) {
  const { periods, debts } = await moneyFigures(
    ctx,
    filter,
    [
      { days, byRows: true, byMonths: true },
      // Months stand beside those of a year ago only.
      { days: before, byRows: against === 'before' },
      { days: year, byRows: against === 'year', byMonths: against === 'year' },
    ],
    days.to >= todayOf(ctx),
  );
  const [own, was, ofYear] = periods as [PeriodMoney, PeriodMoney, PeriodMoney];
  const [ownSums, thenSums] = [own.sums, (against === 'year' ? ofYear : was).sums];
  const closings = { own: own.collected, other: (against === 'year' ? ofYear : was).collected };
  const whole = ({ collected }: PeriodMoney) => collected?.get('all ') ?? null;
  const all = ({ sums }: PeriodMoney) => sums.get('all ')!;
  const [now, past, ago] = [all(own), all(was), all(ofYear)];
  const kinds = (what: 'type' | 'method') =>
    [...ownSums.values()]
      .filter((sum) => sum.what === what)
      .toSorted(bySum)
      .map(({ key, name }) => moneyRow(what, key, name, ownSums, thenSums));
  const owed = (side: 'debt' | 'debt_before' | 'debtors') => debts.reduce((sum, debt) => sum + debt[side], 0);
  return {
    charged: { now: now.charged, before: past.charged, year: ago.charged },
    charged_lines: now.charged_lines,
    paid: { now: now.paid, before: past.paid, year: ago.paid },
    paid_lines: now.paid_lines,
    collected: { now: whole(own), before: whole(was), year: whole(ofYear) },
    debt_kopecks: owed('debt'),
    debt_before_kopecks: owed('debt_before'),
    debtors: owed('debtors'),
    rows: [
      ...debts.map((debt) => ({
        ...moneyRow('po', String(debt.po_id), debt.name, ownSums, thenSums),
        ...collectedOf(closings, `po ${debt.po_id}`),
        debt_kopecks: debt.debt,
        debt_before_kopecks: debt.debt_before,
        debtors: debt.debtors,
      })),
      ...monthRows(ownSums, against === 'year' ? thenSums : null, days).map((row) => {
        const past = closings.other && against === 'year' ? `month ${yearBefore(row.key)}` : null;
        return { ...row, ...collectedOf(closings, `month ${row.key}`, past) };
      }),
      ...kinds('type'),
      ...kinds('method'),
    ],
  };
}

/** By `po 7`, `month 2026-03`. */
type SumsByKey = ReadonlyMap<string, MoneySum>;

/** The larger charge first, then the larger payment. */
const bySum = (one: MoneySum, other: MoneySum) =>
  other.charged - one.charged || other.paid - one.paid || (one.key < other.key ? -1 : 1);

function moneyRow(
  what: contract.MoneyRow['what'],
  key: string,
  name: string,
  own: SumsByKey,
  other: SumsByKey | null,
  otherKey = key,
): contract.MoneyRow {
  const now = own.get(`${what} ${key}`);
  const then = other?.get(`${what} ${otherKey}`);
  return {
    what,
    key,
    name,
    charged_kopecks: now?.charged ?? 0,
    charged_was_kopecks: other && (then?.charged ?? 0),
    charged_lines: now?.charged_lines ?? 0,
    paid_kopecks: now?.paid ?? 0,
    paid_was_kopecks: other && (then?.paid ?? 0),
    paid_lines: now?.paid_lines ?? 0,
    collected_kopecks: null,
    collected_was_kopecks: null,
    debt_kopecks: null,
    debt_before_kopecks: null,
    debtors: null,
  };
}

/**
 * Every month of the period; beside the same month a year ago when that is asked for. As many days a year ago may begin a day before
 * the first month, over a 29 February: that day belongs to it.
 */
function monthRows(own: SumsByKey, year: SumsByKey | null, days: rules.Days): contract.MoneyRow[] {
  const months = rules.pointsOf(days, 'month').map((day) => day.slice(0, 7));
  const first = yearBefore(months[0]!);
  const early = [...(year?.values() ?? [])].filter(({ what, key }) => what === 'month' && key < first);
  const sum = (side: 'charged' | 'paid') => early.reduce((all, one) => all + one[side], 0);
  return months.map((key, nth) => {
    const row = moneyRow('month', key, '', own, year, yearBefore(key));
    if (nth > 0 || !early.length) return row;
    return {
      ...row,
      charged_was_kopecks: row.charged_was_kopecks! + sum('charged'),
      paid_was_kopecks: row.paid_was_kopecks! + sum('paid'),
    };
  });
}

/** «2025-03» of «2026-03». */
const yearBefore = (month: string) => `${String(Number(month.slice(0, 4)) - 1).padStart(4, '0')}${month.slice(4)}`;

/** What has closed charges, of a ПО or a month; `past` is the key in the days it is held against, null where there are none. */
const collectedOf = (
  { own, other }: { own: Collected | null; other: Collected | null },
  key: string,
  past: string | null = key,
) => ({
  collected_kopecks: own && (own.get(key) ?? 0),
  collected_was_kopecks: past === null || !other ? null : (other.get(past) ?? 0),
});

/**
 * Conditions and days of a question. Days of the log are Moscow's: east and west of it the day may have another date, and
 * what was done a minute ago is counted all the same.
 * @throws 422 for days that go backwards or are too many
 */
export function asked(ctx: Ctx, tab: Tab, text: string | undefined): { filter: contract.StatFilter; days: rules.Days } {
  const { filter } = parseList({ filter: text }, { filter: contract.StatFilter, sorts: [] });
  const here = todayOf(ctx);
  const moscow = dateIn(ctx.now(), HOME_ZONE);
  const days = rules.periodOf(filter, tab !== 'balance_operation' && moscow > here ? moscow : here);
  if (days.to > rules.LAST_DAY) throw invalid({ [filter.to ? 'to' : 'from']: 'Введите корректную дату' });
  if (days.from > days.to) throw invalid({ to: 'Начало периода позже конца' });
  if (rules.lengthOf(days) > rules.MOST_DAYS) throw invalid({ from: 'Период не длиннее 60 лет' });
  return { filter, days };
}

const tabTitle = (tab: Tab) => (tab === 'all' ? 'Все действия' : logTabs[tab].title);

/** What a table of a tab is called as a file: «Взносы, по ПО, 01.10.2026 – 31.10.2026». */
export const figuresName = (tab: Tab, title: string, days: rules.Days) =>
  `${tabTitle(tab)}, ${title.toLowerCase()}, ${formatDate(days.from)} – ${formatDate(days.to)}`;
