// A walk of a tab of statistics: every figure on it is held against the rows that it opens, asked as the page asks for them.
import { expect } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import { debtAgeing, debtAgeingGarages, type AgeingReply, type OwingGarage } from '../../contract/balance.ts';
import { documents } from '../../contract/documents.ts';
import { garages } from '../../contract/garages.ts';
import { balanceOperations } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import * as c from '../../contract/statistics.ts';
import { today, type TodayReply } from '../../contract/today.ts';
import type { Caller } from '../kit/app.ts';

const PAGE = 1000;
type Days = { from: string; to: string };

/** How many figures of one list are opened: all of them, or the first and the last ones, which the period may cut. */
export interface Depth {
  most: number;
  /** Pivots walked cell by cell. */
  pivots: readonly (readonly [c.PivotShape['rows'], c.PivotShape['columns']])[];
}
export const SHALLOW: Depth = { most: 2, pivots: [['po', 'month']] };
export const DEEP: Depth = {
  most: Infinity,
  pivots: [
    ['po', 'month'],
    ['mo', 'kind'],
    ['kind', 'quarter'],
    ['region', 'year'],
  ],
};

const some = <One>(all: readonly One[], { most }: Depth): One[] =>
  all.length <= most ? [...all] : [...all.slice(0, most / 2), ...all.slice(-most / 2)];

/** Rows of the log under conditions: all of them are read, whatever the list says of their number. */
async function logRows(who: Caller, filter: object): Promise<{ user: { id: number | null } }[]> {
  const rows: { id: number; user: { id: number | null } }[] = [];
  for (;;) {
    const after = rows.at(-1)?.id;
    const range = `[${rows.length},${rows.length + PAGE - 1}]`;
    const { body, text } = await who.call(actionLog.list, {
      query: { filter: { ...filter, ...(after && { after }) }, range, sort: '["at","DESC"]' },
    });
    expect(Array.isArray(body), text).toBe(true);
    rows.push(...(body as typeof rows));
    if (body.length < PAGE) return rows;
  }
}

/** Lines of the ledger under conditions: how many, their sum, how many different people they are of. */
async function ledgerLines(who: Caller, filter: object): Promise<{ n: number; sum: number; people: number }> {
  let [n, sum] = [0, 0];
  const people = new Set<number>();
  for (let from = 0; ; from += PAGE) {
    const range = `[${from},${from + PAGE - 1}]`;
    const { body, text } = await who.call(balanceOperations.list, {
      query: { filter, range, sort: '["on_date","DESC"]' },
    });
    expect(Array.isArray(body), text).toBe(true);
    const rows = body as { amount_kopecks: number; payer: { id: number } | null }[];
    for (const { payer } of rows) if (payer) people.add(payer.id);
    n += rows.length;
    sum += rows.reduce((all, row) => all + row.amount_kopecks, 0);
    if (rows.length < PAGE) return { n, sum, people: people.size };
  }
}

type Listed = typeof documents.list | typeof reregistrations.list | typeof profiles.list | typeof garages.list;

async function total(who: Caller, list: Listed, filter: object) {
  const { headers, text } = await who.call(list, { query: { filter, range: '[0,0]' } });
  expect(headers['content-range'], text).toBeTruthy();
  return Number(String(headers['content-range']).split('/')[1]);
}

/** A day so many days later. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days that a point of the chart opens: within the period. */
function pointDays(at: string, grain: c.StatReply['grain'], { from, to }: Days): Days {
  const end =
    grain === 'day'
      ? at
      : grain === 'week'
        ? dayAfter(at, 6)
        : dayAfter(`${dayAfter(`${at.slice(0, 8)}01`, 32).slice(0, 8)}01`, -1);
  return { from: at < from ? from : at, to: end > to ? to : end };
}

