// Money of a place over several periods in one statement: what was charged and paid, how much of it has closed charges, and what was
// owed. What the periods share is read once.
import { plusDays } from '../../../contract/kernel/days.ts';
import type { StatFilter } from '../../../contract/statistics.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import type { Days } from '../../kernel/periods.ts';
import {
  askedOf,
  CHARGED,
  moneyPieces,
  OTHER,
  PAID,
  SUMS_OF_PO,
  type Asked,
  type Cut,
  type Moved,
  type OfPo,
  type Owed,
  type Period,
  type Piece,
} from './moneyPieces.ts';

export interface MoneySum {
  what: 'all' | 'po' | 'month' | 'type' | 'method';
  key: string;
  /** Of a type or a method. */
  name: string;
  charged: number;
  charged_lines: number;
  paid: number;
  paid_lines: number;
}

/** Kopecks by `all `, `po 7`, `month 2026-03`. */
export type Collected = ReadonlyMap<string, number>;

export interface PeriodMoney {
  /** By `all `, `po 7`, `month 2026-03`, `type 3`, `method 1`. */
  sums: ReadonlyMap<string, MoneySum>;
  /** What was paid without what became an advance, with what advances have closed; null for one user's lines: whose money has closed what is not told by authors. */
  collected: Collected | null;
}

export interface PoDebt {
  po_id: number;
  name: string;
  debt: number;
  debt_before: number;
  debtors: number;
}

export interface Money {
  /** One of each period, in their order. */
  periods: PeriodMoney[];
  /** Of the first period, when it is told by rows: ПО with garages in the official order. */
  debts: PoDebt[];
}

interface Told extends PeriodMoney, Period {
  shared: Days | null;
  parts: Asked['parts'][number];
  /** Places of its first day and of the day after it among `ends`. */
  began: number;
  ended: number;
  sums: Map<string, MoneySum>;
  collected: Map<string, number>;
}

/**
 * Charged, paid and collected of every period, kopecks, and the debts of the first: one statement, so that all of it is of one moment.
 * Advances need not be kept to be known: balance = advance − debt, so what was paid and became no advance is
 * paid − Δbalance − Δdebt, day by day as the books are. What was left to former owners stands apart: what they pay closes it.
 * @param isUpToNow debts at the end of the first period are those of now
 */
export async function moneyFigures(
  ctx: Ctx,
  filter: StatFilter,
  periods: readonly [Period, ...Period[]],
  isUpToNow = false,
): Promise<Money> {
  const asked = askedOf(filter, periods, isUpToNow);
  const told = periods.map((period, of): Told => {
    const all: MoneySum = { ...nothing, what: 'all', key: '', name: '' };
    return {
      ...period,
      shared: asked.reads[of]!.shared,
      parts: asked.parts[of]!,
      began: asked.ends.indexOf(period.days.from),
      ended: asked.ends.indexOf(plusDays(period.days.to, 1)),
      sums: new Map([['all ', all]]),
      collected: new Map([['all ', 0]]),
    };
  });
  const debts: PoDebt[] = [];
  for (const piece of await moneyPieces(ctx, asked))
    if (piece.what === 'cut') addCut(told, piece.name, piece.told as Cut);
    else if (piece.what === 'po') debts.push(addPo(asked, told, piece));
    else if (piece.what === 'owed') addFallen(asked, told, piece.told as Owed);
    else addMoved(told, piece.told as Moved[]);
  return {
    periods: told.map(({ sums, collected }) => ({ sums, collected: asked.isWhole ? collected : null })),
    debts,
  };
}

const nothing = { charged: 0, charged_lines: 0, paid: 0, paid_lines: 0 };

const addTo = (sums: Map<string, number>, key: string, kopecks: number) =>
  sums.set(key, (sums.get(key) ?? 0) + kopecks);

/** Charges have a type, payments a method; what moves balances only has neither. */
function addCut(told: readonly Told[], name: string, [what, key, period, side, lines, kopecks]: Cut) {
  const { byRows, byMonths, sums, collected } = told[period]!;
  if (what === 'month' ? !byMonths : what !== 'all' && !byRows) return;
  // Months of the first period are those of the others that share them: read once, they belong to each.
  if (what === 'month' && period === 0)
    for (const [nth, { shared }] of told.entries())
      if (shared && shared.from <= `${key}-01` && `${key}-01` <= shared.to)
        addCut(told, '', ['all', '', nth, side, lines, kopecks]);
  if (side !== PAID && (what === 'all' || what === 'month')) addTo(collected, `${what} ${key}`, -kopecks);
  if (side === OTHER || (what === 'type' && side === PAID) || (what === 'method' && side === CHARGED)) return;
  const known = sums.get(`${what} ${key}`) ?? { ...nothing, what, key, name };
  const own =
    side === PAID
      ? { paid: known.paid + kopecks, paid_lines: known.paid_lines + lines }
      : { charged: known.charged - kopecks, charged_lines: known.charged_lines + lines };
  sums.set(`${what} ${key}`, { ...known, ...own });
}

/** What less is owed after a period, or after a part of a month, was collected within it. */
function addFallen({ ends }: Asked, told: readonly Told[], owed: Owed) {
  const at = (day: string) => owed[ends.indexOf(day)] ?? 0;
  for (const { parts, collected } of told)
    for (const { key, from, until, isKept } of parts) if (!isKept) addTo(collected, key, at(from) - at(until));
}

function addMoved(told: readonly Told[], moved: readonly Moved[]) {
  const kept = new Map(moved.map(([month, kopecks]) => [`month ${month}`, kopecks]));
  for (const { parts, collected } of told)
    for (const { key, isKept } of parts) if (isKept) addTo(collected, key, -(kept.get(key) ?? 0));
}

/** Its sums go to every period told by rows; answers what it owes. */
function addPo({ ends, last }: Asked, told: readonly Told[], { key, name, told: figures }: Piece): PoDebt {
  const at = (place: number) => (figures as OfPo)[place] ?? 0;
  const owedAt = (end: number) => at(1 + end);
  for (const [nth, { sums, collected, began, ended }] of told.filter(({ byRows }) => byRows).entries()) {
    const first = 1 + ends.length + nth * SUMS_OF_PO.length;
    const [charged, charged_lines, paid, paid_lines] = [-at(first), at(first + 1), at(first + 2), at(first + 3)];
    const other = at(first + 4);
    sums.set(`po ${key}`, { what: 'po', key, name, charged, charged_lines, paid, paid_lines });
    collected.set(`po ${key}`, charged - other + owedAt(began) - owedAt(ended));
  }
  const [debt, debt_before] = [owedAt(ends.indexOf(last)), owedAt(told[0]!.began)];
  return { po_id: Number(key), name, debt, debt_before, debtors: at(0) };
}
