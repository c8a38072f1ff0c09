// What a re-registration costs: the most specific row of the tariffs wins. Pure.
import { tariffGroups, type TariffGroup } from '../../../contract/reregistrations/tariffs.ts';
import { formatDate } from '../../../contract/kernel/words.ts';
import { rubles } from '../../books/rules/words.ts';

export interface TariffRow {
  id: number;
  tariff_group: string;
  reason_id: number | null;
  region_id: number | null;
  mo_id: number | null;
  po_id: number | null;
  is_member: boolean | null;
  min_years: number | null;
  valid_from: string;
  valid_to: string | null;
  amount_kopecks: number;
}
export interface TariffQuestion {
  group: TariffGroup;
  reason: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  isMember: boolean;
  /** Whole years of membership. */
  years: number;
  /** `YYYY-MM-DD` */
  date: string;
}

const asks = <T>(wanted: T | null, is: T) => wanted === null || wanted === is;

/** Rows that fit, the winner first: place before reason, reason before membership, then years, then the newest. */
export function fittingTariffs(rows: readonly TariffRow[], q: TariffQuestion): TariffRow[] {
  const fits = (row: TariffRow, group: TariffGroup) =>
    row.tariff_group === group &&
    asks(row.reason_id, q.reason) &&
    asks(row.region_id, q.region_id) &&
    asks(row.mo_id, q.mo_id) &&
    asks(row.po_id, q.po_id) &&
    asks(row.is_member, q.isMember) &&
    (row.min_years ?? 0) <= (q.isMember ? q.years : 0) &&
    row.valid_from <= q.date &&
    (!row.valid_to || row.valid_to >= q.date);
  const own = rows.filter((row) => fits(row, q.group));
  // An exchange without a price of its own costs as any other change.
  const found = own.length || q.group !== 'exchange' ? own : rows.filter((row) => fits(row, 'full'));
  return found.toSorted((one, other) => compareSpecific(other, one));
}

const weight = (row: TariffRow) =>
  (row.po_id ? 16 : 0) +
  (row.mo_id ? 8 : 0) +
  (row.region_id ? 4 : 0) +
  (row.reason_id ? 2 : 0) +
  (row.is_member === null ? 0 : 1);

function compareSpecific(one: TariffRow, other: TariffRow): number {
  return (
    weight(one) - weight(other) ||
    (one.min_years ?? 0) - (other.min_years ?? 0) ||
    (one.valid_from < other.valid_from ? -1 : one.valid_from > other.valid_from ? 1 : one.id - other.id)
  );
}

export interface Fee {
  kopecks: number;
  text: string;
  winner: number | null;
  candidates: number[];
}

export interface FeeReason {
  text: string;
  kopecks: number;
  /** What it lost by; null for the row that is taken. */
  lost: string | null;
}

/** Every row that fitted, the one that is taken first, the others with the reason. */
export function explainFee(rows: readonly TariffRow[], q: TariffQuestion): FeeReason[] {
  if (q.group === 'free') return [];
  const [winner, ...others] = fittingTariffs(rows, q);
  if (!winner) return [];
  return [
    { text: wordsOf(winner), kopecks: winner.amount_kopecks, lost: null },
    ...others.map((row) => ({ text: wordsOf(row), kopecks: row.amount_kopecks, lost: lostBy(row, winner) })),
  ];
}

/** The first rule by which the winner stands before the row. */
function lostBy(row: TariffRow, winner: TariffRow): string {
  const place = (one: TariffRow) => (one.po_id ? 3 : one.mo_id ? 2 : one.region_id ? 1 : 0);
  const places = ['общий', 'региона', 'МО', 'этого ПО'];
  if (place(row) !== place(winner)) return `есть тариф ближе: ${places[place(winner)]}`;
  if (!row.reason_id && winner.reason_id) return 'есть тариф этого основания';
  if (row.is_member === null && winner.is_member !== null)
    return winner.is_member ? 'есть тариф для членов ВОА' : 'есть тариф для не членов ВОА';
  if ((row.min_years ?? 0) < (winner.min_years ?? 0)) return `есть тариф для стажа от ${winner.min_years} лет`;
  return row.valid_from < winner.valid_from ? 'есть более новый' : 'внесён раньше';
}

const wordsOf = (row: TariffRow) =>
  [
    `тариф «${tariffGroups[row.tariff_group as TariffGroup]}»`,
    row.po_id ? 'этого ПО' : row.mo_id ? 'МО' : row.region_id ? 'региона' : 'общий',
    row.is_member === null ? null : row.is_member ? 'член ВОА' : 'не член ВОА',
    row.min_years ? `от ${row.min_years} лет` : null,
    `с ${formatDate(row.valid_from)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The fee with the words by which it is explained. Free groups cost nothing and need no row. */
export function feeOf(rows: readonly TariffRow[], q: TariffQuestion): Fee {
  if (q.group === 'free') return { kopecks: 0, text: 'Бесплатно', winner: null, candidates: [] };
  const found = fittingTariffs(rows, q);
  const [row] = found;
  const candidates = found.map(({ id }) => id);
  if (!row) return { kopecks: 0, text: `Тариф «${tariffGroups[q.group]}» не задан`, winner: null, candidates };
  return {
    kopecks: row.amount_kopecks,
    text: `${rubles(row.amount_kopecks)}: ${wordsOf(row)}`,
    winner: row.id,
    candidates,
  };
}

/** Rows that answer the same question on the same days. */
export function overlapsOf(
  row: TariffRow & { is_active: boolean },
  all: readonly (TariffRow & { is_active: boolean })[],
) {
  const same = (key: keyof TariffRow, other: TariffRow) => row[key] === other[key];
  const keys = ['tariff_group', 'reason_id', 'region_id', 'mo_id', 'po_id', 'is_member', 'min_years'] as const;
  return all
    .filter(
      (other) =>
        other.id !== row.id &&
        row.is_active &&
        other.is_active &&
        keys.every((key) => same(key, other)) &&
        row.valid_from <= (other.valid_to ?? '9999') &&
        other.valid_from <= (row.valid_to ?? '9999'),
    )
    .map(({ id }) => id);
}

/** Whole years between two days. */
export function yearsBetween(from: string | null, to: string): number {
  if (!from || from > to) return 0;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