/** Holds every figure of a tab against its rows; answers how many were held. */
export async function walkTab(who: Caller, tab: string, filter: object, depth: Depth): Promise<number> {
  const asked = { params: { tab: tab as 'all' }, query: { filter: JSON.stringify(filter) } };
  const reply = await who.call(c.statistics, asked);
  expect(reply.status, reply.text).toBe(200);
  const charts = await who.call(c.statCharts, asked);
  expect(charts.status, charts.text).toBe(200);
  const figures = reply.body as c.StatReply;
  return (
    (await walkLog(who, tab, filter, figures, depth)) +
    (await walkCharts(who, filter, charts.body as c.StatCharts, depth)) +
    (figures.money ? await walkMoney(who, figures.money, figures.period, depth) : 0)
  );
}

async function walkLog(who: Caller, tab: string, filter: object, reply: c.StatReply, depth: Depth): Promise<number> {
  const days = reply.period;
  let held = 0;
  const hold = async (what: string, count: number, more: object) => {
    expect((await logRows(who, { ...filter, tab, ...days, ...more })).length, `${tab}: ${what}`).toBe(count);
    held += 1;
  };
  await hold('всего', reply.count.now, {});
  await hold('прежде', reply.count.before, reply.before);
  await hold('год назад', reply.count.year, reply.year);
  for (const what of ['po', 'month', 'verb'] as const) {
    const rows = reply.rows.filter((row) => row.what === what);
    // Each cut adds up to the whole.
    expect(
      rows.reduce((sum, row) => sum + row.count, 0),
      `${tab}: ${what}`,
    ).toBe(reply.count.now);
    for (const { key, count } of some(rows, depth))
      await hold(
        `${what} ${key}`,
        count,
        what === 'verb'
          ? { verb: [key] }
          : what === 'month'
            ? pointDays(`${key}-01`, 'month', days)
            : key
              ? { po: [Number(key)] }
              : { noPo: true },
      );
  }
  const points = reply.series.filter(({ count }, nth) => count || nth === 0 || nth === reply.series.length - 1);
  for (const { at, count } of some(points, depth)) await hold(at, count, pointDays(at, reply.grain, days));
  for (const { key, count } of some(reply.users, depth)) await hold(key, count, { user: [Number(key)] });
  for (const { weekday, hour, count } of some(reply.hours, depth))
    await hold(`${weekday} ${hour}`, count, { weekday, hour });
  expect(
    reply.series.reduce((sum, point) => sum + point.count, 0),
    tab,
  ).toBe(reply.count.now);
  return held;
}

/** Lists behind what a place has today, each under the conditions that the page opens it with; said here anew, not read from the product. */
export const listsOfToday: Record<string, object> = {
  member: { voa: 'member' },
  not_member: { voa: 'not_member' },
  no_phone: { contacts: 'no_phone' },
  no_email: { contacts: 'no_email' },
  no_consent: { consent: 'none' },
  active: {},
  debt: { garageDebt: 'debt' },
  advance: { garageDebt: 'advance' },
  no_owner: { profileCounter: 'none' },
  locked: { locked: true },
  restricted: { restricted: true },
  archive: { type: 'archive' },
};

async function walkToday(who: Caller, charts: c.StatCharts): Promise<number> {
  let held = 0;
  const hold = async (list: typeof profiles.list | typeof garages.list, filter: object, count: number) => {
    expect(await total(who, list, filter), JSON.stringify(filter)).toBe(count);
    held += 1;
  };
  for (const { key, count } of [...charts.members, ...charts.lacks])
    await hold(profiles.list, listsOfToday[key]!, count);
  for (const { key, count } of charts.states) await hold(garages.list, listsOfToday[key]!, count);
  for (const { key, count } of charts.types) await hold(garages.list, { garageType: [Number(key)] }, count);
  for (const { ids, count } of charts.privileges)
    if (count !== null) await hold(profiles.list, { privilegeCatFilter: ids }, count);
  return held;
}

