// Money of the demo world: fees in February, land in May, payments through the year; about one in seven owes something.
import { linesOf, post, type Line, type Posting } from '../balance/ledger.ts';
import type { Write } from '../kernel/act.ts';
import type { DemoGarage } from './seedGarages.ts';
import type { DemoPlaces } from './seedPlaces.ts';
import type { Dice } from './words.ts';

const YEARS = 3;
const YEAR_FEE_KOPECKS = 450_000;
const LAND_KOPECKS_PER_M2 = 4_250;
const ADVANCE_KOPECKS = 100_000;
const CASH = 1;
const METHODS = [CASH, 2, 4];

/** How a garage pays: on time, late by a year or two, never, half of this year, more than it owes. */
type Habit = 'good' | 'last' | 'two' | 'never' | 'half' | 'advance';

interface Options {
  treasurer: number;
  /** `YYYY-MM-DD`; nothing is dated later. */
  today: string;
  now: Date;
}

export async function seedMoney(write: Write, d: Dice, places: DemoPlaces, garages: DemoGarage[], options: Options) {
  const thisYear = Number(options.today.slice(0, 4));
  const habits = new Map(garages.map((garage) => [garage.id, habitOf(d, garage)]));
  const discounts = await discountsOf(write);
  const rich = places.pos[0]!;
  // The first ПО keeps its own documents; the others are charged by their МО at once.
  const payers = [
    {
      place: { region_id: places.region, mo_id: rich.mo_id, po_id: rich.id as number | null },
      own: garages.filter((one) => one.po === rich),
    },
    ...places.mos.map((mo_id) => ({
      place: { region_id: places.region, mo_id, po_id: null },
      own: garages.filter((one) => one.po !== rich && one.po.mo_id === mo_id),
    })),
  ];
  for (const { place, own } of payers) {
    const active = own.filter((garage) => garage.isActive);
    for (let year = thisYear - YEARS + 1; year <= thisYear; year += 1) {
      const charged = await charge(write, place, active, year, discounts, options);
      await collect(write, d, place, active, year, charged, habits, options);
    }
  }
}

const habitOf = (d: Dice, garage: DemoGarage): Habit => {
  if (!garage.owner) return 'never';
  if (d.chance(0.12)) return d.pick(['last', 'last', 'two', 'never', 'half'] as const);
  return d.chance(0.04) ? 'advance' : 'good';
};

async function discountsOf({ tx }: Write): Promise<Map<number, number>> {
  const rows = await tx.selectFrom('privilege').select(['id', 'discount_percent']).execute();
  return new Map(rows.map((row) => [row.id, row.discount_percent]));
}

/** Charges a year; answers what each garage owes for it. */
async function charge(
  { tx }: Write,
  place: Posting['place'],
  garages: DemoGarage[],
  year: number,
  discounts: Map<number, number>,
  options: Options,
): Promise<Map<number, number>> {
  const due = new Map<number, number>();
  const kinds = [
    { type: 1, date: `${year}-02-01`, sum: (garage: DemoGarage, date: string) => fee(garage, date, discounts) },
    { type: 5, date: `${year}-05-15`, sum: (garage: DemoGarage) => Math.round(garage.area * LAND_KOPECKS_PER_M2) },
  ].filter((kind) => kind.date <= options.today);
  for (const { type, date, sum } of kinds) {
    const lines = garages.flatMap((garage) => {
      const amount = sum(garage, date);
      due.set(garage.id, (due.get(garage.id) ?? 0) + amount);
      return amount ? [line(garage, -1, amount, date, year, { accrual_type_id: type })] : [];
    });
    const basis = `Протокол № 1 от 20.01.${year}`;
    const document = { kind: 'accrual', source: 'mass', accrualTypeId: type, basisDocument: basis } as const;
    await post(tx, posting(document, place, date, year, options), linesOf(lines));
  }
  return due;
}