async function walkCharts(who: Caller, filter: object, charts: c.StatCharts, depth: Depth): Promise<number> {
  const { from, to } = charts.period;
  const dates = { dateFrom: from, dateTo: to };
  let held = await walkToday(who, charts);
  const hold = async (list: typeof documents.list | typeof reregistrations.list, more: object, count: number) => {
    expect(await total(who, list, { ...dates, ...more }), JSON.stringify(more)).toBe(count);
    held += 1;
  };
  for (const { key, count } of some(charts.statuses, depth))
    await hold(reregistrations.list, { status: Number(key) }, count);
  for (const { key, count } of some(charts.reasons, depth))
    await hold(reregistrations.list, { status: [0, 1, 2, 3, 4, 5, 6], reason: [Number(key)] }, count);
  for (const { key, count } of some(charts.terms, depth))
    await hold(reregistrations.list, { status: 3, moFilter: [Number(key)] }, count);
  for (const { po, type, count } of some(charts.papers, depth))
    await hold(documents.list, { state: 'valid', poList: [po.id], documentTypeList: [type.id] }, count);
  for (const { at, count } of some(charts.people, depth)) {
    const rows = await logRows(who, { ...filter, tab: 'all', ...pointDays(at, charts.grain, charts.period) });
    expect(new Set(rows.flatMap(({ user }) => user.id ?? [])).size, `люди ${at}`).toBe(count);
    held += 1;
  }
  return held;
}

async function walkMoney(
  who: Caller,
  money: NonNullable<c.StatReply['money']>,
  days: Days,
  depth: Depth,
): Promise<number> {
  let held = 0;
  const dates = { dateFrom: days.from, dateTo: days.to };
  for (const side of ['charged', 'paid'] as const) {
    const sign = side === 'charged' ? -1 : 1;
    const hold = async (what: string, kopecks: number, lines: number, more: object) => {
      const own = await ledgerLines(who, { ...dates, side, ...more });
      expect([kopecks, lines], `${side}: ${what}`).toEqual([sign * own.sum + 0, own.n]);
      const tip = await who.call(c.figureLines, { query: { filter: JSON.stringify({ ...dates, side, ...more }) } });
      expect(tip.body, `${side}: ${what}`).toEqual({ lines: own.n, people: own.people });
      held += 1;
    };
    await hold('всего', money[side].now, money[`${side}_lines`], {});
    for (const what of ['po', 'month', side === 'charged' ? 'type' : 'method'] as const)
      for (const row of some(
        money.rows.filter((one) => one.what === what),
        depth,
      ))
        await hold(
          `${what} ${row.key}`,
          row[`${side}_kopecks`],
          row[`${side}_lines`],
          cutOf(what, row.key, side, days),
        );
    for (const [rows, columns] of depth.pivots)
      held += await walkPivot(who, { side, rows, columns }, days, depth, hold);
  }
  const pos = some(
    money.rows.filter((row) => row.what === 'po'),
    depth,
  ).map((row) => [Number(row.key), row.debt_kopecks!, row.debtors!] as const);
  for (const [po, debt, debtors] of [[null, money.debt_kopecks, money.debtors] as const, ...pos]) {
    const filter = JSON.stringify({ ...days, ...(po === null ? {} : { po: [po] }) });
    const own = await owingGarages(who, filter);
    expect([own.debt, own.garages], `долг ${po ?? 'всего'}`).toEqual([debt, debtors]);
    const tip = await who.call(c.figureDebtors, { query: { filter, which: 'owing' } });
    expect(tip.body, `долг ${po ?? 'всего'}`).toEqual({ garages: own.garages, people: own.people });
    held += 1;
  }
  return held;
}

/** Garages that owe, page by page: what they owe together, how many they are and how many people own them. */
async function owingGarages(who: Caller, filter: string) {
  const people = new Set<number>();
  let garages = 0;
  for (let page = 1; ; page += 1) {
    const query = { filter, which: 'owing', per_page: '200', page: String(page) };
    const { body } = await who.call(c.debtMovers, { query });
    const rows = body.data as c.DebtorRow[];
    garages += rows.length;
    for (const { owners } of rows) for (const { id } of owners) people.add(id);
    if (garages >= body.total || !rows.length)
      return { debt: body.debt_kopecks as number, garages, people: people.size };
  }
}