/** Payments of a year, one document for each method. */
async function collect(
  { tx }: Write,
  d: Dice,
  place: Posting['place'],
  garages: DemoGarage[],
  year: number,
  due: Map<number, number>,
  habits: Map<number, Habit>,
  options: Options,
) {
  const first = `${year}-02-10`;
  if (first > options.today || !due.size) return;
  const last = [`${year}-12-20`, options.today].sort()[0]!;
  const isThisYear = year === Number(options.today.slice(0, 4));
  const byMethod = new Map<number, Line[]>(METHODS.map((method) => [method, []]));
  for (const garage of garages) {
    const amount = paidOf(habits.get(garage.id)!, due.get(garage.id) ?? 0, Number(options.today.slice(0, 4)) - year);
    if (!amount) continue;
    const method = METHODS[(garage.id + year) % METHODS.length]!;
    const lines = byMethod.get(method)!;
    const paper_no = method === CASH ? String(lines.length + 1) : null;
    lines.push(line(garage, 1, amount, between(d, first, last), year, { payment_type_id: method, paper_no }));
  }
  for (const [method, lines] of byMethod) {
    if (!lines.length) continue;
    const source = method === CASH ? 'desk' : 'statement';
    const document = { kind: 'payment', source, paymentTypeId: method } as const;
    const whole = posting(document, place, isThisYear ? options.today : last, year, options);
    // The latest of the desk are documents of their own, as a cashier takes them.
    const single = method === CASH && isThisYear && lines.length > AT_DESK ? lines.splice(-AT_DESK) : [];
    await post(tx, whole, linesOf(lines));
    for (const one of single) {
      const idempotencyKey = `${whole.idempotencyKey}:${one.garage_id}`;
      await post(tx, { ...whole, idempotencyKey, onDate: one.on_date }, linesOf([one]));
    }
  }
}

/** Payments of this year that were taken one by one, in each ПО. */
const AT_DESK = 3;

const fee = (garage: DemoGarage, date: string, discounts: Map<number, number>) => {
  const person = garage.owner;
  const holds = person && (!person.privilegeUntil || person.privilegeUntil >= date);
  return Math.round(YEAR_FEE_KOPECKS * (1 - (holds ? (discounts.get(person.privilege) ?? 0) : 0) / 100));
};

/** What a habit pays of a year's due, `yearsAgo` 0 being this year. */
function paidOf(habit: Habit, due: number, yearsAgo: number): number {
  const skips = { good: 0, advance: 0, half: 0, last: 1, two: 2, never: YEARS }[habit];
  if (yearsAgo < skips) return 0;
  if (yearsAgo === 0 && habit === 'half') return Math.round(due / 2);
  return yearsAgo === 0 && habit === 'advance' ? due + ADVANCE_KOPECKS : due;
}

const line = (
  garage: DemoGarage,
  sign: -1 | 1,
  amount_kopecks: number,
  on_date: string,
  period_year: number,
  more: Partial<Line>,
): Line => ({
  garage_id: garage.id,
  owner_id: garage.owner?.id ?? null,
  sign,
  amount_kopecks,
  accrual_type_id: null,
  payment_type_id: null,
  period_year,
  on_date,
  ...more,
});

const posting = (
  document: Pick<Posting, 'kind' | 'source'> & Partial<Posting>,
  place: Posting['place'],
  onDate: string,
  periodYear: number,
  options: Options,
): Posting => ({
  idempotencyKey: `demo:${place.mo_id}:${place.po_id ?? 0}:${periodYear}:${document.accrualTypeId ?? 0}:${document.paymentTypeId ?? 0}`,
  place,
  onDate,
  periodYear,
  createdBy: options.treasurer,
  at: options.now.toISOString(),
  ...document,
});

const DAY_MS = 86_400_000;
/** A date of the span, both ends included. */
function between(d: Dice, first: string, last: string): string {
  const days = Math.max(0, (Date.parse(last) - Date.parse(first)) / DAY_MS);
  return new Date(Date.parse(first) + d.below(days + 1) * DAY_MS).toISOString().slice(0, 10);
}