/** Ages of debts and the largest ones of the cockpit against the garages that they open; nothing of them is told to others. */
export async function walkDebts(who: Caller): Promise<number> {
  const { body: ages, status } = await who.call(debtAgeing, {});
  const { debt } = (await who.call(today)).body as TodayReply;
  if (status === 403) {
    expect(debt).toBeNull();
    return 0;
  }
  for (const { age, garages: many, debt_kopecks } of (ages as AgeingReply).ages) {
    const { body } = await who.call(debtAgeingGarages, { query: { age, per_page: '1' } });
    expect([body.total, body.debt_kopecks], age).toEqual([many, debt_kopecks]);
  }
  if (!debt) return 0;
  const { body } = await who.call(debtAgeingGarages, { query: { per_page: '20' } });
  const told = ({ id, debt_kopecks, owners }: Pick<OwingGarage, 'id' | 'debt_kopecks' | 'owners'>) =>
    [id, debt_kopecks, owners.map((owner) => owner.full_name).join()].join(' ');
  expect(debt.top.map(told)).toEqual((body.data as OwingGarage[]).map(told));
  return debt.top.length;
}

type Side = 'charged' | 'paid';

/** Conditions of the ledger's lines behind a row or a column. */
function cutOf(what: string, key: string, side: Side, days: Days): object {
  if (what === 'po') return { poFilter: [Number(key)] };
  if (what === 'mo') return { moFilter: [Number(key)] };
  if (what === 'region') return {};
  if (what === 'type' || what === 'method' || what === 'kind')
    return { [side === 'charged' ? 'accrualTypeFilter' : 'paymentTypeFilter']: [Number(key)] };
  const [year, nth] = key.split('-').map(Number);
  const first = what === 'year' ? 1 : what === 'quarter' ? nth! * 3 - 2 : nth!;
  const last = what === 'year' ? 12 : what === 'quarter' ? nth! * 3 : nth!;
  const from = `${year}-${String(first).padStart(2, '0')}-01`;
  const to = new Date(Date.UTC(year!, last, 0)).toISOString().slice(0, 10);
  return { dateFrom: from < days.from ? days.from : from, dateTo: to > days.to ? days.to : to };
}

async function walkPivot(
  who: Caller,
  shape: c.PivotShape,
  days: Days,
  depth: Depth,
  hold: (what: string, kopecks: number, lines: number, more: object) => Promise<void>,
): Promise<number> {
  const { side, rows, columns } = shape;
  const query = { filter: JSON.stringify(days), side, rows, columns, split: 'kind' };
  const reply = await who.call(c.moneyPivot, { query });
  expect(reply.status, reply.text).toBe(200);
  const pivot = reply.body as c.PivotReply;
  const sum = (cells: readonly { kopecks: number }[]) => cells.reduce((all, cell) => all + cell.kopecks, 0);
  expect([sum(pivot.rows), sum(pivot.columns)]).toEqual([pivot.kopecks, pivot.kopecks]);
  for (const row of some(pivot.rows, depth)) {
    expect(sum(row.cells)).toBe(row.kopecks);
    for (const [nth, column] of some([...pivot.columns.entries()], depth))
      await hold(`сводная ${row.name} × ${column.key}`, row.cells[nth]!.kopecks, row.cells[nth]!.lines, {
        ...cutOf(rows, row.key, side, days),
        ...cutOf(columns, column.key, side, days),
      });
  }
  // Kinds add up to each row, to each cell of it and to the whole.
  if (rows !== 'kind' && columns !== 'kind')
    for (const { kinds, cells, kopecks } of [...pivot.rows, { ...pivot, cells: pivot.columns }]) {
      expect(sum(kinds)).toBe(kopecks);
      for (const [nth, cell] of cells.entries()) expect(sum(kinds.map((kind) => kind.cells[nth]!))).toBe(cell.kopecks);
    }
  for (const row of some(pivot.rows, depth))
    for (const kind of some(row.kinds, depth))
      for (const [nth, column] of some([...pivot.columns.entries()], depth))
        await hold(
          `сводная ${row.name} × ${column.key} × ${kind.name}`,
          kind.cells[nth]!.kopecks,
          kind.cells[nth]!.lines,
          {
            ...cutOf(rows, row.key, side, days),
            ...cutOf(columns, column.key, side, days),
            ...cutOf('kind', kind.key, side, days),
          },
        );
  return pivot.rows.length;
}
